"""Texts of unknown format: an ID, a diagram with its ID or a match file, recognised by its appearance."""

import re
from collections.abc import Callable, Iterator

from backgammon.core.rules import STANDARD, Rules
from backgammon.notation.errors import DamagedFile, ForeignFile, NotationError, check_text
from backgammon.notation.gnuid import parse_gnu_id
from backgammon.notation.lines import LONGEST_FILE
from backgammon.notation.mat import read_mat
from backgammon.notation.ogid import parse_ogid
from backgammon.notation.reading import Reading, finish
from backgammon.notation.record import Record
from backgammon.notation.remarks import Remark
from backgammon.notation.setup import Setup
from backgammon.notation.sgf import read_sgf
from backgammon.notation.snowie import LINE, parse_snowie
from backgammon.notation.xg import about_xg, read_xg
from backgammon.notation.xg_archive import MAGIC
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
_SNOWIE = re.compile(rf"(?m)^[^\S\n]{{0,9}}{LINE.pattern}")
_IDS = {_XGID: parse_xgid, _SNOWIE: parse_snowie, _OGID: parse_ogid, _GNU_ID: parse_gnu_id}
"""In the order in which they are looked for."""
_WORD = re.compile(r"[A-Za-z]?[a-z]{13}|[A-Z]{14}")
"""A word whose letters could also be those of an ID."""
_PRINTED = re.compile(
    r"Position ID:\s{0,9}(?:<tt>)?([^\s<]{14})"
    r"(?:(?:</tt>)?\s{1,60}Match ID\s{0,9}:\s{0,9}(?:<tt>)?([^\s<]{12}))?"
)
"""An ID as gnubg prints it above its boards, as text or in HTML."""
_TREE = re.compile(r"[\ufeff\s]*+\(\s*+;")
_BINARY = {
    r'\{[^}\n]{0,200}"(?:BGF|smile)"': "BGBlitz",
    "[|}~]\0": "JellyFish",
}
"""How binary files of other programs begin; JellyFish's with its version, 124 to 126, in two bytes."""
_LENGTH = re.compile(r"[0-9][\s-]{1,9}points?\s{1,9}match|match\s{1,9}(?:to|en)\s{1,9}[0-9]{1,4}\s{1,9}point")
_GAME = re.compile(r"(?m)^[^\S\n]{0,9}(?:game|partie)\s+[0-9]")
"""The length of a match and the number of a game, in small letters: a match file has both."""
_TRACES = {
    _XGID: (r"XGID=", r":(?<=[-A-Pa-p]{26}:)-?[0-9DBR]{1,5}:"),
    _SNOWIE: (r";[01];[01];[01];[01];",),
    _OGID: (r"OGID=", r":[WBND?][0-9][NOT](?![^\s:])"),
    _GNU_ID: (
        r"GNUID=",
        r":(?<=[A-Za-z0-9+/]{14}:)[A-Za-z0-9+/]{12}(?![\w+/=:])",
        rf"\s(?!(?:{_WORD.pattern})\s)[A-Za-z0-9+/]{{14}}(?!\S)",
    ),
    _LENGTH: (r"points?\s{1,9}match", r"match\s{1,9}(?:to|en)\s{1,9}[0-9]{1,4}\s{1,9}point"),
}
"""What every match of a pattern contains, one of these. A huge text is searched for them first, which is ten
times faster, since they begin with one sign that is rare or at once followed by others."""
_NAMES = re.compile(r"(?m)^[ \t]*X:(\S.{0,59}?)[ \t]{2,}O:(\S.{0,59}?)[ \t\r]*$")
"""The players' names that eXtreme Gammon writes beside a position."""
_REACH = 200
"""The number of characters before the trace in a match at most; a text no longer is searched at once."""
_NEAR = 200_000
"""The number of characters at the beginning of a text in which a second position is looked for."""
_NAMED = 20_000
"""The same for the players' names beside a position."""


def _parse_id(text: str, found: re.Match[str], parse: Callable[[str], Setup]) -> Setup:
    """Read an ID found in a text; errors give the place in that text."""
    try:
        return parse(found[0])
    except NotationError as error:
        raise _locate(error, text, found.start() + error.column - 1) from None


def _parse_printed(text: str, found: re.Match[str]) -> Setup:
    """Read an ID that gnubg has printed in its two parts; errors give the place in the text."""
    try:
        return parse_gnu_id(_join(found))
    except NotationError as error:
        part = 1 if error.column <= len(found[1]) else 2
        raise _locate(error, text, found.start(part)) from None


