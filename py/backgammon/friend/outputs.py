"""What a FriendMatch wants done and has to tell, in order. Players and dice are in one's own numbers."""

from dataclasses import dataclass

from backgammon.core.plays import Move
from backgammon.friend.stages import Violation


@dataclass(frozen=True, slots=True)
class Save:
    """Keep this text under the match's id; only when it is kept may the outputs after it be carried out."""

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
class StepsShown:
    """The friend's checkers stand so in mid-play: steps that are not confirmed, all of the running play."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Said:
    """The friend said something: ``remark`` one of REMARKS, else ``text``, to be shown as plain text."""

    remark: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class EndRefused:
    """The friend goes on with the match."""


@dataclass(frozen=True, slots=True)
class Violated:
    """A message broke something and changed nothing; ``by_friend``: one of the friend's, else one of ours."""

    violation: Violation
    by_friend: bool = True


Told = StepsShown | Said | EndRefused | Violated
"""What the page is told; how the match and its link stand it asks for itself."""
Output = Save | Send | Close | Told
