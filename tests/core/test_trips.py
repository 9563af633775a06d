"""The trips of a play's checkers: joined when a checker moves on, counted when several make the same one."""

import pytest
from core.states import board

from backgammon.core.plays import Steps
from backgammon.core.trips import Trip, trips

NONE = frozenset[int]()


@pytest.mark.parametrize(
    ("before", "steps", "made"),
    [
        (board({8: 3}), (), []),
        (board({8: 3, 6: 5}), ((6, 5), (8, 5)), [Trip((8, 5), NONE, 1), Trip((6, 5), NONE, 1)]),
        (board({24: 2}), ((24, 18), (18, 14)), [Trip((24, 14), NONE, 1)]),
        (board({18: 1, 13: 2}), ((13, 7), (18, 13)), [Trip((18, 7), NONE, 1)]),
        (board({24: 2, 18: -1}), ((24, 18), (18, 14)), [Trip((24, 18, 14), frozenset({18}), 1)]),
        (board({13: 5, 7: -1}), ((13, 7), (13, 7)), [Trip((13, 7), frozenset({7}), 2)]),
        (board({24: 2}), ((24, 20), (24, 20), (20, 16), (20, 16)), [Trip((24, 16), NONE, 2)]),
        (board({25: 1, 6: 1}), ((25, 22), (6, 0)), [Trip((25, 22), NONE, 1), Trip((6, 0), NONE, 1)]),
        (board({6: 2, 0: -1}), ((6, 0), (6, 0)), [Trip((6, 0), NONE, 2)]),  # one on the bar is no blot
    ],
)
def test_the_ways_of_a_play(before: tuple[int, ...], steps: Steps, made: list[Trip]) -> None:
    assert trips(before, steps) == tuple(made)
