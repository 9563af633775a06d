"""The clock of a match against a friend: each side measures and reports its own time, over a live link only.

The friend's reports are checked against the time that has passed here; TOLERANCE allows for message delays.
"""

from dataclasses import replace

from backgammon.core.actions import Player
from backgammon.core.time_control import Clock
from backgammon.friend.entries import TICK
from backgammon.friend.standing import Need, Standing, next_to_act

TOLERANCE = 10_000
"""Milliseconds by which a reported time may fall short of the time measured here."""
_MOST_TICKS = 9_999_999


class Timing:
    """Times the current decision; ``clock`` is None in a match without one. Sides have the host's numbers."""

    def __init__(self, side: Player, used: int) -> None:
        """``used``: milliseconds that our current decision had taken when the match was stored."""
        self._side, self._used = side, used
        self.clock: Clock | None = None
        self._entries = -1
        self._is_whole = False
        """Whether there was no break since the decision began, or the friend last told its time."""

    def follow(self, standing: Standing, entries: int, is_live: bool, now: int) -> None:
        """Time the decision that is due now, as long as the link is live."""
        if standing.clock is None:
            return
        if self.clock is None or entries != self._entries:
            self.clock, self._is_whole = standing.clock, is_live
            self._entries = entries
        side, need = next_to_act(standing)
        timed = need in (Need.ROLL, Need.DECIDE)
        if side == self._side and timed and self._used:
            self.clock = self.clock.start(side, now - self._used).pause(now)
        self._used = 0
        self._is_whole = self._is_whole and is_live
        goes = side is not None and timed and is_live
        self.clock = self.clock.start(side, now) if goes and side is not None else self.clock.pause(now)

    def ticks_spent(self, now: int) -> int:
        """Return the time our decision has taken, in TICKs, to report with it."""
        return min(_MOST_TICKS, self.clock.decision_time(now) // TICK) if self.clock else 0

    def time_used(self, now: int) -> int:
        """Return the milliseconds our decision has taken, 0 while none of ours is timed."""
        ours = self.clock is not None and self.clock.decider == self._side
        return self.clock.decision_time(now) if self.clock and ours else 0

    def hear(self, spent: int, now: int) -> None:
        """Take over the time, in TICKs, that the friend tells of a decision still to be made.

        After a break the two may have measured differently, by no more than TOLERANCE: what is told counts.
        Without one it counts where it is more than was measured here, so that no clock can be held.
        """
        clock, told = self.clock, min(spent, _MOST_TICKS) * TICK
        if clock is None or clock.decider != 1 - self._side or clock.since is None:
            return
        measured = clock.decision_time(now)
        if told > measured or not self._is_whole:
            self.clock = replace(clock, used=max(told, measured - TOLERANCE), since=now)
            self._is_whole = True

    def is_out(self, side: Player, now: int) -> bool:
        """Whether a player whose decision is timed now has lost on time; the friend is given TOLERANCE."""
        clock, late = self.clock, 0 if side == self._side else TOLERANCE
        if clock is None or not clock.control.loses or clock.decider != side or clock.since is None:
            return False
        return clock.is_out(side, now - late)

    def is_credible(self, spent: int, now: int) -> bool:
        """Whether the friend's decision can have taken only ``spent`` TICKs."""
        if self.clock is None or not self._is_whole or self.clock.decider == self._side:
            return True
        return spent * TICK + TOLERANCE >= self.clock.decision_time(now)

    def due(self) -> int | None:
        """When the deciding player's time runs out, for the friend with TOLERANCE; None if nobody's can."""
        clock = self.clock
        due = clock.due if clock and clock.control.loses else None
        if due is None or clock is None:
            return None
        return due if clock.decider == self._side else due + TOLERANCE
