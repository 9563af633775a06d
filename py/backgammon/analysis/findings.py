"""The findings on a decision: plain data without the engine, the same for page, worker and library.

Equity is *normalised to the cube* (EMG): 1 is a plain win at the cube before the decision, -1 a plain loss,
in money play and at any score. Plays and errors are seen by the player who decides. 1 mEMG is a thousandth of
this unit.
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
from backgammon.core.cube_decision import CubeDecision
from backgammon.core.plays import Steps
from backgammon.core.position import BAR

DOUBTFUL, ERROR, BLUNDER = 0.020, 0.040, 0.080
"""The least equity that a choice of each grade loses.

Source: eXtreme Gammon marks errors from 0.020 and blunders from 0.080; gnubg's "doubtful", from 0.040, lies
between them and is called an error here.
"""

LUCKY, VERY_LUCKY = 0.3, 0.6
"""The least equity that a lucky and a very lucky roll gains, an unlucky one loses (gnubg's thresholds)."""

CLOSE_CUBE = 0.16
"""Not doubling counts as a decision if a double would lose less than this (gnubg's threshold)."""

ROLLED_OUT = 99
"""The ``plies`` of what was rolled out: more than any search looks ahead."""

LARGEST = 1000.0
"""The bound on the size of an equity or a chance."""

SAME = 0.001
"""If all plays differ by less than this, there is nothing to decide."""

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
"""The name, as a choice, of each action that a player decides on."""

RESIGNATION = ("resign", "accept", "refuse")
"""Resigning, and the answers to it; they are chosen instead of a play or a cube action."""


class Grade(StrEnum):
    """How bad a choice was: doubtful from 0.02 lost (EMG), an error from 0.04, a blunder from 0.08."""

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
    """Playing on for a gammon is worth more than the opponent's drop."""


class CubeReply(StrEnum):
    """What the player who is offered the cube should do; a raccoon answers a beaver."""

    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RACCOON = "raccoon"


class Chances(NamedTuple):
    """The chances of how a game ends, 0 to 1; gammons include backgammons, in wins and in losses."""

    win: float
    win_gammon: float
    win_backgammon: float
    lose: float
    lose_gammon: float
    lose_backgammon: float

    @classmethod
    def of(
        cls, win: float, gammon: float, backgammon: float, lost_gammon: float, lost_backgammon: float
    ) -> "Chances":
        """Return the six chances from the five of an evaluation."""
        return cls(win, gammon, backgammon, 1 - win, lost_gammon, lost_backgammon)


@dataclass(frozen=True, slots=True)
class RankedPlay:
    """A play in a list that is sorted best first; seen by the player who makes it.

    ``behind``: equity lost against the best play, 0 for that one. ``match_chance``: the chance of winning the
    match, None in money play. ``plies``: how far the search looked ahead, which differs within a list, or
    99 after a rollout.
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

    ``double_take`` and ``double_drop`` are None if that player may not double. ``double_take`` is the equity
    after a take, or after a beaver or raccoon where that is the ``reply``. ``match_chances``: of no double,
    of double and take, of double and drop; () in money play, and only the first if the player may not double.
    ``plies``: how far the search looked ahead, or 99 after a rollout.
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
    """The finding on one decision: ``plays`` for a roll, ``cube`` for a cube decision.

    ``plays``: by decreasing equity, so that their loss never decreases and the best loses 0. ``equity``: of
    the best choice, to the player who decides; ``chance``: that player's chance of winning, the match or in
    money play the game. ``counts``: whether the decision counts for PR. ``chosen``: the index in ``plays`` of
    the play that was asked about. ``error``: equity that the choice asked about loses, at least 0. ``luck``:
    equity that the roll gained over the mean of all rolls. ``rank``: the place of the chosen play, from 1, if
    plays before it were left out of the list.
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

    def top_indices(self, most: int) -> list[int]:
        """Return the indices of the first ``most`` plays, and of the chosen one."""
        return [index for index in range(len(self.plays)) if index < most or index == self.chosen]

    def place(self, index: int) -> int:
        """Return the place of a listed play among all plays, from 1."""
        return self.rank if self.rank and index == self.chosen else index + 1


def is_possible(found: Finding) -> bool:
    """Whether a finding is consistent: it has either plays or the cube, and chose one of the plays."""
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


def grade_double(found: CubeFinding, doubled: bool | None, is_dead: bool) -> Finding:
    """Grade the cube action of the player on roll before the roll; ``doubled`` is None to grade nothing.

    Not doubling counts as a decision only if a double would have been close and the player has a use for the
    cube, that is, the cube ``is_dead`` not: see analysis.report.
    """
    single = found.no_double
    double = single if found.double_take is None else _double_equity(found)
    best = max(single, double)
    error = None if doubled is None else best - (double if doubled else single)
    may_double = found.double_take is not None
    counts = may_double and (doubled is True or (best - double < CLOSE_CUBE and not is_dead))
    return Finding((), found, best, _chance(found, best == double), counts, error=error)


def _double_equity(found: CubeFinding) -> float:
    assert found.double_take is not None
    assert found.double_drop is not None
    return min(found.double_take, found.double_drop)


def _chance(found: CubeFinding, doubles: bool) -> float:
    """Return the winning chance of the player on roll."""
    if not found.match_chances:
        return found.chances.win
    return min(found.match_chances[1:]) if doubles and found.match_chances[1:] else found.match_chances[0]


def proper_action(decision: CubeDecision, is_dead: bool = False) -> tuple[CubeAction, CubeReply]:
    """Return what the player on roll, who may double, and the opponent should do; ``is_dead``: the cube."""
    reply = CubeReply.BEAVER if decision.beavered else CubeReply.TAKE if decision.takes else CubeReply.DROP
    if not is_dead and decision.doubles:
        return CubeAction.DOUBLE, reply
    too_good = not is_dead and decision.no_double > decision.double_drop
    return CubeAction.TOO_GOOD if too_good else CubeAction.NO_DOUBLE, reply


def grade(error: float) -> Grade:
    """Return the grade of a choice by its error (EMG).

    >>> grade(0.05)
    <Grade.ERROR: 'error'>
    """
    if error >= BLUNDER:
        return Grade.BLUNDER
    if error >= ERROR:
        return Grade.ERROR
    return Grade.DOUBTFUL if error >= DOUBTFUL else Grade.GOOD


def luck_grade(luck: float) -> LuckGrade:
    """Return the grade of a roll by its luck (EMG).

    >>> luck_grade(0.6), luck_grade(-0.5)
    (<LuckGrade.VERY_LUCKY: 'very-lucky'>, <LuckGrade.UNLUCKY: 'unlucky'>)
    """
    if abs(luck) < LUCKY:
        return LuckGrade.NORMAL
    if luck > 0:
        return LuckGrade.VERY_LUCKY if luck >= VERY_LUCKY else LuckGrade.LUCKY
    return LuckGrade.VERY_UNLUCKY if luck <= -VERY_LUCKY else LuckGrade.UNLUCKY
