"""A series of texts that only grows, each with a seal: a checksum of it and of all before it, 8 hex digits.

A text costs its own length to add. Whether any has been damaged, left out or exchanged is found in one pass
over all, without reading them.
"""

import zlib

_DIGITS = 8


def add_seal(before: tuple[str, ...], text: str) -> str:
    """Return a text, in ASCII, with its seal; ``before`` are the sealed texts before it."""
    start = _checksum(f"{before[-1][-_DIGITS - 1 :]}\n", int(seal(before), 16)) if before else 0
    return f"{text} {_checksum(text, start):0{_DIGITS}x}"


def remove_seal(text: str) -> str:
    """Return a text without its seal."""
    return text[: -_DIGITS - 1]


def seal(texts: tuple[str, ...]) -> str:
    """Return the seal of the last text, which stands for all of them; "" for none."""
    return texts[-1][-_DIGITS:] if texts else ""


def are_whole(texts: tuple[str, ...]) -> bool:
    """Whether all are there, in order, as they were sealed."""
    return not texts or f"{_checksum(remove_seal(chr(10).join(texts))):0{_DIGITS}x}" == seal(texts)


def _checksum(text: str, start: int = 0) -> int:
    return zlib.crc32(text.encode(), start)
