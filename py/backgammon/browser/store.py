"""What outlives the page: the match, the settings and the texts beside them, in the browser's database.

Every action is handed to storage.journal at once, and browser.writer brings it to disk. A match that another
page wrote is never overwritten unasked: ChangedElsewhere asks the player. A page whose database does not
answer begins without it.
"""

from collections.abc import Callable
from enum import Enum, auto
from typing import Any

import js
from pyodide.ffi import create_proxy

from backgammon.browser import clock
from backgammon.browser.database import Database, LocalTexts, Texts, open_database
from backgammon.browser.date import DateWatch, today
from backgammon.browser.writer import Writer
from backgammon.features.saving.saved_match import is_step, snapshot
from backgammon.features.saving.side_store import NAMES
from backgammon.state.events import ChangedElsewhere, Event, Restored, StoreLoaded
from backgammon.state.model import Model, Settings
from backgammon.storage.codec import dump, dump_settings, load_settings
from backgammon.storage.earlier import MATCH, TAKEN, Earlier, earlier_match
from backgammon.storage.errors import StorageError
from backgammon.storage.journal import ASIDE, Journal, Outcome, Transaction, is_of_match
from backgammon.storage.merging import merge
from backgammon.storage.parts import split
from backgammon.storage.restoring import FRIEND, Found, find_match, friends_in, take_earlier, texts_beside
from backgammon.storage.types import Saved

SETTINGS = "settings"
"""The name of the settings; they are in localStorage too, where boot.js and words.js read them."""
_CHANNEL = "triktrakk"
_OPENING_SECONDS = 8.0
"""How long the start waits for the database."""


class _Start(Enum):
    """How far the start of the page is."""

    WAITING = auto()
    WITHOUT = auto()
    """The page has begun without the database, whose texts are taken in when it answers."""
    DONE = auto()


