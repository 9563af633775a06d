"""The names of the dialogs, at most one of which is open, and of the offers beside the board."""

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
    """How the user has played over time."""
    DICE = "dice"
    """The commitment, the word, and checking the dice."""
    ROLL_TYPED = "roll-typed"
    FILES = "files"
    """Opening and exporting positions and match files."""
    PLAY_HERE = "play-here"
    """Choosing the opponent for playing on from a position."""
    FRIEND = "friend"
    """Matches against friends, their remarks, and the texts to send."""
    OTHER_TAB = "other-tab"
    """The match was changed in another tab: take that match, or go on with this one."""


class Offer(StrEnum):
    """Suggestions made once, when they help; see app.offers."""

    LEVEL = "level"
    """A weaker or a stronger opponent."""
    TAPS = "taps"
    """One-tap moves, and automatic rolling and confirming."""
    SOUND = "sound"
    LESSONS = "lessons"
