"""The result of a game as a calculation: what was won and why, the cube, and the resulting points."""

from backgammon.core.actions import Player
from backgammon.core.match import Ending, Match, Result
from backgammon.core.position import BAR
from backgammon.core.rules import Backgammon, points_won
from backgammon.state.model import Game, MessageKey, Notice


def result_line(game: Game) -> Notice | None:
    """Return the result of a game; None if it is not over, or a file gave the points without a reason."""
    match, result = game.match, game.match.result
    if result is None:
        return None
    if result.ending is Ending.AWARDED:
        late = game.clock is not None and game.clock.is_out(1 - result.winner)
        return Notice("ui.friend.end.time") if late else None
    doubled = result.ending is not Ending.DROPPED and match.cube > 1
    values = (("what", MessageKey(_win_key(match, result))), ("cube", match.cube), ("count", result.points))
    return Notice("result.cube" if doubled else "result.plain", values)


def _win_key(match: Match, result: Result) -> str:
    """Return the catalogue key of what was won, without the cube."""
    if result.ending is Ending.DROPPED:
        return "result.dropped"
    if result.ending is Ending.RESIGNED:
        return f"result.resigned-{concession(match, 1 - result.winner, result.times)}"
    loser = match.position_of[1 - result.winner]
    is_gammon = not loser.off
    if match.rules.jacoby and is_gammon and points_won(loser.points, match.rules) > result.times:
        return "result.jacoby"
    if result.times == 1:
        return "dialog.resign.1"
    if not is_gammon:
        return "result.not-home"
    if result.times == 2:
        return "result.gammon"
    if match.rules.backgammon is Backgammon.NOT_HOME:
        return "result.gammon-not-home"
    return "result.backgammon-bar" if loser.points[BAR] > 0 else "result.backgammon-home"


def concession(match: Match, loser: Player, times: int) -> str:
    """Return the end of the keys that name what a side resigns: a number, unless a rule gives it a name.

    Where a checker that is not home counts by itself, no number is a backgammon.
    """
    if match.rules.backgammon is Backgammon.NOT_HOME:
        if times == 3:
            return "gammon-not-home"
        if times == 2 and match.position_of[loser].off:
            return "not-home"
    return str(times)
