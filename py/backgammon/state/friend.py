"""What the page knows about matches against friends; the desk (backgammon.friend) holds the matches."""

from dataclasses import dataclass
from enum import StrEnum

from backgammon.core.plays import Move
from backgammon.friend.news import Invited, Kind, ListedMatch, MatchState
from backgammon.friend.outputs import RemarkMade


class Sheet(StrEnum):
    """What the dialog of matches against friends shows."""

    LIST = "list"
    """The list of matches."""
    INVITED = "invited"
    """A friend's invitation, to accept or decline."""
    COPY = "copy"
    """A private copy of a match, which can be continued here."""
    TEXT = "text"
    """A text to send to the friend, and how their answer comes back."""
    MATCH = "match"
    """The match on the board: its connection, the remarks, how to end it."""


REMEMBERED = 30
"""The number of remarks that are shown."""


@dataclass(frozen=True, slots=True)
class FriendPage:
    """What is shown, and how much of the match the board and the desk share.

    ``state``: the match on the board. ``decided``: the number of its actions known to the desk;
    ``opening``: the id of the match that the desk was asked to open. ``shown`` are the steps that the friend
    was shown last, ``seen`` the friend's own. ``text``: the text to send, "" while it is being made, for a
    connection that waits (``live``) or without one; ``coded``: its QR code is shown. ``unreached``: the last
    attempt to connect failed. ``rematch``: the id of a rematch of two who are connected already. ``muted``:
    the friend's remarks are hidden. ``now``: the time, for the clocks.
    """

    sheet: Sheet = Sheet.LIST
    state: MatchState | None = None
    decided: int = 0
    opening: str = ""
    shown: tuple[Move, ...] = ()
    seen: tuple[Move, ...] = ()
    invited: Invited | None = None
    copy: ListedMatch | None = None
    kind: Kind | None = None
    live: bool = True
    text: str = ""
    coded: bool = False
    unreached: bool = False
    rematch: str = ""
    matches: tuple[ListedMatch, ...] = ()
    remarks: tuple[RemarkMade, ...] = ()
    muted: bool = False
    now: int = 0
