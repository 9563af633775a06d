"""Rollouts: the same trials however they are split, right where the truth is known, and resumable."""

import json
from collections.abc import Generator
from dataclasses import replace
from statistics import NormalDist
from typing import Any

import pytest

from backgammon.analysis.rollout_state import (
    SCALE,
    RolloutSettings,
    RolloutState,
    Sums,
    answer_certainty,
    certainty,
    contests,
    is_settled,
    merge,
    split,
)
from backgammon.analysis.rollouts import roll_out_cube, roll_out_plays
from backgammon.core.cube_decision import CubeDecision
from backgammon.core.errors import BackgammonError, IllegalAction
from backgammon.core.position import Position
from backgammon.core.rules import STANDARD, Rules
from backgammon.engine.net_evaluator import judge
from backgammon.engine.search import Search
from backgammon.engine.stakes import Stakes
from backgammon.protocol.work_codec import read_state, state_data

START = Position.start().points
PLAYS = (((8, 5), (6, 5)), ((24, 23), (13, 10)))
LAST_ROLL = Position((0, 0, 1, 0, 0, 1, *[0] * 18, -1, 0)).points
"""Two checkers, on 5 and 2, against one on the ace point: 19 of 36 throws win, the others lose."""


def run(rolling: Generator[Any, None, RolloutState], trials: int = 10**6) -> RolloutState:
    """Run a rollout to the end, or until ``trials`` trials are done; return its state."""
    while True:
        try:
            said = next(rolling)
        except StopIteration as stop:
            state: RolloutState = stop.value
            return state
        if isinstance(said, tuple) and said[1].trials >= trials:
            found: RolloutState = said[1]
            return found


def plays(settings: RolloutSettings, **more: Any) -> Generator[Any, None, RolloutState]:
    return roll_out_plays(Search(judge(), STANDARD), START, (3, 1), Stakes(), PLAYS, settings, **more)


SHORT = RolloutSettings(trials=6, seed=7, truncate=3)


def test_any_cut_gives_the_same_sums() -> None:
    whole = run(plays(SHORT))
    assert whole.trials == 6
    parts = [run(plays(SHORT, span=span)) for span in split(6, 4)]
    assert merge(reversed(parts)) == whole
    stopped = run(plays(SHORT), trials=2)
    kept = read_state(json.loads(json.dumps(state_data(stopped))))
    assert run(plays(SHORT, state=kept)) == whole
    assert run(plays(SHORT, state=whole)) == whole
    assert run(plays(RolloutSettings(trials=6, seed=8, truncate=3))).sums != whole.sums


def test_more_trials_can_be_added_to_a_state() -> None:
    longer = RolloutSettings(trials=8, seed=7, truncate=3)
    assert run(plays(longer, state=run(plays(SHORT)))) == run(plays(longer))


def test_states_of_other_rollouts_and_trials_done_twice_are_refused() -> None:
    state = run(plays(SHORT), trials=1)
    with pytest.raises(BackgammonError, match="another rollout"):
        run(plays(RolloutSettings(trials=6, seed=8, truncate=3), state=state))
    with pytest.raises(BackgammonError, match="two rollouts"):
        merge([state, RolloutState("other", (), state.sums)])
    with pytest.raises(BackgammonError, match="twice"):
        merge([state, state])
    with pytest.raises(BackgammonError, match="numbered"):
        run(plays(SHORT, span=(0, 7)))
    with pytest.raises(IllegalAction):
        run(roll_out_plays(Search(judge(), STANDARD), START, (3, 1), Stakes(), [((8, 2),)], SHORT))


@pytest.mark.parametrize("reduce", [True, False])
def test_the_last_roll_comes_out_right(reduce: bool) -> None:
    settings = RolloutSettings(trials=36, seed=3, reduce=reduce)
    state = run(roll_out_cube(Search(judge(), STANDARD), LAST_ROLL, Stakes(), settings))
    single, double = state.results
    assert single.equity == pytest.approx(1 / 18, abs=2e-4)
    assert double.equity == pytest.approx(2 / 18, abs=4e-4)
    assert single.outcomes[0] == pytest.approx(19 / 36, abs=1e-4)


