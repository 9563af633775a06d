"""Stored data as a mapping of short texts, and which of them to write next; independent of any database.

A match is stored in several texts, so that an action writes little: ``head``, ``running``, ``shelf`` and one
for each finished game (storage.parts), and ``mark``: the page that wrote last, and the number of its
transaction. Data beside the match (settings, quiz, figures …) has one text each.

One transaction runs at a time; it takes everything that is waiting. It reads some texts, decides by them, and
changes texts, all or nothing. A match whose mark is not the one last read or written here was written by
another page: it is left unchanged until a person has chosen.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from backgammon.storage.parts import Parts

MARK, HEAD, RUNNING, SHELF, GAME = "mark", "head", "running", "shelf", "game."
ASIDE = "set-aside."
"""The prefix of the names under which unreadable matches are set aside."""

_SINGLE = (MARK, HEAD, RUNNING, SHELF)

Merge = Callable[[str, str, str], dict[str, str]]
"""(name, mine, theirs) -> the texts to write, by name, when two pages wrote under one name."""


@dataclass(slots=True)
class Changes:
    """Texts to be written, and ranges of names to be deleted, first and last included."""

    put: dict[str, str] = field(default_factory=dict)
    deleted: list[tuple[str, str]] = field(default_factory=list)


class Outcome(NamedTuple):
    """The result of a transaction; ``merged`` are texts, by name, with more than was handed in.

    ``contested``: it found another page's match that was not known of before.
    """

    wrote_match: bool
    contested: bool
    merged: tuple[tuple[str, str], ...]


@dataclass(slots=True, eq=False)
class Transaction:
    """A transaction: read ``names``, change what ``decide`` says, then call ``Journal.on_committed``.

    ``forgets``: it deletes the match. It also deletes the texts whose names begin with one of ``prefixes``.
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
        """Return the changes to make, given the texts found under ``names``; one not stored is absent."""
        return self.journal.decide(self, found)


class Journal:
    """What one page knows about the database, and what it still has to write."""

    def __init__(self, writer: str, merge: Merge) -> None:
        """Create a journal that knows nothing yet; ``writer`` is a name that only this page has."""
        self._writer = writer
        self._merge = merge
        self._count = 0
        self._mark = ""
        self._written: Parts | None = None
        self._wanted: Parts | None = None
        self._mine: dict[str, str] = {}  # the texts last written here; any others found have to be merged
        self._waiting: dict[str, str] = {}
        self._checks = self._forgets = False
        self._prefixes: frozenset[str] = frozenset()
        self._theirs = ""
        self.contested = False
        """Another page wrote the match; this page does not write it until ``save`` is called again."""

    def on_opened(self, texts: Mapping[str, str], parts: Parts | None) -> None:
        """Take note of the texts in the database, and of the match in it, ``parts``."""
        self._mark, self._written, self._wanted = texts.get(MARK, ""), parts, None
        self.contested = False

    def save(self, parts: Parts) -> None:
        """Schedule the match to be written; after a contest, over the other page's."""
        if self.contested:
            self.contested = False
            self._mark, self._written = self._theirs, None
        self._wanted = parts

    def keep(self, name: str, text: str) -> None:
        """Schedule a text beside the match to be written; "" deletes it."""
        self._waiting[name] = text

    def check(self) -> None:
        """Schedule a check whether another page wrote the match."""
        self._checks = True

    def contest(self, mark: str = "") -> None:
        """Assume that another match has been written, not to be overwritten before a person has chosen."""
        self.contested, self._theirs, self._wanted = True, mark or self._mark, None

    def forget(self) -> None:
        """Schedule the match to be deleted, whichever page wrote it."""
        self._forgets = True

    def forget_all(self, prefix: str) -> None:
        """Schedule the texts with a prefix that ends in "." to be deleted, whichever page wrote them."""
        self._waiting = {name: text for name, text in self._waiting.items() if not name.startswith(prefix)}
        self._prefixes |= {prefix}

    @property
    def waits(self) -> bool:
        """Whether there is anything left to do."""
        return bool(self._waiting or self._checks or self._wanted or self._forgets or self._prefixes)

    def next_transaction(self) -> Transaction | None:
        """Return the next transaction, None if there is nothing to do."""
        if not self.waits:
            return None
        self._checks = False
        self._count += 1
        texts, mark = dict(self._waiting), f"{self._writer}.{self._count}"
        return Transaction(self, (MARK, *texts), self._wanted, texts, self._forgets, self._prefixes, mark)

    def decide(self, transaction: Transaction, found: Mapping[str, str]) -> Changes:
        """See ``Transaction.decide``."""
        changes = Changes()
        transaction.there = there = found.get(MARK, "")
        # An unknown mark of this page is from a transaction that reported a failure, but reached the disk.
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
    """Return the changes from one match in the database to another; ``before`` None: it is unknown."""
    changes = Changes()
    if before is None or after.head != before.head:
        changes.put[HEAD] = after.head
    if before is None or after.running != before.running:
        changes.put[RUNNING] = after.running
    if before is None or after.shelf != before.shelf:
        changes.put[SHELF] = after.shelf
    known, games = len(before.finished) if before else 0, len(after.finished)
    for number in range(known if before and _goes_on(before, after) else 0, games):
        changes.put[_game_name(number)] = after.game(number)
    if before is None or games < known:
        changes.deleted.append((_game_name(games), _past(GAME)))
    return changes


def _goes_on(before: Parts, after: Parts) -> bool:
    """Whether ``after`` has all finished games of ``before``, and perhaps more."""
    if after.finished is before.finished and after.dice is before.dice:
        return True
    games = len(before.finished)
    return after.finished[:games] == before.finished and after.dice[:games] == before.dice


def _past(prefix: str) -> str:
    """Return the first name after all names with a prefix that ends in "."."""
    return f"{prefix[:-1]}/"


def _game_name(number: int) -> str:
    """Return the name under which a finished game, numbered from 0, is stored."""
    return f"{GAME}{number:06d}"


def aside_name(name: str) -> str:
    """Return the name under which an unreadable text beside the match is set aside."""
    return f"{name}.set-aside"


def match_in(texts: Mapping[str, str]) -> Parts | None:
    """Return the match among the texts, None if there is none."""
    if HEAD not in texts or RUNNING not in texts:
        return None
    games = (texts[name] for name in sorted(texts) if name.startswith(GAME))
    return Parts.of(texts[HEAD], games, texts[RUNNING], texts.get(SHELF, ""))


def match_text(parts: Parts) -> str:
    """Return a whole match as one text, to set it aside or identify it; this is never parsed."""
    games = map(parts.game, range(len(parts.finished)))
    return "\n".join((parts.head, *games, parts.running, parts.shelf))


def is_of_match(name: str) -> bool:
    """Whether a name is that of a part of the match, and not of a text beside it."""
    return name in _SINGLE or name.startswith(GAME)
