"""What remains of an analysed match: its figures, the match itself, and its blunders in the quiz."""

from dataclasses import replace

from backgammon.analysis.findings import Grade
from backgammon.core.match import Match
from backgammon.features.coach.figures import figures_of
from backgammon.features.coach.history import own_names
from backgammon.features.coach.past_matches import link_of, remember
from backgammon.features.quiz import cards
from backgammon.features.saving import side_store
from backgammon.state.analysis_state import Review
from backgammon.state.change import Change, chain
from backgammon.state.model import Model
from backgammon.storage.figures import merge, with_history, with_owner


def record(model: Model, review: Review, link: str = "") -> Change:
    """Add the figures of a match to the earlier ones, which have been read, and keep what belongs to them.

    ``link``: the match as it is kept, if it is not the one that is shown.
    """
    today = model.analysis.today
    entry = figures_of(review, today if review.day is None else min(review.day, today))
    if entry is None:
        return model, ()
    earlier = model.analysis.history
    entry = with_owner(with_history(entry, earlier), own_names(earlier))
    history = merge(model.analysis.history, (entry,))
    noted = replace(model, analysis=replace(model.analysis, history=history))
    own = blunders(review, entry.you)
    return chain(
        side_store.keep_figures(noted),
        lambda kept: remember(kept, entry, link or link_of(kept, review)),
        lambda kept: cards.add_blunders(kept, *own),
    )


def blunders(review: Review, *players: int) -> tuple[Match, ...]:
    """Return the positions in which one of these players blundered, the worst last."""
    return tuple(
        each.decision.match
        for each in reversed(review.report.worst)
        if each.grade is Grade.BLUNDER and each.player in players and not each.decision.is_resignation
    )
