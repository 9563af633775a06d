"""The facts that a play leaves on the board, counted and not judged: shots, points, primes, back checkers.

All are seen by the player who moved, on the points before the opponent's roll. A number of rolls is out of
36, and is counted from every legal play of each of the 21 rolls. This module does not use the engine.
"""

from functools import lru_cache
from typing import NamedTuple

from backgammon.core.dice import ROLLS, WEIGHTS
from backgammon.core.plays import results
from backgammon.core.position import BAR, Points, count_checkers, flip_points, is_contact, make_unchecked
from backgammon.core.rules import Rules

HOME, FAR_HOME = range(1, 7), range(19, 25)
"""The home boards of the player who moved and of the opponent."""

DEEP = (1, 2)
"""Points so deep that checkers on them help little before the bear-off."""


class Facts(NamedTuple):
    """The facts counted after one play.

    ``hits``: checkers that the play sent to the bar. ``shots``: rolls with which the opponent can hit, and
    ``double_shots`` hit two checkers. ``dances``: rolls with which an opponent on the bar cannot move.
    ``held``: points with two checkers or more. ``prime``: the longest row of them that some opposing checker
    has yet to pass. ``blocks``: how many of them are on the six points in front of the opponent's rearmost
    checker. ``back``: checkers in the opponent's home board or on the bar, ``outside`` on points 13 to 18,
    ``deep`` on DEEP. ``back_blots`` and ``outer_blots``: blots in the opponent's home board and on points 7
    to 18. ``builders``: points from 4 to 11 with a spare checker. ``board``: points that the opponent holds
    in their own home board. ``lead``: pips by which the opponent is behind. ``off``: checkers that the play
    bore off. ``misses``: in a race, rolls with which the next turn bears off fewer than two of those left.
    ``contact``: whether some checker still has to pass an opposing one.
    """

    hits: int
    shots: int
    double_shots: int
    dances: int
    held: frozenset[int]
    prime: int
    blocks: int
    back: int
    outside: int
    deep: int
    back_blots: int
    outer_blots: int
    builders: int
    board: int
    lead: int
    off: int
    misses: int
    contact: bool


@lru_cache(maxsize=256)
def count_facts(before: Points, after: Points, rules: Rules) -> Facts:
    """Count the facts of a play from ``before`` to ``after``, both seen by the player who moves."""
    shots, double_shots, dances = _replies(after, rules)
    held = frozenset(point for point in range(1, 25) if after[point] >= 2)
    position = make_unchecked(after)
    rearmost = next((point for point in range(25) if after[point] < 0), BAR)
    return Facts(
        hits=before[0] - after[0],
        shots=shots,
        double_shots=double_shots,
        dances=dances,
        held=held,
        prime=longest(held, rearmost),
        blocks=sum([point in held for point in range(rearmost + 1, rearmost + 7)]),
        back=sum([max(0, after[point]) for point in range(19, BAR + 1)]),
        outside=sum([max(0, after[point]) for point in range(13, 19)]),
        deep=sum([max(0, after[point]) for point in DEEP]),
        back_blots=sum([after[point] == 1 for point in FAR_HOME]),
        outer_blots=sum([after[point] == 1 for point in range(7, 19)]),
        builders=sum([after[point] == 1 or after[point] > 2 for point in range(4, 12)]),
        board=sum([after[point] < -1 for point in FAR_HOME]),
        lead=position.opponent_pips - position.pips,
        off=count_checkers(before) - count_checkers(after),
        misses=_misses(after, rules),
        contact=is_contact(after),
    )


def longest(held: frozenset[int], behind: int) -> int:
    """Return the length of the longest row of held points in front of the point ``behind``."""
    most = run = 0
    for point in range(behind + 1, 25):
        run = run + 1 if point in held else 0
        most = max(most, run)
    return most


def _replies(after: Points, rules: Rules) -> tuple[int, int, int]:
    """Return the numbers of rolls with which the opponent hits, hits twice, and cannot enter from the bar."""
    theirs = flip_points(after)
    blots = [point for point in range(1, 25) if theirs[point] == -1]
    exposed = any(here > 0 for here in theirs[min(blots, default=BAR) :])
    if not exposed and not theirs[BAR]:
        return 0, 0, 0
    shots = double_shots = dances = 0
    for roll, weight in zip(ROLLS, WEIGHTS, strict=True):
        replies = results(theirs, roll, rules)
        hit = theirs[0] - min([reply[0] for reply in replies])
        shots += weight * (hit > 0)
        double_shots += weight * (hit > 1)
        dances += weight * (theirs[BAR] > 0 and list(replies) == [theirs])
    return shots, double_shots, dances


def _misses(after: Points, rules: Rules) -> int:
    """Return the number of rolls in a race that do not bear off two checkers, if two are left."""
    left = count_checkers(after)
    if left < 2 or is_contact(after):
        return 0
    return sum(
        [
            weight
            for roll, weight in zip(ROLLS, WEIGHTS, strict=True)
            if min(map(count_checkers, results(after, roll, rules))) > left - 2
        ]
    )
