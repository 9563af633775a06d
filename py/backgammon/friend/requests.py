"""The page's requests to the desk: each is something a person wants, not how it is done."""

from collections.abc import Mapping
from dataclasses import dataclass

from backgammon.core.actions import Action
from backgammon.core.plays import Move
from backgammon.friend.terms import Terms


@dataclass(frozen=True, slots=True)
class ListMatches:
    """List the matches."""


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """Continue this match on the board; where nobody has answered it yet, show its invitation."""

    id: str


@dataclass(frozen=True, slots=True)
class LeaveMatch:
    """Take the match off the board, where another is now; it stays stored, and can be opened again."""


@dataclass(frozen=True, slots=True)
class ForgetMatch:
    """Delete a match from this device; "" deletes all of them."""

    id: str = ""


@dataclass(frozen=True, slots=True)
class Export:
    """Return the stored texts of all matches."""


@dataclass(frozen=True, slots=True)
class Import:
    """Import matches stored elsewhere, by their ids; one that is here and at least as far on stays."""

    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Invite:
    """Propose a match; ``live``: over a connection at once, else by message."""

    terms: Terms
    name: str
    live: bool
    servers: bool = False
    """Whether address (STUN) servers may be asked."""


@dataclass(frozen=True, slots=True)
class TakeText:
    """Read a text or a link from a friend; ``alone``: no other page of this device waits for it."""

    text: str
    servers: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Accept:
    """Accept the invitation opened last, or continue the private copy opened last."""

    name: str
    servers: bool = False


@dataclass(frozen=True, slots=True)
class Decline:
    """Decline the invitation or private copy opened last; where there is none, withdraw our own invitation.

    Declining an invitation makes a text for the friend. Ours is withdrawn only while its connection waits.
    """


@dataclass(frozen=True, slots=True)
class WriteCall:
    """Make a text that offers a connection for the match on the board."""

    servers: bool = False


@dataclass(frozen=True, slots=True)
class WriteLetter:
    """Make the letter with the latest turn of the match on the board."""


@dataclass(frozen=True, slots=True)
class WriteOwnCopy:
    """Make the private text that continues the match on the board on another device of the same player."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll, and do not double; ``number``: the length of the match's log before."""

    number: int


@dataclass(frozen=True, slots=True)
class Decide:
    """Add this action of ours to the match; ``number``: the length of its log before."""

    number: int
    action: Action
    rule_out: bool = False


@dataclass(frozen=True, slots=True)
class ShowSteps:
    """Show the friend the steps of the unfinished play so far."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Say:
    """Send the friend a fixed remark or a text."""

    remark: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class OfferEnd:
    """Offer to end the match at the current score."""


@dataclass(frozen=True, slots=True)
class AnswerEnd:
    """Answer the friend's offer to end the match."""

    accept: bool


@dataclass(frozen=True, slots=True)
class AskForRematch:
    """Ask the friend for a rematch of the match on the board, or accept theirs.

    Over the live link; without one this makes a text for the friend.
    """


@dataclass(frozen=True, slots=True)
class DeclineRematch:
    """Decline the friend's rematch."""


@dataclass(frozen=True, slots=True)
class KeepCube:
    """Rule out our doubles with everything sent from now on, or stop doing so."""

    on: bool


@dataclass(frozen=True, slots=True)
class Share:
    """Hand a link to the device's share sheet; the desk does not handle this request."""

    link: str


Request = (
    ListMatches
    | OpenMatch
    | LeaveMatch
    | ForgetMatch
    | Export
    | Import
    | Invite
    | TakeText
    | Accept
    | Decline
    | WriteCall
    | WriteLetter
    | WriteOwnCopy
    | Roll
    | Decide
    | ShowSteps
    | Say
    | OfferEnd
    | AnswerEnd
    | KeepCube
    | AskForRematch
    | DeclineRematch
)
