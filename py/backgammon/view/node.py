"""The page as plain values: views return Nodes, which are written as HTML or patched into the page."""

from collections.abc import Iterable
from dataclasses import dataclass

from backgammon.i18n.catalogue import EnglishText

_VOID = frozenset({"br", "hr", "img", "input", "link", "meta"})
_ESCAPES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
"""As in ``html.escape``, which would load all named characters of HTML into the page's initial memory."""


@dataclass(frozen=True, slots=True)
class Node:
    """An element: tag, attributes, children (Nodes and texts), and a key that tells it from its siblings."""

    tag: str
    attributes: tuple[tuple[str, str], ...] = ()
    children: tuple["Node | str", ...] = ()
    key: str = ""


Child = Node | str | None | Iterable["Node | str | None"]


def node(tag: str, *children: Child, key: str = "", **attributes: object) -> Node:
    """Build a Node; ``class_`` gives class, ``data_x`` data-x; None or False omits it, True empties it.

    If its text, or its label where it holds nothing, is English for want of a translation, ``lang`` says so.
    """
    pairs = tuple(
        (name.rstrip("_").replace("_", "-"), "" if value is True else str(value))
        for name, value in attributes.items()
        if value is not None and value is not False
    )
    flat: list[Node | str] = []
    for child in children:
        if child is None:
            continue
        if isinstance(child, (Node, str)):
            flat.append(child)
        else:
            flat.extend(item for item in child if item is not None)
    if EnglishText in map(type, flat or attributes.values()) and "lang" not in attributes:
        pairs = (*pairs, ("lang", "en"))
    return Node(tag, pairs, tuple(flat), key)


def to_html(tree: Node | str) -> str:
    """Write a Node as HTML or SVG; texts and attribute values are escaped."""
    if isinstance(tree, str):
        return tree.translate(_ESCAPES)
    attributes = "".join(f' {name}="{value.translate(_ESCAPES)}"' for name, value in tree.attributes)
    if tree.tag in _VOID:
        return f"<{tree.tag}{attributes}>"
    return f"<{tree.tag}{attributes}>{''.join(to_html(child) for child in tree.children)}</{tree.tag}>"
