"""Every legal play of a roll, once per distinct result, with one path of checkers that leads to it.

A number of the roll is *spent* when a checker moves by it or, where the rules allow, when the player lets it
lapse. As many numbers as possible are spent; a step is legal if a legal result can still be reached after it.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from backgammon.core.dice import Roll, check_roll
from backgammon.core.errors import IllegalAction
from backgammon.core.position import BAR, CHECKERS, OFF, Points, Position, all_home, make_unchecked, points_of
from backgammon.core.rules import STANDARD, BearOff, Rules, SingleDie, position_of
from backgammon.core.trips import are_steps, place_name, trips

Step = tuple[int, int]
"""(from, to) in the mover's numbers: 25 is the bar, 0 is off."""

Steps = tuple[Step, ...]


class Move(NamedTuple):
    """One step and the number of the roll that it spends."""

    source: int
    target: int
    die: int


@dataclass(frozen=True, slots=True)
class Play:
    """A whole play: its steps and its result.

    ``before`` and ``after`` are points seen by the mover; ``checkers`` is the number of each side.
    ``str(play)`` is the usual notation, such as ``13/7*``, ``bar/22(2)`` or ``6/off``; a play without a step
    is ``cannot move``.
    """

    steps: Steps
    before: Points
    after: Points
    checkers: int = CHECKERS

    @property
    def result(self) -> Position:
        """The resulting position, seen by the opponent."""
        return make_unchecked(self.after, self.checkers).flip()

    def __str__(self) -> str:
        return format_steps(self.before, self.steps)


def format_steps(before: Position | Points, steps: Steps) -> str:
    """Write steps in the usual notation: one checker's steps joined, hits starred, equal moves counted."""
    words = []
    for trip in trips(points_of(before), steps):
        text = "/".join(place_name(stop) + "*" * (stop in trip.hits) for stop in trip.stops)
        words.append(text + (f"({trip.checkers})" if trip.checkers > 1 else ""))
    return " ".join(words) or "cannot move"


def _move(points: Sequence[int], source: int, target: int) -> list[int]:
    """Return the points after one step; an opposing checker on the target goes to the bar."""
    after = list(points)
    after[source] -= 1
    if target > 0:
        if after[target] < 0:
            after[target] = 1
            after[0] -= 1
        else:
            after[target] += 1
    return after


def _sources(points: Sequence[int], die: int, bear_off: BearOff) -> list[int]:
    """Return the points from which a number can be played, highest first."""
    if points[BAR]:
        return [BAR] if points[BAR - die] > -2 else []
    sources = [source for source in range(24, die, -1) if points[source] > 0 and points[source - die] > -2]
    if (sources and sources[0] > 6) or not all_home(points):
        return sources
    if points[die] > 0:
        sources.append(die)
        if bear_off is not BearOff.AT_LEAST:
            return sources
    if bear_off is BearOff.EXACT or (bear_off is BearOff.HIGHEST and max(points[die:7]) > 0):
        return sources
    lower = [source for source in range(die - 1, 0, -1) if points[source] > 0]
    return sources + (lower[:1] if bear_off is BearOff.HIGHEST else lower)


_STEPS = tuple([tuple([(source, max(source - die, OFF)) for source in range(26)]) for die in range(7)])
"""``_STEPS[die][source]`` is the step of a number from a point; built once, for speed."""

_Found = dict[Points, Steps]


def _can_step(points: Sequence[int], step: Step, die: int, bear_off: BearOff) -> bool:
    """Whether a checker can make this step by one number."""
    source = step[0]
    if not OFF < source <= BAR or step != _STEPS[die][source]:
        return False
    if points[BAR] or source <= die:
        return source in _sources(points, die, bear_off)
    return points[source] > 0 and points[source - die] > -2


