"""A match that begins at a score: its Crawford game is still to come, is this one, or is over."""

import pytest
from notation.test_files import FORMATS

from backgammon.core.match import Doubled, OpeningRoll, Phase, Played, Rolled, Took, new_match
from backgammon.core.rules import STANDARD
from backgammon.notation.mat import parse_mat
from backgammon.notation.record import Game, Record
from backgammon.notation.sgf import format_sgf, parse_sgf


def test_a_session_that_begins_at_a_score() -> None:
    record = parse_mat(" 5 point match\n Game 4\n A : 4                          B : 2\n  1) 31: 8/5 6/5\n")
    assert record.start.score == (4, 2)
    assert record.end.crawford_game
    assert record.end.phase is Phase.TO_ROLL
    assert parse_sgf(format_sgf(record)) == record


@FORMATS
def test_a_match_after_its_crawford_game_keeps_its_doubles(write, read) -> None:  # type: ignore[no-untyped-def]
    start = new_match(STANDARD, 5, score=(4, 2), crawford_done=True)
    actions = (OpeningRoll(3, 1), Played(((8, 5), (6, 5))), Doubled(), Took(), Rolled((6, 4)))
    again = read(write(Record(("Ann", "Bob"), start, (Game(actions),))))
    assert (again.log, again.remarks, again.end.crawford_game) == (actions, (), False)


@pytest.mark.parametrize(
    ("score", "rule", "game", "done"),
    [((1, 2), "", False, False), ((4, 1), "", False, True), ((4, 1), ":CrawfordGame", True, False)],
)
def test_only_the_last_point_can_follow_the_crawford_game(
    score: tuple[int, int], rule: str, game: bool, done: bool
) -> None:
    info = f"MI[length:5][game:3][ws:{score[0]}][bs:{score[1]}]RU[Crawford{rule}]"
    start = parse_sgf(f"(;GM[6]{info};W[31hefe])").start
    assert (start.score, start.crawford_game, start.crawford_done) == (score, game, done)
