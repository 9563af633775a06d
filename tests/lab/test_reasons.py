"""How reasons are fitted and measured: weights that order pairs, and rows counted right and wrong."""

import random
from typing import Any

import pytest

from backgammon.notation.play import parse_play
from backgammon.notation.xgid import parse_xgid
from lab.bench import reasons
from lab.reasons.regression import fit, solve


def test_equations_are_solved() -> None:
    assert solve([[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 2.0]], [6.0, 10.0, 8.0]) == pytest.approx(
        [1.0, 2.0, 3.0]
    )


def test_the_weights_are_those_that_order_the_pairs() -> None:
    chance = random.Random(1)
    rows = []
    for _ in range(2000):
        row = [chance.gauss(0, 1), chance.gauss(0, 3), 0.0]
        better = 2 * row[0] - row[1] + chance.gauss(0, 1) > 0
        rows.append([value if better else -value for value in row])
    first, second, nothing = fit(rows)
    assert first / second == pytest.approx(-2, rel=0.15)
    assert first > 0
    assert nothing == 0


def row(xgid: str, *plays: str) -> dict[str, Any]:
    """Return a judged pair of plays, the better first."""
    match = parse_xgid(xgid).to_match()
    assert match.dice
    chances = [0.5, 0.1, 0.0, 0.5, 0.1, 0.0]
    steps = [parse_play(play, match.position, match.dice).steps for play in plays]
    choices = [{"steps": each, "chances": chances, "equity": 0.0} for each in steps]
    return {"game": 1, "position": xgid, "error": 0.1, "choices": choices}


def test_what_would_be_said_for_the_worse_play_counts_as_wrong() -> None:
    xgid, better, worse = "XGID=---B--DbD---dC---b-d-cB---:1:1:-1:41:2:0:0:7:10", "13/8", "6/5 6/2"
    rows = [row(xgid, better, worse), row(xgid, better, worse), row(xgid, worse, better)]
    pairs = [reasons.pair(each) for each in rows]
    table = reasons.table(pairs).splitlines()
    assert table[1].split() == ["deep", "2", "1", "66.7%"]
    assert table[-1].startswith("66.7% of the errors get a reason")
    assert "The other play puts more checkers" in reasons.sample(pairs, (), 3)


def test_a_lean_is_the_least_that_is_precise_enough() -> None:
    wrong = [(0.9, False)] * 5
    right = [(2.0, True)] * 30
    assert reasons.least_lean(wrong + right) == 1.0
    assert reasons.least_lean(right[:5]) is None
