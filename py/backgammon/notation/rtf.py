"""The plain text of a document in RTF, in which eXtreme Gammon keeps comments; how it looks is left out.

Bytes are in the code page of their font, or in that of the document. Source: "Rich Text Format (RTF)
Specification, version 1.9.1", Microsoft, 2008.
"""

import re
from typing import NamedTuple

CODE_PAGES = {
    **{128: "cp932", 129: "cp949", 134: "cp936", 136: "cp950", 161: "cp1253", 162: "cp1254"},
    **{177: "cp1255", 178: "cp1256", 186: "cp1257", 204: "cp1251", 238: "cp1250"},
}
"""The code pages of the character sets that fonts can have; others have that of the document."""
_LATIN = "cp1252"
_HIDDEN = {b"*", b"fonttbl", b"colortbl", b"stylesheet", b"info", b"pict", b"fldinst"}
"""What begins a group whose text is not part of the document."""
_SIGNS = {
    **{b"par": "\n", b"line": "\n", b"\n": "\n", b"tab": "\t", b"~": "\u00a0", b"_": "-"},
    **{b"lquote": "\u2018", b"rquote": "\u2019", b"ldblquote": "\u201c", b"rdblquote": "\u201d"},
    **{b"endash": "\u2013", b"emdash": "\u2014", b"bullet": "\u2022", b"{": "{", b"}": "}", b"\\": "\\"},
}
"""Words and signs that stand for text."""
_TOKEN = re.compile(
    rb"\\'(?P<byte>[0-9A-Fa-f]{2})|\\(?P<word>[a-z]{1,32})(?P<number>-?[0-9]{1,9})? ?|\\(?P<sign>[^a-z])"
    rb"|(?P<brace>[{}])|[\r\n]+|(?P<plain>[^\\{}\r\n]+)"
)


class _Group(NamedTuple):
    """What holds up to the end of a group; ``fallback``: how many signs repeat each Unicode sign."""

    hidden: bool = False
    font: int = 0
    fallback: int = 1


class _Reader:
    """Reads a document token by token; bytes wait until all that may belong together are there."""

    def __init__(self) -> None:
        self._groups = [_Group()]
        self._page = _LATIN
        self._fonts: dict[int, str] = {}
        self._pending = bytearray()
        self._skipped = 0
        """How many of the next signs only repeat a Unicode sign."""
        self._found: list[str] = []

    def text(self, document: bytes) -> str:
        """Return the text of a document."""
        for token in _TOKEN.finditer(document):
            if token["brace"]:
                self._on_brace(token["brace"])
            elif token["byte"]:
                self._add_bytes(bytes.fromhex(token["byte"].decode()))
            elif token["plain"]:
                self._add_bytes(token["plain"])
            elif name := token["word"] or token["sign"]:
                self._on_word(name, int(token["number"] or 0))
        self._decode()
        return "".join(self._found).encode("utf-16", "surrogatepass").decode("utf-16", "replace").strip()

    def _add_bytes(self, given: bytes) -> None:
        if not self._groups[-1].hidden:
            self._pending += given[self._skipped :]
        self._skipped = max(0, self._skipped - len(given))

    def _decode(self) -> None:
        page = self._fonts.get(self._groups[-1].font, self._page)
        self._found.append(self._pending.decode(page, "replace"))
        self._pending.clear()

    def _on_brace(self, brace: bytes) -> None:
        self._decode()
        self._skipped = 0
        if brace == b"{":
            self._groups.append(self._groups[-1])
        elif len(self._groups) > 1:
            self._groups.pop()

    def _on_word(self, name: bytes, number: int) -> None:
        self._decode()
        self._skipped = 0
        group = self._groups[-1]
        if name in _HIDDEN:
            self._groups[-1] = group._replace(hidden=True)
        elif name in (b"f", b"deff"):
            self._groups[-1] = group._replace(font=number)
        elif name == b"uc":
            self._groups[-1] = group._replace(fallback=max(0, number))
        elif name == b"fcharset" and number in CODE_PAGES:
            self._fonts[group.font] = CODE_PAGES[number]
        elif name == b"ansicpg" and f"cp{number}" in CODE_PAGES.values():
            self._page = f"cp{number}"
        elif not group.hidden:
            self._found.append(chr(number % 65536) if name == b"u" else _SIGNS.get(name, ""))
            self._skipped = group.fallback if name == b"u" else 0


def rtf_text(document: bytes) -> str:
    r"""Return the text of a document in RTF.

    >>> rtf_text(rb"{\rtf1\ansi{\fonttbl{\f0\fcharset238 Arial;}}\f0 {\b Dobry} ruch: \'b3adny, \u321?\par}")
    'Dobry ruch: ładny, Ł'
    """
    return _Reader().text(document)
