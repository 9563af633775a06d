"""What the page knows of matches against friends; they themselves are the desk's (backgammon.friend)."""

from dataclasses import dataclass
from enum import StrEnum

from backgammon.core.plays import Move
from backgammon.friend.news import Entry, Invited, Kind, Remark, Standing


class Sheet(StrEnum):
    """What the dialog shows."""

    LIST = "list"
    """The matches there are."""
    INVITED = "invited"
    """A friend's invitation, to be accepted or not."""
    COPY = "copy"
    """A private copy of a match, to go on with here or not."""
    TEXT = "text"
    """A text to be sent to the friend, and how the answer comes back."""
    MATCH = "match"
    """The match on the board: its connection, what was said, how to end it."""


REMEMBERED = 30
"""So many remarks are shown."""


@dataclass(frozen=True, slots=True)
class FriendPage:
    """What is shown, and how far the board has come.

    ``standing``: the match on the board. ``decided``: so many actions of it the desk has been told of;
    ``opening``: the match that it was asked for. ``shown`` are the steps that the friend was shown last,
    ``seen`` those of the friend's. ``link``: what is to be sent, "" while it is made, for a connection that
    waits (``live``) or without one; ``coded``: its QR code is shown. ``unreached``: the latest connection did
    not come about. ``muted``: the friend's remarks are not shown. ``now``: the time of the clock.
    """

    sheet: Sheet = Sheet.LIST
    standing: Standing | None = None
    decided: int = 0
    opening: str = ""
    shown: tuple[Move, ...] = ()
    seen: tuple[Move, ...] = ()
    invited: Invited | None = None
    copy: Entry | None = None
    kind: Kind | None = None
    live: bool = True
    link: str = ""
    coded: bool = False
    unreached: bool = False
    entries: tuple[Entry, ...] = ()
    remarks: tuple[Remark, ...] = ()
    muted: bool = False
    now: int = 0
