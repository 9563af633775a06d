"""Races are judged one side at a time: its rolls agree with the tables, and with a look one roll ahead."""

import random

import pytest
from engine.test_bearoff import exact, race

from backgammon.core.dice import ROLLS, WEIGHTS
from backgammon.core.plays import results
from backgammon.core.position import Points, Position, flip_points
from backgammon.core.rules import STANDARD, Backgammon, BearOff, Rules
from backgammon.engine import bearoff, races
from backgammon.engine.net_evaluator import judge

Side = races.Side
JUDGE = races.races()
FULL = (2, 2, 2, 3, 3, 3)


def random_side(rng: random.Random) -> Side:
    """Return a side of fifteen checkers, some of them on their way home."""
    highest = rng.randint(8, 22)
    counts = [0] * highest
    for _ in range(15):
        counts[min(rng.randrange(highest), rng.randrange(highest))] += 1
    return tuple(counts[: max(n + 1 for n, count in enumerate(counts) if count)])


def mean_of(side: Side) -> float:
    """Return the mean number of rolls that a side needs: the sum of the chances that it needs more than n."""
    JUDGE.evaluate([(side, (1,))])
    return sum(JUDGE._known[side].on)


def view(side: Side) -> Points:
    return (0, *side, *[0] * (25 - len(side)))


def test_a_position_is_split_into_both_sides_once_they_have_passed() -> None:
    start = Position.start().points
    assert races.sides(start) is None
    assert races.sides((0, -2, *[0] * 4, 2, *[0] * 19)) is None
    passed = (0, 1, 0, 0, 0, 2, 0, 0, 3, 0, 0, 0, -1, *[0] * 10, -4, 0, 0)
    assert races.sides(passed) == ((1, 0, 0, 0, 2, 0, 0, 3), (0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1))
    assert races.sides(flip_points(passed)) == races.sides(passed)[::-1]  # type: ignore[index]


def test_short_bear_offs_are_exact() -> None:
    for mine, theirs in (((1, 2, 0, 0, 0, 0), (0, 0, 1, 0, 1, 1)), ((0, 0, 0, 0, 2, 1), (3, 0, 0, 0, 0, 0))):
        (found,) = judge().evaluate([race(mine, theirs)], STANDARD)
        assert found.win == pytest.approx(exact(mine, theirs), abs=1e-4)


@pytest.mark.thorough
def test_a_side_needs_as_many_rolls_as_one_roll_ahead_says() -> None:
    """The net's mean for a side agrees with its means after the 21 rolls, by another generator of plays."""
    rng = random.Random(4)
    gaps = []
    for side in (random_side(rng) for _ in range(12)):
        ahead = 1.0
        for dice, weight in zip(ROLLS, WEIGHTS, strict=True):
            afters = [races.sides(after) for after in results(view(side), dice)]
            ahead += weight / 36 * min(mean_of(after[0]) for after in afters if after)
        gaps.append(mean_of(side) - ahead)
    assert sum(gap**2 for gap in gaps) ** 0.5 / len(gaps) ** 0.5 < 0.03
    assert max(map(abs, gaps)) < 0.09


def few_outside(rng: random.Random) -> Side:
    """Return fifteen checkers, most low in the home board and a few on their way, with a gammon to save."""
    counts = [0] * rng.randint(9, 24)
    few = rng.randint(1, 4)
    for _ in range(few):
        counts[rng.randrange(6, len(counts))] += 1
    for _ in range(15 - few):
        counts[rng.randrange(rng.randint(2, 6))] += 1
    return tuple(counts[: max(n + 1 for n, count in enumerate(counts) if count)])


