"""The automatic analysis after the end of a game, if it is allowed and wanted.

Nobody waits for it, so it uses only idle time: one decision at a time with the worker that plays, which
answers questions of the game first. It continues during the next game; opening the review speeds it up. It
does not replace an analysis that a person has asked for, such as that of a file.
"""

from backgammon.features.coach import left_reviews, review
from backgammon.features.saving import side_store
from backgammon.state.change import Change, chain
from backgammon.state.effects import Continue, Effect
from backgammon.state.engine_state import WORKS
from backgammon.state.events import LongWork
from backgammon.state.model import Model

_BEGIN = Continue(LongWork.AUTO_REVIEW)


def effects_after(before: Model, after: Model) -> tuple[Effect, ...]:
    """Return the effect that begins it, or resumes one after a reload, once the engine is ready."""
    ended = _has_ended(after) and not _has_ended(before)
    resumes = _can_resume(after) and not _can_resume(before)
    return (_BEGIN,) if resumes or (ended and after.settings.auto_analysis) else ()


def _can_resume(model: Model) -> bool:
    return left_reviews.are_waiting(model) and isinstance(model.engine, WORKS)


def _has_ended(model: Model) -> bool:
    return model.game_in_play.match.phase.is_over and isinstance(model.engine, WORKS)


def go_on(model: Model) -> Change:
    """Read a part of the stored findings, which the review builds on, or begin when all are read.

    One that ran before a reload goes first, unless the game has ended since it began.
    """
    waiting = left_reviews.are_waiting(model)
    is_wanted = model.settings.auto_analysis and _is_wanted(model)
    if not (waiting or is_wanted):
        return model, ()
    if model.analysis.unread:
        return chain(side_store.read_part(model), lambda read: (read, (_BEGIN,)))
    if waiting and (not is_wanted or model.analysis.left[0].log == model.game.log):
        return left_reviews.resume(model)
    return review.begin(model, quiet=True)


def _is_wanted(model: Model) -> bool:
    """Whether it may still begin; never on boards in other pages: they store nothing and know no date."""
    if model.analysis.today == 0 or model.replay or _is_asked_for(model):
        return False
    return _has_ended(model) and review.is_available(model)


def _is_asked_for(model: Model) -> bool:
    """Whether an analysis that a person has asked for is under way: of another match, or already of this."""
    asked = model.analysis.review
    if asked is None or asked.quiet or not asked.running:
        return False
    running = model.game_in_play
    is_of_this = asked.start == running.beginning and running.log.begins_with(asked.log)
    return not is_of_this or asked.log == running.log
