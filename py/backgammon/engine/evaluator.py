"""The interface of an evaluator: positions in, chances out, in batches, always seen by the player on roll.

Here a gammon is a win worth at least two points and a backgammon one worth three, however the rules define
them.
"""

from collections.abc import Sequence
from typing import NamedTuple, Protocol

from backgammon.core.errors import PositionError
from backgammon.core.position import Points, Position, points_of
from backgammon.core.rules import Rules, points_won


class Outcomes(NamedTuple):
    """How a game may end, ignoring the cube: five chances from 0 to 1, for the player on roll.

    ``win_gammon`` includes ``win_backgammon``, and ``win`` both; likewise for losses.
    """

    win: float
    win_gammon: float
    win_backgammon: float
    lose_gammon: float
    lose_backgammon: float

    @property
    def equity(self) -> float:
        """The cubeless expectation, in points per game."""
        return (
            2 * self.win - 1 + self.win_gammon + self.win_backgammon - self.lose_gammon - self.lose_backgammon
        )

    def flip(self) -> "Outcomes":
        """Return the same chances seen by the other player."""
        return Outcomes(
            1 - self.win, self.lose_gammon, self.lose_backgammon, self.win_gammon, self.win_backgammon
        )


class Evaluator(Protocol):
    """Anything that judges positions in which neither side has borne off all its checkers.

    Positions may come as searches find them, unchecked; ``check_points`` checks one.
    """

    def evaluate(self, positions: Sequence[Points], rules: Rules) -> list[Outcomes]:
        """Return the outcomes of each position, seen by its player on roll."""


def check_points(points: Position | Points, rules: Rules) -> Points:
    """Return the points of a position to judge; raise PositionError for one that no game can reach."""
    position = Position(points_of(points), rules.checkers)
    if rules.checkers in (position.off, position.opponent_off):
        raise PositionError(f"one side has borne off all its checkers, so the game is over: {points!r}")
    return position.points


def final_outcomes(points: Points, rules: Rules) -> Outcomes | None:
    """Return the outcomes of a game that the opponent has just won, or None if it is not over."""
    if min(points) >= 0:
        times = points_won(points, rules)
        return Outcomes(0.0, 0.0, 0.0, float(times >= 2), float(times == 3))
    return None
