"""CLDR plural rules, parsed from CLDR's own notation: they select the form of a text for a whole number.

Source of notation and rules: Unicode Technical Standard 35, part 3, "Language Plural Rules".
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from backgammon.core.errors import BackgammonError

OTHER = "other"
"""The form for every number that no rule covers; each language has it."""

_WHOLE = "ni"
_FRACTION = "vwftec"
"""Operands about the digits after the decimal sign or an exponent: all 0 for a whole number."""

_Relation = tuple[bool, int, bool, tuple[range, ...]]
"""Whether the operand is the number (else it is 0), the modulus or 0, whether it must be in the ranges."""


@dataclass(frozen=True)
class PluralRules:
    """The forms of a language, each with a condition such as ``i % 10 = 2..4 and i % 100 != 12..14``."""

    rules: Mapping[str, str]

    def __post_init__(self) -> None:
        if not self.rules or self.rules.get(OTHER) != "":
            raise BackgammonError(f"the form {OTHER!r} takes what is left, without a rule: {self.rules!r}")

    @property
    def categories(self) -> tuple[str, ...]:
        """The names of the forms, in CLDR's order."""
        return tuple(self.rules)

    def category(self, number: int) -> str:
        """Return the form for a whole number; its sign does not matter."""
        size = abs(number)
        for name, choices in self._read:
            if any(all(_holds(relation, size) for relation in choice) for choice in choices):
                return name
        return OTHER

    @cached_property
    def _read(self) -> list[tuple[str, list[list[_Relation]]]]:
        return [
            (name, [[_relation(part) for part in choice.split(" and ")] for choice in rule.split(" or ")])
            for name, rule in self.rules.items()
            if rule
        ]


def _relation(text: str) -> _Relation:
    """Parse a relation such as ``n % 100 != 11..14,21``."""
    negative = "!=" in text
    left, _, right = text.partition("!=" if negative else "=")
    operand, _, modulus = (part.strip() for part in left.partition("%"))
    try:
        ranges = tuple(_range(part) for part in right.split(","))
        size = int(modulus or 0)
    except ValueError:
        raise BackgammonError(f"no plural rule: {text!r}") from None
    if len(operand) != 1 or operand not in _WHOLE + _FRACTION:
        raise BackgammonError(f"no operand of a plural rule: {text!r}")
    return operand in _WHOLE, size, not negative, ranges


def _range(text: str) -> range:
    low, _, high = text.partition("..")
    return range(int(low), int(high or low) + 1)


def _holds(relation: _Relation, number: int) -> bool:
    whole, modulus, wanted, ranges = relation
    value = number if whole else 0
    if modulus:
        value %= modulus
    return any(value in part for part in ranges) is wanted
