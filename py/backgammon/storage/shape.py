"""Plain dataclasses as JSON data and back: writing and reading are inverse, and each field is checked.

Fields may be of bool, int, float, str, an enumeration of texts, another such dataclass, a tuple of these, or
one of them or None.
"""

import math
import reprlib
import types
from dataclasses import asdict, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from backgammon.storage.errors import StorageError

_T = TypeVar("_T")


def shape_data(value: Any) -> dict[str, Any]:
    """Return a dataclass as JSON data."""
    return asdict(value)


def read_shape(kind: type[_T], data: object) -> _T:
    """Read what shape_data wrote; raise StorageError that quotes what is wrong.

    A field that is missing takes its default, where it has one.
    """
    found: _T = _read(kind, data, kind.__name__)
    return found


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _read(kind: Any, data: Any, name: str) -> Any:
    if is_dataclass(kind):
        return _object(kind, data, name)
    origin, inner = get_origin(kind), get_args(kind)
    if origin is tuple:
        return _tuple(inner, data, name)
    if origin in (types.UnionType, Union):
        chosen = next(each for each in inner if each is not type(None))
        return None if data is None else _read(chosen, data, name)
    if kind is float and type(data) is int:
        data = float(data)
    if isinstance(kind, type) and issubclass(kind, StrEnum) and data in list(kind):
        return kind(data)
    if type(data) is not kind or (kind is float and not math.isfinite(data)):
        raise StorageError(f"{name!r} is a {getattr(kind, '__name__', kind)}, not {reprlib.repr(data)}")
    return data


def _object(kind: Any, data: Any, name: str) -> Any:
    if not isinstance(data, dict):
        raise StorageError(f"{name!r} is an object, not {reprlib.repr(data)}")
    hints = _hints(kind)
    given = {
        field.name: _read(hints[field.name], data[field.name], field.name)
        for field in fields(kind)
        if field.name in data
    }
    try:
        return kind(**given)
    except TypeError as error:
        raise StorageError(f"{name!r} lacks something in {reprlib.repr(data)}: {error}") from error


def _tuple(inner: tuple[Any, ...], data: Any, name: str) -> tuple[Any, ...]:
    if not isinstance(data, (list, tuple)):
        raise StorageError(f"{name!r} is a list, not {reprlib.repr(data)}")
    if len(inner) == 2 and inner[1] is Ellipsis:
        return tuple(_read(inner[0], entry, name) for entry in data)
    if len(data) != len(inner):
        raise StorageError(f"{name!r} is a list of {len(inner)}, not {reprlib.repr(data)}")
    return tuple(_read(kind, entry, name) for kind, entry in zip(inner, data, strict=True))
