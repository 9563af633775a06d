"""The last rolls are counted as by a solution that tries every play of every roll at every cube."""

import gc
import random
import tracemalloc
from functools import cache

import pytest
from effort import tries

from backgammon import PRESETS, custom
from backgammon.analysis.decision import study_cube
from backgammon.core.dice import ROLLS, WEIGHTS
from backgammon.core.plays import results
from backgammon.core.position import Points
from backgammon.core.rules import STANDARD
from backgammon.engine import bearoff, cube, last_rolls
from backgammon.engine.last_rolls import LastRolls
from backgammon.engine.net_evaluator import judge
from backgammon.engine.search import Search
from backgammon.engine.stakes import Stakes
from backgammon.engine.thinking import finish

NEAR = 0.006
"""Equity (EMG): how far a worth may be from the exact one; not all plays are counted (GAP)."""


def board(mine: Points, theirs: Points) -> Points:
    """Return points with these home boards, six counts each from the ace point on."""
    return (0, *mine, *(0,) * 12, *[-count for count in theirs[::-1]], 0)


@cache
def afters(home: Points) -> list[set[Points]]:
    """Return the home boards after every play of each of ROLLS."""
    return [{after[1:7] for after in results(board(home, (0,) * 6), roll, STANDARD)} for roll in ROLLS]


@cache
def single(mine: Points, theirs: Points, stakes: Stakes) -> float:
    """Return the worth before the roll, as in engine.cube."""
    turned, total = stakes.flip(), 0.0
    for plays, weight in zip(afters(mine), WEIGHTS, strict=True):
        total += weight * max(
            cube.flip_worth(with_double(theirs, left, turned), turned)
            if any(left)
            else cube.game_value(stakes, 1)
            for left in plays
        )
    return total / 36


@cache
def with_double(mine: Points, theirs: Points, stakes: Stakes) -> float:
    """Return the worth to the player on roll, who may double first if the cube allows it."""
    undoubled = single(mine, theirs, stakes)
    if not stakes.may_double:
        return undoubled
    doubled = min(single(mine, theirs, stakes.after_double()), cube.game_value(stakes, 1))
    return max(undoubled, doubled)


def random_home(rng: random.Random) -> Points:
    home = [0] * 6
    for _ in range(rng.randint(1, 4)):
        home[rng.randrange(6)] += 1
    return tuple(home)


STAKES = {
    "money, centred": Stakes(),
    "money, owned": Stakes(cube=4, owner=1),
    "money with Jacoby and beavers": Stakes(custom(jacoby=True, beavers=True)),
    "money, with a limit": Stakes(custom(cube_limit=4), cube=2, owner=1),
    "money, no cube": Stakes(custom(cube=False)),
    "level in a match": Stakes(away=(3, 3)),
    "ahead": Stakes(away=(2, 5)),
    "behind, with the cube": Stakes(away=(7, 4), cube=2, owner=1),
    "far from the end": Stakes(away=(15, 11)),
    "the Crawford game": Stakes(away=(4, 1), crawford_game=True),
    "after the Crawford game": Stakes(away=(4, 1), crawford_done=True),
    "the last game": Stakes(away=(1, 1), crawford_done=True),
}


@pytest.mark.parametrize("name", STAKES)
def test_the_count_is_the_exact_solution(name: str) -> None:
    stakes, rng = STAKES[name], random.Random(name)
    asked = [stakes, *([stakes.after_double()] if stakes.may_double else [])]
    last = LastRolls(stakes.rules)
    for _ in range(tries(6)):
        mine, theirs = random_home(rng), random_home(rng)
        if not last.cover(board(mine, theirs), asked):
            continue
        exact = [single(mine, theirs, each) for each in asked]
        outcomes, worths = last.count(board(mine, theirs), asked)
        assert worths == pytest.approx(exact, abs=NEAR * cube.emg_unit(stakes)), (mine, theirs)
        alone = single(mine, theirs, Stakes(custom(cube=False)))
        assert 2 * outcomes.win - 1 == pytest.approx(alone, abs=NEAR)


