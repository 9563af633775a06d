"""Which of the mistakes that a review lists is on the board."""

from backgammon.state.model import Model
from backgammon.state.viewer import mistakes_of
from backgammon.view.words import Say


def which_mistake(model: Model, say: Say) -> str:
    """Say which mistake of the review is on the board, "" where none is."""
    mistakes, study = mistakes_of(model), model.replay
    if mistakes is None or study is None or study.cursor != mistakes.place:
        return ""
    return say("learn.at", at=mistakes.at + 1, all=len(mistakes.places))
