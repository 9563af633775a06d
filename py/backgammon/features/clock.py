"""The clock of a match at this device: it runs only while a person has to act.

It is stopped while the computer thinks, while something is animated, and while the user looks at anything
other than the match. No time is counted while the page is hidden or closed. A player whose time runs out
loses the match, or the game in money play, unless the clock is for display only.
"""

from dataclasses import replace

from backgammon.core.match import Player
from backgammon.core.time_control import SECOND, lost_on_time
from backgammon.features.board import take_back_all
from backgammon.features.game.flow import commit
from backgammon.features.speech.time_left import time_announcements
from backgammon.state.change import Change, chain
from backgammon.state.effects import LookAtClock, Save
from backgammon.state.model import DialogName, Model
from backgammon.state.seats import plays_here

_KEPT_EACH = 5 * SECOND
"""How often the time of a turn is saved; it is also saved whenever anything else is."""


def player_on_clock(model: Model) -> Player | None:
    """Return the player whose time is running, None if nobody's is."""
    game, caution = model.game, model.analysis.caution
    if game.clock is None or model.looking or model.is_busy or model.dialog is DialogName.OTHER_TAB:
        return None
    if caution and caution.remark is None:  # the tutor has not judged the choice yet
        return None
    return game.match.decider if plays_here(game, game.match.decider) else None


def on_time(model: Model, passed: int) -> Change:
    """Count ``passed`` milliseconds, during which the page was visible."""
    side, before = player_on_clock(model), model.game.clock
    if side is None or before is None:
        return model, ()
    clock = before.add_time(side, passed)
    told = replace(model, game=replace(model.game, clock=clock))
    if clock.control.loses and clock.is_out(side):
        return chain(take_back_all(told), lambda free: commit(free, lost_on_time(free.game.match, side)))
    is_due = clock.spent // _KEPT_EACH != (clock.spent - passed) // _KEPT_EACH
    said = time_announcements(before.bank_left(side), clock.bank_left(side))
    return told, (*said, *(Save(),) * is_due)


def follow(model: Model) -> Change:
    """After every event: ask to be called when the next second is over, or when the time runs out."""
    side, clock = player_on_clock(model), model.game.clock
    if side is None or clock is None:
        return model, ()
    left = clock.delay_left(side) + clock.bank_left(side) + 1
    to_second = SECOND - clock.turn_time(side) % SECOND
    return model, (LookAtClock(min(to_second, left) if clock.control.loses else to_second),)
