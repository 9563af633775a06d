"""Values a drawing needs often are computed once: a model never changes, nor do values derived from it."""

from collections.abc import Callable
from typing import TypeVar

from backgammon.state.model import Model

Found = TypeVar("Found")


def once_per_model(function: Callable[[Model], Found]) -> Callable[[Model], Found]:
    """Cache the result of a function of the model until it is called with another model."""
    kept: tuple[Model, Found] | None = None

    def answer(model: Model) -> Found:
        nonlocal kept
        if kept is None or kept[0] is not model:
            kept = model, function(model)
        return kept[1]

    answer.__doc__ = function.__doc__
    return answer
