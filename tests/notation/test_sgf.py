"""Match files in SGF: those of gnubg are read, and errors and remarks name the place."""

import re
from collections.abc import Callable

import pytest

from backgammon.core.match import (
    Awarded,
    Dropped,
    OpeningRoll,
)
from backgammon.notation.detect import parse_anything
from backgammon.notation.errors import NotationError
from backgammon.notation.sgf import parse_sgf

SGF = """\
(;FF[4]GM[6]CA[UTF-8]AP[GNU Backgammon:1.07.001]MI[length:3][game:0][ws:0][bs:0]PW[Ann]PB[Bob]DT[2026-11-20]
EV[Club \\] evening]RU[Crawford]RE[B+1]GS[M:0 0 0]
;B[31qtst]C[making the point]DA[E ver 3]
;W[52xvmh]A[0][mhxv E ver 3 0.48](;B[double];W[drop])(;B[66]))
"""


LONG = {"PW": "PlayerWhite", "PB": "PlayerBlack", "B": "Black", "W": "White", "C": "Comment", "GM": "GaMe"}


@pytest.mark.parametrize("name", [str.lower, str.upper, lambda name: LONG.get(name, name)])
def test_names_of_properties_may_have_small_letters(name: Callable[[str], str]) -> None:
    written = re.sub(r"\b[A-Z]{1,2}(?=\[)", lambda found: name(found[0]), SGF)
    assert parse_sgf(written) == parse_sgf(SGF)


def test_gnubg_sgf() -> None:
    record = parse_sgf(SGF)
    assert record.players == ("Ann", "Bob")
    assert dict(record.event) == {"EventDate": "2026.11.20", "Event": "Club ] evening"}
    assert record.log[0] == OpeningRoll(1, 3)
    assert record.log[-1] == Dropped()
    assert record.games[0].comments == ((1, "making the point"),)
    assert record.end.score == (0, 1)


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "key"),
    [
        ("31qtst", "31qtxx", 3, 4, "stopped"),
        ("W[52xvmh]", "B[52xvmh]", 4, 4, "stopped"),
        ("double", "redouble", 4, 38, "passed-over"),
        ("AP[GNU", "AP GNU", 1, 22, "passed-over"),
        (")(;B[66]))", "", 5, 1, "cut-off"),
        ("C[mak", "C mak", 3, 11, "passed-over"),
        ("RE[B+1]", "RE[W+7]", 2, 35, "result"),
    ],
)
def test_remarks_on_an_sgf_name_the_place(old: str, new: str, line: int, column: int, key: str) -> None:
    remark = parse_sgf(SGF.replace(old, new)).remarks[0]
    assert (remark.key, remark.line, remark.column) == (key, line, column)


def test_what_follows_an_impossible_play_is_left_out() -> None:
    record = parse_sgf(SGF.replace("31qtst", "31qtxx"))
    assert record.log == (OpeningRoll(1, 3), Awarded(1, (0, 1)))
    assert [remark.key for remark in record.remarks] == ["stopped"]


def test_variations_may_be_as_deep_as_a_match_is_long() -> None:
    deep = SGF[: SGF.rindex("(;B[double]")] + "(;B[double]" * 500 + ")" * 501
    assert parse_sgf(deep).log[:-1] == parse_sgf(SGF).log[:-1]


@pytest.mark.parametrize(("number", "games", "said"), [("[game:0]", 1, ["after"]), ("", 2, [])])
def test_a_tree_without_a_number_is_the_next_game(number: str, games: int, said: list[str]) -> None:
    first = SGF.replace("[game:0]", number)
    record = parse_sgf(first + first.replace("bs:0", "bs:1"))
    assert len(record.games) == games
    assert [remark.key for remark in record.remarks] == said


@pytest.mark.parametrize("begin", ["\ufeff(;", "( ;", "\ufeff\n (\n;"])
def test_a_tree_begins_after_a_byte_order_mark_and_spaces(begin: str) -> None:
    text = SGF.replace("(;", begin, 1)
    assert parse_anything(text) == parse_sgf(SGF)


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "expected"),
    [
        ("length:3", "length:x", 1, 52, "number"),
        ("length:3", "length:200", 1, 52, "not 'length:200'"),
        ("ws:0", "ws:3", 1, 70, "scores below 3, not 'ws:3'"),
        ("bs:0", "bs:4", 1, 76, "scores below 3, not 'bs:4'"),
        ("GM[6]", "GM[1]", 1, 11, "backgammon"),
        ("(;FF", "hello", 1, 1, "game tree"),
    ],
)
def test_errors_in_an_sgf_name_the_place(old: str, new: str, line: int, column: int, expected: str) -> None:
    with pytest.raises(NotationError, match=expected) as caught:
        parse_sgf(SGF.replace(old, new))
    assert (caught.value.line, caught.value.column) == (line, column), caught.value


SET_UP = "(;GM[6]MI[length:5]PW[a]PB[b];AE[a:y]AW[f][e]AB[t]CP[w]CV[2]PL[B]DI[31])"


@pytest.mark.parametrize(
    ("old", "new", "place", "expected"),
    [
        ("CV[2]", "CV[3]", "3]PL", "power of two up to 32768, not 3.*, not '3'"),
        ("CV[2]", "", "w]PL", "nobody owns a cube of 1.*, not 'w'"),
        ("CP[w]", "", "2]PL", "a cube of 2 has an owner.*, not '2'"),
        ("AW[f][e]", "AW[a:p]", "a:y", "16 checkers.*, not 'a:y'"),
    ],
)
def test_an_impossible_set_up_is_named_where_it_stands(old: str, new: str, place: str, expected: str) -> None:
    text = SET_UP.replace(old, new)
    with pytest.raises(NotationError, match=expected) as caught:
        parse_sgf(text)
    assert caught.value.column == text.index(place) + 1


@pytest.mark.parametrize(
    ("old", "new", "cube"),
    [("CV[2]", "CV[two]", (1, None)), ("DI[31]", "DI[71]", (2, 0)), ("AW[f]", "AW[f][?]", (2, 0))],
)
def test_an_invalid_value_leaves_the_rest_of_the_set_up(
    old: str, new: str, cube: tuple[int, int | None]
) -> None:
    record = parse_sgf(SET_UP.replace(old, new))
    assert [remark.key for remark in record.remarks] == ["passed-over"]
    assert (record.start.cube, record.start.cube_owner) == cube
    assert record.start.on_roll == 1
    assert record.start.dice == (None if "7" in new else (3, 1))
