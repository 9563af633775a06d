"""The error of stored data that cannot be read."""

import zlib
from collections.abc import Iterator
from contextlib import contextmanager

from backgammon.core.errors import BackgammonError


class StorageError(BackgammonError):
    """Stored data that is foreign or damaged; it quotes what stood there and says what was expected."""


@contextmanager
def wrap_errors(about: str = "the stored match breaks a rule") -> Iterator[None]:
    """Turn any error about data into a StorageError that begins with ``about``; also a decorator."""
    try:
        yield
    except StorageError:
        raise
    except (ValueError, zlib.error) as error:
        raise StorageError(f"{about}: {error}") from error
