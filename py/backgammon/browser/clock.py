"""Timers and frames: callbacks from JavaScript that free themselves after their one call."""

from collections.abc import Callable
from typing import Any

import js
from pyodide.ffi import create_once_callable

_LONGEST_LAP = 5.0
"""Seconds; a page that is seen and whose time runs looks at the clock each second."""


def now() -> float:
    """Return seconds of a steady clock."""
    return float(js.performance.now()) / 1000


class Watch:
    """Tells how much time passes in which the page is seen."""

    def __init__(self) -> None:
        self._last = now()
        self.stands = bool(js.document.hidden)

    def lap(self) -> int:
        """Return the milliseconds since the last lap: none while it stands, few where the device slept."""
        last, self._last = self._last, now()
        return 0 if self.stands else round(1000 * min(self._last - last, _LONGEST_LAP))


def after(seconds: float, call: Callable[[], None]) -> Any:
    """Call once after this time; ``js.clearTimeout`` takes the handle."""
    return js.setTimeout(create_once_callable(call), seconds * 1000)


def next_frame(call: Callable[[float], None]) -> None:
    """Call once before the next frame is painted."""
    js.requestAnimationFrame(create_once_callable(call))
