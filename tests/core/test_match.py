"""Matches: what may be done when, what it costs, and how games and matches end."""

from dataclasses import replace

import pytest

from backgammon import (
    PRESETS,
    STANDARD,
    IllegalAction,
    Match,
    Phase,
    Position,
    Rules,
    RulesError,
    apply,
    custom,
    new_match,
    replay,
)
from backgammon.core.match import (
    HIGHEST_CUBE,
    Accepted,
    Action,
    Awarded,
    Beavered,
    Doubled,
    Dropped,
    Ending,
    NextGame,
    OpeningRoll,
    Played,
    Raccooned,
    Refused,
    Resigned,
    Result,
    Rolled,
    Took,
    cube_action_error,
    refusal_error,
)

MONEY = custom(jacoby=False, play_to="money")
BEAVERS = custom(MONEY, beavers=True, raccoons=True)
MADE_THE_FIVE = Played(((8, 5), (6, 5)))


def points(checkers: dict[int, int]) -> Position:
    return Position(tuple(checkers.get(point, 0) for point in range(26)))


def to_roll(rules: Rules = STANDARD, length: int = 0, **fields: object) -> Match:
    """Player 1 to roll after player 0 has opened with 31."""
    return replace(opened(new_match(rules, length)), **fields)


def opened(state: Match) -> Match:
    """The game with its first play, by player 0."""
    state = apply(state, OpeningRoll(3, 1))
    if state.phase is Phase.TO_ROLL:
        state = apply(state, Rolled((3, 1)))
    return apply(state, MADE_THE_FIVE)


def about_to_win(loser: dict[int, int], rules: Rules = STANDARD, length: int = 0, **fields: object) -> Match:
    """Player 1 to play a double 1 with his last checker on his 1, the loser's checkers as he sees them."""
    mine = {25 - point: -count for point, count in loser.items()}
    position = points({**mine, 1: 1})
    return to_roll(rules, length, phase=Phase.TO_PLAY, dice=(1, 1), position=position, **fields)


def refused(state: Match, action: Action) -> str:
    """The key of the rule that an action breaks; the state is as it was, and another try breaks it again."""
    before = replace(state)
    with pytest.raises(IllegalAction) as caught:
        apply(state, action)
    assert state == before
    assert str(caught.value)
    return caught.value.rule


# Openings.


@pytest.mark.parametrize("name", ["standard", "trikktrakk", "ga207", "nynorsk"])
def test_the_higher_starts_with_both_dice(name: str) -> None:
    state = apply(new_match(PRESETS[name]), OpeningRoll(2, 5))
    assert (state.phase, state.on_roll, state.dice, state.white) == (Phase.TO_PLAY, 1, (5, 2), 0)


@pytest.mark.parametrize("name", PRESETS)
def test_a_tie_is_rolled_again(name: str) -> None:
    state = apply(new_match(PRESETS[name]), OpeningRoll(4, 4))
    assert (state.phase, state.cube, state.decider) == (Phase.OPENING, 1, None)


def test_leaflet_the_higher_is_white_and_throws_both_dice() -> None:
    state = apply(new_match(PRESETS["leaflet"], white=0), OpeningRoll(2, 5))
    assert (state.phase, state.on_roll, state.white, state.dice) == (Phase.TO_ROLL, 1, 1, None)
    assert apply(state, Rolled((3, 3))).dice == (3, 3)


def test_tryktrak_the_higher_throws_both_dice_anew() -> None:
    state = apply(new_match(PRESETS["tryktrak"], 5), OpeningRoll(6, 5))
    assert (state.phase, state.on_roll, state.white, state.dice) == (Phase.TO_ROLL, 0, 0, None)
    assert apply(state, Rolled((2, 2))).phase is Phase.TO_PLAY


def test_automatic_doubles_up_to_their_cap() -> None:
    tie = OpeningRoll(6, 6)
    state = replay(new_match(custom(MONEY, automatic_doubles=2)), [tie, tie, tie])
    assert (state.cube, state.cube_owner, state.opening_ties) == (4, None, 2)


