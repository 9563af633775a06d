"""What is at stake in a decision: the cube, the score and the rules, seen by the player on roll."""

from dataclasses import dataclass

from backgammon.core.errors import BackgammonError, check_kind, check_types
from backgammon.core.match import HIGHEST_CUBE, MAX_LENGTH, Match, check_match
from backgammon.core.rules import STANDARD, Rules


@dataclass(frozen=True, slots=True)
class Stakes:
    """The cube and the score.

    ``cube``: its present value. ``owner``: 1 if the player on roll owns it, -1 if the opponent does, 0 if it
    is centred. ``away``: the points that the player on roll and the opponent still need, (0, 0) in money
    play. Raises BackgammonError for a cube or a score that no game can have.
    """

    rules: Rules = STANDARD
    cube: int = 1
    owner: int = 0
    away: tuple[int, int] = (0, 0)
    crawford_game: bool = False
    crawford_done: bool = False

    def __post_init__(self) -> None:
        check_types(self, BackgammonError)
        cube, away = self.cube, self.away
        if not 1 <= cube <= HIGHEST_CUBE or cube & (cube - 1):
            raise BackgammonError(f"the cube is a power of two up to {HIGHEST_CUBE}, not {cube!r}")
        if self.owner not in (-1, 0, 1):
            raise BackgammonError(f"the owner of the cube is 1, 0 or -1, not {self.owner!r}")
        if away != (0, 0) and not _is_score(away):
            raise BackgammonError(
                f"the points away are two numbers from 1 to {MAX_LENGTH}, or (0, 0) for money, not {away!r}"
            )

    @property
    def money(self) -> bool:
        """Whether this is money play, without a match score."""
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
    def is_cube_dead(self) -> bool:
        """Whether the player on roll wins the match with this cube and has no use for a higher one."""
        return 0 < self.away[0] <= self.cube

    @property
    def can_use_cube(self) -> bool:
        """Whether the player on roll may double, and has a use for a higher cube."""
        return self.may_double and not self.is_cube_dead

    @property
    def jacoby(self) -> bool:
        """Whether gammons do not count: the Jacoby rule holds and the cube has not been turned."""
        return self.rules.jacoby and self.money and self.rules.cube and self.owner == 0

    @property
    def beavers(self) -> bool:
        """Whether a double may be beavered; an opponent who owns the cube answers a raccoon, and may not."""
        return self.rules.beavers and self.owner >= 0 and self._may_turn_twice

    @property
    def raccoons(self) -> bool:
        """Whether a beaver may be answered with a raccoon."""
        return self.rules.raccoons and self._may_turn_twice

    @property
    def _may_turn_twice(self) -> bool:
        """Whether the cube may reach four times its present value before the next roll."""
        return self.money and self._may_reach(4 * self.cube)

    def _may_reach(self, cube: int) -> bool:
        return cube <= HIGHEST_CUBE and not 0 < self.rules.cube_limit < cube

    def flip(self) -> "Stakes":
        """Return the same stakes seen by the other player."""
        return self._make_unchecked(self.cube, -self.owner, self.away[::-1])

    def after_double(self) -> "Stakes":
        """Return the stakes after the player on roll doubles and the opponent takes."""
        return self.with_cube(2 * self.cube, -1)

    def with_cube(self, cube: int, owner: int) -> "Stakes":
        """Return the same stakes with another cube, which must be valid: it is not checked."""
        return self._make_unchecked(cube, owner, self.away)

    def _make_unchecked(self, cube: int, owner: int, away: tuple[int, int]) -> "Stakes":
        """Return stakes of the same game without checks, which would cost time at every position searched."""
        stakes = object.__new__(Stakes)
        put = object.__setattr__
        put(stakes, "rules", self.rules)
        put(stakes, "cube", cube)
        put(stakes, "owner", owner)
        put(stakes, "away", away)
        put(stakes, "crawford_game", self.crawford_game)
        put(stakes, "crawford_done", self.crawford_done)
        return stakes


def stakes_of(match: Match) -> Stakes:
    """Return the current stakes of a match, seen by the player on roll."""
    check_match(match)
    owner = match.cube_owner
    return Stakes(
        match.rules,
        match.cube,
        0 if owner is None else 1 if owner == match.on_roll else -1,
        (match.away(match.on_roll), match.away(1 - match.on_roll)),
        match.crawford_game,
        match.crawford_done,
    )


def check_stakes(stakes: Stakes) -> Stakes:
    """Return stakes; raise BackgammonError for anything else, such as the match they belong to."""
    check_kind(stakes, Stakes, "stakes are Stakes, as in stakes_of(match)")
    return stakes


def _is_score(away: object) -> bool:
    """Whether this is a pair of the points that two players still need in a match."""
    return (
        type(away) is tuple
        and len(away) == 2
        and all(type(points) is int and 1 <= points <= MAX_LENGTH for points in away)
    )
