"""The checkers, and their number where they overlap."""

from functools import lru_cache

from backgammon.core.position import BAR, CHECKERS, OFF
from backgammon.state.checkers import BAR_1, OFF_1, place
from backgammon.view import geometry
from backgammon.view.board.board_view import BoardView
from backgammon.view.board.svg import shift_to, text_at
from backgammon.view.geometry import Spot
from backgammon.view.node import Node, node

_WHERE = {OFF: "off lower", OFF_1: "off upper", BAR: "bar", BAR_1: "bar"}
"""The classes of the places that are not points."""


def checkers(view: BoardView) -> list[Node]:
    """Draw every checker, the lower ones first, so that those on top are drawn last."""
    selected = None if view.selected is None else place(view.mover, view.selected)
    refused = None if view.refused is None else place(view.mover, view.refused)
    movable = {place(view.mover, number): number for number in range(26)}
    found = []
    for at, stack in enumerate(view.layout.stacks):
        for index, checker in enumerate(stack):
            player = checker // CHECKERS
            top = index == len(stack) - 1
            mine = top and player == view.mover and not view.editing
            state = (
                "lifted"
                if mine and at == selected
                else f"shake-{view.refusals}"
                if top and at == refused
                else ""
            )
            drawn = _checker(
                checker,
                view.colours[player],
                geometry.checker(at, index, len(stack), view.direction),
                _WHERE.get(at, ""),
                state,
                movable.get(at, -1) if mine else -1,
            )
            found.append(((state == "lifted", checker == view.raised, index, checker), drawn))
    return [drawn for _, drawn in sorted(found, key=lambda item: item[0])]


@lru_cache(maxsize=1024)
def _checker(number: int, side: str, spot: Spot, where: str, state: str, top: int) -> Node:
    """Draw a checker; ``top`` is its place in the mover's numbers if it is the mover's top one, else -1."""
    classes = ["checker", side, where, state]
    return node(
        "g",
        node(
            "g",
            node("circle", class_="shadow", cx=0, cy=6, r=54),
            node("circle", class_="disc", r=47),
            node("circle", class_="dish", r=32),
            node("circle", class_="pip-mark", r=7) if side == "dark" else None,
            class_="body",
        ),
        node("rect", class_="edge", x=-44, y=-12, width=88, height=24, rx=6),
        class_=" ".join(filter(None, classes)),
        transform=shift_to(spot),
        data_checker=number,
        data_top=top if top >= 0 else None,
        key=f"c{number}",
    )


def counts(view: BoardView) -> list[Node]:
    """Draw, on the top checker of each stack that overlaps, the number of checkers in it."""
    return [
        text_at(
            str(len(stack)),
            geometry.checker(at, len(stack) - 1, len(stack), view.direction),
            f"k{at}",
            f"on-{view.colours[stack[-1] // CHECKERS]}",
        )
        for at, stack in enumerate(view.layout.stacks)
        if len(stack) > geometry.STACK and at not in (OFF, OFF_1)
    ]
