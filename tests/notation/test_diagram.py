"""Diagrams as text: every checker stands at the number of its point, and the ID below is read back."""

import pytest
from notation.games import random_match
from strategies import THREE

from backgammon.core.match import Phase, new_match
from backgammon.core.rules import custom
from backgammon.notation.detect import parse_anything
from backgammon.notation.diagram import format_diagram
from backgammon.notation.setup import Setup


def test_a_diagram_holds_its_id() -> None:
    record = random_match(8)
    for state in list(record.states)[1:60]:
        setup = Setup.of(state)
        for bottom in (0, 1):
            text = format_diagram(setup, record.players, bottom)
            if not setup.resigned:
                assert parse_anything(text) == setup


def test_a_diagram_draws_every_checker_it_has_room_for() -> None:
    text = format_diagram(Setup(points=(-2, *Setup().points[1:19], -3, *Setup().points[20:25], 0)))
    assert text.splitlines()[1][21:24] == " O "
    assert "cube" in text
    assert "Crawford game" in format_diagram(Setup(length=3, score=(2, 0), crawford=True))
    rows = format_diagram(Setup(points=(0, 15, *[0] * 22, -15, 0))).splitlines()
    assert (rows[4][41], rows[5][41], rows[7][41], rows[8][41]) == ("O", "f", "f", "X")
    assert ", 1 off" in format_diagram(Setup(points=(0, 2, *[0] * 22, -3, 0)), rules=THREE)


def test_a_diagram_writes_a_roll_with_the_higher_number_first() -> None:
    assert "Ann to play 6-2" in format_diagram(Setup(dice=(2, 6), phase=Phase.TO_PLAY), ("Ann", "Bob"))


def test_a_diagram_counts_checkers_by_the_rules_of_the_match() -> None:
    hyper = custom(start=(0, -1, -1, -1, *[0] * 18, 1, 1, 1, 0))
    assert " off" not in format_diagram(new_match(hyper)) + format_diagram(hyper.opening_position)
    assert "12 off" in format_diagram(Setup(points=hyper.start))


@pytest.mark.parametrize("count", [1, -1])
@pytest.mark.parametrize("point", range(1, 25))
def test_a_checker_stands_at_the_number_of_its_point(point: int, count: int) -> None:
    lines = format_diagram(
        Setup(points=tuple([count * (place == point) for place in range(26)]))
    ).splitlines()
    numbers, row = (lines[0], lines[1]) if point > 12 else (lines[12], lines[11])
    at = row.index("X" if count > 0 else "O")
    assert numbers[at - 1 : at + 1].strip("-") == str(point)
