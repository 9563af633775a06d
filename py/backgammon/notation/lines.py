"""Files are read line by line; each line knows its number and puts the place into the errors about it."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from backgammon.core.errors import BackgammonError
from backgammon.notation.errors import Misfit, NotationError

LONGEST_FILE = 16_000_000
LONGEST_LINE = 500
"""Characters; analysed matches fill megabytes, lines stay short."""
MOST_LINES = 300_000


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a file, or a part of it, and the place where it begins, from 1."""

    text: str
    number: int
    column: int = 1

    def error(self, expected: str, column: int = 0, end: int | None = None) -> NotationError:
        """Return the error for what stands from ``column`` (from 0) to ``end``."""
        found = self.text[column:end]
        column += len(found) - len(found.lstrip())
        return NotationError(expected, found.strip(), self.column + column, self.number)

    @contextmanager
    def placed(self, expected: str, column: int = 0, end: int | None = None) -> Iterator[None]:
        """Turn errors about what stands from ``column`` to ``end`` into errors that say so."""
        try:
            yield
        except NotationError as inner:
            raise self.error(inner.expected, column + inner.column - 1, end) from None
        except Misfit:
            raise
        except BackgammonError as fault:
            raise self.error(f"{expected} ({fault})", column, end) from None


def file_lines(text: str) -> tuple[Line, ...]:
    """Return the lines of a file that are not blank; raise NotationError where it is too long."""
    if len(text) > LONGEST_FILE:
        raise NotationError(f"a file of at most {LONGEST_FILE} characters", text)
    if text.count("\n") > MOST_LINES:
        raise NotationError(f"a file of at most {MOST_LINES} lines", text)
    lines = []
    for number, line in enumerate(text.lstrip("\ufeff").split("\n"), 1):
        if len(line) > LONGEST_LINE and line.lstrip()[:1] not in (";", "#"):
            raise NotationError(f"a line of at most {LONGEST_LINE} characters", line, 1, number)
        if line.strip():
            lines.append(Line(line.rstrip().expandtabs(), number))
    return tuple(lines)
