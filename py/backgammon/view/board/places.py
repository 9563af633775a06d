"""The places of the board for touch and screen readers: areas to tap, each named by what lies there."""

from functools import lru_cache

from backgammon.core.position import BAR, CHECKERS, OFF
from backgammon.state.checkers import place
from backgammon.view import geometry
from backgammon.view.board.board_view import BoardView
from backgammon.view.geometry import Box
from backgammon.view.node import Node, node
from backgammon.view.words import Say


def places(view: BoardView, say: Say) -> list[Node]:
    """Draw the areas to tap: points, bars and trays, each with a name that says what lies there."""
    targets = {target.place: target for target in view.targets}
    numbers = {place(view.mover, number): number for number in range(26)}
    mine, other = view.numbers_player, 1 - view.numbers_player
    areas = []
    for player, number in (
        *((mine, number) for number in (BAR, *range(24, 0, -1), OFF)),
        *((other, number) for number in (BAR, OFF)),
    ):
        at = place(player, number)
        stack = view.layout.stacks[at]
        owner = stack[0] // CHECKERS if stack else player
        name = _place_name(number, len(stack), owner == view.you, say)
        if at not in numbers:
            areas.append(
                _area(geometry.place_box(at, view.direction), f"p{at}", name, at if view.editing else -1)
            )
            continue
        tapped = numbers[at]
        movable = tapped in view.sources and tapped != OFF
        hint = "aria.source" if movable and tapped != view.selected else ""
        if tapped in targets:
            hint = "aria.target.hit" if targets[tapped].hit else "aria.target"
        areas.append(
            _area(
                geometry.place_box(at, view.direction),
                f"p{at}",
                say("aria.place", place=name, hint=say(hint)) if hint and view.interactive else name,
                tapped if view.interactive else -1,
                tapped in targets or movable,
                tapped == view.selected,
                view.editing and tapped == 24,
            )
        )
    return areas


def _place_name(number: int, count: int, yours: bool, say: Say) -> str:
    """Name a place and the checkers on it, such as "point 13, 5 of your checkers"."""
    where = {BAR: "bar", OFF: "off"}.get(number, "point")
    whose = "yours" if yours else "theirs"
    if not count:
        return (
            say("aria.point.empty", point=number) if where == "point" else say(f"aria.{where}.empty.{whose}")
        )
    return say(f"aria.{where}.{whose}", count=count, point=number)


@lru_cache(maxsize=1024)
def _area(
    box: Box,
    key: str,
    name: str,
    number: int,
    legal: bool = False,
    selected: bool = False,
    entered: bool = False,
) -> Node:
    """Draw an area; ``entered``: Tab reaches it though it is not legal, as the entry for the arrow keys."""
    playable = number >= 0
    return node(
        "rect",
        class_="place legal" if legal else "place",
        x=box.x,
        y=box.y,
        width=box.width,
        height=box.height,
        rx=10,
        role="button" if playable else "img",
        tabindex=None if not playable else "0" if legal or entered else "-1",
        data_place=number if playable else None,
        aria_label=name,
        aria_pressed="true" if selected else None,
        key=key,
    )
