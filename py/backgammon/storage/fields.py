"""Stored JSON: its envelope of format and version, and the values of its objects with their types.

An unexpected value raises StorageError, which quotes it.
"""

import json
from dataclasses import fields, replace
from enum import StrEnum
from typing import Any

from backgammon.core.position import BAR, START
from backgammon.core.rules import PRESETS, STANDARD, Rules, custom
from backgammon.data.dataclass_codec import Codec
from backgammon.data.json_text import LONGEST, DataError, decode_object, quote
from backgammon.storage.errors import StorageError

Data = dict[str, Any]

CODEC = Codec(StorageError)
"""For data that is stored exactly as in its dataclasses."""


def read_object(text: str, longest: int = LONGEST) -> Data:
    """Return a JSON object; raise StorageError for any other text."""
    try:
        return decode_object(text, longest)
    except DataError as error:
        raise StorageError(str(error)) from error


def open_record(text: str, name: str, longest: int = LONGEST) -> Data:
    """Return the object of a stored text of this format, whatever its version; raise StorageError."""
    data = read_object(text, longest)
    if data.get("format") != name:
        raise StorageError(f"{quote(text)} is not a {name}")
    field(data, "version", int)
    return data


def open_versioned_record(text: str, name: str, version: int, longest: int = LONGEST) -> Data:
    """Return the object of a stored text of this format and version; raise StorageError."""
    data = open_record(text, name, longest)
    if data["version"] != version:
        raise StorageError(f"{quote(text)} is not a {name} of version {version}")
    return data


def json_text(data: Any) -> str:
    """Write JSON in its shortest form."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def value_of(data: Any, name: str) -> Any:
    """Return a value of a JSON object; raise StorageError if it is missing."""
    if not isinstance(data, dict) or name not in data:
        raise StorageError(f"{name!r} is missing in {quote(data)}")
    return data[name]


def field(data: Any, name: str, kind: type) -> Any:
    """Return a value of a JSON object; raise StorageError if it is missing or not of this type."""
    value = value_of(data, name)
    if type(value) is not kind:
        raise StorageError(f"{name!r} is a {kind.__name__}, not {quote(value)}")
    return value


def pair_field(data: Any, name: str) -> list[Any]:
    """Return a list of two values from a JSON object; raise StorageError."""
    found: list[Any] = field(data, name, list)
    if len(found) != 2:
        raise StorageError(f"{name!r} is a list of 2, not {quote(found)}")
    return found


def numbers(data: Any, count: int) -> tuple[int, ...]:
    """Read a list of ``count`` numbers from 0 to 25, such as places or dice; raise StorageError."""
    if not isinstance(data, list) or len(data) != count:
        raise StorageError(f"expected a list of {count} numbers, not {quote(data)}")
    if any(type(number) is not int or not 0 <= number <= BAR for number in data):
        raise StorageError(f"expected numbers from 0 to {BAR}, not {quote(data)}")
    return tuple(data)


def field_like(data: Any, name: str, usual: Any) -> Any:
    """Return a value of the same type as ``usual``; an enumeration member is written as its text."""
    if not isinstance(usual, StrEnum):
        return field(data, name, type(usual))
    text = field(data, name, str)
    choices = {choice.value: choice for choice in type(usual)}
    if text not in choices:
        raise StorageError(f"{name!r} is one of {', '.join(choices)}, not {quote(text)}")
    return choices[text]


def rules_data(rules: Rules) -> Data:
    """Write rules as a JSON object by their fields; the usual starting position is omitted."""
    data = CODEC.data(rules)
    return {name: value for name, value in data.items() if name != "start" or rules.start != START}


def rules_of(data: Data) -> Rules:
    """Read rules, the inverse of rules_data; the name only distinguishes presets equal in all other fields.

    A field missing in older data is taken from the standard rules. Custom rules stay custom even if a later
    build has a preset equal to them: two friends agreed on the name.
    """
    name = field(data, "name", str)
    names = [rule.name for rule in fields(Rules) if rule.name not in ("name", "start")]
    written = {**CODEC.data(STANDARD), **data}
    found = {each: field_like(written, each, getattr(STANDARD, each)) for each in names}
    if "start" in data:
        found["start"] = tuple(field(data, "start", list))
    rules = custom(PRESETS.get(name, STANDARD), **found)
    return replace(rules, name=name) if name == "custom" else rules
