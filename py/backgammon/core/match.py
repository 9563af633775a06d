"""A match is a fold over its action log: ``apply(state, action)`` is the one place where a match changes.

Players are 0 and 1; randomness is passed in with the rolls. What may be done when stands in ALLOWED;
Awarded alone is allowed at any time.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from backgammon.core.actions import (
    Accepted,
    Action,
    Awarded,
    Beavered,
    Doubled,
    Dropped,
    NextGame,
    OpeningRoll,
    Played,
    Player,
    Raccooned,
    Refused,
    Resigned,
    Rolled,
    Took,
)
from backgammon.core.dice import Roll, check_roll
from backgammon.core.errors import BackgammonError, IllegalAction, RulesError
from backgammon.core.plays import Turn
from backgammon.core.position import Points, Position, turn_round, unchecked
from backgammon.core.rules import STANDARD, Opening, Rules, points_won

# Who has a match at hand has its actions too, which stand in core.actions.
__all__ = ["Accepted", "Action", "Awarded", "Beavered", "Doubled", "Dropped", "NextGame", "OpeningRoll"]
__all__ += ["Played", "Player", "Raccooned", "Refused", "Resigned", "Rolled", "Took"]
__all__ += ["ALLOWED", "HIGHEST_CUBE", "MAX_LENGTH", "MAX_SCORE", "Ending", "Match", "Phase", "Result"]
__all__ += ["apply", "cube_action_error", "is_cube_dead", "new_match", "played", "refusal_error", "replay"]

MAX_LENGTH = 99
MAX_SCORE = 99_999
HIGHEST_CUBE = 2**24
"""Whatever the rules allow; numbers stay such as can be shown and reckoned with."""


class Phase(StrEnum):
    """What a match waits for."""

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


class Ending(StrEnum):
    """How a game ended."""

    BORNE_OFF = "borne-off"
    DROPPED = "dropped"
    RESIGNED = "resigned"
    AWARDED = "awarded"


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game: who won, by how many times the cube, how many points that made, and how it ended.

    An awarded game may make any number of points; ``times`` is then 1.
    """

    winner: Player
    times: int
    points: int
    ending: Ending


@dataclass(frozen=True, slots=True)
class Match:
    """Where a match stands.

    ``length``: points to reach, 0 for money or a tournament without an end. ``position`` is seen by
    ``on_roll``; during the opening by player 0. ``cube`` is the stake now in force, ``cube_owner`` None while
    it lies in the middle. ``white``: the player with the white checkers. ``resigning`` and ``offered``
    describe a resignation under answer, ``resumes`` the phase it interrupted. ``opening_ties``: automatic
    doubles already made in this game.
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
        """Whose decision the match waits for; None for the opening roll and between games."""
        if self.resigning is not None:
            return 1 - self.resigning
        return _decider(self.phase, self.on_roll)

    @property
    def position_of(self) -> tuple[Position, Position]:
        """The position as player 0 and as player 1 see it."""
        mine, theirs = self.position, self.position.turned()
        return (mine, theirs) if self.on_roll == 0 else (theirs, mine)

    def away(self, player: Player) -> int:
        """Points the player still needs; 0 in money play."""
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

    ``score``, ``crawford_done``: what was played before; both players are to be short of ``length``.
    """
    if type(length) is not int or not 0 <= length <= MAX_LENGTH:
        raise RulesError(f"a match is played to 1 to {MAX_LENGTH} points, or 0 for no end, not {length!r}")
    if white not in (0, 1):
        raise RulesError(f"White is player 0 or player 1, not {white!r}")
    return Match(
        rules,
        length,
        white,
        score,
        crawford_game=rules.crawford and length - max(score) == 1 and not crawford_done,
        crawford_done=crawford_done,
        position=rules.opening_position,
    )


def replay(start: Match, log: Iterable[Action]) -> Match:
    """Fold a log of actions; raise IllegalAction at the first that the rules do not allow."""
    state = start
    for action in log:
        state = apply(state, action)
    return state


def apply(state: Match, action: Action) -> Match:
    """Return the state after one action; raise IllegalAction, which names the broken rule."""
    if isinstance(action, Awarded):
        return _award(state, action)
    allowed = ALLOWED[state.phase]
    handler = allowed.get(type(action))
    if handler is None:
        names = ", ".join(kind.__name__ for kind in allowed) or "nothing"
        raise IllegalAction("phase", f"{action!r} does not fit the phase {state.phase}, which takes {names}")
    return handler(state, action)


