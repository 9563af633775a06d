"""Typography by language: quotation marks, dashes, spaces at punctuation, decimals and percentages.

Sources: Unicode CLDR (delimiters, numbers) and, for French spaces, the Lexique des règles typographiques.
"""

import re
from collections.abc import Iterator

from backgammon.i18n.catalogue import Catalogue, Text
from tools.errors import ToolError
from tools.translation import forms

NO_BREAK, NARROW = "\u00a0", "\u202f"
"""Non-breaking spaces, of usual and of narrow width."""

QUOTES = {
    **dict.fromkeys(("en", "nl", "pt-BR", "tr", "da"), "“”"),
    **dict.fromkeys(("bg", "cs", "de", "et", "lt", "sk"), "„“"),
    **dict.fromkeys(("hr", "hu", "lv", "pl", "ro"), "„”"),
    **dict.fromkeys(("el", "es", "fr", "it", "nb", "nn", "pt", "ru", "uk"), "«»"),
    **dict.fromkeys(("fi", "sv"), "””"),
    "sl": "»«",
}
"""The opening and the closing quotation mark, by language."""
LONG_DASH = ("ru", "uk")
"""Languages that use the em dash; all others use the en dash, between spaces."""

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
    """Yield the places where a text deviates from the typography of its language."""
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
    """Yield a problem unless the quotation marks are pairs of the given two, one pair after the other."""
    marks = "".join(sign for sign in line if sign in _MARKS)
    if marks != (first + last) * (len(marks) // 2):
        yield f"quotations are set {first}so{last}"
