"""What the page knows from the engine, and wants from it, apart from the game itself: plain values."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Self

from backgammon.analysis.findings import Grade
from backgammon.analysis.reasons import Reason
from backgammon.analysis.rollout_state import RolloutSettings, RolloutState
from backgammon.core.match import Accepted, Action, Match, Refused, Resigned
from backgammon.core.plays import Move, Steps
from backgammon.protocol.messages import CubeScores, Finding
from backgammon.state.match_review import Review
from backgammon.state.notice import MessageKey, MoveText
from backgammon.storage.figures import PlayedMatch
from backgammon.storage.log import Log
from backgammon.storage.match_queue import MatchQueue
from backgammon.storage.quiz import Deck

MOST_FINDINGS = 2000
"""The most findings that are known at a time, beside those of reviews: ten matches to seven points."""


class Purpose(StrEnum):
    """The purpose of an analysis."""

    HINT = "hint"
    TUTOR = "tutor"
    REVIEW = "review"
    QUEUE = "queue"
    """The matches of files that were chosen together."""
    ROLLOUT = "rollout"
    QUIZ = "quiz"
    CUBE = "cube"
    """The cube at every score."""
    LINES = "lines"
    """The lines tried out on the analysis board."""


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision, made or still to be made: the state of the match, and the action chosen, if known."""

    match: Match
    chosen: Action | None = None

    @property
    def is_resignation(self) -> bool:
        """Whether someone resigned, or answered a resignation."""
        return isinstance(self.chosen, Resigned | Accepted | Refused)


@dataclass(frozen=True, slots=True)
class Job:
    """Work given to the engine; ``key`` says which decision, or which share of an analysis, it is for.

    ``decision``: the decision that its finding is recorded about.
    """

    id: int
    purpose: Purpose
    key: str
    decision: Decision | None = None


@dataclass(frozen=True, slots=True)
class TutorComment:
    """The tutor's comment on a choice: the equity it loses, and what is better.

    ``better`` names the play or the cube action. For a play, ``decision`` is the decision that was made, and
    ``best`` are the steps of the better play. ``reason``: why it is better, if one fact decides.
    """

    error: float
    better: MoveText | MessageKey
    decision: Decision | None = None
    best: Steps = ()
    reason: Reason | None = None


@dataclass(frozen=True, slots=True)
class HeldAction:
    """A choice held back by the tutor: the command that made it; ``remark`` is None while it is analysed.

    It is valid as long as the moves on the board are still ``moves``.
    """

    command: str
    moves: tuple[Move, ...] = ()
    remark: TutorComment | None = None


@dataclass(frozen=True, slots=True)
class Marks:
    """The grades of choices in a match, by index in its log; good ones are left out."""

    start: Match
    log: Log
    grades: Mapping[int, Grade]


@dataclass(frozen=True, slots=True)
class RolloutRun:
    """A rollout of ``plays`` or, if there are none, of no double and double-take.

    ``key``: of the decision, by features.analysis.rolled.key_of. ``state`` is the rollout so far;
    ``decision`` is known once it has been asked. ``resumed``: the state that the engines went on from.
    ``counted``: the state that the findings follow.
    """

    key: str
    plays: tuple[Steps, ...]
    settings: RolloutSettings
    running: bool = False
    decision: Decision | None = None
    state: RolloutState | None = None
    resumed: RolloutState | None = None
    counted: RolloutState | None = None


@dataclass(frozen=True, slots=True)
class CubeSheet:
    """The cube at every score in the decision ``key``: the part done, 0 to 1, and the result."""

    key: str
    match: Match
    done: float = 0.0
    found: CubeScores | None = None
    failed: bool = False


@dataclass(frozen=True, slots=True)
class AnalysisState:
    """All analyses and their results.

    ``findings`` are the latest, by the decision's key; those of reviews are in their games too. ``open``: the
    analysis of the decision ``at`` is shown; ``shown`` is the index of the listed play that the board shows.
    ``caution``: a choice that the tutor holds back; ``remark``: its comment on the latest choice.
    """

    jobs: tuple[Job, ...] = ()
    started: int = 0
    """The number of analyses the engine has been asked for so far."""
    findings: Mapping[str, Finding] = field(default_factory=dict)
    rolled: Mapping[str, Finding] = field(default_factory=dict)
    """What was rolled out, by features.analysis.rolled.key_of, the latest last: without other plays."""
    open: bool = False
    at: str = ""
    shown: int | None = None
    clues: int | None = None
    """The number of clues shown instead of the ranked choices (features.coach.clues); None for those."""
    failed: str = ""
    """The key of a decision that could not be analysed."""
    caution: HeldAction | None = None
    remark: TutorComment | None = None
    review: Review | None = None
    left: tuple[Review, ...] = ()
    """Reviews of other matches that were running when another took their place, the latest first."""
    queue: MatchQueue = field(default_factory=MatchQueue)
    """The matches of files that are still to be analysed in the background."""
    queued: Review | None = None
    """The review of one of them, which is under way."""
    not_added: tuple[str, ...] = ()
    """The names of the files, of those being read, whose match did not join the queue."""
    marks: tuple[Marks, ...] = ()
    """The grades that are known of matches analysed earlier, those of the latest match shown first."""
    rollout: RolloutRun | None = None
    rollouts: tuple[RolloutRun, ...] = ()
    """Earlier rollouts, the latest first, without the current one."""
    waiting: tuple[str, ...] = ()
    """The keys of rollouts that gave way to another and go on after it, the latest first."""
    cube: CubeSheet | None = None
    history: tuple[PlayedMatch, ...] = ()
    """The figures of analysed matches, the oldest first."""
    past: Mapping[str, str] = field(default_factory=dict)
    """Links to the latest of these matches, by the id of their figures, the latest last."""
    deck: Deck = field(default_factory=Deck)
    """The questions of the quiz, and how they were answered."""
    solved: frozenset[str] = frozenset()
    """The names of the lesson tasks that were solved."""
    today: int = 0
    """In days since 1 January 1970."""
    page: str = ""
    """The name of this page, which no other page has."""
    unread: tuple[tuple[str, str], ...] = ()
    """(name, text) of stored texts that have not been read yet."""

    def finding(self, key: str) -> Finding | None:
        """Return the finding about the decision with this key, None if there is none."""
        return self.findings.get(key) or (self.review.finding(key) if self.review else None)

    def with_findings(self, changed: Mapping[str, Finding]) -> Self:
        """Return the state with other findings as the latest; the earliest of too many go.

        That of the decision which is shown stays, and what the review has.
        """
        kept = {key: each for key, each in self.findings.items() if key not in changed}
        shown = {self.at: kept[self.at]} if self.at in kept else {}
        latest = [*kept.items(), *changed.items()][-MOST_FINDINGS:]
        return replace(
            self,
            findings={**shown, **dict(latest)},
            review=self.review and self.review.with_findings(changed),
            left=tuple([each.with_findings(changed) for each in self.left]),
        )