@pytest.mark.thorough
def test_gammons_are_saved_as_often_as_one_roll_ahead_says() -> None:
    """The chance of none off after n rolls is the mean, over the 21 rolls, of the least one after n - 1.

    After no roll it is 1.
    """
    rng = random.Random(5)
    gaps = list[list[float]]([[], [], []])
    for side in (few_outside(rng) for _ in range(12)):
        ahead = [0.0, 0.0, 0.0]
        for dice, weight in zip(ROLLS, WEIGHTS, strict=True):
            afters = [one[0] for after in results(view(side), dice) if (one := races.sides(after))]
            JUDGE.evaluate([(after, (1,)) for after in afters])
            still = [(*JUDGE._known[after].none_off, 0.0, 0.0, 0.0) for after in afters]
            for rolls in range(3):
                ahead[rolls] += weight / 36 * min(each[rolls] for each in still)
        JUDGE.evaluate([(side, (1,))])
        told = (*JUDGE._known[side].none_off, 0.0, 0.0, 0.0)
        for rolls in range(3):
            gaps[rolls].append(told[rolls + 1] - ahead[rolls])
    for each in gaps:
        assert sum(gap**2 for gap in each) ** 0.5 / len(each) ** 0.5 < 0.02
        assert max(map(abs, each)) < 0.05


def test_full_home_boards_take_what_the_table_says() -> None:
    for side in (FULL, (0, 0, 0, 5, 5, 5), (5, 5, 5), (0, 3, 3, 3, 2, 1)):
        wanted = bearoff.rolls(view(side), BearOff.HIGHEST)
        assert mean_of(side) == pytest.approx(wanted.mean, abs=0.02)
        on = JUDGE._known[side].on
        squares = sum((2 * n + 1) * chance for n, chance in enumerate(on))
        assert squares - mean_of(side) ** 2 == pytest.approx(wanted.variance, abs=0.25)


def test_gammons_and_backgammons_of_a_race() -> None:
    near, far = (4,), (0,) * 18 + (2, 2, 2, 3, 3, 3)
    ((*_, saved, _), (win, gammon, backgammon, lost, _), (_, _, _, lost_gammon, lost_backgammon)) = (
        JUDGE.evaluate([(FULL, FULL), (near, far), (far, near)])
    )
    assert saved < 1e-3
    assert (win, lost) == (pytest.approx(1), 0)
    assert gammon > 0.99
    assert backgammon > 0.99
    assert lost_gammon > 0.99
    assert lost_backgammon > 0.9
    one_to_go = (0,) * 6 + (1,)
    ((_, gammon, backgammon, *_),) = JUDGE.evaluate([(near, (*FULL[:5], 2, *one_to_go[6:]))])
    assert 0.05 < gammon < 0.6
    assert backgammon == 0


def test_one_roll_is_left_to_save_what_the_next_one_would_lose() -> None:
    """Against a last checker: 19 rolls bear none off; 1-1 and rolls of 3 to 5 pips leave one behind."""
    sixes, behind = (0, 0, 0, 0, 0, 15), (3, 3, 3, 2, 2, 1, *(0,) * 17, 1)
    of_six, of_one = JUDGE.evaluate([(sixes, (1,)), (behind, (1,))])
    assert of_six.lose_gammon == pytest.approx(19 / 36)
    assert of_one.lose_gammon > 0.9
    assert of_one.lose_backgammon == pytest.approx(9 / 36, abs=0.02)


def test_a_gammon_may_be_saved_later_than_the_first_rolls_that_the_net_gives() -> None:
    side = (5, 4, 1, *(0,) * 9, 5)
    JUDGE.evaluate([(side, (1,))])
    told = JUDGE._known[side].none_off
    assert told[races.SOON] > told[races.SOON + 1] > 0.05


def test_what_counts_as_a_backgammon_is_the_rules() -> None:
    at_home = race((2, 0, 0, 0, 0, 0), FULL)
    outside = (0, 2, *[0] * 6, -1, *[0] * 10, -2, -2, -2, -2, -3, -3, 0)
    for kind, three in ((Backgammon.BAR, False), (Backgammon.NOT_HOME, True)):
        rules = Rules(backgammon=kind)
        for points, caught in ((at_home, False), (outside, three)):
            (found,) = judge().evaluate([points], rules)
            (loss,) = judge().evaluate([flip_points(points)], rules)
            assert (found.win_backgammon > 0.1) == caught
            assert (loss.lose_backgammon > 0.1) == caught
            assert found.win_gammon > 0.1
