"""The generator's measure: the sample is of real games, and the figures fit together."""

import pytest

from backgammon import Position, legal_plays
from lab import speed


def test_the_sample_is_of_games_to_the_end() -> None:
    sample = speed.cases(800)
    assert sample == speed.cases(800)
    assert sample != speed.cases(800, seed=2)
    positions = [Position(points) for points, _ in sample]
    assert positions.count(Position.start()) > 1
    assert any(position.off for position in positions)
    assert all(legal_plays(position, dice) for position, (_, dice) in zip(positions, sample, strict=True))


def test_the_figures_fit_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "ROUNDS", 1)
    monkeypatch.setattr(speed, "LOOP", 10_000)
    found = speed.measure()
    assert found["ratio"] == pytest.approx(found["rolls_per_second"] * found["loop_ms"] / 1000)
    assert 10 < found["plays_per_roll"] < 30
