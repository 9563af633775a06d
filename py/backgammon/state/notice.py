"""What is said to the player, as keys of the catalogue and what fills them."""

from dataclasses import dataclass


class MessageKey(str):
    """A key of the catalogue where a value is wanted: its text, in the reader's language, is the value."""

    __slots__ = ()


class MoveText(str):
    """A play or places in notation, such as ``24/18* 6/5(2)``: shown as it stands, read out in words."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Notice:
    """A line for the player: a key of the catalogue and what fills it. ``tone``: info, warning or error.

    A value that is a MessageKey stands for the text of that key, numbers are written in the reader's
    language, and ``count`` chooses the plural form; ``features.speech.status_text.text`` writes the whole
    line.
    """

    key: str
    params: tuple[tuple[str, str | int], ...] = ()
    tone: str = "info"
