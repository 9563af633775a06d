"""The project's errors: each is a ValueError that quotes the input and says what was expected."""

from dataclasses import fields
from typing import Any


class BackgammonError(ValueError):
    """Base of all errors about input: a text, a position, a rule value or an action."""

    def __reduce__(self) -> tuple[Any, ...]:
        """Support copying and pickling without ``__init__``, which may take more than the message."""
        return _again, (type(self), self.args), self.__dict__


def check_types(value: Any, error: type[BackgammonError]) -> None:
    """Raise ``error`` for a field of a dataclass that is not of its default's type.

    A float may also be whole. A field whose default is None is not checked.
    """
    for field in fields(value):
        kind, found = type(field.default), getattr(value, field.name)
        if type(found) is not kind and field.default is not None and (kind, type(found)) != (float, int):
            raise error(f"{field.name} is of the type {kind.__name__}, not {found!r}")


def check_kind(value: object, kind: type, wanted: str) -> None:
    """Raise BackgammonError for a value of another type; ``wanted`` says what belongs in its place."""
    if not isinstance(value, kind):
        raise BackgammonError(f"{wanted}, not {type(value).__name__}")


def _again(kind: type[BackgammonError], arguments: tuple[Any, ...]) -> BackgammonError:
    return kind.__new__(kind, *arguments)


class PositionError(BackgammonError):
    """A position that no game can reach, or a position ID that cannot be read.

    ``rule`` is "empty" if there are no checkers on the board, otherwise "checkers".
    """

    def __init__(self, message: str, rule: str = "checkers") -> None:
        super().__init__(message)
        self.rule = rule


class RulesError(BackgammonError):
    """A rule value that is unknown or contradicts another."""


class IllegalAction(BackgammonError):
    """An action that the rules do not allow in this state.

    ``rule`` is the stable key of the broken rule (``"turn"``, ``"play"``, ``"cube-owner"`` …), which a front
    end can translate; the message says the same in English.
    """

    def __init__(self, rule: str, message: str) -> None:
        super().__init__(message)
        self.rule = rule
