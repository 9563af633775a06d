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
        "pt": "Português",
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

MEANT = {"no": "nb", "mo": "ro"}
"""Tags that stand for one of ours: Norwegian without a kind is Bokmål, Moldovan is Romanian."""


def chosen(wanted: Iterable[str]) -> str:
    """Return the language for a reader whose BCP 47 tags come in order of preference.

    ``pt-BR`` is met by ``pt``, ``no`` by ``nb``; what is not ours leads to the next, in the end to English.
    """
    for tag in wanted:
        base = tag.replace("_", "-").partition("-")[0].strip().lower()
        language = MEANT.get(base, base)
        if language in LANGUAGES:
            return language
    return ENGLISH
