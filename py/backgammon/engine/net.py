"""Runs a net in play: small integers in, five chances out, the same integers with SIMD and without.

The lab defines the file layout and the arithmetic (lab.train.export). First come layers of int8 weights,
stored row by row, with a scale and a bias for each unit and int32 sums; the activation is a cast that rounds
to even and saturates, to int8, or to int16 after the last of these layers. Then come layers in floats; the
hidden ones have the same cast to int16. Where numkong loads, it computes the sums; otherwise plain Python
does, with a row of sums packed into one big integer, one lane per unit.
"""

import struct
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import compress, pairwise
from math import exp, frexp
from operator import mul
from typing import Any, Literal, NamedTuple, Protocol

from backgammon.core.errors import BackgammonError

_MAGIC = b"TRIKNET3"
CELLS = 2**16
"""The most sums of a layer that are computed at once."""

_TOP = 32767
_LIFT = 32768
"""The greatest int16; what is added to int16 units before a layer in floats, so that the least becomes 0."""

ALIGNED = 16
"""Lanes of a SIMD register: rows are padded to a multiple, as numkong sums the remainder slowly, by bytes."""

PROBES = 32
TOLERANCE = 0.05
"""The difference allowed between two ways to add floats; a wrong kernel differs by far more."""


_SHIFT = 2.0**23 + 2.0**22
"""Half way between two powers of two, where the last bit of a float32 has the value one."""

_ROUND = 2.0**52 + 2.0**51
"""The same for a float64; the lower half of the sum is then the integer that was added."""

_INT32: Literal["l", "i"] = "l" if array("l").itemsize == 4 else "i"
"""The array type code that numkong accepts as int32, here and in WebAssembly."""


@dataclass(frozen=True, slots=True)
class Layer:
    """One layer; ``weights``: unit by unit, int8, or float32 where ``scale`` is empty."""

    inputs: int
    units: int
    weights: bytes
    scale: "array[float]"
    bias: "array[float]"


def read_net(data: bytes) -> tuple[Layer, ...]:
    """Read a net file; raise BackgammonError if it is not one or is damaged."""
    body, digest = data[:-32], data[-32:]
    if body[:8] != _MAGIC or sha256(body).digest() != digest:
        raise BackgammonError(f"not a net file, or damaged: {data[:8]!r}…, {len(data)} bytes")
    whole, count = struct.unpack_from("<2H", body, 8)
    sizes = struct.unpack_from(f"<{count + 1}H", body, 12)
    at = 12 + 2 * (count + 1)
    layers = []
    for number, (inputs, units) in enumerate(pairwise(sizes)):
        floats = number >= whole
        lengths = (inputs * units * (4 if floats else 1), 0 if floats else 4 * units, 4 * units)
        parts = []
        for length in lengths:
            parts.append(body[at : at + length])
            at += length
        layers.append(Layer(inputs, units, parts[0], array("f", parts[1]), array("f", parts[2])))
    return tuple(layers)


class Inference(Protocol):
    """One way to run the layers."""

    def run(self, rows: bytes, count: int) -> list[float]:
        """Return the last layer's sums for each of ``count`` rows of inputs, row after row."""


class Rescale(NamedTuple):
    """Scale and bias as integers: sum s of unit o becomes s * scale[o] * factor + bias[o] * step.

    numkong's int32 arithmetic runs in double precision and is fast everywhere; its conversions from and to
    float32 are slow in WebAssembly. Factor and step are powers of two, and a net file holds only multiples of
    them, so nothing is lost.
    """

    scale: list[int]
    factor: float
    bias: list[int]
    step: float

    @classmethod
    def of(cls, layer: Layer) -> "Rescale":
        """Return the rescaling of a layer of int8 weights."""
        factor, step = grid(layer.scale), grid(layer.bias)
        return cls(
            [round(s / factor) for s in layer.scale], factor, [round(b / step) for b in layer.bias], step
        )


def grid(values: Iterable[float]) -> float:
    """Return the power of two of which each value is under 2**31 multiples, the greatest 2**30 or more."""
    return 2.0 ** (frexp(max(map(abs, values)))[1] - 31)


