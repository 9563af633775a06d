"""What the page asks of the desk: each is a person's wish, and says nothing about how it is met."""

from collections.abc import Mapping
from dataclasses import dataclass

from backgammon.core.actions import Action
from backgammon.core.plays import Move
from backgammon.friend.terms import Terms


@dataclass(frozen=True, slots=True)
class ListMatches:
    """Say which matches there are."""


@dataclass(frozen=True, slots=True)
class OpenMatch:
    """Go on with this match on the board; of one that nobody has answered, the invitation."""

    id: str


@dataclass(frozen=True, slots=True)
class LeaveMatch:
    """Another match is on the board now; the one against a friend is kept, and waits to be opened."""


@dataclass(frozen=True, slots=True)
class ForgetMatch:
    """Delete a match from this device; with "" all of them."""

    id: str = ""


@dataclass(frozen=True, slots=True)
class Export:
    """Say what is kept of all matches."""


@dataclass(frozen=True, slots=True)
class Import:
    """Take in what was kept of matches elsewhere, by their ids; what is here and as far stays."""

    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Invite:
    """Propose a match; ``live``: at once over a connection, else by message."""

    terms: Terms
    name: str
    live: bool
    servers: bool = False
    """Whether address servers may be asked."""


@dataclass(frozen=True, slots=True)
class TakeText:
    """Take in a text or a link from a friend; ``alone``: no other page of this device waits for it."""

    text: str
    servers: bool = False
    alone: bool = False


@dataclass(frozen=True, slots=True)
class Accept:
    """Accept the invitation, or go on with the private copy, that was opened last."""

    name: str
    servers: bool = False


@dataclass(frozen=True, slots=True)
class Decline:
    """Leave it, and make a text that declines an invitation; where none was opened, take one's own back."""


@dataclass(frozen=True, slots=True)
class Call:
    """Make a text that offers a connection for the match on the board."""

    servers: bool = False


@dataclass(frozen=True, slots=True)
class WriteLetter:
    """Make the text with the latest turn of the match on the board."""


@dataclass(frozen=True, slots=True)
class WriteOwnCopy:
    """Make the private text with which the match on the board goes on at another device of one's own."""


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll."""


@dataclass(frozen=True, slots=True)
class Decide:
    """Take this action of ours into the match; ``number``: how many it had before."""

    number: int
    action: Action
    rule_out: bool = False


@dataclass(frozen=True, slots=True)
class ShowSteps:
    """Let the friend see the steps of the running play as they stand."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Say:
    """Say a fixed remark or a text."""

    remark: str = ""
    text: str = ""


@dataclass(frozen=True, slots=True)
class OfferEnd:
    """Offer to end the match as it stands."""


@dataclass(frozen=True, slots=True)
class AnswerEnd:
    """Answer that offer."""

    accept: bool


@dataclass(frozen=True, slots=True)
class KeepCube:
    """Rule out our doubles with all that is sent from now on, or no more."""

    on: bool


@dataclass(frozen=True, slots=True)
class Share:
    """Hand a link to the device's share sheet; the desk has nothing to do with it."""

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
    | Call
    | WriteLetter
    | WriteOwnCopy
    | Roll
    | Decide
    | ShowSteps
    | Say
    | OfferEnd
    | AnswerEnd
    | KeepCube
)
