"""Runs a net in play: small integers in, five chances out, the same integers with SIMD and without.

The lab defines the file layout and the arithmetic (lab.train.export). First come layers of int8 weights,
stored row by row, with a scale and a bias for each unit and exact sums; the activation is a cast that rounds
to even and saturates, to int8, or to int16 after the last of these layers. Then come layers in floats; the
hidden ones have the same cast to int16. Where numkong loads, it computes the sums; otherwise plain Python
does, with a row of sums packed into one big integer, one lane per unit.

Inputs are int8 held as bfloat16, the numbers that numkong multiplies fastest in WebAssembly.
"""

import struct
import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import compress, pairwise
from math import exp
from operator import add, mul
from typing import Any, Literal, Protocol

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

_BFLOAT16 = [struct.pack("<f", each if each < 128 else each - 256)[2:] for each in range(256)]
"""Each int8 as a bfloat16, the upper half of a float32, by its byte."""

_LOW_BYTES, _HIGH_BYTES = [bytes(half) for half in zip(*_BFLOAT16, strict=True)]
"""Tables that translate int8 to the low and the high bytes of bfloat16."""

_INTEGERS = {
    int.from_bytes(each, sys.byteorder): byte if byte < 128 else byte - 256
    for byte, each in enumerate(_BFLOAT16)
}

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

    def run(self, rows: bytes | bytearray, count: int) -> list[float]:
        """Return the last layer's sums for each of ``count`` rows of inputs in bfloat16, row after row."""


def bfloat16(integers: bytes) -> bytearray:
    """Return int8 as bfloat16, two bytes for each; numkong's own conversion takes seven times as long."""
    found = bytearray(2 * len(integers))
    found[::2] = integers.translate(_LOW_BYTES)
    found[1::2] = integers.translate(_HIGH_BYTES)
    return found


