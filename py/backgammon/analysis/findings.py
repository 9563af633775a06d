"""What an analysis says of a decision: plain data without the engine, the same for page, worker and library.

Equity is *normalised to the cube* (EMG): 1 is a plain win at the cube before the decision, -1 a plain loss,
in money play and at any score. Play and error belong to the one who decides. mEMG is a thousandth of it.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from backgammon.core.actions import (
    Accepted,
    Beavered,
    Doubled,
    Dropped,
    Played,
    Raccooned,
    Refused,
    Resigned,
    Rolled,
    Took,
)
from backgammon.core.plays import Steps
from backgammon.core.position import BAR

DOUBTFUL, ERROR, BLUNDER = 0.020, 0.040, 0.080
"""Equity that a choice of each grade loses at least.

Source: eXtreme Gammon marks errors from 0.020 and blunders from 0.080; gnubg's "doubtful", from 0.040, lies
between them and is what this program calls an error.
"""

LUCKY, VERY_LUCKY = 0.3, 0.6
"""Equity gained by a lucky and by a very lucky roll (gnubg's thresholds); lost by unlucky ones."""

CLOSE_CUBE = 0.16
"""Not to double is a decision that counts where a double would lose less than this (gnubg's measure)."""

LARGEST = 1000.0
"""No equity or chance is as large."""

SAME = 0.001
"""Plays that all lie this close together leave nothing to decide."""

CHOICE_OF: dict[type, str] = {
    Played: "play",
    Rolled: "roll",
    Doubled: "double",
    Took: "take",
    Dropped: "drop",
    Beavered: "beaver",
    Raccooned: "raccoon",
    Resigned: "resign",
    Accepted: "accept",
    Refused: "refuse",
}
"""What each action that somebody decides is called as a choice."""

RESIGNATION = ("resign", "accept", "refuse")
"""To give the game up, and the answers to it; they are chosen instead of a play or a cube action."""


class Grade(StrEnum):
    """How bad a choice was."""

    GOOD = "good"
    DOUBTFUL = "doubtful"
    ERROR = "error"
    BLUNDER = "blunder"


class LuckGrade(StrEnum):
    """How lucky a roll was."""

    VERY_LUCKY = "very-lucky"
    LUCKY = "lucky"
    NORMAL = "normal"
    UNLUCKY = "unlucky"
    VERY_UNLUCKY = "very-unlucky"


class CubeAction(StrEnum):
    """What the player on roll should do with the cube."""

    NO_DOUBLE = "no-double"
    DOUBLE = "double"
    TOO_GOOD = "too-good"
    """To play on for a gammon is worth more than the opponent's drop."""


class CubeReply(StrEnum):
    """What the one who is offered the cube should do; a raccoon answers a beaver."""

    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RACCOON = "raccoon"


class Chances(NamedTuple):
    """How a game may end, 0 to 1; gammons include backgammons, wins and losses both."""

    win: float
    win_gammon: float
    win_backgammon: float
    lose: float
    lose_gammon: float
    lose_backgammon: float


@dataclass(frozen=True, slots=True)
class RankedPlay:
    """A play, best first in its list; seen by the player who makes it.

    ``behind``: equity lost against the best, 0 for it. ``match_chance``: the chance of winning the match,
    None in money play. ``plies``: how far it was looked ahead, which differs within a list.
    """

    steps: Steps
    equity: float
    behind: float
    match_chance: float | None
    chances: Chances
    plies: int


@dataclass(frozen=True, slots=True)
class CubeFinding:
    """The cube before the roll; equities, match chances and chances are seen by the player on roll.

    ``double_take`` and ``double_drop`` are None where he may not double. ``double_take`` is what the
    opponent's take is worth, his beaver where ``reply`` is BEAVER. ``match_chances`` of no double, double and
    take, double and drop; () in money play, and only the first where he may not double.
    """

    no_double: float
    double_take: float | None
    double_drop: float | None
    action: CubeAction
    reply: CubeReply | None
    match_chances: tuple[float, ...]
    chances: Chances
    plies: int


@dataclass(frozen=True, slots=True)
class Finding:
    """What was found about one decision: ``plays`` for a roll, ``cube`` for a cube decision.

    ``plays``: in the order of their equity, so that what they lose never decreases and the best loses 0.
    ``equity``: what the best choice is worth to the one who decides, and ``chance`` his chance of winning,
    the match or in money play the game. ``counts``: the decision is one of those by which PR is reckoned.
    ``chosen``: the index in ``plays`` of the play that was asked about. ``error``: equity that the choice
    asked about loses, at least 0. ``luck``: equity that the roll gained against the mean of all rolls.
    ``rank``: the place of the chosen play, from 1, where plays before it were left out of the list.
    """

    plays: tuple[RankedPlay, ...]
    cube: CubeFinding | None
    equity: float
    chance: float
    counts: bool
    chosen: int | None = None
    error: float | None = None
    luck: float | None = None
    rank: int | None = None

    def place(self, index: int) -> int:
        """Return the place of a listed play among all plays, from 1."""
        return self.rank if self.rank and index == self.chosen else index + 1


def is_possible(found: Finding) -> bool:
    """Whether the parts of a finding fit together: it has plays or the cube, and chose one of the plays."""
    steps = [place for play in found.plays for step in play.steps for place in step]
    places = all(0 <= place <= BAR for place in steps) and all(len(play.steps) <= 4 for play in found.plays)
    chosen = found.chosen is None or 0 <= found.chosen < len(found.plays)
    numbers = [found.equity, found.chance, found.error or 0.0, found.luck or 0.0]
    for play in found.plays:
        numbers += [play.equity, play.behind, play.match_chance or 0.0, *play.chances]
    if found.cube:
        cube = found.cube
        numbers += [cube.no_double, cube.double_take or 0.0, cube.double_drop or 0.0]
        numbers += [*cube.match_chances, *cube.chances]
    small = all(abs(number) <= LARGEST for number in numbers)
    return places and chosen and small and (found.error or 0.0) >= 0 and bool(found.plays) != bool(found.cube)


def grade(error: float) -> Grade:
    """Name the error of a choice.

    >>> grade(0.05)
    <Grade.ERROR: 'error'>
    """
    if error >= BLUNDER:
        return Grade.BLUNDER
    if error >= ERROR:
        return Grade.ERROR
    return Grade.DOUBTFUL if error >= DOUBTFUL else Grade.GOOD


def luck_grade(luck: float) -> LuckGrade:
    """Name the luck of a roll."""
    if abs(luck) < LUCKY:
        return LuckGrade.NORMAL
    if luck > 0:
        return LuckGrade.VERY_LUCKY if luck >= VERY_LUCKY else LuckGrade.LUCKY
    return LuckGrade.VERY_UNLUCKY if luck <= -VERY_LUCKY else LuckGrade.UNLUCKY
