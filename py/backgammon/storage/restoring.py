"""What a page takes over from stored texts when it begins; independent of any database.

What cannot be read is set aside. What an earlier build, or a visit without the database, ``left`` in
localStorage is taken over once: a match only where there is no other, else a person chooses.
"""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from backgammon.storage.earlier import TAKEN, Earlier
from backgammon.storage.errors import StorageError
from backgammon.storage.journal import Journal, match_in, match_text
from backgammon.storage.merging import merge
from backgammon.storage.parts import join, split
from backgammon.storage.types import Saved

FRIEND = "friend."
"""The prefix of the names of matches against friends."""


class Found(NamedTuple):
    """The stored match; ``damage``: why one could not be read, "" if none was damaged.

    ``other``: an earlier match that may be continued instead.
    """

    saved: Saved | None = None
    damage: str = ""
    other: Earlier | None = None


def find_match(journal: Journal, texts: Mapping[str, str], aside: str) -> Found:
    """Return the match among the texts; a damaged one is set aside under the name ``aside``."""
    parts = match_in(texts)
    journal.on_opened(texts, parts)
    if parts is None:
        return Found()
    try:
        return Found(join(parts))
    except StorageError as error:
        journal.on_opened(texts, None)
        journal.keep(aside, match_text(parts))
        return Found(damage=str(error))


def take_earlier(journal: Journal, found: Found, earlier: Earlier, aside: str) -> Found:
    """Take over an earlier match where no other was found, else keep both until a person has chosen."""
    if found.saved and earlier.saved and earlier.saved.log:
        return found._replace(other=earlier)
    journal.keep(TAKEN, earlier.sign)
    if earlier.saved is None:
        journal.keep(aside, earlier.text)
        return found._replace(damage=f"no match is {earlier.text[:40]!r}")
    if found.saved:
        return found
    journal.save(split(earlier.saved))
    return found._replace(saved=earlier.saved)


def texts_beside(
    journal: Journal, names: Iterable[str], texts: Mapping[str, str], left: Mapping[str, str]
) -> dict[str, str]:
    """Return the texts beside the match, each merged with what was left of it."""
    beside = {name: texts.get(name, "") for name in names}
    for name, text in beside.items():
        if earlier := left.get(name, ""):
            beside[name] = merge(name, earlier, text)[name] if text else earlier
            journal.keep(name, beside[name])
    return beside


def friends_in(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the matches against friends among the texts, by their ids."""
    return {name.removeprefix(FRIEND): text for name, text in texts.items() if name.startswith(FRIEND)}