BY_GNUBG = [
    ((1, 2, 1, 0, 0, 1), (0, 2, 2, 0, 0, 0), -0.1128, -0.3717),
    ((1, 0, 2, 2, 0, 0), (0, 2, 1, 0, 1, 0), 0.0403, -0.1710),
    ((1, 0, 1, 1, 2, 0), (0, 3, 1, 0, 0, 0), -0.5117, -1.0961),
    ((0, 1, 0, 1, 0, 2), (0, 2, 1, 0, 1, 0), -0.0708, -0.3506),
    ((2, 0, 2, 1, 1, 0), (0, 1, 0, 1, 1, 1), -0.0992, -0.3979),
]
"""Home boards, and the equities of no double and of double and take by gnubg's two-sided database.

A roll or two come before the count begins. By the cube model alone they are off by up to 0.2.
"""


@pytest.mark.parametrize(("mine", "theirs", "no_double", "double_take"), BY_GNUBG)
def test_an_analysis_agrees_with_gnubg(
    mine: Points, theirs: Points, no_double: float, double_take: float
) -> None:
    found = finish(study_cube(Search(judge(), STANDARD), board(mine, theirs), Stakes(), 2))
    assert (found.no_double, found.double_take) == pytest.approx((no_double, double_take), abs=0.002)


def test_the_plays_that_are_counted_are_all_nearly_best_ones() -> None:
    rng = random.Random(3)
    for _ in range(12):
        home = random_home(rng)
        weights, choices = last_rolls._plays(home)
        counted = dict(zip(choices, weights, strict=True))
        chances = dict.fromkeys(choices, 0.0)
        for found, weight in zip(afters(home), WEIGHTS, strict=True):
            left = {after: bearoff.mean(after) for after in found}
            most = min(left.values()) + last_rolls.GAP
            wins = (0,) * 6 in found
            chosen = set() if wins else {after for after, rolls in left.items() if rolls <= most}
            (choice,) = [each for each in choices if set(each) == chosen]
            chances[choice] += weight / 36
        assert chances == pytest.approx(counted)


def test_what_is_not_counted() -> None:
    few, more, stakes = (1, 1, 0, 0, 0, 0), (0, 0, 2, 2, 2, 2), [Stakes()]
    last = LastRolls(STANDARD)
    assert last.cover(board(few, few), stakes)
    assert not last.cover(board(more, more), stakes), "more rolls are left"
    assert not last.cover(board(few, (0,) * 6), stakes), "the game is over"
    assert not last.cover((0, 1, *(0,) * 6, 1, *(0,) * 15, -1, 0), stakes), "a checker is outside"
    assert not last.cover((0, 1, *(0,) * 17, *[-1] * 6, 1), stakes), "a checker is on the bar"
    assert not last.cover(board((12, 0, 0, 0, 0, 0), few), stakes), "no table has so many checkers"
    assert not LastRolls(PRESETS["leaflet"]).cover(board(few, few), stakes), "another bear-off rule"


def test_fewer_rolls_are_counted_for_several_scores_at_once() -> None:
    home, scores = (0, 0, 1, 1, 1, 0), [Stakes(away=(away, 5)) for away in (2, 3)]
    last = LastRolls(STANDARD)
    assert last.cover(board(home, home), scores[:1])
    assert not last.cover(board(home, home), scores)


def test_counting_at_ever_new_scores_takes_no_more_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("backgammon.engine.last_rolls.CACHE_SIZE", 1_000)
    last, home, sizes = LastRolls(STANDARD), (0, 0, 1, 0, 1, 0), list[int]()
    scores = [Stakes(away=(mine, theirs)) for mine in range(9, 17) for theirs in range(9, mine)]
    for stakes in scores:
        LastRolls(STANDARD).count(board(home, home), [stakes])  # fills all other caches
    gc.disable()
    tracemalloc.start()
    try:
        for stakes in scores:
            last.count(board(home, home), [stakes])
            sizes.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
        gc.enable()
    assert max(sizes) < 3 * sizes[0]
