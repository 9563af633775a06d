"""What the page knows from the engine, and wants from it, apart from the game itself: plain values."""

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
from backgammon.protocol.messages import MAX_PLIES, CubeScores, Finding
from backgammon.state.notice import MessageKey, MoveText
from backgammon.storage.figures import PlayedMatch
from backgammon.storage.log import Log
from backgammon.storage.match_queue import MatchQueue
from backgammon.storage.quiz import Deck
from backgammon.storage.types import MatchOptions, Replay


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


@dataclass(frozen=True)
class Review:
    """The analysis of a whole match: its decisions, and the key of the finding on each.

    ``setup`` says who played it, even if something else is on the board by now; ``source`` is the match as
    it was opened, with what its file says of it. A long match is processed in steps: ``parts`` are the
    decisions and keys of the first ``games`` games; ``decisions`` and ``keys`` are filled once all games have
    been processed. ``plies``: how far plays are looked ahead. ``quiet``: it began by itself
    (features.coach.auto_review). ``failed``: keys of decisions that cannot be analysed.
    ``findings`` are the page's; values derived from them are computed once, when first needed (see
    features.coach.review.current_review). ``seen``: the index in the log of the mistake that the user viewed
    last before coming back to the review.
    """

    start: Match
    log: Log
    setup: MatchOptions
    source: Replay
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
        """Whether all games of the match have been processed."""
        return self.games > len(self.log.finished)

    @property
    def is_done(self) -> bool:
        """Whether the whole match has been analysed, but for decisions that cannot be."""
        whole = self.is_whole and not self.running and bool(self.keys)
        return whole and len(self.remaining_decisions) <= len(self.failed)

    @property
    def part_done(self) -> float:
        """The part of the decisions that have been analysed, 0 to 1; 0 as long as they are not known."""
        return 1 - len(self.remaining_decisions) / len(self.keys) if self.keys else 0.0

    def with_part(self, games: int, decisions: tuple[Taken, ...], keys: tuple[str, ...]) -> "Review":
        """Return the review with the decisions and keys of more games, ``games`` games now in all."""
        parts = (*self.parts, (decisions, keys))
        if games <= len(self.log.finished):
            return replace(self, games=games, parts=parts)
        all_decisions = chain.from_iterable(part[0] for part in parts)
        all_keys = chain.from_iterable(part[1] for part in parts)
        return replace(self, games=games, parts=(), decisions=tuple(all_decisions), keys=tuple(all_keys))

    @cached_property
    def decision_findings(self) -> tuple[Finding | None, ...]:
        """The finding on each decision, None where its choice has not been graded."""
        found = map(self.findings.get, self.keys)
        return tuple([each if each and each.error is not None else None for each in found])

    @cached_property
    def remaining_decisions(self) -> tuple[int, ...]:
        """The indices of the decisions that are still to be analysed."""
        return self.remaining_decisions_at(self.plies)

    def remaining_decisions_at(self, plies: int) -> tuple[int, ...]:
        """Return the indices of decisions not analysed, or not ``plies`` deep, or (rolls) without luck."""
        looked_at = zip(self.decisions, self.decision_findings, strict=True)
        return tuple(
            [
                index
                for index, (decision, each) in enumerate(looked_at)
                if each is None or _depth(each) < plies or (each.luck is None and decision.has_luck)
            ]
        )

    @cached_property
    def grades(self) -> Mapping[int, Grade]:
        """The grades of the choices, by index in the log; good choices and resignations are left out."""
        graded = {
            decision.index: grade(each.error)
            for decision, each in zip(self.decisions, self.decision_findings, strict=True)
            if each and each.error is not None and not decision.is_resignation
        }
        return {index: each for index, each in graded.items() if each is not Grade.GOOD}

    @cached_property
    def players_with_errors(self) -> frozenset[Player]:
        """The players who have made an error, or worse."""
        bad = {index for index, each in self.grades.items() if each in (Grade.ERROR, Grade.BLUNDER)}
        return frozenset(decision.player for decision in self.decisions if decision.index in bad)

    @cached_property
    def report(self) -> Report:
        """The report on the decisions analysed so far."""
        return report(pair_findings(self.decisions, self.decision_findings))


def _depth(found: Finding) -> int:
    """Return the depth of a finding in plies; MAX_PLIES where there is no choice of plays."""
    return found.plays[0].plies if len(found.plays) > 1 else MAX_PLIES


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

    ``findings`` are by the decision's key. ``open``: the analysis of the decision ``at`` is shown; ``shown``
    is the index of the listed play that the board shows. ``caution``: a choice that the tutor holds back;
    ``remark``: its comment on the latest choice.
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
