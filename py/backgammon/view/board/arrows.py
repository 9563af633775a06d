"""Plays as arrows from each moving checker to the place where it ends, with rings round it and its hits.

The drawing depends only on a play and the position before it. ``py/web/embed/plays.js`` draws the same where
no Python runs, and a test checks that the two agree.
"""

import math
from collections import Counter
from functools import lru_cache
from itertools import pairwise
from typing import NamedTuple

from backgammon.core.position import OFF
from backgammon.core.trips import Trip, trips
from backgammon.state.checkers import place
from backgammon.state.model import Direction
from backgammon.view import geometry
from backgammon.view.board.shown_plays import ShownPlay
from backgammon.view.board.svg import text_at
from backgammon.view.geometry import Spot
from backgammon.view.node import Node, node

RING = 46
"""Radius of the ring round a checker."""
HEAD, WING = 40, 18
"""Length of an arrow's head, and half its width."""
BEND = 0.2
"""How far a shaft bends towards the middle of the board, as a share of its horizontal extent."""
BADGE = 21
"""Radius of the badge that shows the number of checkers."""


class Way(NamedTuple):
    """The spots along an arrow, those of them where it hits, and the number of checkers that go this way."""

    spots: tuple[Spot, ...]
    hits: tuple[Spot, ...]
    checkers: int


class Shape(NamedTuple):
    """An arrow as path data; ``badge`` is a spot at its start, on the side away from the arrow."""

    shaft: str
    head: str
    rings: str
    badge: Spot


def arrows(plays: tuple[ShownPlay, ...], direction: Direction) -> list[Node]:
    """Draw the arrows of each play, later ones on top; an arrow shared with the first play lies on that one.

    An arrow is shared even if a different number of checkers makes it; then the number is shown on it.
    """
    return [
        _play(play, plays[0] if index and not play.row else None, direction)
        for index, play in enumerate(plays)
    ]


@lru_cache(maxsize=128)
def _play(play: ShownPlay, under: ShownPlay | None, direction: Direction) -> Node:
    shared = {way[:2]: way.checkers for way in ways(under, direction)} if under else {}
    drawn = [
        _arrow(shape(way), way.checkers, shared.get(way[:2]), f"a{index}")
        for index, way in enumerate(ways(play, direction))
    ]
    row = f" listed-play row-{play.row}" if play.row else " usual"
    return node("g", drawn, class_=f"arrows-{play.kind}{row}", key=f"{play.kind}{play.row}")


def _arrow(drawn: Shape, checkers: int, shared: int | None, key: str) -> Node:
    """Draw an arrow; ``shared``: the number of checkers that go the same way in the play below it."""
    shaft, badge = node("path", class_="arrow-shaft", d=drawn.shaft), drawn.badge
    counted = checkers > 1 and checkers != shared
    return node(
        "g",
        None if shared else node("path", class_="arrow-edge", d=drawn.shaft + drawn.head + drawn.rings),
        shaft,
        None if shared else node("path", class_="arrow-ring", d=drawn.rings),
        None if shared else node("path", class_="arrow-head", d=drawn.head),
        node("circle", class_="arrow-badge", cx=badge.x, cy=badge.y, r=BADGE) if counted else None,
        text_at(str(checkers), badge, "count", "arrow-count") if counted else None,
        class_="arrow",
        key=key,
    )


def ways(play: ShownPlay, direction: Direction) -> list[Way]:
    """Return the ways of a play's arrows, with the checkers placed as they were before it."""
    made = trips(play.before.points, play.steps)
    leaving = Counter([trip.stops[0] for trip in made for _ in range(trip.checkers)])
    gone: Counter[int] = Counter()
    come: Counter[int] = Counter()
    found = []
    for trip in made:
        start, end = trip.stops[0], trip.stops[-1]
        held, stay = _checker_count(play, start), _checker_count(play, end) - leaving[end] + come[end]
        first = geometry.checker(place(play.player, start), held - 1 - gone[start], held, direction)
        last = _free(play, end, stay, direction)
        between = [_free(play, stop, 0, direction) for stop in trip.stops[1:-1]]
        found.append(_way(trip, (first, *between, last)))
        gone[start] += trip.checkers
        come[end] += trip.checkers
    return found


def _way(trip: Trip, spots: tuple[Spot, ...]) -> Way:
    hits = [spot for stop, spot in zip(trip.stops, spots, strict=True) if stop in trip.hits]
    return Way(spots, tuple(hits), trip.checkers)


def _checker_count(play: ShownPlay, number: int) -> int:
    """Return the number of the mover's checkers on a place before the play."""
    return play.before.off if number == OFF else max(0, play.before.points[number])


def _free(play: ShownPlay, number: int, height: int, direction: Direction) -> Spot:
    """Return the spot of the next checker on a place; on a full point it lies on top of the others."""
    index = height if number == OFF else min(height, geometry.STACK - 1)
    return geometry.checker(place(play.player, number), index, 1, direction)


def shape(way: Way) -> Shape:
    """Return the shape of an arrow: it begins at the ring round its checker and bends slightly."""
    spots = way.spots
    controls = [_control(start, end) for start, end in pairwise(spots)]
    tip = spots[-1]
    base = _towards(tip, controls[-1], HEAD)
    begin, badge = (_towards(spots[0], controls[0], distance) for distance in (RING, -RING))
    ends = (*spots[1:-1], base)
    shaft = f"M{begin.x} {begin.y}" + "".join(
        f"Q{control.x} {control.y} {end.x} {end.y}" for control, end in zip(controls, ends, strict=True)
    )
    across = _towards(Spot(0, 0), Spot(base.y - tip.y, tip.x - base.x), WING)
    head = (
        f"M{base.x + across.x} {base.y + across.y}L{tip.x} {tip.y}L{base.x - across.x} {base.y - across.y}Z"
    )
    return Shape(shaft, head, "".join(map(_ring, (spots[0], *way.hits))), badge)


def _control(start: Spot, end: Spot) -> Spot:
    """Return the control point of a shaft: beside its midpoint, nearer to the middle of the board."""
    x, y = (start.x + end.x) / 2, (start.y + end.y) / 2
    swing = abs(end.x - start.x) * BEND
    return Spot(_whole(x), _whole(y + swing if y < geometry.MIDDLE else y - swing))


def _towards(start: Spot, end: Spot, distance: int) -> Spot:
    """Return the spot at a distance from one spot towards another."""
    across, down = end.x - start.x, end.y - start.y
    length = math.sqrt(across * across + down * down) or 1
    return Spot(_whole(start.x + across * distance / length), _whole(start.y + down * distance / length))


def _whole(number: float) -> int:
    """Round as JavaScript does."""
    return math.floor(number + 0.5)


def _ring(spot: Spot) -> str:
    turn = f"a{RING} {RING} 0 0 1"
    return f"M{spot.x - RING} {spot.y}{turn} {2 * RING} 0{turn} {-2 * RING} 0Z"
