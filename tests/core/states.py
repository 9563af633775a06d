"""Match states that several tests start from, and a check that an action is refused there."""

from dataclasses import replace
from typing import Any

import pytest

from backgammon import STANDARD, IllegalAction, Match, Phase, Position, Rules, apply, custom, new_match
from backgammon.core.match import Action, OpeningRoll, Played, Rolled
from backgammon.core.position import Points

MONEY = custom(jacoby=False, play_to="money")
BEAVERS = custom(MONEY, beavers=True, raccoons=True)
MADE_THE_FIVE = Played(((8, 5), (6, 5)))


def board(checkers: dict[int, int]) -> Points:
    return tuple([checkers.get(point, 0) for point in range(26)])


def points(checkers: dict[int, int]) -> Position:
    return Position(board(checkers))


def to_roll(rules: Rules = STANDARD, length: int = 0, **fields: Any) -> Match:
    """Return a match with player 1 to roll after player 0 has opened with 31."""
    return replace(play_opening(new_match(rules, length)), **fields)


def play_opening(state: Match) -> Match:
    """Return the game after its first play, by player 0."""
    state = apply(state, OpeningRoll(3, 1))
    if state.phase is Phase.TO_ROLL:
        state = apply(state, Rolled((3, 1)))
    return apply(state, MADE_THE_FIVE)


def about_to_win(loser: dict[int, int], rules: Rules = STANDARD, length: int = 0, **fields: Any) -> Match:
    """Return player 1 to play 1-1, one checker on the ace point; ``loser``: counts by the loser's points."""
    mine = {25 - point: -count for point, count in loser.items()}
    position = points({**mine, 1: 1})
    return to_roll(rules, length, phase=Phase.TO_PLAY, dice=(1, 1), position=position, **fields)


def broken_rule(state: Match, action: Action) -> str:
    """Return the key of the rule that an action breaks; check that the state has not changed."""
    before = replace(state)
    with pytest.raises(IllegalAction) as caught:
        apply(state, action)
    assert state == before
    assert caught.value.args == (str(caught.value),)
    return caught.value.rule
