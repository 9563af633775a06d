"""Snowie positions, as exported by gnubg 1.07: every field is read, whoever is on roll."""

import pytest

from backgammon.core.match import Phase
from backgammon.core.position import START
from backgammon.notation.detect import parse_anything
from backgammon.notation.errors import NotationError
from backgammon.notation.setup import Setup
from backgammon.notation.snowie import parse_snowie

_BOARD = "0;-2;0;0;0;0;5;0;3;0;0;0;-5;5;0;0;0;-3;0;-5;0;0;0;0;2;0"
ROLLED = f"5;0;0;0;1;Bob;Alice;0;3;2;1;0;{_BOARD};3;1;"
OWNED = f"5;0;0;0;0;Alice;Bob;0;2;3;2;-1;{_BOARD};0;0;"
MONEY = "0;1;0;1;1;Bob;Alice;0;0;0;1;0;0;-1;0;-1;0;0;5;0;3;0;0;0;-4;5;0;0;0;-4;0;-5;0;0;0;0;2;0;4;2;"


def test_a_roll_to_play_in_a_match() -> None:
    assert parse_snowie(ROLLED) == Setup(
        START, on_roll=1, phase=Phase.TO_PLAY, dice=(3, 1), score=(2, 3), length=5
    )


def test_the_opponents_cube() -> None:
    assert parse_snowie(OWNED) == Setup(START, cube=2, cube_owner=1, score=(2, 3), length=5)


def test_money_by_the_jacoby_rule() -> None:
    setup = parse_snowie(MONEY)
    assert (setup.jacoby, setup.length, setup.on_roll, setup.dice) == (True, 0, 1, (4, 2))
    assert setup.to_match().position.gnu_id == "4PPgASTgc/ABMA"


def test_a_crawford_game() -> None:
    text = ROLLED.replace("Alice;0;3;2", "Alice;1;4;2")
    assert parse_snowie(text).crawford
    assert parse_snowie(text).to_match().crawford_game


@pytest.mark.parametrize("text", [ROLLED, f"From a forum:\r\n{ROLLED}\r\nWhat would you play?"])
def test_it_is_found_in_any_text(text: str) -> None:
    assert parse_anything(text) == parse_snowie(ROLLED)


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("3;1;", "3;", "character 1: expected 40 fields"),
        (";3;1;", ";3;0;", "expected two dice from 1 to 6, or nothing before the roll, not '0'"),
        (";3;1;", ";7;1;", "expected two dice"),
        (";1;0;0;-2", ";3;0;0;-2", "expected a cube"),
        (";1;0;0;-2", ";1;2;0;-2", "expected the cube's place"),
        (";-2;", ";-20;", "at most 15 checkers"),
        ("5;0;0;0;1", "500;0;0;0;1", "match length"),
    ],
)
def test_errors_say_where(old: str, new: str, error: str) -> None:
    with pytest.raises(NotationError, match=error):
        parse_snowie(ROLLED.replace(old, new, 1))
