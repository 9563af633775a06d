"""Listening to the browser's events, and what presses that become drags have in common.

What is dragged (a checker, the cube, a sheet) is the business of browser.input, cube_drag and sheet_drag.
"""

from collections.abc import Callable
from typing import Any

import js
from pyodide.ffi import create_proxy

_TAP_RADIUS = {"mouse": 4, "pen": 6, "touch": 10}
"""How far a press may move and still be a tap, in CSS pixels."""


def listen(target: Any, name: str, call: Callable[[Any], None], capture: bool = False) -> None:
    """Listen to an event until the page is closed."""
    target.addEventListener(name, create_proxy(call), capture)


def tap_radius(event: Any) -> int:
    """Return how far the press of an event may move and still be a tap, in CSS pixels."""
    return _TAP_RADIUS.get(event.pointerType, 6)


class ClickStopper:
    """Stops the click that follows a drag, before other handlers on ``root`` get it.

    A click follows every drag by mouse at once, but one by finger only if it is short, and later. Clicks by
    keys and screen readers follow no press, and pass.
    """

    def __init__(self, root: Any) -> None:
        self._stops = False
        listen(root, "pointerdown", self._on_down, capture=True)
        listen(root, "click", self._on_click, capture=True)

    def stop(self) -> None:
        """Stop clicks by a pointer until the next press."""
        self._stops = True

    def _on_down(self, event: Any) -> None:
        self._stops = False

    def _on_click(self, event: Any) -> None:
        if self._stops and event.detail:
            event.preventDefault()
            event.stopPropagation()


class PointerFollower:
    """Reports where a pressed pointer goes on the page, and that it was released or lost.

    It is lost too if it moves unpressed: no event reports a release after a menu of the system took it, or
    after a Control-click on a Mac.
    """

    def __init__(
        self, on_move: Callable[[Any], None], on_up: Callable[[Any], None], on_lost: Callable[[], None]
    ) -> None:
        self._pointer: int | None = None

        def move(event: Any) -> None:
            if event.pointerId != self._pointer:
                return
            if event.buttons:
                on_move(event)
            else:
                on_lost()

        def release(event: Any) -> None:
            if event.pointerId == self._pointer:
                on_up(event)

        self._listeners = {
            "pointermove": create_proxy(move),
            "pointerup": create_proxy(release),
            "pointercancel": create_proxy(lambda event: on_lost()),
            "resize": create_proxy(lambda event: on_lost()),  # the telephone was turned
        }

    def follow(self, pointer: int) -> None:
        """Follow a pointer until ``stop``."""
        self._pointer = pointer
        for name, listener in self._listeners.items():
            js.addEventListener(name, listener)

    def stop(self) -> None:
        """Stop following."""
        for name, listener in self._listeners.items():
            js.removeEventListener(name, listener)
