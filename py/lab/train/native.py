"""Bindings for `selfplay.c` and `sisters.c`, compiled on demand by the machine's C compiler.

Rule kept: ctypes is hidden from callers of this module, and of the bindings for `rollouts.c` and `races.c`;
positions are tuples of 26 ints seen by the player on roll, and weights are flat float32 arrays with the
layout that `selfplay.c` describes.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import subprocess
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

from backgammon.engine import features

Position = tuple[int, ...]
Outputs = tuple[float, float, float, float, float]
SOURCES: Final = tuple(
    Path(__file__).with_name(name)
    for name in ("lab.c", "board.c", "sides.c", "quick.c", "selfplay.c", "rollouts.c", "sisters.c")
)
RUNTIME: Final = Path(__file__).resolve().parents[3] / "runtime" / "lab"
"""The lab's folder for files outside git: the compiled library, checkpoints, judged decisions."""
COMPILER = (
    *("cc", "-O3", "-march=native", "-fPIC", "-pthread", "-fno-math-errno", "-ffinite-math-only"),
    *("-mprefer-vector-width=512", "-fno-signed-zeros", "-fno-trapping-math"),
    *("-fassociative-math", "-freciprocal-math"),
)
"""Sums may be reordered, as by -ffast-math, which would also flush small numbers to zero in all of Python."""
_MOST_PLAYS = 4096
_KEPT = 4
"""The number of arrays in a checkpoint: weights, running mean, Adam's two moments."""


class Plan(ctypes.Structure):
    """The settings of a stretch of learning.

    In this order: Adam's rate, its share in the layers after the first, trace, the running mean's memory,
    trainings of each position, the share of games with strays, the share of games whose positions learn from
    all 21 rolls, the trace of those games, the share of games that begin in the middle of an earlier one, the
    share of those that begin in a back game (the others draw all kinds of positions equally often), the most
    that a weight may exceed its unit's others (0: no limit), the weight of the squared error in points
    relative to the cross-entropy, games, batch, threads that only play.
    """

    _fields_ = (
        ("rate", ctypes.c_float),
        ("deep", ctypes.c_float),
        ("trace", ctypes.c_float),
        ("memory", ctypes.c_float),
        ("replay", ctypes.c_float),
        ("wild", ctypes.c_float),
        ("exact", ctypes.c_float),
        ("carry", ctypes.c_float),
        ("midst", ctypes.c_float),
        ("back", ctypes.c_float),
        ("limit", ctypes.c_float),
        ("points", ctypes.c_float),
        ("games", ctypes.c_int),
        ("batch", ctypes.c_int),
        ("helpers", ctypes.c_int),
    )


class Judging(ctypes.Structure):
    """The settings for collecting sisters.

    In this order: how many points behind the best they may be, the share of games with strays, the share of
    games that begin in the middle of an earlier one, the trace with which later searches correct what sisters
    have in common.
    """

    _fields_ = (
        ("near", ctypes.c_float),
        ("wild", ctypes.c_float),
        ("midst", ctypes.c_float),
        ("carry", ctypes.c_float),
    )


class Fit(ctypes.Structure):
    """The settings for learning from sisters.

    In this order: the plan, of which only rate, deep, memory, limit, points and batch (in groups of sisters)
    are used; the weight of the squared errors of their differences; how many points behind the best a sister
    has 1/e of its weight; threads.
    """

    _fields_ = (
        ("plan", Plan),
        ("sisters", ctypes.c_float),
        ("near", ctypes.c_float),
        ("threads", ctypes.c_int),
    )


SISTER: Final = 48
"""The bytes of a record: the position (26), its place among its sisters, their number, five outputs."""


@cache
def _tables() -> tuple[bytes, ...]:
    """Return the tables of the inputs, kept alive here because the C code holds only their addresses."""
    return tuple(features.tables().values())


def load_library(source: Path, *included: Path, compiler: Sequence[str] = COMPILER) -> ctypes.CDLL:
    """Load a C file as a library; compile it unless a build of the same texts and command is there."""
    texts = [path.read_bytes() for path in (source, *included)]
    key = hashlib.sha256(b"".join(texts) + " ".join(compiler).encode()).hexdigest()[:16]
    path = RUNTIME / f"{source.stem}-{key}.so"
    if not path.exists():
        RUNTIME.mkdir(parents=True, exist_ok=True)
        fresh = path.with_suffix(f".{os.getpid()}")
        subprocess.run([*compiler, "-shared", "-o", str(fresh), str(source), "-lm"], check=True)
        fresh.rename(path)
    return ctypes.CDLL(str(path))


@cache
def library() -> ctypes.CDLL:
    """Load all of the C code except `races.c`."""
    lib = load_library(*SOURCES)
    lib.lab_new.restype = ctypes.c_void_p
    lib.lab_loss.restype = ctypes.c_double
    lib.lab_array.restype = ctypes.POINTER(ctypes.c_float)
    lib.lab_counters.restype = ctypes.POINTER(ctypes.c_uint64)
    lib.set_tables((ctypes.c_char_p * len(_tables()))(*_tables()))
    return lib


