"""Where the focus is: a redraw never loses it, and arrow keys lead it over the board."""

from typing import Any

import js

ARROWS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}
_PRIMARY = "[data-primary]"
_RESTING = ".controls"
"""Where the focus waits while there is nothing to be done, until what it waits for appears."""
_ADVICE = ".advice-body"
"""Where it stays when what it was on in an analysis goes: a button that asks for more, as that comes."""
_TITLE = "#dialog-title"
_PANEL = ".panel button"
"""On a small screen an open list, or the lessons, take the place of all else."""


class Focus:
    """The focus inside ``root``."""

    def __init__(self, root: Any) -> None:
        self._root = root
        self._wanted = ""
        self._in_advice = False

    def place(self) -> str:
        """Return a selector of what has the focus, or waits for it; "" where it is elsewhere."""
        focused = js.document.activeElement
        if not focused or not self._root.contains(focused):
            return ""
        self._in_advice = bool(focused.closest(".advice"))
        if focused.matches(_RESTING):
            return self._wanted
        for name in ("data-place", "data-command", "name"):
            value = focused.getAttribute(name)
            if value:
                return f'[{name}="{js.CSS.escape(value)}"]'
        return _PRIMARY

    def restore(self, wanted: str) -> None:
        """Give a lost focus to what had it, or to what comes first now, or let it wait for these."""
        active = js.document.activeElement
        is_lost = active == js.document.body or active.matches(_RESTING) or not active.checkVisibility()
        if wanted and is_lost:
            self._wanted = wanted
            if self._root.querySelector("dialog[open]"):  # what lies below it takes no focus
                self._give(f"dialog {wanted}", _TITLE)
            else:
                near = [_ADVICE] if self._in_advice else []
                self._give(wanted, *near, _PRIMARY, _RESTING, _PANEL)

    def enter_board(self) -> bool:
        """Give it to a place, at best to one that can be played from; return False where there is none."""
        return self._give('[data-place][tabindex="0"]', "[data-place][tabindex]")

    def _give(self, *selectors: str) -> bool:
        """Give it to what is in sight of the first selector's, or of the next; return False where none is."""
        for selector in selectors:
            for found in self._root.querySelectorAll(selector):
                if found.checkVisibility():
                    found.focus()
                    return True
        return False

    def step(self, place: Any, key: str) -> None:
        """Move it from a place to the nearest one in an arrow's direction."""
        right, down = ARROWS[key]
        x, y = centre(place)
        best, shortest = None, float("inf")
        for other in self._root.querySelectorAll("[data-place][tabindex]"):
            other_x, other_y = centre(other)
            ahead = (other_x - x) * right + (other_y - y) * down
            aside = abs((other_x - x) * down) + abs((other_y - y) * right)
            if ahead > 1 and ahead + 3 * aside < shortest:
                best, shortest = other, ahead + 3 * aside
        if best is not None:
            best.focus()


def centre(element: Any) -> tuple[float, float]:
    """Say where the middle of an element is in the window, in CSS pixels."""
    box = element.getBoundingClientRect()
    return box.x + box.width / 2, box.y + box.height / 2
