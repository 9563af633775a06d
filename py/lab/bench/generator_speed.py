"""How fast plays are found, in a measure that holds from machine to machine: rolls in the time of a loop.

Standard library and core only, so that the same measure runs natively and inside Pyodide.
"""

import random
import time

from backgammon.core.dice import Roll
from backgammon.core.plays import results
from backgammon.core.position import Points, Position, flip_points

ROLLS = 1_000
LOOP = 1_000_000
PARTS = 20
"""Both are timed in parts of a few milliseconds, which other work on the machine often leaves alone."""
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
    """Return rolls per second, plays per roll, milliseconds of a million empty steps, and the ratio of both.

    ``ratio``: rolls whose plays are found in the time of that loop. The parts of loop and rolls take turns,
    and of each the quickest round counts: whatever else the machine does only slows them down.
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
