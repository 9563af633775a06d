"""The desk's orders to the browser, in order: a Keep is carried out before the texts sent after it."""

from dataclasses import dataclass

from backgammon.friend.news import News


@dataclass(frozen=True, slots=True)
class Keep:
    """Store this text under the match's id before carrying out the orders after it; "" forgets the match."""

    id: str
    text: str


@dataclass(frozen=True, slots=True)
class Dial:
    """Make a connection and report its description; ``offer``: the friend's offer that it answers, if any.

    Every report on the connection comes with ``number``. ``servers``: address servers may be asked.
    """

    number: int
    offer: str = ""
    servers: bool = False


@dataclass(frozen=True, slots=True)
class Connect:
    """Give the friend's answer to the connection."""

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
    """Tell the page this news."""

    news: News


Order = Keep | Dial | Connect | Transmit | HangUp | PassOn | Tell
