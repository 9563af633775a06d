"""A hand-written evaluator: races by the bear-off tables, contact by what a strong player looks at first.

It follows the rules it is given on bearing off, gammons and backgammons.
"""

from collections.abc import Sequence
from functools import cache
from math import erf, exp, sqrt

from backgammon.core.dice import THROWS
from backgammon.core.position import BAR, Points, count_checkers, flip_points, is_contact
from backgammon.core.rules import Backgammon, Rules
from backgammon.engine.bearoff import PIPS_PER_ROLL, ROLL_VARIANCE, Rolls, rolls
from backgammon.engine.evaluator import Outcomes

_POINT_WORTH = (0, 0.02, 0.08, 0.22, 0.40, 0.50, 0.35, 0.30, 0.15, 0.10, 0.08, 0.05, 0.03) + (0.02,) * 5 + (
    0.18, 0.12, 0.42, 0.34, 0.24, 0.14, 0.08, 0.0,
)  # fmt: skip
"""The worth of holding each point, in log-odds: home board and wall first, then the anchors from 18 on."""


def _shots(distance: int) -> list[tuple[int, int]]:
    """Return the ways to move ``distance``: (bits of the 36 throws, bits of distances that must be open)."""
    ways: dict[int, int] = {}
    for bit, (a, b) in enumerate(THROWS):
        if distance in (a, b):
            ways[0] = ways.get(0, 0) | 1 << bit
        elif a == b and distance % a == 0 and distance <= 4 * a:
            path = sum(1 << stop for stop in range(a, distance, a))
            ways[path] = ways.get(path, 0) | 1 << bit
        elif a + b == distance:
            for stop in (a, b):
                ways[1 << stop] = ways.get(1 << stop, 0) | 1 << bit
    return [(throws, path) for path, throws in ways.items()]


_SHOTS = [_shots(distance) for distance in range(25)]


def _hits(points: Points, target: int, wall: int) -> int:
    """Return how many of 36 throws bring a checker to ``target``; ``wall``: points where it cannot land."""
    throws = 0
    sources = [BAR] if points[BAR] else [source for source in range(target + 1, 25) if points[source] > 0]
    for source in sources:
        distance = source - target
        for bits, path in _SHOTS[distance]:
            if not any(
                path >> stop & 1 and wall >> (source - stop) & 1 for stop in range(1, min(distance, 19))
            ):
                throws |= bits
    return throws.bit_count()


@cache
def _blocked_chance(blocks: int) -> float:
    """Return the share of throws that leave a checker behind these blocks (bit i: a block i + 1 ahead)."""
    beyond = blocks.bit_length()
    if not beyond:
        return 0.0
    free = 0
    for a, b in THROWS:
        if a == b:
            stop = 0
            while stop < 4 * a and not blocks >> (stop + a - 1) & 1:
                stop += a
            free += stop > beyond
        else:
            free += a + b > beyond and not (blocks >> (a - 1) & 1 and blocks >> (b - 1) & 1)
    return 1 - free / 36


def _normal(value: float) -> float:
    return 0.5 * (1 + erf(value / sqrt(2)))


def _sooner(mine: Rolls, theirs: Rolls, lead: float) -> float:
    """Return the chance that ``mine`` are no more than ``theirs``, with a head start of ``lead`` rolls."""
    return _normal((theirs.mean - mine.mean + lead) / sqrt(mine.variance + theirs.variance + 0.05))


def _arrival(points: Points, beyond: int, extra: float) -> Rolls:
    """Return the rolls until no checker is beyond a point, plus ``extra``."""
    pips = sum(
        [(point - beyond) * count for point, count in enumerate(points) if point > beyond and count > 0]
    )
    mean = pips / PIPS_PER_ROLL + (0.4 if pips else 0.0)
    return Rolls(mean + extra, mean * ROLL_VARIANCE)


