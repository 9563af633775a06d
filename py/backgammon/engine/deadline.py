"""The time by which a search has to end: how many plays it can still look into, at its pace so far."""

from collections.abc import Callable

ROLL_COST = 21
"""The factor by which one ply more takes longer for a play: 21 rolls instead of one position."""
CLOCK_STEP = 1e-4
"""The least time of a step, in seconds: browsers' clocks are so coarse that one may seem to take none."""


class Deadline:
    """Times the plies of a search; without ``until``, a time of ``clock``, there is time for everything."""

    def __init__(self, clock: Callable[[], float], until: float | None) -> None:
        self._clock, self._until = clock, until
        self._begun, self._seconds_each = clock(), 0.0

    def begin_ply(self) -> None:
        """Time a ply from now on."""
        self._begun = self._clock()

    def end_ply(self, plays: int) -> None:
        """Record that a ply is searched, for this number of plays."""
        self._seconds_each = (self._clock() - self._begun) / plays

    def room(self, plays: int) -> int:
        """Return how many of ``plays`` can be searched one ply deeper, at the pace of the ply before."""
        if self._until is None:
            return plays
        cost = ROLL_COST * max(self._seconds_each, CLOCK_STEP)
        return min(plays, max(0, int((self._until - self._clock()) / cost)))

    def allows_next(self, done: int) -> bool:
        """Whether one more play will be searched in time, at the pace of the ``done`` ones of this ply."""
        if self._until is None or not done:
            return True
        now = self._clock()
        return now + (now - self._begun) / done <= self._until
