"""The clock of a match against a friend: each side measures and reports its own time, over a live link only.

The friend's reports are checked against the time that has passed here; TOLERANCE allows for message delays,
and once more for each break of the link, which the two may have measured differently. A new connection may be
to another device of the friend's, with an older copy of the match: what was measured before does not count.
"""

from dataclasses import replace

from backgammon.core.actions import Player
from backgammon.core.time_control import Clock
from backgammon.friend.entries import TICK
from backgammon.friend.standing import Need, Standing, next_to_act

TOLERANCE = 10_000
"""Milliseconds by which a reported time may fall short of the time measured here, without a break."""
_MOST_TICKS = 9_999_999


class Timing:
    """Times the current decision; ``clock`` is None in a match without one. Sides have the host's numbers."""

    def __init__(self, side: Player, used: int) -> None:
        """``used``: milliseconds that our current decision had taken when the match was stored."""
        self._side, self._used = side, used
        self.clock: Clock | None = None
        self._entries = -1
        self._was_live = False
        self._breaks = 0
        """How often the link broke since the decision began, or since the friend last told its time."""

    def follow(self, standing: Standing, entries: int, is_live: bool, now: int) -> None:
        """Time the decision that is due now, as long as the link is live."""
        if standing.clock is None:
            return
        if self.clock is None or entries != self._entries:
            self.clock, self._breaks = standing.clock, int(not is_live)
            self._entries = entries
        elif self._was_live and not is_live:
            self._breaks += 1
        self._was_live = is_live
        side, need = next_to_act(standing)
        timed = need in (Need.ROLL, Need.DECIDE)
        if side == self._side and timed and self._used:
            self.clock = self.clock.start(side, now - self._used).pause(now)
        self._used = 0
        if side is not None and timed and is_live:
            self.clock = self.clock.start(side, now)
        else:
            self.clock = self.clock.pause(now)

    def measure_anew(self) -> None:
        """Drop what was measured of the friend's decision; they tell how long it has taken."""
        if self.clock and self.clock.decider == 1 - self._side:
            self.clock, self._breaks = replace(self.clock, used=0), 0

    def ticks_spent(self, now: int) -> int:
        """Return the time our decision has taken, in TICKs, to report with it."""
        return min(_MOST_TICKS, self.clock.decision_time(now) // TICK) if self.clock else 0

    def time_used(self, now: int) -> int:
        """Return the milliseconds our decision has taken, 0 while none of ours is timed."""
        ours = self.clock is not None and self.clock.decider == self._side
        return self.clock.decision_time(now) if self.clock and ours else 0

    def hear(self, spent: int, now: int) -> None:
        """Take over the time, in TICKs, that the friend tells of a decision still to be made.

        It may be less than was measured here by TOLERANCE for each break, without one not at all: so no clock
        can be held.
        """
        clock, told = self.clock, min(spent, _MOST_TICKS) * TICK
        if clock is None or clock.decider != 1 - self._side or clock.since is None:
            return
        least = clock.decision_time(now) - TOLERANCE * self._breaks
        self.clock, self._breaks = replace(clock, used=max(told, least), since=now), 0

    def is_out(self, side: Player, now: int) -> bool:
        """Whether a player whose decision is timed has lost on time; the friend may measure less than we."""
        clock, late = self.clock, 0 if side == self._side else self._tolerance
        if clock is None or not clock.control.loses or clock.decider != side or clock.since is None:
            return False
        return clock.is_out(side, now - late)

    def is_credible(self, spent: int, now: int) -> bool:
        """Whether the friend's decision can have taken only ``spent`` TICKs."""
        if self.clock is None or self.clock.decider == self._side:
            return True
        return spent * TICK + self._tolerance >= self.clock.decision_time(now)

    def due(self) -> int | None:
        """When the deciding player's time runs out, for the friend at the latest; None if nobody's can."""
        clock = self.clock
        due = clock.due if clock and clock.control.loses else None
        if due is None or clock is None:
            return None
        return due if clock.decider == self._side else due + self._tolerance

    @property
    def _tolerance(self) -> int:
        """Milliseconds by which the friend's time may be less than the time measured here."""
        return TOLERANCE * (1 + self._breaks)