def _extra_points(winner: Rolls, loser: Points, lead: float, rules: Rules) -> tuple[float, float]:
    """Return the chances that a win is worth two points or more, and three."""
    whole = count_checkers(loser) == rules.checkers
    home = _sooner(winner, _arrival(loser, 6, 0.0), lead)
    gammon = _sooner(winner, _arrival(loser, 6, 0.7), lead) if whole else 0.0
    match rules.backgammon:
        case Backgammon.NOT_HOME:
            return (gammon, home) if whole else (home, 0.0)
        case Backgammon.BAR_OR_HOME:
            return gammon, gammon * _sooner(winner, _arrival(loser, 18, 0.0), lead)
        case Backgammon.BAR:
            return gammon, gammon * 0.3 * _sooner(winner, _arrival(loser, 24, 0.0), lead) if loser[
                BAR
            ] else 0.0


def _side(points: Points, on_roll: bool) -> float:
    """Return the worth of one player's checkers to that player, in log-odds, ignoring the opponent's hits."""
    score = 0.0
    made = 0
    for point in range(1, 25):
        count = points[point]
        if count >= 2:
            made |= 1 << point
            score += _POINT_WORTH[point] - 0.05 * max(0, count - 3)
        elif count == 1 and point <= 6:
            score -= 0.05
    back = [point for point in range(1, 25) if points[point] < 0]
    board = (made >> 1 & 63).bit_count()
    for point in back:
        ahead = made >> (point + 1) & 0xFFF
        if ahead:
            score += 0.55 * _blocked_chance(ahead) ** 2 * min(2, -points[point])
    if points[0]:
        score += 0.12 * board * (1 + board) / 4 * min(2, -points[0]) + (1.5 if board == 6 else 0.0)
    blots = [point for point in range(1, 25) if points[point] == -1]
    if blots:
        wall = sum(1 << point for point in range(1, 25) if points[point] <= -2)
        weight = (1.0 if on_roll else 0.25) * (0.55 + 0.11 * board)
        for point in blots:
            score += weight * _hits(points, point, wall) / 36 * (0.35 + 0.055 * point)
    return score


def _contact(points: Points, rules: Rules) -> Outcomes:
    other = flip_points(points)
    mine, theirs = rolls(points, rules.bear_off), rolls(other, rules.bear_off)
    lead = theirs.mean - mine.mean + 0.5
    score = _side(points, True) - _side(other, False) + 0.22 * lead
    win = 1 / (1 + exp(-score))
    win_gammon, win_backgammon = _extra_points(_contact_rolls(mine, points), other, 0.0, rules)
    lose_gammon, lose_backgammon = _extra_points(_contact_rolls(theirs, other), points, 0.0, rules)
    return Outcomes(
        win, win * win_gammon, win * win_backgammon, (1 - win) * lose_gammon, (1 - win) * lose_backgammon
    )


def _contact_rolls(winner: Rolls, points: Points) -> Rolls:
    """Return the rolls of the winner of a contact game, fewer for each checker they hold back."""
    held = 0.0
    made = sum(1 << point for point in range(1, 25) if points[point] >= 2)
    for point in range(19):
        if points[point] < 0:
            held += _blocked_chance(made >> (point + 1) & 0xFFF) * min(2, -points[point])
    return Rolls(winner.mean - 1.6 * held, winner.variance + 9)


def race(points: Points, rules: Rules) -> Outcomes:
    """Judge a position in which the two sides have passed each other, by the bear-off tables."""
    other = flip_points(points)
    mine, theirs = rolls(points, rules.bear_off), rolls(other, rules.bear_off)
    win = _sooner(mine, theirs, 0.5)
    win_gammon, win_backgammon = _extra_points(mine, other, 0.0, rules)
    lose_gammon, lose_backgammon = _extra_points(theirs, points, -1.0, rules)
    return Outcomes(
        win, win * win_gammon, win * win_backgammon, (1 - win) * lose_gammon, (1 - win) * lose_backgammon
    )


class Heuristic:
    """The evaluator of the first level."""

    def evaluate(self, positions: Sequence[Points], rules: Rules) -> list[Outcomes]:
        """Return the outcomes of each position, seen by its player on roll."""
        return [(_contact if is_contact(points) else race)(points, rules) for points in positions]
