"""Cube decisions in the last rolls of a bear-off, against an exact solution of money play."""

from functools import cache

import pytest

from backgammon.analysis.decision import study_cube
from backgammon.analysis.findings import CubeAction, CubeReply
from backgammon.core.dice import ROLLS, WEIGHTS
from backgammon.core.plays import results
from backgammon.core.position import Points
from backgammon.core.rules import STANDARD
from backgammon.engine import bearoff
from backgammon.engine.cube import EFFICIENCY
from backgammon.engine.efficiency import efficiency
from backgammon.engine.net_evaluator import judge
from backgammon.engine.search import Search
from backgammon.engine.stakes import stakes_of
from backgammon.engine.thinking import finish
from backgammon.notation.xgid import parse_xgid

LAST_ROLLS = [
    ("-AA-AAA--------------abaa-:0:0", CubeAction.DOUBLE, CubeReply.TAKE),
    ("-ABAA----------------a-ac-:0:0", CubeAction.DOUBLE, CubeReply.DROP),
    ("-AAAB-----------------bba-:0:0", CubeAction.DOUBLE, CubeReply.DROP),
    ("-A---BB--------------bca--:1:1", CubeAction.NO_DOUBLE, CubeReply.TAKE),
    ("---BB----------------ab-b-:1:1", CubeAction.DOUBLE, CubeReply.DROP),
]
"""The board, the cube and its owner; then what is right, by gnubg's two-sided database too."""


def shape(home: Points) -> Points:
    return (0, *home, *(0,) * 19)


@cache
def nexts(home: Points) -> list[Points]:
    """Return the home board after each of ROLLS, played so that the fewest rolls are left."""
    replies = [[after[1:7] for after in results(shape(home), roll, STANDARD)] for roll in ROLLS]
    return [min(each, key=bearoff.mean) for each in replies]


@cache
def single(mine: Points, theirs: Points, owner: int) -> float:
    """Return the equity of the player on roll, who does not double now; ``owner``: as in Stakes."""
    after = [-worth(theirs, left, -owner) if any(left) else 1.0 for left in nexts(mine)]
    return sum(weight * value for weight, value in zip(WEIGHTS, after, strict=True)) / 36


@cache
def worth(mine: Points, theirs: Points, owner: int) -> float:
    """Return the equity of the player on roll, who may double first if the cube allows it."""
    undoubled = single(mine, theirs, owner)
    return undoubled if owner < 0 else max(undoubled, min(2 * single(mine, theirs, -1), 1.0))


@pytest.mark.parametrize(("board", "action", "reply"), LAST_ROLLS)
def test_the_cube_in_the_last_rolls_is_handled_as_an_exact_solution_does(
    board: str, action: CubeAction, reply: CubeReply
) -> None:
    match = parse_xgid(f"XGID={board}:1:00:0:0:0:0:10").to_match()
    points, stakes = match.position.points, stakes_of(match)
    both = bearoff.homes(points)
    assert both
    exact = single(*both, stakes.owner), 2 * single(*both, -1)
    found = finish(study_cube(Search(judge(), STANDARD), points, stakes, 2))
    assert (found.no_double, found.double_take) == pytest.approx(exact, abs=0.06)
    assert (found.action, found.reply) == (action, reply)
    best = min(exact[1], 1.0) > exact[0]
    assert (best, exact[1] > 1.0) == (action is CubeAction.DOUBLE, reply is CubeReply.DROP)


def test_the_cube_is_less_efficient_only_near_the_end_of_a_bear_off() -> None:
    few, more, full = [shape(home) for home in ((2, 0, 0, 0, 0, 0), (2, 2, 2, 0, 0, 0), (2, 2, 2, 3, 3, 3))]
    against = [-count for count in shape((2, 2, 2, 2, 0, 0))[::-1]]
    found = [efficiency(tuple(map(sum, zip(each, against, strict=True)))) for each in (few, more, full)]
    assert found[0] < found[1] < found[2] <= EFFICIENCY
    outside = (0, 2, *(0,) * 5, 1, *(0,) * 15, -2, 0, 0)
    assert efficiency(outside) == EFFICIENCY
