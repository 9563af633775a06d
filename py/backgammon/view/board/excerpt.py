"""A part of a board as a picture within the page: nothing in it can be touched or read out."""

from typing import cast

from backgammon.view.board.board import board
from backgammon.view.board.board_view import BoardView
from backgammon.view.geometry import Box
from backgammon.view.node import Node, node
from backgammon.view.words import Say

_MUTE = cast(Say, lambda key, /, **params: "")
"""A picture says nothing: its caption does."""
_LIVELY = ("data-", "aria-", "role", "tabindex")
_NOT_DRAWN = ("places", "defs")
"""What is there to be touched; and gradients, which the board of the page has for all."""


def excerpt(view: BoardView, crop: Box, *over: Node | None, class_: str = "picture") -> Node:
    """Draw what lies in ``crop`` (in the board's units), and ``over`` it what a picture adds."""
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
    """Return a drawing without all that a hand or a screen reader could meet in it."""
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
