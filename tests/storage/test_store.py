"""The browser's store without a browser: pages of one device, whose texts are in a mapping."""

import importlib
import sys
import types
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any
from unittest import mock

import pytest

from backgammon import browser
from backgammon.features.game.start import FIRST_VISIT, first_visit, fresh_match
from backgammon.state.events import Event, Restored, StoreLoaded
from backgammon.storage.journal import Transaction
from backgammon.storage.lessons import dump_solved

NAMES = ("clock", "database", "focus", "input", "store")


class LocalStorage:
    """JavaScript's ``localStorage``."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.getItem, self.setItem = self.texts.get, self.texts.__setitem__
        self.removeItem = lambda name: self.texts.pop(name, None)
        self.key = lambda index: [*self.texts][index]

    @property
    def length(self) -> int:
        return len(self.texts)


def script() -> types.ModuleType:
    """Return the part of JavaScript that the store uses; microtasks run at once."""
    js: Any = types.ModuleType("js")
    js.localStorage = LocalStorage()
    js.Date = types.SimpleNamespace(
        now=lambda: 0, new=lambda: types.SimpleNamespace(getTime=lambda: 0, getTimezoneOffset=lambda: 0)
    )
    pages = iter(range(100))
    js.Math = types.SimpleNamespace(random=lambda: next(pages))
    js.console = types.SimpleNamespace(warn=lambda text: None)
    js.BroadcastChannel = types.SimpleNamespace(new=lambda name: mock.Mock())
    js.document = mock.MagicMock()
    js.kept = None
    no_database = types.SimpleNamespace(error="no database here")
    js.openKept = lambda: types.SimpleNamespace(then=lambda call: call(no_database))
    js.setTimeout = lambda call, wait: None
    js.queueMicrotask = lambda call: call()
    module: types.ModuleType = js
    return module


@pytest.fixture
def open_store() -> Iterator[Callable[[list[Event]], Any]]:
    """Yield a function that starts a page's store, which writes at once and appends its events to a list."""
    ffi: Any = types.ModuleType("pyodide.ffi")
    ffi.JsException = RuntimeError
    ffi.create_once_callable = ffi.create_proxy = lambda call: call
    ffi.to_js = None
    stubs = {"js": script(), "pyodide": types.ModuleType("pyodide"), "pyodide.ffi": ffi}
    with mock.patch.dict(sys.modules, stubs):
        for name in NAMES:  # the package also keeps those of another test
            sys.modules.pop(f"backgammon.browser.{name}", None)
            vars(browser).pop(name, None)
        module = importlib.import_module("backgammon.browser.store")

        def begin(told: list[Event]) -> Any:
            store = module.Store(told.append)
            store.restore(lambda *events: None)
            return store

        yield begin


def test_with_a_match_that_is_taken_over_comes_what_lies_beside_it(
    open_store: Callable[[list[Event]], Any],
) -> None:
    told: list[Event] = []
    first = open_store(told)
    first.save(first_visit())
    second = open_store([])
    second.keep("lessons", dump_solved({"move-two"}))
    second.save(fresh_match(first_visit(), FIRST_VISIT))
    told.clear()
    first.take_other()
    restored, beside = told
    assert isinstance(restored, Restored)
    assert isinstance(beside, StoreLoaded)
    assert beside.texts == (("lessons", dump_solved({"move-two"})),)


class SlowDisk:
    """A place whose transactions reach the disk only when the test says so."""

    def __init__(self) -> None:
        self.under_way: list[Callable[[str], None]] = []

    def run(self, transaction: Transaction, done: Callable[[str], None]) -> None:
        transaction.decide({})
        self.under_way.append(done)

    def finish(self) -> None:
        self.under_way.pop(0)("")


def test_what_waits_for_a_slow_disk_is_done_in_its_order(
    open_store: Callable[[list[Event]], Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    module, disk, done = sys.modules["backgammon.browser.store"], SlowDisk(), list[str]()
    monkeypatch.setattr(module, "open_database", lambda then: then(None, {}, ""))
    monkeypatch.setattr(module, "Database", lambda base, on_close: disk)
    store = open_store([])
    for message in ("first", "second"):
        store.keep_friend("friend", message)
        store.when_kept(partial(done.append, message))
    disk.finish()
    assert done == []
    disk.finish()
    assert done == ["first", "second"]
