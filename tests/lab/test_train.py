"""What ``py train`` is asked for is refused before anything begins, where it cannot be done so."""

from pathlib import Path

import pytest

from lab.train import train
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
