"""What a decision is played for: the cube, the score and the rules, seen by the player on roll."""

from dataclasses import dataclass, replace

from backgammon.core.match import HIGHEST_CUBE
from backgammon.core.rules import STANDARD, Rules


@dataclass(frozen=True, slots=True)
class Stakes:
    """The cube and the score.

    ``cube`` is the stake in force, ``owner`` 1 if the cube belongs to the player on roll, -1 if to the
    opponent, 0 if it lies in the middle. ``away``: points that the player on roll and the opponent still
    need; (0, 0) in money play.
    """

    rules: Rules = STANDARD
    cube: int = 1
    owner: int = 0
    away: tuple[int, int] = (0, 0)
    crawford_game: bool = False
    crawford_done: bool = False

    @property
    def money(self) -> bool:
        """Whether points count as such, without a match score."""
        return self.away == (0, 0)

    @property
    def cube_in_play(self) -> bool:
        """Whether anyone may still double in this game."""
        rules = self.rules
        return rules.cube and not self.crawford_game and self._may_reach(2 * self.cube)

    @property
    def may_double(self) -> bool:
        """Whether the player on roll may double."""
        return self.cube_in_play and self.owner >= 0

    @property
    def dead(self) -> bool:
        """Whether the player on roll wins the match with this cube and has no use for a higher one."""
        return 0 < self.away[0] <= self.cube

    @property
    def jacoby(self) -> bool:
        """Whether gammons count nothing until the cube is turned, and it has not been."""
        return self.rules.jacoby and self.money and self.rules.cube and self.owner == 0

    @property
    def beavers(self) -> bool:
        """Whether a double may be beavered; who owns the cube already answers a raccoon, and may not."""
        return self.rules.beavers and self.owner >= 0 and self._may_turn_twice

    @property
    def raccoons(self) -> bool:
        """Whether a beaver may be answered by a raccoon."""
        return self.rules.raccoons and self._may_turn_twice

    @property
    def _may_turn_twice(self) -> bool:
        """Whether the cube may go from here to four times its value before the next roll."""
        return self.money and self._may_reach(4 * self.cube)

    def _may_reach(self, cube: int) -> bool:
        return cube <= HIGHEST_CUBE and not 0 < self.rules.cube_limit < cube

    def turned(self) -> "Stakes":
        """The same stakes seen by the other player."""
        return replace(self, owner=-self.owner, away=self.away[::-1])

    def doubled(self) -> "Stakes":
        """The stakes after the player on roll doubles and the opponent takes."""
        return replace(self, cube=2 * self.cube, owner=-1)
