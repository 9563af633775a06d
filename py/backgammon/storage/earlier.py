"""A match left in localStorage, by an earlier build or by a visit without access to the database."""

import hashlib
from collections.abc import Mapping
from typing import NamedTuple

from backgammon.storage.codec import load
from backgammon.storage.errors import StorageError
from backgammon.storage.journal import match_in, match_text
from backgammon.storage.parts import join
from backgammon.storage.types import Saved

MATCH = "match"
"""The name under which earlier builds store a match as one text."""
TAKEN = "taken"
"""The name of the hash of the match taken over last: its deletion may not have reached the disk."""


class Earlier(NamedTuple):
    """Such a match: ``sign`` is a hash that identifies it, ``saved`` is None if ``text`` cannot be read."""

    sign: str
    text: str
    saved: Saved | None


def earlier_match(texts: Mapping[str, str], taken: str = "") -> Earlier | None:
    """Return the match left in ``texts``, None if there is none or its sign is ``taken``."""
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
