"""Match files: our own are read back whole, those of other programs are read, errors name the place."""

from dataclasses import replace
from operator import itemgetter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from notation.games import BEAVERS, JACOBY, MONEY, RACCOONS, random_match
from notation.test_sgf import SGF
from strategies import THREE

from backgammon.core.match import (
    Accepted,
    Awarded,
    Beavered,
    Doubled,
    OpeningRoll,
    Played,
    Raccooned,
    Refused,
    Resigned,
    Rolled,
    Took,
    new_match,
    replay,
)
from backgammon.core.rules import PRESETS, STANDARD, Opening, Rules, custom
from backgammon.notation.detect import parse_anything
from backgammon.notation.errors import NotationError
from backgammon.notation.mat import format_mat, parse_mat
from backgammon.notation.record import Game, Record
from backgammon.notation.sgf import format_sgf, parse_sgf
from backgammon.notation.sgf_trees import escape
from backgammon.notation.xgtext import parse_xg_text

FORMATS = pytest.mark.parametrize(("write", "read"), [(format_mat, parse_mat), (format_sgf, parse_sgf)])
RULES = [
    (STANDARD, 5),
    (STANDARD, 1),
    (custom(STANDARD, crawford=False), 3),
    (MONEY, 0),
    (JACOBY, 0),
    (BEAVERS, 0),
    (RACCOONS, 0),
    (custom(MONEY, automatic_doubles=3, cube_limit=64), 0),
    (custom(MONEY, cube_limit=2**24), 0),
    (custom(MONEY, cube_limit=1024), 0),
    (custom(MONEY, cube=False), 0),
    (PRESETS["leaflet"], 0),
    (PRESETS["ga207"], 0),
    (PRESETS["tryktrak"], 7),
    (THREE, 5),
]


@FORMATS
@pytest.mark.parametrize(("rules", "length"), RULES)
@pytest.mark.parametrize("seed", [1, pytest.param(range(2, 60), marks=pytest.mark.slow)])
def test_what_is_written_is_read_back(write, read, rules: Rules, length: int, seed) -> None:  # type: ignore[no-untyped-def]
    for number in [seed] if isinstance(seed, int) else seed:
        record = random_match(number, rules, length, 3, strange=True)
        again = read(write(record))
        assert again == record
        assert again.remarks == ()
        assert parse_anything(write(record)) == record
        assert replay(record.start, record.log) == record.end


@FORMATS
def test_names_event_and_remarks_are_kept(write, read) -> None:  # type: ignore[no-untyped-def]
    actions = (OpeningRoll(3, 1), Played(((8, 5), (6, 5))), Doubled(), Took(), Rolled((6, 4)))
    record = Record(
        ("Ann: the \\ 1st]", "Bob [x] ; é"),
        new_match(length=7),
        (Game(actions, ((1, "best\nby far"), (1, "twice"), (2, "] \\n ;"), (4, "on a roll"))),),
        (
            ("Event", "Club; evening"),
            ("Round", "2"),
            ("Site", "Tallinn"),
            ("EventDate", "2026.11.20"),
            ("Elo", "1600"),
        ),
        ("a remark", '[Site "not a tag"]', "  two\nlines ", ""),
    )
    assert read(write(record)) == record


@FORMATS
def test_a_name_may_begin_as_another_line_does(write, read) -> None:  # type: ignore[no-untyped-def]
    games = (Game((OpeningRoll(3, 1), Awarded(1, (0, 2)))), Game((OpeningRoll(1, 3),)))
    record = Record(("#1", "; Bob"), new_match(length=7), games)
    assert read(write(record)) == record
    for names in [(";", "#Ann"), ("7 point match", "5 point match"), ("Match to 7 points", "Game 2")]:
        again = replace(record, players=names)
        assert read(write(again)) == again


@FORMATS
@pytest.mark.parametrize("ties", [1, 3])
def test_a_game_that_stands_at_a_tie(write, read, ties: int) -> None:  # type: ignore[no-untyped-def]
    record = Record(("Ann", "Bob"), new_match(), (Game((OpeningRoll(6, 6),) * ties),))
    found = read(write(record))
    assert (found, found.remarks) == (record, ())


