"""The analysis of a match as a text file, with every mistake: for a coach, or to print and learn from."""

from backgammon.analysis.report_text import report_text
from backgammon.core.match import replay
from backgammon.features.coach.review import current_review
from backgammon.features.viewer.export import NAME, replay_to_send
from backgammon.notation.record import fill_names
from backgammon.state.change import Change
from backgammon.state.effects import Download
from backgammon.state.model import Model


def save_review(model: Model, value: str = "") -> Change:
    """Save the report on the match, as far as it has been analysed."""
    review = current_review(model)
    assert review
    players, end = fill_names(replay_to_send(model).names), replay(review.start, review.log)
    text = report_text(players, end, review.report, review.report.worst, explained=True)
    return model, (Download(f"{NAME}-analysis.txt", f"{text}\n", "text/plain"),)
