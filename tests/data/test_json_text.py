"""JSON from outside: small, finite and valid data is read unchanged, anything else is refused at once."""

import json
import time
import tracemalloc
from contextlib import suppress

import pytest
from effort import LINEAR
from hypothesis import given
from hypothesis import strategies as st

from backgammon.data.json_text import DEEPEST, DataError, decode, decode_object, tidy_line

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-(10**29), 10**29) | st.floats(-1e29, 1e29) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(VALUES, st.booleans())
def test_what_was_written_is_read(value: object, ascii_only: bool) -> None:
    assert decode(json.dumps(value, ensure_ascii=ascii_only)) == value


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[",
        "NaN",
        "[Infinity]",
        "[-Infinity]",
        "1e400",
        "[-1e31]",
        "9" * 31,
        "-" + "9" * 31,
        '{"a": 1, "a": 2}',
        '"\\ud800"',
        '{"\\udfff": 1}',
        '["\\ud83d", "\\ude00"]',
        '"\ud800"',
        "[" * (DEEPEST + 1) + "]" * (DEEPEST + 1),
        '{"a":' * (DEEPEST + 1) + "1" + "}" * (DEEPEST + 1),
        "[" * 100_000,
    ],
)
def test_what_lies_beyond_the_limits_is_refused(text: str) -> None:
    with pytest.raises(DataError) as error:
        decode(text)
    assert len(str(error.value)) < 300


def test_what_lies_at_the_limits_is_read() -> None:
    assert decode("[" * DEEPEST + "]" * DEEPEST)
    assert decode("9" * 30) == 10**30 - 1
    assert decode(f'["{"{" * 1_000_000}"]') == ["{" * 1_000_000]
    assert decode('"\\ud83d\\ude00"') == "\N{GRINNING FACE}"


def test_an_object_is_asked_for_where_one_is_needed() -> None:
    assert decode_object('{"a": 1}') == {"a": 1}
    with pytest.raises(DataError):
        decode_object("[1]")
    with pytest.raises(DataError):
        decode_object(None)  # type: ignore[arg-type]  # a message from elsewhere may be anything


NAMES = '"k%d":[],'
"""A piece whose names all differ, so that each takes memory of its own."""
OTHERS = ("[],", "{},", '{"a":1},', '"ab",', "1.5,", "[[[]]],", '"\\u00e9",')
PIECES = (*OTHERS, NAMES)


def _large(piece: str) -> str:
    if piece == NAMES:
        return "{" + "".join([piece % number for number in range(400_000)])[:-1] + "}"
    return "[" + (piece * (5_000_000 // len(piece)))[:-1] + "]"


def test_a_typed_line_is_tidied_before_it_is_cut() -> None:
    assert tidy_line(" Ann \n\t of\ud800  Cleves ", 8) == "Ann of C"


@pytest.mark.thorough
@pytest.mark.parametrize("piece", PIECES)
def test_a_large_text_takes_little_time(piece: str) -> None:
    text = _large(piece)
    begin = time.process_time()
    _read(text)
    assert time.process_time() - begin < LINEAR


@pytest.mark.thorough
@pytest.mark.parametrize("piece", [*(pytest.param(piece, marks=pytest.mark.slow) for piece in OTHERS), NAMES])
def test_a_large_text_takes_little_memory(piece: str) -> None:
    text = _large(piece)
    tracemalloc.start()
    _read(text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 100_000_000


def _read(text: str) -> None:
    with suppress(DataError):
        decode(text)
