"""The container of eXtreme Gammon's binary files: a header, a picture of the board, files packed by zlib.

It is read from its end: the index follows the packed files, and a description of the index comes last.
Source: "XG file format" by GameSite 2000 Ltd, 31 December 2013, "can be freely redistributed". Files that
some programs write have no archive, but only the packed game file.
"""

import re
import zlib
from struct import Struct, error

from backgammon.notation.errors import DamagedFile

MAGIC = b"RGMH"
"""How the files begin."""
GAME, COMMENTS = "temp.xg", "temp.xgc"

_HEADER = Struct("<4x4xi8xI")
"""The size of the header and of the picture after it."""
_INDEX = Struct("<I i 4x i i i 12x")
"""The checksum, the number of files, the sizes of the index and of all files, whether the index is packed."""
_ENTRY = Struct("<256p 256x 4x i i I B 3x")
"""The name of a file, its packed size, place and checksum; then 0 if it is packed."""
_MOST = 64_000_000
"""The most bytes of an unpacked file, over 20,000 plays; more must be a mistake or an attack."""


def unpack(content: bytes) -> dict[str, bytes]:
    """Return the unpacked files of a container, by name; raise DamagedFile if it is not complete."""
    try:
        return _unpack_archive(content)
    except (zlib.error, error, ValueError):
        pass
    try:
        header, picture = _HEADER.unpack_from(content)
        return {GAME: _inflate(content[header + picture :], is_last=True)}
    except (zlib.error, error, ValueError):
        raise DamagedFile from None


def _unpack_archive(content: bytes) -> dict[str, bytes]:
    end = len(content) - _INDEX.size
    checksum, count, index_size, size, is_packed = _INDEX.unpack_from(content, end)
    middle = end - index_size
    begin = middle - size
    if min(begin, size, index_size) < 0 or zlib.crc32(content[begin:end]) != checksum:
        raise ValueError
    index = content[middle:end]
    index = _inflate(index) if is_packed else index
    files = {}
    for number in range(count):
        name, packed_size, start, checksum, is_stored = _ENTRY.unpack_from(index, number * _ENTRY.size)
        data = content[begin + start : begin + start + packed_size]
        data = data if is_stored else _inflate(data)
        if zlib.crc32(data) != checksum:
            raise ValueError
        files[name.decode("latin-1")] = data
    return files


def _inflate(packed: bytes, *, is_last: bool = False) -> bytes:
    """Unpack bytes; raise ValueError if they end too soon or, if ``is_last``, are followed by others."""
    unpacker = zlib.decompressobj()
    data = unpacker.decompress(packed, _MOST)
    if not unpacker.eof or (is_last and unpacker.unused_data):
        raise ValueError
    return data


_DESTINATIONS = ("fonttbl", "colortbl", "stylesheet", "info", "pict", "*")
"""The groups of RTF whose text is not part of the document."""
_RTF = re.compile(
    r"\\(?:'(?P<byte>[0-9A-Fa-f]{2})|u(?P<code>-?[0-9]{1,6}) ?(?:\\'..|[^\\{}])?"
    r"|(?P<word>[a-z]{1,32}|\*)(?:-?[0-9]{1,10})? ?|(?P<sign>.))"
    r"|(?P<brace>[{}])|[\r\n]+|(?P<plain>[^\\{}\r\n]+)",
    re.DOTALL,
)
_BREAKS = {"par": "\n", "line": "\n", "tab": "\t"}


def read_comments(files: dict[str, bytes]) -> list[str]:
    """Return the comments of a container's files, as plain text, by their numbers.

    Each is a line in RTF, with its own line breaks written in two control characters.
    """
    lines = files.get(COMMENTS, b"").decode("cp1252", "replace").split("\r\n")
    return [_plain(line.replace("\x01\x02", "\n")) for line in lines]


def _plain(rtf: str) -> str:
    """Return the text of a document in RTF; any other text is returned as it is."""
    if not rtf.startswith("{\\rtf"):
        return rtf.strip()
    found: list[str] = []
    depth, hidden = 0, 0
    for token in _RTF.finditer(rtf):
        kind, text = token.lastgroup, token[token.lastgroup or 0]
        if kind == "brace":
            depth += 1 if text == "{" else -1
            hidden = 0 if depth < hidden else hidden
        elif kind == "word" and text in _DESTINATIONS:
            hidden = hidden or depth
        elif not hidden:
            found.append(_sign(kind, text))
    return "".join(found).encode("utf-16", "surrogatepass").decode("utf-16", "replace").strip()


def _sign(kind: str | None, text: str) -> str:
    """Return what a token of RTF adds to the text."""
    match kind:
        case "byte":
            return bytes.fromhex(text).decode("cp1252", "replace")
        case "code":
            return chr(int(text) % 65536)
        case "word":
            return _BREAKS.get(text, "")
        case "sign" | "plain":
            return text
    return ""
