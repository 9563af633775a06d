"""The one error of this room."""

from backgammon.core.errors import BackgammonError


class StorageError(BackgammonError):
    """Stored data that is foreign or damaged; it quotes what stood there and says what was expected."""
