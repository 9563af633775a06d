"""Verifiable dice: the rolls follow from secret and word as specified, and no face is favoured."""

import hashlib
import math
from collections import Counter

import pytest

from backgammon import BackgammonError
from backgammon.core import fairdice
from backgammon.core.fairdice import commitment, fair_roll

SECRET = bytes(range(32))
FIRST_ROLLS = [(4, 3), (3, 4), (2, 2), (2, 6), (4, 5), (6, 5), (2, 1), (1, 3)]


def by_hand(secret: bytes, word: str, number: int, fair: int = 252) -> tuple[int, int]:
    """Return a roll by RFC 2104 (HMAC) and rejection, written out."""
    key = secret + bytes(64 - len(secret))
    faces: list[int] = []
    for block in range(100):
        message = b"|".join([b"triktrakk-dice-1", b"%d" % number, b"%d" % block, word.encode("utf-8")])
        inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
        for byte in hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest():
            if byte < fair:
                faces.append(1 + byte % 6)
    return faces[0], faces[1]


@pytest.mark.parametrize("word", ["", "tere", "nøtt|1|2", "珍"])
def test_rolls_by_hand(word: str) -> None:
    for number in range(1, 50):
        assert fair_roll(SECRET, word, number) == by_hand(SECRET, word, number)


def test_rolls_that_must_stay_what_they_are() -> None:
    assert [fair_roll(SECRET, "", number) for number in range(1, 9)] == FIRST_ROLLS
    assert commitment(SECRET) == "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd"


def test_bytes_that_favour_a_face_are_skipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fairdice, "_FAIR_BYTES", 6)  # so that whole blocks are used up
    for number in range(1, 50):
        assert fair_roll(SECRET, "w", number) == by_hand(SECRET, "w", number, fair=6)


def test_word_number_and_secret_all_count() -> None:
    def first(secret: bytes, word: str, start: int) -> list[tuple[int, int]]:
        return [fair_roll(secret, word, number) for number in range(start, start + 10)]

    rolls = [first(SECRET, "", 1), first(SECRET, "a", 1), first(SECRET, "", 2), first(bytes(32), "", 1)]
    assert len({tuple(series) for series in rolls}) == 4


def test_no_face_is_favoured() -> None:
    count = 20_000
    rolls = [fair_roll(SECRET, "frequencies", number) for number in range(1, count + 1)]
    for position in (0, 1):
        assert chi_squared(Counter(roll[position] for roll in rolls), 6) < 25.7  # p = 0.0001 at 5 degrees
    assert chi_squared(Counter(rolls), 36) < 75.4  # p = 0.0001 at 35 degrees


def chi_squared(counts: Counter[object], cells: int) -> float:
    expected = counts.total() / cells
    assert len(counts) == cells
    return math.fsum((count - expected) ** 2 / expected for count in counts.values())


@pytest.mark.parametrize("secret", [b"", bytes(31), bytes(33)])
def test_a_secret_is_32_bytes(secret: bytes) -> None:
    with pytest.raises(BackgammonError, match="32 bytes"):
        commitment(secret)
    with pytest.raises(BackgammonError, match="32 bytes"):
        fair_roll(secret, "", 1)


@pytest.mark.parametrize("number", [0, -1])
def test_rolls_are_counted_from_one(number: int) -> None:
    with pytest.raises(BackgammonError, match="from 1"):
        fair_roll(SECRET, "", number)