def cube_action_error(state: Match) -> IllegalAction | None:
    """Return why the player on roll may not double now, or None where the rules allow it."""
    if state.phase is not Phase.TO_ROLL:
        return IllegalAction("phase", "a double is offered before the roll")
    if not state.rules.cube:
        return IllegalAction("no-cube", "this game is played without a cube")
    if state.crawford_game:
        return IllegalAction("crawford", "the cube is not used in the Crawford game")
    if state.cube_owner not in (None, state.on_roll):
        return IllegalAction("cube-owner", "only the owner of the cube may redouble")
    return _limit_error(state)


def is_cube_dead(state: Match) -> bool:
    """Whether the player on roll has no use for a higher cube: winning it as it stands wins the match.

    The rules let him double all the same.
    """
    return 0 < state.away(state.on_roll) <= state.cube


def interrupted(state: Match) -> Match:
    """Return the match as it was before the resignation that is under answer."""
    assert state.resumes is not None
    return replace(state, phase=state.resumes, resigning=None, offered=0, resumes=None)


def refusal_error(state: Match) -> IllegalAction | None:
    """Return why the offered resignation may not be refused, or None where it may."""
    assert state.resigning is not None
    shown = _times(state, state.position_of[state.resigning])
    if state.offered >= shown:
        return IllegalAction("resignation", f"the board shows no more than the {state.offered} offered")
    return None


def _times(state: Match, loser: Position) -> int:
    """What the game is worth to the winner, cube apart; by Jacoby 1 until a player has turned the cube."""
    if state.rules.jacoby and not state.length and state.rules.cube and state.cube_owner is None:
        return 1
    return points_won(loser.points, state.rules)


def _limit_error(state: Match) -> IllegalAction | None:
    limit = min(state.rules.cube_limit or HIGHEST_CUBE, HIGHEST_CUBE)
    if state.cube * 2 > limit:
        return IllegalAction("cube-limit", f"the cube goes no higher than {limit}")
    return None


def _dice(roll: Roll) -> Roll:
    try:
        return check_roll(roll)
    except BackgammonError as error:
        raise IllegalAction("dice", str(error)) from None


def _opening(state: Match, action: OpeningRoll) -> Match:
    first, second = _dice((action.first, action.second))
    rules = state.rules
    if first == second:
        tied = replace(state, dice=(first, second))
        automatic = rules.cube and not state.length and state.opening_ties < rules.automatic_doubles
        if automatic and not _limit_error(state):
            return replace(tied, opening_ties=state.opening_ties + 1, cube=state.cube * 2)
        return tied
    starter = 0 if first > second else 1
    position = rules.opening_position
    match rules.opening:
        case Opening.KEEP:
            dice = (max(first, second), min(first, second))
            return replace(state, phase=Phase.TO_PLAY, on_roll=starter, position=position, dice=dice)
        case Opening.REROLL:
            return replace(state, phase=Phase.TO_ROLL, on_roll=starter, position=position, dice=None)
        case Opening.WHITE:
            return replace(
                state, phase=Phase.TO_ROLL, on_roll=starter, white=starter, position=position, dice=None
            )


def _roll(state: Match, action: Rolled) -> Match:
    return replace(state, phase=Phase.TO_PLAY, dice=_dice(action.dice))


def _play(state: Match, action: Played) -> Match:
    assert state.dice is not None
    return played(state, Turn(state.position, state.dice, state.rules).after(action.steps))


def played(state: Match, after: Points) -> Match:
    """Return the state after a play that is known to be legal; ``after`` is seen by the mover."""
    result = unchecked(turn_round(after), state.rules.checkers)
    if max(after) <= 0:  # every checker of the mover's is off
        lost = replace(state, position=result, on_roll=1 - state.on_roll, dice=None)
        return _end(lost, state.on_roll, _times(state, result), Ending.BORNE_OFF)
    return replace(state, phase=Phase.TO_ROLL, position=result, on_roll=1 - state.on_roll, dice=None)


def _double(state: Match, action: Doubled) -> Match:
    error = cube_action_error(state)
    if error:
        raise error
    return replace(state, phase=Phase.DOUBLED)


