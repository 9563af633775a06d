"""IDs made of fields between colons: each field knows the character where it begins."""

from typing import NamedTuple

from backgammon.notation.errors import NotationError

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
    if len(text) > LONGEST:
        raise NotationError("shorter", text, most=LONGEST)
    begin = len(text) - len(text.lstrip())
    if text[begin : begin + len(prefix)].upper() == prefix:
        begin += len(prefix)
    fields, column = [], begin + 1
    for part in text[begin:].rstrip().split(":"):
        fields.append(Field(part, column))
        column += len(part) + 1
    if not lowest <= len(fields) <= highest:
        raise NotationError("fields", text, lowest=lowest, highest=highest)
    return fields
