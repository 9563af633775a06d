"""A second play generator, slow and obvious: it tries everything and shares no code with the first."""

import random
from collections.abc import Iterator
from functools import lru_cache

from backgammon.core.dice import Roll
from backgammon.core.position import Points
from backgammon.core.rules import BearOff, Rules, SingleDie


@lru_cache(maxsize=1)  # walk asks for the same results as the test just before
def results(points: Points, dice: Roll, rules: Rules) -> set[Points]:
    """Return the points after every legal play: of all ways to use the numbers, those that use the most."""
    orders = [dice * 2] if dice[0] == dice[1] else [dice, dice[::-1]]
    ends = {(0, 0, points)}
    for order in orders:
        level = {points}
        for count, number in enumerate(order, start=1):
            level = {after for before in level for after in spend(before, number, rules)}
            ends |= {(count, order[0], after) for after in level}
    most = max(count for count, _, _ in ends)
    found = {(first, after) for count, first, after in ends if count == most}
    if most == 1 and dice[0] != dice[1] and rules.single_die is SingleDie.HIGHER:
        highest = max(first for first, _ in found)
        found = {(first, after) for first, after in found if first == highest}
    return {after for _, after in found}


def spend(points: Points, number: int, rules: Rules) -> Iterator[Points]:
    """Yield the points after every way to use one number."""
    home = all(points[point] <= 0 for point in range(7, 26))
    for source in range(1, 26):
        if points[source] <= 0 or (points[25] > 0 and source != 25):
            continue
        after = list(points)
        after[source] -= 1
        target = source - number
        if target < 1:
            if home and may_bear_off(points, source, number, rules.bear_off):
                yield tuple(after)
        elif points[target] >= 0:
            after[target] += 1
            yield tuple(after)
        elif points[target] == -1:
            after[target] = 1
            after[0] -= 1
            yield tuple(after)
    if rules.lapse and home and points[number] <= 0:
        yield points


def may_bear_off(points: Points, source: int, number: int, rule: BearOff) -> bool:
    """Return whether a number may bear off the checker on ``source``, with all checkers home."""
    if source == number or rule is BearOff.AT_LEAST:
        return True
    if rule is BearOff.EXACT:
        return False
    return all(points[point] <= 0 for point in range(source + 1, 7))


def random_points(rng: random.Random) -> Points:
    """Return a random position, perhaps unreachable: checkers anywhere, some borne off, often all home."""
    points = [0] * 26
    far = rng.choice((6, 8, 12, 24))
    points[25] = rng.choice((0, 0, 0, 1, 1, 2, 3))
    points[0] = -rng.choice((0, 0, 0, 1, 2))
    for _ in range(rng.randint(1, 15 - points[25])):
        points[rng.randint(1, far)] += 1
    free = [point for point in range(1, 25) if points[point] == 0]
    near = rng.sample(free, min(len(free), rng.randint(1, 9)))
    for _ in range(rng.randint(0, 15 + points[0])):
        points[rng.choice(near)] -= 1
    return tuple(points)


def walk(rng: random.Random, rules: Rules) -> Iterator[tuple[Points, Roll]]:
    """Yield positions and rolls without end: parts of random games, each from a random position."""
    while True:
        points = random_points(rng)
        for _ in range(rng.randint(1, 30)):
            dice = rng.randint(1, 6), rng.randint(1, 6)
            yield points, dice
            after = rng.choice(sorted(results(points, dice, rules)))
            if max(after) <= 0:
                break
            points = tuple(-count for count in reversed(after))
            if max(points) <= 0:
                break