_kept: list[array[float]] = []
"""The arrays by which the C code judges races; it holds only their addresses."""


def set_races(*tables: Sequence[float]) -> None:
    """Pass the net and tables by which races are judged to the C code.

    `tables`: a net's weights; by rank of a home board the means, the misses, the chances of 0, 1, 2 … rolls.
    """
    _kept[:] = [array("f", table) for table in tables]
    library().set_races(*map(address, _kept))


def kept_races() -> Sequence[array[float]]:
    """Return the arrays that `set_races` was given."""
    return _kept


class _Spec(ctypes.Structure):
    """The layers of a net, in the form that `selfplay.c` takes."""

    _fields_ = (
        ("count", ctypes.c_int),
        ("hidden", ctypes.c_int * 3),
        ("levels", ctypes.c_int),
        ("coarse", ctypes.c_int),
        ("races", ctypes.c_int),
    )


WIDEST: Final = 1024
"""The most units of a layer, as in `selfplay.c`."""


def _spec(hidden: Sequence[int], levels: int = 0, coarse: int = 0, races: bool = False) -> ctypes.c_void_p:
    if len(hidden) > 3 or max(hidden) > WIDEST:
        raise ValueError(f"three layers of {WIDEST} units are the most, not {tuple(hidden)}")
    padded = (*hidden, 0, 0, 0)[:3]
    given = _Spec(len(hidden), (ctypes.c_int * 3)(*padded), levels, coarse, races)
    return ctypes.byref(given)  # type: ignore[return-value]


@dataclass(frozen=True)
class Net:
    """A net for the C code.

    `hidden`: units of the hidden layers; `weights`: flat; `levels`: steps to which units are rounded (0: not)
    in the first `coarse` hidden layers (in the others to 65535 steps); `races`: races are judged as in play
    (engine.races) instead of by the net.
    """

    hidden: tuple[int, ...]
    weights: array[float]
    levels: int = 0
    coarse: int = 0
    races: bool = False

    def spec(self) -> ctypes.c_void_p:
        """Return the net's description for the C code, without its weights."""
        return _spec(self.hidden, self.levels, self.coarse, self.races)


def address(floats: array[float]) -> ctypes.c_void_p:
    """Return the address of an array, which must be kept alive as long as the C code uses it."""
    return ctypes.c_void_p(floats.buffer_info()[0])


def boards(positions: Sequence[Sequence[int]]) -> bytes:
    """Return positions as the C code takes them, 26 bytes each."""
    return b"".join(array("b", position).tobytes() for position in positions)


def _positions(data: bytes) -> list[Position]:
    return [tuple(array("b", data[at : at + 26])) for at in range(0, len(data), 26)]


def count_weights(hidden: Sequence[int]) -> int:
    """Return the number of weights, as floats, of a net with these hidden layers."""
    return int(library().count_weights(_spec(hidden)))


def plays(position: Sequence[int], a: int, b: int) -> list[Position]:
    """Return the distinct positions after a roll, seen by the player who moved; a pass changes nothing."""
    out = ctypes.create_string_buffer(26 * _MOST_PLAYS)
    count = library().plays_of(boards([position]), a, b, out)
    return _positions(ctypes.string_at(out, 26 * count))


def encode(positions: Sequence[Sequence[int]]) -> bytes:
    """Return the rows of inputs as the C code computes them."""
    out = ctypes.create_string_buffer(features.INPUTS * len(positions))
    library().encode_rows(boards(positions), len(positions), out)
    return out.raw


def evaluate(net: Net, positions: Sequence[Sequence[int]]) -> list[Outputs]:
    """Return the five outputs of each position, seen by its player on roll."""
    out = array("f", bytes(20 * len(positions)))
    library().evaluate(net.spec(), address(net.weights), boards(positions), len(positions), address(out))
    return [outputs(out, i) for i in range(len(positions))]


def outputs(flat: array[float], i: int) -> Outputs:
    """Return the outputs of position `i` from a flat array of outputs."""
    win, gammon, backgammon, lost_gammon, lost_backgammon = flat[5 * i : 5 * i + 5]
    return win, gammon, backgammon, lost_gammon, lost_backgammon


def hidden_units(net: Net, positions: Sequence[Sequence[int]]) -> list[array[float]]:
    """Return all hidden units of each position, layer after layer."""
    width = sum(net.hidden)
    out = array("f", bytes(4 * width * len(positions)))
    library().hidden_units(net.spec(), address(net.weights), boards(positions), len(positions), address(out))
    return [out[i : i + width] for i in range(0, len(out), width)]


def round_rows(
    units: Sequence[Sequence[float]], rows: Sequence[Sequence[float]], grains: Sequence[float]
) -> tuple[list[list[float]], list[float]]:
    """Return a layer's rows of weights as whole numbers of grains, and the means of the units.

    They are rounded so that the layer's sums over `units` change least.
    """
    n = len(rows[0])
    inputs = array("f", [x for vector in units for x in vector])
    flat = array("f", [w for row in rows for w in row])
    steps, means = array("f", grains), array("f", bytes(4 * n))
    library().round_rows(
        address(inputs), len(units), n, address(flat), address(steps), len(rows), address(means)
    )
    return [list(flat[at : at + n]) for at in range(0, len(flat), n)], list(means)


