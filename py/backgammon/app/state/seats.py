"""Who decides for a side: a person at this device, the computer, or a person at another device."""

from backgammon.app.state.model import Computer, Game, Human
from backgammon.core.match import Player


def plays_here(game: Game, player: Player | None) -> bool:
    """Whether a person at this device decides for this side."""
    return player is not None and isinstance(game.setup.seats[player], Human)


def is_computer(game: Game, player: Player | None) -> bool:
    """Whether the computer decides for this side."""
    return player is not None and isinstance(game.setup.seats[player], Computer)


def has_computer(game: Game) -> bool:
    """Whether the computer plays in this match; else two people do."""
    return is_computer(game, 0) or is_computer(game, 1)
