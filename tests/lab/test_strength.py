"""The strength bench: the loss of a decision, and its class."""

from collections.abc import Sequence
from types import ModuleType

import pytest

from backgammon.core.position import START, Points, flip_points
from lab.bench import levels
from lab.bench import strength as bench_strength
from lab.referees import cubes, strength
from lab.referees.strength import Decision, Loss
from lab.train.native import Outputs
from tools.errors import ToolError

AHEAD = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 7, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 0, 0)
RACE = (0, 3, 3, 3, 3, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -3, -3, -3, -3, -3, 0)
BEAR_OFF = (0, 3, 3, 3, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -3, -3, -3, -3, -3, 0)


def decision(kind: str, plays: tuple[Points, ...], values: tuple[float, ...]) -> Decision:
    return Decision(kind, START, (3, 1), plays, {"cubeless-2": values, "cubeless-0": values[::-1]})


def test_races_need_no_referee() -> None:
    assert strength.kind_of(RACE, 30) == "race"
    assert strength.kind_of(BEAR_OFF, 40) == "bear-off"
    assert strength.kind_of(START, 0) == "opening"


def test_a_loss_is_what_the_best_play_is_ahead() -> None:
    contact = decision("contact", (START, AHEAD), (0.2, 0.15))
    race = decision("race", (RACE, AHEAD), (0.0, 0.1))
    found = strength.losses([contact, race], [1, 1])
    assert found["contact"].mean == pytest.approx(50)
    assert found["race"].mean == pytest.approx(0)
    assert found["all"] == pytest.approx((25, 25, 2))


def test_where_the_judge_contradicts_itself_a_loss_counts_apart() -> None:
    steady = decision("contact", (START, AHEAD), (0.2, 0.15))
    torn = decision("back game", (START, AHEAD), (0.9, 0.3))
    found = strength.losses([steady, torn], [1, 1])
    assert found["all"].mean == pytest.approx(325)
    assert found["sure"] == pytest.approx((50, 0, 1))


def test_gnubg_chooses_by_its_own_equities() -> None:
    assert strength.gnubg_choices([decision("contact", (START, AHEAD), (0.2, 0.15))], "cubeless-0") == [1]


def test_the_play_that_leaves_the_opponent_least_is_chosen() -> None:
    worth = {flip_points(START): 0.6, flip_points(AHEAD): 0.4}

    def evaluate(positions: Sequence[Points]) -> list[Outputs]:
        return [(worth[position], 0.0, 0.0, 0.0, 0.0) for position in positions]

    assert strength.choices([decision("contact", (START, AHEAD), (0.2, 0.15))], evaluate) == [1]


def test_the_table_names_players_and_classes() -> None:
    text = strength.table([("somebody", {"all": Loss(1.5, 0.1, 3), "race": Loss(0.5, 0.1, 1)})])
    assert "somebody" in text
    assert "bear-off" in text
    assert "1.50" in text


def cube(no_double: float, take: float, drop: float = 1.0) -> cubes.Cube:
    return cubes.Cube(START, 1, 0, (0, 0), {"2": (no_double, take, drop)})


def test_cube_losses() -> None:
    right = cube(0.7, 0.8)
    assert cubes.double_loss(right, True) == pytest.approx(0)
    assert cubes.double_loss(right, False) == pytest.approx(100)
    assert cubes.take_loss(right, True) == pytest.approx(0)
    assert cubes.take_loss(right, False) == pytest.approx(200)
    assert cubes.double_loss(cube(0.1, -0.5), True) is None
    assert cubes.take_loss(cube(0.9, 1.5), True) is None


@pytest.mark.parametrize("bench", [bench_strength, levels])
def test_without_judged_decisions_a_bench_says_how_to_get_some(
    bench: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (strength, levels):
        monkeypatch.setattr(module, "read_judged", lambda: [])
    with pytest.raises(ToolError, match="--judge"):
        bench.main([])
