"""A match that stands in localStorage: an earlier build kept it there, or a start that got no database."""

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

from backgammon.storage.codec import load
from backgammon.storage.errors import StorageError
from backgammon.storage.journal import match_in, match_text
from backgammon.storage.parts import join
from backgammon.storage.types import Saved

MATCH = "match"
"""The name under which earlier builds keep a match as one text."""
TAKEN = "taken"
"""The name of the sign of the match that was taken over last: its deletion may not have reached the disk."""


class Earlier(NamedTuple):
    """Such a match: ``sign`` knows it again, ``saved`` is None where ``text`` cannot be read."""

    sign: str
    text: str
    saved: Saved | None


def earlier_match(texts: Mapping[str, str], taken: str = "") -> Earlier | None:
    """Return the match that stands there, None where there is none but the one with the sign ``taken``."""
    text, parts = texts.get(MATCH, ""), match_in(texts)
    if not text and parts:
        text = match_text(parts)
    sign = hashlib.sha256(text.encode("utf-8", "replace")).hexdigest()
    if not text or sign == taken:
        return None
    try:
        return Earlier(sign, text, load(text, own=True) if MATCH in texts or parts is None else join(parts))
    except StorageError:
        return Earlier(sign, text, None)
