"""A match is deleted from the statistics, and put back as long as a notice offers that.

Rule kept: its figures are replaced by a mark, so that neither another page, nor a backup, nor an analysis
that nobody asked for brings them back. The analysis that a person asks for does.
"""

from collections.abc import Mapping
from dataclasses import replace

from backgammon.features.coach.history import day_of
from backgammon.features.saving import side_store
from backgammon.state.change import Change, chain
from backgammon.state.model import Model, Notice
from backgammon.state.notice import DeletedMatch
from backgammon.storage.figures import PlayedMatch, deletion_of, merge
from backgammon.storage.past_matches import with_match


def delete_match(model: Model, id: str) -> Change:
    """Delete a match by the id of its figures; a notice offers to put it back."""
    return chain(side_store.read_kept(model), lambda known: _delete(known, id))


def _delete(model: Model, id: str) -> Change:
    known = model.analysis
    match = next((each for each in known.history if each.id == id and not each.is_deleted), None)
    if match is None:
        return model, ()
    gone = DeletedMatch(match, known.past.get(id, ""))
    past = {name: link for name, link in known.past.items() if name != id}
    told = Notice("notice.removed", (("what", day_of(match.day)),), removed=gone)
    return _keep(replace(model, notice=told), deletion_of(match), past)


def may_restore(model: Model) -> bool:
    """Whether a notice offers to put a deleted match back."""
    return model.notice is not None and isinstance(model.notice.removed, DeletedMatch)


def restore_match(model: Model, value: str = "") -> Change:
    """Put back the match that was deleted last."""
    gone = model.notice.removed if model.notice else None
    assert isinstance(gone, DeletedMatch)
    match, past = replace(gone.figures, toggles=gone.figures.toggles + 2), model.analysis.past
    past = with_match(past, match.id, gone.link) if gone.link else past
    return _keep(replace(model, notice=None), match, past)


def _keep(model: Model, match: PlayedMatch, past: Mapping[str, str]) -> Change:
    """Store the statistics with this record of a match, and the matches that can be opened."""
    history = merge(model.analysis.history, (match,))
    changed = replace(model, analysis=replace(model.analysis, history=history, past=past))
    return chain((changed, ()), side_store.keep_figures, side_store.keep_past)
