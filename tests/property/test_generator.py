"""The generator against the naive one: the same results, and steps that lead to them."""

import random

import naive
import pytest

from backgammon import PRESETS, Play, Position, Rules, custom, legal_plays
from backgammon.core.plays import results
from backgammon.core.rules import BearOff, SingleDie

CASES, FEWER = 100_000, 40_000
"""The number of random (position, roll, rules) over all of ``RULES``, with --slow and without."""

RULES: tuple[Rules, ...] = (
    *PRESETS.values(),
    custom(bear_off=BearOff.AT_LEAST, lapse=True),
    custom(lapse=True, single_die=SingleDie.EITHER),
    custom(bear_off=BearOff.EXACT),
)


@pytest.mark.parametrize("rules", RULES, ids=lambda rules: f"{rules.name}-{rules.bear_off}-{rules.lapse}")
def test_both_generators_agree(rules: Rules, pytestconfig: pytest.Config) -> None:
    rng = random.Random(20_000 + RULES.index(rules))
    cases = naive.walk(rng, rules)
    for _ in range((CASES if pytestconfig.getoption("--slow") else FEWER) // len(RULES) + 1):
        points, dice = next(cases)
        found = results(points, dice, rules)
        assert set(found) == naive.results(points, dice, rules), (points, dice)
        for after, steps in found.items():
            assert points_after(points, steps) == after, (points, dice, steps)


def points_after(points: tuple[int, ...], steps: tuple[tuple[int, int], ...]) -> tuple[int, ...]:
    board = list(points)
    for source, target in steps:
        board[source] -= 1
        if target and board[target] == -1:
            board[target] = 0
            board[0] -= 1
        if target:
            board[target] += 1
    return tuple(board)


def test_the_order_of_the_dice_changes_nothing() -> None:
    rng = random.Random(5)
    cases = naive.walk(rng, PRESETS["standard"])
    for _ in range(300):
        points, (first, second) = next(cases)
        assert set(results(points, (first, second))) == set(results(points, (second, first)))


def test_plays_are_one_per_result_seen_by_the_opponent() -> None:
    plays = legal_plays(Position.start(), (3, 1))
    assert all(isinstance(play, Play) for play in plays)
    assert len({play.result for play in plays}) == len(plays) == 16
