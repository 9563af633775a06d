"""Damaged texts: every reader returns a value or raises NotationError, within a second."""

import os
import time
import tracemalloc
from collections.abc import Callable
from random import Random

import pytest
from effort import LINEAR, tries
from notation.games import BEAVERS, MONEY, random_match

from backgammon.core.match import new_match
from backgammon.core.position import Position
from backgammon.core.rules import STANDARD
from backgammon.notation.detect import parse_anything
from backgammon.notation.errors import NotationError
from backgammon.notation.gnuid import format_gnu_id, parse_gnu_id
from backgammon.notation.mat import format_mat, parse_mat
from backgammon.notation.match_builder import MatchBuilder
from backgammon.notation.ogid import format_ogid, parse_ogid
from backgammon.notation.play import parse_play
from backgammon.notation.record import Game, Record
from backgammon.notation.setup import Setup
from backgammon.notation.sgf import format_sgf, parse_sgf
from backgammon.notation.sgf_variations import parse_variations
from backgammon.notation.xgid import format_xgid, parse_xgid
from backgammon.notation.xgtext import parse_xg_text

FEW = tries(1500)
MANY = int(os.environ.get("NOTATION_MUTATIONS", "500000"))
"""The number of mutated texts per format, without --slow and with it."""

_SPICE = "0123456789:;/*()[]{}<>=-_\\\"' \n\t\r\x00é٣²xXoObBrRdDWz,.|+?" + "\u2028\ufeff"


def _records() -> list[Record]:
    """Return short beginnings and ends of games: quick to read, with every kind of action."""
    records = []
    for seed, (rules, length) in enumerate([(STANDARD, 3), (MONEY, 0), (BEAVERS, 0)] * 2):
        whole = random_match(seed, rules, length, 2, strange=True)
        game = Game(whole.games[0].actions[: 6 + 4 * seed], ((1, "a remark"),))
        records.append(Record(whole.players, whole.start, (game,), (("Event", "Club"),), ("hello",)))
    return records


def _setups() -> list[Setup]:
    states = [state for seed in range(4) for state in random_match(seed).states if state.result is None]
    return [setup for setup in map(Setup.of, states[::9]) if not setup.resigned]


def _xg_texts() -> list[str]:
    line = "\n\nX:Ann   O:Bob\nScore is X:0 O:0\n\n    1. 4-ply       24/22 13/8     eq:+0.007\n"
    return [(format_xgid(setup) + line) * 2 for setup in _setups()]


def _play(text: str) -> object:
    dice = (2, 2) if "(" in text else (3, 1)
    return parse_play(text, Position.start(), dice)


PLAYS = [
    "8/5 6/5",
    "6/5 8/5*",
    "24/20",
    "13/9",
    "13/11(2) 6/4(2)",
    "24/22/20*(2)",
    "bar/22*/18",
    "6/off",
    "pass",
]

READERS: dict[str, tuple[Callable[[str], object], Callable[[], list[str]]]] = {
    "xgid": (parse_xgid, lambda: [format_xgid(setup) for setup in _setups()]),
    "gnuid": (parse_gnu_id, lambda: [format_gnu_id(setup) for setup in _setups()]),
    "ogid": (parse_ogid, lambda: [format_ogid(setup) for setup in _setups()]),
    "play": (_play, lambda: PLAYS),
    "mat": (parse_mat, lambda: [format_mat(record) for record in _records()]),
    "sgf": (parse_sgf, lambda: [format_sgf(record) for record in _records()]),
    "xgtext": (parse_xg_text, _xg_texts),
    "anything": (
        parse_anything,
        lambda: [*map(format_mat, _records()), *map(format_sgf, _records()), *_xg_texts()],
    ),
}


def mutate(random: Random, text: str, others: list[str]) -> str:
    """Return a text with one to four mutations: stretches changed, dropped, doubled or mixed."""
    for _ in range(random.randint(1, 4)):
        begin = random.randrange(len(text) + 1)
        end = min(len(text), begin + random.choice((1, 1, 2, 5, 30)))
        kind = random.randrange(8)
        if kind == 0:
            text = text[:begin] + text[end:]
        elif kind == 1:
            text = text[:begin] + text[begin:end] * random.choice((2, 3, 40)) + text[end:]
        elif kind == 2:
            other = random.choice(others)
            cut = random.randrange(len(other) + 1)
            text = text[:begin] + other[cut : cut + 40] + text[end:]
        elif kind == 3:
            text = text[:begin] + str(random.choice((0, -1, 7, 25, 26, 99, 10**6, 10**40))) + text[end:]
        elif kind == 4:
            text = text[:begin] + text[begin:end].swapcase() + text[end:]
        else:
            text = text[:begin] + random.choice(_SPICE) + text[end:]
    return text


def refusal(read: Callable[[str], object], text: str) -> tuple[NotationError | None, float]:
    """Read a text; return the error about it, if any, and the seconds it took."""
    begin = time.process_time()
    try:
        read(text)
    except NotationError as error:
        return error, time.process_time() - begin
    return None, time.process_time() - begin


