"""The versions of stored data, and migrations of older versions, each to the next: JSON to JSON.

Version 1 of a match had no start, study or shelf. Version 2 held all actions of the match in one list, each
like ``{"do": "roll", "dice": [3, 1]}``, and the dice of each game as an object.
"""

from collections.abc import Callable
from typing import Any

from backgammon.core.match import (
    Accepted,
    Action,
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
from backgammon.data.json_text import quote
from backgammon.storage.errors import StorageError
from backgammon.storage.fields import Data, field, field_like, numbers, value_of
from backgammon.storage.log_codec import pack
from backgammon.storage.types import DiceSource, GameDice, Games

MATCH, SETTINGS = "triktrakk-match", "triktrakk-settings"
VERSIONS = {MATCH: 3, SETTINGS: 2}
"""The latest version of each format, the one that is written."""

_BARE: dict[str, Action] = {
    "double": Doubled(),
    "take": Took(),
    "drop": Dropped(),
    "beaver": Beavered(),
    "raccoon": Raccooned(),
    "accept": Accepted(),
    "refuse": Refused(),
    "next-game": NextGame(),
}


def match_2(data: Data) -> Data:
    """Convert a match of version 1 to version 2."""
    return {"start": None, "study": None, "shelf": None, **data}


def match_3(data: Data) -> Data:
    """Convert a match of version 2 to version 3; its games still have to be replayed."""
    games: list[list[Action]] = [[]]
    for entry in field(data, "log", list):
        games[-1].append(_action(entry))
        if isinstance(games[-1][-1], NextGame):
            games.append([])
    dice = Games.of(_dice(entry) for entry in field(data, "games", list))
    finished = len(games) - 1
    if not finished <= len(dice) <= len(games):
        raise StorageError(f"there are dice for {len(dice)} games, but the log reaches game {len(games)}")
    return {
        "head": {
            "setup": value_of(data, "setup"),
            "start": value_of(data, "start"),
            "finished": finished,
            "check": None,
            "study": value_of(data, "study"),
        },
        "games": [f"{pack(tuple(games[at]))}\t{dice.texts[at]}" for at in range(finished)],
        "running": {
            "game": finished + 1,
            "log": pack(tuple(games[-1])),
            "dice": dice[-1].pack() if len(dice) > finished else "",
            **{name: value_of(data, name) for name in ("moves", "showing", "swapped")},
        },
        "shelf": value_of(data, "shelf"),
    }


MIGRATIONS: dict[str, dict[int, Callable[[Data], Data]]] = {
    MATCH: {1: match_2, 2: match_3},
    SETTINGS: {1: lambda data: data},
}
"""For each older version, the step that converts the object of a whole file to the next version.

A match from the database is first put together into such an object (storage.parts), so one step serves both.
A step leaves ``shelf`` unchanged: ``migrate`` applies the same step to it. A step may change setup and start,
which the checksum covers; so an older version's checksum is dropped, and its finished games are replayed.
"""


def migrate(data: Data, name: str) -> Data:
    """Return the object of a format in its latest version; raise StorageError for an unknown version."""
    version = given = field(data, "version", int)
    while step := MIGRATIONS[name].get(version):
        data, version = _apply_step(data, step), version + 1
    if version != VERSIONS[name]:
        latest = VERSIONS[name]
        raise StorageError(f"version {quote(given)} of {name} is unknown, the latest here is {latest}")
    return data


def _apply_step(data: Data, step: Callable[[Data], Data]) -> Data:
    """Apply a step to the object, and to the match on its shelf."""
    data = step(data)
    if "head" in data:
        data = {**data, "head": {**field(data, "head", dict), "check": None}}
    if data.get("shelf") is None:
        return data
    return {**data, "shelf": _apply_step({**field(data, "shelf", dict), "shelf": None}, step)}


def _dice(data: Any) -> GameDice:
    source = field_like(data, "source", DiceSource.FAIR)
    secret = "" if value_of(data, "secret") is None else field(data, "secret", str)
    commitment, word = field(data, "commitment", str), field(data, "word", str)
    if source is DiceSource.TYPED and (secret or commitment):
        raise StorageError(f"typed dice have no secret, but here stands {quote(secret or commitment)}")
    return GameDice.unpack(GameDice(commitment, secret, word, source).pack())


def _action(data: Any) -> Action:
    match field(data, "do", str):
        case "opening":
            return OpeningRoll(*numbers(value_of(data, "dice"), 2))
        case "roll":
            first, second = numbers(value_of(data, "dice"), 2)
            return Rolled((first, second))
        case "play":
            steps = [numbers(entry, 2) for entry in field(data, "steps", list)]
            return Played(tuple((source, target) for source, target in steps))
        case "resign":
            return Resigned(field(data, "points", int))
        case name if name in _BARE:
            return _BARE[name]
        case name:
            raise StorageError(f"there is no action {quote(name)}")
