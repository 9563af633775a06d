"""The page's start; compiled in the snapshot, since each line of py/main.py is compiled at every visit.

What fails before there is a page goes to boot.js, which shows it.
"""

import traceback
from importlib import import_module

import js

from backgammon.browser.page import Page
from backgammon.browser.parts import load
from backgammon.state.parts import Part


async def start() -> None:
    """Start the page of the game, or in a frame the board inside another page, which is a part by itself."""
    try:
        if js.document.documentElement.hasAttribute("data-frame"):
            await load(Part.EMBED)
            import_module("backgammon.browser.embedded").start()
        else:
            Page().start()
    except Exception:
        js.reportError(js.Error.new(traceback.format_exc()))
