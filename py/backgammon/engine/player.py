"""A computer player: how far it looks, how accurately it judges, and the decisions that follow.

Every decision is a generator that yields its progress, 0 to 1. Positions, or their points, and stakes are
seen by the player on roll. What has to be searched raises PositionError for points that no game can reach. A
weaker player's estimates of the worth of plays have random errors, as people's do, but a plainly bad play is
never chosen.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from backgammon.core.cube_decision import CubeDecision
from backgammon.core.dice import Roll
from backgammon.core.errors import BackgammonError
from backgammon.core.plays import Steps
from backgammon.core.position import Points, Position, points_of
from backgammon.core.rules import BearOff, points_won
from backgammon.engine import bearoff, cube
from backgammon.engine.evaluator import Evaluator
from backgammon.engine.pruning import Filter
from backgammon.engine.search import Search
from backgammon.engine.stakes import Stakes, check_stakes
from backgammon.engine.thinking import Thinking

BEAROFF_CHECKERS = 12
BEAROFF_PLIES = 2
"""With no more checkers than this left in all, looking ahead is quick and the last rolls decide the cube."""

HOPELESS = 1e-6


@dataclass(frozen=True, slots=True)
class Skill:
    """The strength of a player.

    ``filters``: which plays are searched at 1, 2 … plies. ``cube_plies``: the plies of a search for a cube
    decision. ``noise``: the standard deviation of the error in each play's worth; ``bound``: how far behind
    the best a play may be and still be chosen; both in EMG equity. ``seconds``: a ply searches no more plays
    than this time allows (0 for no limit).
    """

    filters: tuple[Filter, ...] = ()
    cube_plies: int = 0
    noise: float = 0.0
    bound: float = 0.0
    seconds: float = 0.0


class Player:
    """Makes decisions with an evaluator and a skill."""

    def __init__(
        self,
        evaluator: Evaluator,
        skill: Skill = Skill(),
        chance: random.Random | None = None,
        clock: Callable[[], float] = time.monotonic,
        cube_evaluator: Evaluator | None = None,
    ) -> None:
        """``cube_evaluator``: judges doubles and resignations, where that is not ``evaluator`` too."""
        self.evaluator, self.skill, self.clock = evaluator, skill, clock
        self.cube_evaluator = cube_evaluator or evaluator
        self._chance = chance or random.SystemRandom()
        self._searches: dict[Evaluator, Search] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Support copying and pickling, which the system's own source of chance does not."""
        chance = None if isinstance(self._chance, random.SystemRandom) else self._chance
        return Player, (self.evaluator, self.skill, chance, self.clock, self.cube_evaluator)

    def play(self, points: Position | Points, dice: Roll, stakes: Stakes) -> Thinking[Steps]:
        """Choose a play and return its steps."""
        skill = self.skill
        until = self.clock() + skill.seconds if skill.seconds else None
        search = self._search(self.evaluator, stakes)
        points = search.check_points(points)
        ranked = yield from search.plays(points, dice, stakes, skill.filters, self.clock, until)
        if not skill.noise:
            return ranked[0].steps
        unit = cube.emg_unit(stakes)
        near = [each for each in ranked if each.worth >= ranked[0].worth - skill.bound * unit]
        return max(near, key=lambda each: each.worth + self._chance.gauss(0, skill.noise) * unit).steps

    def doubles(self, points: Position | Points, stakes: Stakes) -> Thinking[bool]:
        """Whether to double before the roll."""
        return check_stakes(stakes).can_use_cube and (yield from self._weigh(points, stakes)).doubles

    def resigns(self, points: Position | Points, stakes: Stakes) -> int:
        """Return how many times the cube to resign for, 0 to play on.

        Resign only a bear-off that no roll can win, and only where the position on the board would lose no
        more than a single game: the opponent cannot refuse that, and there is no gammon left to save.
        """
        points = points_of(points)
        if check_stakes(stakes).rules.bear_off is not BearOff.HIGHEST:
            return 0
        chance = bearoff.win_chance(points)
        shown = 1 if stakes.jacoby else points_won(points, stakes.rules)
        return int(chance is not None and chance <= HOPELESS and shown == 1)

    def answers_double(self, points: Position | Points, stakes: Stakes, by_opponent: bool) -> Thinking[str]:
        """Answer a cube offer: "take", "drop" or, where right and allowed, "beaver" or "raccoon".

        ``stakes``: those before the offer is taken. ``by_opponent``: whether the opponent of the player on
        roll answers; otherwise the player on roll answers a beaver.
        """
        decision = yield from self._weigh(points, stakes)
        if by_opponent:
            return "beaver" if decision.beavered else "take" if decision.takes else "drop"
        if stakes.raccoons and decision.double_take > 0:
            return "raccoon"
        return "take" if decision.double_take >= cube.game_value(stakes, -1) else "drop"

    def accepts(
        self, points: Position | Points, stakes: Stakes, times: int, to_opponent: bool
    ) -> Thinking[bool]:
        """Whether to accept a resignation of 1 to 3 times the cube.

        ``to_opponent``: whether it is the player on roll who resigns.
        """
        if times not in (1, 2, 3):
            raise BackgammonError(f"one resigns 1, 2 or 3 times the cube, not {times!r}")
        search = self._search(self.cube_evaluator, stakes)
        points = search.check_points(points)
        ((_, worths),) = yield from search.evaluate_cubeful([points], self.skill.cube_plies, [stakes])
        if to_opponent:
            return cube.game_value(stakes, -times) <= worths[0]
        return cube.game_value(stakes, times) >= worths[0]

    def _weigh(self, points: Position | Points, stakes: Stakes) -> Thinking[CubeDecision]:
        """Return the decision on a double, with this player's random error."""
        plies = self.skill.cube_plies
        search = self._search(self.cube_evaluator, stakes)
        points = search.check_points(points)
        if sum(map(abs, points)) <= BEAROFF_CHECKERS:
            plies = max(plies, BEAROFF_PLIES)
        _, decision = yield from search.double(points, stakes, plies)
        limit = self.skill.bound / 2  # even the weakest player does not double at the start
        blur = min(max(self._chance.gauss(0, self.skill.noise), -limit), limit) * cube.emg_unit(stakes)
        return cube.weigh(decision.no_double, decision.taken + blur, stakes)

    def _search(self, evaluator: Evaluator, stakes: Stakes) -> Search:
        rules = check_stakes(stakes).rules
        known = self._searches.get(evaluator)
        if known is None or known.rules != rules:
            self._searches[evaluator] = known = Search(evaluator, rules)
        return known
