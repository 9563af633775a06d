"""Turns taps, drags, keys and forms into the app's events, by attributes that are read in one place.

A tap is a ``click``, whatever made it: mouse, finger, pen or a screen reader. A press that moves far enough
is a drag instead, and its click is swallowed. While a checker is dragged only its shift is redrawn.
On a place an arrow key moves the focus to the next place; elsewhere it is a key like any other, and if it
does nothing else it moves the focus onto the board. What the document does not have arrives as JavaScript's
null, which is false but not None.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import js
from pyodide.ffi import to_js

from backgammon.app.shortcuts import key_name
from backgammon.browser.focus import ARROWS, Focus, centre
from backgammon.browser.pointer import ClickStopper, PointerFollower, listen, tap_radius
from backgammon.state.events import (
    Command,
    Dragged,
    DragStarted,
    Event,
    MotionReduced,
    SettingChanged,
    Submitted,
    Tapped,
)

_GLIDE = 140
"""How long a dropped checker glides to its place, in milliseconds."""

TYPED_INTO = "input:not([type=checkbox], [type=radio], [type=range]), textarea, select, [contenteditable]"
_REDUCED = "(prefers-reduced-motion: reduce)"
_BY_HAND = "data-by-hand"
"""Marks the document from a pointer press until a key press: with a pointer no focus ring is needed."""


@dataclass(slots=True)
class _Press:
    """A pointer pressed on a place; ``checker`` is set once it drags one."""

    pointer: int
    place: int
    x: float
    y: float
    radius: float
    checker: Any = None
    over: int | None = None
    scale: tuple[float, float, float, float] = (1, 0, 0, 1)
    left: tuple[float, float] = (0, 0)

    def shift(self, x: float, y: float) -> str:
        """Convert a shift from CSS pixels to the checker's units, as a value of ``translate``."""
        a, b, c, d = self.scale
        return f"{a * x + c * y:.3f}px {b * x + d * y:.3f}px"


