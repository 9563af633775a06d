"""The rules define the set-up: a game with three checkers a side (hypergammon) is played like any other."""

import random

import pytest
from strategies import THREE

from backgammon import STANDARD, RulesError, custom, format_xgid, legal_plays, parse_xgid
from backgammon.core.match import (
    Ending,
    Match,
    NextGame,
    OpeningRoll,
    Phase,
    Played,
    Rolled,
    apply,
    new_match,
)
from backgammon.core.plays import Turn
from backgammon.core.position import START, Position, flip_points
from backgammon.core.rules import Rules, points_won
from backgammon.engine.evaluator import Outcomes
from backgammon.engine.levels import player
from backgammon.engine.stakes import Stakes
from backgammon.engine.thinking import finish
from backgammon.notation.setup import Setup


def play_game(seed: int, rules: Rules = THREE) -> Match:
    """Play a game with random plays; return its final state."""
    rng = random.Random(seed)
    state = new_match(rules)
    while state.phase is not Phase.GAME_OVER:
        dice = rng.randint(1, 6), rng.randint(1, 6)
        match state.phase:
            case Phase.OPENING:
                state = apply(state, OpeningRoll(*dice))
            case Phase.TO_ROLL:
                state = apply(state, Rolled(dice))
            case _:
                assert state.dice
                plays = legal_plays(state.position, state.dice, state.rules)
                play = rng.choice(plays)
                assert play.result.checkers == state.position.checkers
                state = apply(state, Played(play.steps))
        position = state.position
        assert 0 <= position.off <= rules.checkers
        assert 0 <= position.opponent_off <= rules.checkers
    return state


def test_a_game_begins_with_the_checkers_of_its_rules() -> None:
    match = new_match(THREE)
    assert match.position == Position(THREE.start, 3)
    assert (match.position.off, match.position.opponent_off) == (0, 0)
    assert new_match().position == Position.start()


@pytest.mark.parametrize("seed", range(30))
def test_a_game_ends_when_they_are_all_off(seed: int) -> None:
    over = play_game(seed)
    assert over.result
    assert over.result.ending is Ending.BORNE_OFF
    loser = over.position_of[1 - over.result.winner]
    assert loser.opponent_off == 3
    assert over.result.times == points_won(loser.points, THREE)
    assert (over.result.times == 1) == (loser.off > 0)
    again = apply(over, NextGame())
    assert again.position == Position(THREE.start, 3)


def test_games_of_every_worth_are_seen() -> None:
    assert {over.result.times for over in map(play_game, range(200)) if over.result} == {1, 2, 3}


def test_rules_with_another_start_have_no_preset_s_name() -> None:
    assert THREE.name == "custom"
    assert custom(THREE, start=START) is STANDARD


@pytest.mark.parametrize(
    "start",
    [
        (0,) * 26,
        (0,) * 24 + (1, 0),
        START[:25],
        (*START[:24], 17, 0),
        (-1, *START[1:]),
    ],
    ids=["empty", "one side", "short", "sixteen", "whose bar"],
)
def test_a_game_cannot_begin_so(start: tuple[int, ...]) -> None:
    with pytest.raises(RulesError):
        custom(STANDARD, start=start)


def test_its_positions_are_written_and_read() -> None:
    state = apply(new_match(THREE), OpeningRoll(6, 2))
    setup = Setup.of(state)
    assert parse_xgid(format_xgid(setup)) == setup
    assert setup.to_match(THREE).position == state.position


@pytest.mark.parametrize("level", ["novice", "expert"])
def test_the_computer_plays_it(level: str) -> None:
    rng, mover = random.Random(1), player(level)
    points, dice = THREE.start, (6, 5)
    stakes = Stakes(THREE)
    for _ in range(6):
        steps = finish(mover.play(points, dice, stakes))
        points = flip_points(Turn(Position(points, 3), dice, THREE).after(steps))
        if not any(count < 0 for count in points):
            break
        (judged,) = mover.evaluator.evaluate([points], THREE)
        assert isinstance(judged, Outcomes)
        dice = rng.randint(1, 6), rng.randint(1, 6)
