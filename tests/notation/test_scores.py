"""A match that begins at a score: its Crawford game is still to come, is this one, or is over."""

import pytest
from notation.test_files import FORMATS

from backgammon.core.match import (
    Accepted,
    Action,
    Doubled,
    NextGame,
    OpeningRoll,
    Phase,
    Played,
    Resigned,
    Rolled,
    Took,
    apply,
    new_match,
    replay,
)
from backgammon.core.plays import legal_plays
from backgammon.core.rules import PRESETS, STANDARD, custom
from backgammon.notation.errors import NotationError
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


@FORMATS
def test_a_score_that_was_won_is_read_however_high(write, read) -> None:  # type: ignore[no-untyped-def]
    log = (*QUIET.actions[:2], Resigned(3), Accepted(), NextGame(), *QUIET.actions)
    record = Record.of(("Ann", "Bob"), new_match(score=(99_998, 0)), log)
    again = read(write(record))
    assert (again, again.remarks) == (record, ())
    assert again.end.score == (100_001, 0)


@FORMATS
def test_a_game_for_millions_is_read_back(write, read) -> None:  # type: ignore[no-untyped-def]
    log: list[Action] = [OpeningRoll(3, 1), Played(((8, 5), (6, 5)))]
    state = replay(new_match(), log)
    for _ in range(20):
        turn: list[Action] = [Doubled(), Took(), Rolled((2, 1))]
        state = replay(state, turn)
        turn.append(Played(legal_plays(state.position, (2, 1))[-1].steps))
        state = apply(state, turn[-1])
        log += turn
    record = Record.of(("Ann", "Bob"), new_match(), (*log, Resigned(1), Accepted()))
    again = read(write(record))
    assert (again, again.remarks) == (record, ())
    assert max(again.end.score) == 2**20


@pytest.mark.parametrize("score", [100_000, 10**12])
@pytest.mark.parametrize(
    ("before", "said"),
    [
        ("", "line 3, column 2: expected a score up to 99999"),
        (" Ann : 0    Bob : 0\n 1) 31:\n Game 2\n", "line 6, column 2: expected a result of this game"),
    ],
)
def test_a_heading_with_a_score_too_high_is_refused(score: int, before: str, said: str) -> None:
    heading = f" Ann : {score}                       Bob : 3\n"
    with pytest.raises(NotationError, match=f"^{said}.*, not 'Ann : {score}"):
        parse_mat(f" 0 point match\n Game 1\n{before}{heading}  1) 31: 8/5 6/5\n")


def test_a_tree_with_a_score_too_high_is_refused_or_skipped() -> None:
    tree = "(;GM[6]MI[length:0][game:1][ws:0][bs:100000];W[31hefe])"
    with pytest.raises(NotationError, match=r"^line 1, column 35: expected a score up to 99999, not 'bs:1"):
        parse_sgf(tree)
    record = parse_sgf(f"(;GM[6]MI[length:0];W[31hefe])\n{tree}")
    assert [str(remark) for remark in record.remarks] == ["line 2: “bs:100000” was skipped."]
