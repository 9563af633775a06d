"""Questions reach the engine from the right side of the board, and the core accepts its answers."""

from functools import cache
from typing import Any

import pytest

from backgammon.core import match as core
from backgammon.core.position import Position, flip_points
from backgammon.core.rules import PRESETS, STANDARD, Rules, custom
from backgammon.engine.heuristic import Heuristic
from backgammon.engine.player import Player
from backgammon.engine.thinking import finish
from backgammon.protocol.messages import Answer, Choice, Kind, Question
from backgammon.protocol.play_worker import decide

FAR_AHEAD = Position((0, 2, 2, 3, 3, 3, 2, 0, 0, 0, 0, 0, 0, -5, 0, 0, -5, 0, -5, 0, 0, 0, 0, 0, 0, 0)).points
FAR_BEHIND = flip_points(FAR_AHEAD)


@cache
def player(level: str) -> Player:
    return Player(Heuristic())


def answer(question: Question) -> Answer:
    return finish(decide(question, player))


def ask(kind: Kind, points: tuple[int, ...], on_roll: bool, rules: Rules = STANDARD, **fields: Any) -> Choice:
    return answer(Question(kind, "novice", rules, points, on_roll, dice=(3, 1), **fields)).choice


def test_a_play_is_one_that_the_core_takes() -> None:
    start = core.replay(core.new_match(), [core.OpeningRoll(3, 1)])
    found = answer(Question(Kind.PLAY, "novice", STANDARD, start.position.points, True, dice=start.dice))
    assert found.choice is Choice.PLAY
    assert core.apply(start, core.Played(found.steps)).on_roll == 1


def test_doubles_are_offered_and_answered_from_the_right_side() -> None:
    money = PRESETS["trikktrakk"]
    assert ask(Kind.DOUBLE, Position.start().points, True, money) is Choice.ROLL
    assert ask(Kind.DOUBLE, FAR_AHEAD, True, money, cube=2, cube_owner=-1) is Choice.ROLL
    assert ask(Kind.ANSWER, FAR_BEHIND, False, money) is Choice.DROP
    assert ask(Kind.ANSWER, FAR_AHEAD, False, money) is Choice.TAKE


def test_beavers_and_raccoons() -> None:
    rules = custom(PRESETS["trikktrakk"], beavers=True, raccoons=True)
    assert ask(Kind.ANSWER, Position.start().points, False, rules) is Choice.BEAVER
    assert ask(Kind.ANSWER, FAR_AHEAD, False, rules) is Choice.TAKE
    assert ask(Kind.BEAVERED, FAR_AHEAD, True, rules, cube=2, cube_owner=-1) is Choice.RACCOON
    assert ask(Kind.BEAVERED, FAR_BEHIND, True, rules, cube=2, cube_owner=-1) is Choice.DROP
    assert ask(Kind.RACCOONED, FAR_BEHIND, False, rules, cube=4, cube_owner=1) is Choice.DROP
    assert ask(Kind.RACCOONED, FAR_AHEAD, False, rules, cube=4, cube_owner=1) is Choice.TAKE


def test_a_beaver_is_taken_where_to_drop_costs_more() -> None:
    """The race loses about 0.75 of the cube: 1.5 at the beaver's 2, while dropping costs the double's 2."""
    rules = custom(PRESETS["trikktrakk"], beavers=True)
    behind = Position((0, 0, 0, 0, 2, 3, 5, *[0] * 12, -4, 0, 0, -3, 0, -4, 0)).points
    assert ask(Kind.BEAVERED, behind, True, rules, cube=2, cube_owner=-1) is Choice.TAKE


def test_a_resignation_is_refused_only_where_the_core_allows_it() -> None:
    assert ask(Kind.RESIGNATION, FAR_AHEAD, True, offered=1) is Choice.REFUSE
    assert ask(Kind.RESIGNATION, FAR_AHEAD, True, offered=3) is Choice.ACCEPT
    assert ask(Kind.RESIGNATION, FAR_BEHIND, False, offered=1) is Choice.ACCEPT
    jacoby = custom(PRESETS["trikktrakk"], jacoby=True)
    assert ask(Kind.RESIGNATION, FAR_AHEAD, True, jacoby, offered=1) is Choice.ACCEPT


def test_a_hopeless_bear_off_is_resigned_for_what_it_is() -> None:
    few = Position((0, 0, 0, 0, 0, 0, 5, *[0] * 17, -2, 0)).points
    assert answer(Question(Kind.DOUBLE, "novice", STANDARD, few, True)) == Answer(Choice.RESIGN, offered=1)
    all_there = Position((0, 0, 0, 0, 0, 5, 10, *[0] * 17, -2, 0)).points
    assert ask(Kind.DOUBLE, all_there, True) is Choice.ROLL
    chance_left = Position((0, 0, 0, 0, 0, 0, 4, *[0] * 17, -2, 0)).points
    assert ask(Kind.DOUBLE, chance_left, True) is Choice.ROLL


def test_an_unknown_level_is_an_error() -> None:
    def nobody(level: str) -> Player:
        raise ValueError(level)

    with pytest.raises(ValueError, match="novice"):
        next(decide(Question(Kind.DOUBLE, "novice", STANDARD, FAR_AHEAD, True), nobody))
