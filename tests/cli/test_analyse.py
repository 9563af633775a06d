"""``python3 py analyse`` prints a match's report, a position's analysis, and one line for anything else."""

import io
import json
import re
import sys
from collections.abc import Callable, Generator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from strategies import THREE

from backgammon.analysis.decision import CUBE_PLIES
from backgammon.cli import analyse, cube, rollout
from backgammon.cli.errors import CommandError
from backgammon.core.match import Accepted, OpeningRoll, Played, Resigned, Rolled, new_match, replay
from backgammon.core.rules import STANDARD
from backgammon.notation.diagram import format_diagram
from backgammon.notation.gnuid import format_gnu_id
from backgammon.notation.mat import format_mat
from backgammon.notation.record import Record
from backgammon.notation.sgf import format_sgf
from backgammon.notation.xgid import parse_xgid
from backgammon.storage.codec import dump
from backgammon.storage.log import Log
from backgammon.storage.types import DiceSource, GameDice, Games, Human, MatchOptions, Saved
from lab.fuzz.xg_files import archive, cube_action, game, header

BLUNDER = ((24, 23), (13, 10))
LOG = (OpeningRoll(3, 1), Played(BLUNDER), Rolled((6, 1)), Played(((13, 7), (8, 7))))
RECORD = Record.of(("Ann", "Bob"), new_match(length=5), LOG)


@pytest.fixture
def file(tmp_path: Path) -> str:
    path = tmp_path / "match.mat"
    path.write_text(format_mat(RECORD), "utf-8")
    return str(path)


