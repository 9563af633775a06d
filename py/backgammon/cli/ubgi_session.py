"""The state set by commands of the Universal Backgammon Interface, and the stakes that follow from it."""

from dataclasses import dataclass

from backgammon.core.dice import Roll
from backgammon.core.position import Points
from backgammon.core.rules import STANDARD, Rules, custom
from backgammon.engine.stakes import Stakes


@dataclass(frozen=True, slots=True)
class Session:
    """Position, cube and score; ``turn`` is the player on roll, by whom ``points`` are seen."""

    points: Points | None = None
    dice: Roll | None = None
    turn: int = 0
    cube: int = 1
    owner: int | None = None
    score: tuple[int, int] = (0, 0)
    length: int = 0
    jacoby: bool = False
    crawford: bool = True
    crawford_over: bool = False
    """Whether a game with a player one point away has been played."""
    cubeless: bool = False
    plies: int = 0

    @property
    def one_away(self) -> bool:
        """Whether the leader needs just one more point."""
        return self.length > 0 and max(self.score) == self.length - 1

    def stakes(self) -> Stakes:
        """Return the stakes seen by the player on roll."""
        rules: Rules = custom(STANDARD, jacoby=self.jacoby, crawford=self.crawford, cube=not self.cubeless)
        over = self.crawford_over or self.cube > 1
        away = (self.length - self.score[self.turn], self.length - self.score[1 - self.turn])
        return Stakes(
            rules,
            self.cube,
            0 if self.owner is None else 1 if self.owner == self.turn else -1,
            away if self.length else (0, 0),
            crawford_game=self.crawford and self.one_away and (not over or self.length == 1),
            crawford_done=self.crawford and self.one_away and over,
        )
