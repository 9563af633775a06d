"""Races: each side bears off independently, so a position is judged by the number of rolls each side needs.

Rule kept: a *side* is one player's checkers by point, from the ace point to their last checker. For each side
three distributions are computed: of the rolls until all its checkers are off, until the first is off (the
gammon is saved), and until none is left in the opponent's home board (the backgammon is saved). Tables hold
the exact distribution for short bear-offs and the exact mean for home boards. Otherwise a small net, trained
by ``python3 py train races``, gives mean, variance and third cumulant, and an Edgeworth series the
distribution: F(n) = Φ(z) − γ (z² − 1) φ(z) / 6 with z = (n + ½ − mean) / deviation and γ the skewness, where
the variance is reduced by 1/12 because rolls are whole numbers (Sheppard's correction). Saving a gammon or
backgammon is decided in the last few rolls, where a series is too coarse: unless that is far off, the net
gives the chances after each of the first SOON rolls.
"""

from collections.abc import Iterator, Sequence, Set
from functools import cache
from itertools import accumulate, pairwise
from math import erf, exp, pi, sqrt
from operator import add, mul, neg
from typing import NamedTuple

from backgammon.core.position import CHECKERS, Points
from backgammon.engine import bearoff
from backgammon.engine.data_files import read
from backgammon.engine.evaluator import Outcomes
from backgammon.engine.features import ONE
from backgammon.engine.net import Inference, by_row, inference, pack, read_net

FACTS = 8
"""Inputs per point: one for each of the first seven checkers, and one for the surplus."""

INPUTS = 24 * FACTS + CHECKERS
"""The inputs of all points, and the number of checkers left, one-hot: odd or even matters half a roll."""

SOON, FAR = 4, 7.0

CUMULANTS = 9
"""The number of cumulants among the outputs: three each of the rolls until all are off, the first is off, and
the last has left. Then come the chances that none is off, and that some have not left, after 1, 2 … SOON
rolls, used where the mean is not above FAR."""

ALL_OFF, FIRST_OFF, LEFT = range(0, CUMULANTS, 3)
NONE_OFF, BEHIND, OUTPUTS = range(CUMULANTS, CUMULANTS + 2 * SOON + 1, SOON)
HOME, OUTFIELD = 6, 18
_COUNTED = {ALL_OFF: 0, FIRST_OFF: HOME, LEFT: OUTFIELD}
"""The point beyond which pips count for the three cumulants that begin at an output."""

PER_PIP = (6 / 49, 0.0346, 0.0)
"""What a pip adds to each cumulant; the net gives the remainder, and the whole of the chances."""

CACHE_SIZE = 10_000

_STEPS = 1024
"""The entries of the tables of the series for each 1 of z."""

_WIDEST = 4.5
"""The greatest z in the tables; beyond it a chance is 0 or 1."""

_LEAST_VARIANCE = 0.02
_MOST_SKEWNESS = 1.0
"""Bounds on the variance and the skewness with which the series is computed."""

_RARE = 0.002
"""If the chance left after SOON rolls is no greater than this, later rolls are ignored."""

_SHORT = 2.4
"""Below this mean, one, two or three rolls are needed, with chances that follow from mean and variance."""

Side = tuple[int, ...]


class RollChances(NamedTuple):
    """The chances of a side, by number of rolls.

    ``off[n]``: the last checker is borne off with roll n + 1. ``on[n]``, ``none_off[n]``, ``behind[n]``:
    after n rolls some checkers are still on the board, none is off, some are in the opponent's home board;
    the last two are empty where that is impossible.
    """

    off: tuple[float, ...]
    on: tuple[float, ...]
    none_off: tuple[float, ...]
    behind: tuple[float, ...]


def sides(points: Points) -> tuple[Side, Side] | None:
    """Return the sides of both players, the player on roll first; None if they are in contact."""
    front = 26
    rear = 0
    for point, count in enumerate(points):
        if count > 0:
            if front < 26:
                return None
            rear = point
        elif count and front == 26:
            front = point
    return points[1 : rear + 1], tuple(map(neg, points[24 : front - 1 : -1]))


_ROWS = [
    bytes([*(ONE * (count > n) for n in range(FACTS - 1)), 10 * max(count - FACTS + 1, 0)])
    for count in range(CHECKERS + 1)
]
_CHECKERS = [
    bytes([ONE * (count == left) for left in range(1, CHECKERS + 1)]) for count in range(CHECKERS + 1)
]


