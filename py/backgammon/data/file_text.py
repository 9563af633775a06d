"""The text of a file in any usual encoding; a binary file gives meaningless text, not an error."""

import codecs

from backgammon.core.errors import check_kind

LARGEST_FILE = 16_000_000
"""Bytes; no match file that can be read is larger."""
BLANK = "\ufeff \t\r\n"
"""What a text may begin and end with: white space and a byte order mark."""
_LOOKED_AT = 400
"""Bytes at the beginning of a file that are examined to recognise UTF-16 without a byte order mark."""
_XG = b"RGMH"
"""How binary files of eXtreme Gammon begin."""


def file_text(content: bytes) -> str:
    """Return the text of a file: UTF-8, UTF-16, or a Latin encoding of older programs.

    In a file whose lines end in carriage returns alone, as on old Macs, these become line feeds. A binary
    file of eXtreme Gammon (.xg) gives one character for each byte, which parse_anything reads.

    >>> file_text("Zoë".encode("utf-16")), file_text("Zoë".encode("latin-1")), file_text(b"Zo\\xc3\\xab")
    ('Zoë', 'Zoë', 'Zoë')
    """
    check_kind(content, bytes, "the bytes of a file are read here, as in path.read_bytes()")
    if content.startswith(_XG):
        return content.decode("latin-1")
    text = _decode(content)
    return text if "\n" in text else text.replace("\r", "\n")


def _decode(content: bytes) -> str:
    for encoding in (_encoding(content), "utf-8-sig", "cp1252"):
        try:
            return content.decode(encoding)
        except UnicodeDecodeError:
            continue
    return content.decode("latin-1")


def _encoding(content: bytes) -> str:
    if content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        return "utf-16"
    begin = content[:_LOOKED_AT]
    first, second = begin[::2].count(0), begin[1::2].count(0)
    if not first and second > len(begin) // 3:
        return "utf-16-le"
    if not second and first > len(begin) // 3:
        return "utf-16-be"
    return "utf-8-sig"
