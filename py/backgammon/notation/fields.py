"""IDs made of fields: each field knows the character where it begins. Checks that the IDs share."""

from typing import NamedTuple

from backgammon.core.match import MAX_LENGTH, MAX_SCORE
from backgammon.notation.errors import NotationError, check_text
from backgammon.notation.setup import MAX_CUBE, Setup

LONGEST = 200
"""More characters than an ID has in any supported format."""


class Field(NamedTuple):
    """One field, and the character of the whole text (from 1) where it begins."""

    text: str
    column: int

    def number(self, key: str, lowest: int, highest: int) -> int:
        """Return the field as a whole number within bounds; raise NotationError otherwise."""
        digits = self.text[1:] if self.text[:1] == "-" else self.text
        if not (digits.isascii() and digits.isdigit() and len(digits) <= 5):
            raise self.error(key, highest=highest)
        value = int(self.text)
        if not lowest <= value <= highest:
            raise self.error(key, highest=highest)
        return value

    def error(self, key: str, offset: int = 0, **params: str | int) -> NotationError:
        """Return the error about the text from ``offset`` characters into this field."""
        return NotationError(key, self.text[offset:], self.column + offset, **params)


def split_fields(text: str, prefix: str, lowest: int, highest: int) -> list[Field]:
    """Return the fields of an ID, without its prefix (such as ``XGID=``)."""
    check_text(text)
    if len(text) > LONGEST:
        raise NotationError("shorter", text, most=LONGEST)
    begin = len(text) - len(text.lstrip())
    if text[begin : begin + len(prefix)].upper() == prefix:
        begin += len(prefix)
    fields = cut_fields(text, begin, ":")
    if not lowest <= len(fields) <= highest:
        raise NotationError("fields", text, lowest=lowest, highest=highest)
    return fields


def cut_fields(text: str, begin: int, separator: str) -> list[Field]:
    """Return the fields of a text from the index ``begin`` on, without the white space at its end."""
    fields, column = [], begin + 1
    for part in text[begin:].rstrip().split(separator):
        fields.append(Field(part, column))
        column += len(part) + 1
    return fields


def cube_exponent(cube: int, highest: int = MAX_CUBE) -> int:
    """Return the power of two that a cube is; raise NotationError for one that no ID can express."""
    if cube.bit_count() != 1 or not 1 <= cube <= highest:
        raise NotationError("cube", str(cube), highest=highest)
    return cube.bit_length() - 1


def check_score(setup: Setup) -> None:
    """Raise NotationError for a score or a length that cannot be read again."""
    if not 0 <= min(setup.score) <= max(setup.score) <= MAX_SCORE:
        raise NotationError("score.range", str(max(setup.score)), highest=MAX_SCORE)
    if not 0 <= setup.length <= MAX_LENGTH:
        raise NotationError("length", str(setup.length), highest=MAX_LENGTH)
