"""Runs a net in play: small integers in, five chances out, the same integers with SIMD and without.

The lab defines the file layout and the arithmetic (lab.train.export). First come layers of int8 weights,
stored row by row, with a scale and a bias for each unit and exact sums; the activation is a cast that rounds
to even and saturates, to int8, or to int16 after the last of these layers. Then come layers in floats; the
hidden ones have the same cast to int16. Where numkong loads, it computes the sums; otherwise plain Python
does, with a row of sums packed into one big integer, one lane per unit.
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
"""The greatest int16."""

_LIFT = 32768
"""Added to int16 units before a layer in floats, so that the least becomes 0."""

ALIGNED = 16
"""Lanes of a SIMD register: rows are padded to a multiple, as numkong sums the remainder slowly, by bytes."""

PROBES = 32
"""The rows on which two ways to run a net are compared, and how often."""

TOLERANCE = 0.05
"""The difference allowed between two ways to add floats; a wrong kernel differs by far more."""

_SHIFT = 2.0**23 + 2.0**22
"""Half way between two powers of two, where the last bit of a float32 has the value one."""

_ROUND = 2.0**52 + 2.0**51
"""The same for a float64; the lower half of the sum is then the integer that was added."""

_LOW_BYTES, _HIGH_BYTES = [
    bytes([struct.pack("<f", each if each < 128 else each - 256)[half] for each in range(256)])
    for half in (2, 3)
]
"""Tables that translate int8 to the low and the high bytes of bfloat16, the upper half of a float32."""

_INT32: Literal["l", "i"] = "l" if array("l").itemsize == 4 else "i"
"""The array type code that numkong accepts as int32, here and in WebAssembly."""


Rows = bytes | bytearray
"""Rows of inputs, one after another."""


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
    int8_layers, count = struct.unpack_from("<2H", body, 8)
    sizes = struct.unpack_from(f"<{count + 1}H", body, 12)
    at = 12 + 2 * (count + 1)
    layers = []
    for number, (inputs, units) in enumerate(pairwise(sizes)):
        floats = number >= int8_layers
        lengths = (inputs * units * (4 if floats else 1), 0 if floats else 4 * units, 4 * units)
        parts = []
        for length in lengths:
            parts.append(body[at : at + length])
            at += length
        layers.append(Layer(inputs, units, parts[0], array("f", parts[1]), array("f", parts[2])))
    return tuple(layers)


class Inference(Protocol):
    """One way to run the layers."""

    is_wide: bool
    """Whether ``run`` takes rows in bfloat16, and not in int8."""

    def run(self, rows: Rows, count: int) -> list[float]:
        """Return the last layer's sums for each of ``count`` rows of inputs, row after row."""


def pack(integers: Rows, net: Inference) -> Rows:
    """Return inputs in int8 as the net takes them."""
    return bfloat16(integers) if net.is_wide else integers


def bfloat16(integers: Rows) -> Rows:
    """Return int8 as bfloat16, two bytes for each; numkong's own conversion takes seven times as long."""
    found = bytearray(2 * len(integers))
    found[::2] = integers.translate(_LOW_BYTES)
    found[1::2] = integers.translate(_HIGH_BYTES)
    return found


