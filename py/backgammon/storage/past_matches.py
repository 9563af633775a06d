"""The latest analysed matches as stored, to be opened again: a link of each, by the id of its figures.

Written as ``{"format": "triktrakk-matches", "version": 1, "matches": {id: link, …}}``, the latest last.
"""

from collections.abc import Mapping

from backgammon.data.json_text import quote
from backgammon.storage.errors import StorageError
from backgammon.storage.fields import field, json_text, open_versioned_record
from backgammon.storage.replay_codec import LONGEST_LINK

MATCHES, VERSION = "triktrakk-matches", 1
MOST = 100
MOST_LETTERS = 500_000
"""The number of characters of all links; a match to seven points takes about two thousand."""


def with_match(known: Mapping[str, str], id: str, link: str, earlier: tuple[str, ...] = ()) -> dict[str, str]:
    """Return matches with another as the latest; the oldest of too many go, and ``earlier`` states of it.

    A match too long to be opened by a link is not kept.
    """
    others = {name: each for name, each in known.items() if name != id and name not in earlier}
    return _latest({**others, id: link} if len(link) <= LONGEST_LINK else others)


def _latest(matches: Mapping[str, str]) -> dict[str, str]:
    """Return the latest matches, as many as are kept."""
    kept: list[tuple[str, str]] = []
    room = MOST_LETTERS
    for name, link in [*matches.items()][: -MOST - 1 : -1]:
        room -= len(link)
        if room < 0:
            break
        kept.append((name, link))
    return dict(reversed(kept))


def dump_matches(matches: Mapping[str, str]) -> str:
    """Write matches."""
    return json_text({"format": MATCHES, "version": VERSION, "matches": dict(matches)})


def load_matches(text: str) -> dict[str, str]:
    """Read matches, the inverse of dump_matches; raise StorageError. A link is checked when it is opened."""
    matches = field(open_versioned_record(text, MATCHES, VERSION), "matches", dict)
    for name, link in matches.items():
        if not name or not isinstance(link, str) or len(link) > LONGEST_LINK:
            raise StorageError(f"no match {quote(name)}: {quote(link)}")
    return _latest(matches)


def join(mine: Mapping[str, str], theirs: Mapping[str, str]) -> dict[str, str]:
    """Merge the matches of two pages; of the same match, keep the longer link: more of it has been played."""
    both = {**theirs, **mine}
    return _latest({name: max(link, theirs.get(name, ""), key=len) for name, link in both.items()})
