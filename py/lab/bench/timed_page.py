"""A replacement for py/main.py: the usual page, which times each stage of the work that a click causes.

Each drawing adds an entry to ``window.pictures``: ``at``, the time when the new picture was laid out (on the
clock of an event's time stamp), and the milliseconds of each stage since the entry before.
lab.bench.page_browser uses it.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import js
from pyodide.ffi import to_js

from backgammon.browser.page import Page


class TimedPage(Page):
    """Records the time of each stage, without that of the stages nested in it."""

    def __init__(self) -> None:
        self._spent = Counter()
        self._inner = 0.0
        js.pictures = js.Array.new()
        super().__init__()

    @contextmanager
    def _stage(self, name: str) -> Iterator[None]:
        begin, outer, self._inner = js.performance.now(), self._inner, 0.0
        yield
        whole = js.performance.now() - begin
        self._spent[name] += whole - self._inner
        self._inner = outer + whole

    def send(self, event):
        """Handle an event; the events that its effects send go through ``_update`` too."""
        if self._handling:
            super().send(event)
            return
        with self._stage("effects"):
            super().send(event)

    def _update(self, event):
        with self._stage("update"):
            return super()._update(event)

    def _render(self):
        with self._stage("draw"):
            return super()._render()

    def _show(self):
        with self._stage("patch"):
            super()._show()
        with self._stage("layout"):
            self._root.getBoundingClientRect()
        spent = {**self._spent, "at": js.performance.now()}
        self._spent.clear()
        js.pictures.push(to_js(spent, dict_converter=js.Object.fromEntries))


TimedPage().start()
