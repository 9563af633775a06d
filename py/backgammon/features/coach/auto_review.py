"""The automatic analysis after the end of a game, if it is allowed and wanted.

Nobody waits for it, so it uses only idle time: one decision at a time with the worker that plays, which
answers questions of the game first. It continues during the next game; opening the review speeds it up. It
does not replace an analysis that a person has asked for, such as that of a file.
"""

from backgammon.features.coach import review
from backgammon.features.saving import side_store
from backgammon.state.change import Change, chain
from backgammon.state.effects import Continue, Effect
from backgammon.state.engine_state import WORKS
from backgammon.state.events import LongWork
from backgammon.state.model import Model

_BEGIN = Continue(LongWork.AUTO_REVIEW)


def effects_after(before: Model, after: Model) -> tuple[Effect, ...]:
    """Return the effect that begins it, once a game has ended and the engine is ready."""
    ended = _has_ended(after) and not _has_ended(before)
    return (_BEGIN,) if ended and after.settings.auto_analysis else ()


def _has_ended(model: Model) -> bool:
    return model.game_in_play.match.phase.is_over and isinstance(model.engine, WORKS)


def go_on(model: Model) -> Change:
    """Read a part of the stored findings, which the review builds on, or begin when all are read."""
    if not _is_wanted(model):
        return model, ()
    if model.analysis.unread:
        return chain(side_store.read_part(model), lambda read: (read, (_BEGIN,)))
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
