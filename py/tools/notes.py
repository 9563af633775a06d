"""What a translator has to know about a text: where it is shown, how long it may be, and what fills it.

``i18n/notes.json`` holds the kinds of ``places`` with the most letters each has room for, what ``fills`` each
placeholder, and ``texts``: by key, or by pattern such as ``action.*``, the place and a note, ``place: note``.
The key itself takes precedence over all patterns, a longer pattern over a shorter one. The keys listed in
``untranslated`` are of new texts, which languages may lack: they show the English one meanwhile. So may the
languages listed in ``unfinished`` with any text.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache

from backgammon.i18n.catalogue import LOCALES, Text
from backgammon.i18n.languages import LANGUAGES
from tools.translation import forms, placeholders

NOTES = LOCALES.parent / "notes.json"
ANY = "*"


@dataclass(frozen=True, slots=True)
class Note:
    """The note of one text: its ``place``, ``about`` that place, the most ``letters``, its own ``text``."""

    place: str
    about: str
    letters: int
    text: str

    def __str__(self) -> str:
        return f"{self.about} {self.text} At most {self.letters} letters.".replace("  ", " ")


@dataclass(frozen=True, slots=True)
class Notes:
    """All notes, as in the file."""

    places: Mapping[str, Mapping[str, str | int]]
    fills: Mapping[str, str]
    texts: Mapping[str, str]
    untranslated: Sequence[str] = ()
    unfinished: Sequence[str] = ()
    _patterns: dict[str, str | None] = field(default_factory=dict, init=False, repr=False, compare=False)
    """A cache: each key is asked for in every language."""

    def pattern(self, key: str) -> str | None:
        """Return the key or pattern that gives a text its note, None if it has none."""
        if key not in self._patterns:
            self._patterns[key] = key if key in self.texts else self._longest_pattern(key)
        return self._patterns[key]

    def _longest_pattern(self, key: str) -> str | None:
        found = [pattern for pattern in self.texts if ANY in pattern and fnmatchcase(key, pattern)]
        return max(found, key=len, default=None)

    def of(self, key: str) -> Note:
        """Return the note of a text; raise KeyError if it has none."""
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
        """Yield a problem for each form of a text that is longer than its place allows."""
        most = self.of(key).letters
        for line in forms(text):
            if len(line) > most:
                yield f"{key}: {len(line)} letters, and at most {most} have room"

    def unused_patterns(self, keys: Iterable[str]) -> set[str]:
        """Return the patterns that give no text its note."""
        return set(self.texts) - {self.pattern(key) for key in keys}


@cache
def notes() -> Notes:
    """Read all notes from the file."""
    return Notes(**json.loads(NOTES.read_text("utf-8")))


def finished_languages() -> list[str]:
    """Return the tags of the languages that have every text, except perhaps new ones."""
    return [tag for tag in LANGUAGES if tag not in notes().unfinished]
