"""The outputs of a FriendMatch: what to do and what to tell the page. Players have the local numbers."""

from dataclasses import dataclass

from backgammon.core.plays import Move
from backgammon.friend.stages import Violation
from backgammon.friend.texts import Answer, Invitation


@dataclass(frozen=True, slots=True)
class Save:
    """Store this text under the match's id; carry out the outputs after it only once it is stored."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Send:
    """Send this text over the channel."""

    text: str


@dataclass(frozen=True, slots=True)
class Close:
    """Close the channel once everything is sent."""


@dataclass(frozen=True, slots=True)
class RematchText:
    """The friend invites us to a rematch, or answers our invitation to one."""

    text: Invitation | Answer


@dataclass(frozen=True, slots=True)
class StepsShown:
    """All steps of the friend's unfinished play so far, not confirmed yet."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class RemarkMade:
    """A remark, one of REMARKS, or else a plain text, was said; ``mine``: by the player here."""

    remark: str = ""
    text: str = ""
    mine: bool = False


@dataclass(frozen=True, slots=True)
class EndRefused:
    """The friend has refused to end the match."""


@dataclass(frozen=True, slots=True)
class DeletedByFriend:
    """The friend has deleted the match on the connected device."""


@dataclass(frozen=True, slots=True)
class Violated:
    """A message was a violation, and changed nothing; ``by_friend``: it was the friend's, else ours."""

    violation: Violation
    by_friend: bool = True


Told = StepsShown | RemarkMade | EndRefused | DeletedByFriend | Violated
"""The outputs that the page is told of; it queries the state of the match and its link itself."""
Output = Save | Send | Close | RematchText | Told
