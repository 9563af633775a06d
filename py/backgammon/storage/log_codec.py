"""A log of actions as one short text: a capital for each kind, digits for dice, letters a to z for places."""

import re

from backgammon.core.match import (
    Accepted,
    Action,
    Awarded,
    Beavered,
    Doubled,
    Dropped,
    NextGame,
    OpeningRoll,
    Played,
    Raccooned,
    Refused,
    Resigned,
    Rolled,
    Took,
)
from backgammon.storage.errors import StorageError

_BARE: dict[str, Action] = {
    "D": Doubled(),
    "T": Took(),
    "X": Dropped(),
    "B": Beavered(),
    "C": Raccooned(),
    "A": Accepted(),
    "F": Refused(),
    "N": NextGame(),
}
_SIGNS = {type(action): sign for sign, action in _BARE.items()}
_TOKEN = re.compile(
    r"([OR])([1-6])([1-6])|P((?:[a-z]{2}){0,4})|S([1-3])|W([01])([0-9]{1,5})-([0-9]{1,5})\.|([DTXBCAFN])"
)


def pack(log: tuple[Action, ...]) -> str:
    """Write a log, such as ``O31Pihgd`` for 3-1 played 8/7 6/3."""
    return "".join(_pack_action(action) for action in log)


def _pack_action(action: Action) -> str:
    match action:
        case OpeningRoll(first, second):
            return f"O{first}{second}"
        case Rolled((first, second)):
            return f"R{first}{second}"
        case Played(steps):
            return "P" + "".join(chr(ord("a") + place) for step in steps for place in step)
        case Resigned(points):
            return f"S{points}"
        case Awarded(winner, (first, second)):
            return f"W{winner}{first}-{second}."
        case _:
            return _SIGNS[type(action)]


def unpack(text: str) -> tuple[Action, ...]:
    """Read a log, the inverse of pack; raise StorageError. The rules of the game are not checked here."""
    log: list[Action] = []
    at = 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            raise StorageError(f"character {at + 1} of a log: expected an action, not {text[at : at + 9]!r}")
        log.append(_unpack_action(found))
        at = found.end()
    return tuple(log)


def _unpack_action(found: re.Match[str]) -> Action:
    rolled, first, second, places, points, winner, *score, bare = found.groups()
    if rolled:
        dice = int(first), int(second)
        return OpeningRoll(*dice) if rolled == "O" else Rolled(dice)
    if places is not None:
        numbers = [ord(letter) - ord("a") for letter in places]
        return Played(tuple(zip(numbers[::2], numbers[1::2], strict=True)))
    if winner:
        return Awarded(int(winner), (int(score[0]), int(score[1])))
    return Resigned(int(points)) if points else _BARE[bare]
