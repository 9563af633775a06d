"""Messages' values as JSON data, by the type hints of their dataclasses; a question is checked as well.

Rules are written as the name of their preset, if they are one: that takes less time, and so does comparing
rules that are the same object.
"""

from dataclasses import replace
from typing import Any

from backgammon.core.dice import check_roll
from backgammon.core.errors import BackgammonError
from backgammon.core.position import Position
from backgammon.core.rules import PRESETS, Rules
from backgammon.data.dataclass_codec import Codec
from backgammon.protocol.messages import Kind, Question


class ProtocolError(BackgammonError):
    """A text that is not a message of this protocol, or that is of another version of it."""


_PLAIN = Codec(ProtocolError, exact=True)


def _rules_data(rules: Rules) -> Any:
    return rules.name if PRESETS.get(rules.name) == rules else _PLAIN.data(rules)


def _read_rules(data: Any) -> Rules:
    known = PRESETS.get(data) if isinstance(data, str) else None
    return known or _PLAIN.value(Rules, data, "rules")


_UNCHECKED = replace(_PLAIN, write={Rules: _rules_data}, read={Rules: _read_rules})


def _read_question(data: Any) -> Question:
    question = _UNCHECKED.value(Question, data, "a question")
    if question.kind is Kind.PLAY and question.dice is None:
        raise ProtocolError("a question about a play needs dice")
    if question.cube < 1 or question.cube_owner not in (-1, 0, 1):
        raise ProtocolError(f"there is no cube of {question.cube!r} with owner {question.cube_owner!r}")
    if question.kind is Kind.RESIGNATION and question.offered not in (1, 2, 3):
        raise ProtocolError(f"a resignation offers 1, 2 or 3, not {question.offered!r}")
    points, dice = Position(question.points).points, question.dice and check_roll(question.dice)
    return replace(question, points=points, dice=dice)


CODEC = replace(_UNCHECKED, read={Rules: _read_rules, Question: _read_question})
"""Reads what it wrote; raises a BackgammonError that quotes what is wrong."""
