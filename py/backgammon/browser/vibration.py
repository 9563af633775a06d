"""Vibration for dice and hits, on devices that can vibrate; only if the setting is on."""

import js
from pyodide.ffi import to_js

_PATTERNS = {"dice": [12, 60, 12], "hit": [35]}
"""Milliseconds on, off, on, by the name of the accompanying sound."""


def can_vibrate() -> bool:
    """Whether this is a touch device, in a browser that supports vibration."""
    return bool(hasattr(js.navigator, "vibrate") and js.navigator.maxTouchPoints)


def vibrate(name: str) -> None:
    """Vibrate for a roll or a hit; other sounds have no vibration."""
    if name in _PATTERNS and can_vibrate():
        js.navigator.vibrate(to_js(_PATTERNS[name]))
