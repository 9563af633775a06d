"""The bear-off tables on file agree with the rules, and the chances read from them with exact counts."""

import random
from functools import cache
from operator import mul
from statistics import NormalDist

import pytest

from backgammon.core.dice import ROLLS, WEIGHTS
from backgammon.core.plays import results
from backgammon.core.position import Points, Position, flip_points
from backgammon.core.rules import BearOff, Rules
from backgammon.engine import bearoff
from tools.bearoff import boards, moments

FEW = [home for home in boards(3) if any(home)]


def view(home: Points) -> Points:
    return (0, *home, *[0] * 19)


def race(mine: Points, theirs: Points) -> Points:
    """Return the points of a bear-off, seen by the player on roll."""
    return Position((0, *mine, *[0] * 12, *[-count for count in theirs[::-1]], 0)).points


def test_every_board_has_a_rank_of_its_own() -> None:
    assert sorted(map(bearoff.rank, boards(15))) == list(range(bearoff.POSITIONS))


@pytest.mark.parametrize("kind", BearOff)
def test_the_tables_hold_what_the_rules_give(kind: BearOff) -> None:
    for home, (mean, squares) in moments(Rules(bear_off=kind, lapse=kind is BearOff.EXACT), 3).items():
        found = bearoff.rolls(view(home), kind)
        assert found.mean == pytest.approx(mean, abs=bearoff.MEAN_UNIT)
        assert found.variance**0.5 == pytest.approx(
            max(0, squares - mean**2) ** 0.5, abs=bearoff.DEVIATION_UNIT
        )


def test_a_checker_on_each_point_takes_as_long_as_counted_by_hand() -> None:
    assert bearoff.rolls(view((1, 0, 0, 0, 0, 0)), BearOff.HIGHEST).mean == 1
    assert bearoff.rolls(view((0, 0, 0, 0, 0, 1)), BearOff.HIGHEST).mean == pytest.approx(1.25, abs=0.003)
    assert bearoff.rolls(view((1, 0, 0, 0, 0, 0)), BearOff.EXACT).mean == pytest.approx(36 / 11, abs=0.002)


@pytest.mark.parametrize(
    ("home", "missed"),
    [
        ((0, 0, 3, 0, 7, 5), 1),  # only 4-4: 4-2 and 4-1 bear off a checker with both numbers
        ((0, 0, 0, 0, 0, 15), 19),
        ((0, 0, 0, 0, 14, 1), 8),
        ((2, 2, 2, 3, 3, 3), 0),
        ((0, 0, 0, 14, 0, 1), 4),  # 3-2 and 2-1: with 5-3 and 5-2, the lower number comes first
        ((0, 14, 0, 0, 0, 1), 4),  # 4-1 and 3-1: another roll brings the last one down and then bears off
    ],
)
def test_the_rolls_that_bring_no_checker_off(home: Points, missed: int) -> None:
    assert bearoff.misses(home) == pytest.approx(missed / 36)


def test_a_roll_misses_where_no_play_of_it_bears_off() -> None:
    rng = random.Random(9)
    for _ in range(30):
        home = [0] * 6
        for place in rng.choices(rng.sample(range(6), rng.randint(1, 4)), k=15):
            home[place] += 1
        missed = sum(
            weight
            for dice, weight in zip(ROLLS, WEIGHTS, strict=True)
            if all(sum(after[1:7]) == 15 for after in results(view(tuple(home)), dice))
        )
        assert bearoff.misses(tuple(home)) == pytest.approx(missed / 36)


@cache
def exact(mine: Points, theirs: Points) -> float:
    """Return the chance of bearing off first, counted to the end; each play leaves the fewest rolls."""
    won = 0.0
    for dice, weight in zip(ROLLS, WEIGHTS, strict=True):
        after = min((end[1:7] for end in results(view(mine), dice)), key=mean)
        won += weight * (1 - exact(theirs, after) if any(after) else 1)
    return won / 36


def mean(home: Points) -> float:
    return bearoff.rolls(view(home), BearOff.HIGHEST).mean


def test_the_chance_of_bearing_off_first() -> None:
    for mine, theirs in zip(FEW[::3], FEW[1::3], strict=False):
        assert bearoff.win_chance(race(mine, theirs)) == pytest.approx(exact(mine, theirs), abs=1e-4)


@pytest.mark.parametrize("home", [(5, 2, 2, 1, 0, 0), (4, 2, 2, 1, 1, 1), (2, 2, 2, 3, 3, 3)])
def test_first_on_roll_is_ahead_by_half_a_roll_however_many_checkers_are_left(home: Points) -> None:
    """And half a roll is as much as the spread of the difference says."""
    found = bearoff.rolls(view(home), BearOff.HIGHEST)
    chance = NormalDist(0, (2 * found.variance) ** 0.5).cdf(0.5)
    assert bearoff.win_chance(race(home, home)) == pytest.approx(chance, abs=0.015)


@pytest.mark.parametrize(
    "where",
    [
        {13: 15, 24: -15},
        {7: 1, 1: 14, 24: -15},
        {6: 15, 18: -1, 19: -14},
        {25: 1, 1: 14, 24: -15},
        {6: 15, 0: -1, 24: -14},
        {6: 14, 5: -1, 24: -14},
        {6: 14, 20: 1, 24: -14},
    ],
)
def test_other_positions_are_not_for_the_tables(where: dict[int, int]) -> None:
    points = Position(tuple([where.get(point, 0) for point in range(26)])).points
    assert bearoff.win_chance(points) is None
    assert bearoff.win_chance(flip_points(points)) is None


def test_checkers_come_home_at_the_mean_speed_of_the_dice() -> None:
    pips = [sum(roll) * (2 if roll[0] == roll[1] else 1) for roll in ROLLS]
    speed = sum(map(mul, pips, WEIGHTS)) / 36
    spread = sum(weight * (count - speed) ** 2 for count, weight in zip(pips, WEIGHTS, strict=True)) / 36
    away, home = list(view((1, 0, 0, 0, 0, 2))), bearoff.rolls(view((1, 0, 0, 0, 0, 5)), BearOff.HIGHEST)
    away[7], away[13], away[25] = 1, 1, 1
    away[4], away[20] = -2, -2  # the opponent's do not count
    found = bearoff.rolls(tuple(away), BearOff.HIGHEST)
    assert found.mean - home.mean == pytest.approx((1 + 7 + 19) / speed)
    assert found.variance - home.variance == pytest.approx((1 + 7 + 19) * spread / speed**3, rel=0.03)
