"""The plays of a race, found and sorted once per side, since they depend only on the mover's own checkers.

Rule kept: the fewer rolls a play leaves in the mean, the better it is; the evaluator decides which of the
nearly best plays wins most often. Where a gammon may have to be saved, plays are also kept by the rolls until
the first checker is off and until the last has left the opponent's home board, not only until all are off.
"""

from collections.abc import Mapping, Sequence
from itertools import chain

from backgammon.core.position import BAR, CHECKERS, Points
from backgammon.core.rules import Rules
from backgammon.engine import boards
from backgammon.engine.pruning import Filter
from backgammon.engine.races import Side, races, sides

KEPT = Filter(3, 0.1)
"""The plays of a roll among which the evaluator chooses, by each count of rolls; the gap is in rolls.

Over the rolls of 1,200 races from play at 0 plies, the best of those kept loses 0.00005 points per roll
compared with the best of all, and 0.0003 where a gammon may have to be saved. The net used in contact
(engine.pruning) loses 0.001, and keeps more.
"""

NEARLY_OFF = 10
"""Up to this many checkers left, the opponent may win a gammon in a race."""

CACHE_SIZE = 200
"""The most sides whose plays are remembered: a decision at 2 plies needs those of a dozen."""

ByRoll = list[list[Points]]
"""The points after the plays of each of ROLLS, seen by the opponent."""


class RacePlays:
    """Finds the plays of races; remembers those of recent sides."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._known: dict[tuple[Side, bool], ByRoll] = {}

    def by_roll(self, mine: Side, theirs: Side) -> ByRoll:
        """Return the plays to choose from for each of ROLLS."""
        may_save = sum(mine) == CHECKERS and sum(theirs) <= NEARLY_OFF
        if (mine, may_save) not in self._known:
            if len(self._known) > CACHE_SIZE:
                self._known.clear()
            self._known[mine, may_save] = _plays_of(mine, may_save, self._rules)
        opponent = (0, *theirs)
        behind = len(opponent)
        return [[opponent + after[behind:] for after in plays] for plays in self._known[mine, may_save]]


def _plays_of(side: Side, may_save: bool, rules: Rules) -> ByRoll:
    """Find the plays of a side, with no other checkers on the board; ``may_save``: a gammon."""
    points = (0, *side, *[0] * (BAR - len(side)))
    found = boards.flip(boards.boards_by_roll(points, rules))
    after = {points: both[1] for plays in found for points in plays if (both := sides(points))}
    left = [dict(zip(after, counts, strict=True)) for counts in _rolls_left([*after.values()], may_save)]
    kept = [chain.from_iterable([_fewest(plays, each) for each in left]) for plays in found]
    return [list(dict.fromkeys(plays)) for plays in kept]


def _rolls_left(after: Sequence[Side], may_save: bool) -> list[Sequence[float]]:
    """Return the counts of rolls by which plays are compared, each for all the sides after them."""
    if may_save:
        return [*zip(*races().means_to_save(after), strict=True)]
    return [races().means(after)]


def _fewest(plays: Sequence[Points], left: Mapping[Points, float]) -> list[Points]:
    """Return, of the points after plays, those that leave the fewest rolls."""
    ranked = sorted([(left[points], points) for points in plays])[: KEPT.plays]
    return [points for rolls, points in ranked if rolls <= ranked[0][0] + KEPT.gap]
