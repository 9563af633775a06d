"""The net file: how a trained net is written for play, and the arithmetic that play must repeat.

Rule kept: this docstring is the format's definition; `engine/net.py` reads it, `quantise` writes it.

Layout, little-endian, without gaps:

    8 bytes    b"TRIKNET3"
    uint16     number W of layers with int8 weights, 1 ... L - 1
    uint16     number of layers L (hidden layers + 1)
    uint16 x (L + 1)   sizes n0 ... nL: inputs, hidden units, 5
    each of the first W layers (n inputs, m units):
        int8    x m x n   weights, unit by unit (a row holds the n weights of one unit)
        float32 x m       scale
        float32 x m       bias
    each of the others (n inputs, m units):
        float32 x m x n   weights, unit by unit
        float32 x m       bias
    32 bytes   SHA-256 of all bytes before

Arithmetic of one position:

    a[0..n0)   = the row of features.encode, taken as int8 (0..127)
    each layer with int8 weights:
        s[o]   = sum of w[o][i] * a[i]                    exact, as it stays within 2**22
        y[o]   = s[o] * scale[o] + bias[o]                float32, the product rounded before the sum is
        a'[o]  = y[o] rounded to the nearest integer (ties to even), clamped to -128..127: int8;
                 after the last of them to -32768..32767: int16
    each hidden layer with float weights, in float32:
        y[o]   = sum of w[o][i] * (a[i] + 32768) + bias[o]
        a'[o]  = y[o] rounded to the nearest integer (ties to even), clamped to -32768..32767: int16
    the last layer, in float32:
        z[k]   = sum of w[k][i] * (a[i] + 32768) + bias[k]
        p[k]   = 1 / (1 + exp(-z[k]))
    impossible gammons are set to 0: p[1] = p[2] = 0 when the opponent has borne off a checker, and
    p[3] = p[4] = 0 when the player on roll has.

An activation represents a rectified unit: its lowest value means 0, its highest the unit's maximum in play.
Scale and bias already include all factors and offsets, so the saturating cast is the whole activation
function.

The outputs are probabilities that the player on roll wins, wins a gammon or more, wins a backgammon, loses
a gammon or more, loses a backgammon.  Nothing forces p[2] <= p[1] <= p[0] or p[4] <= p[3] <= 1 - p[0].
"""

from __future__ import annotations

import hashlib
import random
import struct
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import exp
from operator import add, mul

from backgammon.core.position import START
from backgammon.engine.features import INPUTS, ONE
from lab.train.native import Net, Position, best_play, encode, hidden_units, plays, round_rows

MAGIC = b"TRIKNET3"
MOST = 2**22
"""The greatest sum of products that play computes exactly."""
_LEVELS, FINE = 255, 65535
"""Steps of a unit from 0 to 1, as int8 and as int16; the latter in the last hidden layer."""
_STRAYS = (0.05, 0.25, 0.5)
"""Shares of random plays in the games that give the units' maxima: for back games and broken boards, too."""


@dataclass(frozen=True)
class Layer:
    """A layer as used in play: `weights[o][i]`, scale and bias by unit; no scale if weights are floats."""

    weights: list[list[float]]
    scale: list[float]
    bias: list[float]


def _layers(hidden: Sequence[int], weights: array[float]) -> list[tuple[list[list[float]], list[float]]]:
    """Split the lab's flat weights into (weights by unit, bias) for each layer; the last has 5 units."""
    sizes = [INPUTS, *hidden, 8]
    starts = accumulate(((n + 1) * m for n, m in pairwise(sizes)), initial=0)
    cut = []
    for start, (n, m), units in zip(starts, pairwise(sizes), [*hidden, 5], strict=False):
        rows = [list(weights[start + o : start + n * m : m]) for o in range(units)]
        cut.append((rows, list(weights[start + n * m : start + n * m + units])))
    return cut


def whole_layers(hidden: Sequence[int]) -> int:
    """Return the number of layers with int8 weights: all except the last two, but at least one.

    Most of the loss from rounding arose between the last two hidden layers, which are small.
    """
    return max(1, len(hidden) - 1)


