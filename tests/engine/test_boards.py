"""Boards: the plays found for all rolls at once are those of ``core.plays``, roll by roll, in its order."""

from itertools import islice

import pytest
from effort import tries
from engine.positions import walk

from backgammon.core.dice import ROLLS
from backgammon.core.plays import results
from backgammon.core.position import flip_points
from backgammon.core.rules import PRESETS
from backgammon.engine.boards import board_of, boards_by_roll, flip


@pytest.mark.thorough
@pytest.mark.parametrize("name", PRESETS)
def test_all_rolls_at_once_lead_to_what_each_leads_to(name: str) -> None:
    rules = PRESETS[name]
    for points, _ in islice(walk(rules, 21), tries(300)):
        by_roll = [list(results(points, roll, rules)) for roll in ROLLS]
        found = boards_by_roll(points, rules)
        assert found == [list(map(board_of, plays)) for plays in by_roll]
        assert flip(found) == [list(map(flip_points, plays)) for plays in by_roll]


def test_boards_rank_as_their_points() -> None:
    seen = [points for points, _ in islice(walk(PRESETS["standard"], 22), 200)]
    assert sorted(map(board_of, seen)) == [board_of(points) for points in sorted(seen)]
