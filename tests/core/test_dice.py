"""The rolls and their weights are the 36 throws, and the mean over rolls is the mean over those."""

import pytest

from backgammon.core.dice import ROLLS, THROWS, WEIGHTS, mean_over_rolls, roll_index
from backgammon.core.plays import numbers


def test_each_roll_weighs_as_many_throws_as_give_it() -> None:
    found = [roll_index(throw) for throw in THROWS]
    assert [found.count(index) for index in range(len(ROLLS))] == [*WEIGHTS]
    assert all(set(ROLLS[index]) == set(throw) for index, throw in zip(found, THROWS, strict=True))


def test_the_mean_over_rolls_is_the_mean_over_throws() -> None:
    pips = [sum(numbers(throw)) for throw in THROWS]
    assert sum(pips) / 36 == pytest.approx(49 / 6)
    assert mean_over_rolls(sum(numbers(roll)) for roll in ROLLS) == pytest.approx(49 / 6)
