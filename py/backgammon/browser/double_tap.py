"""The second click of a double tap does not hit what the first one has brought up at the same place.

A form that is sent, and a row that is deleted, give way to something else below the finger. Only a dialog is
guarded: on the board and in its bar quick taps are meant.
"""

import math
from typing import Any

from backgammon.browser.pointer import ClickStopper, listen

_MILLISECONDS, _PIXELS = 500, 16
"""How soon after a press, and how close to it, another makes it a double tap."""
_CONTROLS = "button, label, a, summary, input, textarea, select, [data-place], dialog"


class DoubleTapGuard:
    """Stops such clicks before other handlers on ``root`` get them; clicks that follow no press pass."""

    def __init__(self, root: Any) -> None:
        self._clicks = ClickStopper(root)
        self._time = -math.inf
        self._place: tuple[float, float] = 0, 0
        self._control: Any = None
        listen(root, "pointerdown", self._on_down, capture=True)

    def _on_down(self, event: Any) -> None:
        control, place = event.target.closest(_CONTROLS), (event.clientX, event.clientY)
        is_second = event.timeStamp - self._time < _MILLISECONDS and math.dist(place, self._place) < _PIXELS
        self._time = event.timeStamp
        # The same button may be drawn anew between two presses.
        if is_second and event.target.closest("dialog") and not control.isEqualNode(self._control):
            self._clicks.stop()
        else:
            self._place, self._control = place, control
