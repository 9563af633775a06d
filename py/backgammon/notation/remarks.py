"""Remarks say, by line or move, what the reader of a file did not understand or had to decide itself."""

from collections.abc import Iterator
from dataclasses import dataclass

from backgammon.notation.errors import NotationError
from backgammon.notation.lines import Line

_MOST = 100
"""The most remarks about one file; more would say nothing new."""

_QUOTED = 60

TEXTS = {
    "after": "the match is already over. The rest was not read.",
    "cut-off": "the file breaks off here.",
    "edited": "another position begins here. The rest of this game is left out.",
    "passed-over": "“{found}” was skipped.",
    "position": "another position begins here. The rest was not read.",
    "result": "“{found}” doesn’t match the board. The file’s result is kept.",
    "score": "the score {first}–{second} doesn’t match the games before it. The file’s score is kept.",
    "stopped": "“{found}” can’t be followed. The rest of this game is left out.",
}


@dataclass(frozen=True, slots=True)
class Remark:
    """One remark on a file: its line and column, from 1, a stable key, and the values that fill its text.

    A binary file has no lines: ``line`` is 0 there, and ``game`` and ``move`` give the place, both from 1; a
    move is a play of each side. Keys: ``after`` (text after the match), ``cut-off`` (the file is not
    complete), ``edited`` (the position was changed in the midst of a game), ``passed-over``
    (not understood), ``position`` (only the first of several is read), ``result`` and ``score`` (taken from
    the file, although the games say otherwise), ``stopped`` (the rest of a game is left out). ``str`` gives
    the text in English.
    """

    key: str
    line: int
    column: int
    params: tuple[tuple[str, str | int], ...] = ()
    game: int = 0
    move: int = 0

    @property
    def place(self) -> tuple[tuple[str, int], ...]:
        """The place that the remark names: its line, or its game and move."""
        return (("line", self.line),) if self.line else (("game", self.game), ("move", self.move))

    def __str__(self) -> str:
        place = ", ".join(f"{name} {number}" for name, number in self.place)
        return f"{place}: {TEXTS[self.key].format(**dict(self.params))}"


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
        self._append(Remark(key, line.number, column, _values(key, found, params)))

    def add_at_move(self, key: str, game: int, move: int, found: str, **params: int) -> None:
        """Add a remark on a move of a file that has no lines."""
        self._append(Remark(key, 0, 0, _values(key, found, params), game, move))

    def add_error(self, key: str, error: NotationError) -> None:
        """Add a remark at the place of an error."""
        self.add(key, Line(error.found, error.line, error.column))

    def _append(self, remark: Remark) -> None:
        if len(self._all) < _MOST:
            self._all.append(remark)


def _values(key: str, found: str, params: dict[str, int]) -> tuple[tuple[str, str | int], ...]:
    if "{found}" not in TEXTS[key]:
        return tuple(params.items())
    found = found.strip()
    return (("found", found if len(found) <= _QUOTED else f"{found[: _QUOTED - 1]}…"),)