@FORMATS
@pytest.mark.parametrize("rules", [STANDARD, PRESETS["tryktrak"]])
@pytest.mark.parametrize("before", [(), (Resigned(3),), (Resigned(1), Refused())])
@pytest.mark.parametrize("roll", [OpeningRoll(5, 3), OpeningRoll(2, 1)])
def test_what_came_before_an_award_is_kept(write, read, rules: Rules, before, roll) -> None:  # type: ignore[no-untyped-def]
    games = (Game((OpeningRoll(4, 4), Awarded(0, (2, 0)))), Game((roll, *before, Awarded(1, (2, 1)))))
    record = Record(("Ann", "Bob"), new_match(rules, 7), games)
    found = read(write(record))
    assert (found, found.remarks) == (record, ())


LINES = st.text(max_size=30).map(lambda text: " ".join(text.split()))


@FORMATS
@given(
    names=st.tuples(LINES.filter(bool), LINES.filter(bool)),
    site=LINES,
    remarks=st.lists(st.tuples(st.integers(0, 2), st.text(max_size=30)), max_size=4),
    comments=st.lists(st.text(max_size=30), max_size=3),
)
def test_any_text_is_kept(write, read, names, site, remarks, comments) -> None:  # type: ignore[no-untyped-def]
    game = Game(
        (OpeningRoll(3, 1), Played(((8, 5), (6, 5))), Rolled((6, 4))),
        tuple(sorted(remarks, key=itemgetter(0))),
    )
    record = Record(names, new_match(length=7), (game,), (("Site", site),), tuple(comments))
    assert read(write(record)) == record


MAT = """\
; [Event "Club evening"]
; [Jacoby "On"]
; a remark

 0 point match

 Game 1
 Ann Lee : 0                    Bob : 0
  1)                             31: 8/5 6/5
  2) 52: 13/8 24/22               Doubles => 2
  3)  Beavers => 4                Raccoons => 8
  4)  Takes                      66: 24/12(2)
; in between
  5) 41: Cannot Move             55: 13/3(2)
"""


def test_a_money_session_with_beavers() -> None:
    text = (
        MAT.replace("66: 24/12(2)", "64: 24/14")
        .replace("41: Cannot Move", "41: 13/8")
        .replace("55: 13/3(2)", "31: 14/10")
    )
    record = parse_mat(text)
    assert record.players == ("Ann Lee", "Bob")
    assert record.event == (("Event", "Club evening"),)
    assert record.comments == ("a remark",)
    assert record.start.rules.jacoby
    assert record.start.rules.raccoons
    assert [type(action) for action in record.log[4:8]] == [Doubled, Beavered, Raccooned, Took]
    assert record.games[0].comments == ((9, "in between"),)
    assert record.end.cube == 8
    again = parse_mat(format_mat(record))
    assert (again, again.remarks) == (record, ())


XG = """\
; [Site "XG Mobile"]
; [Match ID "123456"]
; [Player 1 "Ann Lee"]
; [Player 2 "XG Roller+"]
; [Player 1 Elo "1600.00/0"]
; [EventDate "2019.01.20"]
; [EventTime "20.15"]
; [Variation "Backgammon"]
; [Unrated "Off"]
; [Crawford "On"]
; [CubeLimit "1024"]

5 point match

 Game 1
 Ann Lee : 0                         XG Roller+ : 0
  1)                                 62: 24/18 13/11
  2) 41: 13/9 6/5                    66: 24/18 13/7(3)
  3) 31: 8/5 6/5                      21: 11/8
  4)  Doubles => 2                   Drops
      Wins 1 point

 Game 2
 Ann Lee : 1                         XG Roller+ : 0
  1) 31: 8/5 6/5                     55: 13/3(2)
"""


def test_a_match_of_extreme_gammon() -> None:
    record = parse_anything(XG)
    assert isinstance(record, Record)
    assert record.players == ("Ann Lee", "XG Roller+")
    assert dict(record.event)["Player 1 Elo"] == "1600.00/0"
    assert (record.start.length, record.end.score, len(record.games)) == (5, (1, 0), 2)
    assert parse_mat(format_mat(record)) == record
    with pytest.raises(NotationError, match="Longgammon is not played here"):
        parse_mat(XG.replace('Variation "Backgammon"', 'Variation "Longgammon"'))


