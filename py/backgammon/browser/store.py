"""What outlives the page: the match and the settings in localStorage, written after every action.

A match that another tab wrote is never overwritten unasked: what stands there must be what was last read or
written here, else ChangedElsewhere asks the player. Text that is no match is set aside under another name.
"""

from collections.abc import Callable
from typing import Any

import js
from pyodide.ffi import JsException

from backgammon.app.events import ChangedElsewhere, Event, Recalled, Restored, StorageFailed
from backgammon.app.keeping import kept
from backgammon.app.model import Model, Settings
from backgammon.app.notes import NAMES
from backgammon.browser.input import listen
from backgammon.storage.codec import dump, dump_settings, load, load_settings
from backgammon.storage.errors import StorageError
from backgammon.storage.record import Saved

_MATCH = "triktrakk.match"
_SETTINGS = "triktrakk.settings"
_BESIDE = "triktrakk."
_SET_ASIDE = "triktrakk.set-aside"


class Store:
    """Reads once, then writes; what goes wrong comes as events."""

    def __init__(self, send: Callable[[Event], None]) -> None:
        self._send = send
        self._works = True
        self._known = ""
        self._asked_about = ""
        self._settings: Settings | None = None
        self.text = ""
        """The match as it was written last, or should have been."""
        listen(js.window, "storage", self._on_storage)

    def restore(self) -> None:
        """Report what is stored, and set aside what cannot be read."""
        self._settings = self._read_settings()
        saved, problem = self._read_match()
        self._send(Restored(saved, problem, self._settings))
        self._report()

    def save(self, model: Model) -> None:
        """Write the match and, where they changed, the settings."""
        if model.settings != self._settings:
            self._settings = model.settings
            self._write(_SETTINGS, dump_settings(model.settings))
        self.text = dump(kept(model))
        there = self._get(_MATCH)
        if there and there not in (self._known, self.text, self._asked_about):
            self._ask_about(there)
        elif self._write(_MATCH, self.text):
            self._known = self.text
        self._report()

    def recall(self) -> None:
        """Report what is kept beside the match, and what the machine can do."""
        texts = [(name, self._get(f"{_BESIDE}{name}")) for name in NAMES]
        now = js.Date.new()
        today = int((now.getTime() - 60_000 * now.getTimezoneOffset()) // 86_400_000)
        cores = int(js.navigator.hardwareConcurrency or 1)
        self._send(Recalled(tuple(pair for pair in texts if pair[1]), today, cores))

    def keep(self, name: str, text: str) -> None:
        """Write a text beside the match; "" forgets it."""
        if text:
            self._write(f"{_BESIDE}{name}", text)
        else:
            js.localStorage.removeItem(f"{_BESIDE}{name}")
        self._report()

    def take_other(self) -> None:
        """Report the match that the other tab wrote."""
        saved, problem = self._read_match()
        self._send(Restored(saved, problem))

    def set_aside(self) -> None:
        """Move what is stored as the match to another name."""
        text = self._get(_MATCH)
        if text and self._write(f"{_SET_ASIDE}.{js.Date.now()}", text):
            js.localStorage.removeItem(_MATCH)

    def _read_match(self) -> tuple[Saved | None, str]:
        text = self._get(_MATCH)
        if not text:
            return None, ""
        try:
            saved = load(text, own=True)
        except StorageError as error:
            js.console.warn(f"store: {error}")
            self.set_aside()
            return None, "notice.data-set-aside"
        self._known = self.text = text
        return saved, ""

    def _read_settings(self) -> Settings | None:
        text = self._get(_SETTINGS)
        try:
            return load_settings(text) if text else None
        except StorageError as error:
            js.console.warn(f"store: {error}")
            return None

    def _on_storage(self, event: Any) -> None:
        """Another tab wrote something."""
        if event.key == _MATCH and event.newValue and event.newValue != self._known:
            self._ask_about(event.newValue)

    def _ask_about(self, text: str) -> None:
        self._asked_about = text
        self._send(ChangedElsewhere())

    def _get(self, name: str) -> str:
        try:
            return js.localStorage.getItem(name) or ""
        except JsException as error:
            self._give_up(error)
            return ""

    def _write(self, name: str, text: str) -> bool:
        try:
            js.localStorage.setItem(name, text)
        except JsException as error:
            self._give_up(error)
            return False
        self._works = True
        return True

    def _give_up(self, error: JsException) -> None:
        """Nothing is kept for now; every later action tries again all the same."""
        if self._works:
            self._works = False
            js.console.warn(f"store: {error}")

    def _report(self) -> None:
        if not self._works:
            self._send(StorageFailed())
