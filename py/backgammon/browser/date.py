"""The date where the browser is; the quiz needs it, on a page that may be open for days."""

from collections.abc import Callable

import js

from backgammon.browser import clock
from backgammon.browser.pointer import listen

_LOOKING_SECONDS = 60.0
"""How often a page that stays visible looks whether a new day has begun."""


class DateWatch:
    """Reports whenever the page becomes visible, and when a new day begins while it is."""

    def __init__(self, report: Callable[[], None]) -> None:
        self._report = report
        self._reported = today()
        listen(js.document, "visibilitychange", lambda event: self._on_seen())
        self._look()

    def _look(self) -> None:
        """Look at the date, now and from time to time: nothing happens to a page that stays visible."""
        if self._reported != today():
            self._on_seen()
        clock.after(_LOOKING_SECONDS, self._look)

    def _on_seen(self) -> None:
        if not js.document.hidden:
            self._reported = today()
            self._report()


def today() -> int:
    """Return the date in days since 1 January 1970."""
    return this_minute() // (24 * 60)


def this_minute() -> int:
    """Return the time in minutes since 1 January 1970 by the clock on the wall."""
    now = js.Date.new()
    return int(now.getTime() // 60_000 - now.getTimezoneOffset())
