"""The state of a match, and queries on it; core.match applies the actions that change it.

Players are 0 and 1.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum

from backgammon.core.actions import Player
from backgammon.core.dice import Roll
from backgammon.core.errors import IllegalAction, RulesError, check_kind
from backgammon.core.position import Position
from backgammon.core.rules import STANDARD, Rules, points_won

MAX_LENGTH = 99
MAX_SCORE = 99_999
HIGHEST_CUBE = 2**24
"""The limit whatever the rules allow; it keeps numbers small enough to show and to calculate with."""


class Phase(StrEnum):
    """What a match is waiting for."""

    OPENING = "opening"
    """One die from each player."""
    TO_ROLL = "to-roll"
    """The player on roll rolls, or doubles first."""
    TO_PLAY = "to-play"
    """The player on roll has rolled and plays."""
    DOUBLED = "doubled"
    """The opponent answers a double."""
    BEAVERED = "beavered"
    """The player who doubled answers a beaver."""
    RACCOONED = "raccooned"
    """The player who beavered answers a raccoon."""
    RESIGNED = "resigned"
    """The opponent answers a resignation."""
    GAME_OVER = "game-over"
    MATCH_OVER = "match-over"

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, and perhaps the match with it."""
        return self in (Phase.GAME_OVER, Phase.MATCH_OVER)

    @property
    def is_cube_offer(self) -> bool:
        """Whether a double, a beaver or a raccoon is to be answered."""
        return self in (Phase.DOUBLED, Phase.BEAVERED, Phase.RACCOONED)


