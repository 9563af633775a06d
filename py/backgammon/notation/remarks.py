"""Remarks say, by line, what the reader of a file did not understand or had to decide itself."""

from collections.abc import Iterator
from dataclasses import dataclass

from backgammon.notation.errors import NotationError
from backgammon.notation.lines import Line

_MOST = 100
"""The most remarks about one file; more would say nothing new."""

_QUOTED = 60

TEXTS = {
    "after": "the match ends before this line. The rest was not read.",
    "cut-off": "the file breaks off here.",
    "passed-over": "“{found}” was skipped.",
    "position": "another position begins here. The rest was not read.",
    "result": "“{found}” doesn’t match the board. The file’s result is kept.",
    "score": "the score {first}–{second} doesn’t match the games before it. The file’s score is kept.",
    "stopped": "“{found}” can’t be followed. The rest of this game is left out.",
}


@dataclass(frozen=True, slots=True)
class Remark:
    """One remark on a file: its line and column, from 1, a stable key, and the values that fill its text.

    Keys: ``after`` (text after the match), ``cut-off`` (the file is not complete), ``passed-over``
    (not understood), ``position`` (only the first of several is read), ``result`` and ``score`` (taken from
    the file, although the games say otherwise), ``stopped`` (the rest of a game is left out). ``str`` gives
    the text in English.
    """

    key: str
    line: int
    column: int
    params: tuple[tuple[str, str | int], ...] = ()

    def __str__(self) -> str:
        return f"line {self.line}: {TEXTS[self.key].format(**dict(self.params))}"


class Remarks:
    """Collects the remarks on one file; neighbouring lines that are skipped get a single remark."""

    def __init__(self) -> None:
        self._all: list[Remark] = []
        self._passed_over = -1

    def __iter__(self) -> Iterator[Remark]:
        return iter(self._all)

    def add(self, key: str, line: Line, column: int = 0, end: int | None = None, **params: int) -> None:
        """Add a remark on a line from ``column`` (from 0) to ``end``, quoted if TEXTS[key] quotes it."""
        if key == "passed-over":
            neighbour, self._passed_over = self._passed_over in (line.number - 1, line.number), line.number
            if neighbour:
                return
        found = line.text[column:end]
        column += line.column + len(found) - len(found.lstrip())
        values: tuple[tuple[str, str | int], ...] = tuple(params.items())
        if "{found}" in TEXTS[key]:
            found = found.strip()
            values = (("found", found if len(found) <= _QUOTED else f"{found[: _QUOTED - 1]}…"),)
        if len(self._all) < _MOST:
            self._all.append(Remark(key, line.number, column, values))

    def add_error(self, key: str, error: NotationError) -> None:
        """Add a remark at the place of an error."""
        self.add(key, Line(error.found, error.line, error.column))
