"""What the page knows and wants from the engine besides the game itself: plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from itertools import chain

from backgammon.analysis.decisions import Decision as Taken
from backgammon.analysis.findings import Grade, grade
from backgammon.analysis.reasons import Reason
from backgammon.analysis.report import Report, pair_findings, report
from backgammon.analysis.rollout_state import RolloutSettings, RolloutState
from backgammon.core.match import Accepted, Action, Match, Player, Refused, Resigned
from backgammon.core.plays import Move, Steps
from backgammon.protocol.messages import MAX_PLIES, CubeScores, Finding, Question
from backgammon.state.notice import MessageKey, MoveText
from backgammon.storage.figures import PlayedMatch
from backgammon.storage.log import Log
from backgammon.storage.quiz import Deck
from backgammon.storage.types import MatchOptions


class Purpose(StrEnum):
    """What an analysis is wanted for."""

    HINT = "hint"
    TUTOR = "tutor"
    REVIEW = "review"
    ROLLOUT = "rollout"
    QUIZ = "quiz"
    CUBE = "cube"
    """The cube at every score."""
    LINES = "lines"
    """What is tried on the analysis board."""


@dataclass(frozen=True, slots=True)
class Job:
    """A work that the engine has been given; ``key`` says which decision or which share it is about."""

    id: int
    purpose: Purpose
    key: str


@dataclass(frozen=True, slots=True)
class Decision:
    """What someone has, or had, to decide: where the match stands, and what was done, where that is known."""

    match: Match
    chosen: Action | None = None

    @property
    def is_resignation(self) -> bool:
        """Whether someone resigned, or answered a resignation."""
        return isinstance(self.chosen, Resigned | Accepted | Refused)


@dataclass(frozen=True, slots=True)
class TutorComment:
    """What the tutor says of a choice: the equity it loses, and what is better.

    ``better`` names the play or the cube action. Of a play: ``decision`` is what was decided, and ``best``
    are the steps of the better play. ``reason``: why it is better, where one fact decides.
    """

    error: float
    better: MoveText | MessageKey
    decision: Decision | None = None
    best: Steps = ()
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class HeldAction:
    """A choice held back by the tutor: the command that made it; ``remark`` is None while it is weighed.

    It stands as long as ``moves`` lie on the board as they did.
    """

    command: str
    moves: tuple[Move, ...] = ()
    remark: TutorComment | None = None


@dataclass(frozen=True)
class Review:
    """The analysis of a whole match: its decisions, and the keys of what is found about each.

    ``setup`` says who played it, also when something else is on the board by now. A long match is gone
    through in steps: ``parts`` are what the first ``games`` games gave; decisions and keys are there once all
    games have been gone through. ``plies``: how far plays are looked ahead. ``quiet``: it began by itself
    (features.coach.auto_review). ``failed``: keys of decisions that cannot be looked at. ``findings`` are the
    page's; what derives from them is computed when it is first wanted, and once (see
    features.coach.review.current_review). ``seen``: where the mistake stands in the log from which one has
    come back.
    """

    start: Match
    log: Log
    setup: MatchOptions
    decisions: tuple[Taken, ...] = ()
    keys: tuple[str, ...] = ()
    games: int = 0
    parts: tuple[tuple[tuple[Taken, ...], tuple[str, ...]], ...] = ()
    plies: int = 1
    running: bool = False
    quiet: bool = False
    failed: tuple[str, ...] = ()
    findings: Mapping[str, Finding] = field(default_factory=dict)
    seen: int | None = None

    @property
    def is_whole(self) -> bool:
        """Whether all of the match has been gone through."""
        return self.games > len(self.log.finished)

    def with_part(self, games: int, decisions: tuple[Taken, ...], keys: tuple[str, ...]) -> "Review":
        """Return the review after more games, up to so many, have given these decisions."""
        parts = (*self.parts, (decisions, keys))
        if games <= len(self.log.finished):
            return replace(self, games=games, parts=parts)
        all_decisions = chain.from_iterable(part[0] for part in parts)
        all_keys = chain.from_iterable(part[1] for part in parts)
        return replace(self, games=games, parts=(), decisions=tuple(all_decisions), keys=tuple(all_keys))

    @cached_property
    def decision_findings(self) -> tuple[Finding | None, ...]:
        """What has been found about each decision, None where its choice has not been graded."""
        graded = {key: found for key, found in self.findings.items() if found.error is not None}
        return tuple(map(graded.get, self.keys))

    @cached_property
    def remaining_decisions(self) -> tuple[int, ...]:
        """Which decisions are still to be looked at."""
        return self.remaining_decisions_at(self.plies)

    def remaining_decisions_at(self, plies: int) -> tuple[int, ...]:
        """Return which decisions have not been looked at, their plays not so far ahead, or not their luck."""
        looked_at = zip(self.decisions, self.decision_findings, strict=True)
        return tuple(
            [
                index
                for index, (decision, each) in enumerate(looked_at)
                if each is None or _depth(each) < plies or (decision.is_play and each.luck is None)
            ]
        )

    @cached_property
    def grades(self) -> Mapping[int, Grade]:
        """How bad the choices were, by index in the log; good ones and resignations are left out."""
        graded = {
            decision.index: grade(each.error)
            for decision, each in zip(self.decisions, self.decision_findings, strict=True)
            if each and each.error is not None and not decision.is_resignation
        }
        return {index: each for index, each in graded.items() if each is not Grade.GOOD}

    @cached_property
    def players_with_errors(self) -> frozenset[Player]:
        """Who has made an error, or worse."""
        bad = {index for index, each in self.grades.items() if each in (Grade.ERROR, Grade.BLUNDER)}
        return frozenset(decision.player for decision in self.decisions if decision.index in bad)

    @cached_property
    def report(self) -> Report:
        """What is known so far, added up."""
        return report(pair_findings(self.decisions, self.decision_findings))


def _depth(found: Finding) -> int:
    """Return how far a look at a decision goes; where there is no choice of plays, as far as any."""
    return found.plays[0].plies if len(found.plays) > 1 else MAX_PLIES


@dataclass(frozen=True, slots=True)
class Marks:
    """How bad choices of a match were, by their place in its log; good ones are left out."""

    start: Match
    log: Log
    grades: Mapping[int, Grade]


@dataclass(frozen=True, slots=True)
class RolloutRun:
    """A rollout of the decision ``key``: of its ``plays``, or without any of no double and double-take.

    ``state`` is what has been done; ``question`` is known once it has been put.
    """

    key: str
    plays: tuple[tuple[tuple[int, int], ...], ...]
    settings: RolloutSettings
    running: bool = False
    question: Question | None = None
    state: RolloutState | None = None


@dataclass(frozen=True, slots=True)
class CubeSheet:
    """The cube at every score in the decision ``key``: how much is done, 0 to 1, and what was found."""

    key: str
    match: Match
    done: float = 0.0
    found: CubeScores | None = None
    failed: bool = False


@dataclass(frozen=True, slots=True)
class AnalysisState:
    """Where analyses lie.

    ``findings`` by the decision's key. ``open``: the analysis of the decision ``at`` is shown, ``shown`` the
    index of the listed play that the board shows. ``caution``: a choice that the tutor holds
    back; ``remark``: what it said of the latest.
    """

    jobs: tuple[Job, ...] = ()
    started: int = 0
    """How many works the engine has been given so far."""
    findings: Mapping[str, Finding] = field(default_factory=dict)
    open: bool = False
    at: str = ""
    shown: int | None = None
    clues: int | None = None
    """How many clues stand in place of the ranked choices (features.coach.clues); None where those do."""
    failed: str = ""
    """The key of a decision that could not be analysed."""
    caution: HeldAction | None = None
    remark: TutorComment | None = None
    review: Review | None = None
    marks: Marks | None = None
    """What an earlier visit left of a review."""
    rollout: RolloutRun | None = None
    cube: CubeSheet | None = None
    history: tuple[PlayedMatch, ...] = ()
    """The figures of the matches that were analysed, the oldest first."""
    deck: Deck = field(default_factory=Deck)
    """What the quiz asks, and how it was answered."""
    solved: frozenset[str] = frozenset()
    """The tasks of the lessons that were solved, by name."""
    today: int = 0
    """Counted from 1 January 1970."""
    page: str = ""
    """The name of this page, which no other has."""
    unread: tuple[tuple[str, str], ...] = ()
    """Texts that were kept, by name, and have not been read."""
