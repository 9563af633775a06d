"""What judges positions refuses those that no game can reach, under any rules."""

from typing import Any

import pytest

from backgammon.core.errors import PositionError
from backgammon.core.position import START, Points
from backgammon.core.rules import STANDARD, Rules, custom
from backgammon.engine.net_evaluator import judge

THREE = custom(STANDARD, start=(0, -1, -1, -1, *[0] * 18, 1, 1, 1, 0))


def points(**counts: Any) -> Points:
    """Return the start with other counts on some points, by names such as p6."""
    return tuple([counts.get(f"p{index}", count) for index, count in enumerate(START)])


@pytest.mark.parametrize(
    ("position", "rules", "fault"),
    [
        (START[:25], STANDARD, "26 whole numbers"),
        ((*START, 0), STANDARD, "26 whole numbers"),
        (points(p13=5.5), STANDARD, "26 whole numbers"),
        (points(p13="5"), STANDARD, "26 whole numbers"),
        (7, STANDARD, "26 whole numbers"),
        (points(p6=6), STANDARD, "16 checkers, more than 15"),
        (points(p24=0, p13=-5), STANDARD, "20 checkers, more than 15"),
        (points(p24=-16, p13=0), STANDARD, "checkers, more than 15"),
        ((0, *[12] * 22, -1, -1, 0), STANDARD, "264 checkers, more than 15"),
        (points(p0=1, p6=4), STANDARD, "a bar holds checkers of one side"),
        (points(p25=-1, p1=1), STANDARD, "a bar holds checkers of one side"),
        ((0,) * 26, STANDARD, "both sides have borne off"),
        ((0, 15, *[0] * 24), STANDARD, "the game is over"),
        ((*[0] * 24, -15, 0), STANDARD, "the game is over"),
        (START, THREE, "15 checkers, more than 3"),
        ((0, 3, *[0] * 24), THREE, "the game is over"),
    ],
)
def test_an_impossible_position_is_refused(position: Points, rules: Rules, fault: str) -> None:
    with pytest.raises(PositionError, match=fault):
        judge().evaluate([rules.start, position], rules)


@pytest.mark.parametrize("rules", [STANDARD, THREE])
def test_a_list_of_points_is_as_good_as_a_tuple(rules: Rules) -> None:
    race = (0, 3, *[0] * 20, -1, -1, -1, 0)
    asked = [rules.start, race]
    lists: list[Any] = [list(each) for each in asked]
    assert judge().evaluate(lists, rules) == judge().evaluate(asked, rules)
