"""The players of the lab: net files, the game's levels, gnubg and pubeval, each called in the same way.

Rule kept: one string names a player; every duel and measurement gets its players here.

    shipped        the net that ships, at 0-ply, together with the net for races
    PATH.bin       another net file in its place
    NET@PLIES      either of these, searching PLIES ahead as an analysis does; cubeless in duels
    level:NAME     a level of the game, with its noise and its lookahead; cubeless in duels
    handmade       the hand-written evaluator, one roll and no noise: a yardstick under any rules
    gnubg:PLIES    gnubg's evaluation at 0, 1 or 2 plies, cubeless
    pubeval        Tesauro's linear benchmark player
    ubgi:COMMAND   a program that speaks the Universal Backgammon Interface

Under rules other than the standard ones, only NET@PLIES, the levels and handmade play.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from backgammon.analysis.decision import FILTERS
from backgammon.core.plays import results
from backgammon.core.rules import STANDARD, Rules, custom
from backgammon.engine.heuristic import Heuristic
from backgammon.engine.levels import SKILLS
from backgammon.engine.levels import player as player_of_level
from backgammon.engine.net import inference, read_net
from backgammon.engine.net_evaluator import NetEvaluator
from backgammon.engine.player import Player, Skill
from backgammon.engine.races import races
from backgammon.engine.stakes import Stakes
from backgammon.engine.thinking import finish
from lab.referees import gnubg
from lab.referees.ubgi_player import UbgiPlayer
from lab.train import export, race_tables
from lab.train.native import Net, Outputs, Position, best_play, evaluate
from tools.errors import ToolError

SHIPPED: Final = Path(__file__).resolve().parents[2] / "backgammon" / "engine" / "data" / "net.bin"

CUBELESS: Final = Stakes(custom(cube=False))
Play = Callable[[Position, int, int], Position]
"""Maps a position and a roll to the position after the play, still seen by the player who moved."""


def net(name: str) -> Net | None:
    """Return the net that a name stands for, with races judged as in play; None if it is not a net's name.

    Raises ToolError if the file is bad.
    """
    path = SHIPPED if name == "shipped" else Path(name)
    if path.suffix != ".bin":
        return None
    try:
        race_tables.load()
        return replace(export.as_net(export.read(path.read_bytes())), races=True)
    except (OSError, ValueError) as error:
        raise ToolError(f"{name}: {error}") from error


def require_net(name: str) -> Net:
    """Return the net of a file, or the one that ships; raise ToolError if the name is not a net's."""
    found = net(name)
    if found is None:
        raise ToolError(f"{name} is no net; name a net file, or shipped")
    return found


def player(name: str, rules: Rules = STANDARD) -> Play:
    """Return a player by name; raise ToolError if there is none, or if it does not know these rules."""
    kind, _, which = name.partition(":")
    stakes = CUBELESS if rules == STANDARD else Stakes(custom(rules, cube=False))
    if kind == "level" and which in SKILLS:
        return partial(level_play, level=which, stakes=stakes)
    if name == "handmade":
        return partial(play_of, Player(Heuristic()), stakes=stakes)
    if "@" in name:
        return partial(play_of, mind(name), stakes=stakes)
    if rules != STANDARD:
        raise ToolError(f"{name!r} knows the standard rules only; name a level, for example level:expert")
    found = net(name)
    if found is not None:
        return partial(best_play, found)
    if name == "pubeval":
        return gnubg.pubeval_play
    if kind == "gnubg" and which.isdecimal():
        return partial(gnubg.gnubg_play, plies=int(which))
    if kind == "ubgi" and which:
        return UbgiPlayer(which)
    raise ToolError(f"no player is called {name!r}")


def level_play(position: Position, a: int, b: int, level: str, stakes: Stakes) -> Position:
    """Return the position after the play of a level of the game, still seen by the player who moved."""
    return play_of(player_of_level(level), position, a, b, stakes)


def mind(name: str, seed: int = 1) -> Player:
    """Return a level, or a net that looks ahead; raise ToolError if there is none of this name.

    A level's noise is drawn from the seed, and the time is not limited.
    """
    kind, _, which = name.partition(":")
    if kind == "level" and which in SKILLS:
        named = player_of_level(which)
        skill = replace(named.skill, seconds=0.0)
        return Player(named.evaluator, skill, random.Random(seed), cube_evaluator=named.cube_evaluator)
    path, _, plies = name.partition("@")
    if net(path) is None or plies not in ("0", "1", "2"):
        raise ToolError(f"no player is called {name!r}")
    data = (SHIPPED if path == "shipped" else Path(path)).read_bytes()
    skill = Skill(FILTERS[: int(plies)], cube_plies=int(plies))
    return Player(NetEvaluator(inference(read_net(data)), races), skill)


def play_of(player: Player, position: Position, a: int, b: int, stakes: Stakes) -> Position:
    """Return the position after a player's play, still seen by the player who moved."""
    chosen = finish(player.play(position, (a, b), stakes))
    found = results(position, (a, b), stakes.rules)
    return next(after for after, steps in found.items() if steps == chosen)


def evaluation(name: str) -> Callable[[Sequence[Position]], Sequence[Outputs]]:
    """Return the evaluation of positions by a net; raise ToolError if the name is not a net's."""
    return partial(evaluate, require_net(name))