class SimdInference:
    """Runs the layers with numkong.

    ``wide``: compute the layers of int8 weights in bfloat16, which holds their integers. In WebAssembly that
    takes two thirds of the time of int8, elsewhere twice its time. Their sums go on in float32, on which
    numkong's arithmetic is fastest. Either way they are exact, as they stay within 2**22.
    """

    def __init__(self, layers: Sequence[Layer], numkong: Any, *, wide: bool) -> None:
        self.is_wide = wide
        self._nk = numkong
        self._inputs = layers[0].inputs
        self._bytes = 2 if self.is_wide else 1
        self._padding = bytes(self._bytes * (-self._inputs % ALIGNED))
        self._rows = CELLS // max(layer.units for layer in layers)
        self._int8_layers = []
        int8_layers = [layer for layer in layers if layer.scale]
        for layer in int8_layers:
            padding = self._padding if layer is int8_layers[0] else b""
            weights = _pad_rows(pack(layer.weights, self), self._bytes * layer.inputs, padding)
            packed = numkong.dots_pack(
                self._tensor(weights, layer.units), dtype="bfloat16" if self.is_wide else "int8"
            )
            tiled = [numkong.Tensor(values * self._rows) for values in (layer.scale, layer.bias)]
            cast = "int16" if layer is int8_layers[-1] else "int8"
            self._int8_layers.append((packed, layer.units, *tiled, cast))
        self._float_layers = []
        for layer in layers[len(int8_layers) :]:
            packed = numkong.dots_pack(
                memoryview(layer.weights).cast("f", (layer.units, layer.inputs)), dtype="float32"
            )
            bias = numkong.Tensor(array("d", layer.bias) * self._rows)
            self._float_layers.append((packed, layer.units, bias))
        (bits,) = struct.unpack("i", struct.pack("f", _SHIFT))
        cells = self._rows * max(layer.units for layer in layers)
        self._shift, self._unshift = [numkong.Tensor(array(_INT32, [each]) * cells) for each in (bits, -bits)]

    def run(self, rows: Rows, count: int) -> list[float]:
        """Return the last layer's sums, row after row."""
        nk, found = self._nk, list[float]()
        length = self._bytes * self._inputs + len(self._padding)
        padded = _pad_rows(rows, self._bytes * self._inputs, self._padding)
        for start in range(0, count, self._rows):
            size = min(self._rows, count - start)
            inputs = padded[start * length : (start + size) * length]
            for weights, width, scale, bias, cast in self._int8_layers:
                sums, cells = nk.dots_packed(self._tensor(inputs, size), weights).flatten(), size * width
                if not self.is_wide:
                    sums = self._to_float32(sums)
                nk.multiply(sums, scale[:cells], out=sums)
                nk.add(sums, bias[:cells], out=sums)
                units = self._round(sums).astype(cast)
                if cast == "int8":
                    inputs = pack(memoryview(units).tobytes(), self)
            units = units.reshape(size, width)
            for weights, width, bias in self._float_layers[:-1]:
                sums = self._sums(units, weights, bias[: size * width])
                units = self._round_to_int16(sums).reshape(size, width)
            weights, width, bias = self._float_layers[-1]
            found += memoryview(self._sums(units, weights, bias[: size * width])).tolist()
        return found

    def _tensor(self, rows: Rows, count: int) -> Any:
        """Return rows that are packed as a matrix."""
        width = len(rows) // (self._bytes * count)
        if not self.is_wide:
            return memoryview(rows).cast("b", (count, width))
        found = self._nk.empty((count, width), dtype="bfloat16")
        memoryview(found).cast("B")[:] = rows
        return found

    def _round(self, values: Any) -> Any:
        """Round float32 values to int32, in place: added to _SHIFT, their last bits are the integer.

        Values beyond 2**22 stay far beyond the range of the cast that follows.
        """
        self._nk.add(values, _SHIFT, out=values)
        bits = self._view(values, _INT32)
        self._nk.add(bits, self._unshift[: values.size], out=bits)
        return bits

    def _to_float32(self, integers: Any, lift: float = 0.0) -> Any:
        """Turn int32 within 2**22 into float32, plus ``lift``, in place: they add to the bits of _SHIFT.

        numkong's own conversion takes ten times as long.
        """
        self._nk.add(integers, self._shift[: integers.size], out=integers)
        floats = self._view(integers, "f")
        self._nk.add(floats, lift - _SHIFT, out=floats)
        return floats

    def _view(self, tensor: Any, kind: Literal["f", "i", "l"]) -> Any:
        """Return the same bytes as another type of number."""
        return self._nk.Tensor(memoryview(tensor).cast("B").cast(kind))

    def _sums(self, units: Any, weights: Any, bias: Any) -> Any:
        """Return the sums, in float64, of a layer in floats, whose int16 units are lifted by _LIFT."""
        lifted = self._to_float32(units.flatten().astype("int32"), _LIFT).reshape(*units.shape)
        return self._nk.add(self._nk.dots_packed(lifted, weights).flatten(), bias)

    def _round_to_int16(self, sums: Any) -> Any:
        """Return float64 sums as int16, clamped to its range."""
        halves = self._view(self._nk.add(sums, _ROUND), _INT32).reshape(sums.size, 2)
        return halves[:, 0].copy().astype("int16")


