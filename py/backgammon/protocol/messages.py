"""What the page asks the engine's worker, and its answers: plain data, without any dice still to come.

There are two kinds of requests. *Questions* belong to the game in progress: one runs and one waits, and they
take precedence over everything else. *Work* is analysis: ``AnalyseDecision``, ``AnalyseScores`` or
``Rollout``; any number may be under way, shared between workers whenever no question waits. Each is begun
with ``StartWork(id, work, priority)`` and cancelled with ``StopWork(id)`` (state.effects); events report on
it: ``WorkProgressed`` with the part done (for a rollout also its state so far), then ``WorkDone`` with a
``WorkResult``, or ``WorkFailed``.

AnalyseDecision carries the same Question that the game would ask (``state.engine_question.question``; its
level is ignored) and, to have a choice graded, that choice as an ``Answer``:

- Kind.PLAY: all plays ranked; with ``chosen`` the error of that play, with ``luck`` the luck of the roll.
- Kind.DOUBLE, before the roll: the cube's equities and the proper action; ``chosen`` is ROLL or DOUBLE.
- Kind.ANSWER, BEAVERED, RACCOONED: the same equities, seen by the player on roll; ``chosen`` is TAKE, DROP,
  BEAVER or RACCOON, and ``equity``, ``error`` and ``chance`` are those of the player who answers.

``analysis.decisions.decisions`` lists the decisions of a match with the choices made, ``analysis.report``
turns their findings into the table of errors, luck and PR; neither loads the engine. ``analysis.findings``
describes a Finding; ``analysis.rollout_state`` says how to continue a rollout later.
"""

from dataclasses import dataclass
from enum import IntEnum, StrEnum

from backgammon.analysis.cube_findings import CubeCell, CubeScores, TakePoints
from backgammon.analysis.findings import (
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
from backgammon.analysis.rollout_state import RolloutSettings, RolloutState
from backgammon.core.dice import Roll
from backgammon.core.match import Phase
from backgammon.core.plays import Steps
from backgammon.core.position import Points
from backgammon.core.rules import Rules

__all__ = [
    "MAX_PLIES",
    "PHASES",
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
    "RolloutState",
    "TakePoints",
    "Work",
    "WorkResult",
    "grade",
    "luck_grade",
]

VERSION = 3

MAX_PLIES = 2
"""The most plies that AnalyseDecision can look ahead."""


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


PHASES = {
    Kind.PLAY: Phase.TO_PLAY,
    Kind.DOUBLE: Phase.TO_ROLL,
    Kind.ANSWER: Phase.DOUBLED,
    Kind.BEAVERED: Phase.BEAVERED,
    Kind.RACCOONED: Phase.RACCOONED,
    Kind.RESIGNATION: Phase.RESIGNED,
}
"""The phase of the match that a question is asked in."""


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
    """One decision, from the perspective of the player who is asked.

    ``points`` are seen by that player; ``on_roll`` says whether the player is on roll. ``cube`` is the stake
    in force, ``cube_owner`` 1 for the player, -1 for the opponent, 0 for a centred cube. ``away`` is the
    points that the player and the opponent still need, (0, 0) in money play. ``offered``: times the cube
    offered by a resigning opponent.
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
    """The engine's decision; ``steps`` belong to a play, ``offered`` (1 to 3) to its own resignation."""

    choice: Choice
    steps: Steps = ()
    offered: int = 0


@dataclass(frozen=True, slots=True)
class AnalyseDecision:
    """Analyse one decision; see the top of this file.

    ``plies``: how far to look ahead, 0 to MAX_PLIES. ``keep``: the number of plays searched that far, 0 for
    those that may matter; the others are searched less deeply. ``luck``: whether to find the luck of the
    dice. ``opening``: the dice are the first of the game, one from each player, so the luck is relative to
    both sides' chances of beginning. ``chosen`` may be a resignation, or the answer to one, with its
    ``offered``: the question is then that of the player who resigns, as if nobody did.
    """

    question: Question
    plies: int = 1
    chosen: Answer | None = None
    keep: int = 0
    luck: bool = False
    opening: bool = False


@dataclass(frozen=True, slots=True)
class AnalyseScores:
    """Analyse the cube of a Kind.DOUBLE or Kind.ANSWER question at every score (analysis.cube_scores)."""

    question: Question


@dataclass(frozen=True, slots=True)
class Rollout:
    """Roll out ``plays`` for a Kind.PLAY question, no double and double-take for any other.

    ``span``: the trials to do, first and one past the last; None for all trials of the settings. ``state``:
    the trials done already, to continue from; the RolloutState that is returned includes them.
    """

    question: Question
    plays: tuple[Steps, ...]
    settings: RolloutSettings
    span: tuple[int, int] | None = None
    state: RolloutState | None = None


class Priority(IntEnum):
    """How urgent a work is."""

    NOW = 0
    """A user is watching: it goes first."""
    LONG = 1
    """A user is waiting: all engines share it (protocol.pool)."""
    QUIET = 2
    """Nobody is waiting: the engine that plays does it when it has nothing else to do."""


Work = AnalyseDecision | AnalyseScores | Rollout
WorkResult = Finding | CubeScores | RolloutState
