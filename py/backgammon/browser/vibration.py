"""What a hand feels of dice and hits, on devices that can vibrate; never without the setting."""

import js
from pyodide.ffi import to_js

_PATTERNS = {"dice": [12, 60, 12], "hit": [35]}
"""Milliseconds on, off, on, by the sound that goes with them."""


def can_vibrate() -> bool:
    """Whether this is a device in the hand, in a browser that lets it vibrate."""
    return bool(hasattr(js.navigator, "vibrate") and js.navigator.maxTouchPoints)


def vibrate(name: str) -> None:
    """Let a roll or a hit be felt; other sounds are for the ear alone."""
    if name in _PATTERNS and can_vibrate():
        js.navigator.vibrate(to_js(_PATTERNS[name]))
