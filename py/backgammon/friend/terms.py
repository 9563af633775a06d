"""The terms that two friends agree on before they play: the host proposes them, the guest accepts."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from backgammon.core.actions import Player
from backgammon.core.errors import BackgammonError
from backgammon.core.match import MAX_LENGTH
from backgammon.core.rules import PRESETS, STANDARD, Rules
from backgammon.core.time_control import TimeControl
from backgammon.friend.errors import unreadable
from backgammon.friend.packing import Reader, Writer

MAX_NAME = 40
"""The most characters in a name; fewer in an invitation where they take too many bytes (friend.texts)."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The proposed match.

    ``length`` 0 is a money game. ``white``: who has the white checkers, 0 the host, 1 the guest. ``clock``:
    None without one. ``hints``: players may ask the computer during the match.
    """

    rules: Rules = STANDARD
    length: int = 5
    white: Player = 0
    clock: TimeControl | None = None
    hints: bool = False

    def __post_init__(self) -> None:
        if not 0 <= self.length <= MAX_LENGTH or self.white not in (0, 1):
            raise BackgammonError(f"no such match can be played: {self!r}")


def clean_text(text: str, longest: int) -> str:
    """Return typed text in a form that can be sent: stripped, shortened, lone surrogates replaced."""
    return text.strip()[:longest].encode("utf-8", "replace").decode()


_NAMES = ("standard", "trikktrakk", "ga207", "leaflet", "nynorsk", "tryktrak", "custom")
"""The names of rules by their number in texts: never reorder them, add new names at the end."""
_RULES = (
    "opening",
    "single_die",
    "bear_off",
    "lapse",
    "backgammon",
    "play_to",
    "cube",
    "cube_limit",
    "crawford",
    "jacoby",
    "beavers",
    "raccoons",
    "automatic_doubles",
    "start",
)
"""The rules in the order in which every build packs them, enum values by their index: never change either.

A new rule becomes a flag in ``pack_terms``, so that texts written without it keep their meaning.
"""
_SHIFT = 15
"""Added to each point's checker count, so that none is negative."""


def pack_terms(terms: Terms) -> bytes:
    """Write terms as bytes: three for a preset without a clock, up to 50 for custom rules."""
    clock = terms.clock
    flags = (terms.white, terms.hints, clock is not None, clock is not None and clock.loses)
    writer = (
        Writer().number(sum(bool(flag) << place for place, flag in enumerate(flags))).number(terms.length)
    )
    if clock:
        writer.number(clock.delay).number(clock.bank)
    known = terms.rules.name in _NAMES
    name = _NAMES.index(terms.rules.name if known else "custom")
    if known and PRESETS.get(terms.rules.name) == terms.rules:
        return writer.number(2 * name).bytes
    writer.number(2 * name + 1)
    for rule in _RULES:
        value = getattr(terms.rules, rule)
        if isinstance(value, tuple):
            writer.raw(bytes([count + _SHIFT for count in value]))
        else:
            writer.number([*type(value)].index(value) if isinstance(value, StrEnum) else int(value))
    return writer.bytes


def read_terms(reader: Reader) -> Terms:
    """Read terms, the inverse of pack_terms; raise FriendError."""
    flags, length = reader.choice(16), reader.choice(MAX_LENGTH + 1)
    white, hints, timed, loses = [bool(flags >> place & 1) for place in range(4)]
    try:
        clock = TimeControl(reader.number(), reader.number(), loses) if timed else None
        if loses and not timed:
            raise unreadable("nobody loses by a clock that is not there")
        return Terms(_read_rules(reader), length, int(white), clock, hints)
    except BackgammonError as error:
        raise unreadable(f"no such match can be proposed: {error}") from error


def _read_rules(reader: Reader) -> Rules:
    number, is_custom = divmod(reader.choice(2 * len(_NAMES)), 2)
    name = _NAMES[number]
    if not is_custom:
        if name not in PRESETS:
            raise unreadable(f"no preset is {name!r}")
        return PRESETS[name]
    rules = replace(STANDARD, name=name, **{rule: _read_rule(reader, rule) for rule in _RULES})
    if rules == PRESETS.get(name):
        raise unreadable("a preset is written by its number")
    return rules


def _read_rule(reader: Reader, rule: str) -> Any:
    usual = getattr(STANDARD, rule)
    kind = type(usual)
    if kind is tuple:
        return tuple([byte - _SHIFT for byte in reader.raw(len(usual))])
    if issubclass(kind, StrEnum):
        return [*kind][reader.choice(len(kind))]
    return bool(reader.choice(2)) if kind is bool else reader.number()