class Ending(StrEnum):
    """How a game ended."""

    BORNE_OFF = "borne-off"
    DROPPED = "dropped"
    RESIGNED = "resigned"
    AWARDED = "awarded"


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game: the winner, the multiple of the cube, the points scored, and how it ended.

    An awarded game may score any number of points; its ``times`` is 1.
    """

    winner: Player
    times: int
    points: int
    ending: Ending


@dataclass(frozen=True, slots=True)
class Match:
    """The state of a match.

    ``length``: points to reach, 0 for money play or an open-ended tournament. ``position`` is seen by
    ``on_roll`` (by player 0 in the opening). ``cube`` is the current stake; ``cube_owner`` is None while
    the cube is in the middle. ``white``: the player with the white checkers. ``resigning`` and ``offered``
    describe a resignation that awaits an answer, ``resumes`` the phase that it interrupted. ``opening_ties``:
    automatic doubles already made in this game. ``result``: of the game that is over; the winner of the last
    one has won the match.
    """

    rules: Rules = STANDARD
    length: int = 0
    white: Player = 0
    score: tuple[int, int] = (0, 0)
    game: int = 1
    crawford_game: bool = False
    crawford_done: bool = False
    phase: Phase = Phase.OPENING
    on_roll: Player = 0
    position: Position = field(default_factory=Position.start)
    dice: Roll | None = None
    cube: int = 1
    cube_owner: Player | None = None
    opening_ties: int = 0
    resigning: Player | None = None
    offered: int = 0
    resumes: Phase | None = None
    result: Result | None = None

    @property
    def decider(self) -> Player | None:
        """The player whose decision the match is waiting for; None for the opening roll and after a game."""
        if self.resigning is not None:
            return 1 - self.resigning
        return _decider(self.phase, self.on_roll)

    @property
    def position_of(self) -> tuple[Position, Position]:
        """The position as seen by player 0 and by player 1."""
        mine, theirs = self.position, self.position.flip()
        return (mine, theirs) if self.on_roll == 0 else (theirs, mine)

    def away(self, player: Player) -> int:
        """Return the points the player still needs; 0 in money play."""
        return max(0, self.length - self.score[player])


def _decider(phase: Phase, on_roll: Player) -> Player | None:
    match phase:
        case Phase.TO_ROLL | Phase.TO_PLAY | Phase.BEAVERED:
            return on_roll
        case Phase.DOUBLED | Phase.RACCOONED:
            return 1 - on_roll
        case _:
            return None


def new_match(
    rules: Rules = STANDARD,
    length: int = 0,
    white: Player = 0,
    score: tuple[int, int] = (0, 0),
    crawford_done: bool = False,
) -> Match:
    """Return a match before its first opening roll; ``length`` 0 is money play, else 1 to 99 points.

    ``score`` and ``crawford_done`` describe the games already played. Raises RulesError for invalid
    arguments, including a score at which the match is over.
    """
    if not isinstance(rules, Rules):
        raise RulesError(f"the rules of a match come before its length; {rules!r} is not Rules")
    if type(length) is not int or not 0 <= length <= MAX_LENGTH:
        raise RulesError(f"a match is played to 1 to {MAX_LENGTH} points, or 0 for no end, not {length!r}")
    if white not in (0, 1):
        raise RulesError(f"White is player 0 or player 1, not {white!r}")
    is_pair = isinstance(score, Sequence) and len(score) == 2
    if not is_pair or any(type(points) is not int or points < 0 for points in score):
        raise RulesError(f"a score is two numbers from 0, not {score!r}")
    if length and max(score) >= length:
        raise RulesError(f"at {score[0]}-{score[1]} a match to {length} points is over")
    return Match(
        rules,
        length,
        white,
        (score[0], score[1]),
        crawford_game=rules.crawford and length - max(score) == 1 and not crawford_done,
        crawford_done=crawford_done,
        position=rules.opening_position,
    )


def check_match(match: Match) -> None:
    """Raise BackgammonError for what is no match, such as a Setup or a Record."""
    check_kind(match, Match, "a Match is needed, as in record.start or setup.to_match()")


def cube_action_error(state: Match) -> IllegalAction | None:
    """Return why the player on roll may not double now, or None if the rules allow it."""
    if state.phase is not Phase.TO_ROLL:
        return IllegalAction("phase", "a double is offered before the roll")
    if not state.rules.cube:
        return IllegalAction("no-cube", "this game is played without a cube")
    if state.crawford_game:
        return IllegalAction("crawford", "the cube is not used in the Crawford game")
    if state.cube_owner not in (None, state.on_roll):
        return IllegalAction("cube-owner", "only the owner of the cube may redouble")
    return limit_error(state)


def beaver_error(state: Match) -> IllegalAction | None:
    """Return why the offered double may not be beavered, or None if the rules allow it."""
    return _turn_again_error(state, "beaver", state.rules.beavers)


def raccoon_error(state: Match) -> IllegalAction | None:
    """Return why the offered beaver may not be raccooned, or None if the rules allow it."""
    return _turn_again_error(state, "raccoon", state.rules.raccoons)


def _turn_again_error(state: Match, rule: str, allowed: bool) -> IllegalAction | None:
    if not allowed or state.length:
        return IllegalAction(rule, f"{rule}s are not played here")
    return limit_error(replace(state, cube=state.cube * 2))


def is_cube_dead(state: Match) -> bool:
    """Whether the player on roll has no use for a higher cube: a win at its current value wins the match.

    The rules still allow a double.
    """
    return 0 < state.away(state.on_roll) <= state.cube


def refusal_error(state: Match) -> IllegalAction | None:
    """Return why the offered resignation may not be refused, or None if it may."""
    assert state.resigning is not None
    shown = times_won(state, state.position_of[state.resigning])
    if state.offered >= shown:
        return IllegalAction("resignation", f"the board shows no more than the {state.offered} offered")
    return None


def times_won(state: Match, loser: Position) -> int:
    """Return the multiple of the cube that is won; 1 under Jacoby until a player has turned the cube."""
    return 1 if is_single_game(state) else points_won(loser.points, state.rules)


def is_single_game(state: Match) -> bool:
    """Whether gammons do not count, under Jacoby until a player has turned the cube."""
    return state.rules.jacoby and not state.length and state.rules.cube and state.cube_owner is None


def limit_error(state: Match) -> IllegalAction | None:
    """Return why the cube may not be turned once more, or None if it may."""
    limit = min(state.rules.cube_limit or HIGHEST_CUBE, HIGHEST_CUBE)
    if state.cube * 2 > limit:
        return IllegalAction("cube-limit", f"the cube goes no higher than {limit}")
    return None
