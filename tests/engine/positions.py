"""Random positions under each preset, reached by play, for the tests of the engine."""

import random
from collections.abc import Iterator

from backgammon.core.dice import Roll
from backgammon.core.plays import results
from backgammon.core.position import Points, flip_points
from backgammon.core.rules import Rules


def walk(rules: Rules, seed: int) -> Iterator[tuple[Points, Roll]]:
    """Yield (points, dice) without end, from games where half the plays are random and half hit and run."""
    rng = random.Random(seed)
    points = rules.start
    while True:
        dice = (rng.randint(1, 6), rng.randint(1, 6))
        yield points, dice
        found = list(results(points, dice, rules))
        after = (
            rng.choice(found)
            if rng.random() < 0.5
            else max(rng.sample(found, min(5, len(found))), key=_pushes)
        )
        points = flip_points(after)
        if min(points) >= 0:
            points = rules.start


def _pushes(after: Points) -> int:
    return -sum(point * count for point, count in enumerate(after) if count > 0) - 20 * after[0]
