"""Keeps the program for offline use, and reports when a newer version is completely fetched.

sw.js fetches and checks; boot.js reloads the page once another version has taken over.
"""

import asyncio
from collections.abc import Callable
from typing import Any

import js
from pyodide.ffi import JsException

from backgammon.browser import clock
from backgammon.browser.pointer import listen
from backgammon.state.events import Event, UpdateReady

_SERVICE_WORKER = "./sw.js"
_HOUR = 3600.0


class Updates:
    """The page's side of the service worker; a page in a frame, or the game in one file, does not use it."""

    def __init__(self, send: Callable[[Event], None]) -> None:
        self._send = send
        self._workers: Any = None
        self._registration: Any = None
        self._registering: asyncio.Future[None] | None = None
        self._looked = 0.0

    def start(self) -> None:
        """Register the service worker, once everything else has been fetched."""
        alone = js.window.parent == js.window and not js.document.documentElement.hasAttribute("data-single")
        if not alone or self._registering:
            return
        self._workers = getattr(js.navigator, "serviceWorker", None)  # a sandboxed frame may not even ask
        if self._workers:
            self._registering = asyncio.ensure_future(self._register())

    def take(self) -> None:
        """Let the newer version take over."""
        if self._registration and self._registration.waiting:
            self._registration.waiting.postMessage("now")

    async def _register(self) -> None:
        try:
            self._registration = await self._workers.register(_SERVICE_WORKER, updateViaCache="none")
        except JsException as error:
            js.console.warn(f"not kept for use without a network: {error}")
            return
        if not self._registration:  # in a browser that is set to keep nothing
            return
        self._looked = clock.now()
        listen(self._registration, "updatefound", lambda event: self._on_update_found())
        listen(js.document, "visibilitychange", lambda event: self._look_again())
        self._on_update_found()

    def _on_update_found(self) -> None:
        """Report a newer version that is waiting, and watch one that is being fetched."""
        coming = self._registration.installing
        if coming:
            listen(coming, "statechange", lambda event: self._tell())
        self._tell()

    def _tell(self) -> None:
        if self._registration.waiting and self._workers.controller:
            self._send(UpdateReady())

    def _look_again(self) -> None:
        """Look for a newer version when the page becomes visible, at most hourly; it may be open for days."""
        if js.document.visibilityState == "visible" and clock.now() > self._looked + _HOUR:
            self._looked = clock.now()
            self._registration.update()
