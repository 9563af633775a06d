"""A report on the decisions of a match: errors, PR, luck, the curve of the chances; without the engine.

PR, the *performance rating*, is 500 times the mean error (EMG) of the decisions that count, as eXtreme
Gammon defines it; lower is better, and a world champion has about 3. What counts:

- a play where two legal plays differ by SAME or more in worth (a forced play, or a race that is won with any
  play, is not a decision);
- every double, and every answer to one (gnubg's "actual" decisions);
- rolling without a double that would have lost less than CLOSE_CUBE (gnubg's "close" decisions), unless the
  player may not double or the cube is dead: a win at its current value already wins the match.

Resignations and the answers to them are graded, but do not count, as in gnubg's statistics: one game given up
at its start would outweigh all that was played.

A report can cover any part of a match, so it can be made while the match is still being analysed.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from operator import attrgetter

from backgammon.analysis.decisions import Decision
from backgammon.analysis.findings import (
    CHOICE_OF,
    DOUBTFUL,
    ROLLED_OUT,
    CubeAction,
    Finding,
    Grade,
    LuckGrade,
    grade,
    luck_grade,
)
from backgammon.core.match import (
    Accepted,
    Doubled,
    Dropped,
    Phase,
    Player,
    Refused,
    Resigned,
    Rolled,
    Took,
)
from backgammon.core.plays import format_steps
from backgammon.core.position import all_home, is_contact

OPENING_PLAYS = 6
"""The number of plays, of both sides together, that form the opening of a game."""


class Stage(StrEnum):
    """The part of a game that a decision belongs to."""

    OPENING = "opening"
    CONTACT = "contact"
    RACE = "race"
    BEAR_OFF = "bear-off"


CHOICE_WORDS = CHOICE_OF | {Rolled: "no double", Refused: "reject"}
"""The usual word for each choice that is not a play of checkers."""
_INSTEAD: dict[type, str] = {Resigned: "play on", Accepted: "reject", Refused: "accept"}


@dataclass(frozen=True, slots=True)
class Judged:
    """A decision with its finding.

    ``plays``: the number of plays in the game before it. ``move``: the number of its row in the game's list
    of moves, which files have too; that of a missed double is that of the roll made instead.
    """

    decision: Decision
    finding: Finding
    plays: int
    move: int = 1

    @property
    def player(self) -> Player:
        """The player who made the decision."""
        return self.decision.player

    @property
    def error(self) -> float:
        """Equity (EMG) that the choice lost, at least 0."""
        return self.finding.error or 0.0

    @property
    def chance_lost(self) -> float | None:
        """The chance of winning the match that the choice lost; None in money play and for resignations."""
        kept = self._chance_kept
        return None if kept is None else max(0.0, self.finding.chance - kept)

    @property
    def _chance_kept(self) -> float | None:
        """The chance of winning the match after the choice, with the best play from there on."""
        finding = self.finding
        if finding.plays:
            return None if finding.chosen is None else finding.plays[finding.chosen].match_chance
        if self.decision.is_resignation or not (finding.cube and finding.cube.match_chances):
            return None
        single, *doubled = finding.cube.match_chances
        match self.decision.action:
            case Took():
                return 1 - doubled[0]
            case Dropped():
                return 1 - doubled[1]
            case Doubled():
                return min(doubled)
        return single

    @property
    def luck(self) -> float:
        """The luck (EMG) of the roll that belongs to the decision, 0 where none does."""
        return (self.decision.has_luck and self.finding.luck) or 0.0

    @property
    def grade(self) -> Grade:
        """How bad the choice was."""
        return grade(self.error)

    @property
    def chosen(self) -> str:
        """The choice, in the usual notation: "8/5 6/5", "no double", "take"."""
        if self.decision.is_play:
            return format_steps(self.decision.match.position.points, self.decision.steps)
        return CHOICE_WORDS[type(self.decision.action)]

    @property
    def best(self) -> str:
        """The best choice, in the usual notation."""
        finding = self.finding
        if self.decision.is_resignation:
            return _INSTEAD[type(self.decision.action)] if self.error else self.chosen
        if finding.plays:
            return format_steps(self.decision.match.position.points, finding.plays[0].steps)
        assert finding.cube is not None
        if self.decision.match.phase is Phase.TO_ROLL:
            return "double" if finding.cube.action is CubeAction.DOUBLE else "no double"
        return str(finding.cube.reply)

    @property
    def stage(self) -> Stage:
        """The part of the game that the decision belongs to."""
        match = self.decision.match
        if is_contact(match.position.points):
            return Stage.OPENING if self.plays < OPENING_PLAYS else Stage.CONTACT
        own = match.position_of[self.player]
        return Stage.BEAR_OFF if all_home(own.points) else Stage.RACE


@dataclass(frozen=True, slots=True)
class Tally:
    """Decisions of one player: how many count for PR, how many there are, and their total loss (EMG).

    ``chance_lost``: the total loss in chances of winning the match, None in money play. ``luck``: the total
    luck of their rolls (EMG).
    """

    counted: int
    decisions: int
    error: float
    chance_lost: float | None
    doubtful: int
    errors: int
    blunders: int
    luck: float

    @property
    def pr(self) -> float | None:
        """Performance rating; None if no decision counts."""
        return 500 * self.error / self.counted if self.counted else None

    @property
    def milli(self) -> float | None:
        """Mean error of a decision that counts, in mEMG; None if none does."""
        return 1000 * self.error / self.counted if self.counted else None


@dataclass(frozen=True, slots=True)
class PlayerReport:
    """One player's decisions: all, plays, cube decisions, and by part of the game; and their luck (EMG)."""

    all: Tally
    plays: Tally
    cube: Tally
    stages: tuple[tuple[Stage, Tally], ...]
    luck: float
    lucky: int
    unlucky: int
    """The numbers of rolls that were lucky or better, and unlucky or worse."""


