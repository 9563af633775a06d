"""A cube is free if the opponent wins the match at its present value: the trailer's, after the Crawford game.

The cost of waiting is compared with exact counts, over every roll, play and double of short bear-offs.
"""

from functools import cache

import pytest
from shipped import OF_THE_NET

from backgammon.analysis.decision import study_cube
from backgammon.core.dice import ROLLS, WEIGHTS
from backgammon.core.plays import results
from backgammon.core.position import Points, Position, flip_points
from backgammon.core.rules import STANDARD
from backgammon.engine import cube
from backgammon.engine.evaluator import Outcomes
from backgammon.engine.net_evaluator import judge
from backgammon.engine.search import Search
from backgammon.engine.stakes import Stakes
from backgammon.engine.thinking import finish


def trailer_stakes(away: int) -> Stakes:
    """Return the stakes with the trailer on roll and the cube in the middle."""
    return Stakes(away=(away, 1), crawford_done=True)


@cache
def chance_before_roll(points: Points, away: int, doubled: bool, trailer: bool) -> float:
    """Return the trailer's match chance before a roll; ``trailer``: whether the trailer rolls."""
    total = 0.0
    for roll, weight in zip(ROLLS, WEIGHTS, strict=True):
        after = [chance_after_play(play, away, doubled, trailer) for play in results(points, roll, STANDARD)]
        total += weight * (max(after) if trailer else min(after))
    return total / 36


def chance_after_play(after: Points, away: int, doubled: bool, trailer: bool) -> float:
    """Return the trailer's match chance after a play; a trailer next on roll doubles if that is better."""
    if max(after) <= 0:
        return cube.match_chance((away - 1 - doubled, 1), crawford=False) if trailer else 0.0
    points = flip_points(after)
    single = chance_before_roll(points, away, doubled, not trailer)
    if doubled or trailer:
        return single
    return max(single, double(points, away))


def double(points: Points, away: int) -> float:
    """Return the trailer's match chance after a double."""
    drop = cube.match_chance((away - 1, 1), crawford=False)
    return min(chance_before_roll(points, away, True, True), drop)


def board(mine: tuple[int, ...], theirs: tuple[int, ...]) -> Points:
    """Return a board with these checkers of both sides, each from the ace point on."""
    points = [0] * 26
    for at, (own, other) in enumerate(zip(mine, theirs, strict=True), 1):
        points[at], points[25 - at] = own, -other
    return tuple(points)


ENDINGS = {
    "behind": board((0, 0, 0, 1, 1, 1), (2, 1, 0, 0, 0, 0)),
    "level": board((0, 0, 1, 2, 0, 0), (0, 0, 1, 2, 0, 0)),
    "ahead": board((2, 1, 0, 0, 0, 0), (0, 0, 1, 0, 1, 1)),
}


@pytest.mark.thorough
@pytest.mark.parametrize("away", [2, 3, 4, 5])
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_look_of_two_plies_is_the_count(ending: str, away: int) -> None:
    stakes, points = trailer_stakes(away), ENDINGS[ending]
    unit = cube.emg_unit(stakes)
    exact = (double(points, away) - chance_before_roll(points, away, False, True)) / unit
    assert cost_of_waiting(points, away, 2) == pytest.approx(exact, abs=0.002), OF_THE_NET


HOLDING = {3: 2, 4: 2, 6: 3, 7: 1, 8: 3, 13: 2, 20: 2, 1: -1, 12: -4, 15: -1, 17: -3, 18: -1, 19: -5}
MIDDLE = {
    "start": Position.start().points,
    "holding": tuple([HOLDING.get(point, 0) for point in range(26)]),
}


@pytest.mark.thorough
@pytest.mark.parametrize("plies", [0, 1])
@pytest.mark.parametrize("away", [2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("name", MIDDLE)
def test_a_shorter_look_agrees(name: str, away: int, plies: int) -> None:
    """In a look of two plies the trailer doubles next turn, so the model of a free cube no longer matters."""
    found = cost_of_waiting(MIDDLE[name], away, plies)
    assert found == pytest.approx(cost_of_waiting(MIDDLE[name], away, 2), abs=0.07), OF_THE_NET


@pytest.mark.parametrize("plies", [0, 1, 2])
@pytest.mark.parametrize("away", [3, 5, 7])
def test_to_wait_a_roll_costs_nothing_where_the_other_has_no_drop_yet(away: int, plies: int) -> None:
    assert cost_of_waiting(MIDDLE["start"], away, plies) == pytest.approx(0, abs=0.002), OF_THE_NET


@cache
def cost_of_waiting(points: Points, away: int, plies: int) -> float:
    """Return how much better doubling is than not doubling (EMG), by the engine."""
    found = finish(study_cube(Search(judge(), STANDARD), points, trailer_stakes(away), plies))
    assert found.double_take is not None
    assert found.double_drop is not None
    return min(found.double_take, found.double_drop) - found.no_double


def test_the_owner_of_a_free_cube_redoubles_at_once() -> None:
    """At 4-away 2-away with the cube on 2, a loss loses the match anyway, so a cube on 4 costs nothing."""
    owner = Stakes(away=(4, 2), cube=2, owner=1)
    behind = Outcomes(0.3, 0, 0, 0, 0)
    assert cube.cubeful_value(behind, owner) == pytest.approx(0.3)
    assert cube.decide(behind, owner).double_take == pytest.approx(0.3)