def encode(side: Side) -> bytes:
    """Return the row of inputs of a side."""
    points = b"".join([_ROWS[count] for count in side])
    return points.ljust(24 * FACTS, b"\0") + _CHECKERS[sum(side)]


def pip_terms(side: Side) -> list[float]:
    """Return the part of each output that follows from the pip count."""
    found = [0.0] * OUTPUTS
    for first, beyond in _COUNTED.items():
        if len(side) > beyond:
            pips = _pips(side, beyond)
            found[first : first + len(PER_PIP)] = [share * pips for share in PER_PIP]
    return found


def _pips(side: Side, beyond: int) -> int:
    """Return how many pips the checkers are ``beyond`` a point."""
    return sum(map(mul, side[beyond:], range(1, 25)))


@cache
def _shapes() -> tuple[list[float], list[float]]:
    """Return Φ(z) and −(z² − 1) φ(z) / 6 at steps of 1/_STEPS from −_WIDEST to _WIDEST."""
    steps = [step / _STEPS - _WIDEST for step in range(int(2 * _WIDEST * _STEPS) + 1)]
    return (
        [0.5 * (1 + erf(z / sqrt(2))) for z in steps],
        [-(z * z - 1) * exp(-z * z / 2) / sqrt(2 * pi) / 6 for z in steps],
    )


def _after(mean: float, variance: float, third: float) -> tuple[float, ...]:
    """Return the chances, from cumulants, that more than 0, 1, 2 … rolls are needed (at least one always)."""
    if mean < _SHORT:
        later = max(mean - 1, 0.0)
        thrice = min(max((variance + later * later - later) / 2, 0.0), later / 2)
        return 1.0, min(later - thrice, 1.0), thrice
    normal, skew = _shapes()
    variance = max(variance - 1 / 12, _LEAST_VARIANCE)
    deviation = sqrt(variance)
    skewness = min(max(third / (variance * deviation), -_MOST_SKEWNESS), _MOST_SKEWNESS)
    first = max(int(mean + 0.5 - _WIDEST * deviation) + 1, 1)
    last = int(mean - 0.5 + _WIDEST * deviation)
    per_roll = _STEPS / deviation
    start = (first + 0.5 - mean) * per_roll + _WIDEST * _STEPS + 0.5
    places = [int(start + per_roll * roll) for roll in range(last - first + 1)]
    return (*[1.0] * first, *[1 - normal[at] - skewness * skew[at] for at in places])


class Races:
    """Judges races; remembers recent sides."""

    def __init__(self, net: Inference) -> None:
        self.net = net
        self._known: dict[Side, RollChances] = {}

    def evaluate(self, pairs: Sequence[tuple[Side, Side]]) -> list[Outcomes]:
        """Return the outcomes of races, seen by the player on roll, whose side comes first."""
        self._add_missing({side for pair in pairs for side in pair})
        return [_race(self._known[mine], self._known[theirs]) for mine, theirs in pairs]

    def means(self, wanted: Sequence[Side]) -> list[float]:
        """Return the mean number of rolls until all checkers are off, for each side."""
        outputs = iter(self._run_net([side for side in wanted if len(side) > HOME]))
        return [_mean(side, next(outputs) if len(side) > HOME else ()) for side in wanted]

    def means_to_save(self, wanted: Sequence[Side]) -> list[tuple[float, float, float]]:
        """Return three mean numbers of rolls for each side: as ``means``, then two to save a gammon by.

        The second is until the first checker is off, the third until none is in the opponent's home board; 0
        if it has come to that. If it is near, only the first rolls count, enough to compare plays.
        """
        return [
            (
                _mean(side, outputs),
                _mean_soon(side, outputs, FIRST_OFF, NONE_OFF) if sum(side) == CHECKERS else 0.0,
                _mean_soon(side, outputs, LEFT, BEHIND) if len(side) > OUTFIELD else 0.0,
            )
            for side, outputs in zip(wanted, self._run_net(wanted), strict=True)
        ]

    def _add_missing(self, wanted: Set[Side]) -> None:
        """Compute and remember the chances of sides that are not known yet."""
        if len(self._known) > CACHE_SIZE:
            self._known.clear()
        new = [side for side in wanted if side not in self._known]
        self._known.update(zip(new, self._compute(new), strict=True))

    def _compute(self, new: Sequence[Side]) -> Iterator[RollChances]:
        outputs = iter(self._run_net([side for side in new if not _is_exact(side)]))
        for side in new:
            if _is_exact(side):
                chances = bearoff.chances_of(_home(side))
                yield RollChances(chances[1:], tuple([1 - below for below in accumulate(chances)]), (), ())
            else:
                yield _rolls(side, list(map(add, next(outputs), pip_terms(side))))

    def _run_net(self, wanted: Sequence[Side]) -> list[tuple[float, ...]]:
        """Return the outputs of the net for each side, without the part that follows from the pip count."""
        if not wanted:
            return []
        rows = pack(b"".join(map(encode, wanted)), self.net)
        return list(by_row(self.net.run(rows, len(wanted)), OUTPUTS))