@pytest.mark.parametrize(
    ("told", "word", "point", "checkers"),
    [("NackGammon", "Nackgammon", 23, 15), ("HyperGammon (3)", "Hypergammon3", 22, 3)],
)
def test_a_variation_of_gnubg_begins_from_its_own_position(
    told: str, word: str, point: int, checkers: int
) -> None:
    play = f"24/20 {point}/{point - 1}"
    mat = f'; [Variation "{told}"]\n 3 point match\n Game 1\n A : 0   B : 0\n  1) 41: {play}\n'
    sgf = f"(;GM[6]MI[length:3]PW[A]PB[B]RU[Crawford:{word}])"
    record, other = parse_mat(mat), parse_sgf(sgf)
    assert record.remarks == ()
    assert record.start.rules == other.start.rules
    assert other.start.rules.checkers == checkers
    assert f":{word}]" in format_sgf(other)


def test_gnubg_leaves_out_that_a_beaver_is_taken() -> None:
    text = """\
 0 point match
 Game 1
 Ann : 0                        Bob : 0
  1) 31: 8/5 6/5                  Doubles => 2
  2)  Beavers => 4               52: 13/8 24/22
"""
    assert [type(action) for action in parse_mat(text).log[2:6]] == [Doubled, Beavered, Took, Rolled]


@FORMATS
def test_raccoons_mean_beavers_where_gnubg_has_dropped_the_tag(write, read) -> None:  # type: ignore[no-untyped-def]
    text = write(Record(start=new_match(RACCOONS)))
    for tag in ('; [Beaver "On"]\n', '[Beaver "On"\\]\n'):
        text = text.replace(tag, "")
    assert "Beaver" not in text
    assert read(text).start.rules == RACCOONS


def test_resignations_of_gnubg() -> None:
    after_a_roll = """\
 0 point match
 Game 1
 Ann : 0                        Bob : 0
  1) 32: 13/10 24/22             65:
      Wins 2 points
 Game 2
 Ann : 2                        Bob : 0
  1) 61:       Wins 1 point
"""
    record = parse_mat(after_a_roll)
    assert record.games[0].actions[-3:] == (Rolled((6, 5)), Resigned(2), Accepted())
    assert record.games[1].actions == (OpeningRoll(1, 6), Resigned(1), Accepted())
    assert record.end.score == (3, 0)


def test_the_points_won_tell_of_the_jacoby_rule() -> None:
    game = random_match(24, JACOBY, 0, 9)
    text = "".join(line for line in format_mat(game).splitlines(keepends=True) if "Jacoby" not in line)
    assert parse_mat(text).end.score == game.end.score
    assert parse_mat(text).start.rules.jacoby


