"""The findings on the cube at every score: plain data without the engine, as in ``findings``.

Everything is seen by the player on roll, whoever decides.
"""

from dataclasses import dataclass
from typing import NamedTuple

from backgammon.analysis.findings import CubeAction, CubeReply
from backgammon.core.dice import ROLLS, WEIGHTS

MOST_AWAY = 15
"""Scores go up to this many points away."""


class CubeCell(NamedTuple):
    """The proper action and reply at a score; both are None if a double is not allowed or of no use."""

    action: CubeAction | None = None
    reply: CubeReply | None = None


class TakePoints(NamedTuple):
    """The take points and gammon prices of a player who is offered the cube at the score.

    ``dead`` and ``live``: the winning chance, gammons apart, from which the player takes, if the cube is then
    of no use to them and if they can use it perfectly; None if nobody has a use for doubling them. ``gammon``
    and ``doubled_gammon``: how much more a gammon won by the player is worth than a plain win, in units of
    the gap between a plain win and a plain loss, with the cube as it is now and after a double.
    """

    dead: float | None
    live: float | None
    gammon: float
    doubled_gammon: float


@dataclass(frozen=True, slots=True)
class CubeScores:
    """The cube in one position at every score.

    ``cells[mine - 1][theirs - 1]``: where the player on roll needs ``mine`` points and the opponent
    ``theirs``, 1 to 15 each; one away means after the Crawford game. ``here``: at the current score.
    ``takes``: of the player on roll and of the opponent. ``losers``: by ROLLS, the number of the opponent's
    36 replies after which the market is lost; () if the cube is of no use. ``plies``: how far the search
    looked ahead.
    """

    cells: tuple[tuple[CubeCell, ...], ...]
    money: CubeCell
    here: CubeCell
    takes: tuple[TakePoints, TakePoints]
    losers: tuple[int, ...]
    plies: int

    @property
    def market_lost(self) -> float:
        """The share of sequences, an own roll and the reply to it, that lose the market."""
        return sum([weight * lost for weight, lost in zip(WEIGHTS, self.losers, strict=False)]) / 1296


def is_possible(found: CubeScores) -> bool:
    """Whether the cells and rolls are complete, and each number of replies is from 0 to 36."""
    square = [len(row) for row in found.cells] == [MOST_AWAY] * MOST_AWAY
    return square and len(found.losers) in (0, len(ROLLS)) and all(0 <= each <= 36 for each in found.losers)
