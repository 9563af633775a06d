"""What a picture asks for often is computed once: a model never changes, nor does what follows from it."""

from collections.abc import Callable
from typing import TypeVar

from backgammon.state.model import Model

Found = TypeVar("Found")


def once_per_model(function: Callable[[Model], Found]) -> Callable[[Model], Found]:
    """Keep what a function of the model returns until it is asked about another."""
    kept: tuple[Model, Found] | None = None

    def answer(model: Model) -> Found:
        nonlocal kept
        if kept is None or kept[0] is not model:
            kept = model, function(model)
        return kept[1]

    answer.__doc__ = function.__doc__
    return answer
