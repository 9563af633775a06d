"""The times left on a player's clock that are announced, once each, in a match with anyone."""

from dataclasses import replace

from backgammon.core.time_control import SECOND
from backgammon.state.change import Change
from backgammon.state.effects import Announce
from backgammon.state.events import FriendTime
from backgammon.state.model import Model

_SAID = (30 * SECOND, 10 * SECOND)
"""The remaining bank times that are announced."""


def time_announcements(before: int, after: int) -> tuple[Announce, ...]:
    """Return what to say where the bank has gone down from ``before`` to ``after`` milliseconds."""
    reached = [time for time in _SAID if after <= time < before]
    return tuple(Announce("say.time-left", (("count", time // SECOND),)) for time in reached[-1:])


def on_friend_time(model: Model, event: FriendTime) -> Change:
    """Note the time in a match against a friend, and say how much the player here has left."""
    friend = model.friend
    if friend is None:
        return model, ()
    told = replace(model, friend=replace(friend, now=event.now))
    clock = friend.state.clock if friend.state else None
    if clock is None or clock.decider != 0:
        return told, ()
    return told, time_announcements(clock.bank_left(0, friend.now), clock.bank_left(0, event.now))
