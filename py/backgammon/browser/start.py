"""The start of the page; compiled in the snapshot, since each line of py/main.py is compiled at every visit.

Errors before there is a page are reported to boot.js, which shows them.
"""

import asyncio
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from importlib import import_module

import js

from backgammon.browser.page import Page
from backgammon.browser.parts import load
from backgammon.state.parts import Part

_tasks: set[asyncio.Task[None]] = set()


def start() -> None:
    """Start the page of the game or, in a frame, the board inside another page, which is a separate part."""
    if js.document.documentElement.hasAttribute("data-frame"):
        _tasks.add(asyncio.ensure_future(_start_frame()))
        return
    with _report_failures():
        Page().start()


async def _start_frame() -> None:
    with _report_failures():
        await load(Part.EMBED)
        import_module("backgammon.browser.embedded").start()


@contextmanager
def _report_failures() -> Iterator[None]:
    try:
        yield
    except Exception:
        js.reportError(js.Error.new(traceback.format_exc()))
