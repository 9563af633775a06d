"""The worth of the last rolls of a bear-off, counted: all rolls, plays, doubles and answers to the end.

Near the end the chances move in jumps, from which the cube model is off by up to a tenth of a point. With few
rolls left, the pairs of home boards that can follow are few enough to be counted in a moment. A *node* is a
value of the cube and its owner; all nodes of a score are counted together. Worths are seen by the player on
roll; in this file they change sign with the view, in matches too.
"""

from collections.abc import Sequence
from functools import lru_cache
from operator import mul

from backgammon.core.dice import ROLLS, WEIGHTS
from backgammon.core.plays import numbers
from backgammon.core.position import CHECKERS, Points
from backgammon.core.rules import BearOff, Rules
from backgammon.engine import bearoff, cube
from backgammon.engine.evaluator import Outcomes
from backgammon.engine.stakes import Stakes

FEW_ROLLS = 5.0
"""The most rolls that are counted, the means of both sides together: at most 700 pairs of boards."""

FEWER_ROLLS = 3.5
"""The most rolls that are counted for several scores at once, which takes as many times as long."""

CACHE_SIZE = 250_000
"""The number of worths that are remembered, over all scores: at most some 20 MB."""

GAP = 0.1
"""How many more rolls a play may leave than another of the same roll, and still be counted.

Doubles make such plays matter: one may keep a redouble alive that the other loses. Of 700 positions in
gnubg's two-sided database, the worth is within 0.006 of the exact one in each, and 0.0001 in the mean; a gap
of 0.2 would halve that, in twice the time.
"""

HOMES = 4_096
"""The number of home boards whose plays are remembered."""

_CLEARED: Points = (0,) * 6

_Worths = Sequence[float]
"""The worth of a pair of home boards at each node: with the centred cube, with each of its values owned by
the player on roll and by the opponent, and last without a cube."""


class LastRolls:
    """Counts the last rolls under one set of rules; remembers what it has counted."""

    def __init__(self, rules: Rules) -> None:
        self._is_usual = rules.bear_off is BearOff.HIGHEST and rules.checkers == CHECKERS
        self._scores: dict[tuple[object, ...], _Score] = {}

    def cover(self, points: Points, stakes: Sequence[Stakes]) -> bool:
        """Whether the game is not over, and so near its end that the rest can be counted at these stakes."""
        both = bearoff.homes(points) if self._is_usual else None
        if both is None or not all(map(any, both)) or max(map(sum, both)) > bearoff.CHANCE_CHECKERS:
            return False
        scores = {each.away for each in stakes}
        return sum(map(bearoff.mean, both)) <= (FEWER_ROLLS if len(scores) > 1 else FEW_ROLLS)

    def count(self, points: Points, stakes: Sequence[Stakes]) -> tuple[Outcomes, list[float]]:
        """Return the outcomes without a cube, and the worth at each of the stakes, before the roll.

        ``points``: of a position that is covered. The worths are as in engine.cube.
        """
        both = bearoff.homes(points)
        assert both
        if sum([score.size for score in self._scores.values()]) > CACHE_SIZE:
            for score in self._scores.values():
                score.known.clear()  # freed now: until garbage is collected, a score and its other stay
            self._scores.clear()
        counted: dict[_Score, _Worths] = {}
        worths = []
        for each in stakes:
            same = [other.cube for other in stakes if each.owner and other.away == each.away]
            score = self._score(each, min([each.cube, *same]))
            counted[score] = found = counted.get(score) or score.count(*both)
            worths.append(score.worth(found, each))
        return Outcomes((found[-1] + 1) / 2, 0.0, 0.0, 0.0, 0.0), worths

    def _score(self, stakes: Stakes, lowest: int) -> "_Score":
        lowest = 1 if _is_scaled(stakes) else lowest
        key = stakes.away, stakes.crawford_game, stakes.crawford_done, lowest
        if key not in self._scores:
            self._scores[key] = score = _Score(stakes.with_cube(lowest, 0))
            self._scores[stakes.away[::-1], *key[1:]] = score.other
        return self._scores[key]


