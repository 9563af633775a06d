"""The matches of files that are still to be analysed, as stored: a link of each by an id, the next first.

Written as ``{"format": "triktrakk-queue", "version": 1, "done": 3, "matches": {id: link, …}}``.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from backgammon.data.json_text import quote
from backgammon.storage import fields
from backgammon.storage.errors import StorageError
from backgammon.storage.replay_codec import LONGEST_LINK

FORMAT, VERSION = "triktrakk-queue", 1
MOST = 500
MOST_LETTERS = 1_000_000
"""The number of characters of all links; a match to seven points takes about two thousand."""
_MOST_DONE = 10**6


@dataclass(frozen=True, slots=True)
class MatchQueue:
    """Matches to be analysed; ``done`` have been since the queue was last empty."""

    matches: Mapping[str, str] = field(default_factory=dict)
    done: int = 0

    @property
    def whole(self) -> int:
        """The number of matches, with those that are done."""
        return self.done + len(self.matches)

    def has_room(self, link: str) -> bool:
        """Whether another match may be added."""
        letters = sum(map(len, self.matches.values())) + len(link)
        return len(self.matches) < MOST and len(link) <= LONGEST_LINK and letters <= MOST_LETTERS

    def with_match(self, id: str, link: str) -> "MatchQueue":
        """Return the queue with a match at its end; one that is waiting already keeps its place."""
        return replace(self, matches={**self.matches, id: self.matches.get(id, link)})

    @property
    def first(self) -> tuple[str, str]:
        """The id and the link of the next match; there is one."""
        return next(iter(self.matches.items()))

    def without_first(self) -> "MatchQueue":
        """Return the queue after the analysis of its first match; after that of the last, an empty one."""
        _, *rest = self.matches.items()
        return MatchQueue(dict(rest), self.done + 1) if rest else MatchQueue()


def dump_queue(queue: MatchQueue) -> str:
    """Write a queue; "" for an empty one."""
    if not queue.matches:
        return ""
    whole = {"format": FORMAT, "version": VERSION, "done": queue.done, "matches": dict(queue.matches)}
    return fields.json_text(whole)


def load_queue(text: str) -> MatchQueue:
    """Read a queue, the inverse of dump_queue; raise StorageError. A link is checked when its turn comes."""
    if not text:
        return MatchQueue()
    data = fields.open_versioned_record(text, FORMAT, VERSION)
    done, matches = fields.field(data, "done", int), fields.field(data, "matches", dict)
    if not 0 <= done <= _MOST_DONE:
        raise StorageError(f"no queue has {done} matches behind it")
    for name, link in matches.items():
        if not name or not isinstance(link, str) or len(link) > LONGEST_LINK:
            raise StorageError(f"no match {quote(name)}: {quote(link)}")
    return _with_matches(MatchQueue({}, done), matches)


def join(mine: MatchQueue, theirs: MatchQueue) -> MatchQueue:
    """Merge the queues of two pages: each match once, mine first."""
    return _with_matches(replace(mine, done=max(mine.done, theirs.done)), theirs.matches)


def _with_matches(queue: MatchQueue, matches: Mapping[str, str]) -> MatchQueue:
    """Return a queue with more matches at its end, as many as there is room for."""
    for name, link in matches.items():
        if name not in queue.matches and queue.has_room(link):
            queue = queue.with_match(name, link)
    return queue
