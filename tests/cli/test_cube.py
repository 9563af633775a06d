"""``python3 py cube`` prints the cube at every score; anything but a cube decision is refused in one line."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from shipped import OF_THE_NET

from backgammon.cli import cube, rollout
from backgammon.cli.errors import CommandError
from backgammon.notation.xgid import parse_xgid
from backgammon.storage.codec import dump
from backgammon.storage.types import Human, MatchOptions, Saved
from tools import diagram

VOLATILE = "XGID=a--aBAC-C---bD-b-c-dBb----:0:0:1:00:0:2:0:7:10"


def test_the_present_score_is_marked_and_rolls_are_counted(capsys: pytest.CaptureFixture[str]) -> None:
    assert cube.main([VOLATILE, "--ply", "0"]) == 0
    lines = capsys.readouterr().out.splitlines()
    head = next(number for number, line in enumerate(lines) if line.startswith("away"))
    table = [line.split() for line in lines[head + 1 : head + 16]]
    assert [row[0] for row in table] == [str(away) for away in range(1, 16)]
    assert {*table[0][1:]} == {"."}
    marked = [(row, at) for row in table for at, cell in enumerate(row) if cell.startswith("(")]
    assert [(row[0], at) for row, at in marked] == [("7", 5)]
    assert any(line.startswith("Market lost after 51.") for line in lines), OF_THE_NET
    assert lines[-1].split()[0] == "6", OF_THE_NET


def test_all_of_it_is_data(capsys: pytest.CaptureFixture[str]) -> None:
    assert cube.main([VOLATILE, "--ply", "0", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert data["here"] == data["cells"][6][4] == "double-take", OF_THE_NET
    assert data["cells"][0] == [None] * 15
    assert data["losers"]["21"] == 21, OF_THE_NET
    assert data["takes"][1]["dead"] == pytest.approx(0.253, abs=0.001), OF_THE_NET


def test_the_tables_say_what_the_data_say(capsys: pytest.CaptureFixture[str]) -> None:
    cube.main([VOLATILE, "--ply", "0", "--json"])
    data = json.loads(capsys.readouterr().out)
    cube.main([VOLATILE, "--ply", "0"])
    lines = capsys.readouterr().out.splitlines()
    head = next(number for number, line in enumerate(lines) if line.startswith("away"))
    table = [line.split()[1:] for line in lines[head + 1 : head + 16]]
    assert table[6][4] == f"({letter(data['here'])})"
    table[6][4] = letter(data["here"])
    assert table == [[letter(cell) for cell in row] for row in data["cells"]]
    (own, other) = (list(each.values()) for each in data["takes"])
    begin = next(number for number, line in enumerate(lines) if line.startswith("take point, cube dead"))
    told = [line.split()[-2:] for line in lines[begin : begin + 4]]
    assert told == [[figure(one), figure(two)] for one, two in zip(own, other, strict=True)]


def letter(cell: str | None) -> str:
    signs = {"double-drop": "D", "double-": "T", "no-double-": "-", "too-good-": "+"}
    return next(sign for name, sign in signs.items() if cell.startswith(name)) if cell else "."


def figure(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def test_a_resignation_under_answer_is_left_out(capsys: pytest.CaptureFixture[str]) -> None:
    assert cube.main(["sGfwATDgc/ABMA:cEGgAAAAAAAE", "--ply", "0", "--json"]) == 0
    position = "XGID=-b---BD-B---eE---c-e----B-:0:0:-1:00:0:0:0:5:10"
    assert json.loads(capsys.readouterr().out)["position"] == position


@pytest.mark.parametrize(
    "text", ["XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10", "XGID=-b", "no such file"]
)
def test_what_is_no_cube_decision_is_refused(text: str) -> None:
    with pytest.raises(CommandError):
        cube.main([text])


@pytest.mark.parametrize("main", [cube.main, rollout.main, diagram.main])
def test_one_position_is_asked_for_and_its_file_named(
    tmp_path: Path, main: Callable[[list[str]], int]
) -> None:
    start = parse_xgid(VOLATILE).to_match()
    seats = (Human("Ann"), Human("Bob"))
    saved = Saved(MatchOptions(seats, start.rules, start.length), start, start=start)
    (tmp_path / "match.json").write_text(dump(saved), "utf-8")
    with pytest.raises(CommandError, match="one position"):
        main([str(tmp_path / "match.json")])
    for text in (VOLATILE.replace("aBAC", "aBAQ"), VOLATILE.replace("aBAC", "aBAP")):
        (tmp_path / "id.txt").write_text(text, "utf-8")
        with pytest.raises(CommandError, match=re.escape(f"{tmp_path / 'id.txt'}: ")):
            main([str(tmp_path / "id.txt")])
