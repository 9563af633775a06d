"""Decisions judged by our own rollouts: which decisions, which of their choices, and for how long.

Rule kept: everything depends only on the seeds; what is on file is not judged again. Plays are judged without
a cube, cube decisions with a live one. The plays judged are those within NEAR of the best by a search of one
ply, and all that a player in the table chose; those that may be best or were chosen reach the error required.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import count
from math import hypot, inf
from pathlib import Path
from typing import Final
from zlib import crc32

from backgammon.core.position import flip_points
from backgammon.engine.bearoff import homes
from lab.judge import facts
from lab.judge.facts import JudgedDecision
from lab.judge.rollouts import RolloutResult, RolloutSettings, roll_out
from lab.referees import cubes, players, strength
from lab.referees.cubes import Cube
from lab.referees.strength import Decision
from lab.train.native import Position, best_play

NEAR: Final = 0.12
"""Plays up to this far behind the best are judged (EMG)."""
CLOSE: Final = 0.2
"""Cube decisions in which doubling gains or costs no more than this are judged (EMG)."""
_BATCH: Final = 400
_FIRST_SEED: Final = 2100
_SCORES: Final = (*cubes.SCORES, (2, 1), (3, 1), (4, 1), (5, 1))
"""The scores of the older bench, and scores after the Crawford game."""
_BRIEF: Final = RolloutSettings(plies=8, error=1)
_SURELY: Final = 4
"""A play more standard errors than this behind the best after two blocks is rolled out no further."""
_ONE_PLY: Final = RolloutSettings(plies=1, error=1, least=1, most=1)
PLAYS: Final = RolloutSettings(plies=8, error=0.005)
CUBES: Final = RolloutSettings(plies=12, error=0.005, most=50)


def asked_plays() -> Iterator[Decision]:
    """Yield decisions without end, in batches with equally many of each class; none can end the game."""
    net = players.require_net("shipped")
    for seed in count(_FIRST_SEED):
        for decision in strength.gather(_BATCH, seed, partial(best_play, net)):
            if all(map(max, decision.plays)):
                yield decision


def asked_cubes() -> Iterator[Cube]:
    """Yield close cube decisions without end: half are for money, a quarter of all are redoubles.

    Bear-offs are left out, because in their last rolls the cube model that doubles and takes in rollouts is
    too rough.
    """
    net = players.require_net("shipped")
    for seed in count(_FIRST_SEED):
        for cube in cubes.gather(_BATCH, seed, partial(best_play, net), _SCORES):
            if homes(cube.position):
                continue
            no_double, take = (rolled.equity for rolled in roll_cube(cube, _ONE_PLY).values())
            if abs(min(take, 1.0) - no_double) <= CLOSE:
                yield cube


def judge(
    path: Path, asked: Iterable[Decision | Cube], wanted: float = inf, manner: RolloutSettings = CUBES
) -> Iterator[int]:
    """Judge decisions until `wanted` are on file, or all; yield the number on file after each.

    `manner`: the settings for cube decisions.
    """
    known = facts.read(path)
    for decision in asked:
        if len(known) >= wanted:
            return
        key = facts.key_of(decision)
        if key in known:
            continue
        rolled = roll_cube(decision, manner) if isinstance(decision, Cube) else roll_near(decision)
        known[key] = JudgedDecision(decision, {"own": rolled})
        facts.add(path, known[key])
        yield len(known)


def near(decision: Decision, gap: float = NEAR) -> list[Position]:
    """Return the plays within `gap` of the best by a search of one ply."""
    found = roll_plays(decision, decision.plays, _ONE_PLY)
    best = max(rolled.equity for rolled in found.values())
    return [play for play in decision.plays if found[facts.name_of(play)].equity >= best - gap]


def roll_near(decision: Decision) -> dict[str, RolloutResult]:
    """Roll out the plays near the best: all briefly, then those that may be best to the error required."""
    plays = near(decision)
    found = roll_plays(decision, plays, _BRIEF)
    best = max(found.values())
    may_be_best = [
        play
        for play in plays
        if best.equity - (rolled := found[facts.name_of(play)]).equity
        <= _SURELY * hypot(best.error, rolled.error)
    ]
    return found | (roll_plays(decision, may_be_best) if len(may_be_best) > 1 else {})


def roll_plays(
    decision: Decision, choices: Sequence[Position], manner: RolloutSettings = PLAYS, dice: int = 0
) -> dict[str, RolloutResult]:
    """Roll plays out without a cube; return the result of each, seen by the player who makes it.

    ``dice``: a different number gives different dice.
    """
    found = {}
    for play in choices:
        rolled = roll_out(flip_points(play), players.CUBELESS, manner, _seed(decision) + dice)
        found[facts.name_of(play)] = rolled._replace(equity=-rolled.equity)
    return found


def roll_cube(cube: Cube, manner: RolloutSettings = CUBES) -> dict[str, RolloutResult]:
    """Roll a cube decision out: without a double now, and after double and take."""
    stakes = cubes.stakes(cube)
    either = {"no double": stakes, "take": stakes.after_double()}
    return {
        choice: roll_out(cube.position, after, manner, _seed(cube), doubles=False, before=stakes)
        for choice, after in either.items()
    }


def _seed(decision: Decision | Cube) -> int:
    """Return the seed of a decision, so that all its choices have the same dice."""
    return crc32(facts.key_of(decision).encode())
