"""What a match file says of a match, what it can say before its first roll, and what it may leave out."""

import pytest
from notation.test_files import FORMATS
from notation.test_foreign import OPENED, keys, mat

from backgammon.core.match import (
    Accepted,
    Action,
    Awarded,
    Doubled,
    Ending,
    OpeningRoll,
    Played,
    Resigned,
    Rolled,
    Took,
    new_match,
)
from backgammon.core.rules import STANDARD, Opening, custom
from backgammon.notation.errors import NotationError
from backgammon.notation.mat import format_mat, parse_mat
from backgammon.notation.match_builder import MatchBuilder
from backgammon.notation.record import Game, Record
from backgammon.notation.sgf import parse_sgf

GAME = " Game {}\n Ann : 0                        Bob : 0\n"


@pytest.mark.parametrize("opening", Opening)
@pytest.mark.parametrize("winner", [0, 1])
def test_before_the_first_roll_one_can_resign_only_where_that_roll_is_thrown_again(
    opening: Opening, winner: int
) -> None:
    builder = MatchBuilder(new_match(custom(opening=opening), 3))
    assert builder.win(winner, 1) is (opening is not Opening.KEEP)
    state = builder.state
    assert state.result
    assert (state.result.winner, state.result.points) == (winner, 1)
    assert state.result.ending is (Ending.AWARDED if opening is Opening.KEEP else Ending.RESIGNED)


def test_a_hit_on_the_ace_point_has_its_star_in_a_match_file() -> None:
    split, hit = Played(((13, 11), (24, 23))), Played(((8, 3), (8, 3), (6, 1), (6, 1)))
    game = Game((OpeningRoll(2, 1), split, Rolled((5, 5)), hit))
    written = format_mat(Record(start=new_match(STANDARD, 3), games=(game,)))
    assert "55: 8/3 8/3 6/1* 6/1\n" in written


@pytest.mark.parametrize(
    ("game", "second", "last", "said"),
    [
        ("", (0, 2), [Resigned(2), Accepted()], []),
        ("  2) 64: 24/14\n", (1, 0), [Resigned(1), Accepted()], []),
        ("", (1, 0), [Awarded(0, (1, 0))], ["score"]),
        ("", (3, 1), [Awarded(0, (3, 1))], ["score"]),
        ("", (1, 3), [Awarded(1, (1, 3))], ["score"]),
    ],
)
def test_a_game_without_a_result_ends_as_the_next_score_tells(
    game: str, second: tuple[int, int], last: list[Action], said: list[str]
) -> None:
    record = mat(f"0 0\n{OPENED}{game}", "{} {}\n{}".format(*second, OPENED))
    assert list(record.games[0].actions[-len(last) :]) == last
    assert (len(record.games), record.end.score, keys(record)) == (2, second, said)


def test_a_heading_without_moves_is_no_game() -> None:
    record = mat("0 0\n", "0 0\n" + OPENED)
    assert (len(record.games), record.end.score, record.remarks) == (1, (0, 0), ())


def test_a_game_that_begins_with_a_double_has_had_its_opening_roll() -> None:
    doubled = "  1)  Doubles => 2               Takes\n  2) 33: 8/5(2) 6/3(2)\n"
    record = mat("0 0\n" + doubled)
    assert record.start.rules.opening is Opening.REROLL
    assert [type(action) for action in record.log] == [OpeningRoll, Doubled, Took, Rolled, Played]
    assert keys(record) == []


@pytest.mark.parametrize(("points", "taken"), [(4, False), (6, False), (8, True), (12, True)])
def test_who_resigns_more_than_a_beaver_offers_has_taken_it(points: int, taken: bool) -> None:
    cube = "  1) 31: 8/5 6/5                  Doubles => 2\n  2)  Beavers => 4\n"
    record = mat(f"0 0\n{cube}      Wins {points} points\n", length=0)
    assert (Took() in record.log, record.end.score, keys(record)) == (taken, (points, 0), [])


@pytest.mark.parametrize(
    ("rule", "told", "score", "said"),
    [("", 2, 2, []), ("", 1, 1, ["result"]), ("RU[Jacoby]", 1, 1, []), ("RU[Jacoby]", 2, 1, [])],
)
def test_a_gammon_that_the_jacoby_rule_removes_may_be_told(
    rule: str, told: int, score: int, said: list[str]
) -> None:
    black = "[x]" * 15
    record = parse_sgf(f"(;GM[6]MI[length:0]{rule}AE[a:y]AW[a]AB{black}PL[W]RE[W+{told}];W[21az])")
    assert (record.end.score, keys(record)) == ((score, 0), said)


def test_the_last_play_is_filled_in_where_it_ends_the_game() -> None:
    for roll in ("W[21]", "PL[W]DI[21]"):
        record = parse_sgf(f"(;GM[6]MI[length:3]AE[a:y]AW[a]AB[x]PL[W]RE[W+1];{roll})")
        assert (record.log[-1], record.end.score, keys(record)) == (Played(((1, 0),)), (1, 0), [])


def test_lines_before_the_match_are_comments_or_tags() -> None:
    record = parse_mat(f'Tallinn Open, final\n;[Site "Kopli"]\n  ;  live\n 5 point match\n{OPENED}')
    assert record.comments == ("Tallinn Open, final", "live")
    assert record.event == (("Site", "Kopli"),)


def test_a_match_cannot_begin_at_a_score_that_ends_it() -> None:
    with pytest.raises(NotationError, match=r"^line 3, column 2: expected scores below 3"):
        parse_mat(" 3 point match\n Game 1\n Ann : 1   Bob : 3\n")


def test_games_may_all_have_the_number_one() -> None:
    record = mat("0 0\n" + OPENED, "1 0\n" + OPENED)
    again = parse_mat(format_mat(record).replace("Game 2", "Game 1"))
    assert (again, again.remarks) == (record, ())


@pytest.mark.parametrize(("number", "games", "said"), [(1, 1, ["after"]), (2, 2, ["score"])])
def test_a_first_game_from_love_all_begins_another_match(number: int, games: int, said: list[str]) -> None:
    record = parse_mat(f" 5 point match\n{GAME.format(1)}{OPENED}{GAME.format(number)}{OPENED}")
    assert (len(record.games), keys(record)) == (games, said)


@FORMATS
def test_a_roll_that_cannot_be_played_may_be_the_last(write, read) -> None:  # type: ignore[no-untyped-def]
    rules = custom(start=(0, -3, *[0] * 5, 2, *[0] * 5, 1, *[0] * 12))
    actions = (OpeningRoll(2, 1), Played(((13, 11), (11, 10))), Rolled((6, 6)))
    record = Record(("Ann", "Bob"), new_match(rules, 3), (Game(actions),))
    assert read(write(record)) == record
