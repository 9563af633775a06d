"""A player: how far it looks, how well it sees, and the decisions that follow.

Every decision is a generator that yields how much is done, 0 to 1. Positions and stakes are seen by the
player on roll. A weaker player sees each play's worth through noise, as people do, and never takes one for
best that is plainly bad.
"""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from backgammon.core.dice import Roll
from backgammon.core.plays import Steps
from backgammon.core.position import Points
from backgammon.core.rules import BearOff, Rules, points_won
from backgammon.engine import bearoff, cube
from backgammon.engine.evaluator import Evaluator
from backgammon.engine.pruning import Filter
from backgammon.engine.search import Search
from backgammon.engine.stakes import Stakes
from backgammon.engine.thinking import Thinking

BEAROFF_CHECKERS = 12
BEAROFF_PLIES = 2
"""With so few checkers left on both sides, looking ahead is quick and the cube turns on the last rolls."""

HOPELESS = 1e-6


@dataclass(frozen=True, slots=True)
class Skill:
    """How a player thinks.

    ``filters``: which plays are looked into at 1, 2 … plies. ``cube_plies``: how far a cube decision looks.
    ``noise``: the standard deviation of the error in each play's worth, ``bound``: how far behind the best a
    play may be and still be taken for it, both in EMG equity. ``seconds``: a ply looks
    into no more plays than this time allows (0 for no limit).
    """

    filters: tuple[Filter, ...] = ()
    cube_plies: int = 0
    noise: float = 0.0
    bound: float = 0.0
    seconds: float = 0.0


class Player:
    """Decides by an evaluator and a skill."""

    def __init__(
        self,
        evaluator: Evaluator,
        skill: Skill = Skill(),
        chance: random.Random | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.evaluator, self.skill, self.clock = evaluator, skill, clock
        self._chance = chance or random.SystemRandom()
        self._searches: dict[Rules, Search] = {}

    def play(self, points: Points, dice: Roll, stakes: Stakes) -> Thinking[Steps]:
        """Choose a play; return its steps."""
        skill = self.skill
        until = self.clock() + skill.seconds if skill.seconds else None
        ranked = yield from self._search(stakes).plays(points, dice, stakes, skill.filters, self.clock, until)
        if not skill.noise:
            return ranked[0].steps
        unit = cube.emg_unit(stakes)
        near = [each for each in ranked if each.worth >= ranked[0].worth - skill.bound * unit]
        return max(near, key=lambda each: each.worth + self._chance.gauss(0, skill.noise) * unit).steps

    def doubles(self, points: Points, stakes: Stakes) -> Thinking[bool]:
        """Whether to double before the roll."""
        if not stakes.may_double or stakes.is_cube_dead:
            return False
        return (yield from self._weigh(points, stakes)).doubles

    def resigns(self, points: Points, stakes: Stakes) -> int:
        """How many times the cube to resign, 0 to play on.

        Only a bear-off that no roll can win is given up, and only where the board shows no more than a plain
        loss: nobody can refuse that, and there is no gammon left to save.
        """
        if stakes.rules.bear_off is not BearOff.HIGHEST:
            return 0
        found = bearoff.at_home(points)
        shown = 1 if stakes.jacoby else points_won(points, stakes.rules)
        return int(found is not None and found[0] <= HOPELESS and shown == 1)

    def answers_double(self, points: Points, stakes: Stakes, by_opponent: bool) -> Thinking[str]:
        """Answer a cube offer: "take", "drop", or where it is right and allowed "beaver" or "raccoon".

        ``stakes``: before the offer is taken. ``by_opponent``: the one who answers is the opponent of the
        player on roll; otherwise he is on roll and answers a beaver.
        """
        decision = yield from self._weigh(points, stakes)
        if by_opponent:
            return "beaver" if decision.beavered else "take" if decision.takes else "drop"
        if stakes.raccoons and decision.double_take > 0:
            return "raccoon"
        return "take" if decision.double_take >= cube.game_value(stakes, -1) else "drop"

    def accepts(self, points: Points, stakes: Stakes, times: int, to_opponent: bool) -> Thinking[bool]:
        """Whether to accept a resignation of 1 to 3 times the cube.

        ``to_opponent``: it is the player on roll who resigns.
        """
        ((_, worths),) = yield from self._search(stakes).look_cubeful(
            [points], self.skill.cube_plies, [stakes]
        )
        if to_opponent:
            return cube.game_value(stakes, -times) <= worths[0]
        return cube.game_value(stakes, times) >= worths[0]

    def _weigh(self, points: Points, stakes: Stakes) -> Thinking[cube.CubeDecision]:
        """Weigh a double, through this player's noise."""
        plies = self.skill.cube_plies
        if sum(map(abs, points)) <= BEAROFF_CHECKERS:
            plies = max(plies, BEAROFF_PLIES)
        _, decision = yield from self._search(stakes).double(points, stakes, plies)
        limit = self.skill.bound / 2  # nobody doubles at the start, however little he knows
        blur = min(max(self._chance.gauss(0, self.skill.noise), -limit), limit) * cube.emg_unit(stakes)
        return cube.weigh(decision.no_double, decision.taken + blur, stakes)

    def _search(self, stakes: Stakes) -> Search:
        if stakes.rules not in self._searches:
            self._searches = {stakes.rules: Search(self.evaluator, stakes.rules)}
        return self._searches[stakes.rules]
