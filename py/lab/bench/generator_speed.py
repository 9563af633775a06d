"""The speed of finding plays, in a measure comparable between machines: rolls in the time of a loop.

Imports the standard library and core only, so that the same measure runs natively and inside Pyodide.
"""

import random
import time

from backgammon.core.dice import Roll
from backgammon.core.plays import results
from backgammon.core.position import Points, Position, flip_points

ROLLS = 1_000
LOOP = 1_000_000
PARTS = 20
"""Rolls and loop are each timed in this many parts: a few milliseconds are often free of other load."""
ROUNDS = 12


def cases(count: int, seed: int = 1) -> list[tuple[Points, Roll]]:
    """Return positions and rolls of games played at random, each to its end."""
    rng = random.Random(seed)
    found: list[tuple[Points, Roll]] = []
    points = Position.start().points
    while len(found) < count:
        dice = rng.randint(1, 6), rng.randint(1, 6)
        found.append((points, dice))
        points = flip_points(rng.choice(sorted(results(points, dice))))
        if min(points) >= 0:
            points = Position.start().points
    return found


def measure() -> dict[str, float]:
    """Return rolls per second, plays per roll, milliseconds of a loop of a million steps, and the ratio.

    ``ratio``: the rolls whose plays are found in the time of that loop. The parts of loop and rolls take
    turns, and the quickest round of each part counts, because other load only slows them down.
    """
    sample = cases(ROLLS)
    parts = [sample[index::PARTS] for index in range(PARTS)]
    loop, rolls = [float("inf")] * PARTS, [float("inf")] * PARTS
    for _ in range(ROUNDS):
        for index, part in enumerate(parts):
            start = time.perf_counter()
            for _ in range(LOOP // PARTS):
                pass
            middle = time.perf_counter()
            for points, dice in part:
                results(points, dice)
            end = time.perf_counter()
            loop[index], rolls[index] = min(loop[index], middle - start), min(rolls[index], end - middle)
    return {
        "rolls_per_second": ROLLS / sum(rolls),
        "plays_per_roll": sum(len(results(points, dice)) for points, dice in sample) / ROLLS,
        "loop_ms": sum(loop) * 1000,
        "ratio": ROLLS / sum(rolls) * sum(loop),
    }