@pytest.mark.parametrize(
    ("rules", "length"),
    [
        (custom(MONEY, automatic_doubles=2), 5),
        (custom(MONEY, automatic_doubles=2, cube=False), 0),
        (MONEY, 0),
    ],
)
def test_no_automatic_doubles(rules: Rules, length: int) -> None:
    assert apply(new_match(rules, length), OpeningRoll(6, 6)).cube == 1


def test_automatic_doubles_stop_at_the_cube_limit() -> None:
    rules = custom(MONEY, automatic_doubles=6, cube_limit=4)
    assert replay(new_match(rules), [OpeningRoll(2, 2)] * 6).cube == 4


# The cube.


def test_a_double_is_taken() -> None:
    state = replay(to_roll(), [Doubled(), Took()])
    assert (state.phase, state.on_roll, state.cube, state.cube_owner) == (Phase.TO_ROLL, 1, 2, 0)


def test_only_the_owner_redoubles_and_a_drop_costs_the_value_before() -> None:
    state = replay(to_roll(), [Doubled(), Took()])
    assert refused(state, Doubled()) == "cube-owner"
    state = replay(state, [Rolled((3, 1)), MADE_THE_FIVE, Doubled()])
    assert state.decider == 1
    state = apply(state, Dropped())
    assert state.result == Result(0, 1, 2, Ending.DROPPED)
    assert (state.score, state.phase) == ((2, 0), Phase.GAME_OVER)


def test_a_first_double_dropped_costs_one() -> None:
    assert replay(to_roll(), [Doubled(), Dropped()]).score == (0, 1)


@pytest.mark.parametrize("name", ["standard", "trikktrakk", "leaflet", "nynorsk", "tryktrak"])
def test_redoubles_without_limit_in_turn(name: str) -> None:
    state = to_roll(PRESETS[name])
    for exponent in range(1, 10):
        state = replay(state, [Doubled(), Took()])
        assert (state.cube, state.cube_owner) == (2**exponent, 1 - state.on_roll)
        assert refused(state, Doubled()) == "cube-owner"
        state = replace(state, on_roll=1 - state.on_roll)


def test_eight_times_backgammon_is_24() -> None:
    state = about_to_win({6: 14, 25: 1}, PRESETS["leaflet"], cube=8, cube_owner=0)
    assert apply(state, Played(((1, 0),))).score == (0, 24)


def test_the_cube_limit() -> None:
    state = replay(to_roll(custom(MONEY, cube_limit=2)), [Doubled(), Took()])
    state = replay(state, [Rolled((3, 1)), MADE_THE_FIVE])
    assert refused(state, Doubled()) == "cube-limit"


@pytest.mark.parametrize("rules", [PRESETS["ga207"], custom(cube=False)])
def test_without_a_cube(rules: Rules) -> None:
    assert refused(to_roll(rules), Doubled()) == "no-cube"


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
    assert refused(apply(to_roll(MONEY), Doubled()), Beavered()) == "beaver"
    assert refused(apply(to_roll(BEAVERS, 5), Doubled()), Beavered()) == "beaver"
    beavers = replay(to_roll(custom(MONEY, beavers=True)), [Doubled(), Beavered()])
    assert refused(beavers, Raccooned()) == "raccoon"
    assert refused(apply(to_roll(custom(BEAVERS, cube_limit=2)), Doubled()), Beavered()) == "cube-limit"
    limited = replay(to_roll(custom(BEAVERS, cube_limit=4)), [Doubled(), Beavered()])
    assert refused(limited, Raccooned()) == "cube-limit"


# Crawford.


def lost_by(state: Match, loser: int) -> Match:
    """The game resigned by one side for one point; the next one begun where there is one."""
    first = OpeningRoll(2, 1) if loser == 0 else OpeningRoll(1, 2)
    state = replay(state, [first, Resigned(1), Accepted()])
    return state if state.phase is Phase.MATCH_OVER else apply(state, NextGame())


