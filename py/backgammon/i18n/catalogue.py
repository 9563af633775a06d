"""A catalogue answers keys with texts; an unknown key is an error, never an empty label.

A text is a string with {placeholders}, or an object with one string for each plural form of the language;
then the parameter ``count`` chooses. Whole numbers are written as the language writes them.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from backgammon.core.errors import BackgammonError
from backgammon.i18n.forms import DateForm, NumberForm
from backgammon.i18n.languages import ENGLISH
from backgammon.i18n.plurals import PluralRules

LOCALES = Path(__file__).with_name("locales")
"""The files of the languages; the page's archive holds English alone, and fetches the one it wants."""

Text = str | Mapping[str, str]


class Name(str):
    """What someone is called, in whatever script: in a text it keeps to itself which way it runs."""

    __slots__ = ()

    @property
    def isolated(self) -> str:
        """The name between marks by which it turns nothing round it (U+2068, U+2069)."""
        return f"\u2068{self}\u2069"


@dataclass(frozen=True, slots=True)
class Catalogue:
    """One language: ``tag`` is its BCP 47 tag, ``name`` what it calls itself, ``direction`` ltr or rtl."""

    tag: str
    name: str
    direction: str
    plural: PluralRules
    numbers: NumberForm
    dates: DateForm
    texts: Mapping[str, Text]

    def __call__(self, key: str, /, **params: str | int) -> str:
        """Return the text of a key, filled; BackgammonError for an unknown key or a missing parameter.

        A Name is set apart from the text round it, which may run the other way.
        """
        try:
            text = self.texts[key]
            if not isinstance(text, str):
                text = text[self.plural.category(int(params["count"]))]
            if not params:
                return text if "{" not in text else text.format()
            return text.format(
                **{name: self._param_text(value) for name, value in params.items()},
            )
        except (KeyError, IndexError, ValueError) as error:
            raise BackgammonError(f"{self.tag}: no text or no value for {error} (key {key!r})") from None

    def _param_text(self, value: str | int) -> str:
        if isinstance(value, Name):
            return value.isolated
        return value if isinstance(value, str) else self.numbers.write(value)

    def number(self, value: float, decimals: int = 0, signed: bool = False) -> str:
        """Write a number in this language, with so many decimals; ``signed`` shows a plus as well."""
        return self.numbers.write(value, decimals, signed)

    def percent(self, share: float, decimals: int = 0) -> str:
        """Write a share of one as a percentage in this language."""
        return self.numbers.write_percent(share, decimals)

    def date(self, year: int, month: int, day: int) -> str:
        """Write a day in this language."""
        return self.dates.day.format(year=year, month=month, day=day)

    def time(self, hour: int, minute: int) -> str:
        """Write a time of day in this language."""
        return self.dates.time.format(hour=hour, minute=minute)


def parse(tag: str, text: str) -> Catalogue:
    """Read the file of a language; raise BackgammonError for what is no such file."""
    try:
        data: dict[str, Any] = json.loads(text)
        return Catalogue(
            tag,
            data["name"],
            data["direction"],
            PluralRules(data["plural"]),
            NumberForm(**data["number"]),
            DateForm(**data["date"]),
            data["texts"],
        )
    except (ValueError, KeyError, TypeError) as error:
        raise BackgammonError(f"{tag}: no file of a language ({error!r})") from None


def load(tag: str = ENGLISH) -> Catalogue:
    """Read a language's file."""
    return parse(tag, (LOCALES / f"{tag}.json").read_text(encoding="utf-8"))


@cache
def english() -> Catalogue:
    """Return English, read once: where the page starts from a memory, it has no file to read."""
    return load(ENGLISH)
