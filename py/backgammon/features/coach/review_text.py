"""The analysis of a match as a text file, with every mistake: for a coach, or to print and learn from."""

from backgammon.analysis.report_text import report_text
from backgammon.core.match import replay
from backgammon.features.coach.figures import figures_of
from backgammon.features.coach.history import event_on
from backgammon.features.viewer.export import NAME, replay_to_send
from backgammon.notation.record import fill_names
from backgammon.state.change import Change
from backgammon.state.effects import Download
from backgammon.state.match_review import Review
from backgammon.state.model import Model, Origin
from backgammon.storage.figures import with_history


def save_review(model: Model, value: str = "") -> Change:
    """Save the report on the match, as far as it has been analysed."""
    review = model.analysis.review
    assert review
    text = report_text(
        fill_names(replay_to_send(model).names),
        replay(review.start, review.log),
        review.report,
        review.report.worst,
        explained=True,
        event=_event(model, review),
        left=review.decision_findings.count(None),
    )
    return model, (Download(f"{NAME}-analysis.txt", f"{text}\n", "text/plain"),)


def _event(model: Model, review: Review) -> tuple[tuple[str, str], ...]:
    """Return the event of a file, for a match of this page the day that the statistics have for it."""
    if model.replay and model.replay.origin is not Origin.MATCH:
        return model.replay.event
    entry = figures_of(review, model.analysis.today)
    day = with_history(entry, model.analysis.history).day if entry else model.analysis.today
    return event_on(day)
