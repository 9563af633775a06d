"""``python3 py rollout`` prints a table, continues from a stored state, and shares trials between workers."""

import json
import sys
from pathlib import Path

import pytest

from backgammon.cli import rollout
from backgammon.cli.errors import CommandError

ROLL = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10"
CUBE = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"
DOUBLED = "XGID=-b----E-C---eE---c-e----B-:0:0:1:D:0:0:0:0:10"
SHORT = ["--truncate", "2", "--seed", "5"]


def run_rollout(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> str:
    assert rollout.main([*arguments, *SHORT]) == 0
    return capsys.readouterr().out


def test_a_rollout_goes_on_from_what_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    named = [ROLL, "--play", "8/5 6/5", "--play", "13/10 24/23"]
    state = ["--state", str(tmp_path / "state.json")]
    whole = run_rollout([*named, "--trials", "14"], capsys)
    assert "14 trials" in whole
    assert whole.index("8/5 6/5 ") < whole.index("24/23 13/10 ")
    run_rollout([*named, *state, "--trials", "3"], capsys)
    assert run_rollout([*named, *state, "--trials", "14"], capsys) == whole
    assert run_rollout([*named, *state, "--trials", "14"], capsys) == whole
    with pytest.raises(CommandError, match="another rollout"):
        run_rollout([CUBE, *state], capsys)


def test_the_cube_shared_by_two_workers(capsys: pytest.CaptureFixture[str]) -> None:
    alone = run_rollout([CUBE, "--trials", "16"], capsys)
    assert "double/take" in alone
    assert run_rollout([CUBE, "--trials", "16", "--workers", "2"], capsys) == alone


def test_it_is_said_whose_equity_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    whose = "equity of the player who doubled with the interval"
    for text in (CUBE, ROLL, DOUBLED):
        assert (whose in run_rollout([text, "--trials", "1"], capsys)) == (text == DOUBLED)


def test_a_rollout_as_data(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(run_rollout([ROLL, "--trials", "4", "--play", "8/5 6/5", "--json"], capsys))
    (play,) = data["candidates"]
    assert (data["position"], data["trials"], data["seed"], play["name"]) == (ROLL, 4, 5, "8/5 6/5")
    assert play["error"] > 0
    assert play["chances"]["win"] + play["chances"]["lose"] == pytest.approx(1)
    resigned = ["4HPwATDgc/ABMA:MKmlAAAAAAAE", "--play", "8/5 6/5"]
    assert json.loads(run_rollout([*resigned, "--trials", "4", "--json"], capsys))["trials"] == 4
    cube = json.loads(run_rollout([CUBE, "--trials", "4", "--json"], capsys))
    assert [each["name"] for each in cube["candidates"]] == ["no double", "double/take"]


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ([], (1, 0, 0, True)),
        (["--seed", "3", "--truncate", "4", "--ply", "1", "--no-reduction"], (3, 4, 1, False)),
    ],
)
def test_the_data_name_their_settings(
    given: list[str], wanted: tuple[int, int, int, bool], capsys: pytest.CaptureFixture[str]
) -> None:
    ending = "XGID=-BB--------------------bb-:0:0:1:11:0:0:0:0:10"
    assert rollout.main([ending, "--trials", "2", "--json", *given]) == 0
    data = json.loads(capsys.readouterr().out)
    assert (data["seed"], data["truncate"], data["plies"], data["reduction"]) == wanted


def test_a_state_that_cannot_be_written_and_two_positions_are_one_line(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="was not written"):
        rollout.main([CUBE, "--trials", "1", *SHORT, "--state", str(tmp_path / "none" / "state.json")])
    with pytest.raises(CommandError, match="one position"):
        rollout.main([f"{CUBE} {ROLL}"])


def test_where_the_disk_fills_up_the_trials_done_are_printed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    states: list[str] = []

    def write_twice(file: Path, text: str) -> None:
        if len(states) == 2:
            raise CommandError(f"{file} was not written: No space left on device")
        states.append(text)

    monkeypatch.setattr(rollout, "write_text", write_twice)
    with pytest.raises(CommandError, match="No space left"):
        run_rollout([CUBE, "--trials", "1000", "--state", str(tmp_path / "state.json")], capsys)
    assert "24 trials, equity" in capsys.readouterr().out


def test_the_line_of_progress_ends_before_an_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
    run_rollout([CUBE, "--trials", "1"], capsys)
    with pytest.raises(CommandError):
        rollout.main([CUBE, "--trials", "1", *SHORT, "--state", str(tmp_path / "none" / "state.json")])
    assert capsys.readouterr().err == "\n"


def test_a_play_without_dice_is_one_line() -> None:
    with pytest.raises(CommandError, match="with dice"):
        rollout.main([CUBE, "--trials", "1", *SHORT, "--play", "8/5 6/5"])


@pytest.mark.parametrize("offer", ["1:1:-1:B", "2:1:-1:R"])
def test_the_answer_to_a_cube_turned_again_is_one_line(offer: str) -> None:
    with pytest.raises(CommandError, match="beaver"):
        rollout.main([f"XGID=-b----E-C---eE---c-e----B-:{offer}:0:0:2:0:10", "--trials", "1", *SHORT])


def test_a_match_or_a_broken_state_is_one_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "state.json"
    file.write_text("{}", "utf-8")
    with pytest.raises(CommandError, match="no state"):
        run_rollout([CUBE, "--state", str(file)], capsys)
    with pytest.raises(CommandError) as refusal:
        run_rollout([CUBE, "--state", str(tmp_path)], capsys)
    assert str(refusal.value) == f"{tmp_path} is no regular file"
    with pytest.raises(CommandError, match="cannot be read: File name too long"):
        run_rollout([CUBE, "--state", "a" * 300], capsys)
