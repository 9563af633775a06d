"""The net in play repeats the arithmetic of the file written by the lab, with SIMD and without."""

import re
import struct
import sys
from hashlib import sha256
from importlib.resources import files
from itertools import islice
from pathlib import Path

import pytest
from engine.positions import walk
from shipped import OF_THE_NET

from backgammon.core.errors import BackgammonError
from backgammon.core.plays import results
from backgammon.core.position import flip_points
from backgammon.core.rules import STANDARD
from backgammon.engine import pruning
from backgammon.engine.boards import board_of
from backgammon.engine.features import INPUTS, encode
from backgammon.engine.net import (
    PlainInference,
    SimdInference,
    bfloat16,
    by_row,
    chances,
    inference,
    pack,
    read_net,
)
from lab.train import export

DATA = files("backgammon.engine").joinpath("data", "net.bin").read_bytes()
LAYERS = read_net(DATA)
PLAIN = PlainInference(LAYERS)


FIGURES = Path(export.__file__).parents[1] / "judge" / "README.md"
"""The page that states the measured figures, and the net they belong to."""


def rows(count: int, seed: int = 5) -> bytes:
    return b"".join(encode(points) for points, _ in islice(walk(STANDARD, seed), count))


def test_bfloat16_holds_every_int8() -> None:
    halves = memoryview(bfloat16(bytes(range(256)))).cast("H")
    values = [struct.unpack("f", struct.pack("I", half << 16))[0] for half in halves]
    assert values == [*range(128), *range(-128, 0)]


def test_the_pruning_net_gets_the_same_facts_in_bfloat16() -> None:
    found = [board_of(points) for points, _ in islice(walk(STANDARD, 5), 40)]
    assert pruning.encode(found, wide=True) == bfloat16(bytes(pruning.encode(found)))


def test_plain_python_repeats_the_arithmetic_of_the_lab() -> None:
    played, encoded = export.read(DATA), rows(40)
    for number, found in enumerate(by_row(chances(PLAIN.run(encoded, 40)), 5)):
        row = encoded[number * INPUTS : (number + 1) * INPUTS]
        assert found == pytest.approx(export.outputs(played, row, 15, 15), abs=1e-6)


@pytest.mark.thorough
def test_simd_and_plain_python_choose_the_same_plays() -> None:
    """In bfloat16, as in WebAssembly, and in int8."""
    numkong = pytest.importorskip("numkong")
    nets = [SimdInference(LAYERS, numkong, wide=wide) for wide in (False, True)]
    decisions = 0
    for points, dice in islice(walk(STANDARD, seed=6), 400):
        afters = [flip_points(after) for after in results(points, dice)][:12]
        encoded = b"".join(map(encode, afters))
        plain = PLAIN.run(encoded, len(afters))
        decisions += len(afters) > 1
        for net in nets:
            sums = net.run(pack(encoded, net), len(afters))
            assert sums == pytest.approx(plain, abs=1e-5)
            assert best(sums) == best(plain)
    assert decisions > 250


def best(sums: list[float]) -> int:
    """Return the number of the play whose sums are the least."""
    found = [*by_row(sums, 5)]
    return min(range(len(found)), key=found.__getitem__)


def test_batches_of_any_size_give_the_same() -> None:
    found = inference(LAYERS)
    encoded = rows(300)
    whole = list(by_row(found.run(encoded, 300), 5))
    singles = [found.run(encoded[n * INPUTS : (n + 1) * INPUTS], 1) for n in range(0, 300, 37)]
    for single, row in zip(singles, whole[::37], strict=True):
        assert tuple(single) == pytest.approx(row)


def test_a_kernel_that_errs_is_let_go(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numkong")
    wrong = PLAIN.run(rows(64), 64)
    monkeypatch.setattr(SimdInference, "run", lambda self, rows, count: wrong[: 5 * count])
    assert isinstance(inference(LAYERS), PlainInference)


def test_without_numkong_plain_python_takes_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numkong", None)
    assert isinstance(inference(LAYERS), PlainInference)


@pytest.mark.parametrize("damage", [b"", b"TRIKNET3", DATA[:-1], DATA[:50] + b"!" + DATA[51:]])
def test_a_damaged_file_is_an_error(damage: bytes) -> None:
    with pytest.raises(BackgammonError, match="net file"):
        read_net(damage)


def test_what_was_measured_and_learnt_from_the_net_belongs_to_the_one_that_ships() -> None:
    said = re.search(r"whose sha256 begins with\s+([0-9a-f]{8})", FIGURES.read_text("utf-8"))
    assert said
    assert sha256(DATA).hexdigest().startswith(said[1]), f"{FIGURES} is of another net; {OF_THE_NET}"
