"""A play as the trips of its checkers: the steps of one checker joined, equal trips counted.

Also the names of places, steps as other programs read them, and whether a value is steps at all.
"""

from collections.abc import Iterable
from typing import NamedTuple

from backgammon.core.errors import check_kind
from backgammon.core.position import BAR, OFF, Points


class Trip(NamedTuple):
    """The trip of one checker, or of several ``checkers`` that make the same trip.

    ``stops``, in the mover's numbers (25 bar, 0 off): the start, the points where it hits on the way, the
    end. ``hits``: the stops at which it hits a blot.
    """

    stops: tuple[int, ...]
    hits: frozenset[int]
    checkers: int


def trips(before: Points, steps: Iterable[tuple[int, int]]) -> tuple[Trip, ...]:
    """Return the trips of a play, the rearmost checker's first; ``before`` is seen by the mover.

    All steps that lead to the same result give the same trips: a step from a point that another step has
    reached continues that trip, whichever checker makes it.
    """
    check_kind(steps, Iterable, "a play is given by its steps, as in play.steps")
    blots = {point for point in range(1, 25) if before[point] == -1}
    trails: list[list[tuple[int, bool]]] = []
    for source, target in sorted(steps, reverse=True):
        hit = target in blots
        blots.discard(target)
        for trail in trails:
            if trail[-1][0] == source:
                trail.append((target, hit))
                break
        else:
            trails.append([(source, False), (target, hit)])
    counts: dict[tuple[int, ...], int] = {}
    hits: dict[tuple[int, ...], set[int]] = {}
    for trail in trails:
        key = (trail[0][0], *[stop for stop, hit in trail[1:-1] if hit], trail[-1][0])
        counts[key] = counts.get(key, 0) + 1
        hits.setdefault(key, set()).update(stop for stop, hit in trail if hit)
    return tuple([Trip(key, frozenset(hits[key]), counts[key]) for key in sorted(counts, reverse=True)])


def list_steps(steps: Iterable[tuple[int, int]]) -> str:
    """Write steps as other programs read them, each by itself: ``8/5 6/5``."""
    return " ".join([f"{place_name(source)}/{place_name(target)}" for source, target in steps])


def are_steps(value: object) -> bool:
    """Whether a value is of the type of steps, though perhaps in a list."""
    return isinstance(value, tuple | list) and not [
        step
        for step in value
        if not isinstance(step, tuple) or len(step) != 2 or not type(step[0]) is type(step[1]) is int
    ]


def place_name(place: int) -> str:
    """Return the name of an end of a step: ``bar``, ``off`` or the number of a point."""
    return {BAR: "bar", OFF: "off"}.get(place, str(place))