def test_a_match_that_needs_other_rules_says_so() -> None:
    length, heading = " 3 point match\n", " Game 1\n A : {}                          B : 0\n"
    opened = "  1) 31: 8/5 6/5                  "
    won = f"{length}{heading.format(0)}{opened}\n  Wins 2 points\n"
    doubled = parse_mat(f"{won}{heading.format(2)}{opened}Doubles => 2\n  2)  Takes\n")
    assert (doubled.start.rules.crawford, doubled.remarks) == (False, ())
    second = length + heading.format(2)
    again = parse_mat(second + "  1) 33: 8/5(2) 6/3(2)           31: 8/5 6/5\n")
    assert again.start.rules.opening is Opening.REROLL
    assert parse_mat(second).start.crawford_game


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "key", "found"),
    [
        ("8/5 6/5", "8/5 6/4", 9, 38, "stopped", "31: 8/5 6/4"),
        ("8/5 6/5", "8/5 six/5", 9, 42, "stopped", "31: 8/5 six/5"),
        ("=> 4", "=> 5", 11, 15, "passed-over", "=> 5"),
        ("Takes ", "Drops ", 12, 34, "stopped", "64: 24/14"),
        ("Bob : 0", "Bob", 8, 2, "passed-over", "Ann Lee : 0                    Bob"),
        ("  5) 41", "  5) hello 41", 14, 6, "passed-over", "hello"),
        ("Takes", "Wins", 12, 7, "passed-over", "Wins"),
        ("Takes", "Wins 17 points", 12, 7, "result", "Wins 17 points"),
    ],
)
def test_remarks_on_a_mat_name_the_place(
    old: str, new: str, line: int, column: int, key: str, found: str
) -> None:
    text = MAT.replace("66: 24/12(2)", "64: 24/14").replace(old, new)
    remark = parse_mat(text).remarks[0]
    assert (remark.key, remark.line, remark.column) == (key, line, column)
    assert dict(remark.params)["found"] == found
    assert f"line {line}" in str(remark)


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "expected"),
    [
        ("0 point match", "match", 5, 2, "' 7 point match', not 'match'"),
        (MAT, "x", 1, 1, "' 7 point match', not 'x'"),
        (MAT, "; [Event]", 2, 1, "' 7 point match', not ''"),
        ("0 point", "300 point", 5, 2, "1 to 99"),
    ],
)
def test_errors_in_a_mat_name_the_place(old: str, new: str, line: int, column: int, expected: str) -> None:
    with pytest.raises(NotationError, match=expected) as caught:
        parse_mat(MAT.replace(old, new))
    assert (caught.value.line, caught.value.column) == (line, column), caught.value
    assert f"line {caught.value.line}" in str(caught.value)


def test_tags_that_do_not_fit_their_games_are_quoted_where_they_stand() -> None:
    for tag in ('[Refused 1.0 "1"]', '[Roll 1.2 "31"]'):
        in_mat = parse_mat(f'; [Site "Oslo"]\n; {tag}\n{MAT}')
        in_sgf = parse_sgf(SGF.replace("EV[", f"GC[{escape(tag)}]EV["))
        for record, line in ((in_mat, 2), (in_sgf, 2)):
            assert len(record.games[0].actions) > 2
            said = [(remark.key, remark.line, dict(remark.params)["found"]) for remark in record.remarks]
            assert ("passed-over", line, tag) in said


def test_an_empty_file() -> None:
    for read in (parse_mat, parse_sgf, parse_anything, parse_xg_text):
        with pytest.raises(NotationError):
            read("")


def test_a_record_is_cut_at_each_next_game() -> None:
    record = random_match(5, MONEY, 0, 3)
    assert Record.of(record.players, record.start, record.log) == record
    assert len(record.games) == 3


def test_comments_are_found_in_the_log_of_the_match() -> None:
    opening = OpeningRoll(3, 1)
    games = (Game((opening, Rolled((6, 4))), ((1, "first"),)), Game((opening,), ((0, "second"),)))
    record = Record(games=games, comments=("whole",))
    assert record.comments_on_log == ((0, "whole"), (1, "first"), (3, "second"))
    assert record.log[3] == opening


def test_xg_text() -> None:
    text = """\
XGID=-b----E-C---eE---c-e----B-:0:0:1:52:0:0:0:7:10

X:Ann Lee   O:Bob
Score is X:0 O:0 7 pt.(s) match.
X to play 52

    1. XG Roller++ 24/22 13/8                   eq:+0.007
      Player:   50.19% (G:14.27% B:0.65%)
    2. 4-ply       13/11 13/8                   eq:-0.012 (-0.019)

XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:7:10
"""
    first, second = parse_xg_text(text)
    assert first.players == ("Ann Lee", "Bob")
    assert first.setup.dice == (5, 2)
    assert [candidate.equity for candidate in first.candidates] == [0.007, -0.012]
    assert second.setup.on_roll == 1
    french = text.replace("eq:", "éq:").replace("0.0", "0,0")
    assert [candidate.equity for candidate in parse_xg_text(french)[0].candidates] == [0.007, -0.012]
    with pytest.raises(NotationError) as caught:
        parse_xg_text(text.replace(":-1:00", ":-1:99"))
    assert (caught.value.line, caught.value.column) == (11, 40)
