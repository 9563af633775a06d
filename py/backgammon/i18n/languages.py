"""The languages of the page by tag, each with its name in itself, and which of them a reader wants."""

from collections.abc import Iterable
from types import MappingProxyType

ENGLISH = "en"
"""The source of all others, and what a reader gets who wants none of them."""

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
"""In the order of their names."""

MEANT = MappingProxyType({**{tag.lower(): tag for tag in LANGUAGES}, "no": "nb", "mo": "ro"})
"""Which language a tag in small letters means: Norwegian without a kind is Bokmål, Moldovan is Romanian."""


def choose_language(wanted: Iterable[str]) -> str:
    """Return the language for a reader whose BCP 47 tags come in order of preference.

    A tag loses its last part until it means one of ours: ``pt-AO`` is met by ``pt``, ``pt-BR`` by itself.
    What is not ours leads to the next, in the end to English.
    """
    for tag in wanted:
        parts = tag.strip().lower().replace("_", "-").split("-")
        for length in range(len(parts), 0, -1):
            if language := MEANT.get("-".join(parts[:length])):
                return language
    return ENGLISH
