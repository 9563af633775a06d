"""Looking ahead: plies, candidates, and cube actions on the way.

Plies are counted as in gnubg: at 0 the evaluator judges the position itself, at 1 the result is averaged over
the 21 rolls of the player on roll, each played at 0 plies, and so on. Positions of a level are
judged in large batches. On the way each player may double where that is better for them, so that results are
*cubeful* (see engine.cube for the unit); at the leaves the worth comes from Janowski's model.
"""

import time
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from itertools import chain, islice
from typing import Any, NamedTuple

from backgammon.core.cube_decision import CubeDecision
from backgammon.core.dice import ROLLS, Roll, check_roll, mean_over_rolls, roll_index
from backgammon.core.errors import BackgammonError, check_kind
from backgammon.core.plays import Steps, results
from backgammon.core.position import Points, Position, flip_points, points_of
from backgammon.core.rules import BearOff, Rules
from backgammon.engine import boards, cube
from backgammon.engine.deadline import Deadline
from backgammon.engine.efficiency import efficiency
from backgammon.engine.evaluator import Evaluator, Outcomes, check_points, final_outcomes
from backgammon.engine.last_rolls import LastRolls
from backgammon.engine.pruning import DEEP_KEPT, KEPT, Filter, prune
from backgammon.engine.race_plays import RacePlays
from backgammon.engine.races import sides
from backgammon.engine.stakes import Stakes, check_stakes
from backgammon.engine.thinking import Thinking, scale_progress

Weights = tuple[float, float, float, float]
"""The weights of the gammon chances beside the chance of winning; see engine.cube.gammon_weights."""

CACHE_SIZE = 40_000
REPLIES_SIZE = 2_000
EVALUATED_SIZE = 200
"""Cache sizes, in positions: a worker that thinks for an hour needs no more memory than one for minutes."""
BATCH = 7
"""The number of positions searched in one batch; the engine does not respond during a batch."""


class Candidate(NamedTuple):
    """A play and its worth; ``outcomes`` and ``worth`` are seen by the player who makes it."""

    steps: Steps
    after: Points
    outcomes: Outcomes
    worth: float
    plies: int


class Evaluated(NamedTuple):
    """A position as a search sees it: its outcomes, and its worth for each of the given stakes."""

    outcomes: Outcomes
    worths: Sequence[float]


def check_search(search: "Search") -> "Search":
    """Return a search; raise BackgammonError for anything else, such as its evaluator."""
    check_kind(search, Search, "a Search looks ahead, as in Search(judge(), match.rules)")
    return search


def check_plies(plies: int) -> None:
    """Raise BackgammonError if ``plies`` is negative or not whole."""
    if type(plies) is not int or plies < 0:
        raise BackgammonError(f"one looks 0 plies ahead or more, not {plies!r}")


