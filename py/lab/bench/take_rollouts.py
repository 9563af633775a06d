"""``python3 py bench takes``: who is right where a player and gnubg 0-ply differ on a take at money.

Rule kept: gnubg's 2-ply word is not the last one. Its word on back games can be far from what its own games
come to, so the position is played out many times, by gnubg itself, and the live cube's formula is put upon
the chances found. Where both choose alike both lose alike, so that only differences are played out, and of
these no races: there the judge knows better than any formula. Losses are in mEMG over all takes at money
that count in ``bench strength``.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from backgammon.cli.options import about, whole
from backgammon.cli.processes import processes
from backgammon.core.position import flip_points
from backgammon.core.rules import STANDARD
from backgammon.engine.cube import decide, emg_unit
from backgammon.engine.evaluator import Outcomes, final_outcomes
from backgammon.engine.heuristic import is_race
from lab.progress import Progress
from lab.referees import cubes, players, strength
from lab.train.native import Position
from tools.errors import ToolError

_HEADS: Final = ("differ", "judged", "gnubg:0", "played out", "gnubg:0", "right", "gnubg:0")
_AFTER_OPENING: Final = 6
"""The class of a position that nobody counts as an opening."""


class Case(NamedTuple):
    """A decision and its class; whether the player takes, where gnubg does the other thing."""

    kind: str
    cube: cubes.Cube
    takes: bool


class Verdict(NamedTuple):
    """What a take costs a player and gnubg 0-ply, in mEMG: by gnubg 2-ply, and by games played out."""

    kind: str
    judged: tuple[float, float]
    played_out: tuple[float, float]


def outcomes(position: Position, by: str, games: int, seed: int) -> Outcomes:
    """Return the chances of a position, seen by its player on roll, from games that a player plays against
    himself up to the race."""
    play, judge, rng = players.player(by), players.evaluation("shipped"), random.Random(seed)
    rows = [_game(position, play, judge, rng) for _ in range(games)]
    return Outcomes(*(sum(chances) / games for chances in zip(*rows, strict=True)))


def _game(position: Position, play: players.Play, judge: strength.Evaluate, rng: random.Random) -> Outcomes:
    """Play on until nobody can be hit any more; return the chances then, seen by who is on roll now."""
    turned = False
    while not is_race(position):
        position = flip_points(play(position, rng.randint(1, 6), rng.randint(1, 6)))
        turned = not turned
    found = final_outcomes(position, STANDARD) or Outcomes(*judge([position])[0])
    return found.flip() if turned else found


def verdict(case: Case, seed: int, by: str, games: int) -> Verdict:
    """Play out a decision."""
    kind, cube, takes = case
    stakes = cubes.stakes(cube)
    found = decide(outcomes(cube.position, by, games, seed), stakes)
    _, take, drop = cube.values["2"]
    return Verdict(
        kind,
        _losses(takes, take - drop),
        _losses(takes, (found.double_take - found.double_drop) / emg_unit(stakes)),
    )


def _losses(takes: bool, dearer: float) -> tuple[float, float]:
    """Return what the player and gnubg lose where a take is that much dearer than a drop."""
    by_take, by_drop = max(1000 * dearer, 0.0), max(-1000 * dearer, 0.0)
    return (by_take, by_drop) if takes else (by_drop, by_take)


def report(verdicts: Sequence[Verdict], takes: int) -> str:
    """Format losses by class over so many takes, and how often each was right by the games played out."""
    by_kind: dict[str, list[Verdict]] = defaultdict(list)
    for each in verdicts:
        by_kind[each.kind].append(each)
        by_kind["all"].append(each)
    lines = [" " * 12 + "".join(f"{head:>12}" for head in _HEADS)]
    for kind, found in sorted(by_kind.items(), key=lambda item: len(item[1])):
        losses = [
            sum(pair[k] for pair in column) / takes
            for column in ([v.judged for v in found], [v.played_out for v in found])
            for k in (0, 1)
        ]
        right = sum(not each.played_out[0] for each in found)
        cells = [f"{len(found)}", *(f"{loss:.2f}" for loss in losses), f"{right}", f"{len(found) - right}"]
        lines.append(kind.ljust(12) + "".join(f"{cell:>12}" for cell in cells))
    return "\n".join(lines)


def main(argv: Sequence[str]) -> int:
    """Play out and print."""
    parser = argparse.ArgumentParser(prog="python3 py bench takes", description=about(__doc__))
    parser.add_argument("player", nargs="?", default="shipped", help="a net file at 0-ply, or level:NAME")
    parser.add_argument("--by", default="gnubg:0", help="who plays the games; default: %(default)s")
    parser.add_argument(
        "--games", type=whole(1, 10**6), default=648, help="games a decision; default: %(default)s"
    )
    parser.add_argument("--jobs", type=whole(1, 1000), default=2, help="processes; default: %(default)s")
    args = parser.parse_args(argv)
    counted = [c for c in cubes.read_judged() if not c.away[0] and cubes.take_loss(c, takes=True) is not None]
    if not counted:
        raise ToolError("no cubes have been judged yet; run bench strength --judge first")
    chosen = zip(counted, cubes.takes(counted, args.player), cubes.takes(counted, "gnubg:0"), strict=True)
    cases = [
        Case(strength.kind_of(cube.position, _AFTER_OPENING), cube, mine)
        for cube, mine, theirs in chosen
        if mine != theirs and not is_race(cube.position)
    ]
    verdicts, progress = list[Verdict](), Progress()
    with processes(args.jobs) as pool:
        for found in pool.map(partial(verdict, by=args.by, games=args.games), cases, range(len(cases))):
            verdicts.append(found)
            progress.show(f"{len(verdicts)} of {len(cases)}")
    progress.end()
    print(f"{args.player} beside gnubg:0, {len(counted):,} takes at money, mEMG")
    print(report(verdicts, len(counted)))
    return 0
