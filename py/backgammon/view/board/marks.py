"""Marks on the board: the start and end of the last play, and the targets of the selected checker."""

from collections import Counter
from functools import lru_cache

from backgammon.core.plays import Move
from backgammon.core.position import CHECKERS, OFF
from backgammon.state.checkers import place
from backgammon.view import geometry
from backgammon.view.board.board_view import BoardView
from backgammon.view.board.svg import shift_to
from backgammon.view.geometry import Box, Spot
from backgammon.view.node import Node, node


def _trails(moves: tuple[Move, ...]) -> tuple[list[int], list[int]]:
    """Return the places where checkers started, and those where they ended."""
    begun: list[int] = []
    rested: list[int] = []
    for move in moves:
        if move.source in rested:
            rested.remove(move.source)
        else:
            begun.append(move.source)
        rested.append(move.target)
    return begun, rested


def ghosts(view: BoardView) -> list[Node]:
    """Draw an outline where each checker of the last play started, unless another is there now."""
    marks = []
    left, taken = (
        Counter(place(view.last_player, number) for number in numbers) for numbers in _trails(view.last)
    )
    for at, gone in sorted((left - taken).items()):
        stack = view.layout.stacks[at]
        if stack and (stack[0] // CHECKERS != view.last_player or len(stack) + gone > geometry.STACK):
            continue
        for extra in range(min(gone, geometry.STACK)):
            spot = geometry.checker(at, len(stack) + extra, 1, view.direction)
            marks += [_circle(spot, 44, tone, f"{tone}{at}-{extra}") for tone in ("ghost-gaps", "ghost")]
    return marks


def landings(view: BoardView) -> list[Node]:
    """Draw the area of each place that can be reached: it lights up under a checker held over it."""
    places = [(target.place, place(view.mover, target.place)) for target in view.targets]
    return [
        _landing(geometry.place_box(at, view.direction), "landing", number, f"w{at}") for number, at in places
    ]


@lru_cache(maxsize=128)
def _landing(box: Box, class_: str, number: int, key: str) -> Node:
    return node("rect", class_=class_, rx=10, data_landing=number, key=key, **box._asdict())


def rings(view: BoardView) -> list[Node]:
    """Draw rings above the checkers: at the end of the last play, and at the selected checker's targets."""
    marks = []
    _, rested = _trails(() if view.unfinished else view.last)
    for at in sorted({place(view.last_player, number) for number in rested if number != OFF}):
        stack = view.layout.stacks[at]
        came = sum(place(view.last_player, number) == at for number in rested)
        if not stack or stack[0] // CHECKERS != view.last_player:
            continue
        marks += [
            _circle(
                geometry.checker(at, len(stack) - 1 - back, len(stack), view.direction),
                46,
                f"last {view.colours[view.last_player]}",
                f"l{at}-{back}",
            )
            for back in range(1 if len(stack) > geometry.STACK else min(came, len(stack)))
        ]
    for target in view.targets:
        at = place(view.mover, target.place)
        classes = "target" + " hit" * target.hit + " far" * target.far
        if target.place == OFF:
            box = geometry.place_box(at, view.direction)
            edge = Box(box.x + 3, box.y + 3, box.width - 6, box.height - 6)
            marks.append(_landing(edge, classes, target.place, f"t{at}"))
        else:
            height = 0 if target.hit else len(view.layout.stacks[at])
            spot = geometry.checker(at, min(height, geometry.STACK - 1), 1, view.direction)
            marks.append(_target(spot, classes, target.place, f"t{at}"))
    return marks


@lru_cache(maxsize=256)
def _circle(spot: Spot, radius: int, class_: str, key: str) -> Node:
    return node("circle", class_=class_, cx=spot.x, cy=spot.y, r=radius, key=key)


@lru_cache(maxsize=64)
def _target(spot: Spot, class_: str, number: int, key: str) -> Node:
    return node(
        "g",
        node("circle", class_="halo", r=45),
        node("circle", class_="core", r=15),
        class_=class_,
        transform=shift_to(spot),
        data_landing=number,
        key=key,
    )
