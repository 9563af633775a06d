"""A match is a fold over its action log: ``apply(state, action)`` is the one place where a match changes.

Players are 0 and 1; randomness is passed in with the rolls. ALLOWED lists the actions of each phase; only
Awarded is allowed at any time.
"""

from collections.abc import Callable, Iterable
from dataclasses import replace
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
from backgammon.core.errors import BackgammonError, IllegalAction
from backgammon.core.match_state import (
    HIGHEST_CUBE,
    MAX_LENGTH,
    MAX_SCORE,
    Ending,
    Match,
    Phase,
    Result,
    beaver_error,
    check_match,
    cube_action_error,
    is_cube_dead,
    is_single_game,
    limit_error,
    new_match,
    raccoon_error,
    refusal_error,
    times_won,
)
from backgammon.core.plays import Turn
from backgammon.core.position import Points, flip_points, make_unchecked
from backgammon.core.rules import Opening

# The names of core.actions and core.match_state are exported here too, for code that works with a match.
__all__ = ["Accepted", "Action", "Awarded", "Beavered", "Doubled", "Dropped", "NextGame", "OpeningRoll"]
__all__ += ["Played", "Player", "Raccooned", "Refused", "Resigned", "Rolled", "Took"]
__all__ += ["ALLOWED", "HIGHEST_CUBE", "MAX_LENGTH", "MAX_SCORE", "Ending", "Match", "Phase", "Result"]
__all__ += [
    "apply",
    "apply_play",
    "beaver_error",
    "check_match",
    "cube_action_error",
    "is_cube_dead",
    "is_single_game",
    "new_match",
    "refusal_error",
    "replay",
]


def replay(start: Match, log: Iterable[Action]) -> Match:
    """Return the state after a log of actions; raise IllegalAction at the first one that breaks the rules."""
    check_match(start)
    state = start
    for action in log:
        state = apply(state, action)
    return state


def apply(state: Match, action: Action) -> Match:
    """Return the state after one action; raise IllegalAction, which names the broken rule."""
    check_match(state)
    if isinstance(action, Awarded):
        return _award(state, action)
    allowed = ALLOWED[state.phase]
    handler = allowed.get(type(action))
    if handler is None:
        names = ", ".join(kind.__name__ for kind in allowed) or "nothing"
        raise IllegalAction("phase", f"{action!r} does not fit the phase {state.phase}, which takes {names}")
    return handler(state, action)


def without_resignation(state: Match) -> Match:
    """Return the match as it was before the resignation that awaits an answer."""
    assert state.resumes is not None
    return replace(state, phase=state.resumes, resigning=None, offered=0, resumes=None)


def _dice(roll: Roll) -> Roll:
    try:
        return check_roll(roll)
    except BackgammonError as error:
        raise IllegalAction("dice", str(error)) from None


def _roll_opening(state: Match, action: OpeningRoll) -> Match:
    first, second = _dice((action.first, action.second))
    rules = state.rules
    if first == second:
        tied = replace(state, dice=(first, second))
        automatic = rules.cube and not state.length and state.opening_ties < rules.automatic_doubles
        if automatic and not limit_error(state):
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
    return apply_play(state, Turn(state.position, state.dice, state.rules).after(action.steps))


def apply_play(state: Match, after: Points) -> Match:
    """Return the state after a play that is known to be legal; ``after`` is seen by the mover."""
    result = make_unchecked(flip_points(after), state.rules.checkers)
    if max(after) <= 0:  # every checker of the mover's is off
        lost = replace(state, position=result, on_roll=1 - state.on_roll, dice=None)
        return _end(lost, state.on_roll, times_won(state, result), Ending.BORNE_OFF)
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
    error = beaver_error(state)
    if error:
        raise error
    return _turn_again(state, Phase.BEAVERED)


def _raccoon(state: Match, action: Raccooned) -> Match:
    error = raccoon_error(state)
    if error:
        raise error
    return _turn_again(state, Phase.RACCOONED)


def _turn_again(state: Match, phase: Phase) -> Match:
    """Accept the pending cube offer and make the next one at once; the doubled player keeps the cube."""
    return replace(state, phase=phase, cube=state.cube * 2, cube_owner=1 - state.on_roll)


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
    return without_resignation(state)


def _end(state: Match, winner: Player, times: int, ending: Ending) -> Match:
    points = times * state.cube
    score = (state.score[0] + points * (winner == 0), state.score[1] + points * (winner == 1))
    return _with_result(state, score, Result(winner, times, points, ending))


def _with_result(state: Match, score: tuple[int, int], result: Result) -> Match:
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
    winner = action.winner
    score = tuple(action.score) if isinstance(action.score, tuple | list) else ()
    if type(winner) is not int or winner not in (0, 1) or len(score) != 2:
        raise IllegalAction("result", f"a game is awarded to player 0 or 1 at a score, not {action!r}")
    if not all(type(points) is int and 0 <= points <= MAX_SCORE for points in score):
        raise IllegalAction("result", f"a score is 0 to {MAX_SCORE}, not {score!r}")
    counted = state.result.points if state.result and state.result.winner == winner else 0
    gained = max(0, score[winner] - state.score[winner] + counted)
    return replace(_with_result(state, score, Result(winner, 1, gained, Ending.AWARDED)), dice=None)


def _next_game(state: Match, action: NextGame) -> Match:
    crawford_done = state.crawford_done or state.crawford_game
    fresh = new_match(state.rules, state.length, state.white, state.score, crawford_done)
    return replace(fresh, game=state.game + 1)


_RESIGN: dict[type, Callable[[Match, Any], Match]] = {Resigned: _resign}

ALLOWED: dict[Phase, dict[type, Callable[[Match, Any], Match]]] = {
    Phase.OPENING: {OpeningRoll: _roll_opening},
    Phase.TO_ROLL: {Rolled: _roll, Doubled: _double, **_RESIGN},
    Phase.TO_PLAY: {Played: _play, **_RESIGN},
    Phase.DOUBLED: {Took: _take, Dropped: _drop, Beavered: _beaver, **_RESIGN},
    Phase.BEAVERED: {Took: _take, Dropped: _drop, Raccooned: _raccoon, **_RESIGN},
    Phase.RACCOONED: {Took: _take, Dropped: _drop, **_RESIGN},
    Phase.RESIGNED: {Accepted: _accept, Refused: _refuse},
    Phase.GAME_OVER: {NextGame: _next_game},
    Phase.MATCH_OVER: {},
}
"""For each phase, the actions that it accepts and the functions that apply them."""
