"""A rule set is one value: the rest of the program reads its fields and never asks for its name.

Source of the presets: five rule sheets (two Estonian, a leaflet in 26 languages, a Nynorsk encyclopaedia
page, a Polish page); each field here is a rule on which they differ.
"""

from dataclasses import dataclass, fields, replace
from enum import StrEnum
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from backgammon.core.errors import PositionError, RulesError, check_kind, check_types
from backgammon.core.position import START, Points, Position, count_checkers

MAX_AUTOMATIC_DOUBLES = 6


class Opening(StrEnum):
    """How the first player and the first roll are determined."""

    KEEP = "keep"
    """One die each, again after a tie; the higher starts and plays those two numbers."""
    WHITE = "white"
    """One die each; the higher is White, starts and throws both dice."""
    REROLL = "reroll"
    """One die each; the higher starts and throws both dice again."""


class SingleDie(StrEnum):
    """Which number is played when either can be, but not both."""

    HIGHER = "higher"
    EITHER = "either"


class BearOff(StrEnum):
    """Which checker a number may bear off."""

    HIGHEST = "highest"
    """From the point of the number, or from the highest occupied point if the number is larger."""
    AT_LEAST = "at-least"
    """Any checker whose distance is at most the number."""
    EXACT = "exact"
    """Only from the point of the number."""


class Backgammon(StrEnum):
    """When the loser pays the extra point of a backgammon."""

    BAR_OR_HOME = "bar-or-home"
    """The loser has borne off no checker and has one on the bar or in the winner's home."""
    BAR = "bar"
    """The loser has borne off no checker and has one on the bar."""
    NOT_HOME = "not-home"
    """A separate point, gammon or not, if the loser still has a checker outside their own home."""


class PlayTo(StrEnum):
    """What a series of games is played for."""

    MONEY = "money"
    MATCH = "match"
    TOURNAMENT = "tournament"
    """The points of all games played are added up."""


@dataclass(frozen=True, slots=True)
class Rules:
    """One rule set. ``name`` is a label for people and has no effect.

    ``lapse``: once all checkers are home, the player may let a number lapse (not play it) if its point is
    empty. ``cube_limit``: highest value of the cube, 0 for no limit. ``automatic_doubles``: how many times a
    tie in the opening roll may double the cube. ``start``: the points at the beginning of a game, seen by the
    player who starts (by player 0 until that is known); both sides have the same number of checkers, at most
    fifteen. Raises RulesError for values of another type and fields that contradict each other; ``custom``
    takes the text of an enum's value too.
    """

    name: str = "standard"
    opening: Opening = Opening.KEEP
    single_die: SingleDie = SingleDie.HIGHER
    bear_off: BearOff = BearOff.HIGHEST
    lapse: bool = False
    backgammon: Backgammon = Backgammon.BAR_OR_HOME
    play_to: PlayTo = PlayTo.MATCH
    cube: bool = True
    cube_limit: int = 0
    crawford: bool = True
    jacoby: bool = False
    beavers: bool = False
    raccoons: bool = False
    automatic_doubles: int = 0
    start: Points = START

    def __post_init__(self) -> None:
        check_types(self, RulesError)
        if self.raccoons and not self.beavers:
            raise RulesError("raccoons need beavers: switch beavers on too")
        if not 0 <= self.automatic_doubles <= MAX_AUTOMATIC_DOUBLES:
            raise RulesError(
                f"automatic doubles are capped at 0 to {MAX_AUTOMATIC_DOUBLES}, not {self.automatic_doubles}"
            )
        if self.cube_limit and (self.cube_limit < 2 or self.cube_limit & (self.cube_limit - 1)):
            raise RulesError(f"the cube's limit is 0 (none), 2, 4, 8 …, not {self.cube_limit!r}")
        if self.start is not START:
            self._check_start()

    def __repr__(self) -> str:
        """Show what differs from the standard rules, as a program writes it: signatures show rules too."""
        own = [(field.name, getattr(self, field.name)) for field in fields(self)]
        told = [(name, value) for name, value in own if value != getattr(STANDARD, name)]
        return f"Rules({', '.join([f'{name}={_code(value)}' for name, value in told])})"

    def _check_start(self) -> None:
        try:
            position = Position(self.start)
        except PositionError as error:
            raise RulesError(f"a game cannot begin so: {error}") from error
        if position.off != position.opponent_off:
            raise RulesError(f"a game begins with as many checkers on both sides, not {self.start!r}")

    @property
    def checkers(self) -> int:
        """The number of checkers of each side."""
        return _opening_position(self.start).checkers

    @property
    def opening_position(self) -> Position:
        """The position at the beginning of a game, seen by the player who starts."""
        return _opening_position(self.start)


