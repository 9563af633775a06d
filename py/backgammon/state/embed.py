"""A board inside another page: the parameters its address may have.

They are checked here, the messages of that page in app.embed_page; neither can do more than a visitor could.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from backgammon.core.errors import BackgammonError
from backgammon.core.rules import PRESETS, STANDARD
from backgammon.i18n.languages import LANGUAGES
from backgammon.protocol.levels import DEFAULT_LEVEL, LEVELS
from backgammon.storage.types import Appearance, Theme


class Mode(StrEnum):
    """The purpose of an embedded board."""

    PLAY = "play"
    POSITION = "position"
    PROBLEM = "problem"
    MATCH = "match"


class Side(StrEnum):
    """The side of an ID's position that is drawn at the bottom, and is the reader's."""

    BOTTOM = "bottom"
    TOP = "top"
    MOVER = "mover"


class Controls(StrEnum):
    """The controls around the board."""

    NONE = "none"
    BUTTONS = "buttons"
    ALL = "all"


SMALLEST, LARGEST = 160, 1600
"""The limits of the width of a board, in CSS pixels."""

LONGEST_LENGTH = 25

CHOICES: dict[str, tuple[str, ...]] = {
    "embed": tuple(Mode),
    "side": tuple(Side),
    "controls": tuple(Controls),
    "preset": tuple(PRESETS),
    "level": LEVELS,
    "theme": tuple(Theme),
    "appearance": tuple(Appearance),
    "lang": tuple(LANGUAGES),
    "start": ("touch", "now"),
    "arrows": ("on", "off"),
}
"""Parameters with a fixed list of values; the default is not always the first (see Request)."""

NUMBERS: dict[str, tuple[int, int]] = {"length": (0, LONGEST_LENGTH), "size": (SMALLEST, LARGEST)}
TEXTS = ("xgid", "gnuid", "match", "play", "host")


@dataclass(frozen=True, slots=True)
class Request:
    """The request in an address.

    ``position`` is an ID, ``match`` the text of a file, ``play`` a play of the position's roll; "" for none.
    Whether arrows are shown is up to the frame.
    """

    mode: Mode = Mode.POSITION
    position: str = ""
    match: str = ""
    play: str = ""
    side: Side = Side.BOTTOM
    controls: Controls = Controls.BUTTONS
    preset: str = STANDARD.name
    level: str = DEFAULT_LEVEL
    length: int = 3
    language: str = ""
    theme: Theme = Theme.WOOD
    appearance: Appearance = Appearance.AUTO


def read_address(given: Mapping[str, str]) -> Request:
    """Read the parameters of an address; raise a BackgammonError that names the first invalid one.

    >>> read_address({"embed": "problem", "level": "club"}).level
    'club'
    """
    for name, choices in CHOICES.items():
        if name in given and given[name] not in choices:
            raise BackgammonError(f"{name} is one of {', '.join(choices)}, not {given[name]!r:.80}")
    numbers = {name: _number(name, given[name]) for name in NUMBERS if name in given}
    return Request(
        mode=Mode(given.get("embed", Mode.POSITION)),
        position=given.get("xgid") or given.get("gnuid", ""),
        match=given.get("match", ""),
        play=given.get("play", ""),
        side=Side(given.get("side", Side.BOTTOM)),
        controls=Controls(given.get("controls", Controls.BUTTONS)),
        preset=given.get("preset", STANDARD.name),
        level=given.get("level", DEFAULT_LEVEL),
        length=numbers.get("length", 3),
        language=given.get("lang", ""),
        theme=Theme(given.get("theme", Theme.WOOD)),
        appearance=Appearance(given.get("appearance", Appearance.AUTO)),
    )


def _number(name: str, text: str) -> int:
    low, high = NUMBERS[name]
    if not (text.isascii() and text.isdigit() and len(text) < 5 and low <= int(text) <= high):
        raise BackgammonError(f"{name} is a number from {low} to {high}, not {text!r:.80}")
    return int(text)
