"""What a translator has to know of a text: where it stands, how long it may be, and what fills it.

``i18n/notes.json`` holds the kinds of ``places`` with the most letters each has room for, what ``fills`` each
placeholder, and ``texts``: by key or by pattern, as ``action.*``, the place and a note, ``place: note``.
The key itself goes before all patterns, a longer pattern before a shorter one.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache

from backgammon.i18n.catalogue import LOCALES, Text
from tools.translation import forms, placeholders

NOTES = LOCALES.parent / "notes.json"
ANY = "*"


@dataclass(frozen=True, slots=True)
class Note:
    """Of one text: its ``place``, what is said ``about`` all there, the most ``letters``, its ``text``."""

    place: str
    about: str
    letters: int
    text: str

    def __str__(self) -> str:
        return f"{self.about} {self.text} At most {self.letters} letters.".replace("  ", " ")


@dataclass(frozen=True, slots=True)
class Notes:
    """All notes, as the file has them."""

    places: Mapping[str, Mapping[str, str | int]]
    fills: Mapping[str, str]
    texts: Mapping[str, str]
    _patterns: dict[str, str | None] = field(default_factory=dict, init=False, repr=False, compare=False)
    """Those found already: each key is asked for in every language."""

    def pattern(self, key: str) -> str | None:
        """Return the key or pattern by which a text has its note, None where it has none."""
        if key not in self._patterns:
            self._patterns[key] = key if key in self.texts else self._longest_pattern(key)
        return self._patterns[key]

    def _longest_pattern(self, key: str) -> str | None:
        found = [pattern for pattern in self.texts if ANY in pattern and fnmatchcase(key, pattern)]
        return max(found, key=len, default=None)

    def of(self, key: str) -> Note:
        """Return the note of a text; KeyError where it has none."""
        pattern = self.pattern(key)
        if pattern is None:
            raise KeyError(f"{key} has no note in i18n/notes.json")
        place, _, text = self.texts[pattern].partition(": ")
        kind = self.places[place]
        return Note(place, str(kind["note"]), int(kind["letters"]), text)

    def fills_of(self, text: Text) -> dict[str, str]:
        """Return what fills each placeholder of a text."""
        return {name: self.fills[name] for name in sorted(set().union(*map(placeholders, forms(text))))}

    def too_long(self, key: str, text: Text) -> Iterator[str]:
        """Yield a problem for each form of a text that has more letters than there is room for."""
        most = self.of(key).letters
        for line in forms(text):
            if len(line) > most:
                yield f"{key}: {len(line)} letters, and at most {most} have room"

    def unused_patterns(self, keys: Iterable[str]) -> set[str]:
        """Return the patterns by which no text has its note."""
        return set(self.texts) - {self.pattern(key) for key in keys}


@cache
def notes() -> Notes:
    """Read the file."""
    return Notes(**json.loads(NOTES.read_text("utf-8")))