def _cast_of(layer: int, whole: int) -> tuple[int, int]:
    """Return the steps from 0 to the top of a hidden layer's activations, and the offset subtracted."""
    return (FINE, 32768) if layer >= whole - 1 else (_LEVELS, 128)


def _units_of(layer: int, whole: int) -> tuple[float, int]:
    """Return the value of one step of a layer's inputs, and the offset that was subtracted from them."""
    if layer == 0:
        return 1 / ONE, 0
    levels, bottom = _cast_of(layer - 1, whole)
    return 1 / levels, bottom if layer < whole else 0


def own_positions(net: Net, count: int = 6000, seed: int = 1, stray: float = 0) -> list[Position]:
    """Return positions from games of the net against itself; `stray`: the share of random plays."""
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


def quantise(net: Net, tops: Sequence[Sequence[float]] = ()) -> list[Layer]:
    """Round the trained net to int8 weights, with one scale per unit; the last two layers stay in floats.

    A unit's top is its maximum in the net's own games: cutting off even the highest thousandth did more harm
    than the coarser steps. `tops`: those of each hidden layer, if the net was trained with given ones.
    """
    trained = _layers(net.hidden, net.weights)
    positions = [position for stray in _STRAYS for position in own_positions(net, stray=stray)]
    rises = [[[value / ONE for value in encode([position])] for position in positions]]
    units, at = hidden_units(net, positions), 0
    highest = [[1.0] * INPUTS]
    for number, size in enumerate(net.hidden):
        layer = [row[at : at + size] for row in units]
        found = [max(1.1 * max(column), 0.01) for column in zip(*layer, strict=True)]
        highest.append(list(tops[number]) if tops else found)
        rises.append([[x / top for x, top in zip(row, highest[-1], strict=True)] for row in layer])
        at += size
    highest.append([1.0] * 5)
    played, whole = [], whole_layers(net.hidden)
    for number, (rows, bias) in enumerate(trained):
        below, above = highest[number], highest[number + 1]
        step, offset = _units_of(number, whole)
        levels, bottom = (1, 0) if number + 1 == len(trained) else _cast_of(number, whole)
        weighed = [[w * top for w, top in zip(row, below, strict=True)] for row in rows]
        if number >= whole:
            floats = [[w * step * levels / top for w in row] for row, top in zip(weighed, above, strict=True)]
            shifted = [levels * b / top - bottom for b, top in zip(bias, above, strict=True)]
            played.append(Layer(floats, [], shifted))
            continue
        grains = [max(1e-9, *map(abs, row)) / 127 for row in weighed]
        rounded, means = round_rows(rises[number], weighed, grains)
        scales, biases = [], []
        for row, ints, grain, b, top in zip(weighed, rounded, grains, bias, above, strict=True):
            scale = levels * step * grain / top
            lost = sum((w - grain * k) * mean for w, k, mean in zip(row, ints, means, strict=True))
            scales.append(scale)
            biases.append(levels * (b + lost) / top + offset * scale * sum(ints) - bottom)
        played.append(Layer(rounded, singles(scales), singles(biases)))
    return played


def round_units(columns: Iterable[Sequence[float]], bias: Iterable[float]) -> Layer:
    """Round the only hidden layer of a net whose units are clipped to 0 … 1, to int8 and int16."""
    rows, scales, biases = [], [], []
    for column, plus in zip(columns, bias, strict=True):
        grain = max(1e-6, *map(abs, column)) / 127
        rows.append([float(round(weight / grain)) for weight in column])
        scales.append(FINE * grain / ONE)
        biases.append(FINE * plus - 32768)
    return Layer(rows, singles(scales), singles(biases))


def singles(values: Iterable[float]) -> list[float]:
    """Round to float32."""
    return list(array("f", values))


