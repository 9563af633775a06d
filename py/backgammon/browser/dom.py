"""Patches one tree of Nodes into the next; an element is kept as long as its tag and key stay the same.

A node that is the same object in both trees is skipped. A tree of Mounted mirrors the document, so that the
document is never read to find out what it shows: calls from Python into JavaScript are expensive.
"""

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Sequence
from typing import Any

import js

from backgammon.view.node import Node

Child = Node | str

_SVG = "http://www.w3.org/2000/svg"
_LIVE = frozenset({"value", "checked", "selected"})
"""Attributes that give only the initial state of a form's element; its current state is a property."""


class Mounted:
    """A Node or text, and its element; elements of taken-over HTML are looked up when they are first needed.

    Its children are also created when they are first needed; most of a page never needs them.
    """

    __slots__ = ("_children", "_element", "node", "parent", "svg")

    def __init__(self, node: Child, parent: "Mounted | None", element: Any = None) -> None:
        self.node = node
        self.parent = parent
        self._element = element
        self._children: list[Mounted] | None = None
        self.svg = isinstance(node, Node) and (node.tag == "svg" or (parent is not None and parent.holds_svg))

    @property
    def holds_svg(self) -> bool:
        """Whether its children are SVG elements."""
        return self.svg and isinstance(self.node, Node) and self.node.tag != "foreignObject"

    @property
    def children(self) -> "list[Mounted]":
        """One Mounted for each child of its node."""
        if self._children is None:
            nodes = _children(self.node) if isinstance(self.node, Node) else ()
            self._children = [Mounted(child, self) for child in nodes]
        return self._children

    @children.setter
    def children(self, children: "list[Mounted]") -> None:
        self._children = children

    @property
    def element(self) -> Any:
        """The element or text node of the document."""
        if self._element is None:
            assert self.parent is not None
            self.parent.find_children()
        return self._element

    def find_children(self) -> None:
        """Look up the elements of the children by their order, which is needed before that order changes."""
        if any(child._element is None for child in self.children):
            for child, element in zip(self.children, self.element.childNodes, strict=True):
                child._element = element


class Tree:
    """The content of one element of the page."""

    def __init__(self, container: Any) -> None:
        self._container = container
        self._root: Mounted | None = None
        self._new_dialogs: list[Any] = []

    def take_over(self, node: Node) -> bool:
        """Adopt the container's only child as the rendering of ``node``; return False if it is not."""
        elements = self._container.querySelectorAll("*").length
        if elements != _count(node) or self._container.childNodes.length != 1:
            return False
        self._root = Mounted(node, None, self._container.firstChild)
        return True

    def show(self, node: Node) -> None:
        """Change the content to ``node``; new dialogs open, and a removed one gives the focus back."""
        if self._root is None:
            self._root = self._create(node, None)
            self._container.replaceChildren(self._root.element)
        elif _same(self._root.node, node):
            self._patch(self._root, node)
        else:
            self._discard(self._root)
            self._root = self._create(node, None)
            self._container.replaceChildren(self._root.element)
        for dialog in self._new_dialogs:
            dialog.showModal()
            current = dialog.querySelector("[aria-current=location]")
            if current:  # the reader returns to where they were, not to the title
                current.focus()
        self._new_dialogs.clear()

    def _create(self, node: Child, parent: Mounted | None) -> Mounted:
        mounted = Mounted(node, parent)
        if isinstance(node, str):
            mounted._element = js.document.createTextNode(node)
            return mounted
        if mounted.svg:
            element = js.document.createElementNS(_SVG, node.tag)
        else:
            element = js.document.createElement(node.tag)
        mounted._element = element
        for name, value in node.attributes:
            element.setAttribute(name, value)
        match _children(node):
            case []:
                pass
            case [str(text)]:  # set in one call; the text's Mounted is made when it is first needed
                element.textContent = text
            case children:
                mounted.children = self._create_all(children, mounted)
                element.append(*[child._element for child in mounted.children])
        if node.tag == "dialog":
            self._new_dialogs.append(element)
        return mounted

    def _create_all(self, nodes: Sequence[Child], parent: Mounted) -> list[Mounted]:
        """Create siblings; a Node that comes again, as a cell of a table may, is copied in one call."""
        first = dict[int, Mounted]()
        created = []
        for node in nodes:
            twin = first.get(id(node))
            if twin and isinstance(node, Node):
                created.append(Mounted(node, parent, twin._element.cloneNode(True)))
            else:
                first[id(node)] = new = self._create(node, parent)
                created.append(new)
        return created

    def _patch(self, mounted: Mounted, node: Child) -> None:
        old = mounted.node
        if old is node:
            return
        if isinstance(node, str):
            if node != old:
                mounted.element.data = node
        else:
            assert isinstance(old, Node)
            if node.attributes != old.attributes:
                _patch_attributes(mounted.element, dict(old.attributes), dict(node.attributes))
            if node.children is not old.children:
                self._patch_children(mounted, _children(node))
        mounted.node = node

    def _patch_children(self, mounted: Mounted, nodes: Sequence[Child]) -> None:
        olds = mounted.children
        if len(olds) == len(nodes):
            pairs = list(zip(olds, nodes, strict=True))
            if all(_same(old.node, node) for old, node in pairs):
                for old, node in pairs:
                    self._patch(old, node)
                return
        mounted.find_children()
        places: defaultdict[tuple[str, str], deque[int]] = defaultdict(deque)
        for place, old in enumerate(olds):
            places[_identity(old.node)].append(place)
        kept: list[int | None] = []
        for node in nodes:
            free = places[_identity(node)]
            kept.append(free.popleft() if free else None)
        for free in places.values():
            for place in free:
                element = olds[place].element
                self._discard(olds[place])
                element.remove()
        mounted.children = [
            self._create(node, mounted) if place is None else olds[place]
            for node, place in zip(nodes, kept, strict=True)
        ]
        _order(mounted, kept)
        for child, node in zip(mounted.children, nodes, strict=True):
            self._patch(child, node)

    def _discard(self, mounted: Mounted) -> None:
        """Prepare the removal of a part: close its dialogs, and cut its links to parents.

        Only a closed dialog gives the focus back to its opener. Without links Python frees the part at once;
        otherwise tens of thousands of elements wait until it looks for cycles, which it does rarely.
        """
        if isinstance(mounted.node, Node) and mounted.node.tag == "dialog":
            mounted.element.close()
        for child in mounted.children:
            self._discard(child)
        mounted.parent = None


