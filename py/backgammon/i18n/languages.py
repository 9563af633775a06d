"""The languages of the page by tag, each with its own name, and the choice of one for a reader."""

from collections.abc import Iterable
from types import MappingProxyType

ENGLISH = "en"
"""The source of all translations, and the language of readers who prefer none of the others."""

LANGUAGES: MappingProxyType[str, str] = MappingProxyType(
    {
        "bg": "Български",
        "cs": "Čeština",
        "da": "Dansk",
        "de": "Deutsch",
        "et": "Eesti",
        "el": "Ελληνικά",
        "en": "English",
        "es": "Español",
        "fr": "Français",
        "hr": "Hrvatski",
        "it": "Italiano",
        "lv": "Latviešu",
        "lt": "Lietuvių",
        "hu": "Magyar",
        "nl": "Nederlands",
        "nb": "Norsk bokmål",
        "nn": "Norsk nynorsk",
        "pl": "Polski",
        "pt-BR": "Português (Brasil)",
        "pt": "Português (Portugal)",
        "ro": "Română",
        "ru": "Русский",
        "sk": "Slovenčina",
        "sl": "Slovenščina",
        "fi": "Suomi",
        "sv": "Svenska",
        "tr": "Türkçe",
        "uk": "Українська",
    }
)
"""Names of the languages in themselves, by tag, in alphabetical order of the names."""

MEANT = MappingProxyType({**{tag.lower(): tag for tag in LANGUAGES}, "no": "nb", "mo": "ro"})
"""The language that a lower-case tag means: plain Norwegian is Bokmål, Moldovan is Romanian."""


def choose_language(wanted: Iterable[str]) -> str:
    """Return the language for a reader, given BCP 47 tags by preference: English if none is known."""
    return next(filter(None, map(language_of, wanted)), ENGLISH)


def language_of(tag: str) -> str:
    """Return the language that a BCP 47 tag means, "" if there is none.

    The tag loses its last part until it matches one of LANGUAGES: ``pt-AO`` matches ``pt``, ``pt-BR`` itself.

    >>> language_of("en-GB"), language_of("no"), language_of("zz")
    ('en', 'nb', '')
    """
    parts = tag.strip().lower().replace("_", "-").split("-")
    candidates = ("-".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((MEANT[each] for each in candidates if each in MEANT), "")