def _spend(
    found: _Found, die: int, rules: Rules, *, skip: Sequence[int] = (), in_order: bool = False
) -> _Found:
    """Spend one more number from each of the found points, applying all the rules.

    No checker moves from a point in ``skip`` or, if ``in_order``, from further back than the previous step.
    """
    after: _Found = {}
    made = _STEPS[die]
    for points, steps in found.items():
        furthest = steps[-1][0] if in_order and steps else BAR
        for source in _sources(points, die, rules.bear_off):
            if source <= furthest and source not in skip:
                after.setdefault(tuple(_move(points, source, source - die)), (*steps, made[source]))
        if rules.lapse and points[die] <= 0 and all_home(points):
            after.setdefault(points, steps)
    return after


def _pair(points: Points, high: int, low: int, rules: Rules) -> _Found:
    """Spend two different numbers, in either order.

    A second step that was already possible at the start has the same result in either order, so only the
    first order tries it; but which number may lapse depends on the order.
    """
    start: _Found = {points: ()}
    found = _spend(_spend(start, high, rules), low, rules)
    skip = () if rules.lapse else _sources(points, high, rules.bear_off)
    for after, steps in _spend(_spend(start, low, rules), high, rules, skip=skip).items():
        found.setdefault(after, steps)
    return found


def _double(points: Points, die: int, rules: Rules) -> _Found:
    """Spend as many as possible of four equal numbers.

    Every play can be made with the rearmost checkers first, unless a number may lapse between two steps.
    """
    found: _Found = {points: ()}
    for left in range(4, 0, -1):
        if len(found) == 1:
            ((board, steps),) = found.items()
            if _is_open(board, left):
                return _open_double(board, die, left, steps)
        found, last = _spend(found, die, rules, in_order=not rules.lapse), found
        if not found:
            return last
    return found


def _is_open(points: Points, count: int) -> bool:
    """Whether neither the bar nor the bear-off can matter while ``count`` numbers are played.

    If so, a number moves any checker whose target is not blocked, whatever the rules. As a play never blocks
    its own player's targets, the blocked ones are found once for the whole roll. Most rolls of a game are
    like this, and they are played faster.
    """
    return not points[BAR] and sum([checkers for checkers in points[7:] if checkers > 0]) >= count


def _ways(points: Points, die: int) -> list[int]:
    """Return the points from which this number is not blocked, occupied or not, highest first."""
    return [source for source in range(24, die, -1) if points[source - die] > -2]


def _open_pair(points: Points, high: int, low: int) -> _Found:
    """Like _pair, for an open position.

    The second number has the sources that it had before the first, without a point just emptied and with the
    point just reached. The other order can add only plays that move one checker by both numbers: all other
    plays have the same result in either order.
    """
    found: _Found = {}
    high_ways, low_ways = _ways(points, high), _ways(points, low)
    high_steps, low_steps = _STEPS[high], _STEPS[low]
    low_sources = [source for source in low_ways if points[source] > 0]
    for source in high_ways:
        if points[source] > 0:
            target = source - high
            between = _move(points, source, target)
            sources = [other for other in low_sources if between[other] > 0]
            if points[target] <= 0 and target in low_ways:
                sources.append(target)
            for other in sources:
                found[tuple(_move(between, other, other - low))] = (high_steps[source], low_steps[other])
    for source in low_sources:
        target = source - low
        if points[target] <= 0 and target in high_ways:
            after = tuple(_move(_move(points, source, target), target, target - high))
            found.setdefault(after, (low_steps[source], high_steps[target]))
    return found


def _open_double(points: Points, die: int, count: int, before: Steps) -> _Found:
    """Spend as many as possible of ``count`` equal numbers, in an open position, after the steps ``before``.

    Each play is found once, with the rearmost checkers first.
    """
    ways, made = _ways(points, die), _STEPS[die]
    further = {source: ways[index:] for index, source in enumerate(ways)}
    plays: list[tuple[Sequence[int], Steps, list[int]]] = [(points, before, ways)]
    for _ in range(count):
        longer: list[tuple[Sequence[int], Steps, list[int]]] = []
        for board, steps, sources in plays:
            for source in sources:
                if board[source] > 0:
                    after = _move(board, source, source - die)
                    longer.append((after, (*steps, made[source]), further[source]))
        if not longer:
            break
        plays = longer
    return {tuple(board): steps for board, steps, _ in plays}


