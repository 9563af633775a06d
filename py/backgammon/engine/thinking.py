"""Thinking in slices: a generator that yields between batches, so that others get their turn."""

from collections.abc import Generator
from typing import Any, TypeVar

_T = TypeVar("_T")

Thinking = Generator[float, None, _T]
"""Yields how much is done, from 0 to 1; returns what was found."""


def finish(working: Generator[Any, None, _T]) -> _T:
    """Run a generator to its end, at once; return what it returns.

    >>> from backgammon import STANDARD, Position, Search, Stakes, finish, judge, study_play
    >>> search = Search(judge(), STANDARD)
    >>> thinking = study_play(search, Position.start().points, (3, 1), Stakes(), plies=0)
    >>> finish(thinking).plays[0].steps
    ((8, 5), (6, 5))
    """
    while True:
        try:
            next(working)
        except StopIteration as stop:
            found: _T = stop.value
            return found


def scale_progress(working: Thinking[_T], start: float, end: float) -> Thinking[_T]:
    """Think as a part of something longer, of which so much is done at its start and at its end."""
    while True:
        try:
            done = next(working)
        except StopIteration as stop:
            found: _T = stop.value
            return found
        yield start + (end - start) * done
