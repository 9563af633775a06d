"""A net in play: small integers in, five chances out, the same integers with SIMD and without.

The file's layout and the arithmetic are those that the lab writes: int8 weights row by row with a scale and a
bias for each unit, int32 sums, and a cast that rounds to even and saturates as the activation, to int8, in
the last hidden layer to int16; the last layer is in floats. Where numkong loads, it does the sums; where it
does not, plain Python does them with one big integer as a row of lanes, one lane a unit.
"""

import struct
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import compress, pairwise
from math import exp, frexp
from operator import mul
from typing import Any, NamedTuple, Protocol

from backgammon.core.errors import BackgammonError

_MAGIC = b"TRIKNET2"
CELLS = 2**16
"""So many sums of a layer are worked on at once, at most."""

PROBES = 32
TOLERANCE = 0.05
"""Between two ways to add up floats; a wrong kernel is off by far more."""


_SHIFT = 2.0**23 + 2.0**22
"""Half way from one power of two to the next, where the last bit of a float32 is one."""

_INT32 = "l" if array("l").itemsize == 4 else "i"
"""The format of int32 by which numkong knows it, here and in WebAssembly."""


@dataclass(frozen=True, slots=True)
class Layer:
    """``weights``: unit by unit, int8 (float32 in the last layer, whose ``scale`` is empty)."""

    inputs: int
    units: int
    weights: bytes
    scale: "array[float]"
    bias: "array[float]"


def read_net(data: bytes) -> tuple[Layer, ...]:
    """Read a net file; raise BackgammonError when it is none or damaged."""
    body, digest = data[:-32], data[-32:]
    if body[:8] != _MAGIC or sha256(body).digest() != digest:
        raise BackgammonError(f"not a net file, or damaged: {data[:8]!r}…, {len(data)} bytes")
    (count,) = struct.unpack_from("<H", body, 8)
    sizes = struct.unpack_from(f"<{count + 1}H", body, 10)
    at = 10 + 2 * (count + 1)
    layers = []
    for number, (inputs, units) in enumerate(pairwise(sizes), 1):
        last = number == count
        lengths = (inputs * units * (4 if last else 1), 0 if last else 4 * units, 4 * units)
        parts = []
        for length in lengths:
            parts.append(body[at : at + length])
            at += length
        layers.append(Layer(inputs, units, parts[0], array("f", parts[1]), array("f", parts[2])))
    return tuple(layers)


class Inference(Protocol):
    """One way to run the layers."""

    def run(self, rows: bytes, count: int) -> list[float]:
        """Return the last layer's sums for each of ``count`` rows of inputs, one row after the other."""


class Rescale(NamedTuple):
    """Scale and bias as whole numbers: sum s of unit o becomes s * scale[o] * factor + bias[o] * step.

    numkong's arithmetic on int32 runs in double precision and is fast everywhere; its conversions from and
    to float32 are slow in WebAssembly. Factor and step are powers of two, and a net file holds only multiples
    of them, so nothing is lost.
    """

    scale: list[int]
    factor: float
    bias: list[int]
    step: float

    @classmethod
    def of(cls, layer: Layer) -> "Rescale":
        """Return it for a hidden layer."""
        factor, step = grid(layer.scale), grid(layer.bias)
        return cls(
            [round(s / factor) for s in layer.scale], factor, [round(b / step) for b in layer.bias], step
        )


def grid(values: Iterable[float]) -> float:
    """Return the power of two of which all values are less than 2**31 multiples (and the greatest is not
    much less)."""
    return 2.0 ** (frexp(max(map(abs, values)))[1] - 31)


class SimdInference:
    """The layers through numkong."""

    def __init__(self, layers: Sequence[Layer], numkong: Any) -> None:
        if "v128relaxed" in numkong.get_capabilities():
            numkong.enable_capability("v128relaxed")
        self._nk = numkong
        self._inputs = layers[0].inputs
        self._rows = CELLS // max(layer.units for layer in layers)
        self._hidden = []
        for number, layer in enumerate(layers[:-1]):
            packed = numkong.dots_pack(
                memoryview(layer.weights).cast("b", (layer.units, layer.inputs)), dtype="int8"
            )
            scale, factor, bias, step = Rescale.of(layer)
            tiled = [numkong.Tensor(array(_INT32, values * self._rows)) for values in (scale, bias)]
            cast = "int16" if number == len(layers) - 2 else "int8"
            self._hidden.append((packed, layer.units, *tiled, factor, step, cast))
        last = layers[-1]
        self._last = numkong.dots_pack(
            memoryview(last.weights).cast("f", (last.units, last.inputs)), dtype="float32"
        )
        self._bias = numkong.Tensor(last.bias * self._rows)
        (bits,) = struct.unpack("i", struct.pack("f", _SHIFT))
        self._shift = numkong.Tensor(array(_INT32, [bits] * (self._rows * last.inputs)))

    def run(self, rows: bytes, count: int) -> list[float]:
        """Return the last layer's sums, row after row."""
        nk, found = self._nk, list[float]()
        for start in range(0, count, self._rows):
            size = min(self._rows, count - start)
            chunk = memoryview(rows)[start * self._inputs : (start + size) * self._inputs]
            units: Any = chunk.cast("b", (size, self._inputs))
            for weights, width, scale, bias, factor, step, cast in self._hidden:
                sums = nk.dots_packed(units, weights).flatten()
                cells = size * width
                lifted = nk.fma(sums, scale[:cells], bias[:cells], alpha=factor, beta=step)
                units = lifted.astype(cast).reshape(size, width)
            last: Any = nk.dots_packed(self._floats(units), self._last).flatten()
            found += memoryview(nk.add(last, self._bias[: len(last)])).tolist()
        return found

    def _floats(self, units: Any) -> Any:
        """Return the last hidden layer in float32: a whole number added to the bits of _SHIFT adds to _SHIFT.

        In WebAssembly numkong's own conversion takes ten times as long.
        """
        nk, (size, width) = self._nk, units.shape
        shifted = nk.add(units.flatten().astype("int32"), self._shift[: size * width])
        floats = nk.Tensor(memoryview(shifted).cast("B").cast("f"))
        return nk.add(floats, -_SHIFT).reshape(size, width)


