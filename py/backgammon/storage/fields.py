"""Values of a JSON object, read with their types; what is foreign raises StorageError and is quoted."""

import reprlib
from dataclasses import asdict, fields
from enum import StrEnum
from typing import Any

from backgammon.core.position import START
from backgammon.core.rules import PRESETS, STANDARD, Rules, custom
from backgammon.storage.errors import StorageError

Data = dict[str, Any]


def value_of(data: Any, name: str) -> Any:
    """Return a value of a JSON object."""
    if not isinstance(data, dict) or name not in data:
        raise StorageError(f"{name!r} is missing in {quoted(data)}")
    return data[name]


def field(data: Any, name: str, kind: type) -> Any:
    """Return a value of a JSON object, which must be of this type."""
    value = value_of(data, name)
    if type(value) is not kind or (isinstance(value, str) and not _is_text(value)):
        raise StorageError(f"{name!r} is a {kind.__name__}, not {quoted(value)}")
    return value


def listed(data: Any, name: str, count: int) -> list[Any]:
    """Return a list of so many values."""
    found: list[Any] = field(data, name, list)
    if len(found) != count:
        raise StorageError(f"{name!r} is a list of {count}, not {quoted(found)}")
    return found


def like(data: Any, name: str, usual: Any) -> Any:
    """Return a value of the type of its usual one; choices are written as their text."""
    if not isinstance(usual, StrEnum):
        return field(data, name, type(usual))
    text = field(data, name, str)
    choices = {choice.value: choice for choice in type(usual)}
    if text not in choices:
        raise StorageError(f"{name!r} is one of {', '.join(choices)}, not {quoted(text)}")
    return choices[text]


def rules_data(rules: Rules) -> Data:
    """Write rules by their fields; the usual set-up goes without saying."""
    data = asdict(rules)
    if rules.start == START:
        del data["start"]
    return data


def rules_of(data: Data) -> Rules:
    """Read what rules_data wrote; the name only tells presets apart that agree in all other fields."""
    base = PRESETS.get(field(data, "name", str), STANDARD)
    names = [rule.name for rule in fields(Rules) if rule.name not in ("name", "start")]
    found = {name: like(data, name, getattr(STANDARD, name)) for name in names}
    if "start" in data:
        found["start"] = tuple(field(data, "start", list))
    return custom(base, **found)


def quoted(value: object) -> str:
    """Quote what stood there, shortened."""
    return reprlib.repr(value)


def _is_text(value: str) -> bool:
    """JSON can smuggle in halves of surrogate pairs, which no text has."""
    return not any("\ud800" <= character <= "\udfff" for character in value)
