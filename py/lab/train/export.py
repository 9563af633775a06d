"""The net file: how a trained net is written for play, and the arithmetic that play must repeat.

Rule kept: this docstring is the format's definition; `engine/net.py` reads it, `quantise` writes it.

Layout, little-endian, without gaps:

    8 bytes    b"TRIKNET2"
    uint16     number of layers L (hidden layers + 1)
    uint16 x (L + 1)   sizes n0 ... nL: inputs, hidden units, 5
    each hidden layer (n inputs, m units):
        int8    x m x n   weights, unit by unit (a row holds the n weights of one unit)
        float32 x m       scale, all of them multiples of one power of two (see engine.net.grid)
        float32 x m       bias, likewise
    the last layer (n inputs, 5 units):
        float32 x 5 x n   weights, unit by unit
        float32 x 5       bias
    32 bytes   SHA-256 of all that stands before

Arithmetic of one position:

    a[0..n0)   = the row of inputs.encode, taken as int8 (0..127)
    each hidden layer:
        s[o]   = sum of w[o][i] * a[i]                    exact, int32
        y[o]   = s[o] * scale[o] + bias[o]                double precision, exact but for the last bit
        a'[o]  = y[o] rounded to the nearest integer (ties to even), held within -128..127: int8;
                 in the last hidden layer within -32768..32767: int16
    the last layer, in float32:
        z[k]   = sum of w[k][i] * a[i] + bias[k]
        p[k]   = 1 / (1 + exp(-z[k]))
    gammons that cannot be are set to 0: p[1] = p[2] = 0 when the opponent has borne off a checker, and
    p[3] = p[4] = 0 when the player on roll has.

An activation stands for a rectified unit: the least is 0, the greatest the highest that the unit rises to
in play. Scale and bias hold all factors and offsets already, so the cast with saturation is the whole
activation function.

The outputs are probabilities that the player on roll wins, wins a gammon or more, wins a backgammon, loses
a gammon or more, loses a backgammon.  Nothing forces p[2] <= p[1] <= p[0] or p[4] <= p[3] <= 1 - p[0].
"""

from __future__ import annotations

import hashlib
import random
import struct
from array import array
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import exp

from backgammon.engine.features import INPUTS, ONE, START
from backgammon.engine.net import grid
from lab.train.native import Net, Position, best_play, encode, hidden_units, plays, round_rows

MAGIC = b"TRIKNET2"
_LEVELS = 255
_STRAYS = (0.05, 0.25, 0.5)
"""Shares of random plays in the games that show how a net's units rise: back games and broken boards too."""


@dataclass(frozen=True)
class Layer:
    """One layer as played: `weights[o][i]`, and scale and bias by unit (the last layer has scale 1)."""

    weights: list[list[float]]
    scale: list[float]
    bias: list[float]


def _layers(hidden: Sequence[int], weights: array[float]) -> list[tuple[list[list[float]], list[float]]]:
    """Cut the flat weights of the lab into (weights by unit, bias) for each layer; the last has 5 units."""
    sizes = [INPUTS, *hidden, 8]
    starts = accumulate(((n + 1) * m for n, m in pairwise(sizes)), initial=0)
    cut = []
    for start, (n, m), units in zip(starts, pairwise(sizes), [*hidden, 5], strict=False):
        rows = [list(weights[start + o : start + n * m : m]) for o in range(units)]
        cut.append((rows, list(weights[start + n * m : start + n * m + units])))
    return cut


def _cast_of(layer: int, layers: int) -> tuple[int, int]:
    """Return the steps from 0 to the top of a hidden layer's activations, and what is taken off them."""
    return (65535, 32768) if layer == layers - 2 else (_LEVELS, 128)


def _units_of(layer: int, layers: int) -> tuple[float, int]:
    """Return what one step of a layer's inputs is worth, and what they lie below their worth."""
    if layer == 0:
        return 1 / ONE, 0
    levels, bottom = _cast_of(layer - 1, layers)
    return 1 / levels, bottom


def own_positions(net: Net, count: int = 6000, seed: int = 1, stray: float = 0) -> list[Position]:
    """Return positions of games that the net plays against itself, `stray` of its plays at random."""
    rng = random.Random(seed)
    positions: list[Position] = []
    position: Position = START
    while len(positions) < count:
        dice = rng.randint(1, 6), rng.randint(1, 6)
        after = (
            rng.choice(plays(position, *dice)) if rng.random() < stray else best_play(net, position, *dice)
        )
        over = not any(n > 0 for n in after)
        position = START if over else tuple(-n for n in reversed(after))
        positions.append(position)
    return positions


