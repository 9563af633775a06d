"""What an analysis says of the cube at every score: plain data without the engine, as ``findings`` is.

Everything is seen by the player on roll, whoever decides.
"""

from dataclasses import dataclass
from typing import NamedTuple

from backgammon.analysis.findings import CubeAction, CubeReply
from backgammon.core.dice import ROLLS, WEIGHTS

MOST_AWAY = 15
"""So many points away the scores go."""


class CubeCell(NamedTuple):
    """The proper cube action of both at a score; ``action`` is None where a double is of no use."""

    action: CubeAction | None = None
    reply: CubeReply | None = None


class TakePoints(NamedTuple):
    """What a player goes by who is offered the cube at the score.

    ``dead`` and ``live``: the chance of winning from which he takes, gammons apart, where the cube is of no
    use to him after that and where he can use it as well as can be; None where nobody doubles him.
    ``gammon`` and ``doubled_gammon``: what a gammon that he wins is worth more than a plain win, in units of
    the gap between a plain win and a plain loss, with the cube as it lies and after a double.
    """

    dead: float | None
    live: float | None
    gammon: float
    doubled_gammon: float


@dataclass(frozen=True, slots=True)
class CubeScores:
    """The cube in one position at every score.

    ``cells[mine - 1][theirs - 1]``: where the player on roll needs ``mine`` points and the opponent
    ``theirs``, 1 to MOST_AWAY each; one away it is after the Crawford game. ``here``: at the score as it
    is. ``takes``: of the player on roll and of the opponent. ``losers``: by ROLLS, after how many of the
    opponent's 36 replies the market is lost; () where the cube is of no use. ``plies``: how far it was
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
        """The share of sequences, one's own roll and the reply to it, that lose the market."""
        return sum([weight * lost for weight, lost in zip(WEIGHTS, self.losers, strict=False)]) / 1296


def is_possible(found: CubeScores) -> bool:
    """Whether there are as many cells and rolls as there should be."""
    square = [len(row) for row in found.cells] == [MOST_AWAY] * MOST_AWAY
    return square and len(found.losers) in (0, len(ROLLS)) and all(0 <= each <= 36 for each in found.losers)
