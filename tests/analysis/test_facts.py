"""The facts of a play are recounted, the rolls with a second, slow generator of plays."""

from collections.abc import Callable
from itertools import product
from random import Random

import naive
import pytest
from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import positions

from backgammon.analysis.facts import Facts, count_facts
from backgammon.core.dice import Roll
from backgammon.core.position import Points, Position, flip_points
from backgammon.core.rules import PRESETS, STANDARD, Rules

THROWS = list(product(range(1, 7), repeat=2))
numbers = st.sampled_from(THROWS)
rule_sets = st.sampled_from(list(PRESETS.values()))


def rolls(points: Points, rules: Rules, wanted: Callable[[set[Points]], bool]) -> int:
    """Return the number of the 36 throws whose results ``wanted`` accepts."""
    return sum(wanted(naive.results(points, throw, rules)) for throw in THROWS)


def shots(after: Points, rules: Rules, checkers: int = 1) -> int:
    theirs = flip_points(after)
    return rolls(theirs, rules, lambda found: any(theirs[0] - reply[0] >= checkers for reply in found))


def on_board(points: Points) -> int:
    return sum(here for here in points if here > 0)


def contact(points: Points) -> bool:
    mine = [point for point in range(26) if points[point] > 0]
    theirs = [point for point in range(26) if points[point] < 0]
    return any(one > other for one in mine for other in theirs)


def misses(after: Points, rules: Rules) -> int:
    left = on_board(after)
    return rolls(after, rules, lambda found: not any(left - on_board(reply) >= 2 for reply in found))


def row(points: Points) -> int:
    """Return the length of the longest row of held points."""
    held = "".join("x" if points[point] >= 2 else " " for point in range(1, 25))
    return max(map(len, held.split(" ")))


@given(positions, numbers, rule_sets, st.randoms(use_true_random=False))
@settings(max_examples=tries(100), deadline=None)
def test_facts_are_what_a_slow_count_finds(
    position: Position, dice: Roll, rules: Rules, chance: Random
) -> None:
    before = position.points
    after = chance.choice(sorted(naive.results(before, dice, rules)))
    facts = count_facts(before, after, rules)
    assert facts.hits == before[0] - after[0]
    assert facts.off == on_board(before) - on_board(after)
    assert facts.shots == shots(after, rules)
    assert facts.double_shots == shots(after, rules, checkers=2)
    if contact(after) or on_board(after) < 2:
        assert facts.misses == 0
    else:
        assert facts.misses == misses(after, rules)
    theirs = flip_points(after)
    assert facts.dances == (rolls(theirs, rules, lambda found: found == {theirs}) if theirs[25] > 0 else 0)
    assert facts.held == {point for point in range(1, 25) if after[point] >= 2}
    assert facts.contact == contact(after)
    assert facts.lead == Position(after).opponent_pips - Position(after).pips


def facts_of(checkers: dict[int, int]) -> Facts:
    """Return the facts of a position before any play."""
    points = Position(tuple([checkers.get(point, 0) for point in range(26)])).points
    return count_facts(points, points, STANDARD)


def test_where_the_checkers_are_is_counted_to_the_edge_of_each_part() -> None:
    low = {1: 1, 2: 1, 3: 1, 4: 1, 5: 2, 6: 2}
    high = {7: 1, 11: 1, 12: 1, 13: 1, 18: 1, 24: 1, 25: 1}
    opponent = {16: -1, 17: -2, 19: -2, 20: -3, 21: -2, 22: -1, 23: -4}
    found = facts_of(low | high | opponent)
    assert (found.back, found.outside, found.deep) == (2, 2, 2)
    assert (found.back_blots, found.outer_blots) == (1, 5)
    assert found.builders == 3, "on 4, 7 and 11"
    assert found.board == 4
    beyond = facts_of({2: -1, 4: 3, 5: 2, 12: 3, 19: 1, 22: -3})
    assert (beyond.back, beyond.outside, beyond.deep) == (1, 0, 0)
    assert (beyond.outer_blots, beyond.builders) == (0, 1)


@pytest.mark.parametrize(
    ("checkers", "prime", "blocks"),
    [
        ({1: 2, 2: -1, 3: 2, 4: 2, 5: 2, 8: 2, 9: 2, 20: -4}, 3, 4),
        ({0: -1, 1: 2, 2: 2, 3: 2, 6: 2, 7: 2, 20: -4}, 3, 4),
        ({17: 2, 18: -3, 23: 2, 24: 2}, 2, 2),
        ({1: 2, 2: 2, 18: -3}, 0, 0),
    ],
)
def test_only_points_that_a_checker_has_yet_to_pass_hold_it_up(
    checkers: dict[int, int], prime: int, blocks: int
) -> None:
    found = facts_of(checkers)
    assert (found.prime, found.blocks) == (prime, blocks)