def _order(mounted: Mounted, kept: Sequence[int | None]) -> None:
    """Put the children in order, moving as few as possible; ``kept``: their earlier places, None if new.

    Where the browser has no ``moveBefore``, which keeps an element's state, the layout is computed before
    anything else of a moved element changes: only then does it glide on from where it was.
    """
    parent = mounted.element
    move = getattr(parent, "moveBefore", None)
    resting = _longest_rise(kept)
    moved = False
    following = None
    for index in range(len(kept) - 1, -1, -1):
        element = mounted.children[index].element
        if kept[index] is None:
            parent.insertBefore(element, following)
        elif index not in resting:
            moved = True
            (move or parent.insertBefore)(element, following)
        following = element
    if moved and not move:
        parent.getBoundingClientRect()


def _children(node: Node) -> Sequence[Child]:
    """Return the children as a document holds them: neighbouring texts joined, empty ones left out."""
    texts = sum(isinstance(child, str) for child in node.children)
    if not texts or (texts == 1 and "" not in node.children):
        return node.children
    joined: list[Child] = []
    for child in node.children:
        if isinstance(child, str) and joined and isinstance(joined[-1], str):
            joined[-1] += child
        elif child != "":
            joined.append(child)
    return joined


def _count(node: Node) -> int:
    return 1 + sum(_count(child) for child in node.children if isinstance(child, Node))


def _identity(node: Child) -> tuple[str, str]:
    return ("", "") if isinstance(node, str) else (node.tag, node.key)


def _same(old: Child, new: Child) -> bool:
    return old is new or _identity(old) == _identity(new)


def _patch_attributes(element: Any, old: dict[str, str], new: dict[str, str]) -> None:
    for name in old.keys() - new.keys():
        element.removeAttribute(name)
        if name in _LIVE:
            setattr(element, name, "" if name == "value" else False)
    for name, value in new.items():
        if old.get(name) != value:
            element.setAttribute(name, value)
            if name in _LIVE:
                setattr(element, name, value if name == "value" else True)


def _longest_rise(places: Sequence[int | None]) -> set[int]:
    """Return the indexes of a longest increasing subsequence of places (patience sorting), skipping None."""
    tops: list[int] = []
    piles: list[int] = []
    before: dict[int, int | None] = {}
    for index, place in enumerate(places):
        if place is not None:
            at = bisect_left(tops, place)
            before[index] = piles[at - 1] if at else None
            tops[at : at + 1], piles[at : at + 1] = [place], [index]
    rise: set[int] = set()
    last = piles[-1] if piles else None
    while last is not None:
        rise.add(last)
        last = before[last]
    return rise