def _pad_rows(rows: Rows, width: int, padding: bytes) -> Rows:
    """Return rows of bytes with padding after each."""
    if not padding:
        return rows
    return padding.join([rows[start : start + width] for start in range(0, len(rows), width)]) + padding


class PlainInference:
    """Runs the layers in plain Python: a row of sums is one integer of 32-bit lanes, all made positive.

    With w + 128 and a + 128 in place of w and a, the lanes stay below 2**25 for up to 515 inputs, so none
    overflows.
    """

    is_wide = False

    def __init__(self, layers: Sequence[Layer]) -> None:
        self._int8_layers = []
        int8_layers = [layer for layer in layers if layer.scale]
        for number, layer in enumerate(int8_layers):
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
            top = _TOP if layer is int8_layers[-1] else 127
            self._int8_layers.append((columns, shifted, layer.scale, layer.bias, shift, top))
        self._float_layers: list[list[tuple[list[float], float]]] = []
        for layer in layers[len(int8_layers) :]:
            flat = list[float](memoryview(layer.weights).cast("f"))
            rows = (flat[unit * layer.inputs : (unit + 1) * layer.inputs] for unit in range(layer.units))
            self._float_layers.append(list(zip(rows, layer.bias, strict=True)))
        self._inputs = layers[0].inputs

    def run(self, rows: Rows, count: int) -> list[float]:
        """Return the last layer's sums, row after row."""
        return [
            total
            for start in range(0, count * self._inputs, self._inputs)
            for total in self._outputs(rows[start : start + self._inputs])
        ]

    def _outputs(self, row: Rows) -> list[float]:
        units: Sequence[int] = row
        for columns, shifted, scale, bias, shift, top in self._int8_layers:
            lifted = [unit + shift for unit in units] if shift else units
            total = sum(map(mul, compress(lifted, lifted), compress(columns, lifted)))
            # a lane holds the sum of (w + 128)(a + shift): what the 128 adds is the same for all lanes
            lanes = memoryview(total.to_bytes(4 * len(shifted), "little")).cast("I")
            extra = 128 * sum(lifted)
            sums = [lane - extra - plus for lane, plus in zip(lanes, shifted, strict=True)]
            scaled = array("f", map(mul, sums, scale))
            units = _round_and_clamp(array("f", map(add, scaled, bias)), top)
        for layer in self._float_layers:
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
    if sys.platform == "emscripten":
        numkong.enable_capability("v128relaxed")
        wide = SimdInference(layers, numkong, wide=True)
        if _agree(wide, plain, layers[0].inputs):
            return wide
        numkong.disable_capability("v128relaxed")
    narrow = SimdInference(layers, numkong, wide=False)
    return narrow if _agree(narrow, plain, layers[0].inputs) else plain


def _agree(simd: SimdInference, plain: PlainInference, inputs: int) -> bool:
    """Whether both give the same sums for rows that reach every weight."""
    rows = bytes([(7 * at * at + 3 * at) % 128 for at in range(PROBES * inputs)])
    wanted = plain.run(rows, PROBES)
    for _ in range(PROBES):
        found = simd.run(pack(rows, simd), PROBES)
        if any(abs(one - other) > TOLERANCE for one, other in zip(found, wanted, strict=True)):
            return False
    return True


def by_row(sums: Sequence[float], width: int) -> Iterator[tuple[float, ...]]:
    """Split what ``run`` returns into rows."""
    return zip(*[iter(sums)] * width, strict=True)


def chances(sums: Iterable[float]) -> list[float]:
    """Turn the last layer's sums into chances."""
    return [1 / (1 + exp(-value)) if value > -60 else 0.0 for value in sums]
