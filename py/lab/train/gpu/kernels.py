"""Bindings for `kernels.cu`: tensors in, tensors out, all of them on one device.

Rule kept: in this package only this module uses ctypes and the compiler. Without a GPU the same file runs on
the CPU, slowly, for the tests. PyTorch, which the rest of the project does not need, is imported only here.
"""

from __future__ import annotations

import ctypes
import os
from collections.abc import Sequence, Sized
from importlib import import_module
from pathlib import Path
from typing import Any, Final

from backgammon.engine import features
from lab.judge.rollouts import load_quick_net
from lab.train import native, race_tables
from tools.errors import ToolError

SIZE, KEPT, ROW, OUTPUTS = 32, 8, 288, 5
RACE, OWN, OPPONENT = 240, 280, 281
"""As in kernels.cu: bytes of a board, plays kept per roll, bytes of an input row, outputs; places in it."""
_PLAYS = 256
"""The most plays of a roll that are examined, some of them duplicates; there are seldom more."""
GAP: Final = 0.16
"""Plays further behind the best by the pruning net are not judged."""
_NVCC = ("nvcc", "-O3", "-arch=native", "--extended-lambda", "-Xcompiler", "-fPIC")
_CC = ("c++", "-x", "c++", "-O2", "-march=native", "-fPIC", "-Wall", "-Werror")
DICE: Final = [(a, b) for a in range(1, 7) for b in range(1, a + 1)]


class Kernels:
    """The kernels on a device, "cuda" or "cpu"."""

    def __init__(self, torch: Any, device: str) -> None:
        self.torch, self.device = torch, device
        self._lib = library(device)
        self._dice = torch.tensor(DICE, dtype=torch.uint8, device=device)

    def _stream(self) -> ctypes.c_void_p:
        if self.device == "cpu":
            return ctypes.c_void_p(0)
        return ctypes.c_void_p(self.torch.cuda.current_stream().cuda_stream)

    def _empty(self, *shape: int, kind: str = "int8") -> Any:
        return self.torch.empty(shape, dtype=getattr(self.torch, kind), device=self.device)

    def check(self) -> None:
        """Raise ToolError if a kernel has failed."""
        if code := self._lib.fault():
            raise ToolError(f"the GPU has failed with error {code}")

    def plays(
        self, boards: Any, dice: Any = None, gap: float = GAP, by_chance: Any = None
    ) -> tuple[Any, Any]:
        """Return the best plays of each board's own roll, or of all rolls, and how many there are.

        Shapes: (rolls, KEPT, SIZE) and (rolls); -1 where the game is over. `by_chance`: for which rolls a
        single play is drawn at random instead.
        """
        rolls = 1 if dice is not None else len(DICE)
        count = len(boards) * rolls
        all_, scores = self._empty(count, _PLAYS, SIZE), self._empty(count, _PLAYS, kind="float32")
        out, found = self._empty(count, KEPT, SIZE), self._empty(count, kind="int16")
        seed = ctypes.c_uint64(int.from_bytes(os.urandom(8)))
        self._lib.find_plays(
            *(_at(boards), ctypes.c_long(len(boards)), _at(self._dice if dice is None else dice)),
            *(rolls, int(dice is None), ctypes.c_float(gap), _at(by_chance), seed),
            *(_at(all_), _at(scores), _at(found), _at(out), self._stream()),
        )
        return out, found

    def rows(self, boards: Any) -> Any:
        """Return rows of inputs, with the number of checkers left at OWN and OPPONENT."""
        out = self._empty(len(boards), ROW, kind="uint8")
        self._lib.encode_boards(_at(boards), ctypes.c_long(len(boards)), _at(out), self._stream())
        return out

    def races(self, boards: Any) -> Any:
        """Return the outputs of races."""
        return self._judge("judge_races", boards)

    def ends(self, boards: Any) -> Any:
        """Return the outputs of games that are over, seen by the loser."""
        return self._judge("judge_ends", boards)

    def _judge(self, name: str, boards: Any) -> Any:
        out = self._empty(len(boards), OUTPUTS, kind="float32")
        getattr(self._lib, name)(_at(boards), ctypes.c_long(len(boards)), _at(out), self._stream())
        return out

    def kinds(self, boards: Any) -> Any:
        """Return the kind of each position (see board.c)."""
        out = self._empty(len(boards))
        self._lib.find_kinds(_at(boards), ctypes.c_long(len(boards)), _at(out), self._stream())
        return out


def _load_tables(library: ctypes.CDLL) -> None:
    """Pass a library the tables of the inputs, the pruning net, and the net and tables for races."""
    race_tables.load()
    tables, races = tuple(features.tables().values()), native.kept_races()
    addresses = [ctypes.cast(ctypes.c_char_p(table), ctypes.c_void_p) for table in tables]
    _set(library.set_tables, addresses, tables)
    _set(library.set_races, [ctypes.c_void_p(table.buffer_info()[0]) for table in races], races)
    load_quick_net(library)


def _set(function: Any, addresses: Sequence[ctypes.c_void_p], tables: Sequence[Sized]) -> None:
    sizes = (ctypes.c_long * len(tables))(*map(len, tables))
    function((ctypes.c_void_p * len(tables))(*addresses), sizes)


def _at(tensor: Any) -> ctypes.c_void_p:
    return ctypes.c_void_p(None if tensor is None else tensor.data_ptr())


def library(device: str) -> ctypes.CDLL:
    """Load the kernels for "cuda" or "cpu", and pass them their tables."""
    source = Path(__file__).with_name("kernels.cu")
    shared = (source.parents[1] / name for name in ("board.c", "sides.c", "quick.c"))
    found = native.load_library(source, *shared, compiler=_NVCC if device == "cuda" else _CC)
    _load_tables(found)
    return found


def pytorch() -> Any:
    """Return PyTorch; ToolError if it is missing."""
    try:
        torch: Any = import_module("torch")
    except ImportError:
        raise ToolError(
            "PyTorch is needed here; install it (pip install torch) and run the command again"
        ) from None
    torch.backends.cuda.matmul.allow_tf32 = True
    return torch
