"""What the page asks the engine's worker and what it answers: plain data, and nothing of the dice to come.

Two sorts of things are asked. *Questions* belong to the game that is on: one runs and one waits, and they go
before everything else. *Work* is analysis: ``AnalyseDecision``, ``AnalyseScores`` or ``Rollout``; any number
may be under way, shared between workers whenever no question waits. Each is begun with
``StartWork(id, work, priority)`` and cancelled with ``StopWork(id)`` (state.effects); events report on
it: ``WorkProgressed`` with the part done (of a rollout also its state so far), then ``WorkDone`` with what
was found or a ``RolloutState``, or ``WorkFailed``.

AnalyseDecision carries the same Question that the game would ask (``state.engine_question.question``; its
level is not looked at) and, to have a choice graded, that choice as an ``Answer``:

- Kind.PLAY: all plays ranked; with ``chosen`` the error of that play, with ``luck`` the luck of the roll.
- Kind.DOUBLE, before the roll: the cube's equities and the proper action; ``chosen`` is ROLL or DOUBLE.
- Kind.ANSWER, BEAVERED, RACCOONED: the same equities, seen by the player on roll; ``chosen`` is TAKE, DROP,
  BEAVER or RACCOON, and ``equity``, ``error`` and ``chance`` are those of the player who answers.

``analysis.decisions.decisions`` lists the decisions of a match with what was chosen, ``analysis.report``
makes of their findings the table of errors, luck and PR; neither loads the engine. What a Finding holds is
told in ``analysis.findings``; ``analysis.rollout_state`` says how to continue a rollout later.
"""

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from backgammon.analysis.cube_findings import CubeCell, CubeScores, TakePoints
from backgammon.analysis.findings import (
    RESIGNATION,
    Chances,
    CubeAction,
    CubeFinding,
    CubeReply,
    Finding,
    Grade,
    LuckGrade,
    RankedPlay,
    grade,
    luck_grade,
)
from backgammon.analysis.rollout_state import RolloutResult, RolloutSettings, RolloutState, Sums, merge, split
from backgammon.core.dice import Roll
from backgammon.core.plays import Steps
from backgammon.core.position import Points
from backgammon.core.rules import Rules

__all__ = [
    "MAX_PLIES",
    "RESIGNATION",
    "VERSION",
    "AnalyseDecision",
    "AnalyseScores",
    "Answer",
    "Chances",
    "Choice",
    "CubeAction",
    "CubeCell",
    "CubeFinding",
    "CubeReply",
    "CubeScores",
    "Finding",
    "Grade",
    "Kind",
    "LuckGrade",
    "Priority",
    "Question",
    "RankedPlay",
    "Rollout",
    "RolloutResult",
    "RolloutSettings",
    "RolloutState",
    "Sums",
    "TakePoints",
    "Work",
    "WorkResult",
    "grade",
    "luck_grade",
    "merge",
    "split",
]

VERSION = 2

MAX_PLIES = 2
"""Plies that AnalyseDecision can look ahead."""


class Kind(StrEnum):
    """What the engine is asked to decide."""

    PLAY = "play"
    DOUBLE = "double"
    """Before the roll: double or roll."""
    ANSWER = "answer"
    """Offered a double: take, drop or beaver."""
    BEAVERED = "beavered"
    """Beavered: take, drop or raccoon."""
    RACCOONED = "raccooned"
    """Raccooned: take or drop."""
    RESIGNATION = "resignation"
    """Offered a resignation: accept or refuse."""


class Choice(StrEnum):
    """What the engine decided; a play comes with its steps."""

    PLAY = "play"
    ROLL = "roll"
    DOUBLE = "double"
    TAKE = "take"
    DROP = "drop"
    BEAVER = "beaver"
    RACCOON = "raccoon"
    ACCEPT = "accept"
    REFUSE = "refuse"
    RESIGN = "resign"


@dataclass(frozen=True, slots=True)
class Question:
    """One decision, from the view of the player who is asked.

    ``points`` are seen by that player; ``on_roll`` says whether he is on roll. ``cube`` is the stake in
    force, ``cube_owner`` 1 if his, -1 if the opponent's, 0 in the middle. ``away`` is what he and the
    opponent still need, (0, 0) in money play. ``offered``: times the cube offered by a resigning opponent.
    """

    kind: Kind
    level: str
    rules: Rules
    points: Points
    on_roll: bool
    dice: Roll | None = None
    cube: int = 1
    cube_owner: int = 0
    away: tuple[int, int] = (0, 0)
    crawford_game: bool = False
    crawford_done: bool = False
    offered: int = 0


@dataclass(frozen=True, slots=True)
class Answer:
    """The engine's decision; ``steps`` belong to a play, ``offered`` (1 to 3) to a resignation of its own."""

    choice: Choice
    steps: Steps = ()
    offered: int = 0


@dataclass(frozen=True, slots=True)
class AnalyseDecision:
    """Analyse one decision; see the top of this file.

    ``plies``: how far to look ahead, 0 to MAX_PLIES. ``keep``: so many plays are looked into that
    far, 0 for as many as may matter; the rest are ranked as they stand. ``luck``: say the luck of the dice.
    ``opening``: they are the first of the game, one die from each player, so the luck is against both sides'
    chances of beginning. ``chosen`` may be a resignation, or the answer to one, with what is ``offered``: the
    question is then that of the one who resigns, as if nobody did.
    """

    question: Question
    plies: int = 1
    chosen: Answer | None = None
    keep: int = 0
    luck: bool = False
    opening: bool = False


@dataclass(frozen=True, slots=True)
class AnalyseScores:
    """Look into the cube of a Kind.DOUBLE or Kind.ANSWER question at every score: analysis.cube_scores."""

    question: Question


@dataclass(frozen=True, slots=True)
class Rollout:
    """Roll out plays, or the cube: of a Kind.PLAY question ``plays``, of any other no double and double-take.

    ``span``: the trials to do, first and one past the last; None for all of the settings. ``state``: what is
    done already, to go on from; the RolloutState that comes back holds it too.
    """

    question: Question
    plays: tuple[Steps, ...]
    settings: RolloutSettings
    span: tuple[int, int] | None = None
    state: RolloutState | None = None


class Priority(IntEnum):
    """Who waits for a work."""

    NOW = 0
    """Somebody looks on: it goes first."""
    LONG = 1
    """Somebody waits: all engines share it (protocol.pool)."""
    QUIET = 2
    """Nobody waits: the engine that plays does it when it has nothing else to do."""


Work = AnalyseDecision | AnalyseScores | Rollout
WorkResult = Finding | CubeScores | RolloutState
