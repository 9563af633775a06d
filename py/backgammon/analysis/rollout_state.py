"""The state of a rollout: whole numbers whose sums do not depend on their order; without the engine.

The dice of a trial depend on the seed and the number of the trial alone, so a rollout can be split, stopped,
resumed or shared between workers, and always has the same sums.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import erf, hypot, sqrt
from typing import NamedTuple

from backgammon.core.cube_decision import CubeDecision
from backgammon.core.errors import BackgammonError, check_types
from backgammon.core.match import Phase

NOT_ROLLED_OUT = (Phase.BEAVERED, Phase.RACCOONED)
"""Phases that answer a beaver or raccoon; a rollout covers only doubling or not, and the take."""

STATE_VERSION = 1
SCALE = 2**30
"""The results of trials are kept as whole numbers, in units of 1 / SCALE."""

ROUND = 36
"""The number of trials whose first rolls are all 36 throws; results are fair after whole rounds only."""
LEAST_TRIALS = 2 * ROUND
"""With fewer trials, a standard error says little."""

DROP = 1.0
"""The equity of a double that is dropped."""

CONFIDENCE_95 = 1.96
"""The number of standard errors either side of a mean that hold the true value 19 times in 20."""

Spans = tuple[tuple[int, int], ...]
"""Ranges of trials: pairs of first and one past the last, in order, without overlaps."""


@dataclass(frozen=True, slots=True)
class RolloutSettings:
    """The settings of a rollout.

    ``trials``: games for each candidate. ``truncate``: half-moves after which a trial ends with the engine's
    estimate, 0 to play to the end; the bear-off tables may end a trial sooner. ``plies``: how far the players
    look ahead (0 or 1). ``reduce``: subtract the luck of each roll, as the engine estimates it, from the
    result. ``lead`` and ``spread`` end the rollout early (see is_settled), 0 for never.
    """

    trials: int = 360
    seed: int = 1
    truncate: int = 0
    plies: int = 0
    reduce: bool = True
    lead: float = 0.0
    spread: float = 0.0

    def __post_init__(self) -> None:
        check_types(self, BackgammonError)
        if not (1 <= self.trials <= 10**6 and 0 <= self.truncate <= 1000 and self.plies in (0, 1)):
            raise BackgammonError(
                f"1 to a million trials, cut after 0 to 1000 half-moves, at 0 or 1 ply, not {self!r}"
            )
        if not (self.lead >= 0 and self.spread >= 0):
            raise BackgammonError(f"a rollout ends early by 0 or more standard errors, not {self!r}")


@dataclass(frozen=True, slots=True)
class Sums:
    """The sums over the trials of a candidate, times 2**30: equity, its square, the five Outcomes."""

    equity: int = 0
    square: int = 0
    outcomes: tuple[int, int, int, int, int] = (0, 0, 0, 0, 0)

    def plus(self, other: "Sums") -> "Sums":
        """Return these sums plus those of other trials."""
        first, second, third, fourth, fifth = [
            one + two for one, two in zip(self.outcomes, other.outcomes, strict=True)
        ]
        return Sums(
            self.equity + other.equity, self.square + other.square, (first, second, third, fourth, fifth)
        )


class RolloutResult(NamedTuple):
    """The result of a candidate's trials: the mean equity (EMG), its standard error, five chances.

    Seen by the player on roll at the decision. ``error`` is None for fewer than two trials. ``outcomes`` has
    the chances in the order of Outcomes; with few trials, the luck subtracted can take one past 0 or 1.
    """

    equity: float
    error: float | None
    outcomes: tuple[float, float, float, float, float]
    trials: int

    @property
    def interval(self) -> tuple[float, float] | None:
        """The bounds that hold the true equity, as these players play, 19 times in 20."""
        if self.error is None:
            return None
        return self.equity - CONFIDENCE_95 * self.error, self.equity + CONFIDENCE_95 * self.error


@dataclass(frozen=True, slots=True)
class RolloutState:
    """A rollout so far: which trials are done, and the sums of each candidate, in the order asked for.

    ``key`` identifies what is rolled out and how; states with the same key can be merged and resumed.
    """

    key: str
    spans: Spans
    sums: tuple[Sums, ...]

    @property
    def trials(self) -> int:
        """The number of trials that are done."""
        return sum([stop - start for start, stop in self.spans])

    @property
    def results(self) -> tuple[RolloutResult, ...]:
        """The result of each candidate; () before the first trial."""
        count = self.trials
        return tuple([_result(sums, count) for sums in self.sums]) if count else ()

    def plus(self, span: tuple[int, int], sums: Iterable[Sums]) -> "RolloutState":
        """Return the state with the trials of a span added; raise BackgammonError if any is already in."""
        added = tuple([old.plus(new) for old, new in zip(self.sums, sums, strict=True)])
        return replace(self, spans=_join_spans((*self.spans, span)), sums=added)

    def first_missing(self, span: tuple[int, int]) -> tuple[int, int] | None:
        """Return the first range of trials within a span that are not done, None if all are."""
        start, stop = span
        for first, last in self.spans:
            if first <= start < last:
                start = last
            elif start < first:
                stop = min(stop, first)
        return (start, stop) if start < stop else None


class Contest(NamedTuple):
    """A comparison that decides: how far one choice leads another, and the standard error of the lead."""

    lead: float
    error: float

    @property
    def certainty(self) -> float:
        """The chance that the choice that leads is the better one."""
        return (1 + erf(self.lead / self.error / sqrt(2))) / 2 if self.error else 1.0


def contests(state: RolloutState, is_cube: bool) -> list[Contest]:
    """Return what a decision depends on: the best play against each other one, or the double and the take.

    Errors are treated as independent: candidates share their dice, so the real errors are somewhat smaller.
    """
    results = state.results
    if is_cube and len(results) == 2:
        return [_double_contest(state, may_beaver=False), *_answer_contests(state, may_beaver=False)]
    best, *others = sorted(results, key=lambda each: -each.equity) or (None,)
    return [Contest(best.equity - other.equity, _joint(best, other)) for other in others] if best else []


def cube_decision(results: Sequence[RolloutResult], may_beaver: bool) -> CubeDecision:
    """Return the decision on a double by the results of no double and of a double that is taken."""
    single, taken = results
    return CubeDecision.of(single.equity, taken.equity, DROP, -2 * DROP if may_beaver else None)


def _double_contest(state: RolloutState, may_beaver: bool) -> Contest:
    """Return the comparison of the double with no double."""
    single, taken = state.results
    decision = cube_decision(state.results, may_beaver)
    times = 2 if decision.beavered else 1
    is_dropped = decision.doubled != times * taken.equity or decision.doubled == DROP
    error = hypot(single.error or 0.0, 0.0 if is_dropped else times * (taken.error or 0.0))
    return Contest(abs(decision.doubled - single.equity), error)


def _answer_contests(state: RolloutState, may_beaver: bool) -> list[Contest]:
    """Return the comparisons of a take with the other answers."""
    taken = state.results[-1]
    leads = [abs(taken.equity - DROP), *([abs(taken.equity)] if may_beaver else [])]
    return [Contest(lead, _joint(taken)) for lead in leads]


def _joint(*results: RolloutResult) -> float:
    return hypot(*[each.error or 0.0 for each in results])


def certainty(state: RolloutState, is_cube: bool, may_beaver: bool = False) -> float:
    """Return the chance that the choice that is best so far is truly the best.

    Before a double it is the double together with its answer, or no double, whatever the answer would be.
    """
    if not is_cube or len(state.results) < 2:
        return min([each.certainty for each in contests(state, is_cube=False)], default=1.0)
    found = [_double_contest(state, may_beaver)]
    if cube_decision(state.results, may_beaver).doubles:
        found += _answer_contests(state, may_beaver)
    return min([each.certainty for each in found])


def answer_certainty(state: RolloutState, may_beaver: bool) -> float:
    """Return the chance that the best answer to a double so far is truly the best."""
    return min([each.certainty for each in _answer_contests(state, may_beaver)])


def is_settled(state: RolloutState, settings: RolloutSettings, is_cube: bool) -> bool:
    """Whether no more trials are needed; only true when exactly the first 72, 108, 144 … trials are done.

    In each of the contests, one side leads by ``lead`` standard errors, or the standard error is at most
    ``spread``.
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
    """Merge what several workers did of one rollout; raise BackgammonError if the states do not fit."""
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
    """Divide trials between workers.

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
