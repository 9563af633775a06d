"""``python3 py train pruning``: teach the quick look of the search from the net that ships.

Plays of rolls from games of the net with itself are judged by it; a small net on the points alone learns how
the plays of a roll compare. Needs NumPy, which the rest of the project does not.
"""

import argparse
import random
from importlib import import_module
from pathlib import Path
from typing import Any

from backgammon.core.position import Position
from backgammon.engine.boards import board_of
from backgammon.engine.features import ONE
from backgammon.engine.pruning import INPUTS, KEPT, encode
from lab.referees.gnubg import turned
from lab.referees.players import net
from lab.referees.strength import equity
from lab.train import export
from lab.train.native import Net, evaluate, plays
from tools.errors import ToolError

OUT = Path(__file__).resolve().parents[2] / "backgammon" / "engine" / "data" / "pruning.bin"
UNITS = 24
LEVELS, OFFSET = 65535, 32768
"""A unit from 0 to 1 as int16, as the last hidden layer of a net file has it."""

STRAYS = (0.05, 0.1, 0.5)
"""Shares of random plays in the games whose rolls are learnt from."""

SPREAD = 0.15
"""Plays so far behind the best count little."""


def main(argv: list[str]) -> int:
    """Learn and write the net."""
    parser = argparse.ArgumentParser(prog="python3 py train pruning", description="Teach the quick look.")
    parser.add_argument("--rolls", type=int, default=20_000, help="default: %(default)s")
    parser.add_argument("--steps", type=int, default=12_000, help="default: %(default)s")
    options = parser.parse_args(argv)
    try:
        np: Any = import_module("numpy")
    except ImportError:
        raise ToolError(
            "NumPy is needed here; install it (pip install numpy) and run the command again"
        ) from None
    teacher = net("shipped")
    assert teacher
    groups = gather(teacher, options.rolls)
    data = [
        (np.frombuffer(encode(map(board_of, results)), np.uint8).reshape(-1, INPUTS) / ONE, np.array(values))
        for results, values in groups
    ]
    weights = learn(np, data[options.rolls // 10 :], options.steps)
    print(f"best play kept: {kept_best(np, data[: options.rolls // 10], weights):.1%} of rolls", flush=True)
    OUT.write_bytes(export.write(quantise(*weights)))
    return 0


def gather(teacher: Net, count: int, seed: int = 1) -> list[tuple[list[tuple[int, ...]], list[float]]]:
    """Return rolls with many plays: the points after each play, and its equity for the mover."""
    rng = random.Random(seed)
    found: list[tuple[list[tuple[int, ...]], list[float]]] = []
    points, strays = Position.start().points, STRAYS[0]
    while len(found) < count:
        results = plays(points, rng.randint(1, 6), rng.randint(1, 6))
        ended = [result for result in results if max(result) <= 0]
        values = [-equity(outputs) for outputs in evaluate(teacher, [turned(result) for result in results])]
        if len(results) > KEPT and not ended:
            found.append((results, values))
        stray = rng.random() < strays
        chosen = rng.choice(results) if stray else results[values.index(max(values))]
        points = turned(chosen)
        if ended:
            points, strays = Position.start().points, rng.choice(STRAYS)
    return found


def learn(np: Any, data: list[tuple[Any, Any]], steps: int) -> list[Any]:
    """Return weights and bias of the hidden layer (units clipped to 0 … 1) and of the output, by Adam."""
    rng = np.random.default_rng(1)
    weights = [
        rng.normal(0, 0.15, (INPUTS, UNITS)),
        np.full(UNITS, 0.5),
        rng.normal(0, 0.5, UNITS),
    ]
    mean, square = [np.zeros_like(w) for w in weights], [np.zeros_like(w) for w in weights]
    for step in range(1, steps + 1):
        batch = [data[index] for index in rng.integers(0, len(data), 48)]
        rows = np.concatenate([group for group, _ in batch])
        raw = rows @ weights[0] + weights[1]
        hidden = np.clip(raw, 0, 1)
        out = hidden @ weights[2]
        slopes, start = [], 0
        for group, values in batch:
            share = np.exp((values - values.max()) / SPREAD)
            share /= share.sum()
            error = out[start : start + len(group)] - values
            slopes.append(share * (error - (share * error).sum()))
            start += len(group)
        slope = np.concatenate(slopes) / len(batch)
        inner = np.outer(slope, weights[2]) * ((raw > 0) & (raw < 1))
        rate = 0.01 * (1 - step / steps) + 1e-4
        for place, grad in enumerate((rows.T @ inner, inner.sum(0), hidden.T @ slope)):
            mean[place] = 0.9 * mean[place] + 0.1 * grad
            square[place] = 0.999 * square[place] + 0.001 * grad**2
            unbiased = mean[place] / (1 - 0.9**step), square[place] / (1 - 0.999**step)
            weights[place] = weights[place] - rate * unbiased[0] / (np.sqrt(unbiased[1]) + 1e-9)
    return weights


def kept_best(np: Any, data: list[tuple[Any, Any]], weights: list[Any]) -> float:
    """Return in how many rolls the best play is among those kept."""
    hits = 0
    for rows, values in data:
        scores = np.clip(rows @ weights[0] + weights[1], 0, 1) @ weights[2]
        hits += int(np.argmax(values)) in np.argsort(-scores)[:KEPT]
    return hits / len(data)


def quantise(hidden: Any, bias: Any, last: Any) -> list[export.Layer]:
    """Round to the arithmetic of the net file (see export)."""
    rows, scales, biases = [], [], []
    for column, plus in zip(hidden.T.tolist(), bias.tolist(), strict=True):
        unit = max(map(abs, column)) / 127
        rows.append([float(round(weight / unit)) for weight in column])
        scales.append(LEVELS * unit / ONE)
        biases.append(LEVELS * plus - OFFSET)
    out = [weight / LEVELS for weight in last.tolist()]
    return [export.Layer(rows, scales, biases), export.Layer([out], [1.0], [OFFSET * sum(out)])]
