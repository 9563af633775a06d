"""The words of the game in each language, one for each term, and the reasons (``i18n/glossary.json``)."""

import json
from functools import cache
from typing import Any

from backgammon.i18n.catalogue import LOCALES
from backgammon.i18n.languages import LANGUAGES

GLOSSARY = LOCALES.parent / "glossary.json"


@cache
def read() -> dict[str, Any]:
    """Read the file: ``terms`` with their meanings, and ``languages`` with their ``words`` and ``why``."""
    data: dict[str, Any] = json.loads(GLOSSARY.read_text("utf-8"))
    return data


def glossary() -> str:
    """Return the words of all languages as Markdown."""
    lines = [f"- **{term}**: {meaning}" for term, meaning in read()["terms"].items()]
    for tag, name in LANGUAGES.items():
        lines += ["", f"## {name} ({tag})", words_of(tag, "*"), "", why(tag)]
    return "\n".join(lines)


def words_of(tag: str, emphasis: str = "") -> str:
    """Return the words of a language in one line."""
    words = read()["languages"][tag]["words"].items()
    return "; ".join(f"{term}: {emphasis}{word}{emphasis}" for term, word in words) + "."


def why(tag: str) -> str:
    """Return why these words were chosen."""
    return str(read()["languages"][tag]["why"])