class _Score:
    """The counts of one score, seen by the player on roll, with the cube at ``stakes.cube`` or higher."""

    def __init__(self, stakes: Stakes, other: "_Score | None" = None) -> None:
        self.known: dict[Points, dict[Points, _Worths]] = {}
        """By both home boards, with a double where that is better."""
        self.size = 0
        """The number of worths that are known."""
        self._lowest = stakes.cube
        self._is_scaled = _is_scaled(stakes)
        levels = _levels(stakes)
        self._highest = len(levels) - 1
        owned = [level.with_cube(level.cube, owner) for level in levels for owner in (1, -1)]
        nodes = [stakes, *owned]
        wins = [_two_sided(cube.game_value(node, 1), stakes) for node in nodes]
        won = (*wins, 1.0)
        self._flipped = (0, *[at + 1 if at % 2 else at - 1 for at in range(1, len(nodes))], len(nodes))
        self._lost = [-won[at] for at in self._flipped]
        """What the opponent gets when the player on roll has won."""
        self._doubles = [
            (at, self.place(node.after_double()), 2 if self._is_scaled else 1, win)
            for at, (node, win) in enumerate(zip(nodes, wins, strict=True))
            if node.can_use_cube
        ]
        """The nodes in which the player on roll may double: index, that after a take and by what its
        worths are greater, worth after a drop."""
        self.other = self if stakes.away[0] == stakes.away[1] else other or _Score(stakes.flip(), self)

    def place(self, stakes: Stakes) -> int:
        """Return the index of the node with this cube; beyond what both need, all cubes are alike."""
        if not stakes.owner:
            return 0
        height = (stakes.cube // self._lowest).bit_length() - 1
        return 1 + 2 * min(height, self._highest) + (stakes.owner < 0)

    def worth(self, worths: _Worths, stakes: Stakes) -> float:
        """Return the worth at these stakes as in engine.cube."""
        worth = worths[self.place(stakes)]
        if stakes.money:
            return worth * stakes.cube if self._is_scaled else worth
        return (worth + 1) / 2

    def count(self, mine: Points, theirs: Points) -> _Worths:
        """Return the worths before the roll."""
        opposing = self.other.known.setdefault(theirs, {})
        weights, choices = _plays(mine)
        replies = []
        for choice in choices:
            found = [opposing.get(left) or self.other.count_with_double(theirs, left) for left in choice]
            replies.append(found[0] if len(found) == 1 else [*map(min, *found)] if found else self._lost)
        means = [-sum(map(mul, weights, column)) for column in zip(*replies, strict=True)]
        return [means[at] for at in self._flipped]

    def count_with_double(self, mine: Points, theirs: Points) -> _Worths:
        """Return the worths where the player on roll may double first, and remember them."""
        single = self.count(mine, theirs)
        best = [*single]
        for at, doubled, factor, dropped in self._doubles:
            best[at] = max(single[at], min(factor * single[doubled], dropped))
        self.known.setdefault(mine, {})[theirs] = best
        self.size += len(best)
        return best


def _is_scaled(stakes: Stakes) -> bool:
    """Whether the worth is proportional to the cube: at money, if the cube has no limit."""
    return stakes.money and not (stakes.rules.cube and stakes.rules.cube_limit)


def _levels(stakes: Stakes) -> list[Stakes]:
    """Return the stakes at each value of the cube that may be reached, from the present one."""
    levels = [stakes]
    while not _is_scaled(stakes) and (levels[-1].can_use_cube or levels[-1].flip().can_use_cube):
        levels.append(stakes.with_cube(2 * levels[-1].cube, 0))
    return levels


def _two_sided(worth: float, stakes: Stakes) -> float:
    """Return a worth as it is counted here: from -1 to 1 in a match."""
    return worth if stakes.money else 2 * worth - 1


@lru_cache(HOMES)
def _plays(home: Points) -> tuple[list[float], list[tuple[Points, ...]]]:
    """Return the chances of the rolls, and the home boards to choose from after each, none after a win."""
    chances: dict[tuple[Points, ...], float] = {}
    for roll, weight in zip(ROLLS, WEIGHTS, strict=True):
        dice = numbers(roll)
        afters = _after(home, dice) | _after(home, dice[::-1])
        choice = () if _CLEARED in afters else _nearly_best(afters)
        chances[choice] = chances.get(choice, 0.0) + weight / 36
    return [*chances.values()], [*chances]


def _after(home: Points, dice: Sequence[int]) -> set[Points]:
    """Return the home boards after all plays of the dice in this order."""
    boards = {home}
    for die in dice:
        boards = {after for board in boards for after in _steps(board, die)}
    return boards


@lru_cache(HOMES)
def _steps(home: Points, die: int) -> tuple[Points, ...]:
    """Return the home boards after one number; the opponent blocks none, and a cleared board stays so."""
    occupied = [point for point, count in enumerate(home, 1) if count]
    sources = [point for point in occupied if point >= die] or occupied[-1:]
    found = []
    for source in sources:
        after = list(home)
        after[source - 1] -= 1
        if source > die:
            after[source - die - 1] += 1
        found.append(tuple(after))
    return tuple(found) or (home,)


def _nearly_best(homes: set[Points]) -> tuple[Points, ...]:
    """Return the home boards that leave the fewest rolls, and those that leave little more."""
    ranked = sorted([(bearoff.mean(home), home) for home in homes])
    return tuple([home for rolls, home in ranked if rolls <= ranked[0][0] + GAP])
