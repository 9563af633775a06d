"""A position being set up: it may be invalid, and always has the reason why it is not playable yet.

Points are in player 0's view. No side has more checkers than its rules give it; missing ones are borne off.
"""

from dataclasses import dataclass, replace

from backgammon.core.dice import ROLLS
from backgammon.core.errors import BackgammonError, PositionError
from backgammon.core.match import Match, Phase, Player
from backgammon.core.position import START, Points, flip_points, make_unchecked
from backgammon.core.rules import STANDARD, Rules
from backgammon.notation.setup import Setup, SetupError

REMOVE = 2
"""The tool that removes checkers; tools 0 and 1 add a checker of that player."""

ROLLED = tuple(sorted((f"{max(roll)}{min(roll)}" for roll in ROLLS), reverse=True))
CUBES = tuple(2**power for power in range(11))
"""The choices offered for dice and cube."""

DOUBLED, BEAVERED, RACCOONED = "D", "B", "R"
"""The values of ``Draft.rolled`` where a double, a beaver or a raccoon is to be answered."""
_ANSWERED = {DOUBLED: Phase.DOUBLED, BEAVERED: Phase.BEAVERED, RACCOONED: Phase.RACCOONED}
_OFFERED = {phase: letter for letter, phase in _ANSWERED.items()}

_MOST_UNDONE = 100
"""The number of changes of the points that can be undone."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A position being set up. ``earlier`` are the points before each change, the latest last, for undo.

    ``rolled``: two digits, "" before the roll, or DOUBLED, BEAVERED or RACCOONED.
    """

    points: Points = START
    tool: int = 0
    on_roll: Player = 0
    rolled: str = ""
    cube: int = 1
    owner: Player | None = None
    score: tuple[int, int] = (0, 0)
    length: int = 0
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    rules: Rules = STANDARD
    white: Player = 0
    earlier: tuple[Points, ...] = ()

    @classmethod
    def of(cls, match: Match) -> "Draft":
        """Begin with a match's position, or with the starting position if there is no decision in it."""
        rules, white = match.rules, match.white
        try:
            setup = Setup.of(match)
        except BackgammonError:
            return cls(points=rules.start, length=match.length, rules=rules, white=white)
        dice = "".join(map(str, sorted(setup.dice or (), reverse=True)))
        return cls(
            points=setup.points if setup.on_roll == 0 else flip_points(setup.points),
            on_roll=setup.on_roll,
            rolled=_OFFERED.get(setup.phase, dice),
            cube=setup.cube,
            owner=setup.cube_owner,
            score=setup.score,
            length=setup.length,
            crawford=setup.crawford,
            jacoby=setup.jacoby,
            beavers=setup.beavers,
            rules=rules,
            white=white,
        )

    @property
    def highest_score(self) -> int:
        """The highest score that a side can be given; in money play any limit will do."""
        return self.length - 1 if self.length else 99

    @property
    def setup(self) -> Setup:
        """The set-up as drawn, whether it can occur in a game or not."""
        dice = (int(self.rolled[0]), int(self.rolled[1])) if self.rolled.isdigit() else None
        phase = Phase.TO_PLAY if dice else _ANSWERED.get(self.rolled, Phase.TO_ROLL)
        return Setup(
            points=self.points if self.on_roll == 0 else flip_points(self.points),
            on_roll=self.on_roll,
            phase=phase,
            dice=dice,
            cube=self.cube,
            cube_owner=self.owner,
            score=self.score,
            length=self.length,
            crawford=self.crawford and self.length > 1,
            jacoby=self.jacoby and not self.length,
            beavers=self.beavers and not self.length,
            cube_limit=self.rules.cube_limit if self.rules.cube else 1,
        )

    @property
    def reason(self) -> str:
        """The key of the text that says why this cannot occur in a game, "" if it can."""
        try:
            self.setup.to_match(self.rules)
        except (SetupError, PositionError) as error:
            return f"error.setup.{error.rule}"
        return ""

    @property
    def match(self) -> Match:
        """The match as the board shows it, valid or not."""
        setup = self.setup
        return Match(
            rules=self.rules,
            length=self.length,
            white=self.white,
            score=self.score,
            crawford_game=setup.crawford,
            phase=setup.phase,
            on_roll=self.on_roll,
            position=make_unchecked(setup.points, self.rules.checkers),
            dice=setup.dice,
            cube=self.cube,
            cube_owner=self.owner,
        )

    def with_points(self, points: Points) -> "Draft":
        """Return the draft with other points; undo brings back the present ones."""
        if points == self.points:
            return self
        return replace(self, points=points, earlier=(*self.earlier, self.points)[-_MOST_UNDONE:])

    def undo(self) -> "Draft":
        """Return the draft as it was before the latest change of its points."""
        if not self.earlier:
            return self
        return replace(self, points=self.earlier[-1], earlier=self.earlier[:-1])


def add_checker(points: Points, index: int, player: Player, most: int) -> Points | None:
    """Add a player's checker to a point or their bar, removing the opponent's; None if they have ``most``."""
    sign = 1 - 2 * player
    mine = max(0, sign * points[index])
    if sum(max(0, sign * count) for count in points) >= most:
        return None
    return (*points[:index], sign * (mine + 1), *points[index + 1 :])


def remove_checker(points: Points, index: int) -> Points:
    """Remove one checker from a point or bar, if there is any."""
    count = points[index]
    return (*points[:index], count - (count > 0) + (count < 0), *points[index + 1 :])
