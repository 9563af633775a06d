"""The reason why a checker cannot make a move: one line, for the first rule that prevents it."""

from backgammon.core.plays import Move, Turn
from backgammon.core.position import BAR, OFF, Points, all_home
from backgammon.core.rules import BearOff
from backgammon.state.model import Notice


def reason_against(turn: Turn, moves: tuple[Move, ...], source: int, target: int | None = None) -> Notice:
    """Return the reason against moving from ``source``, to ``target`` if one was chosen (mover's numbers).

    To be called only if there is no such legal move. (No line is needed if only the higher number can be
    played: then there is only one legal play, and the game makes it automatically.)
    """
    points, following = turn.points(moves), turn.next_moves(moves)
    if not following:
        return Notice("notice.all-played")
    if points[BAR] and source != BAR:
        return Notice("notice.bar-first")
    if source in (OFF, BAR) and not points[BAR]:
        return Notice("notice.no-checker")
    if points[source] <= 0:
        return Notice("notice.not-yours" if points[source] else "notice.no-checker")
    return _against_target(turn, moves, source, target)


def _against_target(turn: Turn, moves: tuple[Move, ...], source: int, target: int | None) -> Notice:
    points, left = turn.points(moves), sorted(set(turn.numbers_left(moves)), reverse=True)
    if target is not None and target >= source:
        return Notice("notice.wrong-way")
    if target is None:
        reasons = [_against_number(turn, moves, source, die) for die in left]
        return next((reason for reason in reasons if reason.key == "notice.blocked"), reasons[0])
    if target == OFF:
        return _against_bearing_off(turn, points, source, left[0])
    if points[target] <= -2:
        return Notice("notice.blocked")
    if source - target in left:
        return _against_number(turn, moves, source, source - target)
    return Notice("notice.no-number")


def _against_number(turn: Turn, moves: tuple[Move, ...], source: int, die: int) -> Notice:
    points = turn.points(moves)
    if source <= die:
        return _against_bearing_off(turn, points, source, die)
    if points[source - die] <= -2:
        return Notice("notice.blocked")
    return Notice("notice.play-all")


def _against_bearing_off(turn: Turn, points: Points, source: int, die: int) -> Notice:
    if not all_home(points):
        return Notice("notice.not-home")
    if die < source:
        return Notice("notice.no-number")
    return Notice("notice.exact" if turn.rules.bear_off is BearOff.EXACT else "notice.highest-first")
