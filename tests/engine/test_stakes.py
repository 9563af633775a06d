"""Stakes: impossible ones are refused, and those derived from others are right."""

from dataclasses import replace
from typing import Any

import pytest

from backgammon.core.errors import BackgammonError
from backgammon.core.match import HIGHEST_CUBE, MAX_LENGTH
from backgammon.core.rules import custom
from backgammon.engine.stakes import Stakes


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"cube": 3}, "not 3"),
        ({"cube": 0}, "not 0"),
        ({"cube": -2}, "not -2"),
        ({"cube": 2.0}, "not 2.0"),
        ({"cube": 2 * HIGHEST_CUBE}, str(2 * HIGHEST_CUBE)),
        ({"owner": 2}, "not 2"),
        ({"away": (0, 5)}, r"not \(0, 5\)"),
        ({"away": (5, -1)}, r"not \(5, -1\)"),
        ({"away": (MAX_LENGTH + 1, 1)}, "not"),
        ({"away": (5,)}, r"not \(5,\)"),
        ({"away": [5, 5]}, r"not \[5, 5\]"),
        ({"away": (2.5, 5)}, "not"),
    ],
)
def test_what_no_game_is_played_for_is_refused(fields: dict[str, Any], said: str) -> None:
    with pytest.raises(BackgammonError, match=said):
        Stakes(**fields)
    with pytest.raises(BackgammonError, match=said):
        replace(Stakes(away=(3, 4)), **fields)


def test_the_other_side_and_another_cube() -> None:
    stakes = Stakes(cube=2, owner=1, away=(3, 5), crawford_done=True)
    assert stakes.flip() == replace(stakes, owner=-1, away=(5, 3))
    assert stakes.after_double() == replace(stakes, cube=4, owner=-1)
    assert stakes.with_cube(8, 0) == replace(stakes, cube=8, owner=0)
    assert hash(stakes.flip().flip()) == hash(stakes)


@pytest.mark.parametrize(
    ("limit", "value", "owner", "turns"),
    [
        (0, 1, 0, (True, True, True)),
        (2, 1, 0, (True, False, False)),
        (4, 1, 0, (True, True, True)),
        (4, 2, 1, (True, False, False)),
        (8, 2, -1, (False, False, True)),
        (8, 8, 1, (False, False, False)),
        (0, HIGHEST_CUBE // 4, 1, (True, True, True)),
        (0, HIGHEST_CUBE // 2, 1, (True, False, False)),
        (0, HIGHEST_CUBE, 1, (False, False, False)),
    ],
)
def test_how_often_the_cube_may_turn_before_the_next_roll(
    limit: int, value: int, owner: int, turns: tuple[bool, bool, bool]
) -> None:
    """By a double, a beaver that answers it, and a raccoon that answers the beaver of another double."""
    stakes = Stakes(custom(beavers=True, raccoons=True, cube_limit=limit), value, owner)
    assert (stakes.may_double, stakes.beavers, stakes.raccoons) == turns
    match = replace(stakes, away=(25, 25))
    assert (match.may_double, match.beavers, match.raccoons) == (turns[0], False, False)
