"""The exchange with translators: a file of texts to fill in, and the merging of a file that comes back.

Such a file is a JSON object: ``language`` is its tag, and ``texts`` has for each key its text, or an object
with it as ``text``. For the reader the object also has ``english``, the ``note`` and what ``fills`` the
placeholders; ``was`` is the text that was corrected, and ``why`` the reason. An object of texts alone is
accepted too. A text is merged if nothing is wrong with it; an empty one is left for later.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from backgammon.cli.options import read_text
from backgammon.data.json_text import decode
from backgammon.i18n.catalogue import LOCALES, Catalogue, Text
from backgammon.i18n.languages import ENGLISH
from backgammon.i18n.plurals import PluralRules
from tools import glossary
from tools.agreement import agreement
from tools.errors import ToolError
from tools.notes import notes
from tools.translation import SAMPLES, copy_problems, problems, text_problems
from tools.typography import typography

_ABOUT = "Fill in each “text”, or leave it empty for later. Then: python3 py languages {tag} --merge FILE"
_NUMBERS = 6
"""How many numbers are given as examples of a plural form."""


def checks(language: Catalogue, key: str, text: Text, english: Text) -> list[str]:
    """Return the problems of a text: in its form or, if that is right, its words, length and typography."""
    return text_problems(key, text, english, language.plural) or _looks(language, key, text, english)


def all_problems(language: Catalogue, english: Catalogue) -> list[str]:
    """Return all problems of a language's texts, missing keys included."""
    found = problems(language, english)
    for key in sorted(language.texts.keys() & english.texts.keys()):
        text = language.texts[key]
        if not text_problems(key, text, english.texts[key], language.plural):
            found += _looks(language, key, text, english.texts[key])
    return found


def _looks(language: Catalogue, key: str, text: Text, english: Text) -> list[str]:
    copies = [] if language.tag == ENGLISH else copy_problems(key, text, english)
    return [
        *copies,
        *notes().too_long(key, text),
        *typography(language, key, text),
        *agreement(language.tag, key, text),
    ]


def skeleton(language: Catalogue, english: Catalogue) -> dict[str, Any]:
    """Return the texts that a language lacks or has wrong, as the data of a file to fill in."""
    wrong: dict[str, list[str]] = {}
    for key, text in sorted(english.texts.items()):
        there = language.texts.get(key)
        if there is None:
            wrong[key] = []
        elif found := checks(language, key, there, text):
            wrong[key] = found
    return {
        "language": language.tag,
        "about": _ABOUT.format(tag=language.tag),
        "words": _words(language.tag),
        "texts": {key: _entry(key, language, english, found) for key, found in wrong.items()},
    }


def _words(tag: str) -> dict[str, str]:
    try:
        words: dict[str, str] = glossary.read()["languages"][tag]["words"]
    except KeyError:
        raise ToolError(f"{tag} has no words of the game: add them to i18n/glossary.json") from None
    return words


def _entry(key: str, language: Catalogue, english: Catalogue, found: list[str]) -> dict[str, Any]:
    source = english.texts[key]
    entry: dict[str, Any] = {"english": source, "note": str(notes().of(key))}
    if fills := notes().fills_of(source):
        entry["fills"] = fills
    if found:
        return {**entry, "wrong": found, "text": language.texts[key]}
    if isinstance(source, str):
        return {**entry, "text": ""}
    rules = language.plural
    return {**entry, "numbers": numbers_of(rules), "text": dict.fromkeys(rules.categories, "")}


def numbers_of(rules: PluralRules) -> dict[str, str]:
    """Return the first numbers that take each plural form."""
    found = {
        form: [number for number in SAMPLES if rules.category(number) == form] for form in rules.categories
    }
    return {
        form: ", ".join(map(str, numbers[:_NUMBERS])) + (" …" if len(numbers) > _NUMBERS else "")
        for form, numbers in found.items()
    }


@dataclass(frozen=True, slots=True)
class MergeResult:
    """The outcome of a file: the accepted texts, the number of empty ones, and the reasons for refusals."""

    texts: Mapping[str, Text]
    empty: int
    refused: list[str]


def parse_texts(language: Catalogue, english: Catalogue, data: object) -> MergeResult:
    """Check the texts of a file; raise ToolError if it is not such a file, or is in another language."""
    if not isinstance(data, dict):
        raise ToolError("no JSON object of texts")
    if data.get("language", language.tag) != language.tag:
        raise ToolError(f"these are texts in {data['language']!r}, not in {language.tag!r}")
    entries = data.get("texts", data)
    if not isinstance(entries, dict):
        raise ToolError("“texts” is no object")
    texts: dict[str, Text] = {}
    refused, empty = [], 0
    for key, entry in sorted(entries.items()):
        text = entry["text"] if isinstance(entry, dict) and "text" in entry else entry
        if _is_empty(text):
            empty += 1
        elif found := _objections(language, english, key, entry, text):
            refused += found
        else:
            texts[key] = text
    return MergeResult(texts, empty, refused)


def _is_empty(text: object) -> bool:
    return not (any(text.values()) if isinstance(text, dict) else text)


def _objections(language: Catalogue, english: Catalogue, key: str, entry: object, text: Any) -> list[str]:
    """Return the reasons to refuse a text; empty if it is accepted."""
    if key not in english.texts:
        return [f"{key}: English has no such key"]
    there = language.texts.get(key)
    if isinstance(entry, dict) and there is not None and there not in (text, entry.get("was", there)):
        return [f"{key}: was changed since, to {there!r}"]
    return checks(language, key, text, english.texts[key])


def merge(language: Catalogue, english: Catalogue, file: Path) -> int:
    """Merge the right texts of a file and print the refused ones; return 1 if any was refused, else 0."""
    try:
        taken = parse_texts(language, english, decode(read_text(str(file))))
    except (ValueError, ToolError) as error:
        raise ToolError(f"{file}: {error}; nothing was merged") from None
    place = LOCALES / f"{language.tag}.json"
    data = json.loads(place.read_text("utf-8"))
    kept = {key: text for key, text in data["texts"].items() if key in english.texts}
    data["texts"] = dict(sorted({**kept, **taken.texts}.items()))
    place.write_text(json.dumps(data, ensure_ascii=False, indent=2) + "\n", "utf-8")
    missing = len(english.texts.keys() - data["texts"].keys())
    counts = f"{len(taken.texts)} texts merged, {taken.empty} empty, {missing} missing"
    print(f"{language.tag}: {counts}, {len(taken.refused)} refused")
    print("".join(f"  {reason}\n" for reason in taken.refused), end="")
    return int(bool(taken.refused))
