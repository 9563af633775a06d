"""Plays as text: legal plays are read back, short forms mean what players mean, the rest is an error."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from notation.strategies import positions

from backgammon.core.dice import ROLLS, Roll
from backgammon.core.plays import legal_plays
from backgammon.core.position import Position
from backgammon.core.rules import PRESETS, Rules
from backgammon.notation.errors import NotationError
from backgammon.notation.play import format_play, parse_play

START = Position.start()


@given(positions(), st.sampled_from(ROLLS), st.sampled_from(tuple(PRESETS.values())))
def test_every_legal_play_is_read_back(position: Position, dice: Roll, rules: Rules) -> None:
    for play in legal_plays(position, dice, rules)[:12]:
        assert parse_play(format_play(play), position, dice, rules).after == play.after
        steps = " ".join(f"{source}/{target}" for source, target in play.steps)
        assert parse_play(steps, position, dice, rules).steps == play.steps


def test_a_play_keeps_the_number_of_checkers() -> None:
    start = Position((0, -1, -1, -1, *[0] * 18, 1, 1, 1, 0), 3)
    for play in legal_plays(start, (6, 5)):
        assert parse_play(format_play(play), start, (6, 5)).result == play.result


def board(**checkers: int) -> Position:
    """Return a position from checkers on points, such as p24=2, with the rest of both sides borne off."""
    points = [0] * 26
    for name, count in checkers.items():
        points[int(name[1:])] = count
    return Position(tuple(points))


@pytest.mark.parametrize(
    ("text", "dice", "said"),
    [
        ("8/5 6/5", (3, 1), "8/5 6/5"),
        ("6/5 8/5", (3, 1), "8/5 6/5"),
        ("24/14", (6, 4), "24/14"),
        ("24/18/14", (6, 4), "24/14"),
        ("13/11(2) 6/4(2)", (2, 2), "13/11(2) 6/4(2)"),
        ("13/9(2)", (2, 2), "13/9(2)"),
        ("24/22 24/22, 6/4; 6/4", (2, 2), "24/22(2) 6/4(2)"),
        ("24/23* 13/11", (2, 1), "24/23 13/11"),
    ],
)
def test_short_forms(text: str, dice: Roll, said: str) -> None:
    assert str(parse_play(text, START, dice)) == said


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bar/22*/18", "bar/22*/18"),
        ("b/22/18", "bar/22*/18"),
        ("25/22*/18*", "bar/22*/18"),
        ("bar/18*", "bar/22*/18"),
        ("Bar/18", "bar/18"),
    ],
)
def test_an_asterisk_chooses_the_route(text: str, said: str) -> None:
    position = board(p25=1, p13=5, p22=-1, p1=-3)
    assert str(parse_play(text, position, (4, 3))) == said


@pytest.mark.parametrize("text", ["6/off 5/off", "6/o 5/0", "6/bo 5/f", "5/OFF 6/off"])
def test_bearing_off(text: str) -> None:
    assert str(parse_play(text, board(p6=2, p5=2, p20=-2), (6, 5))) == "6/off 5/off"


def test_bearing_off_with_several_numbers_of_one_checker() -> None:
    assert parse_play("6/off", board(p6=1, p20=-2), (4, 3)).after[6] == 0


@pytest.mark.parametrize("text", ["", "cannot move", "Cannot Move", "can't move", "(no play)", "pass", "---"])
def test_no_play(text: str) -> None:
    shut = board(p25=1, p6=3, **{f"p{point}": -2 for point in range(19, 25)})
    assert parse_play(text, shut, (6, 3)).steps == ()
    with pytest.raises(NotationError):
        parse_play(text, START, (6, 3))


@pytest.mark.parametrize(
    ("text", "column", "expected"),
    [
        ("8/5 6/4", 1, "legal play of 3-1"),
        ("8/5", 1, "legal play"),
        ("8/5 hello", 5, "a step such as"),
        ("8/5 6", 5, "a step such as"),
        ("8/5 26/25", 5, "a point from 1 to 24"),
        ("8/5 5/6", 5, "higher to a lower"),
        ("8/5 6/5(9)", 5, "a step such as"),
        ("8/7(4) 6/5(2)", 8, "at most 4 steps"),
        ("8/5 6/5 " * 40, 1, "at most 200"),
        ("8/٥", 1, "a point from 1 to 24"),
    ],
)
def test_errors_name_the_place(text: str, column: int, expected: str) -> None:
    with pytest.raises(NotationError, match=expected) as caught:
        parse_play(text, START, (3, 1))
    assert caught.value.column == column


def test_a_roll_that_is_none() -> None:
    with pytest.raises(NotationError, match="a roll"):
        parse_play("8/5", START, (7, 1))
