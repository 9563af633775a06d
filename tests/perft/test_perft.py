"""Perft: how many distinct results the opening position leads to, roll by roll, over one to three plays.

``opening.json`` gives for each first roll the numbers after one, two and three plays, every roll counted
once. The totals and the numbers after one play are known from elsewhere; the other numbers of the divide are
ours, and sum to those totals.
"""

import json
from collections import Counter
from pathlib import Path

import pytest

from backgammon import ROLLS, Position, Roll
from backgammon.core.plays import results
from backgammon.core.position import Points, flip_points

TOTALS = (447, 202_782, 116_154_993)
DIVIDE: dict[Roll, tuple[int, int, int]] = {
    (int(name[0]), int(name[1])): tuple(counts)
    for name, counts in json.loads((Path(__file__).parent / "opening.json").read_text("utf-8")).items()
}


def after_one(roll: Roll) -> list[Points]:
    """Return the points that the opponent sees after each opening play."""
    return [flip_points(points) for points in results(Position.start().points, roll)]


def after_two(roll: Roll) -> Counter[Points]:
    """Return the points that the first player sees after each answer, with the number of ways to each."""
    return Counter(
        flip_points(answer)
        for points in after_one(roll)
        for second in ROLLS
        for answer in results(points, second)
    )


def test_the_divide_sums_to_the_known_totals() -> None:
    assert tuple(DIVIDE) == ROLLS
    assert tuple(sum(counts) for counts in zip(*DIVIDE.values(), strict=True)) == TOTALS


@pytest.mark.parametrize("roll", ROLLS, ids=str)
def test_one_play(roll: Roll) -> None:
    assert len(after_one(roll)) == DIVIDE[roll][0]


@pytest.mark.parametrize("roll", ROLLS, ids=str)
def test_two_plays(roll: Roll) -> None:
    assert after_two(roll).total() == DIVIDE[roll][1]


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("roll", ROLLS, ids=str)
def test_three_plays(roll: Roll) -> None:
    reached = after_two(roll)
    found = sum(ways * len(results(points, third)) for points, ways in reached.items() for third in ROLLS)
    assert found == DIVIDE[roll][2]
