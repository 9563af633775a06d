"""Works and their results as JSON data, by the type hints of their own dataclasses.

Objects become objects, tuples lists; what does not fit its hint raises ProtocolError that quotes it. A
rollout's state says the version it was written in, for it is kept longer than a message lives.
"""

from dataclasses import fields, is_dataclass
from enum import StrEnum
from functools import cache
from math import isfinite
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

from backgammon.analysis.rolled import STATE_VERSION
from backgammon.protocol.messages import (
    MAX_PLIES,
    Answer,
    Finding,
    Kind,
    Question,
    Rollout,
    RolloutState,
    Study,
    Work,
    WorkResult,
)
from backgammon.protocol.values import ProtocolError, answer_data, question_data, read_answer, read_question

_T = TypeVar("_T")


def work_data(work: Work) -> dict[str, Any]:
    """Return a work as JSON data."""
    name = "study" if isinstance(work, Study) else "rollout"
    return {name: _data(work)}


def read_work(data: Any) -> Work:
    """Read what work_data wrote; raise a BackgammonError that quotes what is wrong."""
    match data:
        case {"study": inner, **rest} if not rest:
            study = _read(Study, inner, "study")
            if not 0 <= study.plies <= MAX_PLIES:
                raise ProtocolError(f"a study looks 0 to {MAX_PLIES} plies ahead, not {study.plies!r}")
            if study.question.kind is Kind.RESIGNATION:
                raise ProtocolError("a resignation is not studied: look at the position before it")
            return study
        case {"rollout": inner, **rest} if not rest:
            rollout = _read(Rollout, inner, "rollout")
            if rollout.question.kind is Kind.PLAY and not rollout.plays:
                raise ProtocolError("a rollout of plays names at least one")
            return rollout
    raise ProtocolError(f"a work is a study or a rollout, not {data!r:.200}")


def result_data(result: WorkResult) -> dict[str, Any]:
    """Return a result as JSON data."""
    return {"finding": _data(result)} if isinstance(result, Finding) else {"state": state_data(result)}


def read_result(data: Any) -> WorkResult:
    """Read what result_data wrote; raise ProtocolError that quotes what is wrong."""
    match data:
        case {"finding": inner, **rest} if not rest:
            return _read(Finding, inner, "finding")
        case {"state": inner, **rest} if not rest:
            return read_state(inner)
    raise ProtocolError(f"a result is a finding or a state, not {data!r:.200}")


def finding_data(finding: Finding) -> dict[str, Any]:
    """Return a finding as JSON data, for keeping."""
    data = _data(finding)
    assert isinstance(data, dict)
    return data


def read_finding(data: Any) -> Finding:
    """Read what finding_data wrote; raise ProtocolError that quotes what is wrong."""
    if isinstance(data, dict):
        data = {"rank": None, **data}  # what older builds kept has none
    return _read(Finding, data, "finding")


def state_data(state: RolloutState) -> dict[str, Any]:
    """Return a rollout's state as JSON data, for keeping and for going on from it."""
    return {"v": STATE_VERSION, **_data(state)}


def read_state(data: Any) -> RolloutState:
    """Read what state_data wrote; raise ProtocolError that quotes what is wrong."""
    if not isinstance(data, dict) or data.get("v") != STATE_VERSION:
        raise ProtocolError(f"a rollout's state is an object of version {STATE_VERSION}, not {data!r:.200}")
    return _read(RolloutState, {name: value for name, value in data.items() if name != "v"}, "state")


_SPECIAL_DATA: dict[type, Any] = {Question: question_data, Answer: answer_data}
_SPECIAL_READ: dict[type, Any] = {Question: read_question, Answer: read_answer}


def _data(value: Any) -> Any:
    kind = type(value)
    if kind in _SPECIAL_DATA:
        return _SPECIAL_DATA[kind](value)
    if is_dataclass(kind):
        return {field.name: _data(getattr(value, field.name)) for field in fields(kind)}
    if isinstance(value, tuple):
        return [_data(each) for each in value]
    return value


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _read(kind: type[_T], data: Any, where: str) -> _T:
    found: _T = _value(kind, data, where)
    return found


def _value(hint: Any, data: Any, where: str) -> Any:
    """Read data as the hint says; ``where`` names it in errors."""
    origin, inner = get_origin(hint), get_args(hint)
    if hint in _SPECIAL_READ:
        return _SPECIAL_READ[hint](data)
    if origin in (Union, UnionType):
        if data is None and NoneType in inner:
            return None
        (hint,) = [each for each in inner if each is not NoneType]
        return _value(hint, data, where)
    if origin is tuple:
        return _tuple(inner, data, where)
    if isinstance(hint, type) and is_dataclass(hint):
        hints = _hints(hint)
        if not isinstance(data, dict) or set(data) != set(hints):
            raise ProtocolError(f"{where} is an object of {', '.join(hints)}, not {data!r:.200}")
        return hint(**{name: _value(hints[name], value, name) for name, value in data.items()})
    if hint is float and type(data) in (int, float) and isfinite(data):
        return float(data)
    if hint in (int, bool) and type(data) is hint:
        return data
    if isinstance(hint, type) and issubclass(hint, tuple) and isinstance(data, list | tuple):
        return hint(*_tuple(tuple(_hints(hint).values()), data, where))
    if isinstance(hint, type) and issubclass(hint, str) and isinstance(data, str):
        return _name(hint, data, where)
    raise ProtocolError(f"{where} is of type {getattr(hint, '__name__', hint)}, not {data!r:.100}")


def _name(hint: type[str], data: str, where: str) -> str:
    try:
        return hint(data)
    except ValueError:
        assert issubclass(hint, StrEnum)
        raise ProtocolError(f"{where} is one of {', '.join(hint)}, not {data!r:.100}") from None


def _tuple(inner: tuple[Any, ...], data: Any, where: str) -> tuple[Any, ...]:
    if not isinstance(data, list | tuple):
        raise ProtocolError(f"{where} is a list, not {data!r:.100}")
    if inner[1:] == (Ellipsis,):
        inner = (inner[0],) * len(data)
    if len(data) != len(inner):
        raise ProtocolError(f"{where} is a list of {len(inner)}, not {data!r:.100}")
    return tuple([_value(hint, each, where) for hint, each in zip(inner, data, strict=True)])
