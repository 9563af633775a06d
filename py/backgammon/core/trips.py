"""A play as its checkers make it: the steps of one checker joined, checkers that go the same way counted."""

from collections.abc import Iterable
from typing import NamedTuple

from backgammon.core.position import Points


class Trip(NamedTuple):
    """The way of one checker, or of several ``checkers`` that go the same way.

    ``stops`` are in the mover's numbers (25 bar, 0 off): where it begins, where it hits on the way, where it
    ends. ``hits`` are those stops at which a blot is hit.
    """

    stops: tuple[int, ...]
    hits: frozenset[int]
    checkers: int


def trips(before: Points, steps: Iterable[tuple[int, int]]) -> tuple[Trip, ...]:
    """Return the ways of a play's checkers, from the back; ``before`` is the mover's view.

    One way for all steps that lead to the same: a checker goes on from where another has made room.
    """
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
