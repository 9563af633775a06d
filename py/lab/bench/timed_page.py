"""In place of py/main.py: the page as ever, with a clock at each stage of what a click sets off.

After each drawing ``window.pictures`` has one entry more: ``at``, when the new picture was laid out (like an
event's time stamp), and the milliseconds of each stage since the one before. lab.bench.page_browser wants it.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

import js
from pyodide.ffi import to_js

from backgammon.browser.page import Page


class TimedPage(Page):
    """Counts the time of each stage without that of the stages within it."""

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
        """Handle an event; what its effects send goes through ``_update`` too."""
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
