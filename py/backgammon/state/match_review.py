"""The review of a match: a plain value, which changes game by game as its decisions are analysed."""

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from operator import is_
from typing import Self

from backgammon.analysis.decisions import Decision as Taken
from backgammon.analysis.findings import Grade, grade
from backgammon.analysis.report import Report, join, pair_findings, report
from backgammon.core.dice import Roll
from backgammon.core.match import Match, Player
from backgammon.protocol.messages import MAX_PLIES, Finding
from backgammon.storage.figures import NUMBERS
from backgammon.storage.log import Log
from backgammon.storage.types import MatchOptions, Replay


@dataclass(frozen=True)
class ReviewedGame:
    """A game of a review: its decisions, the key of the finding on each, and what is known by each key.

    What follows from these is computed once, when first needed. A new finding makes only the games anew that
    have its decision, so it costs no more in the last game of a long session than in the first.
    """

    decisions: tuple[Taken, ...]
    keys: tuple[str, ...]
    findings: Mapping[str, Finding | None]

    @classmethod
    def of(cls, decisions: Sequence[Taken], keys: Sequence[str], known: Mapping[str, Finding]) -> Self:
        """Return a game with those of the ``known`` findings that are about its decisions."""
        return cls(tuple(decisions), tuple(keys), {key: known.get(key) for key in keys})

    def with_findings(self, changed: Mapping[str, Finding]) -> Self:
        """Return the game with findings that have changed; itself if none is about its decisions."""
        own = self.findings.keys() & changed.keys()
        new = {key: changed[key] for key in own if changed[key] is not self.findings[key]}
        return replace(self, findings={**self.findings, **new}) if new else self

    @cached_property
    def decision_findings(self) -> tuple[Finding | None, ...]:
        """The finding on each decision, None where its choice has not been graded."""
        found = map(self.findings.get, self.keys)
        return tuple([each if each and each.error is not None else None for each in found])

    @cached_property
    def depths(self) -> tuple[int, ...]:
        """How many plies deep each decision is analysed, 0 where that or the luck of a roll is lacking."""
        looked_at = zip(self.decisions, self.decision_findings, strict=True)
        return tuple(
            [
                0 if each is None or (each.luck is None and decision.has_luck) else _depth(each)
                for decision, each in looked_at
            ]
        )

    @cached_property
    def _depths_in_order(self) -> list[int]:
        return sorted(self.depths)

    def count_left(self, plies: int) -> int:
        """Return the number of decisions that are not analysed ``plies`` deep."""
        return bisect_left(self._depths_in_order, plies)

    def todo(self, plies: int) -> list[tuple[Taken, str]]:
        """Return those decisions, with their keys."""
        every = zip(self.decisions, self.keys, self.depths, strict=True)
        return [(decision, key) for decision, key, depth in every if depth < plies]

    @cached_property
    def report(self) -> Report:
        """The report on the decisions analysed so far."""
        return report(pair_findings(self.decisions, self.decision_findings))

    @cached_property
    def dice(self) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """How often each player rolled each number and a double; see storage.figures.Side."""
        rolled = [each for each in self.decisions if each.has_luck and not each.opening]
        rolls = [(each.player, each.match.dice) for each in rolled if each.match.dice]
        first, second = [_dice_counts([dice for by, dice in rolls if by == side]) for side in (0, 1)]
        return first, second

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
    def has_blunders(self) -> bool:
        """Whether anyone has blundered."""
        return Grade.BLUNDER in self.grades.values()