def test_crawford_one_game_without_cube_then_live_again() -> None:
    state = new_match(STANDARD, 3)
    assert not state.crawford_game
    state = lost_by(lost_by(state, 0), 0)
    assert (state.score, state.crawford_game, state.crawford_done) == ((0, 2), True, False)
    assert refused(opened(state), Doubled()) == "crawford"
    state = lost_by(state, 1)
    assert (state.score, state.crawford_game, state.crawford_done) == ((1, 2), False, True)
    assert cube_action_error(opened(state)) is None
    state = lost_by(state, 1)
    assert (state.score, state.crawford_game) == ((2, 2), False)
    assert cube_action_error(opened(state)) is None
    state = lost_by(state, 0)
    assert (state.score, state.phase, state.game) == ((2, 3), Phase.MATCH_OVER, 5)
    assert refused(state, NextGame()) == "phase"


def test_without_the_crawford_rule_the_cube_lives() -> None:
    state = lost_by(new_match(custom(crawford=False), 2), 0)
    assert (state.score, state.crawford_game) == ((0, 1), False)
    assert cube_action_error(opened(state)) is None


def test_money_and_tournaments_know_no_crawford_game() -> None:
    state = new_match(PRESETS["ga207"])
    for _ in range(3):
        state = lost_by(state, 0)
    assert (state.score, state.crawford_game, state.phase) == ((0, 3), False, Phase.OPENING)


def test_a_match_of_one_point() -> None:
    state = new_match(STANDARD, 1)
    assert state.crawford_game
    assert refused(opened(state), Doubled()) == "crawford"
    state = lost_by(state, 0)
    assert (state.phase, state.score) == (Phase.MATCH_OVER, (0, 1))


def test_points_beyond_the_length_win_too() -> None:
    state = apply(about_to_win({6: 15}, length=3, cube=2, cube_owner=0), Played(((1, 0),)))
    assert (state.phase, state.score, state.away(1), state.away(0)) == (Phase.MATCH_OVER, (0, 4), 0, 3)


# Scores.


@pytest.mark.parametrize(
    ("loser", "times"),
    [({6: 5}, 1), ({6: 15}, 2), ({6: 14, 7: 1}, 2), ({6: 14, 23: 1}, 3), ({6: 14, 25: 1}, 3)],
)
def test_borne_off_by_the_standard(loser: dict[int, int], times: int) -> None:
    state = apply(about_to_win(loser, cube=4, cube_owner=1), Played(((1, 0),)))
    assert state.result == Result(1, times, 4 * times, Ending.BORNE_OFF)
    assert state.position_of[0] == points(loser)


@pytest.mark.parametrize(
    ("loser", "points_scored"),
    [({6: 5}, 1), ({6: 4, 7: 1}, 2), ({6: 15}, 2), ({6: 14, 7: 1}, 3), ({6: 4, 25: 1}, 2)],
)
def test_ga207_adds_points_game_by_game(loser: dict[int, int], points_scored: int) -> None:
    state = apply(about_to_win(loser, PRESETS["ga207"], score=(2, 3)), Played(((1, 0),)))
    assert state.score == (2, 3 + points_scored)
    assert apply(state, NextGame()).score == state.score


def test_jacoby_counts_gammons_only_once_the_cube_is_turned() -> None:
    jacoby = custom(MONEY, jacoby=True)
    one, gammon = Played(((1, 0),)), {6: 15}
    assert apply(about_to_win(gammon, jacoby), one).score == (0, 1)
    assert apply(about_to_win(gammon, jacoby, cube=2, cube_owner=0), one).score == (0, 4)
    assert apply(about_to_win(gammon, jacoby, cube=2, opening_ties=1), one).score == (0, 2)
    assert apply(about_to_win(gammon, jacoby, length=7), one).score == (0, 2)
    assert apply(about_to_win(gammon, custom(jacoby, cube=False)), one).score == (0, 2)


# Resignations.