def quantise(net: Net) -> list[Layer]:
    """Round the trained net to int8 weights, one scale a unit; the last layer stays in floats.

    A unit's top is how high it rises in the net's own games: cutting off even the highest thousandth did more
    harm than the coarser steps.
    """
    trained = _layers(net.hidden, net.weights)
    positions = [position for stray in _STRAYS for position in own_positions(net, stray=stray)]
    rises = [[[value / ONE for value in encode([position])] for position in positions]]
    units, at = hidden_units(net, positions), 0
    tops = [[1.0] * INPUTS]
    for size in net.hidden:
        layer = [row[at : at + size] for row in units]
        tops.append([max(1.1 * max(column), 0.01) for column in zip(*layer, strict=True)])
        rises.append([[x / top for x, top in zip(row, tops[-1], strict=True)] for row in layer])
        at += size
    tops.append([1.0] * 5)
    played = []
    for number, (rows, bias) in enumerate(trained):
        below, above = tops[number], tops[number + 1]
        step, offset = _units_of(number, len(trained))
        levels, bottom = _cast_of(number, len(trained))
        weighed = [[w * top for w, top in zip(row, below, strict=True)] for row in rows]
        if number + 1 == len(trained):
            last = [[w * step for w in row] for row in weighed]
            shifted = [b + offset * sum(row) for b, row in zip(bias, last, strict=True)]
            played.append(Layer(last, [1.0] * 5, shifted))
            continue
        grains = [max(1e-9, *map(abs, row)) / 127 for row in weighed]
        whole, means = round_rows(rises[number], weighed, grains)
        scales, biases = [], []
        for row, ints, grain, b, top in zip(weighed, whole, grains, bias, above, strict=True):
            scale = levels * step * grain / top
            lost = sum((w - grain * k) * mean for w, k, mean in zip(row, ints, means, strict=True))
            scales.append(scale)
            biases.append(levels * (b + lost) / top + offset * scale * sum(ints) - bottom)
        played.append(Layer(whole, on_grid(scales), on_grid(biases)))
    return played


def on_grid(values: Sequence[float]) -> list[float]:
    """Round to what play can hold, so that play and this file's arithmetic are the same to the bit."""
    unit = grid(_singles(values))
    return [unit * round(value / unit) for value in _singles(values)]


def _singles(values: Sequence[float]) -> list[float]:
    return list(array("f", values))


def write(played: Sequence[Layer]) -> bytes:
    """Return the net file."""
    sizes = [len(played[0].weights[0]), *(len(layer.bias) for layer in played)]
    out = MAGIC + struct.pack(f"<{1 + len(sizes)}H", len(played), *sizes)
    for layer in played[:-1]:
        out += b"".join(array("b", map(int, row)).tobytes() for row in layer.weights)
        out += _floats(layer.scale) + _floats(layer.bias)
    out += b"".join(map(_floats, played[-1].weights)) + _floats(played[-1].bias)
    return out + hashlib.sha256(out).digest()


def read(data: bytes) -> list[Layer]:
    """Read a net file back; ValueError when it is not one or is damaged."""
    body, digest = data[:-32], data[-32:]
    if not data.startswith(MAGIC) or hashlib.sha256(body).digest() != digest:
        raise ValueError(f"not a net file, or damaged: {data[:8]!r}, {len(data)} bytes")
    (count,) = struct.unpack_from("<H", body, 8)
    sizes = struct.unpack_from(f"<{count + 1}H", body, 10)
    at = 10 + 2 * (count + 1)

    def take(kind: str, n: int) -> list[float]:
        nonlocal at
        values = array(kind, body[at : at + n * array(kind).itemsize])
        at += n * values.itemsize
        return [float(value) for value in values]

    played = []
    for number, (n, m) in enumerate(pairwise(sizes)):
        last = number + 1 == count
        flat = take("f" if last else "b", n * m)
        scale = [1.0] * m if last else take("f", m)
        played.append(Layer([flat[n * o : n * o + n] for o in range(m)], scale, take("f", m)))
    return played


def outputs(played: Sequence[Layer], row: bytes, own_left: int, opponent_left: int) -> list[float]:
    """Evaluate one row of inputs by the arithmetic above: slow, the referee of the fast ones.

    `own_left`, `opponent_left`: checkers still on the board.
    """
    units: list[float] = list(map(float, row))
    for number, layer in enumerate(played[:-1]):
        levels, bottom = _cast_of(number, len(played))
        sums = [sum(w * a for w, a in zip(weights, units, strict=True)) for weights in layer.weights]
        units = [
            float(min(max(round(s * scale + bias), -bottom), levels - bottom))
            for s, scale, bias in zip(sums, layer.scale, layer.bias, strict=True)
        ]
    last = played[-1]
    p = [
        1 / (1 + exp(-sum(w * a for w, a in zip(weights, units, strict=True)) - bias))
        for weights, bias in zip(last.weights, last.bias, strict=True)
    ]
    if opponent_left < 15:
        p[1] = p[2] = 0.0
    if own_left < 15:
        p[3] = p[4] = 0.0
    return p


def as_net(played: Sequence[Layer]) -> Net:
    """Return a net file's content as a net of the C code, which plays as the file does but for the last
    bits of floats."""
    flat: list[float] = []
    for number, layer in enumerate(played):
        step, offset = _units_of(number, len(played))
        levels, bottom = _cast_of(number, len(played))
        last = number + 1 == len(played)
        width = 8 if last else len(layer.bias)
        top = 1 if last else levels
        factors = [scale / step / top for scale in layer.scale]
        for i in range(len(layer.weights[0])):
            flat += [row[i] * f for row, f in zip(layer.weights, factors, strict=True)]
            flat += [0.0] * (width - len(layer.bias))
        for row, scale, bias in zip(layer.weights, layer.scale, layer.bias, strict=True):
            flat.append((bias + (0 if last else bottom) - offset * scale * sum(row)) / top)
        flat += [0.0] * (width - len(layer.bias))
    return Net(tuple(len(layer.bias) for layer in played[:-1]), array("f", flat), _LEVELS)


def _floats(values: Sequence[float]) -> bytes:
    return array("f", values).tobytes()
