"""``python3 py languages``: how complete each language is, and the export and import for translators.

Without arguments it prints a table of all languages, and their problems; the exit code is 1 if there are any.
With a language's tag: ``--missing`` prints the texts that it lacks, to be filled in, each with its English
and its note; ``--merge FILE`` merges them, and ``--review FILE`` writes a page on which to read all texts.
"""

import argparse
import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from backgammon.cli.options import check_writable, write_text
from backgammon.core.errors import BackgammonError
from backgammon.i18n.catalogue import LOCALES, Catalogue, load
from backgammon.i18n.languages import ENGLISH, LANGUAGES
from tools.errors import ToolError
from tools.glossary import glossary
from tools.handover import all_problems, merge, skeleton
from tools.review import review
from tools.translation import placeholders

_STRETCH = 0.6
"""How much longer than English the pseudo-language is, as a fraction."""
_NOT_IN_CHROMIUM = ("nn",)
"""Languages whose numbers Chromium does not know, and so cannot check.

A language belongs here if ``Intl.NumberFormat.supportedLocalesOf("TAG")`` is empty in Chromium's console.
"""
_ACCENTS = str.maketrans("aceginorsuyACEGINORSUY", "áçéğíñóřšúýÁÇÉĞÍÑÓŘŠÚÝ")


def main(argv: list[str]) -> int:
    """Run the command that ``argv`` asks for; return its exit code."""
    parser = argparse.ArgumentParser(prog="python3 py languages", description="Translations.")
    parser.add_argument("tag", metavar="TAG", nargs="?", help="a language, such as de or pt-BR")
    ways = parser.add_mutually_exclusive_group()
    ways.add_argument(
        "--missing", action="store_true", help="print what TAG lacks or has wrong, to be filled in"
    )
    ways.add_argument(
        "--merge", metavar="FILE", type=Path, help="take over texts of TAG, those that are right"
    )
    ways.add_argument(
        "--review", metavar="FILE", type=Path, help="write a page on which to read and correct TAG"
    )
    ways.add_argument("--same", action="store_true", help="print what in TAG is the same as in English")
    ways.add_argument("--markdown", action="store_true", help="a table with what has looked at each language")
    ways.add_argument("--glossary", action="store_true", help="print the words of the game in each language")
    ways.add_argument(
        "--pseudo", metavar="FILE", type=Path, help="write a stretched and accented English, for layouts"
    )
    args = parser.parse_args(argv)
    english = load()
    if (args.missing or args.merge or args.review or args.same) and not args.tag:
        raise ToolError(f"name a language: {', '.join(LANGUAGES)}")
    if args.missing:
        print(_json(skeleton(_load_catalogue(args.tag), english)))
    elif args.same:
        texts = _load_catalogue(args.tag).texts
        print(_json({key: text for key, text in english.texts.items() if texts.get(key) == text}))
    elif args.merge:
        return merge(_load_catalogue(args.tag), english, args.merge)
    elif args.review:
        check_writable(args.review)
        write_text(args.review, review(_load_catalogue(args.tag), english))
    elif args.glossary:
        print(glossary())
    elif args.pseudo:
        write_text(args.pseudo, _json(pseudo(_read(ENGLISH))) + "\n")
    else:
        return report(english, args.markdown, [args.tag] if args.tag else [*LANGUAGES])
    return 0


def report(english: Catalogue, markdown: bool, tags: Iterable[str]) -> int:
    """Print the table and the problems; return 1 if there are any, else 0."""
    catalogues = [_load_catalogue(tag) for tag in tags]
    wrong = {catalogue.tag: all_problems(catalogue, english) for catalogue in catalogues}
    if markdown:
        titles = ("Language", "Tag", "Texts", "Missing or wrong", "Plural forms", "Checked by")
        ruled = tuple("--:" if place in (2, 3) else "---" for place in range(len(titles)))
        lines = [titles, ruled, *[_line(catalogue, wrong[catalogue.tag]) for catalogue in catalogues]]
        print("\n".join(f"| {' | '.join(line)} |" for line in lines))
    else:
        head = ("Language", "Tag", "Keys", "Missing", "Same as English", "Plural forms", "Problems")
        rows = [head, *[_row(catalogue, english, wrong[catalogue.tag]) for catalogue in catalogues]]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        for row in rows:
            print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())
        for tag, found in wrong.items():
            there = [problem for problem in found if not problem.endswith(": missing")]
            print("".join(f"\n{tag}  {problem}" for problem in there), end="")
        print()
    return int(any(wrong.values()))


def _line(catalogue: Catalogue, found: list[str]) -> tuple[str, ...]:
    """Return a language's line of the Markdown table, with what has checked it."""
    return (
        catalogue.name,
        catalogue.tag,
        str(len(catalogue.texts)),
        str(len(found)),
        ", ".join(catalogue.plural.categories),
        "tests" if catalogue.tag in _NOT_IN_CHROMIUM else "tests, Chromium’s CLDR",
    )


def _row(catalogue: Catalogue, english: Catalogue, found: list[str]) -> tuple[str, ...]:
    missing = sum(problem.endswith(": missing") for problem in found)
    same = sum(english.texts.get(key) == text for key, text in catalogue.texts.items())
    return (
        catalogue.name,
        catalogue.tag,
        str(len(catalogue.texts)),
        str(missing),
        "" if catalogue.tag == ENGLISH else str(same),
        ", ".join(catalogue.plural.categories),
        str(len(found) - missing),
    )


def pseudo(english: Mapping[str, Any]) -> dict[str, Any]:
    """Return a pseudo-language: English with accents, in brackets, and longer by three fifths."""
    texts = {
        key: _pseudolocalize(text)
        if isinstance(text, str)
        else {form: _pseudolocalize(line) for form, line in text.items()}
        for key, text in english["texts"].items()
    }
    texts["app.name"] = english["texts"]["app.name"]  # the same in every language
    return {**english, "name": _pseudolocalize(english["name"]), "texts": texts}


def _pseudolocalize(text: str) -> str:
    """Accent everything but the placeholders, and add words no longer than the existing ones."""
    names = placeholders(text)
    accented = text.translate(_ACCENTS)
    for name in names:
        accented = accented.replace("{" + name.translate(_ACCENTS) + "}", "{" + name + "}")
    more, words = round(len(text) * _STRETCH), ""
    longest = max(map(len, text.split()))
    if " " not in text:
        return f"[{accented}{'ø' * more}]"
    while len(words) < more:
        words += " " + "ø" * min(longest, 7)
    return f"[{accented}{words[:more].rstrip()}]"


def _load_catalogue(tag: str) -> Catalogue:
    if tag not in LANGUAGES and (LOCALES / f"{tag}.json").is_file():
        raise ToolError(f"{tag} has no name: add it to LANGUAGES in py/backgammon/i18n/languages.py")
    if tag not in LANGUAGES:
        raise ToolError(f"the languages are {', '.join(LANGUAGES)}, not {tag!r}")
    try:
        return load(tag)
    except BackgammonError as error:
        raise ToolError(str(error)) from None


def _read(tag: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((LOCALES / f"{tag}.json").read_text("utf-8"))
    return data


def _json(data: Mapping[str, Any] | Iterable[Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2)