def _code(value: object) -> str:
    """Return the value of a rule as a program writes it."""
    return f"{type(value).__name__}.{value.name}" if isinstance(value, StrEnum) else repr(value)


@lru_cache(maxsize=8)
def _opening_position(start: Points) -> Position:
    """Return the set-up as a position; cached, as reading a match asks for it at every play."""
    return Position(start, count_checkers(start))


STANDARD = Rules()

PRESETS: MappingProxyType[str, Rules] = MappingProxyType(
    {
        rules.name: rules
        for rules in (
            STANDARD,
            Rules("trikktrakk", play_to=PlayTo.MONEY),
            Rules(
                "ga207",
                single_die=SingleDie.EITHER,
                bear_off=BearOff.AT_LEAST,
                backgammon=Backgammon.NOT_HOME,
                play_to=PlayTo.TOURNAMENT,
                cube=False,
            ),
            Rules("leaflet", opening=Opening.WHITE, bear_off=BearOff.EXACT, lapse=True, play_to=PlayTo.MONEY),
            Rules("nynorsk"),
            Rules("tryktrak", opening=Opening.REROLL, backgammon=Backgammon.BAR),
        )
    }
)
"""The six rule sets a player can choose, by name."""

HISTORICAL = ("trikktrakk", "ga207", "leaflet", "nynorsk", "tryktrak")
"""The presets of the old rule sheets: players choose them under a heading of their own."""

MONEY_OPTIONS = ("jacoby", "beavers", "raccoons", "automatic_doubles")
"""The fields that players agree on when they play for money."""


def custom(base: Rules = STANDARD, /, **fields: Any) -> Rules:
    """Return ``base`` with some fields changed, named "custom" unless it equals a preset.

    Enum fields also accept their string values. Raises RulesError for an unknown field or value.
    """
    check_kind(base, Rules, "rules are Rules, such as STANDARD or PRESETS[name]")
    values: dict[str, Any] = {"name": base.name}
    for name, value in fields.items():
        if name not in Rules.__slots__ or name == "name":
            raise RulesError(f"there is no rule {name!r}; the rules are {', '.join(Rules.__slots__[1:])}")
        kind = type(getattr(STANDARD, name))
        try:
            values[name] = kind(value) if issubclass(kind, StrEnum) else value
        except ValueError:
            texts = ", ".join(kind.__members__.values())
            raise RulesError(f"{name} is one of {texts}, not {value!r}") from None
    rules = replace(base, **values)
    if rules == base:
        return base
    for preset in PRESETS.values():
        if rules == replace(preset, name=rules.name):
            return preset
    return replace(rules, name="custom")


def position_of(position: Position | Points, rules: Rules) -> Position:
    """Return a position that may be given by its points; raise PositionError for impossible points."""
    return position if isinstance(position, Position) else Position(position, rules.checkers)


def base_preset(rules: Rules) -> Rules | None:
    """Return the preset that differs from the rules only in MONEY_OPTIONS and ``play_to``, or None."""
    agreed = {name: getattr(rules, name) for name in ("name", "play_to", *MONEY_OPTIONS)}
    candidates = (PRESETS.get(rules.name, STANDARD), *PRESETS.values())
    return next((preset for preset in candidates if replace(preset, **agreed) == rules), None)


def points_won(loser: Points, rules: Rules) -> int:
    """Return the multiple of the cube, 1 to 3, that the winner of a game gets.

    ``loser``: the points as seen by the losing player.
    """
    gammon = count_checkers(loser) == rules.checkers
    match rules.backgammon:
        case Backgammon.NOT_HOME:
            return 1 + gammon + (max(loser[7:]) > 0)
        case Backgammon.BAR:
            return 1 + gammon + (gammon and loser[25] > 0)
        case Backgammon.BAR_OR_HOME:
            return 1 + gammon + (gammon and max(loser[19:]) > 0)
