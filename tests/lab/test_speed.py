"""The measure of the generator: its sample is from real games, and its figures are consistent."""

import pytest

from backgammon import Position, legal_plays
from lab.bench import generator_speed


def test_the_sample_is_of_games_to_the_end() -> None:
    sample = generator_speed.cases(800)
    assert sample == generator_speed.cases(800)
    assert sample != generator_speed.cases(800, seed=2)
    positions = [Position(points) for points, _ in sample]
    assert positions.count(Position.start()) > 1
    assert any(position.off for position in positions)
    assert all(legal_plays(position, dice) for position, (_, dice) in zip(positions, sample, strict=True))


def test_the_figures_fit_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(generator_speed, "ROUNDS", 1)
    monkeypatch.setattr(generator_speed, "LOOP", 10_000)
    found = generator_speed.measure()
    assert found["ratio"] == pytest.approx(found["rolls_per_second"] * found["loop_ms"] / 1000)
    assert 10 < found["plays_per_roll"] < 30