@dataclass(frozen=True, slots=True)
class CurvePoint:
    """The state of the match before a decision (``index`` in the log), seen by player 0.

    ``move``: see Judged. ``chance``: of winning the match, in money play the current game, with the best
    choice. ``luck``: player 0's luck so far minus player 1's (EMG).
    """

    index: int
    game: int
    move: int
    chance: float
    luck: float


@dataclass(frozen=True, slots=True)
class Depth:
    """How far an analysis looked ahead: the least plies of plays and of the cube, None where it had none.

    ``rolled_out``: the number of decisions that were rolled out; their plies do not count.
    """

    plays: int | None = None
    cube: int | None = None
    rolled_out: int = 0


@dataclass(frozen=True, slots=True)
class Report:
    """The report on a match or a part of it. ``worst``: the choices not graded good, the worst first."""

    players: tuple[PlayerReport, PlayerReport]
    worst: tuple[Judged, ...]
    curve: tuple[CurvePoint, ...]
    depth: Depth


def pair_findings(decisions: Sequence[Decision], findings: Iterable[Finding | None]) -> list[Judged]:
    """Pair decisions with their findings, without those that have none (None, or past the end)."""
    together = []
    plays = game = rows = 0
    is_left_alone = False  # the last row has an action of player 0 and none of player 1 yet
    for decision, finding in zip(decisions, findings, strict=False):
        if decision.match.game != game:
            game, plays, rows, is_left_alone = decision.match.game, 0, 0, False
        move = rows if is_left_alone and decision.player == 1 else rows + 1
        if finding:
            together.append(Judged(decision, finding, plays, move))
        plays += decision.is_play
        if not isinstance(decision.action, Rolled):
            rows, is_left_alone = move, decision.player == 0
    return together


def report(all_judged: Sequence[Judged]) -> Report:
    """Return the report on decisions of a match, which are given in their order."""
    worst = [each for each in all_judged if each.error >= DOUBTFUL]
    return Report(
        (_player(all_judged, 0), _player(all_judged, 1)),
        tuple(sorted(worst, key=attrgetter("error"), reverse=True)),
        _curve(all_judged),
        _depth([each.finding for each in all_judged]),
    )