class Store:
    """Reads once, then writes; errors are reported as events."""

    def __init__(self, send: Callable[[Event], None]) -> None:
        self._send = send
        self._page = f"{js.Date.now()}-{js.Math.random()}"
        self._journal = Journal(self._page, merge)
        self._local = LocalTexts()
        self._opening = clock.Once(open_database, self._on_opened)
        self._writer = Writer(self._journal, send, self._opening.ask, self._on_written)
        self._start = _Start.WAITING
        self._begin: Callable[..., None] = lambda *events: None
        self._saved: Saved | None = None
        self._settings: Settings | None = None
        self._other: Earlier | None = None
        """An earlier match, while the player has not chosen which one to continue."""
        self.friends: Texts = {}
        """Matches against friends, by their ids."""
        self.on_friends: Callable[[Texts], None] = lambda texts: None
        self._channel = js.BroadcastChannel.new(_CHANNEL)
        self._channel.onmessage = create_proxy(lambda event: self._on_news())

    @property
    def text(self) -> str:
        """The whole match, as it was last saved or restored."""
        return dump(self._saved) if self._saved else ""

    def restore(self, begin: Callable[..., None]) -> None:
        """Read everything, then call ``begin`` with the events that report it."""
        self._begin = begin
        self._opening.ask()
        clock.after(_OPENING_SECONDS, self._begin_without)

    def save(self, model: Model) -> None:
        """Write the match and, where they changed, the settings."""
        if model.settings != self._settings:
            self._settings = model.settings
            text = dump_settings(model.settings)
            self._local.write(SETTINGS, text)
            self._journal.keep(SETTINGS, text)
        before, self._saved = self._saved, snapshot(model)
        if before is None or not is_step(before, self._saved):
            self._writer.settle()
        self._settle_other()
        self._journal.save(split(self._saved))
        self._writer.write()

    def keep(self, name: str, text: str) -> None:
        """Write a text beside the match; "" deletes it."""
        self._journal.keep(name, text)
        self._writer.write()

    def keep_friend(self, id: str, text: str) -> None:
        """Write a match against a friend; "" deletes it. Calls to ``when_kept`` wait until it is on disk."""
        self.friends = {**{name: kept for name, kept in self.friends.items() if name != id}, id: text}
        self._writer.settle()
        self.keep(f"{FRIEND}{id}", text)

    def forget_all(self) -> None:
        """Delete every match against a friend, and every match that was set aside."""
        for prefix in (FRIEND, ASIDE):
            self._journal.forget_all(prefix)
        self._local.delete(*(name for name in self._local.read() if name.startswith((FRIEND, ASIDE))))
        self._writer.settle()
        self._start = _Start.DONE
        self.friends = {}
        self.on_friends({})
        self._writer.write()

    def when_kept(self, call: Callable[[], None]) -> None:
        """Call, in order, once everything settled is on disk, or when the disk fails or is slow."""
        self._writer.when_kept(call)

    def take_other(self) -> None:
        """Take the match that another page wrote, and report it."""
        if self._other and self._other.saved:
            other = self._other.saved
            self._settle_other()
            self._journal.save(split(other))
            self._send(Restored(other))
            self._writer.write()
        elif self._writer.backend is self._local:
            self._take(self._local.read())
        else:
            open_database(self._on_opened_again)

    def set_aside(self, then: Callable[[], None]) -> None:
        """Store the match under another name and delete it, then call ``then``."""
        self._journal.keep(_aside_name(), self.text)
        self._journal.forget()
        self._writer.settle()
        self.when_kept(then)
        self._writer.write()

    def _on_opened(self, base: Any, texts: Texts, error: str) -> None:
        if not error:
            self._writer.backend = Database(base, self._on_closed)
        elif self._start is _Start.WAITING:
            js.console.warn(f"store: {error}")
            self._writer.backend, texts = self._local, self._local.read()
        else:
            self._writer.fail(error)
            return
        start, self._start = self._start, _Start.DONE
        if start is _Start.WAITING:
            self._begin_with(texts)
        else:
            self._journal.check()
        if start is _Start.WITHOUT:
            self._take_late(texts)
        self._writer.write()

    def _take_late(self, texts: Texts) -> None:
        """Take the texts beside the match from a database that answered too late for the start."""
        self.friends = {**friends_in(texts), **self.friends}
        self.on_friends(self.friends)
        self._send(self._loaded_event(texts))

    def _on_opened_again(self, base: Any, texts: Texts, error: str) -> None:
        if error:
            self._writer.fail(error)
        else:
            self._writer.backend = Database(base, self._on_closed)
            self._take(texts)

    def _on_closed(self) -> None:
        """Drop the database, which was cleared or has failed; the next write opens it again."""
        self._writer.backend = None

    def _begin_without(self) -> None:
        """Begin without a store that does not answer; a match found later is not overwritten unasked."""
        if self._start is _Start.WAITING:
            self._start = _Start.WITHOUT
            self._writer.fail("the database does not answer")
            self._begin_with({})

    def _begin_with(self, texts: Texts) -> None:
        backend, aside = self._writer.backend, _aside_name()
        left = {MATCH: texts.get(MATCH, "")} if backend is self._local else self._local.read()
        found, earlier = find_match(self._journal, texts, aside), earlier_match(left, texts.get(TAKEN, ""))
        if earlier and backend:
            found = take_earlier(self._journal, found, earlier, f"{aside}.earlier")
        self._saved, self._other, self.friends = found.saved, found.other, friends_in(texts)
        self._settings = _settings_of(texts) or _settings_of(left)
        beside = texts_beside(self._journal, NAMES, texts, left)
        self._begin(_restored_event(found, self._settings), self._loaded_event(beside))
        self._dates = DateWatch(lambda: self._send(self._loaded_event({})))
        if self._other:
            self._journal.contest()
            self._send(ChangedElsewhere())

    def _settle_other(self) -> None:
        if self._other:
            self._journal.keep(TAKEN, self._other.sign)
            self._other = None

    def _take(self, texts: Texts) -> None:
        found = find_match(self._journal, texts, _aside_name())
        self._saved, self.friends = found.saved, friends_in(texts)
        self.on_friends(self.friends)
        self._send(_restored_event(found))
        self._send(self._loaded_event(texts))
        self._writer.write()

    def _on_written(self, transaction: Transaction, outcome: Outcome) -> None:
        self._delete_earlier(transaction)
        if outcome.wrote_match:
            self._channel.postMessage("match")
        if outcome.merged:
            self._send(self._loaded_event(dict(outcome.merged)))
        if outcome.contested:
            self._send(ChangedElsewhere())

    def _delete_earlier(self, transaction: Transaction) -> None:
        """Delete from localStorage what is now in the database, or was deleted."""
        if self._writer.backend is not self._local:
            done = (name for name, text in transaction.texts.items() if name in NAMES or not text)
            self._local.delete(*done)
        if TAKEN in transaction.texts:
            self._local.delete(MATCH)
            if self._writer.backend is not self._local:
                self._local.delete(*filter(is_of_match, self._local.read()))

    def _loaded_event(self, texts: Texts) -> StoreLoaded:
        """Return the event that reports what of these texts is beside the match, and today's date."""
        found = tuple((name, texts[name]) for name in NAMES if texts.get(name))
        return StoreLoaded(found, today(), self._page)

    def _on_news(self) -> None:
        """Look at the database: another page wrote its match."""
        self._journal.check()
        self._writer.write()


def _settings_of(texts: Texts) -> Settings | None:
    try:
        return load_settings(texts[SETTINGS]) if SETTINGS in texts else None
    except StorageError as error:
        js.console.warn(f"store: {error}")
        return None


def _restored_event(found: Found, settings: Settings | None = None) -> Restored:
    if found.damage:
        js.console.warn(f"store: {found.damage}")
    return Restored(found.saved, "notice.data-set-aside" if found.damage else "", settings)


def _aside_name() -> str:
    return f"{ASIDE}{js.Date.now()}"
