"""Matches: which actions are allowed when, what they cost, and how games and matches end."""

import pytest
from core.states import BEAVERS, MONEY, about_to_win, broken_rule, points, to_roll

from backgammon import (
    PRESETS,
    IllegalAction,
    Match,
    Phase,
    Rules,
    RulesError,
    Setup,
    apply,
    custom,
    legal_plays,
    new_match,
    replay,
)
from backgammon.core.match import (
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
    refusal_error,
)

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


# Scores.


def test_points_beyond_the_length_win_too() -> None:
    state = apply(about_to_win({6: 15}, length=3, cube=2, cube_owner=0), Played(((1, 0),)))
    assert (state.phase, state.score, state.away(1), state.away(0)) == (Phase.MATCH_OVER, (0, 4), 0, 3)


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
    assert broken_rule(state, Refused()) == "resignation"
    racing = to_roll(position=points({6: 5, 20: -5}))
    assert broken_rule(apply(racing, Resigned(1)), Refused()) == "resignation"


def test_by_jacoby_a_single_game_is_all_there_is_to_resign() -> None:
    state = apply(to_roll(custom(MONEY, jacoby=True)), Resigned(1))
    assert broken_rule(state, Refused()) == "resignation"


def test_whoever_decides_may_resign() -> None:
    doubled = apply(to_roll(), Doubled())
    state = apply(doubled, Resigned(1))
    assert (state.resigning, state.decider) == (0, 1)
    assert apply(state, Refused()) == doubled
    assert apply(state, Accepted()).score == (0, 1)


@pytest.mark.parametrize("times", [0, 4, -1, True, 1.0])
def test_one_resigns_one_two_or_three(times: int) -> None:
    assert broken_rule(to_roll(), Resigned(times)) == "resignation"


# Illegal actions and invalid matches.

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
            assert broken_rule(state, action) == "phase"
        elif action != Played(()):
            assert apply(state, action) != state


def test_a_refusal_names_what_the_phase_takes() -> None:
    for phase, takes in ((Phase.RESIGNED, "Accepted, Refused"), (Phase.MATCH_OVER, "nothing")):
        with pytest.raises(IllegalAction, match=f"{phase}, which takes {takes}$"):
            apply(STATES[phase][0], Took())


@pytest.mark.parametrize(
    "dice", [(0, 1), (7, 1), (1, 0), (1, 7), (1,), (1, 2, 3), (True, 2), (1.0, 2), 31, "31"]
)
def test_a_roll_is_two_numbers(dice: object) -> None:
    assert broken_rule(to_roll(), Rolled(dice)) == "dice"  # type: ignore[arg-type]


def test_an_opening_roll_is_two_numbers() -> None:
    assert broken_rule(new_match(), OpeningRoll(7, 1)) == "dice"


@pytest.mark.parametrize(
    "steps",
    [
        (),
        ((8, 5),),  # only one number
        ((8, 4), (6, 5)),  # a number not rolled
        ((7, 4), (6, 5)),  # no checker there
        ((6, 3), (6, 5), (8, 7)),  # one step too many
        ((24, 21), (13, 12)),  # a point that is held
        ((6, 9), (6, 5)),  # backwards
        ((6, 3), (6, 0)),  # borne off too early
        ((30, 27), (6, 5)),
        ((6, 3, 1), (6, 5)),
    ],
)
def test_a_play_that_is_not_legal(steps: tuple[tuple[int, int], ...]) -> None:
    state = apply(new_match(), OpeningRoll(3, 1))
    assert broken_rule(state, Played(steps)) == "play"


def test_a_play_that_is_not_legal_is_written_as_usual() -> None:
    state = apply(new_match(), OpeningRoll(3, 1))
    with pytest.raises(IllegalAction, match=r"^8/4 6/5 is not a legal play of 3-1$"):
        apply(state, Played(((8, 4), (6, 5))))


def test_a_play_given_as_its_steps_is_named() -> None:
    state = apply(new_match(), OpeningRoll(3, 1))
    play = legal_plays(state.position, (3, 1))[0]
    for steps in (
        play,
        None,
        "8/5 6/5",
        ["8/5", "6/5"],
        ((), ()),
        (8, 5),
        (("8", "5"), ("6", "5")),
        [[8, 5]],
    ):
        with pytest.raises(IllegalAction, match="given by its steps, as in play"):
            apply(state, Played(steps))  # type: ignore[arg-type]


def test_a_play_in_any_order_of_steps() -> None:
    state = apply(new_match(), OpeningRoll(3, 1))
    orders = [((8, 5), (6, 5)), ((6, 5), (8, 5))]
    assert apply(state, Played(orders[0])) == apply(state, Played(orders[1]))


