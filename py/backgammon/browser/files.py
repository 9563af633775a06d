"""Texts that come into the page: files dropped, chosen or opened with it, pasted text, links; and copying.

While a file is held over the page, ``<html data-dropping>`` lets the style sheet show where to drop it.
"""

import asyncio
from collections import deque
from collections.abc import Callable, Iterable
from importlib import import_module
from typing import Any

import js
from pyodide.ffi import JsException, create_proxy

from backgammon.browser import clock
from backgammon.browser.input import TYPED_INTO
from backgammon.browser.pointer import listen
from backgammon.data.file_text import LARGEST_FILE, file_text
from backgammon.state.events import (
    Copied,
    Event,
    FileFailed,
    FileRead,
    FilesChosen,
    MatchRead,
    TextReceived,
)
from backgammon.storage.types import Replay

_STEPS_SECONDS = 0.01
"""The time for which a file is read before the page may do something else."""


class Files:
    """Listens on the document, and sends what it receives as text."""

    def __init__(self, root: Any, send: Callable[[Event], None], chosen: "ChosenFiles") -> None:
        self._send, self._chosen = send, chosen
        self._over = 0
        self._begun = False  # until then the page's own address reports a launch too
        document = js.document
        listen(document, "dragenter", self._on_enter)
        listen(document, "dragleave", self._on_leave)
        listen(document, "dragover", self._on_over)
        listen(document, "drop", self._on_drop)
        listen(document, "paste", self._on_paste)
        listen(root, "change", self._on_chosen)
        listen(js.window, "hashchange", lambda event: self.open_link())
        if launches := getattr(js.window, "launchQueue", None):
            launches.setConsumer(create_proxy(self._on_launch))

    def open_link(self) -> None:
        """Send a link in the address's fragment, and remove it, so that a reload does not open it again.

        In a frame the fragment is the match that is already shown.
        """
        self._begun = True
        if js.document.documentElement.hasAttribute("data-frame"):
            return
        fragment = js.location.hash
        if _is_link(fragment):
            js.history.replaceState(None, "", js.location.pathname + js.location.search)
            self._send(TextReceived(fragment))

    def _on_enter(self, event: Any) -> None:
        if _holds_files(event):
            self._over += 1
            js.document.documentElement.toggleAttribute("data-dropping", True)

    def _on_leave(self, event: Any) -> None:
        if _holds_files(event):
            self._over = max(0, self._over - 1)
            if not self._over:
                js.document.documentElement.toggleAttribute("data-dropping", False)

    def _on_over(self, event: Any) -> None:
        if _holds_files(event):
            event.preventDefault()
            event.dataTransfer.dropEffect = "copy"

    def _on_drop(self, event: Any) -> None:
        if _holds_files(event):
            event.preventDefault()
            self._over = 0
            js.document.documentElement.toggleAttribute("data-dropping", False)
            self._take(event.dataTransfer.files)

    def _on_chosen(self, event: Any) -> None:
        if event.target.hasAttribute("data-files"):
            self._take(event.target.files)
            event.target.value = ""

    def _on_paste(self, event: Any) -> None:
        """Take text or files pasted anywhere but into an input field."""
        if event.target.closest and event.target.closest(TYPED_INTO):
            return
        files, text = event.clipboardData.files, event.clipboardData.getData("text")
        if files.length:
            self._take(files)
        elif text.strip():
            self._send(TextReceived(text))

    def _on_launch(self, launch: Any) -> None:
        """Take what the installed program was opened with: files, as handles from the system, or a link.

        If its page was already open, the link reaches this page without changing its address.
        """
        if launch.files.length:
            self._take(launch.files)
        elif self._begun and launch.targetURL:
            fragment = js.URL.new(launch.targetURL).hash
            if _is_link(fragment):
                self._send(TextReceived(fragment))

    def _take(self, given: Any) -> None:
        """Open one file; several are read one by one, in the order of their names."""
        files = sorted(given, key=lambda each: str(each.name))
        if len(files) == 1:
            self._reading = asyncio.ensure_future(self._open(files[0]))
        elif files:
            self._chosen.add(files)

    async def _open(self, given: Any) -> None:
        try:
            text = await _read(given)
        except _TooLarge:
            self._send(FileFailed("too-large"))
        except JsException:
            self._send(FileFailed("unreadable"))
        else:
            self._send(TextReceived(text))


class ChosenFiles:
    """Files that were chosen together, to be read one by one."""

    def __init__(self, send: Callable[[Event], None]) -> None:
        self._send = send
        self._files: deque[Any] = deque()

    def add(self, files: Iterable[Any]) -> None:
        """Add files to those that are still to be read, and report that there are some."""
        self._files.extend(files)
        self._send(FilesChosen())

    def read_next(self) -> None:
        """Read the first of the files and report it."""
        if self._files:
            self._reading = asyncio.ensure_future(self._report(self._files.popleft()))

    async def _report(self, given: Any) -> None:
        try:
            found = await _read_in_steps(await _read(given))
        except (_TooLarge, JsException) as error:
            found = error
        self._send(FileRead(str(given.name), found, len(self._files)))


class _TooLarge(Exception):
    """No match is as large as a file."""


async def _read(given: Any) -> str:
    """Return the text of a file, or of the file that a handle refers to; raise _TooLarge or JsException."""
    file = await given.getFile() if hasattr(given, "getFile") else given
    if file.size > LARGEST_FILE:
        raise _TooLarge
    return file_text((await file.arrayBuffer()).to_bytes())


async def read_match(text: str, send: Callable[[Event], None]) -> None:
    """Read a long text in steps and report what it holds."""
    send(MatchRead(text, await _read_in_steps(text)))


async def _read_in_steps(text: str) -> Replay | Exception:
    """Return the match in a text, or why there is none; between the steps the page draws and reacts."""
    opening = import_module("backgammon.features.viewer.open_file")
    reading = opening.read_match(text)
    while True:
        end = clock.now() + _STEPS_SECONDS
        try:
            while clock.now() < end:
                next(reading)
        except StopIteration as done:
            found: Replay = done.value
            return found
        except Exception as error:  # the page's handler of events tells a wrong file from a fault
            return error
        await asyncio.sleep(0)


def _is_link(fragment: str) -> bool:
    """Whether the fragment of an address is a link that this page opens."""
    return fragment.lower().startswith(("#xgid=", "#match=", "#lines=", "#friend="))


def _holds_files(event: Any) -> bool:
    return bool(event.dataTransfer) and "Files" in event.dataTransfer.types.to_py()


async def copy(text: str, send: Callable[[Event], None]) -> None:
    """Put a text on the clipboard, by the older way where the browser lacks the newer one."""
    try:
        await js.navigator.clipboard.writeText(text)
    except (AttributeError, JsException):
        send(Copied(_copy_by_hand(text)))
    else:
        send(Copied(True))


def address(fragment: str) -> str:
    """Return the address of the page with a fragment; in a frame, that of the page on its own."""
    here = js.location.href.partition("#")[0].partition("?")[0]
    return f"{here.removesuffix('frame.html')}{fragment}"


def _copy_by_hand(text: str) -> bool:
    """Copy from a text field, which must be inside the open dialog to be selectable; the focus comes back."""
    focused = js.document.activeElement
    place = js.document.querySelector("dialog[open]") or js.document.body
    field = js.document.createElement("textarea")
    field.value = text
    field.className = "hidden"
    place.append(field)
    field.select()
    worked = bool(js.document.execCommand("copy"))
    field.remove()
    focused.focus()
    return worked
