"""The doubling cube: who may turn it and when, what it costs, beavers and raccoons, and the Crawford game."""

from dataclasses import replace

import pytest
from core.states import BEAVERS, MADE_THE_FIVE, MONEY, about_to_win, broken_rule, play_opening, to_roll

from backgammon import PRESETS, STANDARD, IllegalAction, Match, Phase, Rules, apply, custom, new_match, replay
from backgammon.core.match import (
    HIGHEST_CUBE,
    Accepted,
    Beavered,
    Doubled,
    Dropped,
    Ending,
    NextGame,
    OpeningRoll,
    Played,
    Raccooned,
    Resigned,
    Result,
    Rolled,
    Took,
    cube_action_error,
)


def test_a_double_is_taken() -> None:
    state = replay(to_roll(), [Doubled(), Took()])
    assert (state.phase, state.on_roll, state.cube, state.cube_owner) == (Phase.TO_ROLL, 1, 2, 0)


def test_only_the_owner_redoubles_and_a_drop_costs_the_value_before() -> None:
    state = replay(to_roll(), [Doubled(), Took()])
    assert broken_rule(state, Doubled()) == "cube-owner"
    state = replay(state, [Rolled((3, 1)), MADE_THE_FIVE, Doubled()])
    assert state.decider == 1
    state = apply(state, Dropped())
    assert state.result == Result(0, 1, 2, Ending.DROPPED)
    assert (state.score, state.phase) == ((2, 0), Phase.GAME_OVER)


def test_a_double_comes_before_the_roll() -> None:
    error = cube_action_error(apply(to_roll(), Rolled((3, 1))))
    assert error
    assert error.rule == "phase"


def test_a_first_double_dropped_costs_one() -> None:
    assert replay(to_roll(), [Doubled(), Dropped()]).score == (0, 1)


@pytest.mark.parametrize("name", ["standard", "trikktrakk", "leaflet", "nynorsk", "tryktrak"])
def test_redoubles_without_limit_in_turn(name: str) -> None:
    state = to_roll(PRESETS[name])
    for exponent in range(1, 10):
        state = replay(state, [Doubled(), Took()])
        assert (state.cube, state.cube_owner) == (2**exponent, 1 - state.on_roll)
        assert broken_rule(state, Doubled()) == "cube-owner"
        state = replace(state, on_roll=1 - state.on_roll)


def test_eight_times_backgammon_is_24() -> None:
    state = about_to_win({6: 14, 25: 1}, PRESETS["leaflet"], cube=8, cube_owner=0)
    assert apply(state, Played(((1, 0),))).score == (0, 24)


def test_the_cube_limit() -> None:
    state = replay(to_roll(custom(MONEY, cube_limit=2)), [Doubled(), Took()])
    state = replay(state, [Rolled((3, 1)), MADE_THE_FIVE])
    assert broken_rule(state, Doubled()) == "cube-limit"


@pytest.mark.parametrize("rules", [PRESETS["ga207"], custom(cube=False)])
def test_without_a_cube(rules: Rules) -> None:
    assert broken_rule(to_roll(rules), Doubled()) == "no-cube"


def test_beaver_and_raccoon() -> None:
    doubled = apply(to_roll(BEAVERS), Doubled())
    beavered = apply(doubled, Beavered())
    assert (beavered.phase, beavered.decider, beavered.cube, beavered.cube_owner) == (Phase.BEAVERED, 1, 2, 0)
    assert apply(beavered, Dropped()).result == Result(0, 1, 2, Ending.DROPPED)
    taken = apply(beavered, Took())
    assert (taken.phase, taken.on_roll, taken.cube, taken.cube_owner) == (Phase.TO_ROLL, 1, 4, 0)
    raccooned = apply(beavered, Raccooned())
    assert (raccooned.phase, raccooned.decider, raccooned.cube) == (Phase.RACCOONED, 0, 4)
    assert apply(raccooned, Dropped()).result == Result(1, 1, 4, Ending.DROPPED)
    taken = apply(raccooned, Took())
    assert (taken.phase, taken.on_roll, taken.cube, taken.cube_owner) == (Phase.TO_ROLL, 1, 8, 0)


def test_beavers_and_raccoons_only_where_they_are_played() -> None:
    assert broken_rule(apply(to_roll(MONEY), Doubled()), Beavered()) == "beaver"
    assert broken_rule(apply(to_roll(BEAVERS, 5), Doubled()), Beavered()) == "beaver"
    beavers = replay(to_roll(custom(MONEY, beavers=True)), [Doubled(), Beavered()])
    assert broken_rule(beavers, Raccooned()) == "raccoon"
    assert broken_rule(apply(to_roll(custom(BEAVERS, cube_limit=2)), Doubled()), Beavered()) == "cube-limit"
    limited = replay(to_roll(custom(BEAVERS, cube_limit=4)), [Doubled(), Beavered()])
    assert broken_rule(limited, Raccooned()) == "cube-limit"


def test_a_cube_without_a_limit_stops_where_numbers_can_still_be_shown() -> None:
    state = replace(new_match(custom(PRESETS["trikktrakk"])), phase=Phase.TO_ROLL, cube=HIGHEST_CUBE)
    with pytest.raises(IllegalAction) as error:
        apply(state, Doubled())
    assert error.value.rule == "cube-limit"
    assert apply(replace(state, cube=HIGHEST_CUBE // 2), Doubled()).phase is Phase.DOUBLED


# Crawford.


def resign_game(state: Match, loser: int) -> Match:
    """Return the state after one side resigns one point, in the next game unless the match is over."""
    first = OpeningRoll(2, 1) if loser == 0 else OpeningRoll(1, 2)
    state = replay(state, [first, Resigned(1), Accepted()])
    return state if state.phase is Phase.MATCH_OVER else apply(state, NextGame())


def test_crawford_one_game_without_cube_then_live_again() -> None:
    state = new_match(STANDARD, 3)
    assert not state.crawford_game
    state = resign_game(resign_game(state, 0), 0)
    assert (state.score, state.crawford_game, state.crawford_done) == ((0, 2), True, False)
    assert broken_rule(play_opening(state), Doubled()) == "crawford"
    state = resign_game(state, 1)
    assert (state.score, state.crawford_game, state.crawford_done) == ((1, 2), False, True)
    assert cube_action_error(play_opening(state)) is None
    state = resign_game(state, 1)
    assert (state.score, state.crawford_game) == ((2, 2), False)
    assert cube_action_error(play_opening(state)) is None
    state = resign_game(state, 0)
    assert (state.score, state.phase, state.game) == ((2, 3), Phase.MATCH_OVER, 5)
    assert broken_rule(state, NextGame()) == "phase"


def test_without_the_crawford_rule_the_cube_lives() -> None:
    state = resign_game(new_match(custom(crawford=False), 2), 0)
    assert (state.score, state.crawford_game) == ((0, 1), False)
    assert cube_action_error(play_opening(state)) is None


def test_money_and_tournaments_know_no_crawford_game() -> None:
    state = new_match(PRESETS["ga207"])
    for _ in range(3):
        state = resign_game(state, 0)
    assert (state.score, state.crawford_game, state.phase) == ((0, 3), False, Phase.OPENING)


def test_a_match_of_one_point() -> None:
    state = new_match(STANDARD, 1)
    assert state.crawford_game
    assert broken_rule(play_opening(state), Doubled()) == "crawford"
    state = resign_game(state, 0)
    assert (state.phase, state.score) == (Phase.MATCH_OVER, (0, 1))