@dataclass(frozen=True)
class Review:
    """The analysis of a whole match: its games, as far as they have been gone through.

    ``setup`` says who played it, even if something else is on the board by now; ``source`` is the match as
    it was opened, with what its file says of it. A long match is gone through in steps, and is complete once
    all of its games are in ``games``. ``plies``: how far plays are looked ahead. ``quiet``: it began by
    itself (features.coach.auto_review). ``failed``: keys of decisions that cannot be analysed. ``seen``: the
    index in the log of the mistake that the user viewed last before coming back to the review.
    """

    start: Match
    log: Log
    setup: MatchOptions
    source: Replay
    games: tuple[ReviewedGame, ...] = ()
    plies: int = 1
    running: bool = False
    quiet: bool = False
    failed: tuple[str, ...] = ()
    seen: int | None = None

    @property
    def is_whole(self) -> bool:
        """Whether all games of the match have been processed."""
        return len(self.games) > len(self.log.finished)

    @property
    def is_done(self) -> bool:
        """Whether the whole match has been analysed, but for decisions that cannot be."""
        whole = self.is_whole and not self.running and bool(self.count)
        return whole and self.count_left <= len(self.failed)

    @property
    def part_done(self) -> float:
        """The part of the decisions that have been analysed, 0 to 1; 0 as long as not all are known."""
        return 1 - self.count_left / self.count if self.is_whole and self.count else 0.0

    @property
    def decisions(self) -> tuple[Taken, ...]:
        """The decisions of all games."""
        return tuple(chain.from_iterable([game.decisions for game in self.games]))

    @property
    def keys(self) -> tuple[str, ...]:
        """The keys of the decisions of all games."""
        return tuple(chain.from_iterable([game.keys for game in self.games]))

    @property
    def decision_findings(self) -> tuple[Finding | None, ...]:
        """The finding on each decision, None where its choice has not been graded."""
        return tuple(chain.from_iterable([game.decision_findings for game in self.games]))

    @cached_property
    def count(self) -> int:
        """The number of decisions."""
        return sum([len(game.keys) for game in self.games])

    @cached_property
    def count_left(self) -> int:
        """The number of decisions that are still to be analysed."""
        return self.count_left_at(self.plies)

    def count_left_at(self, plies: int) -> int:
        """Return the number of decisions not analysed, or not ``plies`` deep, or (rolls) without luck."""
        return sum([game.count_left(plies) for game in self.games])

    @property
    def todo(self) -> Iterator[tuple[Taken, str]]:
        """The decisions that are still to be analysed, with their keys."""
        for game in self.games:
            if game.count_left(self.plies):
                yield from game.todo(self.plies)

    @property
    def has_findings(self) -> bool:
        """Whether anything is known about its decisions."""
        return any(any(game.findings.values()) for game in self.games)

    def has(self, key: str) -> bool:
        """Whether one of the decisions has this key."""
        return any(key in game.findings for game in self.games)

    def lacks(self, key: str) -> bool:
        """Whether a decision with this key is still to be analysed."""
        having = [game for game in self.games if key in game.findings]
        return any(key == name for game in having for _, name in game.todo(self.plies))

    def finding(self, key: str) -> Finding | None:
        """Return what is known about the decisions with this key."""
        return next((game.findings[key] for game in self.games if key in game.findings), None)

    def with_findings(self, changed: Mapping[str, Finding]) -> Self:
        """Return the review with findings that have changed; itself if none is about its decisions."""
        games = tuple([game.with_findings(changed) for game in self.games])
        same = all(map(is_, games, self.games))
        return self if same else replace(self, games=games)

    @cached_property
    def grades(self) -> Mapping[int, Grade]:
        """The grades of the choices, by index in the log; good choices and resignations are left out."""
        return dict(chain.from_iterable([game.grades.items() for game in self.games]))

    @property
    def players_with_errors(self) -> frozenset[Player]:
        """The players who have made an error, or worse."""
        return frozenset().union(*[game.players_with_errors for game in self.games])

    @property
    def has_blunders(self) -> bool:
        """Whether anyone has blundered."""
        return any(game.has_blunders for game in self.games)

    def add_up_games_with(self, key: str) -> None:
        """Work out the reports on games that are done with this decision, to spread the work of that."""
        for game in self.games:
            if key in game.findings and not game.count_left(self.plies):
                _ = game.report

    @cached_property
    def report(self) -> Report:
        """The report on the decisions analysed so far."""
        return join([game.report for game in self.games if any(game.findings.values())])


def _dice_counts(rolls: Sequence[Roll]) -> tuple[int, ...]:
    numbers = [number for roll in rolls for number in roll]
    return (*[numbers.count(number) for number in range(1, NUMBERS + 1)], sum(a == b for a, b in rolls))


def _depth(found: Finding) -> int:
    """Return the depth of a finding in plies; MAX_PLIES where there is no choice of plays."""
    return found.plays[0].plies if len(found.plays) > 1 else MAX_PLIES
