"""Files that the page offers for download."""

from typing import Any

import js
from pyodide.ffi import to_js

from backgammon.browser import clock

_KEPT = 60
"""Seconds for which a browser may still ask for the contents of a file."""


def blob_of(text: str, kind: str) -> Any:
    """Return a text as the contents of a file; ``kind``: its media type."""
    options: Any = to_js({"type": kind}, dict_converter=js.Object.fromEntries)
    return js.Blob.new(to_js([text]), options)


def download(name: str, contents: Any) -> None:
    """Offer a file to download."""
    address = js.URL.createObjectURL(contents)
    link = js.document.createElement("a")
    link.href, link.download = address, name
    link.click()
    clock.after(_KEPT, lambda: js.URL.revokeObjectURL(address))
