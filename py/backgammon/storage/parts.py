"""A match in parts, for a store that after each action writes only what has changed.

``head`` (setup, start, study) seldom changes. A finished game is a text that is written once. ``running`` is
the running game, a few hundred characters. ``shelf`` is the match set aside, as storage.codec writes it, ""
if there is none. codec.dump writes the same data as one text.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import lru_cache

from backgammon.storage.codec import (
    TAB,
    dump,
    head_data,
    load,
    match_of,
    running_data,
    split_saved,
)
from backgammon.storage.errors import wrap_errors
from backgammon.storage.fields import Data, json_text, open_record, read_object
from backgammon.storage.migrations import MATCH, VERSIONS
from backgammon.storage.types import Saved


@dataclass(frozen=True, slots=True)
class Parts:
    """A match in parts; ``finished`` and ``dice`` are of the same games, and only grow during a match."""

    head: str
    finished: tuple[str, ...]
    dice: tuple[str, ...]
    running: str
    shelf: str = ""

    @classmethod
    def of(cls, head: str, games: Iterable[str], running: str, shelf: str = "") -> "Parts":
        """Build parts from stored texts; ``games`` are texts as ``game`` returns them, in order."""
        return cls(head, *split_saved(games), running, shelf)

    def game(self, number: int) -> str:
        """Return the text of a finished game (numbered from 0) with its dice: one line of ASCII."""
        return f"{self.finished[number]}{TAB}{self.dice[number]}"


def split(saved: Saved) -> Parts:
    """Split a match into parts; this costs no more after a thousand games than in the first."""
    games = len(saved.log.finished)
    return Parts(
        json_text({"format": MATCH, "version": VERSIONS[MATCH], **head_data(saved)}),
        saved.log.finished,
        saved.games.texts[:games],
        json_text(running_data(saved)),
        _shelf(saved.shelf) if saved.shelf else "",
    )


@lru_cache(maxsize=2)
def _shelf(shelf: Saved) -> str:
    return dump(shelf)


@wrap_errors()
def join(parts: Parts) -> Saved:
    """Read a match of any version, the inverse of split; raise StorageError for parts that do not fit.

    Finished games that this version wrote are not replayed: a checksum vouches for them.
    """
    shelf = load(parts.shelf, own=True) if parts.shelf else None
    return replace(match_of(_whole(parts), to_continue=True, own=True), shelf=shelf)


def _whole(parts: Parts) -> Data:
    """Return the JSON object that a file of this match would hold, without its shelf."""
    head = open_record(parts.head, MATCH)
    return {
        "format": MATCH,
        "version": head["version"],
        "head": head,
        "games": [f"{game}{TAB}{dice}" for game, dice in zip(parts.finished, parts.dice, strict=True)],
        "running": read_object(parts.running),
        "shelf": None,
    }
