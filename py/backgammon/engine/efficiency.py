"""The efficiency of the cube in a position (see engine.cube): lower in a bear-off, the fewer rolls are left.

The last rolls move the chances in jumps past the cash point, and the player who takes has few turns left in
which to redouble; the very last ones are counted instead (engine.last_rolls). LAST and PER_ROLL are chosen by
an exact solution of money play for all pairs of home boards with up to eight checkers a side: at 2 plies,
doubles with 2.5 to 5 rolls left then lose 0.03 to 0.14 mEMG on average, not 2.1 to 3.2 as with
EFFICIENCY, and answers 0.2 to 0.3, not 1.8 to 2.2.
"""

from backgammon.core.position import Points
from backgammon.engine import bearoff
from backgammon.engine.cube import EFFICIENCY

LAST = 0.20
PER_ROLL = 0.08
"""How much each roll that is left, averaged over both sides, adds to LAST, up to EFFICIENCY."""


def efficiency(points: Points) -> float:
    """Return the efficiency of the cube in a position."""
    both = bearoff.homes(points)
    if both is None:
        return EFFICIENCY
    return min(LAST + PER_ROLL * sum(map(bearoff.mean, both)) / 2, EFFICIENCY)
