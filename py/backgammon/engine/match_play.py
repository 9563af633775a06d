"""Matches between two players, such as levels: each decision is made by the player who has to make it."""

import random
from collections.abc import Iterable, Iterator, Sequence

from backgammon.core.actions import SIMPLE_ACTIONS
from backgammon.core.dice import Roll, check_roll
from backgammon.core.errors import BackgammonError, check_kind
from backgammon.core.match import (
    Accepted,
    Action,
    Doubled,
    Match,
    NextGame,
    OpeningRoll,
    Phase,
    Played,
    Refused,
    Resigned,
    Rolled,
    apply,
    check_match,
    refusal_error,
)
from backgammon.engine.player import Player
from backgammon.engine.stakes import stakes_of
from backgammon.engine.thinking import finish


def play_match(
    start: Match, players: Sequence[Player], dice: random.Random | Iterable[Roll] | None = None
) -> Iterator[Action]:
    """Play a match to its end, or one game for money; yield its actions, which make its log.

    ``players``: player 0 and player 1. They also double, answer doubles, and resign. ``dice``: a source of
    chance, by default the system's, or the rolls themselves; where these run out, the log ends.

    >>> from random import Random
    >>> from backgammon import new_match, play_match, player, replay
    >>> start = new_match(length=1)
    >>> log = [*play_match(start, (player("casual"), player("novice")), Random(1))]
    >>> max(replay(start, log).score) >= 1
    True
    """
    check_match(start)
    is_pair = isinstance(players, Sequence) and len(players) == 2
    if not (is_pair and all(hasattr(each, "play") for each in players)):
        raise BackgammonError(f"two players are needed, as in (player('club'), other), not {players!r}")
    match, rolls, may_resign = start, _rolls(dice), True
    while not (match.phase is Phase.MATCH_OVER or (match.phase is Phase.GAME_OVER and not match.length)):
        action = _action(match, players, rolls, may_resign)
        if action is None:
            return
        yield action
        may_resign = not isinstance(action, Refused)
        match = apply(match, action)


def _rolls(dice: random.Random | Iterable[Roll] | None) -> Iterator[Roll]:
    if dice is None or isinstance(dice, random.Random):
        chance = dice or random.SystemRandom()
        while True:
            yield chance.randint(1, 6), chance.randint(1, 6)
    check_kind(dice, Iterable, "dice are Random(1), with any seed, or rolls")
    yield from map(check_roll, dice)


def _action(
    match: Match, players: Sequence[Player], rolls: Iterator[Roll], may_resign: bool
) -> Action | None:
    """Return the next action; None where it is a roll, and there is none.

    ``may_resign``: False after a refusal, so that nobody resigns again and again before the same roll.
    """
    if match.phase is Phase.GAME_OVER:
        return NextGame()
    if match.decider is None:
        roll = next(rolls, None)
        return roll and OpeningRoll(*roll)
    player, position, stakes = players[match.decider], match.position, stakes_of(match)
    if match.phase is Phase.TO_ROLL:
        if may_resign and (times := player.resigns(position, stakes)):
            return Resigned(times)
        if finish(player.doubles(position, stakes)):
            return Doubled()
        roll = next(rolls, None)
        return roll and Rolled(roll)
    if match.phase is Phase.TO_PLAY:
        assert match.dice is not None
        return Played(finish(player.play(position, match.dice, stakes)))
    if match.phase is Phase.RESIGNED:
        is_own = match.resigning == match.on_roll
        accepts = refusal_error(match) or finish(player.accepts(position, stakes, match.offered, is_own))
        return Accepted() if accepts else Refused()
    return SIMPLE_ACTIONS[finish(player.answers_double(position, stakes, match.decider != match.on_roll))]