def results(points: Points, dice: Roll, rules: Rules = STANDARD) -> dict[Points, Steps]:
    """Return the points after each legal play, still seen by the mover, with the steps of one path to it.

    The engine uses this directly: no checks, no wrapping. A roll that cannot be played gives the unchanged
    points, with no steps.
    """
    first, second = dice
    if first == second:
        return _double(points, first, rules)
    high, low = (first, second) if first > second else (second, first)
    both = _open_pair(points, high, low) if _is_open(points, 2) else _pair(points, high, low, rules)
    if both:
        return both
    cannot_move: _Found = {points: ()}
    high_only, low_only = _spend(cannot_move, high, rules), _spend(cannot_move, low, rules)
    if rules.single_die is SingleDie.EITHER:
        return {**low_only, **high_only} or cannot_move
    return high_only or low_only or cannot_move


def legal_plays(position: Position | Points, dice: Roll, rules: Rules = STANDARD) -> tuple[Play, ...]:
    """Return every legal play of a roll, one per distinct result.

    A roll that cannot be played gives one play without steps. Raises BackgammonError for an invalid roll.
    """
    position = position_of(position, rules)
    found = results(position.points, check_roll(dice), rules)
    return tuple([Play(steps, position.points, after, position.checkers) for after, steps in found.items()])


def numbers(dice: Roll) -> tuple[int, ...]:
    """Return the numbers a roll gives to play: two, or four equal ones."""
    return dice * 2 if dice[0] == dice[1] else dice


