"""``python3 py train pruning``: teach the search's pruning net from the net that ships.

The net judges the plays of rolls from its games against itself; a small net that sees only the points learns
how the plays of a roll compare. NumPy is required, unlike in the rest of the project.

The pruning net that ships was taught by the previous net (63280743). Taught by the net that ships, it loses
0.52 thousandths per roll instead of 0.70 if 8 plays are kept, 3.39 instead of 3.67 if 3 are; by rollouts of
3,247 decisions a search of two plies was no better with it (0.48 and 0.45 mEMG).
"""

import argparse
import random
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from backgammon.cli.options import whole
from backgammon.core.position import Position, flip_points
from backgammon.engine.boards import board_of
from backgammon.engine.evaluator import Outcomes
from backgammon.engine.features import ONE
from backgammon.engine.pruning import DEEP_KEPT, INPUTS, KEPT, Filter, encode
from lab.referees.players import require_net
from lab.train import export
from lab.train.native import Net, evaluate, plays
from tools.errors import ToolError

OUT = Path(__file__).resolve().parents[2] / "backgammon" / "engine" / "data" / "pruning.bin"
UNITS = 48

STRAYS = (0.05, 0.1, 0.5)
"""Shares of random plays in the games that the rolls come from."""

SPREAD = 0.1
"""Plays this far behind the best (equity) have 1/e of its weight."""

BATCH = 64
"""Rolls per step of learning."""
RATE = 0.01


class Rolls(NamedTuple):
    """Successive rolls: rows of inputs and equities of their plays, and the number of plays of each."""

    rows: Any
    values: Any
    sizes: Any

    @property
    def starts(self) -> Any:
        """The index of the first play of each roll."""
        return self.sizes.cumsum() - self.sizes


def main(argv: list[str]) -> int:
    """Train and write the net; return 0."""
    parser = argparse.ArgumentParser(prog="python3 py train pruning", description="Teach the pruning net.")
    parser.add_argument("--rolls", type=whole(1000, 10**9), default=100_000, help="default: %(default)s")
    parser.add_argument("--steps", type=whole(1, 10**9), default=60_000, help="default: %(default)s")
    options = parser.parse_args(argv)
    try:
        np: Any = import_module("numpy")
    except ImportError:
        raise ToolError(
            "NumPy is needed here; install it (pip install numpy) and run the command again"
        ) from None
    teacher = require_net("shipped")
    weights = learn(np, rolls(np, gather(teacher, options.rolls, seed=1)), options.steps)
    others = rolls(np, gather(teacher, options.rolls // 20, seed=2))
    for kept in (KEPT, DEEP_KEPT):
        lost = 1000 * mean_loss(np, others, weights, kept)
        print(f"{kept.plays} plays kept lose {lost:.3f} thousandths a roll")
    OUT.write_bytes(export.write(quantise(*weights)))
    return 0


def rolls(np: Any, groups: list[tuple[list[tuple[int, ...]], list[float]]]) -> Rolls:
    """Return rolls as arrays: bytes of inputs, as the search encodes them, and equities in float32."""
    rows = b"".join([encode(map(board_of, results)) for results, _ in groups])
    return Rolls(
        np.frombuffer(rows, np.uint8).reshape(-1, INPUTS),
        np.concatenate([np.array(values, np.float32) for _, values in groups]),
        np.array([len(values) for _, values in groups]),
    )


def gather(teacher: Net, count: int, seed: int) -> list[tuple[list[tuple[int, ...]], list[float]]]:
    """Return rolls with many plays: the points after each play, and its equity for the mover."""
    rng = random.Random(seed)
    found: list[tuple[list[tuple[int, ...]], list[float]]] = []
    points, strays = Position.start().points, STRAYS[0]
    while len(found) < count:
        results = plays(points, rng.randint(1, 6), rng.randint(1, 6))
        ended = [result for result in results if max(result) <= 0]
        judged = evaluate(teacher, [flip_points(result) for result in results])
        values = [-Outcomes(*outputs).equity for outputs in judged]
        if len(results) > DEEP_KEPT.plays and not ended:
            found.append((results, values))
        stray = rng.random() < strays
        chosen = rng.choice(results) if stray else results[values.index(max(values))]
        points = flip_points(chosen)
        if ended:
            points, strays = Position.start().points, rng.choice(STRAYS)
    return found


def learn(np: Any, data: Rolls, steps: int) -> list[Any]:
    """Train by Adam; return weights and bias of the hidden layer (units clipped to 0 … 1), output weights."""
    rng = np.random.default_rng(1)
    starting = rng.normal(0, 0.15, (INPUTS, UNITS)), np.full(UNITS, 0.5), rng.normal(0, 0.5, UNITS)
    weights = [each.astype(np.float32) for each in starting]
    mean, square = [np.zeros_like(w) for w in weights], [np.zeros_like(w) for w in weights]
    starts = data.starts
    for step in range(1, steps + 1):
        chosen = rng.integers(0, len(starts), BATCH)
        picked = np.concatenate([np.arange(starts[at], starts[at] + data.sizes[at]) for at in chosen])
        rows, values = data.rows[picked].astype(np.float32) / ONE, data.values[picked]
        raw = rows @ weights[0] + weights[1]
        hidden = np.clip(raw, 0, 1)
        slope = slopes(np, hidden @ weights[2], values, data.sizes[chosen]) / BATCH
        inner = np.outer(slope, weights[2]) * ((raw > 0) & (raw < 1))
        rate = RATE * (1 - step / steps) + RATE / 100
        for place, grad in enumerate((rows.T @ inner, inner.sum(0), hidden.T @ slope)):
            mean[place] = 0.9 * mean[place] + 0.1 * grad
            square[place] = 0.999 * square[place] + 0.001 * grad**2
            unbiased = mean[place] / (1 - 0.9**step), square[place] / (1 - 0.999**step)
            weights[place] = weights[place] - rate * unbiased[0] / (np.sqrt(unbiased[1]) + 1e-9)
    return weights


def slopes(np: Any, out: Any, values: Any, sizes: Any) -> Any:
    """Return each play's error relative to the others of its roll, weighted in favour of good plays."""
    starts = sizes.cumsum() - sizes
    roll = np.repeat(np.arange(len(sizes)), sizes)
    share = np.exp((values - np.maximum.reduceat(values, starts)[roll]) / SPREAD)
    share /= np.add.reduceat(share, starts)[roll]
    error = out - values
    return share * (error - np.add.reduceat(share * error, starts)[roll])


def mean_loss(np: Any, data: Rolls, weights: list[Any], kept: Filter) -> float:
    """Return the mean loss per roll if only the kept plays are compared, and the best of them is chosen."""
    total = 0.0
    for start, size in zip(data.starts, data.sizes, strict=True):
        rows, values = data.rows[start : start + size] / ONE, data.values[start : start + size]
        scores = np.clip(rows @ weights[0] + weights[1], 0, 1) @ weights[2]
        first = np.argsort(-scores)[: kept.plays]
        first = first[scores[first] >= scores[first[0]] - kept.gap]
        total += float(values.max() - values[first].max())
    return total / len(data.sizes)


def quantise(hidden: Any, bias: Any, last: Any) -> list[export.Layer]:
    """Round to the arithmetic of the net file (see export)."""
    out = [weight / export.FINE for weight in last.tolist()]
    return [export.round_units(hidden.T.tolist(), bias.tolist()), export.Layer([out], [], [0.0])]
