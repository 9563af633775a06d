"""Who decides for a side: a person at this device, the computer, or a person at another device."""

from backgammon.core.match import Player
from backgammon.state.model import Computer, DiceSource, Game, Human, Model


def plays_here(game: Game, player: Player | None) -> bool:
    """Whether a person at this device decides for this side."""
    return player is not None and isinstance(game.setup.seats[player], Human)


def is_computer(game: Game, player: Player | None) -> bool:
    """Whether the computer decides for this side."""
    return player is not None and isinstance(game.setup.seats[player], Computer)


def has_computer(game: Game) -> bool:
    """Whether the computer plays in this match; otherwise two people do."""
    return is_computer(game, 0) or is_computer(game, 1)


def is_shared(game: Game) -> bool:
    """Whether the dice are rolled jointly with a friend at another device, who has the same match."""
    return game.setup.dice is DiceSource.SHARED


def facing_player(model: Model) -> Player | None:
    """Return the player the page faces when two people sit face to face at this device, otherwise None."""
    seats = model.game.setup.seats
    if model.looking or not model.settings.face_to_face or not all(isinstance(seat, Human) for seat in seats):
        return None
    return model.game.match.decider or 0