class Input:
    """Listens on ``root`` and the document, and sends events."""

    def __init__(
        self, root: Any, send: Callable[[Event], None], command_for: Callable[[str], Command | None]
    ) -> None:
        """``command_for`` returns the current command of a key pressed outside the places, or None."""
        self._root = root
        self._send = send
        self._command_for = command_for
        self._press: _Press | None = None
        self._dropped: _Press | None = None
        self._clicks = ClickStopper(root)
        self._press_target: Any = None
        """The target of the last press: selecting text past the edge of a dialog must not close it."""
        self._closed_unasked = False
        self._focus = Focus(root)
        self._follower = PointerFollower(self._on_move, self._on_up, self._abandon)
        listen(root, "pointerdown", self._on_down)
        listen(root, "click", self._on_click)
        listen(root, "submit", self._on_submit)
        listen(root, "change", self._on_change)
        listen(root, "contextmenu", self._on_menu)
        listen(root, "cancel", self._on_cancel, capture=True)
        listen(root, "close", self._on_close, capture=True)
        listen(js.document, "keydown", self._on_key)
        reduced = js.matchMedia(_REDUCED)
        listen(reduced, "change", lambda event: send(MotionReduced(bool(event.matches))))

    def before_show(self) -> str:
        """Return where the focus is, for ``after_show``."""
        return self._focus.place()

    def after_show(self, focus: str) -> None:
        """Restore a focus that the redraw took, and move a dropped checker to its place."""
        self._focus.restore(focus)
        if self._closed_unasked:
            self._closed_unasked = False
            for dialog in self._root.querySelectorAll("dialog:not([open])"):
                dialog.showModal()
        if self._press and self._press.checker:
            self._press.checker.classList.add("dragging")
            self._mark(self._press.over, True)
        if self._dropped:
            press, self._dropped = self._dropped, None
            _glide_home(press)

    def _on_click(self, event: Any) -> None:
        target = event.target
        found = target.closest("[data-command], [data-place]")
        if not found:
            if target.tagName == "DIALOG" and self._press_target == target:
                self._send(Command("close"))
        elif found.hasAttribute("data-command"):
            self._send(Command(found.dataset.command, found.getAttribute("data-value") or ""))
        else:
            self._send(Tapped(int(found.dataset.place)))

    def _on_down(self, event: Any) -> None:
        self._press_target = event.target
        js.document.documentElement.toggleAttribute(_BY_HAND, True)
        if not event.isPrimary or event.button or self._press:
            return
        found = event.target.closest("[data-place]")
        if not found:
            return
        place = int(found.dataset.place)
        if not self._root.querySelector(_top_of(place)):
            return
        self._press = _Press(event.pointerId, place, event.clientX, event.clientY, tap_radius(event))
        self._follower.follow(event.pointerId)

    def _on_move(self, event: Any) -> None:
        press = self._press
        assert press is not None
        x, y = event.clientX - press.x, event.clientY - press.y
        begun = press.checker is not None
        if not begun and (x * x + y * y < press.radius**2 or not self._begin_drag(press)):
            return
        press.checker.style.translate = press.shift(x, y)
        over = _place_at(event)
        if over != press.over:
            self._mark(press.over, False)
            self._mark(over, True)
            press.over = over

    def _begin_drag(self, press: _Press) -> bool:
        checker = self._root.querySelector(_top_of(press.place))
        if not checker:
            self._end()
            return False
        press.checker = checker
        matrix = checker.parentNode.getScreenCTM().inverse()
        press.scale = (matrix.a, matrix.b, matrix.c, matrix.d)
        checker.classList.add("dragging")
        self._root.setPointerCapture(press.pointer)
        self._send(DragStarted(press.place))
        return True

    def _on_up(self, event: Any) -> None:
        press = self._press
        assert press is not None
        self._end()
        if press.checker is None:
            return
        self._clicks.stop()
        target = _place_at(event)
        self._drop(press)
        if target != press.place:
            self._send(Dragged(press.place, target))

    def _abandon(self) -> None:
        press = self._press
        self._end()
        if press and press.checker:
            self._drop(press)
            self._send(Dragged(press.place, None))

    def _drop(self, press: _Press) -> None:
        """Leave the checker where it was released; the next drawing moves it to its place."""
        self._mark(press.over, False)
        press.left = centre(press.checker)
        self._dropped = press

    def _mark(self, place: int | None, over: bool) -> None:
        """Highlight, or stop highlighting, a place that a checker is held over, if it may land there."""
        for mark in self._root.querySelectorAll(f'[data-landing="{place}"]'):
            mark.toggleAttribute("data-over", over)

    def _end(self) -> None:
        self._press = None
        self._follower.stop()

    def _on_submit(self, event: Any) -> None:
        event.preventDefault()
        form = event.target
        if form.dataset.form:
            values = tuple((str(name), str(value)) for name, value in js.FormData.new(form, event.submitter))
            self._send(Submitted(form.dataset.form, values))

    def _on_change(self, event: Any) -> None:
        target = event.target
        value = ("on" if target.checked else "") if target.type == "checkbox" else target.value
        if name := target.getAttribute("data-setting"):
            self._send(SettingChanged(name, value))
        if edited := target.getAttribute("data-edit"):
            self._send(Command(f"edit-{edited}", value))

    def _on_menu(self, event: Any) -> None:
        """In the position editor, remove a checker on a long touch or a click with the secondary button."""
        place = event.target.closest("[data-place]")
        if place and self._root.querySelector('[data-mode="edit"]'):
            event.preventDefault()
            self._send(Command("edit-remove", place.dataset.place))

    def _on_cancel(self, event: Any) -> None:
        """On Escape in a dialog, let the model close it, so that model and page always agree.

        Leaving a file chooser fires an event of the same name, which bubbles; it is ignored here.
        """
        if event.target.tagName == "DIALOG":
            event.preventDefault()
            self._send(Command("close"))

    def _on_close(self, event: Any) -> None:
        """Handle the browser closing a dialog, as on a second Escape; if the model keeps it, reopen it."""
        self._closed_unasked = True
        self._send(Command("close"))

    def _on_key(self, event: Any) -> None:
        js.document.documentElement.toggleAttribute(_BY_HAND, False)
        if event.defaultPrevented or event.isComposing:
            return
        key, target = event.key, event.target
        if key == "Escape" and self._press and self._press.checker:
            self._abandon()
            return
        if js.document.querySelector("dialog[open]") or target.closest(TYPED_INTO):
            return
        plain = not (event.ctrlKey or event.metaKey or event.altKey)
        place = target.closest("[data-place]")
        drawn = target.closest("svg [data-command]")
        if plain and place and key in ARROWS:
            event.preventDefault()
            self._focus.step(place, key)
        elif plain and place and key in ("Enter", " "):
            event.preventDefault()
            self._send(Tapped(int(place.dataset.place)))
        elif plain and place and key in ("Delete", "Backspace", "-"):
            event.preventDefault()
            self._send(Command("edit-remove", place.dataset.place))
        elif plain and drawn and key in ("Enter", " "):
            event.preventDefault()
            self._send(Command(drawn.dataset.command))
        elif plain and not (key in ("Enter", " ") and target.closest("button, a, summary, input")):
            command = self._command_for(key_name(event.key, event.code))
            if command and not event.repeat:
                event.preventDefault()
                self._send(command)
            elif not command and key in ARROWS and not _scrolls(target, key) and self._focus.enter_board():
                event.preventDefault()


