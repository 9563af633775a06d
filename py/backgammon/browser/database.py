"""Storage of texts by name: in the browser's database, or in localStorage where a page has none.

Both carry out a transaction of storage.journal, all of it or nothing, and report the text of an error, "" for
success.
"""

from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

import js
from pyodide.ffi import JsException, create_once_callable, create_proxy, to_js

from backgammon.storage.journal import Changes, Transaction

Texts = dict[str, str]
_KEPT = "kept"
_PREFIX = "triktrakk."


class Backend(Protocol):
    """A storage of texts by name."""

    def run(self, transaction: Transaction, done: Callable[[str], None]) -> None:
        """Carry out a transaction, and report its error once it is on disk or has failed."""


class Database:
    """The browser's database, once it is open."""

    def __init__(self, base: Any, on_close: Callable[[], None]) -> None:
        """``on_close``: called when it was closed from outside, perhaps cleared, and must be reopened."""
        self._base = base

        def on_lost(event: Any) -> None:
            base.close()
            on_close()

        base.onclose = base.onversionchange = create_proxy(on_lost)
        self._options = to_js({"durability": "strict"}, dict_converter=js.Object.fromEntries)

    def run(self, transaction: Transaction, done: Callable[[str], None]) -> None:
        """Carry out a transaction; it is on disk when ``done`` is called."""
        try:
            running = self._base.transaction(_KEPT, "readwrite", self._options)
        except JsException as error:
            done(str(error))
            return
        store = running.objectStore(_KEPT)
        asked = [(name, store.get(name)) for name in transaction.names]

        waiting = True

        def on_read(event: Any) -> None:
            nonlocal waiting
            waiting = False
            found = {name: request.result for name, request in asked if isinstance(request.result, str)}
            try:
                _apply(transaction.decide(found), store)
                running.commit()
            except Exception:
                running.abort()
                raise

        def on_end(event: Any) -> None:
            if waiting:
                read.destroy()
            done("" if event.type == "complete" else str(running.error or event.type))

        read = create_once_callable(on_read)
        asked[-1][1].onsuccess = read
        running.oncomplete = running.onabort = create_once_callable(on_end)


def _apply(changes: Changes, store: Any) -> None:
    for first, last in changes.deleted:
        store.delete(js.IDBKeyRange.bound(first, last))
    for name, text in changes.put.items():
        store.put(text, name)


def open_database(then: Callable[[Any, Texts, str], None]) -> None:
    """Open and read the database; ``then`` gets it and its texts, or None and the error ("" for success).

    At the start of the page boot.js has already begun to open it.
    """
    opening = js.kept or js.openKept()
    js.kept = None

    def on_opened(found: Any) -> None:
        if getattr(found, "error", None):
            then(None, {}, found.error)
        else:
            then(found.base, dict(zip(found.names.to_py(), found.texts.to_py(), strict=True)), "")

    opening.then(create_once_callable(on_opened))


class LocalTexts:
    """localStorage, where it is available; what is written there reaches the disk some seconds later."""

    def read(self) -> Texts:
        """Return all texts; empty where localStorage is not available."""
        try:
            found = {name: js.localStorage.getItem(_PREFIX + name) or "" for name in _local_names()}
        except JsException as error:
            js.console.warn(f"localStorage: {error}")
            return {}
        return found

    def write(self, name: str, text: str) -> None:
        """Write a text, if that is possible."""
        with suppress(JsException):
            js.localStorage.setItem(_PREFIX + name, text)

    def delete(self, *names: str) -> None:
        """Delete texts, if that is possible."""
        with suppress(JsException):
            for name in names:
                js.localStorage.removeItem(_PREFIX + name)

    def run(self, transaction: Transaction, done: Callable[[str], None]) -> None:
        """Carry out a transaction at once; if part of it fails, the earlier texts are put back."""
        before: dict[str, str | None] = {}
        try:
            found = {name: js.localStorage.getItem(_PREFIX + name) for name in transaction.names}
            changes = transaction.decide({name: text for name, text in found.items() if text})
            for first, last in changes.deleted:
                gone = [name for name in _local_names() if first <= name <= last]
                before |= {name: js.localStorage.getItem(_PREFIX + name) for name in gone}
                self.delete(*gone)
            for name, text in changes.put.items():
                before.setdefault(name, js.localStorage.getItem(_PREFIX + name))
                js.localStorage.setItem(_PREFIX + name, text)
        except JsException as error:
            self.delete(*before)
            for name, earlier in before.items():
                if earlier:
                    self.write(name, earlier)
            done(str(error))
        else:
            done("")


def _local_names() -> list[str]:
    storage = js.localStorage
    names = [storage.key(index) for index in range(storage.length)]
    return [name.removeprefix(_PREFIX) for name in names if name.startswith(_PREFIX)]
