"""Keeps the program for use without a network, and tells when a newer version of it lies ready whole.

sw.js fetches and checks; boot.js loads the page anew once another version has been taken over.
"""

import asyncio
from collections.abc import Callable
from typing import Any

import js
from pyodide.ffi import JsException

from backgammon.browser import clock
from backgammon.browser.input import listen
from backgammon.state.events import Event, UpdateReady

_SERVICE_WORKER = "./sw.js"
_HOUR = 3600.0


class Updates:
    """The service worker as the page sees it; a page within another's, or of one file, leaves it alone."""

    def __init__(self, send: Callable[[Event], None]) -> None:
        self._send = send
        self._workers: Any = None
        self._registration: Any = None
        self._registering: asyncio.Future[None] | None = None
        self._looked = 0.0

    def start(self) -> None:
        """Have the program kept, once all else has been fetched."""
        alone = js.window.parent == js.window and not js.document.documentElement.hasAttribute("data-single")
        if not alone or self._registering:
            return
        self._workers = getattr(js.navigator, "serviceWorker", None)  # a sandboxed frame may not even ask
        if self._workers:
            self._registering = asyncio.ensure_future(self._register())

    def take(self) -> None:
        """Take the newer version over."""
        if self._registration and self._registration.waiting:
            self._registration.waiting.postMessage("now")

    async def _register(self) -> None:
        try:
            self._registration = await self._workers.register(_SERVICE_WORKER, updateViaCache="none")
        except JsException as error:
            js.console.warn(f"not kept for use without a network: {error}")
            return
        if not self._registration:  # a browser that is told to keep nothing
            return
        self._looked = clock.now()
        listen(self._registration, "updatefound", lambda event: self._on_update_found())
        listen(js.document, "visibilitychange", lambda event: self._look_again())
        self._on_update_found()

    def _on_update_found(self) -> None:
        """One is being fetched, or lies there already."""
        coming = self._registration.installing
        if coming:
            listen(coming, "statechange", lambda event: self._tell())
        self._tell()

    def _tell(self) -> None:
        if self._registration.waiting and self._workers.controller:
            self._send(UpdateReady())

    def _look_again(self) -> None:
        """A page that stays open for days looks for a newer version too, when it is looked at."""
        if js.document.visibilityState == "visible" and clock.now() > self._looked + _HOUR:
            self._looked = clock.now()
            self._registration.update()
