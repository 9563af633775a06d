"""A catalogue maps keys to texts; a text that a language lacks is English, and an unknown key is an error.

A text is a string with {placeholders}, or an object with one string for each plural form of the language, of
which the parameter ``count`` selects one. Whole numbers are formatted for the language.
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
"""The folder of language files; the page's archive holds only English, and the page fetches any other."""

Text = str | Mapping[str, str]


class Name(str):
    """A person's name in any script; its writing direction does not affect the text around it."""

    __slots__ = ()

    @property
    def isolated(self) -> str:
        """The name between directional isolate marks (U+2068, U+2069)."""
        return f"\u2068{self}\u2069"


class EnglishText(str):
    """A text that the reader's language lacks; an element with it says so, for the voice that reads it."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Catalogue:
    """One language: ``tag`` is its BCP 47 tag, ``name`` its own name for itself, ``direction`` ltr or rtl."""

    tag: str
    name: str
    direction: str
    plural: PluralRules
    numbers: NumberForm
    dates: DateForm
    texts: Mapping[str, Text]

    def __call__(self, key: str, /, **params: str | int) -> str:
        """Return the text of a key with its placeholders filled.

        A text that this language lacks is an EnglishText. A Name is isolated from the text around it, which
        may run in the other direction. Raises BackgammonError for an unknown key or a missing parameter.
        """
        if key not in self.texts:
            if self.tag == ENGLISH:
                raise BackgammonError(f"i18n/locales/{ENGLISH}.json has no text {key!r}")
            return EnglishText(english()(key, **params))
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
            raise BackgammonError(f"{self.tag}: the text {key!r} has no value or no form {error}") from None

    def _param_text(self, value: str | int) -> str:
        if isinstance(value, Name):
            return value.isolated
        return value if isinstance(value, str) else self.numbers.write(value)

    def number(self, value: float, decimals: int = 0, signed: bool = False) -> str:
        """Format a number with ``decimals`` decimals in this language; ``signed`` also shows a plus sign."""
        return self.numbers.write(value, decimals, signed)

    def percent(self, share: float, decimals: int = 0) -> str:
        """Format a fraction (0 to 1) as a percentage in this language."""
        return self.numbers.write_percent(share, decimals)

    def date(self, year: int, month: int, day: int) -> str:
        """Format a date in this language."""
        return self.dates.day.format(year=year, month=month, day=day)

    def time(self, hour: int, minute: int) -> str:
        """Format a time of day in this language."""
        return self.dates.time.format(hour=hour, minute=minute)


def parse(tag: str, text: str) -> Catalogue:
    """Parse the text of a language file; raise BackgammonError if it is invalid."""
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
    """Load the catalogue of a language from its file."""
    return parse(tag, (LOCALES / f"{tag}.json").read_text(encoding="utf-8"))


@cache
def english() -> Catalogue:
    """Return English, read only once: a page that starts from a memory snapshot has no file to read."""
    return load(ENGLISH)
