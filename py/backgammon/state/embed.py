"""A board inside another page: the parameters its address may have.

They are checked here, the messages of that page in app.embed_page; neither can do more than a visitor could.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from backgammon.core.errors import BackgammonError
from backgammon.core.rules import PRESETS, STANDARD
from backgammon.i18n.languages import LANGUAGES, language_of
from backgammon.protocol.levels import DEFAULT_LEVEL, LEVELS
from backgammon.state.model import LONGEST_MATCH
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


SMALLEST, LARGEST = 160, 1600
"""The limits of the width of a board, in CSS pixels."""

CHOICES: dict[str, tuple[str, ...]] = {
    "embed": tuple(Mode),
    "side": tuple(Side),
    "controls": ("none", "buttons", "all"),
    "preset": tuple(PRESETS),
    "level": LEVELS,
    "theme": tuple(Theme),
    "appearance": tuple(Appearance),
    "lang": tuple(LANGUAGES),
    "start": ("touch", "now"),
    "arrows": ("on", "off"),
}
"""Parameters with a fixed list of values; the default is not always the first (see Request)."""

NUMBERS: dict[str, tuple[int, int]] = {"length": (0, LONGEST_MATCH), "size": (SMALLEST, LARGEST)}
TEXTS = ("xgid", "gnuid", "match", "play", "host")


@dataclass(frozen=True, slots=True)
class Request:
    """The request in an address.

    ``position`` is an ID, ``match`` the text of a file, ``play`` a play of the position's roll; "" for none.
    Which controls and arrows are shown is up to the frame.
    """

    mode: Mode = Mode.POSITION
    position: str = ""
    match: str = ""
    play: str = ""
    side: Side = Side.BOTTOM
    preset: str = STANDARD.name
    level: str = DEFAULT_LEVEL
    length: int = 3
    language: str = ""
    theme: Theme = Theme.WOOD
    appearance: Appearance = Appearance.AUTO


_FIELDS: dict[str, tuple[str, Callable[[str], Any]]] = {
    "embed": ("mode", Mode),
    "gnuid": ("position", str),
    "xgid": ("position", str),
    "match": ("match", str),
    "play": ("play", str),
    "side": ("side", Side),
    "preset": ("preset", str),
    "level": ("level", str),
    "length": ("length", int),
    "lang": ("language", language_of),
    "theme": ("theme", Theme),
    "appearance": ("appearance", Appearance),
}
"""The field of a request that each parameter sets, and how it is read; an XGID goes before a GNU ID."""


def read_address(given: Mapping[str, str]) -> Request:
    """Read the parameters of an address; raise a BackgammonError that names the first invalid one.

    >>> read_address({"embed": "problem", "level": "club"}).level
    'club'
    """
    for name, choices in CHOICES.items():
        value = given.get(name, choices[0])
        if value not in choices and not (name == "lang" and language_of(value)):
            raise BackgammonError(f"{name} is one of {', '.join(choices)}, not {value!r:.80}")
    for name in NUMBERS:
        if name in given:
            _check_number(name, given[name])
    found = {field: read(given[name]) for name, (field, read) in _FIELDS.items() if given.get(name)}
    return Request(**found)


def _check_number(name: str, text: str) -> None:
    low, high = NUMBERS[name]
    if not (text.isascii() and text.isdigit() and len(text) < 5 and low <= int(text) <= high):
        raise BackgammonError(f"{name} is a number from {low} to {high}, not {text!r:.80}")
