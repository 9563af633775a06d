"""Cuts a work into pieces for several engines, and combines their results.

The results are combined in the order of the pieces, whichever engine did them and whenever they arrived: a
work has the same result, to the bit, with any number of engines, and a rollout that ends early ends at the
same trial. A rollout is cut into runs of trials; everything else is one piece.
"""

from bisect import insort
from collections.abc import Iterator
from dataclasses import replace

from backgammon.analysis.rollout_state import RolloutState, is_settled, merge
from backgammon.protocol.messages import Rollout, Work, WorkResult

TRIALS = 4
"""Trials of a piece: few, so that no engine keeps the others waiting for long at the end."""


def pieces(work: Work) -> Iterator[Work]:
    """Cut a work into pieces; those of a rollout are its missing trials only.

    >>> from backgammon.core.rules import STANDARD
    >>> from backgammon.analysis.rollout_state import RolloutSettings
    >>> from backgammon.protocol.messages import Kind, Question
    >>> question = Question(Kind.DOUBLE, "", STANDARD, STANDARD.start, on_roll=True)
    >>> [piece.span for piece in pieces(Rollout(question, (), RolloutSettings(10), (2, 10)))]
    [(2, 4), (4, 8), (8, 10)]
    """
    if not isinstance(work, Rollout):
        yield work
        return
    for start, stop in _missing_spans(work):
        for block in range(start - start % TRIALS, stop, TRIALS):
            yield replace(work, span=(max(start, block), min(stop, block + TRIALS)), state=None)


def _count_pieces(work: Work) -> int:
    """Return the number of pieces of a work."""
    if not isinstance(work, Rollout):
        return 1
    return sum([(stop - 1) // TRIALS - start // TRIALS + 1 for start, stop in _missing_spans(work)])


def _missing_spans(work: Rollout) -> Iterator[tuple[int, int]]:
    """Yield the runs of trials that are not done yet."""
    at, stop = work.span or (0, work.settings.trials)
    state = work.state or RolloutState("", (), ())
    while run := state.first_missing((at, stop)):
        yield run
        at = run[1]


class Assembly:
    """A work under way: the pieces still to be done, and the result of those done so far."""

    def __init__(self, work: Work) -> None:
        self.result: WorkResult | None = None
        """The result of the work, once it is done."""
        self.state = work.state if isinstance(work, Rollout) else None
        """The state of a rollout, without the pieces done out of order."""
        self.done = 0.0
        self.left = _count_pieces(work)
        """The number of pieces that no engine has taken."""
        self._work, self._count, self._base = work, self.left, self.state
        self._coming = enumerate(pieces(work))
        self._back: list[tuple[int, Work]] = []
        self._found: dict[int, WorkResult] = {}
        self._joined = 0
        if not self._count:
            self.result = self.state

    def take(self) -> tuple[int, Work]:
        """Take the next piece, with its number."""
        self.left -= 1
        return self._back.pop(0) if self._back else next(self._coming)

    def give_back(self, number: int, piece: Work) -> None:
        """Give back a piece, to be done by another engine."""
        self.left += 1
        insort(self._back, (number, piece), key=lambda each: each[0])

    def note_progress(self, number: int, done: float, state: RolloutState | None) -> None:
        """Note the progress of a piece; raise BackgammonError if it does not fit the state so far."""
        if number == self._joined:
            self.state = self._with(state) if state else self.state
            self._note(done)

    def add_result(self, number: int, result: WorkResult) -> None:
        """Add the result of a piece; raise BackgammonError if it does not fit the state so far."""
        self._found[number] = result
        while self.result is None and self._joined in self._found:
            self._join(self._found.pop(self._joined))

    def _join(self, result: WorkResult) -> None:
        self._joined += 1
        self._note(0.0)
        if not (isinstance(self._work, Rollout) and isinstance(result, RolloutState)):
            self.result = result
            return
        self._base = self.state = self._with(result)
        if self._joined == self._count or is_settled(self.state, self._work.settings, not self._work.plays):
            self.result = self.state

    def _with(self, state: RolloutState) -> RolloutState:
        return merge([self._base, state]) if self._base else state

    def _note(self, part: float) -> None:
        self.done = (self._joined + part) / self._count
