"""Rolls are passed in: this package knows the 21 rolls and their weights, but never generates one."""

from backgammon.core.errors import BackgammonError

Roll = tuple[int, int]

ROLLS: tuple[Roll, ...] = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
"""The 21 distinct rolls, higher number first."""

WEIGHTS: tuple[int, ...] = tuple(1 if high == low else 2 for high, low in ROLLS)
"""How many of the 36 ordered throws give each of ROLLS."""


def check_roll(roll: Roll) -> Roll:
    """Return the roll if it is two numbers from 1 to 6; raise BackgammonError otherwise."""
    if len(roll) == 2 and _is_number(roll[0]) and _is_number(roll[1]):
        return roll
    raise BackgammonError(f"a roll is two numbers from 1 to 6, not {roll!r}")


def roll_of(text: str) -> Roll | None:
    """Return the roll that two digits give, such as "63"; None for any other text."""
    if len(text) != 2 or not set(text) <= set("123456"):
        return None
    return int(text[0]), int(text[1])


def _is_number(number: object) -> bool:
    return type(number) is int and 1 <= number <= 6
