"""``python3 py bench takes``: who is right where a player and gnubg 0-ply differ on a take at money.

Rule kept: gnubg's 2-ply verdict is not final. On back games it can be far from the results of gnubg's own
games, so each position is played out many times, by gnubg itself, and the live-cube formula is applied to
the chances found. Where both choose the same, both lose the same, so only differences are played out; races
are not, because there gnubg 2-ply is better than any formula. Losses are means in mEMG over all takes at
money that count in ``bench strength``.
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
from backgammon.core.position import flip_points, is_contact
from backgammon.core.rules import STANDARD
from backgammon.engine.cube import decide, emg_unit
from backgammon.engine.evaluator import Outcomes, final_outcomes
from lab.progress import Progress
from lab.referees import cubes, players, strength
from lab.train.native import Position
from tools.errors import ToolError

_HEADS: Final = ("differ", "judged", "gnubg:0", "played out", "gnubg:0", "right", "gnubg:0")
_AFTER_OPENING: Final = 6
"""A number of plays at which ``strength.kind_of`` no longer calls a position an opening."""


class Case(NamedTuple):
    """A take decision, its class, and whether the player takes; gnubg 0-ply chooses the opposite."""

    kind: str
    cube: cubes.Cube
    takes: bool


class Verdict(NamedTuple):
    """The losses of a player and of gnubg 0-ply, in mEMG: judged by gnubg 2-ply, and by games played out."""

    kind: str
    judged: tuple[float, float]
    played_out: tuple[float, float]


def outcomes(position: Position, by: str, games: int, seed: int) -> Outcomes:
    """Return the chances of a position for its player on roll, from games in which ``by`` plays both sides.

    Each game is played until it is a race, whose chances then count.
    """
    play, judge, rng = players.player(by), players.evaluation("shipped"), random.Random(seed)
    rows = [_game(position, play, judge, rng) for _ in range(games)]
    return Outcomes(*(sum(chances) / games for chances in zip(*rows, strict=True)))


def _game(position: Position, play: players.Play, judge: strength.Evaluate, rng: random.Random) -> Outcomes:
    """Play until no checker can be hit; return the chances then, for the player on roll in ``position``."""
    turned = False
    while is_contact(position):
        position = flip_points(play(position, rng.randint(1, 6), rng.randint(1, 6)))
        turned = not turned
    found = final_outcomes(position, STANDARD) or Outcomes(*judge([position])[0])
    return found.flip() if turned else found


def verdict(case: Case, seed: int, by: str, games: int) -> Verdict:
    """Play out a decision; return the losses of both players."""
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
    """Return the losses (mEMG) of the player and of gnubg if a take costs ``dearer`` EMG more than a drop."""
    by_take, by_drop = max(1000 * dearer, 0.0), max(-1000 * dearer, 0.0)
    return (by_take, by_drop) if takes else (by_drop, by_take)


def report(verdicts: Sequence[Verdict], takes: int) -> str:
    """Format losses by class, as means over ``takes`` decisions, and how often play-outs prove each right."""
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
    """Play out the decisions and print the report."""
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
        if mine != theirs and is_contact(cube.position)
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
