"""The only decoder of JSON from outside: its results are limited in size and depth, finite, and valid text.

Decoded data consists of objects without duplicate names, lists, text without surrogates, numbers below 10 to
the power of LONGEST_NUMBER, booleans and None. Its types are checked by the code that reads it.
"""

import json
import re
import reprlib
from typing import Any

from backgammon.core.errors import BackgammonError

LONGEST = 100_000_000
"""The maximum length of a text: more than the largest file that may be opened, fully escaped."""
DEEPEST = 40
"""The maximum nesting of objects and lists."""
LONGEST_NUMBER = 30
"""The maximum number of digits; a rollout's sums have about twenty."""
LARGEST_FLOAT = 10.0**LONGEST_NUMBER

_BYTES = {"{": 240, "[": 80, ",": 24}
"""The approximate memory of an object, a list and an entry, in bytes."""
_NAME_BYTES = 150
"""The approximate memory of a name that no other object has: its text, and references while decoding."""
_SHARED_NAMES = 12
"""How many names an object is assumed to share with others of its kind; they are stored once."""
_MOST_BYTES = 90_000_000
_STRING = re.compile(r'"(?:[^"\\]++|\\.)*+"', re.DOTALL)
_HALF = re.compile("[\ud800-\udfff]")


class DataError(BackgammonError):
    """A text that is not JSON, or data beyond the limits or of another type; the message quotes it."""


def drop_surrogates(text: str) -> str:
    """Return a text without surrogates, which can be neither stored nor hashed."""
    return text.encode("utf-8", "ignore").decode()


def tidy_line(text: str, longest: int) -> str:
    """Return a line that was typed, such as a name, as it is stored: of single spaces, and not too long."""
    return " ".join(drop_surrogates(text).split())[:longest]


def decode(text: str, longest: int = LONGEST) -> Any:
    """Return the data of a JSON text; raise DataError if it is invalid or too large."""
    if not isinstance(text, str):
        raise DataError(f"expected a text, not {quote(text)}")
    if len(text) > longest or (_bytes(text) > _MOST_BYTES and _bytes(_STRING.sub("", text)) > _MOST_BYTES):
        raise DataError(f"a text of {len(text)} characters holds too much: {quote(text)}")
    try:
        data = _DECODER.decode(text)
    except (json.JSONDecodeError, RecursionError) as error:
        raise DataError(f"{quote(text)} is not JSON: {error}") from error
    _check_depth(data)
    # Surrogates come from the text itself, if it is not ASCII, or from escapes; each is checked separately.
    if (not text.isascii() and _HALF.search(text)) or (
        "\\u" in text and _HALF.search(json.dumps(data, ensure_ascii=False))
    ):
        raise DataError(f"{quote(text)} holds half a character")
    return data


def decode_object(text: str, longest: int = LONGEST) -> dict[str, Any]:
    """Return the data of a text that must hold a JSON object; raise DataError otherwise."""
    data = decode(text, longest)
    if not isinstance(data, dict):
        raise DataError(f"expected an object, not {quote(data)}")
    return data


def quote(value: object) -> str:
    """Quote a value for an error message, shortened; the time does not grow with its size."""
    return reprlib.repr(value)


def _bytes(text: str) -> int:
    """Estimate the memory of a text's data, in bytes, not counting strings."""
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
