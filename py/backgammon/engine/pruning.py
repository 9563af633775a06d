"""A quick look that sorts plays before the full one: a small net that sees nothing but the points.

It ranks the plays of one roll among themselves; what it says means nothing from one roll to another.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from itertools import chain

from backgammon.core.position import Points
from backgammon.engine.features import ONE
from backgammon.engine.net import Inference, inference, read_net

KEPT = 5
"""Plays of a roll that a full look then chooses from."""


def _side(count: int) -> tuple[int, ...]:
    return ONE * (count == 1), ONE * (count >= 2), ONE * (count >= 3), 10 * max(count - 3, 0)


_ROWS = [bytes((*_side(count), *_side(-count))) for count in (*range(16), *range(-15, 0))]
INPUTS = 26 * len(_ROWS[0])


def encode(results: Sequence[Points]) -> bytes:
    """Return the rows of inputs of points after plays, seen by the player who moved."""
    return b"".join(map(_ROWS.__getitem__, chain.from_iterable(results)))


@cache
def _net() -> Inference:
    return inference(read_net(files(__package__).joinpath("data", "pruning.bin").read_bytes()))


def promising(by_roll: Sequence[Sequence[Points]]) -> list[list[Points]]:
    """Return for each roll the KEPT plays that look best; points are seen by the player who moves."""
    many = [results for results in by_roll if len(results) > KEPT]
    count = sum(map(len, many))
    scores = iter(_net().run(encode([points for results in many for points in results]), count))
    kept = []
    for results in by_roll:
        if len(results) <= KEPT:
            kept.append(list(results))
            continue
        ranked = sorted(zip([next(scores)[0] for _ in results], results, strict=True), reverse=True)
        kept.append([points for _, points in ranked[:KEPT]])
    return kept
