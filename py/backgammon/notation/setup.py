"""A set-up is what a text says about a position; a game allows it only if to_match makes a match of it."""

from dataclasses import dataclass, replace

from backgammon.core.dice import Roll, check_roll
from backgammon.core.errors import BackgammonError, PositionError, check_types
from backgammon.core.match import MAX_LENGTH, Match, Phase, Player
from backgammon.core.position import START, Points, Position
from backgammon.core.rules import STANDARD, PlayTo, Rules, custom

MAX_CUBE = 2**15
"""The highest cube a GNU match ID can write."""

NO_CUBE = 1
"""The cube limit of a game without a cube."""

DECISIONS = (Phase.TO_ROLL, Phase.TO_PLAY, Phase.DOUBLED, Phase.BEAVERED, Phase.RACCOONED)
"""The phases a set-up can have."""


class SetupError(BackgammonError):
    """A set-up that no game allows; ``rule`` is the stable key of the rule that it breaks."""

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(message)
        self.rule = rule


@dataclass(frozen=True, slots=True)
class Setup:
    """A position and everything else that its decision depends on, as it was read, without checks.

    ``points`` are seen by the player on roll, who is also the player who offered a double that awaits its
    answer. ``phase`` is to-roll, to-play, doubled, beavered or raccooned; with ``resigned`` (1, 2 or 3 times
    the cube) it is the phase that the resignation interrupts. ``cube`` is the stake in force; ``cube_limit``
    is 0 for no limit and 1 for a game without a cube. ``crawford``: this is the Crawford game; optional in a
    match to one point.

    >>> Setup(length=7, score=(6, 3), crawford=True).to_match().crawford_game
    True
    """

    points: Points = START
    on_roll: Player = 0
    phase: Phase = Phase.TO_ROLL
    dice: Roll | None = None
    cube: int = 1
    cube_owner: Player | None = None
    score: tuple[int, int] = (0, 0)
    length: int = 0
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    cube_limit: int = 0
    resigned: int = 0

    @classmethod
    def of(cls, match: Match) -> "Setup":
        """Return the set-up of a match; before the opening roll, player 0 is on roll.

        Raises BackgammonError between games, where no position is left to decide.
        """
        resigned = match.offered if match.phase is Phase.RESIGNED else 0
        phase = match.resumes if match.resumes is not None else match.phase
        if phase is Phase.OPENING:
            phase = Phase.TO_ROLL
        if phase not in DECISIONS:
            raise BackgammonError(f"the game is over, so there is no position to write: {match.result!r}")
        rules = match.rules
        return cls(
            points=match.position.points,
            on_roll=match.on_roll,
            phase=phase,
            dice=match.dice if phase is Phase.TO_PLAY else None,
            cube=match.cube,
            cube_owner=match.cube_owner,
            score=match.score,
            length=match.length,
            crawford=match.crawford_game and match.length > 1,
            jacoby=rules.jacoby and not match.length,
            beavers=rules.beavers and not match.length,
            cube_limit=rules.cube_limit if rules.cube else NO_CUBE,
            resigned=resigned,
        )

    @property
    def decider(self) -> Player:
        """The player who is to decide, apart from any resignation."""
        return 1 - self.on_roll if self.phase in (Phase.DOUBLED, Phase.RACCOONED) else self.on_roll

    def mirror(self) -> "Setup":
        """Return the set-up with the players swapped: the one at the top moves to the bottom."""
        owner = None if self.cube_owner is None else 1 - self.cube_owner
        return replace(self, on_roll=1 - self.on_roll, cube_owner=owner, score=self.score[::-1])

    def check_values(self) -> None:
        """Raise BackgammonError for an invalid value; its ID would be invalid or mean another set-up."""
        check_types(replace(self, points=tuple(self.points)), BackgammonError)
        if len(self.points) != 26:
            raise PositionError(f"a position is 26 whole numbers, not {self.points!r}")
        if self.on_roll not in (0, 1):
            raise SetupError("on-roll", f"the player on roll is 0 or 1, not {self.on_roll!r}")
        if self.cube_owner not in (None, 0, 1):
            raise SetupError("cube-owner", f"the cube's owner is 0, 1 or None, not {self.cube_owner!r}")
        if len(self.score) != 2:
            raise SetupError("score", f"a score is two numbers, not {self.score!r}")
        if self.phase in DECISIONS and (self.dice is not None) != (self.phase is Phase.TO_PLAY):
            raise SetupError(
                "dice",
                f"dice belong to the phase {Phase.TO_PLAY} and to no other: {self.dice!r} in {self.phase}",
            )
        if self.dice is not None:
            check_roll(self.dice)
        if not 0 <= self.resigned <= 3:
            raise SetupError(
                "resigned", f"a resignation offers 1, 2 or 3 times the cube, not {self.resigned!r}"
            )

    def to_match(self, rules: Rules = STANDARD) -> Match:
        """Return the match in this state, under ``rules`` as overridden by what the set-up itself says.

        Raises SetupError for the first thing that no game allows, PositionError for impossible points.
        """
        position = Position(self.points, rules.checkers)
        self.check_values()
        if position.checkers in (position.off, position.opponent_off):
            raise SetupError("borne-off", "one side has borne off all its checkers, so the game is over")
        self._check_score()
        self._check_cube()
        self._check_phase()
        said = custom(
            rules,
            jacoby=self.jacoby,
            beavers=self.beavers,
            raccoons=self.beavers and (rules.raccoons or self.phase is Phase.RACCOONED),
            cube=rules.cube and self.cube_limit != NO_CUBE,
            cube_limit=0 if self.cube_limit == NO_CUBE else self.cube_limit,
        )
        if said != rules:  # play_to alone does not make another rule set
            rules = custom(said, play_to=PlayTo.MATCH if self.length else PlayTo.MONEY)
        crawford = rules.crawford and (self.crawford or self.length == 1)
        match = Match(
            rules=rules,
            length=self.length,
            score=self.score,
            crawford_game=crawford,
            crawford_done=self.length - max(self.score) == 1 and not crawford,
            phase=self.phase,
            on_roll=self.on_roll,
            position=position,
            dice=self.dice and check_roll(self.dice),
            cube=self.cube,
            cube_owner=self.cube_owner,
        )
        if not self.resigned:
            return match
        return replace(
            match, phase=Phase.RESIGNED, resigning=self.decider, offered=self.resigned, resumes=self.phase
        )

    def _check_score(self) -> None:
        if not 0 <= self.length <= MAX_LENGTH:
            raise SetupError(
                "length",
                f"a match is played to 1 to {MAX_LENGTH} points, or 0 for no end, not {self.length!r}",
            )
        if min(self.score) < 0:
            raise SetupError("score", f"a score is not negative: {self.score[0]}-{self.score[1]}")
        if self.length and max(self.score) >= self.length:
            raise SetupError(
                "match-over", f"at {self.score[0]}-{self.score[1]} a match to {self.length} points is over"
            )
        if self.crawford and self.length != 1:
            if not self.length:
                raise SetupError("crawford-money", "there is no Crawford game in money play")
            if self.length - max(self.score) != 1 or self.length - min(self.score) == 1:
                raise SetupError(
                    "crawford-score",
                    f"{self.score[0]}-{self.score[1]} to {self.length} is no score of a Crawford game",
                )
        if self.jacoby and self.length:
            raise SetupError("jacoby", "the Jacoby rule belongs to money play, not to a match")

    def _check_cube(self) -> None:
        if self.cube < 1 or self.cube & (self.cube - 1) or self.cube > MAX_CUBE:
            raise SetupError("cube-value", f"the cube is a power of two up to {MAX_CUBE}, not {self.cube!r}")
        if self.cube_owner is not None and (self.cube_owner not in (0, 1) or self.cube == 1):
            raise SetupError("cube-owner", f"nobody owns a cube of 1: player {self.cube_owner!r}")
        if self.cube_owner is None and self.cube > 1 and self.length:
            raise SetupError("cube-centred", f"in a match a cube of {self.cube} has an owner")
        if self.crawford and (self.cube > 1 or self.phase.is_cube_offer):
            raise SetupError("cube-crawford", "the cube is not used in the Crawford game")
        if self.cube_limit and self.cube > self.cube_limit:
            raise SetupError(
                "cube-limit", f"the cube stands at {self.cube}, above its limit of {self.cube_limit}"
            )

    def _check_phase(self) -> None:
        if self.phase not in DECISIONS:
            raise SetupError("phase", f"a set-up is at a decision, not in the phase {self.phase}")
        if self.phase is Phase.DOUBLED and self.cube_owner == 1 - self.on_roll:
            raise SetupError(
                "doubled-owner", "the cube belongs to the opponent, so the player on roll cannot have doubled"
            )
        if self.phase in (Phase.BEAVERED, Phase.RACCOONED):
            if self.length:
                raise SetupError("beaver-match", "beavers belong to money play, not to a match")
            if not self.beavers:
                raise SetupError("beavers", "beavers are not played here")
            if self.cube_owner != 1 - self.on_roll:
                raise SetupError("beaver-cube", "the player who beavers keeps the cube")


def setup_of(shown: Setup | Match | Position) -> Setup:
    """Return what is to be written as a set-up; raise BackgammonError for what has no position."""
    match shown:
        case Setup():
            return shown
        case Match():
            return Setup.of(shown)
        case Position():
            return Setup(points=shown.points)
    raise BackgammonError(f"give a Setup, a Match or a Position, not {type(shown).__name__}")
