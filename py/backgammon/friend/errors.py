"""The errors in what came from a friend, each with the key of the text that explains it."""

from backgammon.core.errors import BackgammonError
from backgammon.friend.stages import Violation


class FriendError(BackgammonError):
    """A text from a friend cannot be used; ``key``: of the text that says why, and what to do."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


class Known(FriendError):
    """A text of the match ``id`` here changes nothing: received before, written here, or a differing copy."""

    def __init__(self, id: str, key: str, message: str) -> None:
        super().__init__(key, message)
        self.id = id


class Breach(FriendError):
    """Something that came from a friend is a violation."""

    def __init__(self, violation: Violation, message: str) -> None:
        super().__init__(violation_key(violation), message)
        self.violation = violation


def violation_key(violation: Violation, by_friend: bool = True) -> str:
    """Return the key of the text that names a violation; all of ours share one text."""
    return f"friend.violation.{violation}" if by_friend else "friend.violation.ours"


def unreadable(message: str) -> FriendError:
    """Return the error for something that is not a text from a friend."""
    return FriendError("friend.text.unreadable", message)
