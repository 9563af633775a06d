"""A part of a board as a picture within the page: it cannot be touched, and is not read out."""

from typing import cast

from backgammon.view.board.board import board
from backgammon.view.board.board_view import BoardView
from backgammon.view.geometry import Box
from backgammon.view.node import Node, node
from backgammon.view.words import Say

_MUTE = cast(Say, lambda key, /, **params: "")
"""Gives empty texts: a picture is described only by its caption."""
_LIVELY = ("data-", "aria-", "role", "tabindex")
_NOT_DRAWN = ("places", "defs")
"""Keys left out: the touch areas, and the gradients, which the page's board defines for all."""


def excerpt(view: BoardView, crop: Box, *over: Node | None, class_: str = "picture") -> Node:
    """Draw the part of a board in ``crop`` (in the board's units), with the picture's additions on top."""
    return node(
        "svg",
        _strip_interaction(board(view, _MUTE)).children,
        over,
        class_=class_,
        viewBox=f"{crop.x} {crop.y} {crop.width} {crop.height}",
        aria_hidden="true",
        key="picture",
    )


def _strip_interaction(drawn: Node) -> Node:
    """Return a drawing without anything that reacts to touch or is exposed to screen readers."""
    return Node(
        drawn.tag,
        tuple((name, value) for name, value in drawn.attributes if not name.startswith(_LIVELY)),
        tuple(
            child if isinstance(child, str) else _strip_interaction(child)
            for child in drawn.children
            if isinstance(child, str) or child.key not in _NOT_DRAWN
        ),
        drawn.key,
    )
