"""Damaged texts are refused, or accepted and usable; each text that once broke something is kept."""

import tracemalloc
from pathlib import Path

import pytest
from effort import LINEAR

from lab.fuzz.doors import DOORS
from lab.fuzz.fuzz import Crash, enter, fuzz, large

SEEDS = sorted(Path(__file__).with_name("seeds").glob("*.txt"))
"""Files named DOOR-what-it-broke.txt."""
FEW = 100


@pytest.mark.slow
def test_valid_texts_are_accepted() -> None:
    for door in DOORS.values():
        for text in door.seeds():
            assert enter(door.name, text) is True, f"{door.name}: {text:.200}"


@pytest.mark.parametrize("door", DOORS)
def test_spoilt_texts_break_nothing(door: str) -> None:
    tally = fuzz(door, seed=1, first=0, count=FEW)
    assert tally.crashes == ()
    assert tally.accepted < FEW
    assert tally.slowest < 1


@pytest.mark.parametrize("file", SEEDS, ids=lambda file: file.stem)
def test_what_once_broke_something_breaks_nothing(file: Path) -> None:
    door = file.stem.split("-")[0]
    text = file.read_bytes().decode("utf-8", "surrogatepass")
    assert not isinstance(enter(door, text), Crash)


@pytest.mark.parametrize("door", DOORS)
def test_a_large_text_takes_little_time(door: str) -> None:
    for number in range(3):
        found, seconds, text = large(door, 1, number, 100_000)
        assert not isinstance(found, Crash)
        assert seconds < LINEAR, f"{door}: number {number}, {text:.60}"


@pytest.mark.slow
@pytest.mark.timeout(0)
@pytest.mark.parametrize("door", DOORS)
def test_a_very_large_text_takes_little_time_and_memory(door: str) -> None:
    for number in range(10):
        _, seconds, text = large(door, 1, number, 5_000_000)
        assert seconds < LINEAR, f"{door}: number {number}, {text:.60}"
        tracemalloc.start()
        enter(door, text)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 100_000_000 + len(text)