def test_a_resignation_costs_times_the_cube() -> None:
    state = replay(to_roll(cube=2, cube_owner=1), [Resigned(3)])
    assert (state.phase, state.decider, state.resigning) == (Phase.RESIGNED, 0, 1)
    state = apply(state, Accepted())
    assert (state.score, state.result) == ((6, 0), Result(0, 3, 6, Ending.RESIGNED))
    assert (state.resigning, state.offered, state.resumes) == (None, 0, None)


@pytest.mark.parametrize("offered", [1, 2])
def test_less_than_the_board_shows_may_be_refused(offered: int) -> None:
    before = apply(to_roll(), Rolled((6, 5)))
    state = apply(before, Resigned(offered))
    assert refusal_error(state) is None
    assert apply(state, Refused()) == before


def test_what_the_board_shows_may_not_be_refused() -> None:
    state = apply(to_roll(), Resigned(3))
    assert refused(state, Refused()) == "resignation"
    racing = to_roll(position=points({6: 5, 20: -5}))
    assert refused(apply(racing, Resigned(1)), Refused()) == "resignation"


def test_by_jacoby_a_single_game_is_all_there_is_to_resign() -> None:
    state = apply(to_roll(custom(MONEY, jacoby=True)), Resigned(1))
    assert refused(state, Refused()) == "resignation"


def test_whoever_decides_may_resign() -> None:
    doubled = apply(to_roll(), Doubled())
    state = apply(doubled, Resigned(1))
    assert (state.resigning, state.decider) == (0, 1)
    assert apply(state, Refused()) == doubled
    assert apply(state, Accepted()).score == (0, 1)


@pytest.mark.parametrize("times", [0, 4, -1, True, 1.0])
def test_one_resigns_one_two_or_three(times: int) -> None:
    assert refused(to_roll(), Resigned(times)) == "resignation"


# What does not fit.

EVERY_ACTION: tuple[Action, ...] = (
    OpeningRoll(2, 1),
    Rolled((2, 1)),
    Played(()),
    Doubled(),
    Took(),
    Dropped(),
    Beavered(),
    Raccooned(),
    Resigned(1),
    Accepted(),
    Refused(),
    NextGame(),
)

STATES: dict[Phase, tuple[Match, set[type]]] = {
    Phase.OPENING: (new_match(), {OpeningRoll}),
    Phase.TO_ROLL: (to_roll(BEAVERS), {Rolled, Doubled, Resigned}),
    Phase.TO_PLAY: (apply(to_roll(), Rolled((2, 1))), {Played, Resigned}),
    Phase.DOUBLED: (apply(to_roll(BEAVERS), Doubled()), {Took, Dropped, Beavered, Resigned}),
    Phase.BEAVERED: (
        replay(to_roll(BEAVERS), [Doubled(), Beavered()]),
        {Took, Dropped, Raccooned, Resigned},
    ),
    Phase.RACCOONED: (
        replay(to_roll(BEAVERS), [Doubled(), Beavered(), Raccooned()]),
        {Took, Dropped, Resigned},
    ),
    Phase.RESIGNED: (apply(to_roll(), Resigned(1)), {Accepted, Refused}),
    Phase.GAME_OVER: (replay(to_roll(), [Doubled(), Dropped()]), {NextGame}),
    Phase.MATCH_OVER: (replay(to_roll(length=1), [Resigned(1), Accepted()]), set()),
}


@pytest.mark.parametrize("phase", Phase)
def test_a_phase_takes_its_actions_and_no_others(phase: Phase) -> None:
    state, takes = STATES[phase]
    assert state.phase is phase
    for action in EVERY_ACTION:
        if type(action) not in takes:
            assert refused(state, action) == "phase"
        elif action != Played(()):
            assert apply(state, action) != state


@pytest.mark.parametrize("dice", [(0, 1), (7, 1), (1,), (1, 2, 3), (True, 2), (1.0, 2)])
def test_a_roll_is_two_numbers(dice: tuple[int, ...]) -> None:
    assert refused(to_roll(), Rolled(dice)) == "dice"  # type: ignore[arg-type]


