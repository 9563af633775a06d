"""``str(play)``: the usual notation, different for every play of a roll."""

import random

import naive
import pytest
from core.states import board

from backgammon import PRESETS, Position, legal_plays
from backgammon.core.plays import Steps, format_steps

PLAIN = board({24: 4, 13: 4, 8: 4, 6: 3})


@pytest.mark.parametrize(
    ("before", "steps", "text"),
    [
        (PLAIN, (), "cannot move"),
        (PLAIN, ((8, 5), (6, 5)), "8/5 6/5"),
        (PLAIN, ((6, 5), (8, 5)), "8/5 6/5"),  # from the back, whichever was played first
        (PLAIN, ((13, 7), (7, 2)), "13/2"),
        (PLAIN, ((13, 7), (13, 7)), "13/7(2)"),
        (PLAIN, ((24, 21), (24, 21), (13, 10), (13, 10)), "24/21(2) 13/10(2)"),
        (PLAIN, ((24, 21), (24, 21), (21, 18), (21, 18)), "24/18(2)"),
        (PLAIN, ((24, 21), (24, 21), (21, 18), (13, 10)), "24/21 24/18 13/10"),
        (PLAIN, ((13, 10), (10, 7), (7, 4), (4, 1)), "13/1"),
        (board({13: 2, 7: -1}), ((13, 7),), "13/7*"),
        (board({13: 2, 7: -1}), ((13, 7), (13, 7)), "13/7*(2)"),
        (board({13: 2, 7: -1, 2: -1}), ((13, 7), (7, 2)), "13/7*/2*"),
        (board({13: 2, 7: -1}), ((13, 7), (7, 2)), "13/7*/2"),
        (board({13: 2, 2: -1}), ((13, 7), (7, 2)), "13/2*"),
        (board({25: 2}), ((25, 22), (25, 22)), "bar/22(2)"),
        (board({25: 1, 22: -1}), ((25, 22),), "bar/22*"),
        (board({25: 1, 22: -1}), ((25, 22), (22, 17)), "bar/22*/17"),
        (board({25: 1}), ((25, 22), (22, 17)), "bar/17"),
        (board({6: 3}), ((6, 0),), "6/off"),
        (board({6: 4}), ((6, 0),) * 4, "6/off(4)"),
        (board({6: 2}), ((6, 4), (4, 0)), "6/off"),
        (board({6: 2, 4: -1}), ((6, 4), (4, 0)), "6/4*/off"),
        (board({6: 2, 5: 2}), ((6, 0), (5, 0)), "6/off 5/off"),
        (board({25: 1, 13: 2, 11: -1}), ((25, 23), (13, 11)), "bar/23 13/11*"),
    ],
)
def test_written(before: tuple[int, ...], steps: Steps, text: str) -> None:
    assert format_steps(before, steps) == text


def test_every_play_of_a_roll_has_a_text_of_its_own() -> None:
    rng = random.Random(11)
    cases = naive.walk(rng, PRESETS["standard"])
    for _ in range(500):
        before, dice = next(cases)
        plays = legal_plays(Position(before), dice)
        assert len({str(play) for play in plays}) == len(plays)