def join(reports: Sequence[Report]) -> Report:
    """Return the report on a match from those on its games, in their order."""
    points, luck = list[CurvePoint](), 0.0
    for each in reports:
        points += [CurvePoint(p.index, p.game, p.move, p.chance, luck + p.luck) for p in each.curve]
        luck = points[-1].luck if points else 0.0
    players = [_join_players([each.players[side] for each in reports]) for side in (0, 1)]
    return Report(
        (players[0], players[1]),
        tuple(sorted([bad for each in reports for bad in each.worst], key=attrgetter("error"), reverse=True)),
        tuple(points),
        Depth(
            _least([each.depth.plays for each in reports if each.depth.plays is not None]),
            _least([each.depth.cube for each in reports if each.depth.cube is not None]),
            sum([each.depth.rolled_out for each in reports]),
        ),
    )


def _join_players(parts: Sequence[PlayerReport]) -> PlayerReport:
    return PlayerReport(
        all=_add([each.all for each in parts]),
        plays=_add([each.plays for each in parts]),
        cube=_add([each.cube for each in parts]),
        stages=tuple([(name, _add([each.stages[at][1] for each in parts])) for at, name in enumerate(Stage)]),
        luck=sum([each.luck for each in parts]),
        lucky=sum([each.lucky for each in parts]),
        unlucky=sum([each.unlucky for each in parts]),
    )


def _add(parts: Sequence[Tally]) -> Tally:
    lost = [each.chance_lost for each in parts if each.chance_lost is not None]
    return Tally(
        counted=sum([each.counted for each in parts]),
        decisions=sum([each.decisions for each in parts]),
        error=sum([each.error for each in parts]),
        chance_lost=sum(lost) if lost else None,
        doubtful=sum([each.doubtful for each in parts]),
        errors=sum([each.errors for each in parts]),
        blunders=sum([each.blunders for each in parts]),
        luck=sum([each.luck for each in parts]),
    )


def _depth(findings: Sequence[Finding]) -> Depth:
    plays = [max([play.plies for play in each.plays]) for each in findings if len(each.plays) > 1]
    cube = [each.cube.plies for each in findings if each.cube]
    return Depth(_least(plays), _least(cube), (plays + cube).count(ROLLED_OUT))


def _least(plies: Iterable[int]) -> int | None:
    return min([each for each in plies if each != ROLLED_OUT], default=None)


def _player(all_judged: Iterable[Judged], player: Player) -> PlayerReport:
    own = [each for each in all_judged if each.player == player]
    by_stage: dict[Stage, list[Judged]] = {name: [] for name in Stage}
    for each in own:
        by_stage[each.stage].append(each)
    lucks = [each.luck for each in own]
    grades = [luck_grade(luck) for luck in lucks]
    return PlayerReport(
        all=_tally(own),
        plays=_tally([each for each in own if each.decision.has_luck]),
        cube=_tally([each for each in own if not each.decision.has_luck]),
        stages=tuple([(name, _tally(part)) for name, part in by_stage.items()]),
        luck=sum(lucks),
        lucky=sum([each in (LuckGrade.LUCKY, LuckGrade.VERY_LUCKY) for each in grades]),
        unlucky=sum([each in (LuckGrade.UNLUCKY, LuckGrade.VERY_UNLUCKY) for each in grades]),
    )


def _tally(chosen: Sequence[Judged]) -> Tally:
    """Add up decisions; of a resignation only the luck of the roll that it leaves unplayed."""
    judged = [each for each in chosen if not each.decision.is_resignation]
    grades = [each.grade for each in judged]
    lost = [each.chance_lost for each in judged if each.chance_lost is not None]
    return Tally(
        counted=sum([each.finding.counts for each in judged]),
        decisions=len(judged),
        error=sum([each.error for each in judged]),
        chance_lost=sum(lost) if lost else None,
        doubtful=grades.count(Grade.DOUBTFUL),
        errors=grades.count(Grade.ERROR),
        blunders=grades.count(Grade.BLUNDER),
        luck=sum([each.luck for each in chosen]),
    )


def _curve(all_judged: Iterable[Judged]) -> tuple[CurvePoint, ...]:
    points, luck = [], 0.0
    for each in all_judged:
        chance = each.finding.chance if each.player == 0 else 1 - each.finding.chance
        luck += each.luck * (1 if each.player == 0 else -1)
        points.append(CurvePoint(each.decision.index, each.decision.match.game, each.move, chance, luck))
    return tuple(points)
