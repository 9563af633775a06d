"""What can be done in the quiz now."""

from collections.abc import Callable

from backgammon.app.quiz import cards
from backgammon.app.state.model import Model, Quiz

ON_BOARD = frozenset(
    {"confirm", "undo", "redo", "swap", "roll", "double", "take", "drop", "beaver", "raccoon"}
)
"""Commands of a match that answer a question, or prepare the answer."""


def actions(model: Model, quiz: Quiz, on_board: Callable[[Model], tuple[str, ...]]) -> tuple[str, ...]:
    """Return what can be done about the question, the most natural first; ``on_board``: of a board alone."""
    asked = quiz.board.problem
    if asked is None:
        return ("quiz-more", "quiz-close") if cards.extra_cards(model) else ("quiz-close",)
    if asked.chosen is None:
        return (*(name for name in on_board(quiz.board) if name in ON_BOARD), "quiz-close")
    if asked.found is None and not asked.failed:
        return ("quiz-close",)
    return "quiz-next", "quiz-again", "quiz-close"
