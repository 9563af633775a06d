"""The board as one SVG, drawn from plain data only; unchanged parts are the same Node objects as before.

Everything that moves is placed by its ``transform`` attribute, so that a move is a CSS transition. Each
checker is one element with its own key. The style sheets define colours, light and motion; this file only
sets classes.
"""

from collections.abc import Iterator
from functools import lru_cache

from backgammon.core.match import Player
from backgammon.state.checkers import place
from backgammon.state.model import Direction
from backgammon.view import geometry
from backgammon.view.board.arrows import arrows
from backgammon.view.board.board_view import BoardView
from backgammon.view.board.checkers import checkers, counts
from backgammon.view.board.cube import cube
from backgammon.view.board.dice import dice
from backgammon.view.board.ground import POINTS, definitions, ground
from backgammon.view.board.marks import ghosts, landings, rings
from backgammon.view.board.places import places
from backgammon.view.board.svg import text_at
from backgammon.view.node import Node, node
from backgammon.view.words import Say


def board(view: BoardView, say: Say) -> Node:
    """Draw the board, with its labels in the language of ``say``."""
    return node(
        "svg",
        definitions(),
        ground(view.direction),
        _numbers(view.numbers_player, view.direction) if view.numbers else None,
        node("g", landings(view), ghosts(view), key="ghosts", aria_hidden="true"),
        node("g", checkers(view), key="checkers", class_="checkers", aria_hidden="true"),
        node("g", counts(view), key="counts", class_="counts", aria_hidden="true"),
        node("g", rings(view), key="rings", class_="rings", aria_hidden="true"),
        node("g", arrows(view.plays, view.direction), key="arrows", class_="arrows", aria_hidden="true"),
        node("g", places(view, say), key="places", class_="places"),
        cube(view, say),
        dice(view, say),
        class_=" ".join(("board-svg", *_states(view))),
        viewBox=f"0 0 {geometry.WIDTH} {geometry.HEIGHT}",
        role="group" if view.interactive else "img",
        aria_label=say("aria.board"),
        key="board",
    )


def _states(view: BoardView) -> Iterator[str]:
    """Yield classes for the winner's colour, and for the tray where small screens put an owned cube."""
    if view.winner is not None:
        yield f"won-{view.colours[view.winner]}"
    if view.cube and view.cube.owner is not None:
        yield f"cube-{('lower', 'upper')[view.cube.owner]}"


@lru_cache(maxsize=4)
def _numbers(player: Player, direction: Direction) -> Node:
    """Draw the point numbers from a player's side."""
    return node(
        "g",
        [
            text_at(str(point), geometry.number(place(player, point), direction), f"n{place(player, point)}")
            for point in POINTS
        ],
        key="numbers",
        class_="numbers",
        aria_hidden="true",
    )
