"""The analysis of a match as a text file, with every mistake: for a coach, or to print and learn from."""

from backgammon.analysis.report_text import report_text
from backgammon.core.match import replay
from backgammon.features.coach.review import current_review
from backgammon.features.viewer.export import NAME, replay_to_send
from backgammon.state.change import Change
from backgammon.state.effects import Download
from backgammon.state.model import Model


def save_review(model: Model, value: str = "") -> Change:
    """Save the report on the match, as far as it has been analysed."""
    review = current_review(model)
    if review is None:
        return model, ()
    first, second = replay_to_send(model).names
    found, players = review.report, (first or "Player 1", second or "Player 2")
    text = report_text(players, replay(review.start, review.log), found, found.worst, explained=True)
    return model, (Download(f"{NAME}-analysis.txt", f"{text}\n", "text/plain"),)