@pytest.mark.thorough
def test_taking_off_the_luck_narrows_the_interval_and_leaves_the_mean() -> None:
    narrow, wide = [
        run(plays(RolloutSettings(trials=36, seed=2, truncate=3, reduce=reduce))).results[0]
        for reduce in (True, False)
    ]
    assert narrow.error is not None
    assert wide.error is not None
    assert narrow.error < wide.error / 3
    assert abs(narrow.equity - wide.equity) < 3 * (narrow.error + wide.error)
    assert narrow.interval is not None
    assert narrow.interval[0] < narrow.equity < narrow.interval[1]


def test_the_tables_end_a_trial_when_the_cube_is_out_of_play() -> None:
    search = Search(judge(), Rules(cube=False))
    stakes = Stakes(Rules(cube=False))
    (result,) = run(roll_out_cube(search, LAST_ROLL, stakes, RolloutSettings(trials=4))).results
    assert result.equity == pytest.approx(1 / 18, abs=1e-4)
    assert result.error == pytest.approx(0.0, abs=1e-4)


def test_a_match_is_rolled_out_in_equity_normalised_to_the_cube() -> None:
    stakes = Stakes(away=(3, 5))
    settings = RolloutSettings(trials=12, truncate=2)
    single, double = run(roll_out_cube(Search(judge(), STANDARD), START, stakes, settings)).results
    assert -1.0 < double.equity < single.equity < 0.4


def test_missing_trials_are_found() -> None:
    state = RolloutState("", ((0, 2), (5, 6)), (Sums(),))
    assert state.first_missing((0, 8)) == (2, 5)
    assert state.first_missing((5, 8)) == (6, 8)
    assert state.first_missing((0, 2)) is None
    assert state.trials == 3
    assert RolloutState("", (), (Sums(),)).results == ()


def make_rollout(*equities: float, deviation: float = 0.3, trials: int = 144) -> RolloutState:
    """Return a rollout whose candidates have these mean equities and this standard deviation per trial."""
    sums = [
        Sums(
            round(trials * equity * SCALE), round(trials * (equity * equity + deviation * deviation) * SCALE)
        )
        for equity in equities
    ]
    return RolloutState("key", ((0, trials),), tuple(sums))


def test_how_sure_it_is_that_the_best_play_is_the_best() -> None:
    assert certainty(make_rollout(0.2, 0.2), is_cube=False) == pytest.approx(0.5)
    near, far = (
        certainty(make_rollout(0.2, 0.17), is_cube=False),
        certainty(make_rollout(0.2, 0.1), is_cube=False),
    )
    assert 0.5 < near < 0.9 < far < 1
    assert certainty(make_rollout(0.1, 0.17, 0.2), is_cube=False) == pytest.approx(near)
    assert certainty(make_rollout(0.2, 0.17, trials=1), is_cube=False) == 1, "no error is known yet"


def test_the_interval_holds_the_truth_nineteen_times_in_twenty() -> None:
    result = make_rollout(0.2, deviation=0.3, trials=145).results[0]
    assert result.interval == pytest.approx(
        [0.2 + NormalDist(0, 0.3 / 12).inv_cdf(share) for share in (0.025, 0.975)], abs=1e-5
    )
    assert make_rollout(0.2, trials=1).results[0].interval is None


def test_a_cube_decision_hangs_on_the_double_and_on_the_take() -> None:
    sure = certainty(make_rollout(0.7, 1.3), is_cube=True)
    assert sure > 0.99, "a double and a drop, whatever a take would cost"
    assert certainty(make_rollout(0.7, 1.0), is_cube=True) == pytest.approx(0.5), "to take or to drop"
    assert certainty(make_rollout(1.0, 1.3), is_cube=True) == pytest.approx(0.5), "to double or to play on"


