"""One's own errors in an analysed match, of which questions can be made."""

from backgammon.analysis.findings import ERROR
from backgammon.analysis.report import Judged
from backgammon.core.match import Match
from backgammon.core.mirror import mirror_match
from backgammon.features.analysis import hint
from backgammon.features.coach.review import own_sides
from backgammon.features.quiz.problem import is_decision
from backgammon.state.analysis_state import Review
from backgammon.state.viewer import start_from


def own_errors(review: Review) -> list[Judged]:
    """Return the errors of those who play at this device, the largest first; a resignation asks nothing.

    It is for every draw: to see that each can be put takes half a millisecond an error in a browser.
    """
    own = own_sides(review)
    return [
        each
        for each in review.report.worst
        if each.error >= ERROR and each.player in own and not each.decision.is_resignation
    ]


def errors_of(review: Review) -> tuple[Judged, ...]:
    """Return those of the errors that can be put."""
    return tuple([each for each in own_errors(review) if question_of(each)])


def question_of(judged: Judged) -> Match | None:
    """Return the match before a decision, with the one who decides below; None where it cannot be put."""
    if judged.decision.is_resignation:
        return None
    start = start_from(judged.decision.match)
    if start is None or not is_decision(start) or not hint.fits(judged.finding, start):
        return None
    return mirror_match(start) if start.decider == 1 else start
