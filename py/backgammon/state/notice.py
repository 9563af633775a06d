"""Messages to the player, as keys of the catalogue and their parameters."""

from dataclasses import dataclass
from datetime import date

from backgammon.storage.figures import PlayedMatch
from backgammon.storage.types import Lines


class MessageKey(str):
    """A key of the catalogue used as a parameter: the value is its text in the user's language."""

    __slots__ = ()


class MoveText(str):
    """A play or places in notation, such as ``24/18* 6/5(2)``: shown unchanged, but read out in words."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Share:
    """A fraction (0 to 1) that is written as a percentage."""

    value: float
    decimals: int = 0


@dataclass(frozen=True, slots=True)
class DeletedMatch:
    """A match deleted from the statistics: its figures, and the link that opens it, "" if none was kept."""

    figures: PlayedMatch
    link: str


@dataclass(frozen=True, slots=True)
class Notice:
    """A line for the player: a key of the catalogue and its parameters. ``tone``: info, warning or error.

    A value that is a MessageKey is replaced by the text of that key, numbers and dates are formatted for the
    user's language, an equity (a float) with three decimals, and ``count`` chooses the plural form;
    ``features.speech.status_text.text`` writes the whole line. ``removed``: lines, or a match of the
    statistics, that were just deleted, and can be brought back as long as the notice is shown.
    """

    key: str
    params: tuple[tuple[str, str | float | Share | date], ...] = ()
    tone: str = "info"
    removed: Lines | DeletedMatch | None = None
