"""The player's own errors in an analysed match, which can be asked as questions."""

from itertools import islice

from backgammon.analysis.findings import ERROR
from backgammon.analysis.report import Judged
from backgammon.core.match import Match
from backgammon.core.mirror import mirror_match
from backgammon.features.analysis import hint
from backgammon.features.coach.figures import own_sides
from backgammon.state.match_review import Review
from backgammon.state.viewer import start_from

MOST_ASKED = 100
"""The most errors that are asked: a long session has thousands, and none but the largest are ever reached."""


def own_errors(review: Review) -> list[Judged]:
    """Return the errors of the players at this device, the largest first, without resignations.

    It is called at every draw, so it does not check whether each error can be asked as a question: that takes
    half a millisecond per error in a browser.
    """
    own = own_sides(review)
    return [
        each
        for each in review.report.worst
        if each.error >= ERROR and each.player in own and not each.decision.is_resignation
    ]


def errors_of(review: Review) -> tuple[Judged, ...]:
    """Return the largest own errors that can be asked as a question."""
    return tuple(islice(filter(question_of, own_errors(review)), MOST_ASKED))


def question_of(judged: Judged) -> Match | None:
    """Return the match before an own error, with the decider at the bottom; None if it cannot be asked."""
    start = start_from(judged.decision.match)
    if start is None or not hint.is_decision(start) or not hint.fits(judged.finding, start):
        return None
    return mirror_match(start) if start.decider == 1 else start
