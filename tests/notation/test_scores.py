"""A match that begins at a score: its Crawford game is still to come, is this one, or is over."""

import pytest
from notation.test_files import FORMATS

from backgammon.core.match import Doubled, OpeningRoll, Phase, Played, Rolled, Took, new_match
from backgammon.core.rules import PRESETS, STANDARD, custom
from backgammon.notation.mat import parse_mat
from backgammon.notation.record import Game, Record
from backgammon.notation.sgf import format_sgf, parse_sgf

QUIET = Game((OpeningRoll(3, 1), Played(((8, 5), (6, 5))), Rolled((6, 4))))
DOUBLE = Game((*QUIET.actions[:2], Doubled(), Took(), Rolled((6, 4))))


def test_a_session_that_begins_at_a_score() -> None:
    record = parse_mat(" 5 point match\n Game 4\n A : 4                          B : 2\n  1) 31: 8/5 6/5\n")
    assert record.start.score == (4, 2)
    assert record.end.crawford_game
    assert record.end.phase is Phase.TO_ROLL
    assert parse_sgf(format_sgf(record)) == record


@FORMATS
@pytest.mark.parametrize("rules", [STANDARD, PRESETS["nynorsk"], custom(crawford=False)])
@pytest.mark.parametrize("game", [QUIET, DOUBLE])
def test_a_match_after_its_crawford_game_is_read_back(write, read, rules, game) -> None:  # type: ignore[no-untyped-def]
    record = Record(("Ann", "Bob"), new_match(rules, 5, score=(4, 2), crawford_done=rules.crawford), (game,))
    again = read(write(record))
    assert (again, again.remarks) == (record, ())


@pytest.mark.parametrize("tag", ["", '; [Crawford "On"]\n'])
def test_a_double_tells_that_the_crawford_game_is_over(tag: str) -> None:
    """As gnubg writes such a match, without a tag; with one the double was not read."""
    heading = f"{tag} 5 point match\n Game 1\n Ann : 4                        Bob : 2\n"
    record = parse_mat(
        f"{heading}  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Takes                      64:"
    )
    start = new_match(STANDARD, 5, score=(4, 2), crawford_done=True)
    assert (record.start, record.log, record.remarks) == (start, DOUBLE.actions, ())


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
