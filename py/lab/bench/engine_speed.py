"""The speed of the engine, natively or inside Pyodide: imports the package and standard library only.

The decisions are fixed: every third one of games that the net plays against itself at 0 plies from one seed.
"""

import random
import time
from typing import Any

from backgammon.core.dice import Roll
from backgammon.core.plays import results
from backgammon.core.position import Points, Position, flip_points
from backgammon.core.rules import STANDARD
from backgammon.engine.levels import ONE_PLY, SKILLS, TWO_PLY
from backgammon.engine.net_evaluator import judge
from backgammon.engine.player import Player
from backgammon.engine.search import Search
from backgammon.engine.stakes import Stakes
from backgammon.engine.thinking import finish

FILTERS = ((), (ONE_PLY,), (ONE_PLY, TWO_PLY))


def cases(count: int, seed: int = 1) -> list[tuple[Points, Roll]]:
    """Return positions and rolls to decide."""
    rng = random.Random(seed)
    search = Search(judge(), STANDARD)
    found: list[tuple[Points, Roll]] = []
    points, number = Position.start().points, 0
    while len(found) < count:
        dice = rng.randint(1, 6), rng.randint(1, 6)
        if number % 3 == 0 and len(results(points, dice)) > 1:
            found.append((points, dice))
        number += 1
        points = flip_points(finish(search.plays(points, dice, Stakes(), ()))[0].after)
        if min(points) >= 0:
            points = Position.start().points
    return found


def loop_milliseconds() -> float:
    """Return the milliseconds of a million empty steps, a yardstick for the machine's present speed."""
    start = time.perf_counter()
    for _ in range(1_000_000):
        pass
    return (time.perf_counter() - start) * 1000


def measure(count: int, plies: tuple[int, ...] = (0, 1, 2), levels: bool = True) -> dict[str, Any]:
    """Return the net's class, and the milliseconds of each decision by ply and for the best two levels."""
    decisions = cases(count)
    found: dict[str, Any] = {"loop": loop_milliseconds(), "net": type(judge().net).__name__, "plies": {}}
    for ply in plies:
        search, times = Search(judge(), STANDARD), []
        begin = time.perf_counter()
        for points, dice in decisions:
            start = time.perf_counter()
            finish(search.plays(points, dice, Stakes(), FILTERS[ply]))
            times.append((time.perf_counter() - start) * 1000)
        seconds = time.perf_counter() - begin
        found["plies"][f"{ply}-ply"] = {"times": times, "positions": search.judged, "seconds": seconds}
    for level in tuple(SKILLS)[-2:] if levels else ():
        player, times = Player(judge(), SKILLS[level]), []
        for points, dice in decisions:
            start = time.perf_counter()
            finish(player.play(points, dice, Stakes()))
            times.append((time.perf_counter() - start) * 1000)
        found["plies"][level] = {"times": times, "positions": 0, "seconds": 0.0}
    return found