class PlainInference:
    """The layers in plain Python: a row of sums is one integer of 32-bit lanes, all made positive.

    With w + 128 and a + 128 for w and a, the lanes stay below 2**25 for up to 515 inputs, so none runs over.
    """

    def __init__(self, layers: Sequence[Layer]) -> None:
        self._hidden: list[tuple[list[int], list[tuple[float, float]], int, int]] = []
        for number, layer in enumerate(layers[:-1]):
            weights = memoryview(layer.weights).cast("b")
            shift = 128 if number else 0
            columns = []
            for source in range(layer.inputs):
                lanes = array("I", [weight + 128 for weight in weights[source :: layer.inputs]])
                columns.append(int.from_bytes(lanes.tobytes(), "little"))
            scale, factor, bias, step = Rescale.of(layer)
            steps: list[tuple[float, float]] = []
            for unit in range(layer.units):
                total = sum(weights[unit * layer.inputs : (unit + 1) * layer.inputs])
                times = scale[unit] * factor
                steps.append((times, bias[unit] * step - shift * total * times))
            top = 32767 if number == len(layers) - 2 else 127
            self._hidden.append((columns, steps, shift, top))
        last = layers[-1]
        weights_out = memoryview(last.weights).cast("f").tolist()
        self._last = [
            weights_out[unit * last.inputs : (unit + 1) * last.inputs] for unit in range(last.units)
        ]
        self._bias = list(last.bias)
        self._inputs = layers[0].inputs

    def run(self, rows: bytes, count: int) -> list[float]:
        """Return the last layer's sums, row after row."""
        return [
            total
            for start in range(0, count * self._inputs, self._inputs)
            for total in self._outputs(rows[start : start + self._inputs])
        ]

    def _outputs(self, row: bytes) -> list[float]:
        units: Sequence[int] = row
        for columns, steps, shift, top in self._hidden:
            lifted = [unit + shift for unit in units] if shift else units
            total = sum(map(mul, compress(lifted, lifted), compress(columns, lifted)))
            # a lane holds the sum of (w + 128)(a + shift): what lifting w has added is the same for all lanes
            lanes = memoryview(total.to_bytes(4 * len(steps), "little")).cast("I")
            extra = 128 * sum(lifted)
            values = [(lane - extra) * times + plus for lane, (times, plus) in zip(lanes, steps, strict=True)]
            bottom = -top - 1
            units = [bottom if value < bottom else top if value > top else round(value) for value in values]
        return [
            sum(map(mul, weights, units)) + bias for weights, bias in zip(self._last, self._bias, strict=True)
        ]


def inference(layers: Sequence[Layer]) -> Inference:
    """Return the fastest way to run the layers that gives the right sums here.

    numkong's fastest kernel in WebAssembly, v128relaxed, leans on instructions whose result for negative
    weights differs between processors and compilers. So it is tried on probes first, often enough for the
    compiler to optimise it, and let go where it errs.
    """
    plain = PlainInference(layers)
    try:
        import numkong  # noqa: PLC0415 -- where it cannot load, plain Python takes over
    except ImportError:
        return plain
    simd = SimdInference(layers, numkong)
    if _agree(simd, plain, layers[0].inputs):
        return simd
    numkong.disable_capability("v128relaxed")
    return simd if _agree(simd, plain, layers[0].inputs) else plain


def _agree(simd: SimdInference, plain: PlainInference, inputs: int) -> bool:
    """Whether both give the same sums for rows that reach every weight."""
    rows = bytes([(7 * at * at + 3 * at) % 128 for at in range(PROBES * inputs)])
    wanted = plain.run(rows, PROBES)
    for _ in range(PROBES):
        found = simd.run(rows, PROBES)
        if any(abs(one - other) > TOLERANCE for one, other in zip(found, wanted, strict=True)):
            return False
    return True


def by_row(sums: Sequence[float], width: int) -> Iterator[tuple[float, ...]]:
    """Cut what ``run`` returns into its rows."""
    return zip(*[iter(sums)] * width, strict=True)


def chances(sums: Iterable[float]) -> list[float]:
    """Turn the last layer's sums into chances."""
    return [1 / (1 + exp(-value)) if value > -60 else 0.0 for value in sums]
