"""The kernels for a GPU, run on the processor, against the lab's C code; and the training that calls them."""

import ctypes
import random
import shutil
from array import array
from collections.abc import Iterator
from pathlib import Path

import pytest

from backgammon.core.position import START, Points, flip_points
from backgammon.engine import features
from lab.referees import players
from lab.train import export, native, race_tables
from lab.train.gpu import kernels, train

pytestmark = pytest.mark.skipif(shutil.which("c++") is None, reason="no C++ compiler here")


ONE_NUMBER = (0, 0, -2, *[0] * 10, 1, *[0] * 10, -13, 0)
"""6 and 5 can each be played, but not both, so the 6 must be played."""


@pytest.fixture(scope="module")
def positions() -> list[Points]:
    rng, found, position = random.Random(7), [ONE_NUMBER], START
    while len(found) < 400:
        position = flip_points(rng.choice(native.plays(position, rng.randint(1, 6), rng.randint(1, 6))))
        if not any(count > 0 for count in position) or not any(count < 0 for count in position):
            position = START
        found.append(position)
    return found


@pytest.fixture(scope="module")
def library() -> ctypes.CDLL:
    return kernels.library("cpu")


def boards(positions: list[Points]) -> bytes:
    return b"".join(array("b", (*position, *[0] * 6)).tobytes() for position in positions)


def plays(
    library: ctypes.CDLL, positions: list[Points], gap: float, by_chance: bytes | None = None
) -> Iterator[tuple[int, list[Points]]]:
    """Yield the plays that the kernel finds, with their number, by position and roll."""
    dice = bytes(die for roll in kernels.DICE for die in roll)
    count = len(positions) * len(kernels.DICE)
    out = (ctypes.c_int8 * (count * kernels.KEPT * kernels.SIZE))()
    found, looks = (ctypes.c_int16 * count)(), (ctypes.c_float * (256 * count))()
    scratch = ctypes.create_string_buffer(256 * kernels.SIZE * count)
    library.find_plays(
        *(boards(positions), ctypes.c_long(len(positions)), dice, len(kernels.DICE), 1, ctypes.c_float(gap)),
        *(by_chance, ctypes.c_uint64(5), scratch, looks, found, out, None),
    )
    size = kernels.SIZE
    for i in range(count):
        first = i * kernels.KEPT
        yield found[i], [tuple(out[k * size : k * size + 26]) for k in range(first, first + abs(found[i]))]


def test_kernels_find_the_plays_of_the_rules(library: ctypes.CDLL, positions: list[Points]) -> None:
    asked = [(position, roll) for position in positions for roll in kernels.DICE]
    for (position, roll), (count, found) in zip(asked, plays(library, positions, 1e9), strict=True):
        wanted = {flip_points(play) for play in native.plays(position, *roll)}
        ends = [play for play in wanted if not any(n < 0 for n in play)]
        assert len(set(found)) == abs(count)
        assert set(found) <= wanted
        assert count == (-1 if ends else min(kernels.KEPT, len(wanted)))
        assert not ends or found[0] in ends


def test_a_play_by_chance_is_one_of_the_roll(library: ctypes.CDLL, positions: list[Points]) -> None:
    few = positions[:40]
    asked = [(position, roll) for position in few for roll in kernels.DICE]
    drawn = list(plays(library, few, 1e9, bytes([1]) * len(asked)))
    for (position, roll), (count, found) in zip(asked, drawn, strict=True):
        assert abs(count) == 1
        assert found[0] in {flip_points(play) for play in native.plays(position, *roll)}


def test_no_play_is_kept_that_looks_much_worse(library: ctypes.CDLL, positions: list[Points]) -> None:
    near, all_ = (list(plays(library, positions, gap)) for gap in (0.16, 1e9))
    assert sum(count for count, _ in near) < 0.8 * sum(count for count, _ in all_)
    assert all(one[1] == every[1][: len(one[1])] for one, every in zip(near, all_, strict=True))


def test_inputs_are_those_of_the_processor(library: ctypes.CDLL, positions: list[Points]) -> None:
    rows = ctypes.create_string_buffer(kernels.ROW * len(positions))
    library.encode_boards(boards(positions), ctypes.c_long(len(positions)), rows, None)
    for i, position in enumerate(positions):
        row = rows.raw[kernels.ROW * i : kernels.ROW * (i + 1)]
        assert row[: features.INPUTS] == features.encode(position)
        assert row[kernels.OWN] == sum(max(count, 0) for count in position)
        assert row[kernels.OPPONENT] == sum(max(-count, 0) for count in position)


def test_races_are_judged_as_on_the_processor(library: ctypes.CDLL) -> None:
    race_tables.load()
    rng, races = random.Random(3), []
    for _ in range(50):
        race = [0] * 26
        for _ in range(rng.randint(1, 15)):
            race[rng.randint(1, 12)] += 1
        for _ in range(rng.randint(1, 15)):
            race[rng.randint(13, 24)] -= 1
        races.append(tuple(race))
    out = array("f", bytes(20 * len(races)))
    at = ctypes.c_void_p(out.buffer_info()[0])
    library.judge_races(boards(races), ctypes.c_long(len(races)), at, None)
    net = players.net("shipped")
    assert net
    for i, outputs in enumerate(native.evaluate(net, races)):
        assert native.outputs(out, i) == pytest.approx(outputs, abs=1e-5)


def test_a_net_is_written_as_it_has_learned_to_be_rounded() -> None:
    net = native.Lab((16, 8, 8), seed=1, room=64).net()
    tops = [[2.0] * 16, [1.0] * 8, [1.0] * 8]
    weights, at = array("f", net.weights), 0
    for n, m, top in ((features.INPUTS, 16, 1.0), (16, 8, 2.0)):
        for unit in range(m):
            grain = max(abs(weights[at + i * m + unit]) for i in range(n)) * top / 127
            for i in range(n):
                weights[at + i * m + unit] = round(weights[at + i * m + unit] * top / grain) * grain / top
        at += (n + 1) * m
    written = export.as_net(export.quantise(native.Net(net.hidden, weights), tops)).weights
    kept = slice(0, features.INPUTS * 16)
    assert [2 * w for w in written[kept]] == pytest.approx(list(weights[kept]), abs=1e-5)


def test_a_net_learns_on_the_device(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pytest.importorskip("torch")
    monkeypatch.setattr(native, "RUNTIME", tmp_path)

    def run(options: str) -> int:
        settings = f"tiny {options} --games 64 --steps 4 --batch 64 --room 8000 --held 100 --every 2"
        return train.main(settings.split())

    assert run("--beside 520,256,64 --minutes 0.1 --deep 0.1 --round 0") == 0
    said = capsys.readouterr().out
    assert "groups, 520,256,64: lost" in said
    assert "groups by two plies" in said
    assert run("--on --minutes 0 --round 0.1") == 0
    assert "rounded, 512,256,64: lost" in capsys.readouterr().out
    assert players.net(str(tmp_path / "runs" / "tiny" / "net.bin")) is not None
