"""What the desk wants done outside, in order; what comes before a text that is sent is to be kept first."""

from dataclasses import dataclass

from backgammon.friend.news import News


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep this text under the match's id, before the orders after it are carried out; "" forgets it."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Dial:
    """Make a connection and report its description; ``offer``: the friend's, which it answers.

    Everything that is heard of it comes with its number. ``servers``: address servers may be asked.
    """

    number: int
    offer: str = ""
    servers: bool = False


@dataclass(frozen=True, slots=True)
class Connect:
    """Hand the friend's answer to the connection."""

    number: int
    answer: str


@dataclass(frozen=True, slots=True)
class Transmit:
    """Send a text over the connection."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class HangUp:
    """End the connection once everything is sent."""

    number: int


@dataclass(frozen=True, slots=True)
class PassOn:
    """Offer a text to the other pages of this device; if none takes it, it comes back as TakeText, alone."""

    text: str


@dataclass(frozen=True, slots=True)
class Tell:
    """Tell the page."""

    news: News


Order = Keep | Dial | Connect | Transmit | HangUp | PassOn | Tell
