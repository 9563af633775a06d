"""One error for all texts: it says where, quotes what stands there and names what was expected.

A file that other rules allow raises Misfit among its readers only.
"""

from backgammon.core.errors import BackgammonError
from backgammon.core.rules import Rules

_QUOTED = 40


class NotationError(BackgammonError):
    """A text that cannot be read, or a value that a format cannot write.

    ``line`` and ``column`` count from 1; ``line`` is 0 for a text of one line, such as an ID. ``found``
    is what stood there, ``expected`` what should have.
    """

    def __init__(self, expected: str, found: str, column: int = 1, line: int = 0) -> None:
        place = f"line {line}, column {column}" if line else f"character {column}"
        quoted = repr(found if len(found) <= _QUOTED else found[: _QUOTED - 1] + "…")
        super().__init__(f"{place}: expected {expected}, not {quoted}")
        self.expected, self.found, self.column, self.line = expected, found, column, line


class ForeignFile(NotationError):
    """A binary file of another program, whose name is ``program``."""

    def __init__(self, program: str) -> None:
        super().__init__(f"a file exported as text, not a binary file of {program}", "")
        self.program = program


class Misfit(BackgammonError):
    """A text is legal under other rules only: ``rules`` are those to read it by."""

    def __init__(self, message: str, rules: Rules) -> None:
        super().__init__(message)
        self.rules = rules
