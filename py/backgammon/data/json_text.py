"""The one door for JSON from outside: what comes through it is small, finite, flat enough and valid text.

Data that was decoded holds objects with each name once, lists, text without halves of surrogate pairs,
numbers below 10 to the LONGEST_NUMBER, booleans and None. Its types are checked by those who read it.
"""

import json
import re
import reprlib
from typing import Any

from backgammon.core.errors import BackgammonError

LONGEST = 100_000_000
"""Characters of a text: more than the largest file takes that may be opened, with every sign escaped."""
DEEPEST = 40
"""Objects and lists within each other."""
LONGEST_NUMBER = 30
"""Digits of a number; a rollout's sums have some twenty."""
LARGEST_FLOAT = 10.0**LONGEST_NUMBER

_BYTES = {"{": 240, "[": 80, ",": 24}
"""About what an object, a list and an entry take in memory."""
_NAME_BYTES = 150
"""About what a name takes that no other object has: its text, and its places while it is being read."""
_SHARED_NAMES = 12
"""Names that an object has in common with others of its kind, and that are kept once."""
_MOST_BYTES = 90_000_000
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_HALF = re.compile("[\ud800-\udfff]")


class DataError(BackgammonError):
    """A text that is no JSON, or data beyond the limits or of another type; it quotes what stood there."""


def drop_surrogates(text: str) -> str:
    """Drop halves of surrogate pairs, which can be neither stored nor hashed."""
    return text.encode("utf-8", "ignore").decode()


def decode(text: str, longest: int = LONGEST) -> Any:
    """Return the data of a JSON text; raise DataError."""
    if not isinstance(text, str):
        raise DataError(f"expected a text, not {quote(text)}")
    if len(text) > longest or (_bytes(text) > _MOST_BYTES and _bytes(_STRING.sub("", text)) > _MOST_BYTES):
        raise DataError(f"a text of {len(text)} characters holds too much: {quote(text)}")
    try:
        data = _DECODER.decode(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise DataError(f"{quote(text)} is not JSON: {error}") from error
    _check_depth(data)
    # Text as written and text behind escapes are valid each for itself: an escape can make halves only.
    if (not text.isascii() and _HALF.search(text)) or (
        "\\u" in text and _HALF.search(json.dumps(data, ensure_ascii=False))
    ):
        raise DataError(f"{quote(text)} holds half a character")
    return data


def decode_object(text: str, longest: int = LONGEST) -> dict[str, Any]:
    """Return the data of a text that holds a JSON object; raise DataError."""
    data = decode(text, longest)
    if not isinstance(data, dict):
        raise DataError(f"expected an object, not {quote(data)}")
    return data


def quote(value: object) -> str:
    """Quote what stood there, shortened; the time does not grow with it."""
    return reprlib.repr(value)


def _bytes(text: str) -> int:
    """Estimate what the data of a text take in memory, its strings apart."""
    names = max(0, text.count(":") - _SHARED_NAMES * text.count("{"))
    return names * _NAME_BYTES + sum(text.count(sign) * size for sign, size in _BYTES.items())


def _check_depth(data: Any) -> None:
    level = [data] if isinstance(data, dict | list) else []
    for _ in range(DEEPEST):
        if not level:
            return
        inner = [each.values() if isinstance(each, dict) else each for each in level]
        level = [each for values in inner for each in values if isinstance(each, dict | list)]
    if level:
        raise DataError(f"objects and lists lie more than {DEEPEST} deep in {quote(data)}")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise DataError(f"a name stands twice in {quote(pairs)}")
    return found


def _whole(digits: str) -> int:
    if len(digits) > LONGEST_NUMBER + digits.startswith("-"):
        raise DataError(f"a number has at most {LONGEST_NUMBER} digits, not {quote(digits)}")
    return int(digits)


def _float(digits: str) -> float:
    number = float(digits)
    if not abs(number) < LARGEST_FLOAT:
        raise DataError(f"a number is below {LARGEST_FLOAT:g}, not {quote(digits)}")
    return number


def _constant(name: str) -> float:
    raise DataError(f"{name} is no number")


_DECODER = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole, parse_float=_float, parse_constant=_constant
)
