"""What ``py train`` is asked for is refused before anything begins, where it cannot be done so."""

import pytest

from lab.train import train


@pytest.mark.parametrize("games", ["500", "1500", "0", "many"])
def test_games_are_played_a_thousand_at_a_time(games: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        train.main(["never", "--games", games])
    assert "1,000" in (error := capsys.readouterr().err) or "1000" in error
