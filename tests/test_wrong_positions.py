"""What the library is asked about a position that no game can reach is refused, never answered wrongly."""

from collections.abc import Callable, Generator
from typing import Any

import pytest

from backgammon import (
    STANDARD,
    Points,
    Position,
    PositionError,
    RolloutSettings,
    Search,
    Stakes,
    custom,
    finish,
    judge,
    player,
    roll_out_cube,
    roll_out_plays,
    study_cube,
    study_play,
    study_scores,
)

START = Position.start().points
WRONG = {
    "too short": START[:20],
    "empty": (0,) * 26,
    "16 checkers": (*START[:6], 6, *START[7:]),
    "the bar of the other side": (2, *START[1:]),
    "over": (0,) * 6 + (2,) + (0,) * 19,
}
SETTINGS = RolloutSettings(trials=1, truncate=1)
ASKED: dict[str, Callable[[Search, Points], Generator[Any, None, Any]]] = {
    "study_play": lambda search, points: study_play(search, points, (3, 1), Stakes(), plies=0),
    "study_cube": lambda search, points: study_cube(search, points, Stakes(), plies=0),
    "study_scores": lambda search, points: study_scores(search, points, Stakes(), plies=0),
    "roll_out_plays": lambda search, points: roll_out_plays(search, points, (3, 1), Stakes(), [], SETTINGS),
    "roll_out_cube": lambda search, points: roll_out_cube(search, points, Stakes(), SETTINGS),
    "play": lambda _, points: player("club").play(points, (3, 1), Stakes()),
    "doubles": lambda _, points: player("club").doubles(points, Stakes()),
    "answers_double": lambda _, points: player("club").answers_double(points, Stakes(), by_opponent=True),
    "accepts": lambda _, points: player("club").accepts(points, Stakes(), 1, to_opponent=False),
}


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("wrong", WRONG)
def test_a_position_that_no_game_can_reach_is_refused(asked: str, wrong: str) -> None:
    with pytest.raises(PositionError):
        finish(ASKED[asked](Search(judge(), STANDARD), WRONG[wrong]))


def test_more_checkers_than_the_rules_have_are_refused() -> None:
    rules = custom(STANDARD, start=(0, -1, -1, -1, *[0] * 18, 1, 1, 1, 0))
    with pytest.raises(PositionError, match="more than 3"):
        finish(study_cube(Search(judge(), rules), START, Stakes(rules), plies=0))


def test_a_list_is_as_good_as_a_tuple() -> None:
    points: Any = list(START)
    found = [finish(study_cube(Search(judge(), STANDARD), each, Stakes(), 1)) for each in (points, START)]
    assert found[0] == found[1]