class Turn:
    """The moves still possible in one roll, for a player who moves checker by checker.

    Queries take the moves made so far: ``may_stop(moves)`` tells whether they are a legal play,
    ``next_moves(moves)`` which can follow. Steps that spend every number are legal, whatever else could be.
    """

    def __init__(self, position: Position | Points, dice: Roll, rules: Rules = STANDARD) -> None:
        self.position, self.dice, self.rules = position_of(position, rules), check_roll(dice), rules
        self._leads: dict[tuple[Points, tuple[int, ...]], bool] = {}

    @cached_property
    def results(self) -> dict[Points, Steps]:
        """The points after each legal play, with the steps of one path to it."""
        return results(self.position.points, self.dice, self.rules)

    @property
    def has_choice(self) -> bool:
        """Whether there is more than one play."""
        return len(self.results) > 1

    def points(self, moves: Iterable[Move]) -> Points:
        """Return the points after these moves, seen by the mover."""
        points = self.position.points
        for move in moves:
            points = tuple(_move(points, move.source, move.target))
        return points

    def numbers_left(self, moves: Iterable[Move]) -> tuple[int, ...]:
        """Return the numbers not yet spent."""
        left = list(numbers(self.dice))
        for move in moves:
            left.remove(move.die)
        return tuple(left)

    def may_stop(self, moves: tuple[Move, ...]) -> bool:
        """Whether these moves lead to the result of a legal play.

        Only the resulting position counts: one number may bear off a checker that another play bears off by
        two.
        """
        return self.points(moves) in self.results

    def next_moves(self, moves: tuple[Move, ...] = ()) -> tuple[Move, ...]:
        """Return the moves that can follow, highest source first, the higher number first."""
        points, left = self.points(moves), self.numbers_left(moves)
        found = [
            Move(*_STEPS[die][source], die)
            for die in sorted(set(left), reverse=True)
            for source in _sources(points, die, self.rules.bear_off)
            if self._leads_to_result(tuple(_move(points, source, source - die)), _without(left, die))
        ]
        return tuple(sorted(found, key=lambda move: -move.source))

    def trips(self, moves: tuple[Move, ...], source: int) -> dict[int, tuple[Move, ...]]:
        """Return the points that the checker on ``source`` can reach, each with the shortest way there.

        To bear off, the checker spends the smallest number that suffices.
        """
        ways: dict[int, tuple[Move, ...]] = {}
        frontier: list[tuple[int, tuple[Move, ...]]] = [(source, ())]
        while frontier:
            reached = []
            for stop, way in frontier:
                for move in sorted(self.next_moves(moves + way), key=_thrift):
                    if move.source == stop and move.target not in ways:
                        ways[move.target] = (*way, move)
                        reached.append((move.target, ways[move.target]))
            frontier = [(stop, way) for stop, way in reached if stop != OFF]
        return ways

    def read(self, steps: Steps) -> tuple[Move, ...]:
        """Return the moves that make these steps in this order; raise IllegalAction if they are not legal."""
        return (self._spend_all(steps) or self._spend_some(steps))[0]

    def after(self, steps: Steps) -> Points:
        """Return the points after the play of these steps; raise IllegalAction if it is not legal."""
        return (self._spend_all(steps) or self._spend_some(steps))[1]

    def _spend_all(self, steps: Steps) -> tuple[tuple[Move, ...], Points] | None:
        """Return the moves by which these steps spend the whole roll and the points after them, or None.

        The higher number comes first if possible.
        """
        if not are_steps(steps):
            raise IllegalAction("play", f"a play is given by its steps, as in play.steps, not {steps!r:.60}")
        dice = tuple(sorted(numbers(self.dice), reverse=True))
        if len(steps) != len(dice):
            return None
        for order in dict.fromkeys((dice, dice[::-1])):
            points: Sequence[int] = self.position.points
            moves: list[Move] = []
            for step, die in zip(steps, order, strict=True):
                if _can_step(points, step, die, self.rules.bear_off):
                    points = _move(points, step[0], step[0] - die)
                    moves.append(Move(*step, die))
            if len(moves) == len(steps):
                return tuple(moves), tuple(points)
        return None

    def _spend_some(self, steps: Steps) -> tuple[tuple[Move, ...], Points]:
        """Return the moves that make steps which leave numbers unspent, and the points after them."""
        partial: list[tuple[Move, ...]] = [()]
        for step in steps:
            partial = [(*moves, move) for moves in partial for move in self._moves_of(step, moves)]
        legal = next(filter(self.may_stop, partial), None)
        if legal is not None:
            return legal, self.points(legal)
        said = format_steps(self.position.points, steps)
        raise IllegalAction("play", f"{said} is not a legal play of {self.dice[0]}-{self.dice[1]}")

    def _moves_of(self, step: Step, moves: tuple[Move, ...]) -> list[Move]:
        """Return the possible next moves that make this step, the higher number first."""
        points, left = self.points(moves), self.numbers_left(moves)
        return [
            Move(*step, die)
            for die in sorted(set(left), reverse=True)
            if _can_step(points, step, die, self.rules.bear_off)
            and self._leads_to_result(tuple(_move(points, step[0], step[0] - die)), _without(left, die))
        ]

    def _leads_to_result(self, points: Points, left: tuple[int, ...]) -> bool:
        key = (points, left)
        known = self._leads.get(key)
        if known is None:
            known = points in self.results or any(
                self._leads_to_result(after, _without(left, die))
                for die in set(left)
                for after in _spend({points: ()}, die, self.rules)
            )
            self._leads[key] = known
        return known


def _thrift(move: Move) -> int:
    """Sort key: the higher number first, but to bear off the smallest that suffices."""
    return move.die if move.target == OFF else -move.die


def _without(left: tuple[int, ...], die: int) -> tuple[int, ...]:
    index = left.index(die)
    return left[:index] + left[index + 1 :]