class SimdInference:
    """Runs the layers with numkong."""

    def __init__(self, layers: Sequence[Layer], numkong: Any) -> None:
        if "v128relaxed" in numkong.get_capabilities():
            numkong.enable_capability("v128relaxed")
        self._nk = numkong
        self._inputs = layers[0].inputs
        self._padding = bytes(-self._inputs % ALIGNED)
        self._rows = CELLS // max(layer.units for layer in layers)
        self._whole = []
        whole = [layer for layer in layers if layer.scale]
        for layer in whole:
            padding = self._padding if layer is whole[0] else b""
            weights = _pad_rows(layer.weights, layer.inputs, padding)
            shape = layer.units, layer.inputs + len(padding)
            packed = numkong.dots_pack(memoryview(weights).cast("b", shape), dtype="int8")
            scale, factor, bias, step = Rescale.of(layer)
            tiled = [numkong.Tensor(array(_INT32, values * self._rows)) for values in (scale, bias)]
            cast = "int16" if layer is whole[-1] else "int8"
            self._whole.append((packed, layer.units, *tiled, factor, step, cast))
        self._floats = []
        for layer in layers[len(whole) :]:
            packed = numkong.dots_pack(
                memoryview(layer.weights).cast("f", (layer.units, layer.inputs)), dtype="float32"
            )
            bias = numkong.Tensor(array("d", layer.bias) * self._rows)
            self._floats.append((packed, layer.units, bias))
        widest = max(layer.inputs for layer in layers[len(whole) :])
        (bits,) = struct.unpack("i", struct.pack("f", _SHIFT))
        self._shift = numkong.Tensor(array(_INT32, [bits] * (self._rows * widest)))

    def run(self, rows: bytes, count: int) -> list[float]:
        """Return the last layer's sums, row after row."""
        nk, found = self._nk, list[float]()
        length = self._inputs + len(self._padding)
        padded = memoryview(_pad_rows(rows, self._inputs, self._padding))
        for start in range(0, count, self._rows):
            size = min(self._rows, count - start)
            chunk = padded[start * length : (start + size) * length]
            units: Any = chunk.cast("b", (size, length))
            for weights, width, scale, bias, factor, step, cast in self._whole:
                sums = nk.dots_packed(units, weights).flatten()
                cells = size * width
                lifted = nk.fma(sums, scale[:cells], bias[:cells], alpha=factor, beta=step)
                units = lifted.astype(cast).reshape(size, width)
            for weights, width, bias in self._floats[:-1]:
                sums = self._sums(units, weights, bias[: size * width])
                units = self._round_to_int16(sums).reshape(size, width)
            weights, width, bias = self._floats[-1]
            found += memoryview(self._sums(units, weights, bias[: size * width])).tolist()
        return found

    def _sums(self, units: Any, weights: Any, bias: Any) -> Any:
        """Return the sums, in float64, of a layer in floats."""
        return self._nk.add(self._nk.dots_packed(self._lift_to_float32(units), weights).flatten(), bias)

    def _lift_to_float32(self, units: Any) -> Any:
        """Return int16 units in float32, plus _LIFT: an integer added to the bits of _SHIFT adds to _SHIFT.

        In WebAssembly numkong's own conversion takes ten times as long.
        """
        nk, (size, width) = self._nk, units.shape
        shifted = nk.add(units.flatten().astype("int32"), self._shift[: size * width])
        floats = nk.Tensor(memoryview(shifted).cast("B").cast("f"))
        return nk.add(floats, _LIFT - _SHIFT).reshape(size, width)

    def _round_to_int16(self, sums: Any) -> Any:
        """Return float64 sums as int16, clamped to its range."""
        nk, shifted = self._nk, self._nk.add(sums, _ROUND)
        halves = nk.Tensor(memoryview(shifted).cast("B").cast(_INT32)).reshape(sums.size, 2)
        return halves[:, 0].copy().astype("int16")


def _pad_rows(rows: bytes, width: int, padding: bytes) -> bytes:
    """Return rows of bytes with padding after each."""
    if not padding:
        return rows
    return padding.join([rows[start : start + width] for start in range(0, len(rows), width)]) + padding


class PlainInference:
    """Runs the layers in plain Python: a row of sums is one integer of 32-bit lanes, all made positive.

    With w + 128 and a + 128 in place of w and a, the lanes stay below 2**25 for up to 515 inputs, so none
    overflows.
    """

    def __init__(self, layers: Sequence[Layer]) -> None:
        self._whole: list[tuple[list[int], list[tuple[float, float]], int, int]] = []
        whole = [layer for layer in layers if layer.scale]
        for number, layer in enumerate(whole):
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
            top = _TOP if layer is whole[-1] else 127
            self._whole.append((columns, steps, shift, top))
        self._floats: list[list[tuple[list[float], float]]] = []
        for layer in layers[len(whole) :]:
            flat = list[float](memoryview(layer.weights).cast("f"))
            rows = (flat[unit * layer.inputs : (unit + 1) * layer.inputs] for unit in range(layer.units))
            self._floats.append(list(zip(rows, layer.bias, strict=True)))
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
        for columns, steps, shift, top in self._whole:
            lifted = [unit + shift for unit in units] if shift else units
            total = sum(map(mul, compress(lifted, lifted), compress(columns, lifted)))
            # a lane holds the sum of (w + 128)(a + shift): what the 128 adds is the same for all lanes
            lanes = memoryview(total.to_bytes(4 * len(steps), "little")).cast("I")
            extra = 128 * sum(lifted)
            values = [(lane - extra) * times + plus for lane, (times, plus) in zip(lanes, steps, strict=True)]
            units = _round_and_clamp(values, top)
        for layer in self._floats:
            lifted = [unit + _LIFT for unit in units]
            values = [sum(map(mul, weights, lifted)) + bias for weights, bias in layer]
            units = _round_and_clamp(values, _TOP)
        return values


def _round_and_clamp(values: Iterable[float], top: int) -> list[int]:
    """Return the values rounded, halves to even, and clamped to -top - 1 … top."""
    bottom = -top - 1
    return [bottom if value < bottom else top if value > top else round(value) for value in values]


def inference(layers: Sequence[Layer]) -> Inference:
    """Return the fastest way to run the layers that gives the right sums here.

    numkong's fastest kernel in WebAssembly, v128relaxed, relies on instructions whose result for negative
    weights differs between processors and compilers. So it is first tested on probes, often enough for the
    compiler to optimise it, and disabled if it gives wrong sums.
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
    """Split what ``run`` returns into rows."""
    return zip(*[iter(sums)] * width, strict=True)


def chances(sums: Iterable[float]) -> list[float]:
    """Turn the last layer's sums into chances."""
    return [1 / (1 + exp(-value)) if value > -60 else 0.0 for value in sums]
