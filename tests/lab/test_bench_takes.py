"""Takes played out: the chances come from games, and decide who was right."""

import random

import pytest

from backgammon.core.position import START
from lab.bench import take_rollouts
from lab.referees import cubes, players

RACE = (0, 3, 3, 3, 3, 2, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -3, -3, -3, -3, -3, 0)
CLOSED_OUT = (-2, 2, 2, 2, 2, 2, 2, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -3, -2, -2, -2, -2, -2, 0)
LOST_BACKGAMMON = (0,) * 24 + (13, 2)


def test_a_race_is_not_played_out() -> None:
    (known,) = players.evaluation("shipped")([RACE])
    assert take_rollouts.outcomes(RACE, "shipped", 3, seed=1) == pytest.approx(known)


def test_games_are_seen_by_who_is_on_roll_at_first() -> None:
    found = take_rollouts.outcomes(CLOSED_OUT, "shipped", 20, seed=1)
    assert found.win > 0.9
    assert found.win >= found.win_gammon >= found.win_backgammon
    assert found.lose_gammon == pytest.approx(0, abs=0.01)


def test_who_has_let_the_other_finish_has_lost() -> None:
    judge = players.evaluation("shipped")
    row = take_rollouts._game(LOST_BACKGAMMON, players.player("shipped"), judge, random.Random(1))
    assert row == (0, 0, 0, 1, 1)


def test_the_same_seed_plays_the_same_games() -> None:
    once, again, other = (take_rollouts.outcomes(START, "shipped", 5, seed) for seed in (1, 1, 2))
    assert once == again != other


@pytest.mark.parametrize(("takes", "judged", "played_out"), [(True, (300, 0), 0), (False, (0, 300), 1)])
def test_a_take_is_judged_and_played_out(takes: bool, judged: tuple[float, float], played_out: int) -> None:
    cube = cubes.Cube(START, 1, 0, (0, 0), {"2": (0.8, 1.3, 1.0)})  # the judge errs: taking is right here
    found = take_rollouts.verdict(take_rollouts.Case("opening", cube, takes), 1, "shipped", 10)
    assert found.judged == pytest.approx(judged)
    assert found.played_out[played_out] == 0 < found.played_out[1 - played_out]


def test_the_report_spreads_losses_over_all_takes() -> None:
    verdicts = [
        take_rollouts.Verdict("contact", (40.0, 0.0), (0.0, 20.0)),
        take_rollouts.Verdict("holding", (0.0, 10.0), (30.0, 0.0)),
    ]
    *_, everything = take_rollouts.report(verdicts, takes=10).splitlines()
    assert everything.split() == ["all", "2", "4.00", "1.00", "3.00", "2.00", "1", "1"]