def write(played: Sequence[Layer]) -> bytes:
    """Return the bytes of the net file; ValueError if a sum could be too large for play to be exact."""
    for layer in played:
        if layer.scale and max(sum(map(abs, row)) for row in layer.weights) > MOST / 128:
            raise ValueError("the sum of a unit could be beyond 2**22")
    sizes = [len(played[0].weights[0]), *(len(layer.bias) for layer in played)]
    out = MAGIC + struct.pack(f"<{2 + len(sizes)}H", _whole(played), len(played), *sizes)
    for layer in played:
        for row in layer.weights:
            out += array("b", map(int, row)).tobytes() if layer.scale else _floats(row)
        out += _floats(layer.scale) + _floats(layer.bias)
    return out + hashlib.sha256(out).digest()


def read(data: bytes) -> list[Layer]:
    """Read the layers of a net file; ValueError if it is not one or is damaged."""
    body, digest = data[:-32], data[-32:]
    if not data.startswith(MAGIC) or hashlib.sha256(body).digest() != digest:
        raise ValueError(f"not a net file, or damaged: {data[:8]!r}, {len(data)} bytes")
    whole, count = struct.unpack_from("<2H", body, 8)
    sizes = struct.unpack_from(f"<{count + 1}H", body, 12)
    at = 12 + 2 * (count + 1)

    def take(kind: str, n: int) -> list[float]:
        nonlocal at
        values = array(kind, body[at : at + n * array(kind).itemsize])
        at += n * values.itemsize
        return [float(value) for value in values]

    played = []
    for number, (n, m) in enumerate(pairwise(sizes)):
        flat = take("b" if number < whole else "f", n * m)
        scale = take("f", m) if number < whole else []
        played.append(Layer([flat[n * o : n * o + n] for o in range(m)], scale, take("f", m)))
    return played


def outputs(played: Sequence[Layer], row: bytes, own_left: int, opponent_left: int) -> list[float]:
    """Evaluate one row of inputs by the arithmetic above: slow, a reference for the fast implementations.

    `own_left`, `opponent_left`: checkers still on the board.
    """
    units: list[float] = list(map(float, row))
    for number, layer in enumerate(played):
        sums = [sum(w * a for w, a in zip(weights, units, strict=True)) for weights in layer.weights]
        values = sums
        if layer.scale:
            values = singles(map(mul, sums, layer.scale))
        values = singles(map(add, values, layer.bias))
        levels, bottom = _cast_of(number, _whole(played))
        lift = bottom if number + 1 >= _whole(played) else 0
        units = [float(min(max(round(value), -bottom), levels - bottom) + lift) for value in values]
    p = [1 / (1 + exp(-value)) for value in values]
    if opponent_left < 15:
        p[1] = p[2] = 0.0
    if own_left < 15:
        p[3] = p[4] = 0.0
    return p


def as_net(played: Sequence[Layer]) -> Net:
    """Return a net file's layers as a net for the C code; both play alike, except for last bits of floats."""
    flat: list[float] = []
    whole = _whole(played)
    for number, layer in enumerate(played):
        step, offset = _units_of(number, whole)
        last = number + 1 == len(played)
        top, bottom = (1, 0) if last else _cast_of(number, whole)
        width = 8 if last else len(layer.bias)
        factors = [scale / step / top for scale in _scales(layer)]
        for i in range(len(layer.weights[0])):
            flat += [row[i] * f for row, f in zip(layer.weights, factors, strict=True)]
            flat += [0.0] * (width - len(layer.bias))
        for row, scale, bias in zip(layer.weights, _scales(layer), layer.bias, strict=True):
            flat.append((bias + bottom - offset * scale * sum(row)) / top)
        flat += [0.0] * (width - len(layer.bias))
    return Net(tuple(len(layer.bias) for layer in played[:-1]), array("f", flat), _LEVELS, whole - 1)


def _whole(played: Sequence[Layer]) -> int:
    return sum(bool(layer.scale) for layer in played)


def _scales(layer: Layer) -> list[float]:
    return layer.scale or [1.0] * len(layer.bias)


def _floats(values: Sequence[float]) -> bytes:
    return array("f", values).tobytes()
