"""Requests that ``py train``, or a measurement, cannot fulfil are refused at once."""

from collections.abc import Callable
from pathlib import Path

import pytest

from lab.bench import fuzz, page, pr, taps
from lab.train import pruning, races, sisters, train
from tools.errors import ToolError


@pytest.mark.parametrize("games", ["500", "1500", "0", "many"])
def test_games_are_played_a_thousand_at_a_time(games: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        train.main(["never", "--games", games])
    assert "1,000" in (error := capsys.readouterr().err) or "1000" in error


def test_a_net_that_is_none_begins_no_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "RUNTIME", tmp_path)
    with pytest.raises(ToolError, match=r"^nosuch is no net; name a net file, or shipped$"):
        train.main(["never", "--new", "--net", "nosuch", "--games", "1000"])
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize(
    ("main", "options"),
    [
        (train.main, ["never", "--anneal", "0"]),
        (train.main, ["never", "--room", "0"]),
        (train.main, ["never", "--every", "-1"]),
        (races.main, ["--games", "0"]),
        (pruning.main, ["--rolls", "0"]),
        (page.main, ["--games", "-5"]),
        (fuzz.main, ["--workers", "0"]),
        (fuzz.main, ["--inputs", "-5"]),
        (train.main, ["never", "--seed", "-1"]),
        (train.main, ["never", "--seed", str(2**64)]),
    ],
)
def test_numbers_with_which_nothing_can_be_done(
    main: Callable[[list[str]], int], options: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(options)
    assert f"argument {options[-2]}: a whole number from " in capsys.readouterr().err


def test_a_misspelt_name_begins_no_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "RUNTIME", tmp_path)
    with pytest.raises(ToolError, match=r"^there is no run 'sister'; --new begins it"):
        train.main(["sister", "--games", "1000", "--minutes", "0"])
    assert [*tmp_path.iterdir()] == []


@pytest.mark.parametrize("units", ["many", "250,32", "0", ""])
@pytest.mark.parametrize("option", ["--hidden", "--widen"])
def test_units_are_multiples_of_8(option: str, units: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        train.main(["never", option, units, "--games", "1000"])
    assert f"multiples of 8, such as 256,32,32, not '{units}'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("main", "option"),
    [
        (train.main, "--rate=-1e-5"),
        (train.main, "--rate=0"),
        (train.main, "--minutes=nan"),
        (train.main, "--wild=1.5"),
        (train.main, "--carry=most"),
        (sisters.main, "--floor=-1"),
        (sisters.main, "--rounds=inf"),
        (taps.main, "--slips=2"),
        (pr.main, "--apart=-0.1"),
    ],
)
def test_a_rate_or_share_out_of_bounds_is_named(
    main: Callable[[list[str]], int], option: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(["never", option] if main in (train.main, sisters.main) else [option])
    name, value = option.split("=")
    error = capsys.readouterr().err
    assert f"argument {name}: a number from " in error
    assert f", not '{value}'" in error


def test_the_help_names_the_defaults_and_a_first_run(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        train.main(["--help"])
    said = " ".join(capsys.readouterr().out.split())
    assert "(default: 256,32,32)" in said
    assert "py train small --new" in said
