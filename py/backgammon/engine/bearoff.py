"""The number of rolls a player needs to bear off: for each bear-off rule, a table over all home boards.

The opponent is ignored. A home board is six counts, ace point first. The tables hold the mean number of rolls
and its standard deviation under the play that minimises the mean; ``python3 py bearoff`` computes them from
the rules. Checkers outside the home board are assumed to reach the six point at the mean speed of the dice.
"""

import zlib
from collections.abc import Sequence
from functools import cache, lru_cache
from math import comb, erfc, sqrt
from operator import sub
from typing import NamedTuple

from backgammon.core.dice import ROLLS, WEIGHTS, Roll
from backgammon.core.position import Points
from backgammon.core.rules import BearOff
from backgammon.engine.data_files import read

POSITIONS = comb(21, 6)
"""The number of home boards with up to fifteen checkers."""

PIPS_PER_ROLL = 49 / 6
ROLL_VARIANCE = 18.8 / PIPS_PER_ROLL**2
"""The variance of one roll, in units of a mean roll."""

MEAN_UNIT = 1 / 250
DEVIATION_UNIT = 1 / 20
CHANCE_UNIT = 1 / 65535

CHANCE_CHECKERS = 10
"""Up to this many checkers, the chance of each number of rolls is also known (usual bear-off rule only)."""

LONGEST = 15
"""The rolls within which CHANCE_CHECKERS checkers are borne off, except with extremely bad luck."""

_RANK = [[comb(total + point, point + 1) for total in range(16)] for point in range(6)]


class Rolls(NamedTuple):
    """The number of rolls that a player needs to bear off all their checkers: mean and variance."""

    mean: float
    variance: float


def rank(home: Points) -> int:
    """Return the index of a home board (six counts) in the tables; boards of fewer checkers come first."""
    total = index = 0
    for row, count in zip(_RANK, home, strict=True):
        total += count
        index += row[total]
    return index


@cache
def _tables(bear_off: BearOff) -> tuple[memoryview, bytes]:
    """Return the means (in MEAN_UNIT) and the deviations (in DEVIATION_UNIT) by rank."""
    data = zlib.decompress(read(f"bearoff-{bear_off}.bin"))
    high, low, deviations = data[:POSITIONS], data[POSITIONS : 2 * POSITIONS], data[2 * POSITIONS :]
    means = bytearray(2 * POSITIONS)
    means[::2], means[1::2] = low, high
    return memoryview(bytes(means)).cast("H"), deviations


def rolls(points: Points, bear_off: BearOff) -> Rolls:
    """Return the rolls that the player whose view this is needs, ignoring the opponent."""
    home = [max(count, 0) for count in points[1:7]]
    outside = 0
    for point in range(7, 26):
        if points[point] > 0:
            home[5] += points[point]
            outside += (point - 6) * points[point]
    means, deviations = _tables(bear_off)
    index = rank(tuple(home))
    away = outside / PIPS_PER_ROLL
    return Rolls(
        means[index] * MEAN_UNIT + away, (deviations[index] * DEVIATION_UNIT) ** 2 + away * ROLL_VARIANCE
    )


def mean(home: Points) -> float:
    """Return the mean number of rolls for a home board, under the usual bear-off rule."""
    return _tables(BearOff.HIGHEST)[0][rank(home)] * MEAN_UNIT


@cache
def _chances() -> tuple[tuple[int, ...], ...]:
    """Return, by rank, the chances (in CHANCE_UNIT) of 0, 1, 2 … rolls."""
    data = zlib.decompress(read("bearoff-chances.bin"))
    values = bytearray(len(data))
    values[1::2], values[::2] = data[: len(data) // 2], data[len(data) // 2 :]
    by_rolls = memoryview(bytes(values)).cast("H")
    count = comb(CHANCE_CHECKERS + 6, 6)
    return tuple(
        zip(*[by_rolls[start : start + count] for start in range(0, len(by_rolls), count)], strict=True)
    )


def chances_of(home: Points) -> tuple[float, ...]:
    """Return the exact chances of 0, 1, 2 … rolls for a home board of up to CHANCE_CHECKERS checkers."""
    return tuple([value * CHANCE_UNIT for value in _chances()[rank(home)]])


@lru_cache(maxsize=4_096)
def _rolls_chances(home: Points) -> tuple[float, ...]:
    """Return the chances of 0, 1, 2 … rolls: exact, or from a normal distribution above CHANCE_CHECKERS."""
    if sum(home) <= CHANCE_CHECKERS:
        return chances_of(home)
    index = rank(home)
    means, deviations = _tables(BearOff.HIGHEST)
    mean, deviation = means[index] * MEAN_UNIT, deviations[index] * DEVIATION_UNIT
    below = [erfc((mean + 0.5 - rolls) / (sqrt(2) * deviation)) / 2 for rolls in range(2 * LONGEST)]
    return (0.0, *map(sub, below[2:], below[1:]))


@lru_cache(maxsize=4_096)
def misses(home: Points) -> float:
    """Return the chance that a roll brings no checker off a full home board."""
    counts = (0, *home)
    return sum([weight for roll, weight in zip(ROLLS, WEIGHTS, strict=True) if _misses(counts, roll)]) / 36


def _misses(counts: Points, roll: Roll) -> bool:
    """Whether a roll bears no checker off; the low number first bears off wherever either order does."""
    high, low = roll
    return not _bears_off(counts, (high,) * 4 if high == low else (low, high))


def _bears_off(counts: Points, dice: Sequence[int]) -> bool:
    """Whether dice used in this order can bear a checker off; ``counts``: by point, index 0 unused."""
    if not dice:
        return False
    die, *left = dice
    if counts[die] or not any(counts[die + 1 :]):
        return True
    for point in range(die + 1, 7):
        if counts[point]:
            moved = list(counts)
            moved[point] -= 1
            moved[point - die] += 1
            if _bears_off(tuple(moved), left):
                return True
    return False


def homes(points: Points) -> tuple[Points, Points] | None:
    """Return the home boards of both sides, the player on roll first; None unless all checkers are home."""
    if any(points[7:19]) or points[0] or points[25]:
        return None
    mine, theirs = points[1:7], tuple([-count for count in points[24:18:-1]])
    return None if min(mine) < 0 or min(theirs) < 0 else (mine, theirs)


def win_chance(points: Points) -> float | None:
    """Return the chance that the player on roll bears off first; None unless all checkers are home."""
    both = homes(points)
    if both is None:
        return None
    won, still = 0.0, 1.0
    for mine_now, theirs_now in zip(*map(_rolls_chances, both), strict=False):
        won += mine_now * still
        still -= theirs_now
    return min(won, 1.0)