def test_the_error_of_a_double_that_is_taken_is_that_of_both_candidates() -> None:
    """And none of a take that is not chosen: a double that is dropped is worth exactly 1."""
    for equities, parts in (((0.3, 0.5), 2), ((0.7, 1.3), 1)):
        state = make_rollout(*equities)
        (single, taken), double = state.results, contests(state, is_cube=True)[0]
        assert single.error
        assert single.error == pytest.approx(taken.error)
        assert double.error == pytest.approx(single.error * parts**0.5)


def test_the_certainty_is_of_the_choice_that_is_made() -> None:
    too_good = make_rollout(1.2, 1.0)
    assert certainty(too_good, is_cube=True) > 0.99, "no double, whatever the answer would be"
    assert answer_certainty(too_good, may_beaver=False) == pytest.approx(0.5)
    doubled = make_rollout(0.7, 1.0)
    assert certainty(doubled, is_cube=True) == pytest.approx(0.5), "a double, with a doubtful answer"


def test_the_certainty_of_a_double_weighs_the_beaver() -> None:
    close = make_rollout(-0.3, -0.15)
    assert certainty(close, is_cube=True) > 0.99, "a double that is taken loses less"
    assert certainty(close, is_cube=True, may_beaver=True) == pytest.approx(0.5), "but beavered as much"
    near, spread = (
        certainty(make_rollout(-0.3, -0.13, deviation=each), is_cube=True, may_beaver=True)
        for each in (0.3, 0.6)
    )
    assert 0.5 < spread < near < 0.9, "twice the worth has twice the error"


UNTIL_SURE = RolloutSettings(trials=1296, lead=2.0, spread=0.01)


@pytest.mark.parametrize(
    ("state", "settled"),
    [
        (make_rollout(0.3, 0.1), True),
        (make_rollout(0.3, 0.29), False),
        (make_rollout(0.3, 0.29, deviation=0.05), True),
        (make_rollout(0.3, 0.1, trials=143), False),
        (make_rollout(0.3, 0.1, trials=36), False),
        (make_rollout(0.3, 0.29, 0.1), False),
        (replace(make_rollout(0.3, 0.1), spans=((36, 180),)), False),
        (make_rollout(0.3, 0.3, deviation=0.0), True),
    ],
)
def test_a_rollout_ends_when_the_best_is_clear_or_by_next_to_nothing_ahead(
    state: RolloutState, settled: bool
) -> None:
    assert is_settled(state, UNTIL_SURE, is_cube=False) is settled
    assert not is_settled(state, RolloutSettings(trials=1296), is_cube=False)


def test_a_rollout_at_once_ends_as_early_as_a_shared_one() -> None:
    until_sure = RolloutSettings(trials=180, truncate=1, spread=0.5)
    whole = run(plays(until_sure))
    assert whole.spans == ((0, 72),)
    assert run(plays(until_sure, state=whole)) == whole
    assert run(plays(until_sure, state=whole, span=(72, 75))).trials == 75, "a span is done as asked"


def test_settings_that_mean_nothing_are_refused() -> None:
    assert RolloutSettings(lead=3) == RolloutSettings(lead=3.0), "a number may be whole"
    wrongs: list[dict[str, Any]] = [{"trials": 0}, {"plies": 2}, {"lead": -1.0}, {"spread": float("nan")}]
    for wrong in wrongs:
        with pytest.raises(BackgammonError):
            RolloutSettings(**wrong)
    with pytest.raises(BackgammonError, match="no states"):
        merge([])


def test_a_beaver_that_would_be_worse_than_a_take_is_not_made() -> None:
    """It would be dropped, which costs two points; a plain take of so bad a double wins three."""
    decisions = [CubeDecision.of(0.0, taken, 1.0, beaver_drop=-2.0) for taken in (-3.0, -1.4, -0.6)]
    assert [each.doubled for each in decisions] == [-3.0, -2.0, -1.2]
    assert [each.beavered for each in decisions] == [False, True, True]