class Search:
    """Looks ahead with one evaluator under one set of rules; remembers recent results.

    ``plays`` and ``double`` take a Position or its points; what takes several positions takes their points.
    All raise BackgammonError for stakes with other rules.
    """

    def __init__(self, evaluator: Evaluator, rules: Rules) -> None:
        check_kind(rules, Rules, "rules are Rules, such as STANDARD or match.rules")
        self.evaluator, self.rules = evaluator, rules
        self._known: dict[Points, Outcomes] = {}
        self._replied: dict[tuple[Points, Weights, bool], list[Points]] = {}
        self._evaluated: dict[tuple[Points, int, tuple[Stakes, ...]], Evaluated] = {}
        """What was not deep, for reuse: the next cube decision is in the position after a play."""
        self._quick = rules.bear_off is BearOff.HIGHEST
        """Whether to prune plays: the pruning net was trained on the usual bear-off rule."""
        self._race_plays = RacePlays(rules)
        self._last_rolls = LastRolls(rules)
        self.judged = 0
        """The number of positions passed to the evaluator so far."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Support copying and pickling: the other one has yet to see what this one remembers."""
        return Search, (self.evaluator, self.rules)

    def check_points(self, points: Position | Points) -> Points:
        """Return the points of a position to decide in; raise PositionError for one that no game can reach.

        The searches themselves take any points, unchecked: what begins a study checks its position first.
        """
        return check_points(points, self.rules)

    def outcomes(self, positions: Sequence[Points]) -> list[Outcomes]:
        """Judge positions at 0 plies, seen by the player on roll; finished games are allowed."""
        known = self._known
        if len(known) > CACHE_SIZE:
            known.clear()
        new = [points for points in dict.fromkeys(positions) if points not in known]
        open_ones = []
        for points in new:
            end = final_outcomes(points, self.rules)
            if end:
                known[points] = end
            else:
                open_ones.append(points)
        self.judged += len(open_ones)
        known.update(zip(open_ones, self.evaluator.evaluate(open_ones, self.rules), strict=True))
        return [known[points] for points in positions]

    def evaluate(
        self, positions: Sequence[Points], plies: int, stakes: Sequence[Stakes], deep: bool = False
    ) -> Thinking[list[Evaluated]]:
        """Search positions; both players may double on the way, but the player on roll not before this roll.

        ``stakes``: as seen by the player on roll; the worths are in their order. ``deep``: the positions were
        themselves reached by looking ahead, so that fewer replies to them are considered.
        """
        check_plies(plies)
        self._check(stakes)
        if plies == 0:
            return self._judge(positions, stakes)
        evaluated = dict[Points, Evaluated]()
        for points in dict.fromkeys(positions):
            if min(points) >= 0 or self._last_rolls.cover(points, stakes):
                (evaluated[points],) = self._judge([points], stakes)
            elif not deep and (known := self._evaluated.get((points, plies, tuple(stakes)))):
                evaluated[points] = known
        left = [points for points in dict.fromkeys(positions) if points not in evaluated]
        for start in range(0, len(left), BATCH):
            yield start / len(left)
            some = left[start : start + BATCH]
            looking = self._over_rolls(some, plies, stakes, deep)
            found = yield from scale_progress(looking, start / len(left), (start + len(some)) / len(left))
            evaluated.update(zip(some, found, strict=True))
        if not deep:
            if len(self._evaluated) > EVALUATED_SIZE:
                self._evaluated.clear()
            self._evaluated |= {(points, plies, tuple(stakes)): evaluated[points] for points in left}
        return [evaluated[points] for points in positions]

    def _judge(self, positions: Sequence[Points], stakes: Sequence[Stakes]) -> list[Evaluated]:
        """Judge positions at 0 plies, or exactly in the last rolls."""
        values_by = lru_cache(maxsize=8)(partial(cube.valuer, stakes))
        outcomes = self.outcomes(positions)
        return [
            Evaluated(*self._last_rolls.count(points, stakes))
            if self._last_rolls.cover(points, stakes)
            else Evaluated(found, values_by(efficiency(points))(found))
            for points, found in zip(positions, outcomes, strict=True)
        ]

    def _over_rolls(
        self, positions: Sequence[Points], plies: int, stakes: Sequence[Stakes], deep: bool
    ) -> Thinking[list[Evaluated]]:
        """Average over the rolls, each played at 0 plies."""
        replies = chain.from_iterable(self.replies_to(positions, stakes[0], deep))
        turned = [each.flip() for each in stakes]
        evaluated = yield from self.evaluate_cubeful([*replies], plies - 1, turned, deep=True)
        return [_mean(rolls, stakes) for rolls in zip(*[iter(evaluated)] * len(ROLLS), strict=True)]

    def evaluate_cubeful(
        self, positions: Sequence[Points], plies: int, stakes: Sequence[Stakes], deep: bool = False
    ) -> Thinking[list[Evaluated]]:
        """Like evaluate, but the player on roll doubles too, where that is better for them."""
        doubling = [number for number, each in enumerate(stakes) if each.can_use_cube]
        doubled = [stakes[number].after_double() for number in doubling]
        dropped = [cube.game_value(stakes[number], 1) for number in doubling]
        evaluated = yield from self.evaluate(positions, plies, [*stakes, *doubled], deep)
        cubeful = []
        for outcomes, worths in evaluated:
            best = list(worths[: len(stakes)])
            for number, double_take, drop in zip(doubling, worths[len(stakes) :], dropped, strict=True):
                best[number] = max(best[number], min(double_take, drop))
            cubeful.append(Evaluated(outcomes, best))
        return cubeful

    def plays(
        self,
        points: Position | Points,
        dice: Roll,
        stakes: Stakes,
        filters: Sequence[Filter] = (),
        clock: Callable[[], float] = time.monotonic,
        until: float | None = None,
    ) -> Thinking[list[Candidate]]:
        """Return every play; those that pass a filter are searched one ply deeper each time.

        Plays are sorted by depth, deepest first, then by worth, best first: the first is the one to play.

        ``filters[n]`` selects the plays that go from n plies to n + 1. With ``until``, a time of ``clock``, a
        ply takes no more plays than it can search by then: as many as the pace of the ply before allows, and
        no further ones once its own pace is too slow. Raises BackgammonError for invalid dice.
        """
        deadline = Deadline(clock, until)
        ranked = yield from self._judge_plays(points_of(points), dice, check_stakes(stakes))
        deadline.end_ply(1)
        unit = cube.emg_unit(stakes)
        for plies, (most, gap) in enumerate(filters, 1):
            floor = ranked[0].worth - gap * unit
            kept = [each for each in ranked[:most] if each.plies == plies - 1 and each.worth >= floor]
            kept = kept[: deadline.room(len(kept))]
            if len(kept) < 2:
                break
            deeper = list[Candidate]()
            deadline.begin_ply()
            for play in kept:
                if not deadline.allows_next(len(deeper)):
                    break
                done, coming = [(plies - 1 + (len(deeper) + at) / len(kept)) / len(filters) for at in (0, 1)]
                yield done
                looking = self._deepen(play, plies, stakes)
                deeper.append((yield from scale_progress(looking, done, coming)))
            deadline.end_ply(len(deeper))
            searched = {each.after for each in deeper}
            ranked = _sort_by_worth(deeper) + [each for each in ranked if each.after not in searched]
        return ranked

    def _judge_plays(self, points: Points, dice: Roll, stakes: Stakes) -> Thinking[list[Candidate]]:
        """Return every play, judged at 0 plies, the best first."""
        found = results(points, check_roll(dice), self.rules)
        evaluated = yield from self.evaluate_for_mover([*found], 0, stakes)
        plays = zip(found.values(), found, evaluated, strict=True)
        return _sort_by_worth([Candidate(steps, after, *seen, 0) for steps, after, seen in plays])

    def _deepen(self, play: Candidate, plies: int, stakes: Stakes) -> Thinking[Candidate]:
        """Return a play as it is seen at ``plies``."""
        ((outcomes, worth),) = yield from self.evaluate_for_mover([play.after], plies, stakes)
        return play._replace(outcomes=outcomes, worth=worth, plies=plies)

    def double(
        self, points: Position | Points, stakes: Stakes, plies: int
    ) -> Thinking[tuple[Outcomes, CubeDecision]]:
        """Return the outcomes of a position and the decision on a double by the player on roll."""
        both = [check_stakes(stakes), stakes.after_double()]
        ((outcomes, worths),) = yield from self.evaluate([points_of(points)], plies, both)
        return outcomes, cube.weigh(worths[0], worths[1], stakes)

    def evaluate_for_mover(
        self, afters: Sequence[Points], plies: int, stakes: Stakes
    ) -> Thinking[list[tuple[Outcomes, float]]]:
        """Search the positions after plays; return outcomes and worth as seen by the player who moved."""
        turned = [flip_points(after) for after in afters]
        evaluated = yield from self.evaluate_cubeful(turned, plies, [stakes.flip()])
        return [(outcomes.flip(), cube.flip_worth(worths[0], stakes)) for outcomes, worths in evaluated]

    def worths_by_roll(self, points: Points, stakes: Stakes) -> list[float]:
        """Return the worth to the player on roll of each of ROLLS, played at 0 plies."""
        turned = stakes.flip()
        worths = self.cubeful_worths(self.replies(points, stakes), turned)
        return [cube.flip_worth(worth, turned) for worth in worths]

    def cubeful_worths(self, positions: Sequence[Points], stakes: Stakes) -> list[float]:
        """Return what evaluate_cubeful finds at 0 plies, in less time: a search calls this most often."""
        if not stakes.can_use_cube:
            return [worth for _, (worth,) in self._judge(positions, [stakes])]
        dropped = cube.game_value(stakes, 1)
        judged = self._judge(positions, [stakes, stakes.after_double()])
        return [max(single, min(doubled, dropped)) for _, (single, doubled) in judged]

    def replies(self, points: Points, stakes: Stakes, deep: bool = False) -> list[Points]:
        """Return the points after the best play of each of ROLLS at 0 plies, seen by the opponent.

        Only plays that the pruning net (engine.pruning) finds promising are considered, fewer of them if
        ``deep``; all of them under a bear-off rule that it was not trained on.
        """
        (found,) = self.replies_to([points], stakes, deep)
        return found

    def replies_to(self, positions: Sequence[Points], stakes: Stakes, deep: bool) -> list[list[Points]]:
        """Return the replies to each of several positions; judging them together takes less time."""
        self._check([stakes])
        weights = cube.gammon_weights(stakes.flip())
        if len(self._replied) > REPLIES_SIZE:
            self._replied.clear()
        new = [points for points in positions if (points, weights, deep) not in self._replied]
        if new:
            best = iter(self._best(self._choices(new, DEEP_KEPT if deep else KEPT), weights))
            for points in new:
                self._replied[points, weights, deep] = list(islice(best, len(ROLLS)))
        return [self._replied[points, weights, deep] for points in positions]

    def _check(self, stakes: Sequence[Stakes]) -> None:
        """Raise BackgammonError for what is no Stakes, and for stakes with other rules than this search."""
        for each in stakes:
            if type(each) is Stakes and each.rules is self.rules:
                continue
            if check_stakes(each).rules != self.rules:
                raise BackgammonError(f"the search is by the rules {self.rules}, the stakes by {each.rules}")

    def best_reply(self, points: Points, dice: Roll, stakes: Stakes) -> Points:
        """Return the points after the best play of a roll at 0 plies, seen by the player who moved.

        As in ``replies``, only plays that the pruning net finds promising are considered.
        """
        by_roll = self._by_side(points)
        if by_roll:
            choices = by_roll[roll_index(dice)]
        else:
            found = [boards.board_of(after) for after in results(points, dice, self.rules)]
            (choices,) = boards.flip(prune([found], KEPT) if self._quick else [found])
        (best,) = self._best([choices], cube.gammon_weights(stakes.flip()))
        return flip_points(best)

    def _choices(self, positions: Sequence[Points], kept: Filter) -> list[list[Points]]:
        """Return the plays to choose from, for each position and roll of ROLLS, as seen by the opponent."""
        by_side = [self._by_side(points) for points in positions]
        others = [points for points, known in zip(positions, by_side, strict=True) if not known]
        found = [plays for points in others for plays in boards.boards_by_roll(points, self.rules)]
        by_board = iter(boards.flip(prune(found, kept) if self._quick else found))
        return [plays for known in by_side for plays in known or islice(by_board, len(ROLLS))]

    def _by_side(self, points: Points) -> list[list[Points]]:
        """Like _choices, for one position in a race; empty in contact."""
        both = sides(points) if self._quick else None
        return self._race_plays.by_roll(*both) if both else []

    def _best(self, by_roll: Sequence[Sequence[Points]], weights: Weights) -> list[Points]:
        """Return, for each roll, the best of the points after its plays, seen by the opponent."""
        judged = iter(self.outcomes(list(chain.from_iterable(by_roll))))
        gammon, backgammon, lost_gammon, lost_backgammon = weights
        best = []
        for plays in by_roll:
            lowest, chosen = 9.0, plays[0]
            for after in plays:
                win, plus, more, minus, less = next(judged)
                worth = win + gammon * plus + backgammon * more - lost_gammon * minus - lost_backgammon * less
                if worth < lowest:
                    lowest, chosen = worth, after
            best.append(chosen)
        return best


def _mean(seen: Sequence[Evaluated], stakes: Sequence[Stakes]) -> Evaluated:
    """Average the results after the 21 rolls, as seen by the player who rolls."""
    outcomes = Outcomes(*_means([each.outcomes for each in seen])).flip()
    worths = zip(_means([each.worths for each in seen]), stakes, strict=True)
    return Evaluated(outcomes, [cube.flip_worth(worth, each) for worth, each in worths])


def _means(by_roll: Sequence[Sequence[float]]) -> list[float]:
    """Return the mean over the rolls of each of several figures."""
    return list(map(mean_over_rolls, zip(*by_roll, strict=True)))


def _sort_by_worth(candidates: list[Candidate]) -> list[Candidate]:
    return sorted(candidates, key=lambda each: -each.worth)
