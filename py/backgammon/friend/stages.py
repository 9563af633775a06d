"""The stages of a match against a friend and the states of its live link, with the allowed transitions."""

from enum import StrEnum


class Stage(StrEnum):
    """The progress of the match; it is stored with the match."""

    INVITING = "inviting"
    """The host has proposed terms and shown the commitment; there is no answer yet."""
    JOINING = "joining"
    """The guest has accepted and shown commitment and first link; the host has sent nothing since."""
    PLAYING = "playing"
    OFFERING = "offering"
    """A double, a resignation or the end of the match has been offered, and not answered yet."""
    OVER = "over"
    """The match was played to the end, lost on time, declined, or ended by agreement."""


STAGES: dict[Stage, tuple[Stage, ...]] = {
    Stage.INVITING: (
        Stage.PLAYING,  # the friend accepted
        Stage.OVER,  # the friend declined, or the host withdrew the invitation
    ),
    Stage.JOINING: (
        Stage.PLAYING,  # the host's first message came
        Stage.OFFERING,  # with an offer in it
        Stage.OVER,  # or the end
    ),
    Stage.PLAYING: (
        Stage.OFFERING,  # either side offered something
        Stage.OVER,  # the last game is over, or time has run out
    ),
    Stage.OFFERING: (
        Stage.PLAYING,  # taken, refused, or it ended the game
        Stage.OVER,  # it ended the match
    ),
    Stage.OVER: (),
}


class Link(StrEnum):
    """The state of the live link; it is not stored."""

    CLOSED = "closed"
    """There is no live link: the match goes on by message, or waits."""
    RESUMING = "resuming"
    """The channel is open; each side reports the length of its transcript."""
    LIVE = "live"
    """The friend is connected, and the transcripts agree up to the end of the shorter one."""
    SILENT = "silent"
    """Nothing was heard for SILENCE; the clock is paused. The channel may recover."""
    STOPPED = "stopped"
    """A violation ended it, or the friend deleted the match; nothing more is read from this channel."""


LINKS: dict[Link, tuple[Link, ...]] = {
    Link.CLOSED: (
        Link.RESUMING,  # a channel was opened
    ),
    Link.RESUMING: (
        Link.LIVE,  # the friend's status or entries fit our transcript
        Link.SILENT,  # no status came
        Link.STOPPED,
        Link.CLOSED,
    ),
    Link.LIVE: (
        Link.SILENT,
        Link.RESUMING,  # the friend has reopened the page, and with it a new channel
        Link.STOPPED,
        Link.CLOSED,
    ),
    Link.SILENT: (
        Link.LIVE,  # the channel has recovered
        Link.RESUMING,  # a new one was opened
        Link.STOPPED,
        Link.CLOSED,
    ),
    Link.STOPPED: (
        Link.RESUMING,  # a new channel was opened: the match is as it was before the violation
        Link.CLOSED,
    ),
}

BEAT = 1000
"""Milliseconds between two signs of life."""
SILENCE = 3500
"""Milliseconds without a sign of life after which the link counts as lost."""


class Violation(StrEnum):
    """What a message violates. Both sides are told, a live link is stopped; the match is left unchanged."""

    UNREADABLE = "unreadable"
    """Not a message of this protocol."""
    VERSION = "version"
    """A message of another version of the protocol."""
    OTHER_MATCH = "other-match"
    FORGED = "forged"
    """Its seal was not made with the key that the two sides share."""
    FORK = "fork"
    """It contradicts the transcript that both sides had."""
    NOT_YOUR_TURN = "not-your-word"
    """The other side was to act."""
    ILLEGAL = "illegal"
    """Against the rules of the game."""
    DOUBLE_RULED_OUT = "double-ruled-out"
    """A double after "no double", or with a dead cube: the roll may already be known."""
    WRONG_LINK = "wrong-link"
    """The link does not hash to the one before: the dice are not those committed to."""
    CLOCK = "clock"
    """An impossible time: less than has passed, given where none is counted, or run out unreported."""
    NOT_AGREED = "not-agreed"
    """An end that was not offered, or a loss on a clock that was not agreed."""


class End(StrEnum):
    """Why a match is over."""

    PLAYED = "played"
    TIME = "time"
    """A player's time ran out; in a money game that loses only the game."""
    AGREED = "agreed"
    """Both agreed to end it at the current score."""
    DECLINED = "declined"
    """The guest declined the invitation."""
    GIVEN_UP = "given-up"
    """The host withdrew the invitation."""
    NO_DICE = "no-dice"
    """The chains have no link for another roll (friend.chain.LAST_LINK); neither side is at fault."""