def _is_exact(side: Side) -> bool:
    return len(side) <= HOME and sum(side) <= bearoff.CHANCE_CHECKERS


def _home(side: Side) -> Side:
    """Return the counts of the six home points if all checkers are home, else an empty tuple."""
    return (*side, *[0] * (HOME - len(side))) if len(side) <= HOME else ()


def _rolls(side: Side, outputs: list[float]) -> RollChances:
    home = _home(side)
    if home:
        outputs[ALL_OFF] = bearoff.mean(home)
    on = _after(*outputs[ALL_OFF:FIRST_OFF])
    none_off: tuple[float, ...] = ()
    if sum(side) == CHECKERS:
        if home:
            outputs[NONE_OFF] = bearoff.misses(home)
        none_off = _still(outputs[NONE_OFF:BEHIND], outputs[FIRST_OFF:LEFT])
    behind = _still(outputs[BEHIND:], outputs[LEFT:CUMULANTS]) if len(side) > OUTFIELD else ()
    return RollChances(
        tuple([before - after for before, after in pairwise((*on, 0.0))]), on, none_off, behind
    )


def _still(soon: Sequence[float], cumulants: Sequence[float]) -> tuple[float, ...]:
    """Return the chances after 0, 1, 2 … rolls: the first ones from ``soon``, later ones from cumulants."""
    if cumulants[0] > FAR:
        return _after(*cumulants)
    found = [1.0]
    for chance in soon:
        found.append(min(max(chance, 0.0), found[-1]))
    if found[-1] > _RARE:
        found += [min(chance, found[-1]) for chance in _after(*cumulants)[len(found) :]]
    return tuple(found)


def _mean(side: Side, outputs: Sequence[float]) -> float:
    """Return the mean number of rolls until all checkers are off: exact for a home board, else the net's."""
    return _mean_by_net(side, outputs, ALL_OFF) if len(side) > HOME else bearoff.mean(_home(side))


def _mean_by_net(side: Side, outputs: Sequence[float], output: int) -> float:
    return outputs[output] + PER_PIP[0] * _pips(side, _COUNTED[output])


def _mean_soon(side: Side, outputs: Sequence[float], output: int, soon: int) -> float:
    """Return a mean number of rolls if it is more than FAR, else the mean of the first SOON + 1 rolls."""
    mean = _mean_by_net(side, outputs, output)
    return mean if mean > FAR else 1 + sum(outputs[soon : soon + SOON])


def _race(mine: RollChances, theirs: RollChances) -> Outcomes:
    """Combine two sides; the first rolls first, so it wins if it needs no more rolls than the other."""
    win = _joint_chance(mine.off, theirs.on, 1.0)
    gammon = backgammon = lost_gammon = lost_backgammon = 0.0
    if theirs.none_off:
        gammon = _joint_chance(mine.off, theirs.none_off, win)
        backgammon = _joint_chance(mine.off, theirs.behind, gammon)
    if mine.none_off:
        lost_gammon = _joint_chance(theirs.off, mine.none_off[1:], 1 - win)
        lost_backgammon = _joint_chance(theirs.off, mine.behind[1:], lost_gammon)
    return Outcomes(win, gammon, backgammon, lost_gammon, lost_backgammon)


def _joint_chance(off: Sequence[float], still: Sequence[float], most: float) -> float:
    """Return the chance that one side is off while the condition ``still`` of the other holds, 0 to ``most``.

    The tails of the series may lie outside these bounds.
    """
    return min(max(sum(map(mul, off, still)), 0.0), most) if most else 0.0


@cache
def races() -> Races:
    """Return the evaluator of races with the net that ships with the package."""
    return Races(inference(read_net(read("races.bin"))))
