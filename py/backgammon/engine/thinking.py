"""Thinking in slices: a generator that yields between batches, so that other work can run."""

from collections.abc import Callable, Generator
from typing import TypeVar

_T = TypeVar("_T")
_Y = TypeVar("_Y")

Thinking = Generator[float, None, _T]
"""A generator that yields its progress, from 0 to 1, and returns its result."""


def finish(
    working: Generator[_Y, None, _T], on_progress: Callable[[_Y], object] = lambda progress: None
) -> _T:
    """Run a generator to its end without pause; return what it returns.

    ``on_progress`` is called with what it yields on the way: its progress, 0 to 1, which a rollout pairs with
    its state after each trial.

    >>> from backgammon import STANDARD, Position, Search, Stakes, finish, judge, study_play
    >>> search = Search(judge(), STANDARD)
    >>> thinking = study_play(search, Position.start().points, (3, 1), Stakes(), plies=0)
    >>> finish(thinking).plays[0].steps
    ((8, 5), (6, 5))
    """
    while True:
        try:
            on_progress(next(working))
        except StopIteration as stop:
            found: _T = stop.value
            return found


def scale_progress(working: Thinking[_T], start: float, end: float) -> Thinking[_T]:
    """Run a part of longer work: map its progress, 0 to 1, to ``start`` to ``end``."""
    while True:
        try:
            done = next(working)
        except StopIteration as stop:
            found: _T = stop.value
            return found
        yield start + (end - start) * done