def bring_into_view(root: Any) -> None:
    """Scroll the list of moves, mistakes, lines or chapters, and nothing else, to the current entry."""
    entry = root.querySelector('[aria-current="step"]:not(.listed), .chapter[aria-current]')
    if not entry:
        return
    scroller = entry.closest(".scroll, .chapters, .lines-tree, .quiz-body")
    box, seen = entry.getBoundingClientRect(), scroller.getBoundingClientRect()
    heading = scroller.querySelector("thead")
    head = heading.getBoundingClientRect().height if heading else 0
    if box.top < seen.top + head:
        scroller.scrollTop += box.top - seen.top - head - box.height
    elif box.bottom > seen.bottom:
        scroller.scrollTop += box.bottom - seen.bottom + box.height


def prefers_reduced_motion() -> bool:
    """Whether the reader prefers reduced motion."""
    return bool(js.matchMedia(_REDUCED).matches)


def _scrolls(target: Any, key: str) -> bool:
    """Whether an arrow key scrolls the list that has the focus: it has more entries than it can show."""
    scroller = key in ("ArrowUp", "ArrowDown") and target.closest('div[tabindex="0"]')
    return bool(scroller and scroller.scrollHeight > scroller.clientHeight)


def _top_of(place: int) -> str:
    return f'[data-top="{place}"]'


def _place_at(event: Any) -> int | None:
    """Return the place under a pointer, even if dice or the cube cover it; None if there is none."""
    under = js.document.elementsFromPoint(event.clientX, event.clientY)
    found = next((place for element in under if (place := element.closest("[data-place]"))), None)
    return int(found.dataset.place) if found else None


def _glide_home(press: _Press) -> None:
    """Animate a dropped checker from where it was released to its current place."""
    checker = press.checker
    checker.classList.add("dragging")  # the drawing removed this class, which suppresses transitions
    checker.style.removeProperty("translate")
    x, y = centre(checker)
    checker.classList.remove("dragging")
    if js.document.documentElement.dataset.motion != "off":
        start = press.shift(press.left[0] - x, press.left[1] - y)
        frames = to_js([{"translate": start}, {"translate": "0px 0px"}], dict_converter=js.Object.fromEntries)
        checker.animate(frames, _GLIDE)
