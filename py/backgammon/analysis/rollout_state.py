"""How far a rollout is: whole numbers that add up alike in any order, without the engine.

Which dice a trial gets follows from the seed and the trial's number alone, so that a rollout may be cut up,
stopped, taken on later or shared between workers, and always comes to the same sums.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import pairwise
from math import erf, hypot, sqrt
from typing import NamedTuple

from backgammon.core.errors import BackgammonError
from backgammon.core.match import Phase

NOT_ROLLED_OUT = (Phase.BEAVERED, Phase.RACCOONED)
"""Where a cube that was turned again is answered: what is rolled out is to double or not, and the take."""

STATE_VERSION = 1
SCALE = 2**30
"""A trial's results are kept as whole numbers of this part of one."""

ROUND = 36
"""Trials whose first rolls are all 36 throws; only then is a look at the results fair."""
LEAST_TRIALS = 2 * ROUND
"""Before so many, a standard error says little."""

DROP = 1.0
"""The equity of a double that is dropped."""

CONFIDENCE_95 = 1.96
"""Standard errors on either side of a mean that hold the true value 19 times of 20."""

Spans = tuple[tuple[int, int], ...]
"""Trials done: pairs of first and one past the last, in order and apart."""


@dataclass(frozen=True, slots=True)
class RolloutSettings:
    """How to roll out.

    ``trials``: games for each candidate. ``truncate``: half-moves after which a trial ends with the engine's
    estimate, 0 to play on to the end; the bear-off tables end a trial in any case. ``plies``: how far the
    players look ahead (0 or 1). ``reduce``: take each roll's luck, as the engine reckons it, off the result.
    ``lead`` and ``spread`` end it early (see is_settled), 0 for never.
    """

    trials: int = 360
    seed: int = 1
    truncate: int = 0
    plies: int = 0
    reduce: bool = True
    lead: float = 0.0
    spread: float = 0.0

    def __post_init__(self) -> None:
        if not (1 <= self.trials <= 10**6 and 0 <= self.truncate <= 1000 and self.plies in (0, 1)):
            raise BackgammonError(
                f"1 to a million trials, cut after 0 to 1000 half-moves, at 0 or 1 ply, not {self!r}"
            )
        if not (self.lead >= 0 and self.spread >= 0):
            raise BackgammonError(f"a rollout ends early by 0 or more standard errors, not {self!r}")


@dataclass(frozen=True, slots=True)
class Sums:
    """What the trials of a candidate came to, in SCALE: the equity, its square, and the five Outcomes."""

    equity: int = 0
    square: int = 0
    outcomes: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    def plus(self, other: "Sums") -> "Sums":
        """Add the sums of other trials."""
        first, second, third, fourth, fifth = [
            one + two for one, two in zip(self.outcomes, other.outcomes, strict=True)
        ]
        return Sums(
            self.equity + other.equity, self.square + other.square, (first, second, third, fourth, fifth)
        )


class RolloutResult(NamedTuple):
    """What a candidate's trials say: the mean equity (EMG, the decider's), its standard error, five chances.

    ``error`` is None as long as there are fewer than two trials.
    """

    equity: float
    error: float | None
    outcomes: tuple[float, float, float, float, float]
    trials: int

    @property
    def interval(self) -> tuple[float, float] | None:
        """The bounds that hold the true equity, as these players play, 19 times of 20."""
        if self.error is None:
            return None
        return self.equity - CONFIDENCE_95 * self.error, self.equity + CONFIDENCE_95 * self.error


@dataclass(frozen=True, slots=True)
class RolloutState:
    """A rollout so far: which trials are done, and the sums of each candidate, in the order asked for.

    ``key`` tells what is rolled out and how; states of one key can be merged, and taken on.
    """

    key: str
    spans: Spans
    sums: tuple[Sums, ...]

    @property
    def trials(self) -> int:
        """How many trials are done."""
        return sum([stop - start for start, stop in self.spans])

    @property
    def results(self) -> tuple[RolloutResult, ...]:
        """What the trials say of each candidate; () before the first."""
        count = self.trials
        return tuple([_result(sums, count) for sums in self.sums]) if count else ()

    def plus(self, span: tuple[int, int], sums: Iterable[Sums]) -> "RolloutState":
        """Add the trials of a span; raise BackgammonError where one of them is in already."""
        added = tuple([old.plus(new) for old, new in zip(self.sums, sums, strict=True)])
        return replace(self, spans=_join_spans((*self.spans, span)), sums=added)

    def first_missing(self, span: tuple[int, int]) -> tuple[int, int] | None:
        """Return the first run of trials within a span that is not done, None where all are."""
        start, stop = span
        for first, last in self.spans:
            if first <= start < last:
                start = last
            elif start < first:
                stop = min(stop, first)
        return (start, stop) if start < stop else None


