"""``python3 py duel A B``: cubeless money games with mirrored dice, in points a game.

Rule kept: the two games of a pair have the same dice, and each player begins one of them; the confidence
interval is computed over the pairs, since the two games of a pair are not independent.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterable, Iterator, Sequence
from math import sqrt
from typing import NamedTuple

from backgammon.cli.options import whole
from backgammon.cli.processes import processes
from backgammon.core.position import START, flip_points
from backgammon.core.rules import PRESETS, STANDARD, Opening, Rules, points_won
from lab.progress import Progress
from lab.referees import players
from lab.train import native
from lab.train.native import Position

_CHUNK = 50
"""The number of pairs played between two updates of the result."""


class Score(NamedTuple):
    """The first player's points per game, half the width of the 95% confidence interval, games played."""

    mean: float
    error: float
    games: int


def game(first: players.Play, second: players.Play, rng: random.Random, rules: Rules = STANDARD) -> int:
    """Play one game that `first` begins; return the points that `first` wins, negative for a loss."""
    position: Position = START
    ply = 0
    while True:
        a, b = rng.randint(1, 6), rng.randint(1, 6)
        while ply == 0 and a == b and rules.opening is Opening.KEEP:
            b = rng.randint(1, 6)
        after = (first, second)[ply % 2](position, a, b)
        position = flip_points(after)
        if not any(n > 0 for n in after):
            won = points_won(position, rules)
            return -won if ply % 2 else won
        ply += 1


def pairs(first: str, second: str, count: int, seed: int, rules: Rules = STANDARD) -> list[float]:
    """Return the first player's points in each of `count` mirrored pairs (the sum of the two games)."""
    one, two = players.net(first), players.net(second)
    if one is not None and two is not None and rules == STANDARD:
        return native.duel(one, two, count, seed)
    a, b = players.player(first, rules), players.player(second, rules)
    points = []
    for pair in range(count):
        dice = f"{seed}/{pair}"
        points.append(float(game(a, b, random.Random(dice), rules) - game(b, a, random.Random(dice), rules)))
    return points


def score(points: Sequence[float]) -> Score:
    """Return the mean points per game of these pairs, with its 95% confidence interval."""
    n = len(points)
    mean = sum(points) / n
    spread = sum((p - mean) ** 2 for p in points) / max(n - 1, 1)
    return Score(mean / 2, 1.96 * sqrt(spread / n) / 2, 2 * n)


def _chunks(
    first: str, second: str, count: int, seed: int, jobs: int, rules: Rules
) -> Iterator[Iterable[float]]:
    """Yield the points of the pairs by chunk; the seeds do not depend on `jobs`, the number of processes."""
    sizes = [min(_CHUNK, count - start) for start in range(0, count, _CHUNK)]
    seeds = [seed * 1_000_003 + i for i in range(len(sizes))]
    with processes(jobs) as pool:
        chunks = len(sizes)
        yield from pool.map(pairs, [first] * chunks, [second] * chunks, sizes, seeds, [rules] * chunks)


def main(argv: Sequence[str]) -> int:
    """Play the duel and print the score; return 0."""
    parser = argparse.ArgumentParser(
        prog="python3 py duel",
        description=players.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("first")
    parser.add_argument("second")
    parser.add_argument("--games", type=whole(2, 10**9), default=10_000)
    parser.add_argument("--seed", type=whole(0, 2**63 - 1), default=1)
    parser.add_argument("--rules", choices=PRESETS, default=STANDARD.name, help="default: %(default)s")
    parser.add_argument("--jobs", type=whole(1, 1000), default=1, help="processes")
    args = parser.parse_args(argv)
    rules = PRESETS[args.rules]
    for name in (args.first, args.second):
        players.player(name, rules)
    points: list[float] = []
    started, progress = time.monotonic(), Progress()
    for chunk in _chunks(args.first, args.second, args.games // 2, args.seed, args.jobs, rules):
        points += chunk
        so_far = score(points)
        progress.show(f"{so_far.games} games  {so_far.mean:+.4f} ± {so_far.error:.4f}")
    progress.end()
    mean, error, games = score(points)
    speed = games / (time.monotonic() - started)
    print(f"{args.first} against {args.second}: {mean:+.4f} ± {error:.4f} points a game", end=" ")
    print(f"({games} games, {speed:.0f}/s)")
    return 0
