"""Which of the mistakes that a review lists is on the board, in words."""

from backgammon.state.model import Model
from backgammon.state.viewer import mistakes_of
from backgammon.view.panels.player_line import seat_name
from backgammon.view.words import Say


def mistake_text(model: Model, say: Say) -> str:
    """Say which mistake of the review is on the board, and whose (it lists both players'); "" for none."""
    mistakes, replay, side = mistakes_of(model), model.replay, model.game.match.decider
    if mistakes is None or replay is None or side is None or replay.cursor != mistakes.place:
        return ""
    place = say("learn.at", at=mistakes.at + 1, all=len(mistakes.places))
    return f"{place} · {seat_name(model, side, say)}"