class Contest(NamedTuple):
    """Two candidates between which a decision lies: how far one leads, and the standard error of that."""

    lead: float
    error: float

    @property
    def certainty(self) -> float:
        """The chance that the one that leads is the better one."""
        return (1 + erf(self.lead / self.error / sqrt(2))) / 2 if self.error else 1.0


def contests(state: RolloutState, is_cube: bool) -> list[Contest]:
    """Return what a decision hangs on: the best play against each other, or the double and its take.

    Errors are taken for independent: candidates share their dice, so the real ones are rather smaller.
    """
    results = state.results
    if is_cube and len(results) == 2:
        single, double = results
        taken = double.equity < DROP
        cost = Contest(
            abs(single.equity - min(double.equity, DROP)), _joint(single, double if taken else None)
        )
        return [cost, Contest(abs(double.equity - DROP), _joint(double))]
    best, *others = sorted(results, key=lambda each: -each.equity) or (None,)
    return [Contest(best.equity - other.equity, _joint(best, other)) for other in others] if best else []


def _joint(*results: RolloutResult | None) -> float:
    return hypot(*[each.error or 0.0 for each in results if each])


def certainty(state: RolloutState, is_cube: bool) -> float:
    """Return the chance that the choice that is best so far is the best."""
    return min([each.certainty for each in contests(state, is_cube)], default=1.0)


def is_settled(state: RolloutState, settings: RolloutSettings, is_cube: bool) -> bool:
    """Whether no more trials are needed; asked each time all of the first 36, 72, 108 … are done.

    Of all that the decision hangs on, one side leads by ``lead`` standard errors, or the standard error is no
    more than ``spread``.
    """
    if not (settings.lead or settings.spread) or state.spans != ((0, state.trials),):
        return False
    if state.trials % ROUND or state.trials < LEAST_TRIALS:
        return False
    return all(
        (settings.lead and each.lead >= settings.lead * each.error) or each.error <= settings.spread
        for each in contests(state, is_cube)
    )


def merge(states: Iterable[RolloutState]) -> RolloutState:
    """Put together what several workers did of one rollout; raise BackgammonError where it does not fit."""
    all_states = tuple(states)
    if not all_states:
        raise BackgammonError("there are no states of a rollout to put together")
    first, *rest = all_states
    for state in rest:
        if state.key != first.key:
            raise BackgammonError(f"these are states of two rollouts: {first.key!r} and {state.key!r}")
        sums = tuple([one.plus(two) for one, two in zip(first.sums, state.sums, strict=True)])
        first = RolloutState(first.key, _join_spans((*first.spans, *state.spans)), sums)
    return first


def split(trials: int, workers: int) -> Spans:
    """Share trials between workers.

    >>> split(10, 3)
    ((0, 4), (4, 7), (7, 10))
    """
    bounds = [-(-trials * number // workers) for number in range(workers + 1)]
    return tuple([(start, stop) for start, stop in pairwise(bounds) if start < stop])


def _result(sums: Sums, count: int) -> RolloutResult:
    mean = sums.equity / SCALE / count
    variance = max(0.0, sums.square / SCALE / count - mean * mean)
    first, second, third, fourth, fifth = [value / SCALE / count for value in sums.outcomes]
    error = sqrt(variance / (count - 1)) if count > 1 else None
    return RolloutResult(mean, error, (first, second, third, fourth, fifth), count)


def _join_spans(spans: Iterable[tuple[int, int]]) -> Spans:
    joined: list[tuple[int, int]] = []
    for start, stop in sorted(spans):
        if joined and start < joined[-1][1]:
            raise BackgammonError(f"trials {start} to {min(stop, joined[-1][1]) - 1} are in twice")
        if joined and start == joined[-1][1]:
            joined[-1] = (joined[-1][0], stop)
        else:
            joined.append((start, stop))
    return tuple(joined)
