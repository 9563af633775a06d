"""The one connection of a device, and the texts that set up connections and matches."""

from collections.abc import Callable
from dataclasses import dataclass

from backgammon.friend.errors import Breach, FriendError, unreadable
from backgammon.friend.match import FriendMatch
from backgammon.friend.news import Kind
from backgammon.friend.stages import Violation
from backgammon.friend.texts import Answer, Call, OwnCopy, Text, parse
from backgammon.storage.errors import StorageError


@dataclass(slots=True)
class Connection:
    """The one connection: its number, its match, and the kind of text that contains its description.

    ``text`` is that text, once it is written.
    """

    number: int
    match: FriendMatch
    kind: Kind
    text: str = ""
    opened: bool = False
    before: FriendMatch | None = None
    """The match that this one follows over the same connection, while messages of it may still arrive."""


def call_text(match: FriendMatch, kind: Kind, sdp: str) -> str:
    """Write the text that contains the description of a connection."""
    match kind:
        case Kind.INVITATION:
            return match.invitation(sdp)
        case Kind.ANSWER:
            return match.answer(sdp)
        case _:
            return match.call(sdp, is_answer=kind is Kind.CALL_ANSWER)


def is_answer(text: Text) -> bool:
    return isinstance(text, Answer) or (isinstance(text, Call) and text.is_answer)


def is_decline(text: Text) -> bool:
    return isinstance(text, Answer) and not text.accepted


def match_id(text: str) -> str:
    """Return the id of the match that a text is about, "" for anything else, a private copy included."""
    try:
        found = parse(text)
    except FriendError:
        return ""
    return "" if isinstance(found, OwnCopy) else found.id


def copied_match(copy: OwnCopy, find: Callable[[str], FriendMatch | None]) -> FriendMatch:
    """Return the match of a private copy; raise FriendError for one to be refused.

    ``find``: finds a match known here. A copy with another seed is refused: the friend could have written it
    to control our side from then on.
    """
    try:
        match = FriendMatch.restore(copy.kept)
    except StorageError as error:
        raise unreadable(f"no copy of a match: {error}") from error
    known = find(match.id)
    if not match.has_begun:
        raise unreadable("nobody makes a copy of a match that has not begun")
    if known and not known.is_same_side(match):
        raise Breach(Violation.FORGED, "the copy has another seed than the match here")
    if known and known.has_begun:
        known.check_copy(match)
    return match
