"""The container of eXtreme Gammon's binary files: a header, a picture of the board, files packed by zlib.

It is read from its end: the index follows the packed files, and a description of the index comes last.
Source: "XG file format" by GameSite 2000 Ltd, 31 December 2013, "can be freely redistributed". Files that
some programs write have no archive, but only the packed game file.
"""

import zlib
from struct import Struct, error

from backgammon.notation.errors import DamagedFile
from backgammon.notation.rtf import rtf_text

MAGIC = b"RGMH"
"""How the files begin."""
GAME, COMMENTS = "temp.xg", "temp.xgc"

_HEADER = Struct("<4x4xi8xI")
"""The size of the header and of the picture after it."""
_INDEX = Struct("<I i 4x i i i 12x")
"""The checksum, the number of files, the sizes of the index and of all files, whether the index is packed."""
_ENTRY = Struct("<256p 256x 4x i i I B 3x")
"""The name of a file, its packed size, place and checksum; then 0 if it is packed."""
_MOST = {GAME: 64_000_000, COMMENTS: 4_000_000}
"""The most bytes of each file that is read, over 20,000 plays; more must be a mistake or an attack."""
_RTF = b"{\\rtf"


def unpack(content: bytes) -> dict[str, bytes]:
    """Return the files that are read, by name; raise DamagedFile if the container is not complete."""
    try:
        return _unpack_archive(content)
    except (zlib.error, error, ValueError):
        pass
    try:
        header, picture = _HEADER.unpack_from(content)
        return {GAME: _inflate(content[header + picture :], _MOST[GAME], is_last=True)}
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
    index = _inflate(index, len(content)) if is_packed else index
    entries = (_ENTRY.unpack_from(index, number * _ENTRY.size) for number in range(count))
    places = {entry[0].decode("latin-1"): entry[1:] for entry in entries}
    files = {}
    for name in places.keys() & _MOST.keys():
        packed_size, start, checksum, is_stored = places[name]
        data = content[begin + start : begin + start + packed_size]
        data = data if is_stored else _inflate(data, _MOST[name])
        if zlib.crc32(data) != checksum:
            raise ValueError
        files[name] = data
    return files


def _inflate(packed: bytes, most: int, *, is_last: bool = False) -> bytes:
    """Unpack bytes; raise ValueError if they end too soon or, if ``is_last``, are followed by others."""
    unpacker = zlib.decompressobj()
    data = unpacker.decompress(packed, most)
    if not unpacker.eof or (is_last and unpacker.unused_data):
        raise ValueError
    return data


def read_comments(files: dict[str, bytes]) -> dict[int, str]:
    """Return the comments of a container's files, as plain text, by their numbers.

    Each is a line in RTF, with its own line breaks written in two control characters.
    """
    lines = files.get(COMMENTS, b"").split(b"\r\n")
    return {
        number: text for number, line in enumerate(lines) if (text := _plain(line.replace(b"\1\2", b"\n")))
    }


def _plain(text: bytes) -> str:
    return rtf_text(text) if text.startswith(_RTF) else text.decode("cp1252", "replace").strip()
