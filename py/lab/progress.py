"""Progress of long work on standard error: updated in place in a terminal, a line a minute elsewhere."""

import sys
import time

_PAUSE = 60
"""Seconds between two lines if standard error is not a terminal."""


class Progress:
    """Shows the progress of work; after `end`, the last text stays on a line of its own."""

    def __init__(self) -> None:
        self._watched = sys.stderr.isatty()
        self._due = time.monotonic() + _PAUSE
        self._open = ""
        """The last text shown, "" once its line has ended."""

    def show(self, text: str) -> None:
        """Show a text in place of the previous one."""
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
