"""Values a drawing needs often are computed once: what a model holds never changes, nor what it leads to."""

from collections.abc import Callable
from operator import is_not
from typing import TypeVar, TypeVarTuple

Given = TypeVarTuple("Given")
Found = TypeVar("Found")


def once_per_arguments(function: Callable[[*Given], Found]) -> Callable[[*Given], Found]:
    """Cache the result of a function until it is called with other objects; equal ones count as others."""
    kept: tuple[tuple[object, ...], Found] | None = None

    def answer(*given: *Given) -> Found:
        nonlocal kept
        now: tuple[object, ...] = given
        if kept is None or any(map(is_not, kept[0], now)):
            kept = now, function(*given)
        return kept[1]

    answer.__doc__ = function.__doc__
    return answer
