"""What is kept, as a mapping of short texts, and what of it is to be written next; no database is known here.

A match lies in several texts, so that an action writes little: ``head``, ``running``, ``shelf`` and one for
each finished game (storage.parts), and ``mark``: which page wrote last, and its how manieth write. What lies
beside the match (settings, quiz, figures …) has a text each.

One transaction is under way at a time; it takes everything that waits. It reads some texts, decides by them,
and changes texts, all or nothing. A match whose mark is not the one last read or written here was written by
another page: it stays as it is, until a person has chosen.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from backgammon.storage.parts import Parts

MARK, HEAD, RUNNING, SHELF, GAME = "mark", "head", "running", "shelf", "game."
ASIDE = "set-aside."
"""What the names begin with under which matches are set aside that cannot be read."""

_SINGLE = (MARK, HEAD, RUNNING, SHELF)

Merge = Callable[[str, str, str], dict[str, str]]
"""(name, mine, theirs) -> the texts to be written where two pages wrote one name."""


@dataclass(slots=True)
class Changes:
    """Texts to be put in, and ranges of names to be deleted, first and last included."""

    put: dict[str, str] = field(default_factory=dict)
    deleted: list[tuple[str, str]] = field(default_factory=list)


class Outcome(NamedTuple):
    """What a transaction came to: ``merged`` are texts that hold more than was handed in."""

    wrote_match: bool
    contested: bool
    merged: tuple[tuple[str, str], ...]


@dataclass(slots=True, eq=False)
class Transaction:
    """Reads ``names``, then ``decide`` says what to change; on disk, it goes to ``Journal.on_committed``.

    ``forgets``: it deletes the match; it deletes all beside the match whose names begin with ``prefixes``.
    """

    journal: "Journal"
    names: tuple[str, ...]
    parts: Parts | None
    texts: dict[str, str]
    forgets: bool
    prefixes: frozenset[str]
    mark: str
    there: str = ""
    contested: bool = False
    put: dict[str, str] = field(default_factory=dict)

    def decide(self, found: Mapping[str, str]) -> Changes:
        """Return what to change, by what was found under ``names``; a name is absent where nothing stands."""
        return self.journal.decide(self, found)


class Journal:
    """What one page knows of the database, and what it has still to write."""

    def __init__(self, writer: str, merge: Merge) -> None:
        """``writer`` names this page and no other."""
        self._writer = writer
        self._merge = merge
        self._count = 0
        self._mark = ""
        self._written: Parts | None = None
        self._wanted: Parts | None = None
        self._mine: dict[str, str] = {}  # as it was written last; what else is there has to be merged
        self._waiting: dict[str, str] = {}
        self._looks = self._forgets = False
        self._prefixes: frozenset[str] = frozenset()
        self._theirs = ""
        self.contested = False
        """Another page wrote the match; nothing of it is written here until ``save`` is called again."""

    def on_opened(self, texts: Mapping[str, str], parts: Parts | None) -> None:
        """Take note of what stands in the database, and that the match in it is ``parts``."""
        self._mark, self._written, self._wanted = texts.get(MARK, ""), parts, None
        self.contested = False

    def save(self, parts: Parts) -> None:
        """Have the match written; after a contest, over the other one."""
        if self.contested:
            self.contested = False
            self._mark, self._written = self._theirs, None
        self._wanted = parts

    def keep(self, name: str, text: str) -> None:
        """Have a text beside the match written; "" forgets it."""
        self._waiting[name] = text

    def look(self) -> None:
        """Have it looked up whether another page wrote the match."""
        self._looks = True

    def contest(self, mark: str = "") -> None:
        """Take it that another match has been written, which is not to be overwritten unasked."""
        self.contested, self._theirs, self._wanted = True, mark or self._mark, None

    def forget(self) -> None:
        """Have the match deleted, whosever it is."""
        self._forgets = True

    def forget_all(self, prefix: str) -> None:
        """Have all beside the match deleted whose names begin so, with a point at the end, whosever it is."""
        self._waiting = {name: text for name, text in self._waiting.items() if not name.startswith(prefix)}
        self._prefixes |= {prefix}

    @property
    def waits(self) -> bool:
        """Whether there is anything to be done."""
        return bool(self._waiting or self._looks or self._wanted or self._forgets or self._prefixes)

    def next_transaction(self) -> Transaction | None:
        """Return the next transaction, None where nothing waits."""
        if not self.waits:
            return None
        self._looks = False
        self._count += 1
        texts, mark = dict(self._waiting), f"{self._writer}.{self._count}"
        return Transaction(self, (MARK, *texts), self._wanted, texts, self._forgets, self._prefixes, mark)

    def decide(self, transaction: Transaction, found: Mapping[str, str]) -> Changes:
        """See ``Transaction.decide``."""
        changes = Changes()
        transaction.there = there = found.get(MARK, "")
        # A mark of this page that it does not know of is that of a transaction which failed, but not on disk.
        mine = not there or there == self._mark or there.rpartition(".")[0] == self._writer
        transaction.contested = not mine
        if transaction.parts and mine:
            changes = changes_between(self._written if there == self._mark else None, transaction.parts)
            changes.put[MARK] = transaction.mark
        if transaction.forgets:
            changes = Changes(deleted=[*((name, name) for name in _SINGLE), (GAME, _past(GAME))])
        changes.deleted += [(prefix, _past(prefix)) for prefix in transaction.prefixes]
        for name, text in transaction.texts.items():
            theirs = found.get(name, "")
            if not text:
                changes.deleted.append((name, name))
            elif theirs in ("", text, self._mine.get(name)):
                changes.put[name] = text
            else:
                changes.put |= self._merge(name, text, theirs)
        transaction.put = changes.put
        return changes

    def on_committed(self, transaction: Transaction) -> Outcome:
        """Take note that a transaction is on disk."""
        self._forgets = self._forgets and not transaction.forgets
        self._prefixes -= transaction.prefixes
        wrote = transaction.parts is not None and not transaction.contested
        if wrote:
            self._mark, self._written = transaction.mark, transaction.parts
            if self._wanted is transaction.parts:
                self._wanted = None
        merged = []
        for name, text in transaction.texts.items():
            self._mine[name] = text
            if text and transaction.put[name] != text:
                merged.append((name, transaction.put[name]))
            if self._waiting.get(name) == text:
                del self._waiting[name]
        fresh = transaction.contested and not (self.contested and self._theirs == transaction.there)
        if fresh:
            self.contest(transaction.there)
        return Outcome(wrote, fresh, tuple(merged))


def changes_between(before: Parts | None, after: Parts) -> Changes:
    """Return what leads from one match in the database to another; None stands for nothing that is known."""
    changes = Changes()
    if before is None or after.head != before.head:
        changes.put[HEAD] = after.head
    if before is None or after.running != before.running:
        changes.put[RUNNING] = after.running
    if before is None or after.shelf != before.shelf:
        changes.put[SHELF] = after.shelf
    known, games = len(before.finished) if before else 0, len(after.finished)
    for number in range(known if before and _goes_on(before, after) else 0, games):
        changes.put[game_name(number)] = after.game(number)
    if before is None or games < known:
        changes.deleted.append((game_name(games), _past(GAME)))
    return changes


def _goes_on(before: Parts, after: Parts) -> bool:
    """Whether one match has the finished games of another, and perhaps more."""
    if after.finished is before.finished and after.dice is before.dice:
        return True
    games = len(before.finished)
    return after.finished[:games] == before.finished and after.dice[:games] == before.dice


def _past(prefix: str) -> str:
    """Return the first name after all those that begin with something that ends in a point."""
    return f"{prefix[:-1]}/"


def game_name(number: int) -> str:
    """Return under which name a finished game stands, counted from 0."""
    return f"{GAME}{number:06d}"


def aside_name(name: str) -> str:
    """Return under which name a text beside the match is set aside that cannot be read."""
    return f"{name}.set-aside"


def match_in(texts: Mapping[str, str]) -> Parts | None:
    """Return the match among texts, None where there is none."""
    if HEAD not in texts or RUNNING not in texts:
        return None
    games = (texts[name] for name in sorted(texts) if name.startswith(GAME))
    return Parts.of(texts[HEAD], games, texts[RUNNING], texts.get(SHELF, ""))


def match_text(parts: Parts) -> str:
    """Return all of a match in one text, to be set aside or known again by; nobody reads it."""
    games = map(parts.game, range(len(parts.finished)))
    return "\n".join((parts.head, *games, parts.running, parts.shelf))


def is_of_match(name: str) -> bool:
    """Whether the match, and not something beside it, stands under a name."""
    return name in _SINGLE or name.startswith(GAME)
