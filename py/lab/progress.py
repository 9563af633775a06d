"""Progress of long work, on the standard error: in place at a terminal, a line a minute elsewhere."""

import sys
import time

_PAUSE = 60
"""Seconds between two lines where nobody watches."""


class Progress:
    """Shows how far work is; what was shown last stays on a line of its own after `end`."""

    def __init__(self) -> None:
        self._watched = sys.stderr.isatty()
        self._due = time.monotonic() + _PAUSE
        self._open = ""
        """What was shown last, while its line is not ended."""

    def show(self, text: str) -> None:
        """Show the text instead of the one before."""
        if self._watched:
            print(f"\r{text:{len(self._open)}}", end="", file=sys.stderr, flush=True)
        self._open = text
        if not self._watched and time.monotonic() >= self._due:
            self._due = time.monotonic() + _PAUSE
            self.end()

    def end(self) -> None:
        """End the line, if one is open."""
        if self._open:
            print("" if self._watched else self._open, file=sys.stderr, flush=True)
        self._open = ""
