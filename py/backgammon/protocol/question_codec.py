"""Questions and answers as JSON data: writing and reading are inverse; bad data raises BackgammonError."""

from collections.abc import Mapping
from dataclasses import asdict
from enum import StrEnum
from typing import Any, TypeVar

from backgammon.core.dice import check_roll
from backgammon.core.errors import BackgammonError
from backgammon.core.position import Position
from backgammon.core.rules import PRESETS, Rules, custom
from backgammon.data.json_text import quote
from backgammon.protocol.messages import Answer, Choice, Kind, Question

_T = TypeVar("_T")
_Name = TypeVar("_Name", bound=StrEnum)


class ProtocolError(BackgammonError):
    """A text that is not a message of this protocol, or that is of another version of it."""


def rules_data(rules: Rules) -> str | dict[str, Any]:
    """Return a preset's name, or the fields of custom rules."""
    if PRESETS.get(rules.name) == rules:
        return rules.name
    fields = asdict(rules)
    del fields["name"]
    return fields


def read_rules(data: Any) -> Rules:
    """Read what rules_data wrote; raise a BackgammonError that quotes what is wrong."""
    if isinstance(data, str) and data in PRESETS:
        return PRESETS[data]
    if isinstance(data, dict):
        return custom(**{**data, "start": numbers(data, "start", 26)} if "start" in data else data)
    raise ProtocolError(f"rules are the name of a preset or an object of fields, not {quote(data)}")


def question_data(question: Question) -> dict[str, Any]:
    """Return a question as JSON data."""
    return {name: getattr(question, name) for name in Question.__slots__} | {
        "rules": rules_data(question.rules)
    }


def read_question(data: Any) -> Question:
    """Read what question_data wrote; raise a BackgammonError that quotes what is wrong."""
    fields = fields_of(data, "a question", Question.__slots__)
    dice = fields["dice"]
    question = Question(
        kind=one_of(Kind, fields, "kind"),
        level=typed_field(str, fields, "level"),
        rules=read_rules(fields["rules"]),
        points=Position(numbers(fields, "points", 26)).points,
        on_roll=typed_field(bool, fields, "on_roll"),
        dice=None if dice is None else check_roll(pair(fields, "dice")),
        cube=typed_field(int, fields, "cube"),
        cube_owner=typed_field(int, fields, "cube_owner"),
        away=pair(fields, "away"),
        crawford_game=typed_field(bool, fields, "crawford_game"),
        crawford_done=typed_field(bool, fields, "crawford_done"),
        offered=typed_field(int, fields, "offered"),
    )
    if question.kind is Kind.PLAY and question.dice is None:
        raise ProtocolError("a question about a play needs dice")
    if question.cube < 1 or question.cube_owner not in (-1, 0, 1):
        raise ProtocolError(f"there is no cube of {question.cube!r} with owner {question.cube_owner!r}")
    if question.kind is Kind.RESIGNATION and question.offered not in (1, 2, 3):
        raise ProtocolError(f"a resignation offers 1, 2 or 3, not {question.offered!r}")
    return question


def answer_data(answer: Answer) -> dict[str, Any]:
    """Return an answer as JSON data."""
    return {"choice": answer.choice, "steps": answer.steps, "offered": answer.offered}


def read_answer(data: Any) -> Answer:
    """Read what answer_data wrote; raise a ProtocolError that quotes what is wrong."""
    fields = fields_of(data, "an answer", Answer.__slots__)
    steps = typed_field(list, fields, "steps")
    return Answer(
        choice=one_of(Choice, fields, "choice"),
        steps=tuple([pair({"step": step}, "step") for step in steps]),
        offered=typed_field(int, fields, "offered"),
    )


def fields_of(data: Any, what: str, names: tuple[str, ...]) -> dict[str, Any]:
    """Return ``data`` if it is an object with exactly these names; raise ProtocolError otherwise."""
    if not isinstance(data, dict) or set(data) != set(names):
        raise ProtocolError(f"{what} is an object of {', '.join(names)}, not {quote(data)}")
    return data


def typed_field(kind: type[_T], data: Mapping[str, Any], name: str) -> _T:
    """Return a field's value, of exactly this type; raise ProtocolError otherwise."""
    value = data.get(name)
    if type(value) is not kind:
        raise ProtocolError(f"{name} is of type {kind.__name__}, not {quote(value)}")
    return value


def one_of(kind: type[_Name], data: Mapping[str, Any], name: str) -> _Name:
    """Return the enum member that a field names; raise ProtocolError if there is none."""
    try:
        return kind(str(data.get(name)))
    except ValueError:
        raise ProtocolError(f"{name} is one of {', '.join(kind)}, not {quote(data.get(name))}") from None


def numbers(data: Mapping[str, Any], name: str, count: int) -> tuple[int, ...]:
    """Return a field's ``count`` whole numbers; raise ProtocolError for anything else."""
    values = data.get(name)
    if (
        not isinstance(values, list | tuple)
        or len(values) != count
        or any(type(value) is not int for value in values)
    ):
        raise ProtocolError(f"{name} is a list of {count} whole numbers, not {quote(values)}")
    return tuple(values)


def pair(data: Mapping[str, Any], name: str) -> tuple[int, int]:
    """Return a field's two whole numbers; raise ProtocolError for anything else."""
    first, second = numbers(data, name, 2)
    return first, second
