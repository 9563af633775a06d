"""The referees that this project is measured against: gnubg's evaluation and pubeval, by PyPI's `gnubg-nn`.

Rule kept: referees are imported only here and only on request, never for a training target; both are GPL and
are not part of what ships.
"""

import shutil
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from types import ModuleType

from lab.train.native import Position
from tools.errors import ToolError

Board = list[list[int]]


def find() -> str | None:
    """Return the path of the program gnubg, None if it is not installed."""
    return shutil.which("gnubg") or shutil.which("/usr/games/gnubg")


def program() -> str:
    """Return the path of the program gnubg; raise ToolError if it is not installed."""
    found = find()
    if not found:
        raise ToolError("gnubg is not installed (apt-get install gnubg)")
    return found


@cache
def gnubg() -> ModuleType:
    """Import and return `gnubg_nn`; raise ToolError if it is not installed."""
    try:
        return import_module("gnubg_nn")
    except ImportError as error:
        raise ToolError("gnubg as a referee needs: pip install gnubg-nn") from error


def board(position: Sequence[int]) -> Board:
    """Return gnubg's board: the opponent's 24 points and bar, then those of the player on roll."""
    return [[max(-position[25 - i], 0) for i in range(1, 26)], [max(position[i], 0) for i in range(1, 26)]]


def gnubg_play(position: Position, a: int, b: int, plies: int) -> Position:
    """Return the position after gnubg's cubeless play, still seen by the player who moved."""
    return _position_after(position, gnubg().best_move(board(position), a, b, plies))


def pubeval_play(position: Position, a: int, b: int) -> Position:
    """Return the position after pubeval's play, still seen by the player who moved."""
    flat = gnubg().pub_best_move(board(position), a, b)
    return _position_after(
        position, [(start + 1, end + 1) for start, end in zip(flat[::2], flat[1::2], strict=True)]
    )


def _position_after(position: Position, steps: Sequence[tuple[int, int]]) -> Position:
    after = list(position)
    for start, end in steps:
        after[start] -= 1
        if end <= 0:
            continue
        if after[end] == -1:
            after[end] = 0
            after[0] -= 1
        after[end] += 1
    return tuple(after)
