"""The net for races, taught in C and read in play: the same inputs and sums, and exact home boards."""

import ctypes
import random
import shutil
import sys
from operator import add

import pytest

from backgammon.core.position import Points
from backgammon.engine import bearoff, races
from backgammon.engine.net import PlainInference, by_row, read_net
from lab.train import export
from lab.train import races as teacher

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler here")


def side(rng: random.Random) -> Points:
    counts = [0] * rng.randint(7, 24)
    counts[-1] = 1
    for _ in range(14):
        counts[min(rng.randrange(len(counts)), rng.randrange(len(counts)))] += 1
    return tuple(counts)


TrainedLab = tuple[ctypes.CDLL, ctypes.c_void_p]


@pytest.fixture(scope="module")
def trained_lab() -> TrainedLab:
    library, lab = teacher.begin(seed=2)
    library.races_run(lab, b"", 0, 120, ctypes.c_float(1e-3), 64)
    return library, lab


def test_play_reads_what_was_taught(trained_lab: TrainedLab) -> None:
    rng = random.Random(3)
    sides = [side(rng) for _ in range(40)]
    now, _ = teacher.judge_sides(*trained_lab, b"".join(bytes((0, *each)).ljust(25, b"\0") for each in sides))
    net = PlainInference(read_net(export.write(teacher.quantise(teacher.weights(*trained_lab)))))
    told = by_row(net.run(b"".join(map(races.encode, sides)), len(sides)), races.OUTPUTS)
    for number, (each, sums) in enumerate(zip(sides, told, strict=True)):
        wanted = now[races.OUTPUTS * number :][: races.OUTPUTS]
        found = list(map(add, sums, races.pip_terms(each)))
        has_back = len(each) > races.OUTFIELD
        used = races.CUMULANTS if has_back else races.LEFT
        assert found[:used] == pytest.approx(wanted[:used], abs=2e-3)
        pairs = (races.FIRST_OFF, races.NONE_OFF), (races.LEFT, races.BEHIND)
        for cumulants, chances in pairs[: 1 + has_back]:
            held = [min(max(chance, 0), 1) for chance in found[chances : chances + races.SOON]]
            if found[cumulants] < races.FAR - 0.01:
                assert held == pytest.approx(wanted[chances : chances + races.SOON], abs=2e-3)
            elif found[cumulants] > races.FAR + 0.01:
                assert wanted[chances : chances + races.SOON] == [1] * races.SOON


def test_home_boards_are_those_of_the_table(trained_lab: TrainedLab) -> None:
    library, lab = trained_lab
    exact, told = library.races_exact(lab), races.LEFT + races.SOON
    for home in ((0, 0, 0, 5, 5, 5), (2, 2, 2, 3, 3, 3), (1, 0, 0, 0, 0, 2), (15, 0, 0, 0, 0, 0)):
        assert exact[told * bearoff.rank(home)] == pytest.approx(bearoff.mean(home), abs=bearoff.MEAN_UNIT)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="one thread does it all here")
def test_any_number_of_processors_teaches_the_same_net() -> None:
    found = []
    for threads in (1, 3):
        library, lab = teacher.begin(seed=5)
        library.omp_set_num_threads(threads)
        library.races_run(lab, b"", 0, 120, ctypes.c_float(1e-3), 64)
        found.append(teacher.weights(library, lab))
    assert found[0] == found[1]
