"""The keyboard focus: a redraw never loses it, and arrow keys move it over the board.

From one of several alike, such as the bins of a list, it goes to the one that is now in the same place.
"""

from typing import Any

import js

ARROWS = {"ArrowLeft": (-1, 0), "ArrowRight": (1, 0), "ArrowUp": (0, -1), "ArrowDown": (0, 1)}
_PRIMARY = "[data-primary]"
_RESTING = ".controls"
"""Where the focus waits while there is nothing to do, until the element it waits for appears."""
_ADVICE = ".advice-body"
"""Where it stays when its element in an analysis goes: a button that asks for more, once that comes."""
_TITLE = "#dialog-title"
_PANEL = ".panel button"
"""On a small screen an open list, or the lessons, replaces everything else."""


class Focus:
    """The focus inside ``root``."""

    def __init__(self, root: Any) -> None:
        self._root = root
        self._wanted = ""
        self._at = 0
        self._in_advice = False

    def place(self) -> str:
        """Return a selector of the element that has the focus or waits for it; "" if it is elsewhere.

        Dice on the board have the command of a button, so the selector names the tag too.
        """
        focused = js.document.activeElement
        if not focused or not self._root.contains(focused):
            return ""
        self._in_advice = bool(focused.closest(".advice"))
        if focused.matches(_RESTING):
            return self._wanted
        for name in ("data-place", "data-command", "name"):
            value = focused.getAttribute(name)
            if value:
                alike = f'{focused.localName}[{name}="{js.CSS.escape(value)}"]'
                among = (focused.closest("dialog") or self._root).querySelectorAll(alike)
                self._at = js.Array.prototype.indexOf.call(among, focused)
                return alike
        self._at = 0
        return _PRIMARY

    def restore(self, wanted: str) -> None:
        """Return a lost focus to its element, else give it to the primary one, else let it wait."""
        active = js.document.activeElement
        is_lost = active == js.document.body or active.matches(_RESTING) or not _is_seen(active)
        if wanted and is_lost:
            self._wanted = wanted
            if self._root.querySelector("dialog[open]"):  # what is below it takes no focus
                self._give(f"dialog {wanted}", _TITLE, at=self._at)
            else:
                near = [_ADVICE] if self._in_advice else []
                self._give(wanted, *near, _PRIMARY, _RESTING, _PANEL, at=self._at)

    def enter_board(self) -> bool:
        """Focus a place, preferably one that can be played from; return False if there is none."""
        return self._give('[data-place][tabindex="0"]', "[data-place][tabindex]")

    def _give(self, *selectors: str, at: int = 0) -> bool:
        """Focus a visible match of the selectors, tried in order; return False if there is none.

        Of the first selector, it is the one ``at`` this place, or the last of fewer; if hidden, the first.
        """
        for selector in selectors:
            found = [*self._root.querySelectorAll(selector)]
            for each in (*found[: at + 1][-1:], *found):
                if _is_seen(each):
                    each.focus()
                    return True
            at = 0
        return False

    def step(self, place: Any, key: str) -> None:
        """Move the focus from a place to the nearest one in an arrow's direction."""
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


def _is_seen(element: Any) -> bool:
    """Whether the style sheets show an element; only then can it keep the focus."""
    return bool(element.checkVisibility(visibilityProperty=True))


def centre(element: Any) -> tuple[float, float]:
    """Return the centre of an element in the window, in CSS pixels."""
    box = element.getBoundingClientRect()
    return box.x + box.width / 2, box.y + box.height / 2
