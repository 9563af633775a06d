"""How each language sets its texts: quotation marks, dashes, spaces at signs, decimals and percentages.

Sources: Unicode CLDR (delimiters, numbers) and, for French spaces, the Lexique des règles typographiques.
"""

import re
from collections.abc import Iterator

from backgammon.i18n.catalogue import Catalogue, Text
from tools.errors import ToolError
from tools.translation import forms

NO_BREAK, NARROW = "\u00a0", "\u202f"
"""Spaces at which no line breaks, the second one narrow."""

QUOTES = {
    **dict.fromkeys(("en", "nl", "pt-BR", "tr", "da"), "“”"),
    **dict.fromkeys(("bg", "cs", "de", "et", "lt", "sk"), "„“"),
    **dict.fromkeys(("hr", "hu", "lv", "pl", "ro"), "„”"),
    **dict.fromkeys(("el", "es", "fr", "it", "nb", "nn", "pt", "ru", "uk"), "«»"),
    **dict.fromkeys(("fi", "sv"), "””"),
    "sl": "»«",
}
"""How a quotation begins and ends."""
LONG_DASH = ("ru", "uk")
"""Languages whose dash is the long one; all others have the short one, between spaces."""

_ANYWHERE = (
    (re.compile("[\"']"), "straight quotation marks or apostrophes"),
    (re.compile(r"\.\.\."), "three full stops for an ellipsis (…)"),
    (re.compile(r"\s-\s"), "a hyphen for a dash"),
    (re.compile(r"\s\s"), "two spaces"),
    (re.compile(r"(?<![\w)}])-(?=[\d{])"), "a hyphen for a minus (−)"),
)
_MARKS = "“”„«»‚‘‹›"
_BEFORE_SIGN = re.compile(r"\s[,.;:!?](?!\w)")
_FRENCH = (
    (re.compile(rf"(?<![{NARROW}])[;!?]"), "a narrow space that does not break stands before ; ! and ?"),
    (re.compile(rf"(?<![{NO_BREAK}\d]):(?!\w)"), "a space that does not break stands before a colon"),
    (re.compile(rf"«(?!{NO_BREAK})|(?<!{NO_BREAK})»"), "a space that does not break stands inside « »"),
)
_DECIMAL = re.compile(r"(?<![\w.])\d+([.,])\d+(?![\w.])")
_PERCENT = re.compile(r"[\d}]\s?%|%\s?[\d{]")


def typography(language: Catalogue, key: str, text: Text) -> Iterator[str]:
    """Yield what is set otherwise than the language sets it."""
    for line in forms(text):
        yield from (f"{key}: {wrong}: {line}" for wrong in _wrong(language, line))


def _wrong(language: Catalogue, line: str) -> Iterator[str]:
    tag = language.tag
    yield from (wrong for pattern, wrong in _ANYWHERE if pattern.search(line))
    if tag not in QUOTES:
        raise ToolError(f"{tag} has no quotation marks: add them to QUOTES in py/tools/typography.py")
    yield from _quotes(line, *QUOTES[tag])
    if ("—" in line) if tag not in LONG_DASH else re.search(r"\s–\s", line):
        yield "the wrong dash"
    if tag == "fr":
        yield from (wrong for pattern, wrong in _FRENCH if pattern.search(line))
    elif _BEFORE_SIGN.search(line):
        yield "a space before a sign"
    if tag == "es" and (line.count("¿"), line.count("¡")) != (line.count("?"), line.count("!")):
        yield "a question or an exclamation begins with its sign as well"
    if tag == "el" and "?" in line:
        yield "the Greek question mark is ;"
    if any(sign != language.numbers.decimal for sign in _DECIMAL.findall(line)):
        yield f"the decimal sign is {language.numbers.decimal!r}"
    wanted = language.numbers.percent.format(number="0")
    if any(re.sub(r"[\d{}]", "0", found) != wanted for found in _PERCENT.findall(line)):
        yield f"a percentage is written {wanted!r}"


def _quotes(line: str, first: str, last: str) -> Iterator[str]:
    """Each quotation begins and ends as the language has it, one after the other."""
    marks = "".join(sign for sign in line if sign in _MARKS)
    if marks != (first + last) * (len(marks) // 2):
        yield f"quotations are set {first}so{last}"
