"""Rolls are passed in: this package knows the 21 rolls and their weights, but never generates one."""

from collections.abc import Iterable
from operator import mul

from backgammon.core.errors import BackgammonError

Roll = tuple[int, int]

THROWS: tuple[Roll, ...] = tuple((first, second) for first in range(1, 7) for second in range(1, 7))
"""The 36 throws of two dice, in order."""

ROLLS: tuple[Roll, ...] = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 distinct rolls, higher number first."""

WEIGHTS: tuple[int, ...] = tuple(1 if high == low else 2 for high, low in ROLLS)
"""How many of the THROWS give each of ROLLS."""

_INDEX = {throw: ROLLS.index((max(throw), min(throw))) for throw in THROWS}


def check_roll(roll: Roll) -> Roll:
    """Return the roll, a list as a tuple; raise BackgammonError for other than two numbers from 1 to 6."""
    if isinstance(roll, tuple | list) and len(roll) == 2 and _is_number(roll[0]) and _is_number(roll[1]):
        return roll[0], roll[1]
    raise BackgammonError(f"a roll is two numbers from 1 to 6, not {roll!r}")


def roll_of(text: str) -> Roll | None:
    """Return the roll that two digits give, such as "63"; None for any other text."""
    if len(text) != 2 or not set(text) <= set("123456"):
        return None
    return int(text[0]), int(text[1])


def roll_index(roll: Roll) -> int:
    """Return the index of a roll in ROLLS, whichever number comes first."""
    return _INDEX[roll]


def mean_over_rolls(figures: Iterable[float]) -> float:
    """Return the mean of a figure over all throws; ``figures``: its value for each of ROLLS."""
    total: float = sum(map(mul, WEIGHTS, figures))
    return total / len(THROWS)


def _is_number(number: object) -> bool:
    return type(number) is int and 1 <= number <= 6
