"""The idea of the best play: what it does and the other play does not, the most telling thing first."""

import pytest
from app.positions import page_at, position

from backgammon.core.dice import Roll
from backgammon.core.plays import Steps
from backgammon.core.position import Position
from backgammon.features.coach.ideas import idea_of

START = Position.start()
BLOT = position({8: 2, 6: 2}, {20: 1})
RACE = position({5: 2, 2: 2}, {1: 2})


@pytest.mark.parametrize(
    ("where", "dice", "best", "other", "idea"),
    [
        (BLOT, (3, 1), ((8, 5), (6, 5)), ((8, 7), (6, 3)), "hit"),
        (BLOT, (3, 1), ((8, 5), (6, 5)), ((6, 5), (6, 3)), "point"),
        (START, (3, 1), ((8, 5), (6, 5)), ((24, 23), (13, 10)), "point"),
        (RACE, (2, 1), ((2, 0), (2, 1)), ((5, 3), (5, 4)), "off"),
        (START, (6, 5), ((24, 18), (18, 13)), ((13, 7), (13, 8)), "run"),
        (START, (2, 1), ((13, 11), (6, 5)), ((24, 22), (24, 23)), "hold"),
        (START, (2, 1), ((13, 11), (11, 10)), ((13, 11), (6, 5)), "safe"),
        (START, (2, 1), ((13, 11), (6, 5)), ((13, 11), (6, 5)), ""),
        (RACE, (3, 1), ((5, 4), (5, 2)), ((5, 2), (2, 1)), ""),
    ],
)
def test_the_first_idea_that_only_the_best_play_has(
    where: Position, dice: Roll, best: Steps, other: Steps, idea: str
) -> None:
    match = page_at(where, dice).model.game.match
    assert idea_of(match, best, other) == idea