class SimdInference:
    """Runs the layers with numkong.

    Layers of int8 weights are computed in bfloat16, which holds their integers; the float32 sums of products
    are exact, as they stay below 2**24. In WebAssembly that takes two thirds of the time of int8, and float32
    sums are scaled twenty times as fast as int32 ones.
    """

    def __init__(self, layers: Sequence[Layer], numkong: Any) -> None:
        if "v128relaxed" in numkong.get_capabilities():
            numkong.enable_capability("v128relaxed")
        self._nk = numkong
        self._inputs = layers[0].inputs
        self._padding = bytes(2 * (-self._inputs % ALIGNED))
        self._rows = CELLS // max(layer.units for layer in layers)
        self._whole = []
        whole = [layer for layer in layers if layer.scale]
        for layer in whole:
            padding = self._padding if layer is whole[0] else b""
            weights = _pad_rows(bfloat16(layer.weights), 2 * layer.inputs, padding)
            packed = numkong.dots_pack(self._tensor(weights, layer.units), dtype="bfloat16")
            tiled = [numkong.Tensor(values * self._rows) for values in (layer.scale, layer.bias)]
            cast = "int16" if layer is whole[-1] else "int8"
            self._whole.append((packed, layer.units, *tiled, cast))
        self._floats = []
        for layer in layers[len(whole) :]:
            packed = numkong.dots_pack(
                memoryview(layer.weights).cast("f", (layer.units, layer.inputs)), dtype="float32"
            )
            bias = numkong.Tensor(array("d", layer.bias) * self._rows)
            self._floats.append((packed, layer.units, bias))
        (bits,) = struct.unpack("i", struct.pack("f", _SHIFT))
        cells = self._rows * max(layer.units for layer in layers)
        self._shift, self._unshift = [
            numkong.Tensor(array(_INT32, [sign * bits] * cells)) for sign in (1, -1)
        ]

    def run(self, rows: bytes | bytearray, count: int) -> list[float]:
        """Return the last layer's sums, row after row."""
        nk, found = self._nk, list[float]()
        length = 2 * self._inputs + len(self._padding)
        padded = _pad_rows(rows, 2 * self._inputs, self._padding)
        for start in range(0, count, self._rows):
            size = min(self._rows, count - start)
            inputs = padded[start * length : (start + size) * length]
            for weights, width, scale, bias, cast in self._whole:
                sums, cells = nk.dots_packed(self._tensor(inputs, size), weights).flatten(), size * width
                scaled = nk.multiply(sums, scale[:cells])
                units = self._round(nk.add(scaled, bias[:cells])).astype(cast)
                if cast == "int8":
                    inputs = bfloat16(memoryview(units).tobytes())
            units = units.reshape(size, width)
            for weights, width, bias in self._floats[:-1]:
                sums = self._sums(units, weights, bias[: size * width])
                units = self._round_to_int16(sums).reshape(size, width)
            weights, width, bias = self._floats[-1]
            found += memoryview(self._sums(units, weights, bias[: size * width])).tolist()
        return found

    def _tensor(self, rows: bytes | bytearray, count: int) -> Any:
        """Return rows of bfloat16 as a tensor."""
        found = self._nk.empty((count, len(rows) // (2 * count)), dtype="bfloat16")
        memoryview(found).cast("B")[:] = rows
        return found

    def _round(self, values: Any) -> Any:
        """Return float32 values rounded to int32: added to _SHIFT, their last bits are the integer.

        Values beyond 2**22 stay far beyond the range of the cast that follows.
        """
        shifted = self._nk.add(values, _SHIFT)
        return self._nk.add(self._view(shifted, _INT32), self._unshift[: values.size])

    def _view(self, tensor: Any, kind: Literal["f", "i", "l"]) -> Any:
        """Return the same bytes as another type of number."""
        return self._nk.Tensor(memoryview(tensor).cast("B").cast(kind))

    def _sums(self, units: Any, weights: Any, bias: Any) -> Any:
        """Return the sums, in float64, of a layer in floats."""
        return self._nk.add(self._nk.dots_packed(self._lift_to_float32(units), weights).flatten(), bias)

    def _lift_to_float32(self, units: Any) -> Any:
        """Return int16 units in float32, plus _LIFT: an integer added to the bits of _SHIFT adds to _SHIFT.

        In WebAssembly numkong's own conversion takes ten times as long.
        """
        nk, (size, width) = self._nk, units.shape
        shifted = nk.add(units.flatten().astype("int32"), self._shift[: size * width])
        return nk.add(self._view(shifted, "f"), _LIFT - _SHIFT).reshape(size, width)

    def _round_to_int16(self, sums: Any) -> Any:
        """Return float64 sums as int16, clamped to its range."""
        halves = self._view(self._nk.add(sums, _ROUND), _INT32).reshape(sums.size, 2)
        return halves[:, 0].copy().astype("int16")


def _pad_rows(rows: bytes | bytearray, width: int, padding: bytes) -> bytes | bytearray:
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
        self._whole = []
        whole = [layer for layer in layers if layer.scale]
        for number, layer in enumerate(whole):
            weights = memoryview(layer.weights).cast("b")
            shift = 128 if number else 0
            columns = []
            for source in range(layer.inputs):
                lanes = array("I", [weight + 128 for weight in weights[source :: layer.inputs]])
                columns.append(int.from_bytes(lanes.tobytes(), "little"))
            shifted = [
                shift * sum(weights[start : start + layer.inputs])
                for start in range(0, len(weights), layer.inputs)
            ]
            top = _TOP if layer is whole[-1] else 127
            self._whole.append((columns, shifted, layer.scale, layer.bias, shift, top))
        self._floats: list[list[tuple[list[float], float]]] = []
        for layer in layers[len(whole) :]:
            flat = list[float](memoryview(layer.weights).cast("f"))
            rows = (flat[unit * layer.inputs : (unit + 1) * layer.inputs] for unit in range(layer.units))
            self._floats.append(list(zip(rows, layer.bias, strict=True)))
        self._inputs = layers[0].inputs

    def run(self, rows: bytes | bytearray, count: int) -> list[float]:
        """Return the last layer's sums, row after row."""
        integers = [_INTEGERS[each] for each in memoryview(rows).cast("H")]
        return [
            total
            for start in range(0, count * self._inputs, self._inputs)
            for total in self._outputs(integers[start : start + self._inputs])
        ]

    def _outputs(self, row: Sequence[int]) -> list[float]:
        units = row
        for columns, shifted, scale, bias, shift, top in self._whole:
            lifted = [unit + shift for unit in units] if shift else units
            total = sum(map(mul, compress(lifted, lifted), compress(columns, lifted)))
            # a lane holds the sum of (w + 128)(a + shift): what the 128 adds is the same for all lanes
            lanes = memoryview(total.to_bytes(4 * len(shifted), "little")).cast("I")
            extra = 128 * sum(lifted)
            sums = [lane - extra - plus for lane, plus in zip(lanes, shifted, strict=True)]
            scaled = array("f", map(mul, sums, scale))
            units = _round_and_clamp(array("f", map(add, scaled, bias)), top)
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

    numkong's fastest kernels in WebAssembly, v128relaxed, rely on instructions whose results may differ
    between processors and compilers. So they are first tested on probes, often enough for the compiler to
    optimise them, and disabled if they give wrong sums.
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
    rows = bfloat16(bytes([(7 * at * at + 3 * at) % 128 for at in range(PROBES * inputs)]))
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
