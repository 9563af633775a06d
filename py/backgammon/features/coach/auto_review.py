"""The analysis that begins by itself once a game has ended, where it is allowed and wanted.

Nobody waits for it, so it takes no more than is idle: one decision at a time with the worker that plays,
which answers questions of the game first. It goes on through the next game; an open review hastens it. What
a person has asked for, such as the analysis of a file, is not given up for it.
"""

from backgammon.core.match import Phase
from backgammon.features.coach import review
from backgammon.features.saving import side_store
from backgammon.state.change import Change, chain
from backgammon.state.effects import Continue, Effect
from backgammon.state.events import LongWork
from backgammon.state.link import WORKS
from backgammon.state.model import Model

_OVER = (Phase.GAME_OVER, Phase.MATCH_OVER)
_BEGIN = Continue(LongWork.AUTO_REVIEW)


def effects_after(before: Model, after: Model) -> tuple[Effect, ...]:
    """Return the step that begins it, once a game has ended and the engine is there."""
    ended = _has_ended(after) and not _has_ended(before)
    return (_BEGIN,) if ended and after.settings.auto_analysis else ()


def _has_ended(model: Model) -> bool:
    return model.game_in_play.match.phase in _OVER and isinstance(model.link, WORKS)


def go_on(model: Model) -> Change:
    """Read a part of what was kept, with which the findings are put together, or begin when all is read."""
    if not _is_wanted(model):
        return model, ()
    if model.analysis.unread:
        return chain(side_store.read_part(model), lambda read: (read, (_BEGIN,)))
    return review.begin(model, quiet=True)


def _is_wanted(model: Model) -> bool:
    """Whether it may begin still. Boards in other pages, which keep nothing, are not told of a day."""
    if model.analysis.today == 0 or model.replay or _is_another_asked_for(model):
        return False
    return _has_ended(model) and review.is_available(model)


def _is_another_asked_for(model: Model) -> bool:
    """Whether a person has asked for the analysis of another match, which is under way."""
    asked = model.analysis.review
    if asked is None or asked.quiet or not asked.running:
        return False
    running = model.game_in_play
    return asked.start != running.beginning or not running.log.begins_with(asked.log)
