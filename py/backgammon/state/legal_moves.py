"""What can be moved now: queries on a person's play in progress, answered by core.plays.Turn alone."""

from functools import lru_cache

from backgammon.core.dice import Roll
from backgammon.core.match import Match, Phase
from backgammon.core.plays import Move, Steps, Turn
from backgammon.core.position import OFF, Position
from backgammon.core.rules import Rules
from backgammon.state.checkers import Layout
from backgammon.state.friend_match import is_at_rest
from backgammon.state.model import Model
from backgammon.state.seats import plays_here


@lru_cache(maxsize=16)
def _turn(position: Position, dice: Roll, rules: Rules) -> Turn:
    return Turn(position, dice, rules)


def turn_of(match: Match) -> Turn | None:
    """Return the turn being played, None in any other phase."""
    if match.phase is not Phase.TO_PLAY or match.dice is None:
        return None
    return _turn(match.position, match.dice, match.rules)


def steps_of(moves: tuple[Move, ...]) -> Steps:
    """Return the steps of moves, without the numbers that they spend."""
    return tuple([move[:2] for move in moves])


def is_hit(turn: Turn, moves: tuple[Move, ...]) -> bool:
    """Whether the last of these moves, the first ones of the turn, hits a blot."""
    target = moves[-1].target
    return target != OFF and turn.points(moves[:-1])[target] == -1


def take_back_moves(layout: Layout, match: Match, moves: tuple[Move, ...], kept: int = 0) -> Layout:
    """Return the layout after only the first ``kept`` of the moves that the player on roll has made."""
    turn = turn_of(match)
    if turn is None:
        return layout
    for count in range(len(moves), kept, -1):
        move = moves[count - 1]
        layout = layout.take_back(match.on_roll, move.source, move.target, is_hit(turn, moves[:count]))
    return layout


def current_turn(model: Model) -> Turn | None:
    """Return the turn in which a person may move checkers now, None if there is none."""
    if model.is_paused or model.is_busy or is_at_rest(model):
        return None
    if not plays_here(model.game, model.game.match.on_roll):
        return None
    return turn_of(model.game.match)


def moves_from(model: Model, turn: Turn, source: int) -> tuple[Move, ...]:
    """Return the single moves of the checker on ``source``, starting with the number to be played first."""
    found = [move for move in turn.next_moves(model.game.moves) if move.source == source]
    return tuple(sorted(found, key=lambda move: move.die, reverse=not model.game.swapped))


def ways_from(model: Model, turn: Turn, source: int) -> dict[int, tuple[Move, ...]]:
    """Return the places the checker on ``source`` can reach, by one number or several, with the moves."""
    ways = turn.trips(model.game.moves, source)
    if model.game.swapped:
        ways = {target: _lower_first(turn, model.game.moves, way) for target, way in ways.items()}
        ways |= {move.target: (move,) for move in reversed(moves_from(model, turn, source))}
    return ways


def _lower_first(turn: Turn, moves: tuple[Move, ...], way: tuple[Move, ...]) -> tuple[Move, ...]:
    """Return the same trip with the lower number first, if that is legal too."""
    stop = way[0].source
    other: tuple[Move, ...] = ()
    for die in sorted(move.die for move in way):
        step = next((m for m in turn.next_moves(moves + other) if m.source == stop and m.die == die), None)
        if step is None:
            return way
        other, stop = (*other, step), step.target
    return other if stop == way[-1].target else way


def sources(model: Model) -> tuple[int, ...]:
    """Return the places (mover's numbers) from which a person can move a checker now, highest first."""
    turn = current_turn(model)
    if turn is None:
        return ()
    return tuple(dict.fromkeys(move.source for move in turn.next_moves(model.game.moves)))


def destinations(model: Model) -> dict[int, tuple[Move, ...]]:
    """Return the places the selected checker can reach, with the moves that lead there."""
    turn = current_turn(model)
    if turn is None or model.game.selected is None:
        return {}
    return ways_from(model, turn, model.game.selected)


def hits(model: Model, way: tuple[Move, ...]) -> bool:
    """Whether the last of these moves, made from the current board, hits a blot."""
    turn = turn_of(model.game.match)
    return turn is not None and bool(way) and is_hit(turn, model.game.moves + way)
