"""Showing the opponent's last play again: the board before it, then after each of its steps.

This is worked out from the match and its moves; only the number of steps shown is stored for it.
"""

from typing import NamedTuple

from backgammon.core.match import Match, Played
from backgammon.core.plays import Move
from backgammon.state.checkers import Layout
from backgammon.state.legal_moves import take_back_moves
from backgammon.state.model import Model, Replay
from backgammon.state.seats import plays_here
from backgammon.state.viewer import position_after


class RecalledBoard(NamedTuple):
    """The board while a play is shown again, after its first ``moves``."""

    layout: Layout
    moves: tuple[Move, ...]


def can_recall(model: Model) -> bool:
    """Whether the last play is the opponent's, and the person who decides next has not moved yet."""
    game = model.game
    if model.is_busy or model.looking or game.problem or game.moves or not game.last_moves:
        return False
    return game.last_player == 1 - game.match.on_roll and plays_here(game, game.match.decider)


def recalled_board(model: Model) -> RecalledBoard | None:
    """Return the board while the last play is shown again, None while the current position is shown."""
    if model.recalled is None or not can_recall(model):
        return None
    game, moves = model.game, model.game.last_moves
    layout = take_back_moves(game.layout, _before_last_play(model), moves, model.recalled)
    return RecalledBoard(layout, moves[: model.recalled])


def _before_last_play(model: Model) -> Match:
    log = model.game.log
    at = next(at for at in range(len(log) - 1, -1, -1) if isinstance(log[at], Played))
    return position_after(Replay(model.game.beginning, log.until(at)), at).match
