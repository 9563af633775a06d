"""Timers and frames: callbacks from JavaScript that are called once and then free themselves."""

from collections.abc import Callable
from typing import Any

import js
from pyodide.ffi import create_once_callable

_LONGEST_LAP = 5.0
"""Seconds; a visible page with a running clock reads it every second."""


def now() -> float:
    """Return the time of a steady clock, in seconds."""
    return float(js.performance.now()) / 1000


class Watch:
    """Measures the time during which the page is visible."""

    def __init__(self) -> None:
        self._last = now()
        self.is_stopped = bool(js.document.hidden)

    def lap(self) -> int:
        """Return the milliseconds since the last lap: 0 while stopped, at most 5000 if the device slept."""
        last, self._last = self._last, now()
        return 0 if self.is_stopped else round(1000 * min(self._last - last, _LONGEST_LAP))


class Once:
    """A call that is under way at most once; asking for it again meanwhile changes nothing."""

    def __init__(self, begin: Callable[..., object], call: Callable[..., None]) -> None:
        """``begin`` is given a function that makes the call, with the arguments of ``call``."""
        self._begin = begin
        self._call = call
        self._asked = False

    def ask(self) -> None:
        """Begin, unless the call is under way."""
        if not self._asked:
            self._asked = True
            self._begin(self._on_ready)

    def _on_ready(self, *arguments: Any) -> None:
        self._asked = False
        self._call(*arguments)


def after(seconds: float, call: Callable[[], None]) -> Any:
    """Call once after this time; return a handle for ``js.clearTimeout``."""
    return js.setTimeout(create_once_callable(call), seconds * 1000)


def at_end_of_task(call: Callable[[], None]) -> None:
    """Call once the running task of the page has done all else."""
    js.queueMicrotask(create_once_callable(call))


def next_frame(call: Callable[[float], None]) -> None:
    """Call once before the next frame is painted."""
    js.requestAnimationFrame(create_once_callable(call))
