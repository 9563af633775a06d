"""Continue from an existing net: from a net file, or with more units and the same outputs.

Rule kept: a new unit takes its inputs but has no effect yet (its outgoing weights are 0), so that the widened
net gives the same outputs as the old one; units that no longer rise above 0 are restarted in the same way.
"""

from __future__ import annotations

import random
from array import array
from collections.abc import Iterator, Sequence
from itertools import accumulate, pairwise
from math import sqrt

from backgammon.engine.features import INPUTS
from lab.train.export import own_positions
from lab.train.native import Lab, Net, count_weights, hidden_units

_REACH = 3
"""How high units rise in a net trained from random weights."""
_DEAD = 0.01
"""A unit that is above 0 in a smaller share of positions is dead."""


def dead_units(net: Net) -> list[set[int]]:
    """Return the units of each hidden layer that are hardly ever above 0 in the net's own games."""
    units = hidden_units(net, own_positions(net))
    rises = [sum(row[i] > 0 for row in units) / len(units) for i in range(sum(net.hidden))]
    ends = list(accumulate(net.hidden))
    return [
        {i for i, share in enumerate(rises[end - size : end]) if share < _DEAD}
        for size, end in zip(net.hidden, ends, strict=True)
    ]


def widen(lab: Lab, hidden: Sequence[int], seed: int) -> Lab:
    """Return a lab with these hidden units that plays like `lab`; ValueError if a layer would narrow."""
    if len(hidden) != len(lab.hidden) or any(new < old for new, old in zip(hidden, lab.hidden, strict=True)):
        raise ValueError(f"{tuple(hidden)} is not wider than {lab.hidden}")
    saved = lab.save()
    size = 4 * count_weights(lab.hidden)
    parts = [array("f", saved[start : start + size]) for start in range(32, len(saved), size)]
    dead = [set[int](), *dead_units(lab.net()), set[int]()]
    draws = [random.Random(seed), random.Random(seed), None, None]
    pairs = zip(parts, draws, strict=True)
    fresh = [array("f", _widen(part, lab.hidden, hidden, dead, rng)) for part, rng in pairs]
    wider = Lab(hidden, seed, lab.room, lab.races)
    wider.load(saved[:32] + b"".join(part.tobytes() for part in fresh))
    return wider


def from_net(net: Net, seed: int, games: int, room: int = 1 << 16) -> Lab:
    """Return a lab that begins with a net and a count of `games`, with Adam's moments at 0.

    All units of a net file range from 0 to 1; here they rise as high as in a net trained from random weights.
    The weights between hidden layers stay, since the units at both ends are scaled alike.  (Balancing the
    norms before and after each unit let dead units grow to hundreds, and the units fed by them died as well.)
    """
    sizes = (INPUTS, *net.hidden, 8)
    weights, at = array("f", net.weights), 0
    for layer, (n, m) in enumerate(pairwise(sizes)):
        first, last = layer == 0, layer == len(net.hidden)
        for i in range(at, at + n * m):
            weights[i] *= _REACH if first else 1 / _REACH if last else 1
        for i in range(at + n * m, at + (n + 1) * m):
            weights[i] *= 1 if last else _REACH
        at += (n + 1) * m
    lab = Lab(net.hidden, seed, room, net.races)
    counters = array("Q", [seed, 0, games, 0]).tobytes()
    lab.load(counters + weights.tobytes() * 2 + bytes(8 * len(weights)))
    return lab


def _widen(
    flat: array[float],
    old: Sequence[int],
    new: Sequence[int],
    dead: Sequence[set[int]],
    rng: random.Random | None,
) -> Iterator[float]:
    """Yield one array of the wider lab.

    `rng` draws the weights into new units; without one they are 0, as for Adam's moments.
    """
    at = 0
    sizes = zip(pairwise((INPUTS, *old, 8)), pairwise((INPUTS, *new, 8)), strict=True)
    for layer, ((n, m), (wide_n, wide_m)) in enumerate(sizes):
        scale = 1 / sqrt(60 if layer == 0 else wide_n / 3)
        for i in range(wide_n + 1):
            for o in range(wide_m):
                anew = o >= m or o in dead[layer + 1]
                if anew and i == wide_n:
                    yield 0.1 if rng else 0.0
                elif anew:
                    yield rng.gauss(0, scale) if rng else 0.0
                elif i == wide_n:
                    yield flat[at + n * m + o]
                elif i >= n or i in dead[layer]:
                    yield 0.0
                else:
                    yield flat[at + i * m + o]
        at += (n + 1) * m
