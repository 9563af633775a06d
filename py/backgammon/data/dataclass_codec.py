"""Dataclasses as JSON data and back: reading is the inverse of writing, and checks the type of each field.

Fields may be of type bool, int, float, str, a StrEnum, another dataclass, a named tuple, a tuple of these, or
one of them or None. Dataclasses are written as objects, tuples as lists.
"""

import math
import types
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from backgammon.core.errors import BackgammonError
from backgammon.data.json_text import quote

_T = TypeVar("_T")
_PLAIN = (int, str, bool)
_UNCHANGED = frozenset((*_PLAIN, float, types.NoneType))
"""The types that are written as they are."""


@cache
def _names(kind: type) -> tuple[str, ...] | None:
    """Return the names of the fields of a dataclass, None for another type."""
    return tuple([each.name for each in fields(kind)]) if is_dataclass(kind) else None


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


@cache
def _parts(hint: Any) -> tuple[Any, tuple[Any, ...]]:
    """Return the origin and the arguments of a type."""
    return get_origin(hint), get_args(hint)


@dataclass(frozen=True, slots=True)
class Codec:
    """Writes and reads values; reading raises ``error``, which quotes the invalid data.

    ``exact``: an object must have exactly the fields of its dataclass. Otherwise a missing field takes its
    default, if it has one, and unknown fields are ignored, so that an older and a newer build can read each
    other's data. ``write`` and ``read``: functions for the dataclasses that have a format of their own.
    """

    error: type[BackgammonError]
    exact: bool = False
    write: Mapping[type, Callable[[Any], Any]] = field(default_factory=dict)
    read: Mapping[type, Callable[[Any], Any]] = field(default_factory=dict)

    def data(self, value: Any) -> Any:
        """Return a value as JSON data."""
        kind: Any = type(value)
        if kind in _UNCHANGED:
            return value
        if kind in self.write:
            return self.write[kind](value)
        names = _names(kind)
        if names is not None:
            return {name: self.data(getattr(value, name)) for name in names}
        if isinstance(value, tuple):
            return [self.data(each) for each in value]
        return value.value if isinstance(value, StrEnum) else value

    def value(self, kind: type[_T], data: object, name: str = "") -> _T:
        """Read a value of this type, the inverse of ``data``; ``name`` identifies it in errors."""
        found: _T = self._value(kind, data, name or kind.__name__)
        return found

    def _value(self, hint: Any, data: Any, name: str) -> Any:
        if type(data) is hint and (hint in _PLAIN or (hint is float and math.isfinite(data))):
            return data
        if hint in self.read:
            return self.read[hint](data)
        origin, inner = _parts(hint)
        if origin is tuple:
            return self._tuple(inner, data, name)
        if origin in (types.UnionType, Union):
            (hint,) = [each for each in inner if each is not types.NoneType]
            return None if data is None else self._value(hint, data, name)
        if is_dataclass(hint):
            return self._object(hint, data, name)
        if issubclass(hint, tuple):
            return hint(*self._tuple(tuple(_hints(hint).values()), data, name))
        if issubclass(hint, StrEnum):
            if not isinstance(data, str) or data not in list(hint):
                raise self.error(f"{name!r} is one of {', '.join(hint)}, not {quote(data)}")
            return hint(data)
        if hint is float and type(data) is int:
            data = float(data)
        if type(data) is not hint or (hint is float and not math.isfinite(data)):
            raise self.error(f"{name!r} is of type {hint.__name__}, not {quote(data)}")
        return data

    def _object(self, kind: Any, data: Any, name: str) -> Any:
        hints = _hints(kind)
        if not isinstance(data, dict) or (self.exact and data.keys() != hints.keys()):
            raise self.error(f"{name!r} is an object of {', '.join(hints)}, not {quote(data)}")
        given = {each: self._value(hint, data[each], each) for each, hint in hints.items() if each in data}
        try:
            return kind(**given)
        except TypeError as error:
            raise self.error(f"{name!r} lacks something in {quote(data)}: {error}") from error

    def _tuple(self, inner: tuple[Any, ...], data: Any, name: str) -> tuple[Any, ...]:
        if not isinstance(data, list | tuple):
            raise self.error(f"{name!r} is a list, not {quote(data)}")
        if inner[1:] == (Ellipsis,):
            return tuple([self._value(inner[0], each, name) for each in data])
        if len(data) != len(inner):
            raise self.error(f"{name!r} is a list of {len(inner)}, not {quote(data)}")
        return tuple([self._value(hint, each, name) for hint, each in zip(inner, data, strict=True)])
