"""What is wrong with something that came from a friend, by the key of the text that says so."""

from backgammon.core.errors import BackgammonError
from backgammon.friend.stages import Violation


class FriendError(BackgammonError):
    """A text from a friend that cannot be used; ``key``: the text that says why, and what helps."""

    def __init__(self, key: str, message: str) -> None:
        super().__init__(message)
        self.key = key


class Breach(FriendError):
    """What came from a friend is a violation."""

    def __init__(self, violation: Violation, message: str) -> None:
        super().__init__(violation_key(violation), message)
        self.violation = violation


def violation_key(violation: Violation, by_friend: bool = True) -> str:
    """Return the key of the text that names a violation; of ours there is only one."""
    return f"friend.violation.{violation}" if by_friend else "friend.violation.ours"


def unreadable(message: str) -> FriendError:
    """Return the error for what is no text of a friend."""
    return FriendError("friend.text.unreadable", message)