def test_the_shortest_and_the_longest_match() -> None:
    assert [new_match(length=length).length for length in (0, 1, 99)] == [0, 1, 99]


@pytest.mark.parametrize("length", [-1, 100, 1.5, True])
def test_lengths(length: int) -> None:
    with pytest.raises(RulesError):
        new_match(length=length)


def test_a_list_makes_the_same_match_as_a_tuple() -> None:
    for state, listed, paired in (
        (to_roll(), Rolled([3, 1]), Rolled((3, 1))),  # type: ignore[arg-type]
        (to_roll(), Awarded(0, [2, 1]), Awarded(0, (2, 1))),  # type: ignore[arg-type]
    ):
        assert apply(state, listed) == apply(state, paired)
    begun = new_match(length=5, score=[1, 2])  # type: ignore[arg-type]
    assert hash(begun) == hash(new_match(length=5, score=(1, 2)))
    assert Setup(phase=Phase.TO_PLAY, dice=[3, 1]).to_match().dice == (3, 1)  # type: ignore[arg-type]


def test_white_is_a_player() -> None:
    with pytest.raises(RulesError):
        new_match(white=2)


def test_a_length_given_as_the_rules_is_named() -> None:
    with pytest.raises(RulesError, match="rules of a match come before its length; 5 is not Rules"):
        new_match(5)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("length", "score"), [(5, (5, 3)), (5, (2, 7)), (0, (-1, 0)), (3, (1,)), (3, (1, 1.0))]
)
def test_no_match_begins_at_a_score_that_ends_it_or_is_none(length: int, score: tuple[int, ...]) -> None:
    with pytest.raises(RulesError):
        new_match(length=length, score=score)  # type: ignore[arg-type]


def test_both_sides_of_the_board() -> None:
    state = to_roll()
    assert state.position_of == (state.position.flip(), state.position)


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


def test_a_match_that_begins_at_a_score_may_begin_with_the_crawford_game() -> None:
    assert new_match(length=5, score=(4, 0)).crawford_game
    assert not new_match(length=5, score=(3, 0)).crawford_game
    assert not new_match(length=5, score=(4, 0), crawford_done=True).crawford_game
    assert not new_match(MONEY, score=(4, 0)).crawford_game


def test_a_game_is_awarded_at_any_time_and_the_score_is_set() -> None:
    before = new_match(length=5)
    forfeited = apply(before, Awarded(1, (0, 5)))
    assert forfeited.phase is Phase.MATCH_OVER
    assert forfeited.result == Result(1, 1, 5, Ending.AWARDED)
    going_on = apply(to_roll(length=5), Awarded(0, (4, 0)))
    assert (going_on.phase, going_on.decider, going_on.dice) == (Phase.GAME_OVER, None, None)
    assert apply(going_on, NextGame()).crawford_game


@pytest.mark.parametrize(
    ("award", "phase", "gained"),
    [
        (Awarded(1, (0, 2)), Phase.GAME_OVER, 1),
        (Awarded(1, (0, 5)), Phase.MATCH_OVER, 4),
        (Awarded(1, (0, 0)), Phase.GAME_OVER, 0),  # even what was won before is lost again
        (Awarded(0, (2, 1)), Phase.GAME_OVER, 2),  # the points of the game are not the new winner's
    ],
)
def test_an_award_counts_a_finished_game_otherwise(award: Awarded, phase: Phase, gained: int) -> None:
    won = apply(about_to_win({6: 15}, length=3, score=(0, 1)), Played(((1, 0),)))
    assert (won.phase, won.score) == (Phase.MATCH_OVER, (0, 3))
    counted = apply(won, award)
    assert (counted.phase, counted.score) == (phase, award.score)
    assert counted.result == Result(award.winner, 1, gained, Ending.AWARDED)


def test_an_award_also_ends_a_resignation() -> None:
    awarded = apply(apply(to_roll(), Resigned(2)), Awarded(1, (0, 1)))
    assert (awarded.decider, awarded.resigning, awarded.offered, awarded.resumes) == (None, None, 0, None)


@pytest.mark.parametrize(
    "action",
    [
        *(Awarded(2, (0, 1)), Awarded(-1, (0, 1)), Awarded(0, (1, 0, 0))),  # type: ignore[arg-type]
        *(Awarded(0, (-1, 0)), Awarded(0, (0, 100_000)), Awarded(0, (True, 0))),
        *(Awarded(0, 1), Awarded(0, None), Awarded(1.0, (0, 1))),  # type: ignore[arg-type]
    ],
)
def test_no_award_to_nobody_or_beyond_a_score(action: Awarded) -> None:
    assert broken_rule(new_match(), action) == "result"


def test_the_highest_score_can_be_awarded() -> None:
    assert apply(new_match(), Awarded(0, (99_999, 0))).score == (99_999, 0)
