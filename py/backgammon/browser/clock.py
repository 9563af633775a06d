"""Timers and frames: callbacks from JavaScript that free themselves after their one call."""

from collections.abc import Callable
from typing import Any

import js
from pyodide.ffi import create_once_callable


def now() -> float:
    """Return seconds of a steady clock."""
    return float(js.performance.now()) / 1000


def after(seconds: float, call: Callable[[], None]) -> Any:
    """Call once after this time; the handle goes to ``cancel``."""
    return js.setTimeout(create_once_callable(call), seconds * 1000)


def next_frame(call: Callable[[float], None]) -> None:
    """Call once before the next frame is painted."""
    js.requestAnimationFrame(create_once_callable(call))
