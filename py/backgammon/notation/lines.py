"""Files are read line by line; each line knows its number and puts its place into errors about it."""

from dataclasses import dataclass

from backgammon.core.errors import BackgammonError
from backgammon.notation.errors import NotationError, check_text

LONGEST_FILE = 16_000_000
LONGEST_LINE = 500
"""Limits in characters: analysed matches fill megabytes, but their lines stay short."""
MOST_LINES = 300_000


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a file, or a part of one, with the line number and column (from 1) where it begins."""

    text: str
    number: int
    column: int = 1

    def error(self, key: str, column: int = 0, end: int | None = None, **params: str | int) -> NotationError:
        """Return the error about the text from ``column`` (from 0) to ``end``."""
        found = self.text[column:end]
        column += len(found) - len(found.lstrip())
        return NotationError(key, found.strip(), self.column + column, self.number, **params)

    def locate_errors(self, key: str, column: int = 0, end: int | None = None) -> "_ErrorLocator":
        """Return a context that turns errors about ``column`` to ``end`` into NotationErrors with this place.

        ``key`` is used for an error that is not yet a NotationError; its message becomes the parameter
        ``fault``.
        """
        return _ErrorLocator(self, key, column, end)


class _ErrorLocator:
    """The context of Line.locate_errors; a class, for speed: each play of a long file is read in one."""

    __slots__ = ("column", "end", "key", "line")

    def __init__(self, line: Line, key: str, column: int, end: int | None) -> None:
        self.line, self.key, self.column, self.end = line, key, column, end

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, NotationError):
            column = self.column + error.column - 1
            raise self.line.error(error.key, column, self.end, **error.params) from None
        if isinstance(error, BackgammonError):
            raise self.line.error(self.key, self.column, self.end, fault=str(error)) from None


def file_lines(text: str) -> tuple[Line, ...]:
    """Return the lines of a file that are not blank; raise NotationError if the file is too long."""
    check_text(text)
    if len(text) > LONGEST_FILE:
        raise NotationError("shorter.file", text, most=LONGEST_FILE)
    if text.count("\n") > MOST_LINES:
        raise NotationError("shorter.lines", text, most=MOST_LINES)
    lines = []
    for number, line in enumerate(text.lstrip("\ufeff").split("\n"), 1):
        if len(line) > LONGEST_LINE and line.lstrip()[:1] not in (";", "#"):
            raise NotationError("shorter.line", line, 1, number, most=LONGEST_LINE)
        if line.strip():
            lines.append(Line(line.rstrip().expandtabs(), number))
    return tuple(lines)