def _join(found: re.Match[str]) -> str:
    return ":".join(filter(None, found.groups()))


def join_printed_ids(text: str) -> str:
    """Return a text in which the position and match IDs that gnubg has printed are single GNU IDs.

    >>> join_printed_ids("Position ID: 4HPwATDgc/ABMA\\n Match ID   : cAilAAAAAAAE").strip()
    '4HPwATDgc/ABMA:cAilAAAAAAAE'
    """
    return _PRINTED.sub(lambda found: f" {_join(found)} ", text)


def _locate(error: NotationError, text: str, begin: int) -> NotationError:
    """Return an error about an ID as one about the place ``begin``, from 0, in a text."""
    line, column = _place(text, begin)
    return error.at(column, line if "\n" in text.strip() else 0)


def _place(text: str, begin: int) -> tuple[int, int]:
    """Return the line and column, from 1, of a place in a text."""
    return text.count("\n", 0, begin) + 1, begin - text.rfind("\n", 0, begin)


def parse_anything(text: str, rules: Rules = STANDARD) -> Setup | Record:
    """Read a text of any format this package knows: a Setup from an ID, a Record from a match file.

    Text around an ID, such as a diagram, is skipped, and so are further IDs (see remark_on_second). Raises
    NotationError, and ForeignFile for a binary file of a known program.

    >>> parse_anything("Look: 4HPwATDgc/ABMA:cAilAAAAAAAE").dice
    (2, 1)
    """
    return finish(read_anything(text, rules))


def read_anything(text: str, rules: Rules = STANDARD) -> Reading[Setup | Record]:
    """Read a text of any format in steps, as parse_anything does at once."""
    check_text(text)
    if len(text) > LONGEST_FILE:
        raise NotationError("shorter.file", text, most=LONGEST_FILE)
    if text.startswith(MAGIC.decode()):
        return (yield from read_xg(_bytes_of(text), rules))
    for begin, program in _BINARY.items():
        if re.match(begin, text):
            raise ForeignFile(program)
    if _TREE.match(text):
        return (yield from read_sgf(text, rules))
    if _is_match_file(text):
        return (yield from read_mat(text, rules))
    printed = _PRINTED.search(text)
    if printed:
        return _parse_printed(text, printed)
    for pattern, parse in _IDS.items():
        for found in _search(pattern, text):
            if found[0] == text.strip() or not _WORD.fullmatch(found[0]):
                return _parse_id(text, found, parse)
    raise NotationError("anything", text.strip())


def _bytes_of(text: str) -> bytes:
    """Return the bytes of a file that data.file_text has returned one character for each."""
    try:
        return text.encode("latin-1")
    except UnicodeEncodeError:
        raise DamagedFile from None


def _is_match_file(text: str) -> bool:
    lower = text.lower()
    return any(_search(_LENGTH, lower)) and _GAME.search(lower) is not None


def _search(pattern: re.Pattern[str], text: str) -> Iterator[re.Match[str]]:
    """Return the matches of a pattern; a long text is searched only from the first trace of one on.

    This keeps the page from freezing over a large file of another kind.
    """
    first = len(text) - len(text.lstrip())
    if len(text.strip()) > _REACH:
        after_space = f" {text}"  # as a trace may begin with the space before a word
        found = (re.search(trace, after_space) for trace in _TRACES[pattern])
        first = min([each.start() for each in found if each], default=len(text))
    return pattern.finditer(text, max(0, first - _REACH))


def has_id(text: str) -> bool:
    """Return whether a short text may contain an ID; far quicker than parse_anything where it does not."""
    return any(pattern.search(text) for pattern in _IDS)


def names_beside(text: str) -> tuple[str, str]:
    """Return the players' names in the text or file of a position, as eXtreme Gammon writes them, else "".

    >>> names_beside("4HPwATDgc/ABMA:cAilAAAAAAAE\\n\\nX:Ann   O:Bob")
    ('Ann', 'Bob')
    """
    if text.startswith(MAGIC.decode()):
        return about_xg(_bytes_of(text)).players
    found = _NAMES.search(text[:_NAMED])
    return (found[1], found[2]) if found else ("", "")


def remark_on_second(text: str) -> Remark | None:
    """Return a remark on the second position of a text, if any; parse_anything reads only the first."""
    text = text[:_NEAR]
    for pattern in (_PRINTED, *_IDS):
        ids = (found for found in pattern.finditer(text) if not _WORD.fullmatch(found[0]))
        first = next(ids, None)
        if first:
            second = next((found for found in ids if found[0] != first[0]), None)
            return Remark("position", *_place(text, second.start())) if second else None
    return None
