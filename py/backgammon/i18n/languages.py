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
    """Return the language for a reader, given BCP 47 tags in order of preference.

    A tag loses its last part until it matches one of LANGUAGES: ``pt-AO`` matches ``pt``, ``pt-BR`` itself.
    If none matches, the next tag is tried, and English in the end.
    """
    for tag in wanted:
        parts = tag.strip().lower().replace("_", "-").split("-")
        for length in range(len(parts), 0, -1):
            if language := MEANT.get("-".join(parts[:length])):
                return language
    return ENGLISH
