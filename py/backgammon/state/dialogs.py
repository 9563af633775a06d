"""The dialogs by name, at most one of which is open, and what is offered beside the board."""

from enum import StrEnum


class DialogName(StrEnum):
    NEW_GAME = "new-game"
    SETTINGS = "settings"
    HELP = "help"
    RULES = "rules"
    RESIGN = "resign"
    REVIEW = "review"
    """The analysis of a whole match."""
    CUBE = "cube"
    """The cube at every score."""
    FIGURES = "figures"
    """How one has played over time."""
    DICE = "dice"
    """The commitment, the word and the check of the dice."""
    ROLL_TYPED = "roll-typed"
    FILES = "files"
    """Positions and match files, in and out."""
    PLAY_HERE = "play-here"
    """Against whom to play on from a position."""
    FRIEND = "friend"
    """Matches against friends, and what is said and sent."""
    OTHER_TAB = "other-tab"
    """The match was changed in another tab: take that one, or go on with this."""


class Offer(StrEnum):
    """What is offered once, at the moment when it helps; see app.offers."""

    LEVEL = "level"
    """A weaker or a stronger opponent."""
    TAPS = "taps"
    """A tap that moves at once, and automatic roll and confirm."""
    SOUND = "sound"
    LESSONS = "lessons"
