"""The desk's news for the page: plain values, in local numbers (0 the player here, 1 the friend)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from backgammon.core.rules import STANDARD, Rules
from backgammon.core.time_control import Clock
from backgammon.friend.errors import violation_key
from backgammon.friend.match import FriendMatch
from backgammon.friend.outputs import DeletedByFriend, EndRefused, RemarkMade, StepsShown, Told, Violated
from backgammon.friend.stages import End, Link, Stage
from backgammon.friend.terms import Terms
from backgammon.friend.texts import Invitation
from backgammon.storage.types import Saved


class RematchState(StrEnum):
    """Who has asked for a rematch, if anybody."""

    NONE = ""
    PROPOSED = "proposed"
    """We have, over the live link, and wait for the answer."""
    INVITED = "invited"
    """We have, and the invitation can still be sent: there is no live link."""
    OFFERED = "offered"
    """The friend has."""
    DECLINED = "declined"
    """We have, and the friend has declined."""


@dataclass(frozen=True, slots=True)
class MatchState:
    """The state of the match on the board; the fields have the names of FriendMatch's properties."""

    id: str
    names: tuple[str, str]
    stage: Stage
    end: End | None
    link: Link
    terms: Terms
    saved: Saved
    is_our_turn: bool
    can_roll: bool
    can_double: bool
    can_rule_out: bool
    keeps_cube: bool
    letter_due: bool
    letter_written: bool
    end_offered: bool
    is_about_end: bool
    clock: Clock | None
    rematch: RematchState

    @classmethod
    def of(
        cls, match: FriendMatch, letter_written: bool = False, rematch: RematchState = RematchState.NONE
    ) -> "MatchState":
        """Return the state of a match; ``letter_written``: the letter that is due was already made."""
        return cls(
            match.id,
            match.names,
            match.stage,
            match.end,
            match.link,
            match.terms,
            match.saved,
            match.is_our_turn,
            match.can_roll,
            match.can_double,
            match.can_rule_out,
            match.keeps_cube,
            match.letter_due,
            letter_written,
            match.end_offered,
            match.is_about_end,
            match.clock,
            rematch,
        )


class Kind(StrEnum):
    """The kind of a text sent by messenger."""

    INVITATION = "invitation"
    ANSWER = "answer"
    DECLINE = "decline"
    CALL = "call"
    """The offer of a connection for a match that has begun."""
    CALL_ANSWER = "call-answer"
    LETTER = "letter"
    """The match with the latest turn."""
    OWN_COPY = "own-copy"
    """Not for the friend: the match with its secrets, for another device of the same player."""


@dataclass(frozen=True, slots=True)
class ListedMatch:
    """A match in the list of matches against friends."""

    id: str
    name: str
    stage: Stage
    length: int
    score: tuple[int, int]
    mine: bool
    """Whether there is something for us to do: decide, or send a letter."""
    end: End | None = None
    rules: Rules = STANDARD
    is_host: bool = True
    made: int = 0
    """When an invitation of ours was made, in minutes since 1970 by the clock on the wall; 0 for unknown."""

    @classmethod
    def of(cls, match: FriendMatch) -> "ListedMatch":
        """Return the line of a match."""
        mine = match.stage is not Stage.OVER and (match.is_our_turn or match.letter_due)
        length, score = match.terms.length, match.match.score
        rules, end, host, made = match.terms.rules, match.end, match.is_host, match.made
        return cls(match.id, match.names[1], match.stage, length, score, mine, end, rules, host, made)


@dataclass(frozen=True, slots=True)
class Listed:
    """The list of all matches, the latest first."""

    matches: tuple[ListedMatch, ...]


@dataclass(frozen=True, slots=True)
class StateChanged:
    """The new state of the match on the board; ``refused``: the last decision here was not accepted."""

    state: MatchState
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Opened:
    """A text of a match here was opened; ``key``: of the line that says why it brings nothing new, if so."""

    id: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class Invited:
    """A friend's invitation was opened: nothing is agreed or connected yet.

    ``declined``: this device declined it before.
    """

    name: str
    terms: Terms
    live: bool
    declined: bool = False

    @classmethod
    def of(cls, invitation: Invitation, declined: bool = False) -> "Invited":
        """Return the news of an invitation."""
        return cls(invitation.name, invitation.terms, bool(invitation.sdp), declined)


@dataclass(frozen=True, slots=True)
class CopyOpened:
    """A private copy of a match unknown here was opened: nothing of it is stored yet."""

    match: ListedMatch


@dataclass(frozen=True, slots=True)
class Declined:
    """The friend has declined our invitation."""


@dataclass(frozen=True, slots=True)
class Exported:
    """The stored texts of all matches, by their ids."""

    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Preparing:
    """A text for the friend is being made: the browser is gathering this device's addresses."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Written:
    """A text is ready to be sent: a link to the page, of which the desk gives only the fragment.

    ``live``: a connection waits for the reply.
    """

    kind: Kind
    text: str
    live: bool


@dataclass(frozen=True, slots=True)
class Passed:
    """Another page of this device has taken the text; the match goes on there."""


@dataclass(frozen=True, slots=True)
class Unreached:
    """No connection could be made between the two devices."""


@dataclass(frozen=True, slots=True)
class Problem:
    """Something could not be done; ``key``: of the text that says what, and what to do."""

    key: str


@dataclass(frozen=True, slots=True)
class Note:
    """A line for the player; ``key``: of its text."""

    key: str


News = (
    Listed
    | StateChanged
    | Opened
    | Invited
    | CopyOpened
    | Declined
    | Exported
    | Preparing
    | Written
    | Passed
    | Unreached
    | StepsShown
    | RemarkMade
    | Problem
    | Note
)


def news_of(output: Told) -> News:
    """Return the news for the page of an output of a match."""
    match output:
        case StepsShown() | RemarkMade():
            return output
        case EndRefused():
            return Note("notice.friend-goes-on")
        case DeletedByFriend():
            return Problem("notice.friend-deleted")
        case Violated(violation, by_friend):
            return Problem(violation_key(violation, by_friend))
