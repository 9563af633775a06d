"""Drags of a telephone's sheet: pulling its upper edge up or down makes it tall or half high.

A button does the same (view.forms.sheet_button). While it is held the sheet follows the pointer a little way.
"""

from collections.abc import Callable
from typing import Any

import js

from backgammon.browser.pointer import ClickStopper, PointerFollower, listen
from backgammon.state.events import Command, Event

FAR = 24
"""How far the pointer must move for the sheet to change, in CSS pixels."""


class SheetDrag:
    """Listens on ``root`` for drags of a sheet's edge, and sends the height that they ask for."""

    def __init__(self, root: Any, send: Callable[[Event], None]) -> None:
        self._send = send
        self._sheet: Any = None
        self._from = 0.0
        self._clicks = ClickStopper(root)
        self._follower = PointerFollower(self._on_move, self._on_up, self._let_go)
        listen(root, "pointerdown", self._on_down)

    def _on_down(self, event: Any) -> None:
        grip = event.target.closest("[data-grip]")
        if not grip or event.target.closest("button") or self._sheet or not event.isPrimary or event.button:
            return
        if not _is_edge(grip):
            return
        self._sheet, self._from = grip.parentNode, event.clientY
        self._clicks.stop()  # a finger that pulls only a short way may click a button beside the edge
        self._follower.follow(event.pointerId)

    def _on_move(self, event: Any) -> None:
        self._sheet.style.translate = f"0 {max(-FAR, min(FAR, event.clientY - self._from)):.0f}px"

    def _on_up(self, event: Any) -> None:
        way = event.clientY - self._from
        self._let_go()
        if abs(way) >= FAR:
            self._send(Command("sheet", "tall" if way < 0 else "half"))

    def _let_go(self) -> None:
        sheet, self._sheet = self._sheet, None
        self._follower.stop()
        if sheet:
            sheet.style.removeProperty("translate")


def _is_edge(grip: Any) -> bool:
    """Whether this is a sheet's edge at the page's size: there css/sheet.css lets no finger scroll by it."""
    return bool(js.getComputedStyle(grip).touchAction == "none")
