"""``python3 py train races``: teach the net that tells how many rolls a side needs in a race.

Rule kept: the same seed gives the same net on the same machine, with any number of CPUs; the net learns from
nothing but the rules. First all sides on the ten nearest points (3.3 million) are computed exactly. Then
sides from games of the shipped net, and sides strewn at random, are borne off over and over, and the net
learns the mean over the 21 rolls, by its own running mean where there are no exact values (temporal
differences over every roll). ``engine/races.py`` defines the outputs, ``races.c`` does the work: half an hour
on one CPU.
"""

import argparse
import ctypes
import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

from backgammon.cli.options import about, whole
from backgammon.engine import races
from lab.progress import Progress
from lab.referees import players
from lab.train import export, native
from lab.train.race_tables import NET

SOURCE = Path(__file__).with_name("races.c")
_COMPILER = (*native.COMPILER, *(["-fopenmp"] if sys.platform == "linux" else []))
"""Threads by OpenMP, which a Mac's compiler does not support: there one thread does all the work."""

UNITS = 384

_TESTED = 1000
_STRETCHES = 20
_BATCH = 512
_PEAK, _FLOOR = 3e-3, 1e-5

Floats = ctypes.POINTER(ctypes.c_float)


def main(argv: Sequence[str]) -> int:
    """Train, print how far the net is from its own search one roll ahead, and write it; return 0."""
    parser = argparse.ArgumentParser(prog="python3 py train races", description=about(__doc__))
    parser.add_argument(
        "--games", type=whole(1000, 10**9), default=560_000, help="sides borne off; default: %(default)s"
    )
    parser.add_argument(
        "--exact", type=int, default=10, choices=range(6, 12), help="points on which sides are exact"
    )
    parser.add_argument("--seed", type=whole(0, 2**63 - 1), default=1)
    options = parser.parse_args(argv)
    starts = own_sides(export.as_net(export.read(players.SHIPPED.read_bytes())), options.seed)
    library, lab = begin(options.seed, options.exact)
    tested, rest = b"".join(starts[:_TESTED]), starts[_TESTED:]
    stretch = options.games // _STRETCHES
    progress = Progress()
    for number in range(_STRETCHES):
        rate = _PEAK * (1 - number / _STRETCHES) ** 2 + _FLOOR
        library.races_run(lab, b"".join(rest), len(rest), stretch, ctypes.c_float(rate), _BATCH)
        off = " ".join(f"{each:.4f}" for each in residuals(library, lab, tested))
        progress.show(f"{(number + 1) * stretch:,} sides  off by {off}")
    progress.end()
    NET.write_bytes(export.write(quantise(weights(library, lab))))
    return 0


def own_sides(net: native.Net, seed: int, positions: int = 400_000) -> list[bytes]:
    """Return both sides, as ``races.c`` takes them, of each race reached in games of the net."""
    found = []
    games = export.own_positions(net, positions, seed)
    for before, after in pairwise(map(races.sides, games)):
        if after and not before:
            found += [bytes((0, *side)).ljust(25, b"\0") for side in after]
    return found


def begin(seed: int, points: int = races.HOME) -> tuple[ctypes.CDLL, ctypes.c_void_p]:
    """Compute the sides on the first `points` points; return the library and an untrained net."""
    library = native.load_library(SOURCE, compiler=_COMPILER)
    library.races_new.restype = ctypes.c_void_p
    library.races_weights.restype = library.races_exact.restype = Floats
    return library, ctypes.c_void_p(
        library.races_new(ctypes.c_uint64(seed), (ctypes.c_float * 3)(*races.PER_PIP), points)
    )


def judge_sides(library: ctypes.CDLL, lab: ctypes.c_void_p, sides: bytes) -> tuple[list[float], list[float]]:
    """Return the outputs of sides, one after another: directly, and by a search of the 21 rolls."""
    count = len(sides) // 25
    now, ahead = [(ctypes.c_float * (races.OUTPUTS * count))() for _ in range(2)]
    library.races_judge(lab, sides, count, now, ahead)
    return list(now), list(ahead)


def residuals(library: ctypes.CDLL, lab: ctypes.c_void_p, sides: bytes) -> list[float]:
    """Return the root mean square difference between the two judgements of each output."""
    gaps = [(one - other) ** 2 for one, other in zip(*judge_sides(library, lab, sides), strict=True)]
    count = len(sides) // 25
    return [(sum(gaps[place :: races.OUTPUTS]) / count) ** 0.5 for place in range(races.OUTPUTS)]


def weights(library: ctypes.CDLL, lab: ctypes.c_void_p) -> list[float]:
    """Return the net's running mean, flat: first layer by input, its bias, last layer by unit, its bias."""
    count = (races.INPUTS + 1) * UNITS + (UNITS + 1) * races.OUTPUTS
    return list(library.races_weights(lab)[:count])


def quantise(flat: Sequence[float]) -> list[export.Layer]:
    """Round to the arithmetic of the net file (see export); the first layer is trained with this rounding."""
    inner, outer = races.INPUTS * UNITS, UNITS * races.OUTPUTS
    bias, last = flat[inner : inner + UNITS], flat[inner + UNITS : inner + UNITS + outer]
    plus = flat[inner + UNITS + outer :]
    columns = [flat[unit:inner:UNITS] for unit in range(UNITS)]
    out = [
        [weight / export.FINE for weight in last[place :: races.OUTPUTS]] for place in range(races.OUTPUTS)
    ]
    return [export.round_units(columns, bias), export.Layer(out, [], list(plus))]