def test_an_opening_roll_is_two_numbers() -> None:
    assert refused(new_match(), OpeningRoll(7, 1)) == "dice"


@pytest.mark.parametrize(
    "steps",
    [
        (),
        ((8, 5),),  # only one number
        ((8, 4), (6, 5)),  # a number not rolled
        ((7, 4), (6, 5)),  # nothing there
        ((6, 3), (6, 5), (8, 7)),  # one too many
        ((24, 21), (13, 12)),  # a point that is held
        ((6, 9), (6, 5)),  # backwards
        ((6, 3), (6, 0)),  # borne off too early
        ((30, 27), (6, 5)),
        ((6, 3, 1), (6, 5)),
    ],
)
def test_a_play_that_is_not_legal(steps: tuple[tuple[int, int], ...]) -> None:
    state = apply(new_match(), OpeningRoll(3, 1))
    assert refused(state, Played(steps)) == "play"


def test_a_play_in_any_order_of_steps() -> None:
    state = apply(new_match(), OpeningRoll(3, 1))
    orders = [((8, 5), (6, 5)), ((6, 5), (8, 5))]
    assert apply(state, Played(orders[0])) == apply(state, Played(orders[1]))


@pytest.mark.parametrize("length", [-1, 100, 1.5, True])
def test_lengths(length: int) -> None:
    with pytest.raises(RulesError):
        new_match(length=length)


def test_white_is_a_player() -> None:
    with pytest.raises(RulesError):
        new_match(white=2)


def test_both_sides_of_the_board() -> None:
    state = to_roll()
    assert state.position_of == (state.position.turned(), state.position)


def test_every_phase_has_its_decider() -> None:
    deciders: dict[Phase, int | None] = {phase: state.decider for phase, (state, _) in STATES.items()}
    assert deciders == {
        Phase.OPENING: None,
        Phase.TO_ROLL: 1,
        Phase.TO_PLAY: 1,
        Phase.DOUBLED: 0,
        Phase.BEAVERED: 1,
        Phase.RACCOONED: 0,
        Phase.RESIGNED: 0,
        Phase.GAME_OVER: None,
        Phase.MATCH_OVER: None,
    }


def test_a_game_is_awarded_at_any_time_and_the_score_is_set() -> None:
    before = new_match(length=5)
    forfeited = apply(before, Awarded(1, (0, 5)))
    assert forfeited.phase is Phase.MATCH_OVER
    assert forfeited.result == Result(1, 1, 5, Ending.AWARDED)
    going_on = apply(to_roll(length=5), Awarded(0, (4, 0)))
    assert (going_on.phase, going_on.decider, going_on.dice) == (Phase.GAME_OVER, None, None)
    assert apply(going_on, NextGame()).crawford_game


def test_an_award_counts_a_finished_game_otherwise() -> None:
    won = apply(about_to_win({6: 15}, length=3, score=(0, 1)), Played(((1, 0),)))
    assert (won.phase, won.score) == (Phase.MATCH_OVER, (0, 3))
    counted = apply(won, Awarded(1, (0, 2)))
    assert (counted.phase, counted.score, counted.result) == (
        Phase.GAME_OVER,
        (0, 2),
        Result(1, 1, 1, Ending.AWARDED),
    )


@pytest.mark.parametrize("action", [Awarded(2, (0, 1)), Awarded(0, (-1, 0)), Awarded(0, (0, 100_000))])
def test_no_award_to_nobody_or_beyond_a_score(action: Awarded) -> None:
    with pytest.raises(IllegalAction):
        apply(new_match(), action)


def test_a_cube_without_a_limit_stops_where_numbers_can_still_be_shown() -> None:
    state = replace(new_match(custom(PRESETS["trikktrakk"])), phase=Phase.TO_ROLL, cube=HIGHEST_CUBE)
    with pytest.raises(IllegalAction) as error:
        apply(state, Doubled())
    assert error.value.rule == "cube-limit"
    assert apply(replace(state, cube=HIGHEST_CUBE // 2), Doubled()).phase is Phase.DOUBLED
