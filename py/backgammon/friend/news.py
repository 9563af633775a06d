"""What the desk tells the page: plain values, in one's own numbers (0 is who plays here, 1 the friend)."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from backgammon.core.plays import Move
from backgammon.core.time_control import Clock
from backgammon.friend import outputs
from backgammon.friend.errors import violation_key
from backgammon.friend.match import FriendMatch
from backgammon.friend.stages import End, Link, Stage
from backgammon.friend.terms import Terms
from backgammon.storage.types import Saved


@dataclass(frozen=True, slots=True)
class Standing:
    """How the match on the board stands; the names are those of its questions in FriendMatch."""

    id: str
    names: tuple[str, str]
    stage: Stage
    end: End | None
    link: Link
    terms: Terms
    saved: Saved
    has_word: bool
    can_roll: bool
    can_double: bool
    can_rule_out: bool
    keeps_cube: bool
    letter_due: bool
    letter_written: bool
    end_offered: bool
    clock: Clock | None

    @classmethod
    def of(cls, match: FriendMatch, letter_written: bool = False) -> "Standing":
        """Ask a match how it stands; ``letter_written``: the letter that is due was made already."""
        return cls(
            match.id,
            match.names,
            match.stage,
            match.end,
            match.link,
            match.terms,
            match.saved,
            match.has_word,
            match.can_roll,
            match.can_double,
            match.can_rule_out,
            match.keeps_cube,
            match.letter_due,
            letter_written,
            match.end_offered,
            match.clock,
        )


class Kind(StrEnum):
    """What a text is that is sent by messenger."""

    INVITATION = "invitation"
    ANSWER = "answer"
    DECLINE = "decline"
    CALL = "call"
    """It offers a connection for a match that has begun."""
    CALL_ANSWER = "call-answer"
    LETTER = "letter"
    """The match with the latest turn."""
    OWN_COPY = "own-copy"
    """Not for the friend: the match with its secrets, for another device of one's own."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A match in the list of matches against friends."""

    id: str
    name: str
    stage: Stage
    length: int
    score: tuple[int, int]
    mine: bool
    """Whether something is for us to do: to decide, or to send."""

    @classmethod
    def of(cls, match: FriendMatch) -> "Entry":
        """Ask a match what the list says of it."""
        mine = match.stage is not Stage.OVER and (match.has_word or match.letter_due)
        return cls(match.id, match.names[1], match.stage, match.terms.length, match.match.score, mine)


@dataclass(frozen=True, slots=True)
class Listed:
    """These are the matches there are, the latest first."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Stands:
    """The match on the board stands so now; ``refused``: what was decided here was not taken into it."""

    standing: Standing
    refused: bool = False


@dataclass(frozen=True, slots=True)
class Invited:
    """A friend's invitation was opened: nothing is agreed on or connected yet."""

    name: str
    terms: Terms
    live: bool


@dataclass(frozen=True, slots=True)
class CopyOpened:
    """A private copy of a match that is not here was opened: nothing is kept of it yet."""

    match: Entry


@dataclass(frozen=True, slots=True)
class Declined:
    """The friend has declined our invitation."""


@dataclass(frozen=True, slots=True)
class Exported:
    """This is kept of all matches, by their ids."""

    texts: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Preparing:
    """A text for the friend is being made: the browser looks for this device's addresses."""

    kind: Kind


@dataclass(frozen=True, slots=True)
class Written:
    """A text to be sent is there: a link to the page, of which the desk knows the fragment.

    ``live``: a connection waits for what comes back.
    """

    kind: Kind
    link: str
    live: bool


@dataclass(frozen=True, slots=True)
class Passed:
    """Another page of this device has taken the text; the match goes on there."""


@dataclass(frozen=True, slots=True)
class Unreached:
    """No way was found between the two devices."""


@dataclass(frozen=True, slots=True)
class StepsSeen:
    """The friend's checkers stand so in mid-play."""

    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Remark:
    """Something was said: a fixed remark, else a text."""

    remark: str = ""
    text: str = ""
    mine: bool = False


@dataclass(frozen=True, slots=True)
class Problem:
    """Something could not be done: the key of the text that says what, and what helps."""

    key: str


@dataclass(frozen=True, slots=True)
class Note:
    """A line for the player: the key of its text."""

    key: str


News = (
    Listed
    | Stands
    | Invited
    | CopyOpened
    | Declined
    | Exported
    | Preparing
    | Written
    | Passed
    | Unreached
    | StepsSeen
    | Remark
    | Problem
    | Note
)


def news_of(output: outputs.Told) -> News:
    """Return what the page is to know of what a match has to tell."""
    match output:
        case outputs.StepsShown(moves):
            return StepsSeen(moves)
        case outputs.Said(remark, text):
            return Remark(remark, text)
        case outputs.EndRefused():
            return Note("notice.friend-goes-on")
        case outputs.Violated(violation, by_friend):
            return Problem(violation_key(violation, by_friend))