def _take(state: Match, action: Took) -> Match:
    return replace(state, phase=Phase.TO_ROLL, cube=state.cube * 2, cube_owner=1 - state.on_roll)


def _drop(state: Match, action: Dropped) -> Match:
    loser = state.decider
    assert loser is not None
    return _end(state, 1 - loser, 1, Ending.DROPPED)


def _beaver(state: Match, action: Beavered) -> Match:
    if not state.rules.beavers or state.length:
        raise IllegalAction("beaver", "beavers are not played here")
    return _turn_again(state, Phase.BEAVERED)


def _raccoon(state: Match, action: Raccooned) -> Match:
    if not state.rules.raccoons or state.length:
        raise IllegalAction("raccoon", "raccoons are not played here")
    return _turn_again(state, Phase.RACCOONED)


def _turn_again(state: Match, phase: Phase) -> Match:
    """Accept the offer under answer and offer the next at once; the doubled player keeps the cube."""
    taken = replace(state, cube=state.cube * 2, cube_owner=1 - state.on_roll)
    error = _limit_error(taken)
    if error:
        raise error
    return replace(taken, phase=phase)


def _resign(state: Match, action: Resigned) -> Match:
    if type(action.points) is not int or not 1 <= action.points <= 3:
        raise IllegalAction("resignation", f"one resigns 1, 2 or 3 times the cube, not {action.points!r}")
    return replace(
        state, phase=Phase.RESIGNED, resigning=state.decider, offered=action.points, resumes=state.phase
    )


def _accept(state: Match, action: Accepted) -> Match:
    assert state.resigning is not None
    return _end(state, 1 - state.resigning, state.offered, Ending.RESIGNED)


def _refuse(state: Match, action: Refused) -> Match:
    error = refusal_error(state)
    if error:
        raise error
    return interrupted(state)


def _end(state: Match, winner: Player, times: int, ending: Ending) -> Match:
    points = times * state.cube
    score = (state.score[0] + points * (winner == 0), state.score[1] + points * (winner == 1))
    return _ended(state, score, Result(winner, times, points, ending))


def _ended(state: Match, score: tuple[int, int], result: Result) -> Match:
    over = 0 < state.length <= max(score)
    return replace(
        state,
        phase=Phase.MATCH_OVER if over else Phase.GAME_OVER,
        score=score,
        result=result,
        resigning=None,
        offered=0,
        resumes=None,
    )


def _award(state: Match, action: Awarded) -> Match:
    winner, score = action.winner, action.score
    if winner not in (0, 1) or len(score) != 2:
        raise IllegalAction("result", f"a game is awarded to player 0 or 1 at a score, not {action!r}")
    if not all(type(points) is int and 0 <= points <= MAX_SCORE for points in score):
        raise IllegalAction("result", f"a score is 0 to {MAX_SCORE}, not {score!r}")
    counted = state.result.points if state.result and state.result.winner == winner else 0
    gained = max(0, score[winner] - state.score[winner] + counted)
    return replace(_ended(state, score, Result(winner, 1, gained, Ending.AWARDED)), dice=None)


def _next_game(state: Match, action: NextGame) -> Match:
    crawford_done = state.crawford_done or state.crawford_game
    fresh = new_match(state.rules, state.length, state.white, state.score, crawford_done)
    return replace(fresh, game=state.game + 1)


_RESIGN: dict[type, Callable[[Match, Any], Match]] = {Resigned: _resign}

ALLOWED: dict[Phase, dict[type, Callable[[Match, Any], Match]]] = {
    Phase.OPENING: {OpeningRoll: _opening},
    Phase.TO_ROLL: {Rolled: _roll, Doubled: _double, **_RESIGN},
    Phase.TO_PLAY: {Played: _play, **_RESIGN},
    Phase.DOUBLED: {Took: _take, Dropped: _drop, Beavered: _beaver, **_RESIGN},
    Phase.BEAVERED: {Took: _take, Dropped: _drop, Raccooned: _raccoon, **_RESIGN},
    Phase.RACCOONED: {Took: _take, Dropped: _drop, **_RESIGN},
    Phase.RESIGNED: {Accepted: _accept, Refused: _refuse},
    Phase.GAME_OVER: {NextGame: _next_game},
    Phase.MATCH_OVER: {},
}
"""The table of phases: which actions each takes, and what they do."""
