"""Where a match against a friend stands, and the link it is played over; the tables say what follows what."""

from enum import StrEnum


class Stage(StrEnum):
    """How far the match has come; it is kept."""

    INVITING = "inviting"
    """The host has proposed terms and shown the commitment; nobody has answered."""
    JOINING = "joining"
    """The guest has accepted and shown commitment and first link; nothing has come from the host."""
    PLAYING = "playing"
    OFFERING = "offering"
    """A double, a resignation or the end of the match is offered, and not answered yet."""
    OVER = "over"
    """The match is played to the end, lost on time, declined, or was ended by both."""


STAGES: dict[Stage, tuple[Stage, ...]] = {
    Stage.INVITING: (
        Stage.PLAYING,  # an answer came that accepts
        Stage.OVER,  # the friend declined, or the host gave it up
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
        Stage.PLAYING,  # taken, refused, or the game ended by it
        Stage.OVER,  # the match ended by it
    ),
    Stage.OVER: (),
}


class Link(StrEnum):
    """How it stands with the live link; it is not kept."""

    CLOSED = "closed"
    """There is none: the match goes on by message, or waits."""
    RESUMING = "resuming"
    """The channel is open; each side says how far its transcript goes."""
    LIVE = "live"
    """The friend is there, and both transcripts agree as far as they go."""
    SILENT = "silent"
    """Nothing was heard for SILENCE; the clock waits. The channel may mend itself."""
    STOPPED = "stopped"
    """A violation ended it; nothing more is read from this channel."""


LINKS: dict[Link, tuple[Link, ...]] = {
    Link.CLOSED: (
        Link.RESUMING,  # a channel was opened
    ),
    Link.RESUMING: (
        Link.LIVE,  # the friend's greeting continues our transcript, or ours the friend's
        Link.SILENT,  # no greeting came
        Link.STOPPED,
        Link.CLOSED,
    ),
    Link.LIVE: (
        Link.SILENT,
        Link.RESUMING,  # the friend has opened his page anew, and a new channel with it
        Link.STOPPED,
        Link.CLOSED,
    ),
    Link.SILENT: (
        Link.LIVE,  # the channel has mended itself
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
"""So many without one are a lost link."""


class Violation(StrEnum):
    """What a message breaks. Both sides are told, a live link is stopped; the match stays as it was."""

    UNREADABLE = "unreadable"
    """No message of this protocol."""
    VERSION = "version"
    """A message of another version of the protocol."""
    OTHER_MATCH = "other-match"
    FORGED = "forged"
    """Its seal is not made with the key that the two share."""
    FORK = "fork"
    """It continues the transcript in another way than the one both had."""
    NOT_YOUR_WORD = "not-your-word"
    """The other side was to decide."""
    ILLEGAL = "illegal"
    """Against the rules of the game."""
    DOUBLE_RULED_OUT = "double-ruled-out"
    """A double after "no double", or with a dead cube: the roll may be known already."""
    WRONG_LINK = "wrong-link"
    """Hashed, the link does not give the one before: other dice than those committed to."""
    CLOCK = "clock"
    """A time that cannot be: more is told than has passed, or it has run out unsaid."""
    NOT_AGREED = "not-agreed"
    """An end that was not offered, or terms that are not those of the invitation."""


class End(StrEnum):
    """Why a match is over."""

    PLAYED = "played"
    TIME = "time"
    """A player's time ran out; in a money game only the game is lost by that."""
    AGREED = "agreed"
    """Both ended it as it stood."""
    DECLINED = "declined"
    """The guest declined the invitation."""
    GIVEN_UP = "given-up"
    """The host took back the invitation."""
    NO_DICE = "no-dice"
    """The chains have no link for another roll (friend.chain.LINKS); nobody has done wrong."""