def best_play(net: Net, position: Sequence[int], a: int, b: int) -> Position:
    """Return the position after the net's cubeless 0-ply play, seen by the player who moved."""
    out = ctypes.create_string_buffer(26)
    library().best_play(net.spec(), address(net.weights), boards([position]), a, b, out)
    return _positions(out.raw)[0]


def duel(first: Net, second: Net, pairs: int, seed: int) -> list[float]:
    """Return the first net's points in each mirrored pair of cubeless money games (sum of two games)."""
    points = array("f", bytes(4 * pairs))
    library().duel(
        *(first.spec(), address(first.weights), second.spec(), address(second.weights)),
        *(pairs, ctypes.c_uint64(seed), address(points)),
    )
    return list(points)


def trail(net: Net, games: int, seed: int) -> tuple[int, int]:
    """Return the games won, and the gammons among them, by the only player whose gammons count (twice)."""
    won = (ctypes.c_int * 2)()
    library().trail(net.spec(), address(net.weights), games, ctypes.c_uint64(seed), won)
    return won[0], won[1]


class Lab:
    """A net that plays itself and learns.

    `hidden`: units of the hidden layers, multiples of 8; `seed`: determines weights and dice; `room`:
    positions remembered for training; `races`: races are judged as in play, and games end there (see Net).
    """

    def __init__(self, hidden: Sequence[int], seed: int, room: int = 1 << 16, races: bool = False) -> None:
        self.hidden, self.seed = tuple(hidden), seed
        self.room, self.races = room, races
        self._size = count_weights(hidden)
        given = _spec(hidden, races=races)
        self._lab = ctypes.c_void_p(library().lab_new(given, ctypes.c_uint64(seed), room))
        self._counters = library().lab_counters(self._lab)

    @property
    def steps(self) -> int:
        """Steps of Adam so far."""
        return int(self._counters[1])

    @property
    def games(self) -> int:
        """Games played so far."""
        return int(self._counters[2])

    def run(self, plan: Plan) -> float:
        """Play and learn; return the mean cross-entropy of a trained position (nan if none was trained).

        ValueError if the plan's batch is below 1: the C code would never return.
        """
        if plan.batch < 1:
            raise ValueError(f"a batch of {plan.batch} positions")
        before = self.steps
        library().lab_run(self._lab, ctypes.byref(plan))
        loss = float(library().lab_loss(self._lab))
        trained = (self.steps - before) * plan.batch
        return loss / trained if trained else float("nan")

    def collect(self, judging: Judging, room: int) -> bytes:
        """Play and return judged sisters, up to `room` of them: records of `SISTER` bytes, group by group."""
        out = ctypes.create_string_buffer(SISTER * room)
        count = library().collect_sisters(self._lab, ctypes.byref(judging), out, room)
        return ctypes.string_at(out, SISTER * count)

    def fit(self, fit: Fit, sisters: bytes, firsts: array[int]) -> float:
        """Learn from groups of sisters in order; return the mean cross-entropy of a position.

        `firsts`: the number of each group's first record.
        """
        before = int(self._counters[3])
        starts = ctypes.c_void_p(firsts.buffer_info()[0])
        library().fit_sisters(self._lab, ctypes.byref(fit), sisters, starts, len(firsts))
        return float(library().lab_loss(self._lab)) / (int(self._counters[3]) - before)

    def net(self) -> Net:
        """Return the net that plays: the running mean of the weights."""
        return Net(self.hidden, array("f", self._bytes(1)), races=self.races)

    def training_samples(self) -> list[tuple[bytes, Outputs]]:
        """Return the row of inputs and the target of each position remembered for training."""
        size = features.INPUTS
        rows, targets = ctypes.create_string_buffer(size * self.room), array("f", bytes(20 * self.room))
        count = library().lab_targets(self._lab, rows, address(targets))
        known = ctypes.string_at(rows, size * count)
        return [(known[size * i : size * (i + 1)], outputs(targets, i)) for i in range(count)]

    def save(self) -> bytes:
        """Return everything learned and all counters, without the remembered positions."""
        counters = array("Q", self._counters[:4]).tobytes()
        return counters + b"".join(self._bytes(which) for which in range(_KEPT))

    def load(self, saved: bytes) -> None:
        """Restore what `save` returned; ValueError if it does not fit these layers."""
        if len(saved) != 32 + 4 * _KEPT * self._size:
            raise ValueError(f"checkpoint of {len(saved)} bytes does not fit hidden layers {self.hidden}")
        for which, counter in enumerate(array("Q", saved[:32])):
            self._counters[which] = counter
        for which in range(_KEPT):
            start = 32 + 4 * self._size * which
            ctypes.memmove(library().lab_array(self._lab, which), saved[start:], 4 * self._size)

    def _bytes(self, which: int) -> bytes:
        return ctypes.string_at(library().lab_array(self._lab, which), 4 * self._size)
