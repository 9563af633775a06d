"""The running game as a list of entries, in the usual notation; each action of the log makes at most one."""

from dataclasses import dataclass
from functools import lru_cache

from backgammon.core.dice import Roll
from backgammon.core.match import (
    Action,
    Awarded,
    Match,
    NextGame,
    OpeningRoll,
    Played,
    Player,
    Refused,
    Rolled,
    Took,
    new_match,
)
from backgammon.core.plays import Steps, format_steps
from backgammon.core.position import CHECKERS, Points
from backgammon.core.rules import Opening
from backgammon.features.speech.status_text import DID, cube_action
from backgammon.state.checkers import Layout, place
from backgammon.state.model import Log

_PLACES = tuple(tuple(place(player, number) for number in range(1, 26)) for player in (0, 1))


@dataclass(frozen=True, slots=True)
class Entry:
    """One action of a player: a roll with its play in notation, or ``said``, the name of another action.

    ``index`` is the index of the action in the log.
    """

    player: Player
    dice: Roll | None = None
    play: str = ""
    said: str = ""
    index: int = 0


def running_game(log: Log, beginning: Match) -> tuple[Entry, ...]:
    """Return the entries of the current game; ``beginning`` is the match before the log."""
    return entries(log.running, new_match(beginning.rules) if log.finished else beginning, log.past)


@lru_cache(maxsize=4)
def entries(actions: tuple[Action, ...], start: Match, first: int = 0) -> tuple[Entry, ...]:
    """Return the entries of one game's actions from ``start`` on; the actions must be legal.

    ``first`` is the index of the first action in the log.
    """
    found: list[Entry] = []
    layout = Layout.of(start.position_of[0])
    on_roll, dice = start.on_roll, start.dice
    answering = on_roll if start.decider is None else start.decider
    owner = start.cube_owner
    for index, action in enumerate(actions, first):
        match action:
            case OpeningRoll(one, other):
                if one != other:
                    on_roll = answering = 0 if one > other else 1
                    dice = (max(one, other), min(one, other)) if start.rules.opening is Opening.KEEP else None
            case Rolled():
                dice = action.dice
            case Played(steps):
                found.append(Entry(on_roll, dice, _notation(_points(layout, on_roll), steps), index=index))
                for step in steps:
                    layout = layout.move(on_roll, *step)
                on_roll = answering = 1 - on_roll
                dice = None
            case Awarded(winner):
                found.append(Entry(winner, said=DID[Awarded], index=index))
            case NextGame():
                break
            case _:
                found.append(Entry(answering, said=cube_action(DID[type(action)], owner), index=index))
                owner = 1 - on_roll if isinstance(action, Took) else owner
                answering = on_roll if isinstance(action, (Took, Refused)) else 1 - answering
    return tuple(found)


@lru_cache(maxsize=512)
def _notation(before: Points, steps: Steps) -> str:
    return format_steps(before, steps) if steps else ""


def _points(layout: Layout, player: Player) -> Points:
    """Return the points as a player sees them; the opponent's bar is left out, as no step needs it."""
    stacks = [layout.stacks[at] for at in _PLACES[player]]
    mine = range(player * CHECKERS, (player + 1) * CHECKERS)
    return (0, *[len(stack) if not stack or stack[0] in mine else -len(stack) for stack in stacks])
