"""Calls that wait until everything settled is on disk: what they show or send must not be lost."""

from collections import deque
from collections.abc import Callable

Call = Callable[[], None]


class CallQueue:
    """Counts what was settled and how much of it is on disk; the calls that wait are made in their order."""

    def __init__(self, later: Callable[[Call], object]) -> None:
        """``later`` makes a call when nobody should wait for the disk any longer."""
        self._later = later
        self._kept = self._timed = 0
        self._calls: deque[Call] = deque()
        self.count = 0
        """How much has been settled so far."""
        self.fails = False
        """Whether nobody waits, since the disk fails."""

    def settle(self) -> None:
        """Let later calls wait for something more."""
        self.count += 1

    def when_kept(self, call: Call) -> None:
        """Call once everything settled is on disk, or nobody waits for it."""
        self._calls.append(call)
        self._make_calls()

    def reach(self, count: int) -> None:
        """Take ``count`` to be on disk, and make the calls that waited for the last of it."""
        self._kept = max(self._kept, count)
        self._make_calls()

    def _make_calls(self) -> None:
        while self._calls and (self.fails or self._kept >= self.count):
            self._calls.popleft()()
        if self._calls and self._timed < self.count:
            self._timed = count = self.count
            self._later(lambda: self.reach(count))
