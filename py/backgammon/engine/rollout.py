"""One trial of a rollout: a game played on by the engine itself, with the luck of the dice subtracted.

Both players play, double, take and drop at 0 or 1 plies, so that a trial is *cubeful*: the cube turns as it
would in play, and a truncated trial ends with the cubeful worth of its last position. The *luck* of each
roll, its worth at 0 plies minus the mean worth of all 21 rolls, is subtracted from the result. Luck has mean
zero however good that evaluation is, so the result is unbiased and has far less variance. Source:
D. Montgomery, "Variance Reduction", GammOnLine (2000).

The dice depend only on the seed and the trial number; the first rolls of each round of 36 trials are the 36
throws, in some order.
"""

import random
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from backgammon.core.dice import THROWS, Roll, mean_over_rolls, roll_index
from backgammon.core.position import Points, flip_points
from backgammon.core.rules import BearOff
from backgammon.engine import bearoff, cube
from backgammon.engine.evaluator import Outcomes
from backgammon.engine.levels import ONE_PLY
from backgammon.engine.search import Search
from backgammon.engine.stakes import Stakes
from backgammon.engine.thinking import Thinking

LONGEST = 2_000
"""The most half-moves of a trial; it is truncated there even if ``truncate`` is 0."""


class Start(NamedTuple):
    """The start of trials, seen by the player on roll, who may double first if ``doubles``."""

    points: Points
    stakes: Stakes
    doubles: bool = True


class Trial(NamedTuple):
    """The result of one trial, seen by the player on roll at its start; ``worth`` is as in engine.cube."""

    worth: float
    outcomes: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Manner:
    """How trials are played; see analysis.rollout_state.RolloutSettings."""

    seed: int
    truncate: int = 0
    plies: int = 0
    reduce: bool = True


@lru_cache(maxsize=64)
def _first_throws(seed: int, round: int) -> tuple[Roll, ...]:
    """Return the 36 throws in random order, the same for the same seed and round."""
    throws = list(THROWS)
    random.Random(f"{seed}/first/{round}").shuffle(throws)
    return tuple(throws)


def play_trial(search: Search, start: Start, number: int, manner: Manner) -> Thinking[Trial]:
    """Play one trial to its end and return its result."""
    rng = random.Random(f"{manner.seed}/{number}")
    points, stakes = start.points, start.stakes
    sign, luck, lucks = 1, 0.0, [0.0] * 5
    for half_move in range(manner.truncate or LONGEST):
        yield 0.0
        if _is_known(points, stakes):
            break
        if (half_move or start.doubles) and stakes.can_use_cube:
            outcomes, decision = yield from search.double(points, stakes, manner.plies)
            if decision.doubles:
                if not decision.takes:
                    return _trial(outcomes, decision.double_drop, stakes, sign, luck, lucks)
                stakes = stakes.after_double()
                if decision.beavered:
                    stakes = stakes.with_cube(2 * stakes.cube, stakes.owner)
        first = _first_throws(manner.seed, number // 36)[number % 36]
        throw = rng.choice(THROWS) if half_move else first
        roll = max(throw), min(throw)
        if manner.reduce:
            gain, gains = _luck(search, points, roll, stakes)
            luck += sign * gain
            lucks = [old + new for old, new in zip(lucks, _starter_view(gains, sign), strict=True)]
        points = flip_points((yield from _best_reply(search, points, roll, stakes, manner.plies)))
        stakes, sign = stakes.flip(), -sign
    (outcomes,) = search.outcomes([points])
    (worth,) = search.cubeful_worths([points], stakes)
    return _trial(outcomes, worth, stakes, sign, luck, lucks)


def _is_known(points: Points, stakes: Stakes) -> bool:
    """Whether the game is over, or the bear-off tables give its chances and the cube is of no more use."""
    if min(points) >= 0:
        return True
    if stakes.rules.bear_off is not BearOff.HIGHEST or stakes.can_use_cube or stakes.flip().can_use_cube:
        return False
    few = sum(map(abs, points)) <= bearoff.CHANCE_CHECKERS
    return few and bearoff.homes(points) is not None


def _luck(search: Search, points: Points, roll: Roll, stakes: Stakes) -> tuple[float, list[float]]:
    """Return a roll's gain over the mean of all rolls: in worth, and in each of the five chances."""
    replies = search.replies(points, stakes, deep=True)
    outcomes = search.outcomes(replies)
    turned = stakes.flip()
    worths = [cube.flip_worth(worth, turned) for worth in search.cubeful_worths(replies, turned)]
    seen = [each.flip() for each in outcomes]
    means = map(mean_over_rolls, zip(*seen, strict=True))
    index = roll_index(roll)
    gains = [value - mean for value, mean in zip(seen[index], means, strict=True)]
    return worths[index] - mean_over_rolls(worths), gains


def _starter_view(changes: list[float], sign: int) -> list[float]:
    """Return changes of the five chances as seen by the player on roll at the start."""
    if sign > 0:
        return changes
    win, win_gammon, win_backgammon, lose_gammon, lose_backgammon = changes
    return [-win, lose_gammon, lose_backgammon, win_gammon, win_backgammon]


def _best_reply(search: Search, points: Points, roll: Roll, stakes: Stakes, plies: int) -> Thinking[Points]:
    """Return the points after the best play, seen by the player who moved."""
    if plies:
        ranked = yield from search.plays(points, roll, stakes, (ONE_PLY,))
        return ranked[0].after
    return search.best_reply(points, roll, stakes)


def _trial(
    outcomes: Outcomes, worth: float, stakes: Stakes, sign: int, luck: float, lucks: list[float]
) -> Trial:
    """Return the result less the luck, from ``outcomes`` and ``worth`` as seen by the player on roll."""
    seen = outcomes if sign > 0 else outcomes.flip()
    final = worth if sign > 0 else cube.flip_worth(worth, stakes)
    return Trial(final - luck, tuple([value - lucky for value, lucky in zip(seen, lucks, strict=True)]))
