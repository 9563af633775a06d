"""A series of texts that only grows, each with a seal: 8 hex digits, a checksum of it and all before it.

Adding a text takes time proportional to its own length. One pass over all texts, without parsing them, finds
whether any has been damaged, left out or exchanged.
"""

import zlib

_DIGITS = 8


def add_seal(before: tuple[str, ...], text: str) -> str:
    """Return a text, in ASCII, with its seal added; ``before`` are the sealed texts before it."""
    start = _checksum(f"{before[-1][-_DIGITS - 1 :]}\n", int(seal(before), 16)) if before else 0
    return f"{text} {_checksum(text, start):0{_DIGITS}x}"


def remove_seal(text: str) -> str:
    """Return a text without its seal."""
    return text[: -_DIGITS - 1]


def seal(texts: tuple[str, ...]) -> str:
    """Return the seal of the last text, which covers all of them; "" if there are none."""
    return texts[-1][-_DIGITS:] if texts else ""


def are_whole(texts: tuple[str, ...]) -> bool:
    """Whether all texts are present, in order, and as they were sealed."""
    return not texts or f"{_checksum(remove_seal(chr(10).join(texts))):0{_DIGITS}x}" == seal(texts)


def _checksum(text: str, start: int = 0) -> int:
    return zlib.crc32(text.encode(), start)