@pytest.mark.parametrize("count", [FEW, pytest.param(MANY, marks=[pytest.mark.slow, pytest.mark.timeout(0)])])
@pytest.mark.parametrize("name", READERS)
def test_a_spoilt_text_raises_nothing_but_its_error(name: str, count: int) -> None:
    read, make = READERS[name]
    texts, random = make(), Random(f"{name} {count}")
    slowest, refused = 0.0, 0
    for _ in range(count):
        error, seconds = refusal(read, mutate(random, random.choice(texts), texts))
        slowest = max(slowest, seconds)
        if error:
            refused += 1
            assert error.column >= 1
            assert error.expected in str(error)
    print(f"{name}: {count} mutated texts, {refused} refused, the slowest in {slowest * 1000:.0f} ms")
    assert slowest < 1
    assert 0 < refused < count


@pytest.mark.parametrize(
    "count", [FEW // 3, pytest.param(MANY // 10, marks=[pytest.mark.slow, pytest.mark.timeout(0)])]
)
@pytest.mark.parametrize(("write", "read"), [(format_mat, parse_mat), (format_sgf, parse_sgf)])
def test_what_is_left_of_a_spoilt_file_is_written_and_read_back(  # type: ignore[no-untyped-def]
    write, read, count: int
) -> None:
    random, seen = Random(f"left {count}"), set[str]()
    texts = [write(record) for record in _records()] + [write(random_match(9, length=9, games=1))]
    for _ in range(count):
        try:
            record = read(mutate(random, random.choice(texts), texts))
            text = write(record)
        except NotationError:
            continue
        seen.update(remark.key for remark in record.remarks)
        again = read(text, record.start.rules)
        assert again == record, text
        assert again.remarks == (), text
        assert list(record.states)[-1] == record.end
    assert {"passed-over", "stopped"} <= seen


@pytest.mark.parametrize(
    "text",
    [
        "(" * 200_000,
        "(;" * 100_000,
        "(;B[" + "a" * 200_000,
        "(;GM[6]MI[length:" + "9" * 50_000 + "])",
        "(;C[" + "\\" * 100_001 + "])",
        " 7 point match\n Game 1\n" + "a : 0 " * 60 + "\n",
        " 7 point match\n Game 1\n a : 0   b : 0\n" + "  1) 31: " + "8/5 " * 100,
        " 7 point match\n" + " Game 1\n" * 20_000,
        "; [" + "a " * 100_000,
        "; " + '[a "' * 30_000,
        " " * 300_000 + "x",
        "\n" * 300_000,
        "9" * 100_000 + " point match",
        "1) " + "31:" * 150,
        "XGID=" + ":" * 150,
        "XGID=" * 30_000,
        "/" * 190,
        "8/7/6/5/4" * 20,
        "A" * 1_000_000,
        "Position ID: " * 20_000,
    ],
)
@pytest.mark.thorough
def test_texts_made_to_take_long(text: str) -> None:
    for name, (read, _) in READERS.items():
        error, seconds = refusal(read, text)
        assert seconds < LINEAR, name
        assert len(str(error)) < 400


@pytest.mark.thorough
def test_many_games_are_built_in_little_time() -> None:
    begin = time.process_time()
    builder = MatchBuilder(new_match())
    for _ in range(60_000):
        builder.next_game()
        builder.stop()
        builder.win(0, 1)
    assert len(builder.games) == 60_000
    assert time.process_time() - begin < LINEAR


@pytest.mark.thorough
@pytest.mark.parametrize("text", [";AW[a]" * 400_000, "(;W[11xwxw])" * 200_000], ids=["beginning", "lines"])
def test_variations_of_many_nodes_are_read_in_little_time(text: str) -> None:
    _, seconds = refusal(parse_variations, f"(;GM[6]AE[a:y]AW[x][x]AB[a]PL[W]{text})")
    assert seconds < LINEAR


@pytest.mark.parametrize("text", ["()", "(())", "(;GM[6]MI[length:\x1c5])", "(;GM[6]MI[ws:1\x1f]W[31hefe])"])
def test_an_sgf_without_a_node_or_with_a_control_character_is_refused_or_read(text: str) -> None:
    refusal(parse_sgf, text)


@pytest.mark.thorough
@pytest.mark.parametrize(
    "text",
    [
        "(;GM[6]C" + "[a]" * 1_666_000 + ")",
        "(;GM[6]" + ";A[a]" * 1_000_000 + ")",
        "(;" + "AB[c]" * 1_000_000 + ")",
        "(;)" * 1_660_000,
        "(;GM[6]C[" + "\\]" * 2_500_000 + "])",
        "(;GM[6]GC[" + "\n" * 5_000_000 + "])",
    ],
    ids=["values", "nodes", "keys", "trees", "escapes", "rows"],
)
def test_a_large_sgf_is_read_in_little_time_and_memory(text: str) -> None:
    _, seconds = refusal(parse_sgf, text)
    assert seconds < LINEAR
    # Memory is measured on a part of the text: tracing it takes longer than reading.
    tracemalloc.start()
    refusal(parse_sgf, text[: len(text) // 20] + "])")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 5_000_000