def test_a_match_is_reported_with_its_worst_decision(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert analyse.main([file, "--ply", "0"]) == 0
    said = capsys.readouterr().out
    assert "Game 1 (0-0), move 1, Ann: 24/23 13/10 loses 0.2" in said
    assert "(blunder); best is 8/5 6/5" in said
    assert "Ann to play 3-1" in said


def test_checkers_borne_off_are_counted_by_the_rules(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match.mat"
    log = (OpeningRoll(3, 1), Played(((22, 19), (19, 18))))
    path.write_text(format_mat(Record.of(("Ann", "Bob"), new_match(THREE, 5), log)), "utf-8")
    analyse.main([str(path), "--ply", "0"])
    said = capsys.readouterr().out
    assert "Ann to play 3-1" in said
    assert " off" not in said


def test_a_match_and_a_position_are_explained(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    sentence = "The opponent hits with 0 of 36 rolls after the best play, with 34 after the other."
    analyse.main([file, "--ply", "0", "--explain"])
    assert sentence in capsys.readouterr().out
    analyse.main([file, "--ply", "0"])
    assert sentence not in capsys.readouterr().out
    early = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
    analyse.main([early, "--explain"])
    assert "It’s too early to double: the opponent still wins 4" in capsys.readouterr().out


def test_a_match_as_data(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert analyse.main([file, "--ply", "0", "--json"]) == 0
    data = json.loads(capsys.readouterr().out)
    assert [player["name"] for player in data["players"]] == ["Ann", "Bob"]
    assert [each["chosen"] for each in data["decisions"]] == ["24/23 13/10", "no double", "13/7 8/7"]
    assert data["decisions"][0]["grade"] == "blunder"


def test_the_table_of_a_match_says_what_the_data_say(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    players = data_of([file], capsys)["players"]
    assert analyse.main([file, "--ply", "0", "--worst", "0"]) == 0
    result, depth, _, *lines = capsys.readouterr().out.splitlines()
    assert result == "5 point match: Ann 0, Bob 0"
    assert depth == "Analysis by Triktrakk: quick, plays 0-ply, cube 2-ply"
    assert len({len(line) for line in lines}) == 1
    told = {re.split("  +", line)[0]: line.split()[-2:] for line in lines}
    assert told[""] == ["Ann", "Bob"]
    for name, key, shown in (
        ("PR", "pr", ".2f"),
        ("PR of plays", "pr_plays", ".2f"),
        ("decisions that count", "counted", "d"),
        ("error, EMG", "error", ".3f"),
        ("luck, EMG", "luck", "+.3f"),
    ):
        values = [player[key] for player in players]
        assert told[name] == ["-" if value is None else format(value, shown) for value in values]


def test_a_match_that_the_page_saved(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    setup = MatchOptions(seats=(Human("Ann"), Human()), length=5, dice=DiceSource.TYPED)
    typed = GameDice("", "", "", DiceSource.TYPED)
    log = Log.of(RECORD.start, LOG)
    saved = Saved(setup, replay(RECORD.start, LOG), log, Games.of([typed]))
    path = tmp_path / "match.json"
    path.write_text(dump(saved), "utf-8")
    assert analyse.main([str(path), "--ply", "0", "--worst", "1"]) == 0
    said = capsys.readouterr().out
    assert "Ann: 24/23 13/10 loses 0.2" in said
    assert said.splitlines()[0] == "5 point match: Ann 0, Player 2 0"
    path.write_text("{}", "utf-8")
    with pytest.raises(CommandError):
        analyse.main([str(path)])


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", "1. 0-ply  8/5 6/5"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10", "proper: no double, take"),
        ("XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:7:10", "proper: no double, take"),
        ("4HPwATDgc/ABMA:MKmlAAAAAAAE", "1. 0-ply  8/5 6/5"),
        ("4HPwATDgc/ABMA:MKmlAAAAAAAE", "resigns 1 times the cube"),
    ],
)
def test_a_position_is_analysed(text: str, shown: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert analyse.main([text, "--ply", "0"]) == 0
    said = capsys.readouterr().out
    assert shown in said
    assert said.startswith(" +13-")


of_each_command = pytest.mark.parametrize(
    ("main", "more"),
    [
        (analyse.main, ("--ply", "0")),
        (cube.main, ("--ply", "0")),
        (rollout.main, ("--trials", "1", "--truncate", "1")),
    ],
)


@of_each_command
def test_a_position_is_drawn_by_the_numbers_of_its_plays(
    main: Callable[[list[str]], int], more: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:7:10", *more]) == 0
    assert "X: Player 2" in capsys.readouterr().out


@of_each_command
def test_a_position_of_extreme_gammon_names_its_players(
    main: Callable[[list[str]], int],
    more: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    start, file, copied = tuple(STANDARD.start), tmp_path / "position.xgp", tmp_path / "copied.txt"
    file.write_bytes(archive(header(("Zoë", ""), 5) + game(1, (2, 1)) + cube_action(0, start, 0, 0)))
    copied.write_text("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10\n\nX:Ann Lee   O:Bob\n", "utf-8")
    for path, first, second in ((file, "Zoë", "Player 2"), (copied, "Ann Lee", "Bob")):
        assert main([str(path), *more]) == 0
        said = capsys.readouterr().out
        assert f"O: {second}\n" in said
        assert f"{first} on roll\n" in said


def test_names_beside_one_of_several_positions_are_not_those_of_all(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "several.txt"
    ids = (f"XGID=-b----E-C---eE---c-e----B-:0:0:1:{dice}:0:0:0:7:10" for dice in ("31", "42"))
    path.write_text("\n".join([*ids, "X:Ann   O:Bob"]), "utf-8")
    analyse.main([str(path), "--ply", "0"])
    said = capsys.readouterr().out
    assert said.count("Player 1 to play") == 2


def test_rules_that_a_position_is_played_by_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    for flags, told in ((0, []), (1, ["Rules: Standard, Jacoby rule"])):
        analyse.main([f"XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:{flags}:0:10", "--ply", "0"])
        lines = capsys.readouterr().out.splitlines()
        assert [line for line in lines if line.startswith("Rules")] == told


@pytest.mark.parametrize(
    ("offer", "shown"),
    [
        ("0:0:1:D", ["no double", "double/beaver", "double/drop", "proper: no double, beaver"]),
        ("1:-1:1:B", ["take", "drop", "proper: drop"]),
        ("1:-1:1:R", ["take", "drop", "proper: take"]),
    ],
)
def test_the_answer_to_an_offer_is_named(
    offer: str, shown: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert analyse.main([f"XGID=-a-B--D-B---cE---dbd----B-:{offer}:0:0:2:0:10", "--ply", "0"]) == 0
    chances, *lines = capsys.readouterr().out.splitlines()[-len(shown) - 1 :]
    assert chances.startswith("2-ply, the player who doubled wins 4")
    assert [
        line if line.startswith("proper") else re.split(" {2,}| [+-]", line)[0] for line in lines
    ] == shown


@pytest.mark.parametrize(
    "text",
    [
        "no-such-file.mat",
        "XGID=nonsense:0",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:7:0:0:5:10",  # the match is over
        "XGID=-b----E-C---eE---c-e----B-:0:1:1:31:0:0:0:5:10",  # a cube of 1 has an owner
        "XGID=-b----E-C---eE---c-e----O-:0:0:1:31:0:0:0:5:10",  # 28 checkers
        "XGID=--------------------------:0:0:1:31:0:0:0:5:10",
        "XGID=-b----E-C---eE---c-e----B-:1:-1:1:R:0:0:0:0:10",  # beavers are not allowed
    ],
)
def test_what_can_be_no_match_and_no_position_is_one_line(text: str, tmp_path: Path) -> None:
    with pytest.raises(CommandError) as caught:
        analyse.main([text])
    assert "\n" not in str(caught.value)
    path = tmp_path / "id.txt"
    path.write_text(text, "utf-8")
    with pytest.raises(CommandError, match=r"^\S+id\.txt: "):
        analyse.main([OPENING, str(path), "--json"])


@pytest.mark.parametrize("name", ["match-2024.mat", r"C:\games\match.mat"])
def test_a_missing_file_is_not_taken_for_an_id(name: str) -> None:
    with pytest.raises(CommandError, match="cannot be read: No such file"):
        analyse.main([name])


OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
BEFORE_ROLL = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:7:10"


def data_of(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> Any:
    assert analyse.main([*arguments, "--ply", "0", "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_a_position_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    data = data_of([OPENING], capsys)
    assert (data["position"], data["plies"]) == (OPENING, 0)
    best, second = data["plays"][:2]
    assert (best["play"], best["error"], best["plies"]) == ("8/5 6/5", 0.0, 0)
    assert second["error"] == pytest.approx(best["equity"] - second["equity"])
    chances = best["chances"]
    assert chances["win"] + chances["lose"] == pytest.approx(1)
    assert chances["win"] > chances["win_gammon"] > chances["win_backgammon"]
    assert analyse.main([OPENING, "--ply", "0"]) == 0
    said = capsys.readouterr().out
    assert re.search(rf"\n1\. 0-ply  8/5 6/5 +eq:{re.escape(format(best['equity'], '+.3f'))}\n", said)
    assert f"eq:{second['equity']:+.3f} ({-second['error']:+.3f})\n" in said
    resigned = data_of(["4HPwATDgc/ABMA:MKmlAAAAAAAE"], capsys)
    assert resigned["plays"][0]["play"] == "8/5 6/5"
    data = data_of([BEFORE_ROLL], capsys)
    cube, depth = data["cube"], data["plies"]
    assert depth == CUBE_PLIES
    assert (cube["action"], cube["reply"], cube["double_drop"]) == ("no-double", "take", 1.0)
    assert cube["double_take"] < cube["no_double"]


def test_a_resignation_is_analysed_as_the_decision_that_it_interrupts(
    capsys: pytest.CaptureFixture[str],
) -> None:
    resigned = "sGfwATDgc/ABMA:cEGzAAAAAAAE"  # two games, with 6-4 to play
    analyse.main([resigned, "--ply", "0"])
    said = capsys.readouterr().out
    assert resigned in said
    assert "1. 0-ply  24/14" in said
    analyse.main([resigned, "--ply", "0", "--json"])
    data = json.loads(capsys.readouterr().out)
    assert data["plays"][0]["play"] == "24/14"


def test_several_files_and_ids_are_each_analysed(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    both = tmp_path / "ids.txt"
    both.write_text(f"first {OPENING}\n\n{BEFORE_ROLL}\n", "utf-8")
    data = data_of([str(both), file, BEFORE_ROLL], capsys)
    assert [[*{"plays", "cube", "players"} & set(each)] for each in data] == [
        ["plays"],
        ["cube"],
        ["players"],
        ["cube"],
    ]
    assert analyse.main([f"{OPENING} {BEFORE_ROLL}", "--ply", "0"]) == 0
    said = capsys.readouterr().out
    first, second = said.removeprefix(both_ids := f"{OPENING} {BEFORE_ROLL}:\n\n").split(f"\n\n{both_ids}")
    assert "1. 0-ply  8/5 6/5" in first
    assert "proper: no double, take" in second
    both.write_text(f"{OPENING}\nXGID=nonsense:1\n", "utf-8")
    with pytest.raises(CommandError, match=r"ids\.txt"):
        analyse.main([str(both)])


def test_every_position_that_gnubg_has_printed_is_analysed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "gnubg.txt"
    printed = "GNU Backgammon  Position ID: {}\n                 Match ID   : {}\n +12-11-10-\n"
    ids = [format_gnu_id(parse_xgid(OPENING.replace(":31:", f":{roll}:"))) for roll in ("21", "64")]
    path.write_text("\n".join(printed.format(*each.split(":")) for each in ids), "utf-8")
    assert [each["position"].split(":")[4] for each in data_of([str(path)], capsys)] == ["21", "64"]


def test_a_diagram_holds_one_position(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "diagram.txt"
    path.write_text(format_diagram(parse_xgid(OPENING)), "utf-8")
    assert data_of([str(path)], capsys)["position"] == OPENING
    gnu_id = format_gnu_id(parse_xgid(OPENING))
    path.write_text(f"{gnu_id}\n{gnu_id}\n", "utf-8")
    assert len(data_of([str(path)], capsys)) == 2


@pytest.mark.parametrize(
    ("text", "said"), [("XGID=-b----E-C---eE---c-e----B-", "9 to 10 fields"), ("", "'' is neither")]
)
def test_what_is_no_whole_id_is_not_taken_for_a_file(text: str, said: str) -> None:
    with pytest.raises(CommandError, match=said):
        analyse.main([text])


@pytest.mark.parametrize("write", [format_mat, format_sgf])
def test_a_match_in_which_ids_and_whole_trees_are_words(
    write: Callable[[Record], str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "match"
    (game,) = RECORD.games
    games = replace(game, actions=(*LOG, Resigned(1), Accepted())), game
    path.write_text(write(replace(RECORD, games=games, comments=(OPENING, BEFORE_ROLL))), "utf-8")
    data = data_of([str(path)], capsys)
    assert [player["name"] for player in data["players"]] == ["Ann", "Bob"]
    assert {each["game"] for each in data["decisions"]} == {1, 2}


def test_remarks_on_a_file_go_to_the_standard_error(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "odd.mat"
    path.write_bytes(
        format_mat(RECORD).replace("13/7 8/7", "13/7 8/2").replace("Bob", "Zoë").encode("utf-16")
    )
    assert analyse.main([str(path), "--ply", "0"]) == 0
    said = capsys.readouterr()
    assert "Zoë" in said.out
    assert (
        said.err == f"{path}: line 7: “61: 13/7 8/2” can’t be followed. The rest of this game is left out.\n"
    )


def test_the_standard_input_is_read_as_a_file_is(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for encoding in ("latin-1", "utf-8", "utf-16"):
        content = format_mat(RECORD).replace("Bob", "Zoë").encode(encoding)
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(content), "utf-8"))
        assert analyse.main(["-", "--ply", "0"]) == 0
        assert "Zoë" in capsys.readouterr().out


def test_binary_files_of_other_programs_are_named(tmp_path: Path) -> None:
    path = tmp_path / "b.bgf"
    path.write_bytes(b'{"format":"BGF"}\n\x1f\x8b\x00')
    with pytest.raises(CommandError, match="not a binary file of BGBlitz"):
        analyse.main([str(path)])


def test_the_percentage_goes_when_the_work_ends_in_any_way(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def work(end: type[BaseException] | None) -> Generator[float, None, str]:
        yield 0.07
        yield 0.071
        if end:
            raise end
        return "done"

    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    assert analyse.with_progress(work(None)) == "done"
    with pytest.raises(KeyboardInterrupt):
        analyse.with_progress(work(KeyboardInterrupt))
    assert capsys.readouterr() == ("", "\r  7%\r    \r" * 2)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: False)
    assert analyse.with_progress(work(None)) == "done"
    assert capsys.readouterr() == ("", "")
