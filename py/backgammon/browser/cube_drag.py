"""Drags of the cube: it follows the pointer, and is offered when it is released over the board.

A tap on the cube is a click like any other (browser.input). The cube can be dragged while it is a button.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import js

from backgammon.browser.pointer import ClickStopper, PointerFollower, listen, tap_radius
from backgammon.state.events import Command, Event

_TOUCH = ".cube [data-command]"


@dataclass(slots=True)
class _Held:
    """A pointer pressed on the cube, which was at ``home``; ``scale``: units of the drawing per pixel."""

    x: float
    y: float
    radius: float
    cube: Any
    command: str
    home: Any
    scale: float
    moved: bool = False

    def is_home(self, x: float, y: float) -> bool:
        """Whether this is within the place where the cube was."""
        return bool(self.home.left <= x <= self.home.right and self.home.top <= y <= self.home.bottom)


class CubeDrag:
    """Listens on ``root`` for drags of the cube, and sends its command if it is released over the board."""

    def __init__(self, root: Any, send: Callable[[Event], None]) -> None:
        self._send = send
        self._held: _Held | None = None
        self._clicks = ClickStopper(root)
        self._follower = PointerFollower(self._on_move, self._on_up, self._let_go)
        listen(root, "pointerdown", self._on_down)

    def _on_down(self, event: Any) -> None:
        touch = event.target.closest(_TOUCH)
        if not touch or self._held or not event.isPrimary or event.button:
            return
        self._held = _Held(
            event.clientX,
            event.clientY,
            tap_radius(event),
            touch.closest(".cube"),
            touch.dataset.command,
            touch.getBoundingClientRect(),
            1 / touch.getScreenCTM().a,
        )
        self._follower.follow(event.pointerId)

    def _on_move(self, event: Any) -> None:
        held = self._held
        assert held is not None
        x, y = event.clientX - held.x, event.clientY - held.y
        if not held.moved and x * x + y * y < held.radius**2:
            return
        held.moved = True
        held.cube.classList.add("dragging")
        held.cube.style.translate = f"{held.scale * x:.1f}px {held.scale * y:.1f}px"

    def _on_up(self, event: Any) -> None:
        held = self._held
        assert held is not None
        over = js.document.elementFromPoint(event.clientX, event.clientY)
        self._let_go()
        if not held.moved:
            return
        self._clicks.stop()
        if over and over.closest(".board") and not held.is_home(event.clientX, event.clientY):
            self._send(Command(held.command))

    def _let_go(self) -> None:
        """End the drag and undo its shift; the next drawing places the cube."""
        held, self._held = self._held, None
        self._follower.stop()
        if held:
            held.cube.classList.remove("dragging")
            held.cube.style.removeProperty("translate")
