"""What remains of an analysed match: its figures, the match itself, and its blunders in the quiz."""

from dataclasses import replace

from backgammon.analysis.findings import Grade
from backgammon.core.match import Match
from backgammon.features.coach.figures import figures_of
from backgammon.features.coach.history import day_in, own_names
from backgammon.features.coach.past_matches import remember
from backgammon.features.quiz import cards
from backgammon.features.saving import side_store
from backgammon.state.change import Change, chain
from backgammon.state.match_review import Review
from backgammon.state.model import Model
from backgammon.storage.figures import is_deleted_in, merge, with_history, with_owner


def record(model: Model, review: Review) -> Change:
    """Add the figures of a match to the earlier ones, which have been read, and keep what belongs to them.

    A match that was deleted is put back only by an analysis that a person has asked for.
    """
    today, written = model.analysis.today, day_in(review.source.event)
    entry = figures_of(review, today if written is None else min(written, today))
    if entry is None:
        return model, ()
    earlier = model.analysis.history
    if review.quiet and is_deleted_in(earlier, entry):
        return model, ()
    entry = with_owner(with_history(entry, earlier), own_names(earlier))
    noted = replace(model, analysis=replace(model.analysis, history=merge(earlier, (entry,))))
    own = blunders(review, entry.you)
    return chain(
        side_store.keep_figures(noted),
        lambda kept: remember(kept, entry, review),
        lambda kept: cards.add_blunders(kept, *own, made_in=(entry.id,)),
    )


def source_of(model: Model, review: Review) -> tuple[str, ...]:
    """Return where positions come from that a person wants to practise: the id of the match, or "".

    They are asked although the match was deleted.
    """
    entry = figures_of(review, 0)
    is_there = entry is not None and not is_deleted_in(model.analysis.history, entry)
    return (entry.id if entry and is_there else "",)


def blunders(review: Review, *players: int) -> tuple[Match, ...]:
    """Return the positions in which one of these players blundered, the worst last."""
    return tuple(
        each.decision.match
        for each in reversed(review.report.worst)
        if each.grade is Grade.BLUNDER and each.player in players and not each.decision.is_resignation
    )
