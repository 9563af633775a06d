"""Texts of unknown format: an ID, a diagram with its ID or a match file, recognised by its appearance."""

import re
from collections.abc import Callable

from backgammon.core.rules import STANDARD, Rules
from backgammon.notation.errors import ForeignFile, NotationError
from backgammon.notation.gnuid import parse_gnu_id
from backgammon.notation.lines import LONGEST_FILE
from backgammon.notation.mat import parse_mat
from backgammon.notation.ogid import parse_ogid
from backgammon.notation.record import Record
from backgammon.notation.remarks import Remark
from backgammon.notation.setup import Setup
from backgammon.notation.sgf import parse_sgf
from backgammon.notation.snowie import LINE, parse_snowie
from backgammon.notation.xgid import parse_xgid

_XGID = re.compile(
    r"""XGID=[^\s"'<>&,;()]{0,119}[\w:-]|(?<![-\w])[-A-Pa-p]{26}(?::-?[0-9DBR]{1,5}){8,9}(?![-\w:])"""
)
_OGID = re.compile(
    r"(?:OGID=\S{0,120}|(?<!\S)[0-9a-q]{0,15}:[0-9a-q]{0,15}:[WBND?][0-9][NOT](?::\S{0,80})?)(?!\S)"
)
_GNU_ID = re.compile(
    r"(?<![\w+/])(?:GNUID=)?[A-Za-z0-9+/]{14}:[A-Za-z0-9+/]{12}(?![\w+/=:])"
    r"|(?<!\S)(?:GNUID=)?[A-Za-z0-9+/]{14}(?!\S)"
)
"""A whole ID may be in brackets or quotes, or before a comma; a position alone looks too much like a word."""
_SNOWIE = re.compile(rf"(?m)^\s{{0,9}}{LINE.pattern}")
_WORD = re.compile(r"[A-Za-z]?[a-z]{13}|[A-Z]{14}")
"""A word whose letters could also be those of an ID."""
_PRINTED = re.compile(r"Position ID:\s{0,9}(\S{14})(?:\s{1,60}Match ID\s{0,9}:\s{0,9}(\S{12}))?")
_TREE = re.compile(r"[\ufeff\s]*+\(\s*+;")
_BINARY = {
    "RGMH": "eXtreme Gammon",
    r'\{[^}\n]{0,200}"(?:BGF|smile)"': "BGBlitz",
    "[|}~]\0": "JellyFish",
}
"""How binary files of other programs begin; JellyFish's with its version, 124 to 126, in two bytes."""
_MATCH_FILE = re.compile(
    r"[0-9]{1,4}[\s-]{1,9}points?\s{1,9}match|match\s{1,9}(?:to|en)\s{1,9}[0-9]{1,4}\s{1,9}point",
    re.IGNORECASE,
)
_GAME = re.compile(r"(?im)^\s{0,9}(?:game|partie)\s+[0-9]")


def _parse_id(text: str, found: re.Match[str], parse: Callable[[str], Setup]) -> Setup:
    """Read an ID found in a text; errors give the place in that text."""
    try:
        return parse(found[0])
    except NotationError as error:
        line, column = _place(text, found)
        raise error.at(column + error.column - 1, line if "\n" in text.strip() else 0) from None


def _place(text: str, found: re.Match[str]) -> tuple[int, int]:
    """Return the line and column, from 1, where ``found`` begins in a text."""
    before = text[: found.start()]
    return before.count("\n") + 1, len(before) - before.rfind("\n")


def parse_anything(text: str, rules: Rules = STANDARD) -> Setup | Record:
    """Read a text of any format this package knows: a Setup from an ID, a Record from a match file.

    Text around an ID, such as a diagram, is skipped, and so are further IDs (see remark_on_second). Raises
    NotationError, and ForeignFile for a binary file of a known program.

    >>> parse_anything("Look: 4HPwATDgc/ABMA:cAilAAAAAAAE").dice
    (2, 1)
    """
    if len(text) > LONGEST_FILE:
        raise NotationError("shorter.file", text, most=LONGEST_FILE)
    for begin, program in _BINARY.items():
        if re.match(begin, text):
            raise ForeignFile(program)
    if _TREE.match(text):
        return parse_sgf(text, rules)
    if _MATCH_FILE.search(text) and _GAME.search(text):
        return parse_mat(text, rules)
    printed = _PRINTED.search(text)
    if printed:
        return parse_gnu_id(":".join(filter(None, printed.groups())))
    for pattern, parse in (
        *((_XGID, parse_xgid), (_SNOWIE, parse_snowie)),
        *((_OGID, parse_ogid), (_GNU_ID, parse_gnu_id)),
    ):
        for found in pattern.finditer(text):
            if found[0] == text.strip() or not _WORD.fullmatch(found[0]):
                return _parse_id(text, found, parse)
    raise NotationError("anything", text.strip())


def remark_on_second(text: str) -> Remark | None:
    """Return a remark on the second position of a text, if any; parse_anything reads only the first."""
    for pattern in (_PRINTED, _XGID, _SNOWIE, _OGID, _GNU_ID):
        ids = (found for found in pattern.finditer(text) if not _WORD.fullmatch(found[0]))
        first = next(ids, None)
        if first:
            second = next((found for found in ids if found[0] != first[0]), None)
            return Remark("position", *_place(text, second)) if second else None
    return None
