"""What can be done in the quiz now."""

from collections.abc import Callable

from backgammon.app.quiz import cards
from backgammon.app.state.model import Model

ANSWERS = frozenset(
    {"confirm", "undo", "redo", "swap", "roll", "double", "take", "drop", "beaver", "raccoon"}
)
"""Commands of a match that answer a question, or prepare the answer."""


def actions(model: Model, on_board: Callable[[Model], tuple[str, ...]]) -> tuple[str, ...]:
    """Return what can be done about the question, the most natural first; ``on_board``: in a match."""
    asked = model.game.problem
    if asked is None:
        return ("quiz-more", "quiz-close") if cards.extra_cards(model) else ("quiz-close",)
    if asked.chosen is None:
        return (*(name for name in on_board(model) if name in ANSWERS), "quiz-close")
    if asked.found is None and not asked.failed:
        return ("quiz-close",)
    return "quiz-next", "quiz-again", "quiz-close"
