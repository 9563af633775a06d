"""Whole matches to gnubg and back: the same position, cube and score at every decision, and no complaint."""

from dataclasses import replace
from pathlib import Path

import pytest
from notation.games import BEAVERS, JACOBY, MONEY, RACCOONS, random_match
from notation.referee import (
    complaints,
    convert,
    decisions,
    expected_ids,
    needs_gnubg,
    printed_ids,
    run,
    self_play,
)

from backgammon.core.dice import Roll
from backgammon.core.match import Phase
from backgammon.core.rules import STANDARD, Rules, custom
from backgammon.notation.gnuid import format_gnu_id
from backgammon.notation.mat import format_mat, parse_mat
from backgammon.notation.setup import Setup
from backgammon.notation.sgf import format_sgf, parse_sgf
from backgammon.notation.tags import VARIATIONS
from backgammon.notation.xgid import format_xgid

FORMATS = {"mat": (format_mat, parse_mat), "sgf": (format_sgf, parse_sgf)}
KINDS = [(STANDARD, 5), (STANDARD, 3), (MONEY, 0), (JACOBY, 0), (BEAVERS, 0), (RACCOONS, 0)]
KINDS += [(custom(start=start), 3) for start in VARIATIONS.values()]

_SET = (Phase.TO_ROLL, Phase.TO_PLAY)

pytestmark = [needs_gnubg, pytest.mark.thorough]


@pytest.mark.parametrize("kind", FORMATS)
@pytest.mark.parametrize(
    ("seed", "rules", "length"),
    [(seed, *KINDS[seed % len(KINDS)]) for seed in range(len(KINDS))]
    + [
        pytest.param(seed, *KINDS[seed % len(KINDS)], marks=pytest.mark.slow)
        for seed in range(len(KINDS), 50)
    ],
)
def test_what_is_written_here_is_read_by_gnubg(
    tmp_path: Path, seed: int, rules: Rules, length: int, kind: str
) -> None:
    write, _ = FORMATS[kind]
    record = random_match(seed, rules, length, 4)
    (tmp_path / f"in.{kind}").write_text(write(record), encoding="utf-8")
    output, ids = convert(tmp_path, f"in.{kind}", kind, jacoby=rules.jacoby)
    assert complaints(output) == []
    assert ids == expected_ids(record)
    for back, (_, read) in FORMATS.items():
        returned = read((tmp_path / f"out.{back}").read_text(encoding="utf-8"), rules)
        assert expected_ids(returned) == ids
        assert returned.end.score == record.end.score


@pytest.mark.parametrize(
    ("seed", "length"),
    [(0, 5), (1, 0), (2, 1)]
    + [pytest.param(seed, seed % 8, marks=pytest.mark.slow) for seed in range(3, 27)],
)
def test_what_gnubg_plays_is_read_here(tmp_path: Path, seed: int, length: int) -> None:
    self_play(tmp_path, seed, length)
    ids = decisions(tmp_path, "play")
    assert len(ids) > 10
    for kind, (_, read) in FORMATS.items():
        record = read((tmp_path / f"play.{kind}").read_text(encoding="utf-8"), STANDARD if length else JACOBY)
        assert expected_ids(record) == ids, kind
        assert record.end.phase is (Phase.MATCH_OVER if length else Phase.GAME_OVER)


@pytest.mark.parametrize("matches", [2, pytest.param(25, marks=pytest.mark.slow)])
def test_gnubg_prints_the_ids_that_are_set(tmp_path: Path, matches: int) -> None:
    """The player at the bottom of an XGID is gnubg's player 1, so the seats are exchanged."""
    cases = [setup for seed in range(matches) for setup in _setups(seed)]
    commands = ["set player 0 human", "set player 1 human"]
    wanted = []
    for setup in cases:
        commands += ["new match 3", f"set gnubgid {format_gnu_id(setup)}", "show board"]
        wanted.append(format_gnu_id(setup))
        commands += ["new match 3", f"set xgid {format_xgid(setup)}", "show board"]
        wanted.append(format_gnu_id(_seats_changed(setup)))
    printed = printed_ids(run(tmp_path, commands, timeout=280))
    assert len(cases) > 30 * matches
    assert [text for text in wanted if text not in printed] == []


def _setups(seed: int) -> list[Setup]:
    """Return the set-ups of a random match that gnubg can set: before a roll or a play, high die first."""
    rules, length = KINDS[seed % 4]
    states = [state for state in random_match(seed, rules, length, 3).states if state.phase in _SET]
    return [replace(Setup.of(state), dice=_high_first(state.dice)) for state in states[:80]]


def _high_first(dice: Roll | None) -> Roll | None:
    return (max(dice), min(dice)) if dice else None


def _seats_changed(setup: Setup) -> Setup:
    owner = None if setup.cube_owner is None else 1 - setup.cube_owner
    return replace(setup, on_roll=1 - setup.on_roll, cube_owner=owner, score=setup.score[::-1])
