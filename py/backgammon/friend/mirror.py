"""A match with the players' numbers exchanged.

Player 0 is the host in everything that two friends share, and the local player on this page. Mirroring twice
changes nothing, and a mirrored log leads to the mirrored match.
"""

from dataclasses import replace

from backgammon.core.actions import Action, Awarded, OpeningRoll
from backgammon.core.match import Match
from backgammon.core.mirror import mirror_match
from backgammon.core.time_control import Clock
from backgammon.storage.log import Log
from backgammon.storage.types import GameDice, Games


def mirror_action(action: Action) -> Action:
    """Return an action with the players' numbers exchanged."""
    match action:
        case OpeningRoll(first, second):
            return OpeningRoll(second, first)
        case Awarded(winner, (first, second)):
            return Awarded(1 - winner, (second, first))
        case _:
            return action


def mirror_log(log: Log, start: Match, before: Log) -> Log:
    """Return a log of mirrored actions; ``start`` is the match before the log, not mirrored.

    ``before``: an earlier result, for a prefix of this log, so that no finished game is mirrored twice.
    """
    found = Log(before.finished)
    for game in range(len(found.finished), len(log.finished)):
        *actions, last = log.actions(game)
        found = replace(found, running=tuple(map(mirror_action, actions)))
        found = found.with_action(last, mirror_match(log.before(game + 1, start)))
    return replace(found, running=tuple(map(mirror_action, log.running)))


def mirror_games(games: Games, before: Games) -> Games:
    """Return the dice of games with both players' commitments and links exchanged.

    ``before``: an earlier result for the same games, the latest of which may have had fewer rolls.
    """
    found = Games(before.texts[:-1])
    for game in range(len(found), len(games)):
        found = found.with_game(_mirror_dice(games[game]))
    return found


def _mirror_dice(dice: GameDice) -> GameDice:
    return replace(dice, commitment=_swap_halves(dice.commitment), secret=_swap_halves(dice.secret))


def _swap_halves(joined: str) -> str:
    half = len(joined) // 2
    return joined[half:] + joined[:half]


def mirror_clock(clock: Clock) -> Clock:
    """Return a clock with the players' numbers exchanged."""
    decider = None if clock.decider is None else 1 - clock.decider
    return replace(clock, banks=(clock.banks[1], clock.banks[0]), decider=decider)
