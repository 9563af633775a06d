"""A quick look that sorts plays before the full one: a small net that sees nothing but the points.

It ranks the plays of one roll among themselves; what it says means nothing from one roll to another.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, islice, pairwise

from backgammon.core.position import Points
from backgammon.engine.data_files import read
from backgammon.engine.features import ONE
from backgammon.engine.net import Inference, inference, read_net

KEPT, DEEP_KEPT = 10, 5
"""Plays of a roll that a full look then chooses from: at a look's first ply, and at the next.

Where all are kept, the best of 300 decisions by a look of 1 ply was the same but for two; what was played
instead lost 0.00001 points a decision. With 5 it lost 0.0004.
"""


def _side(count: int) -> tuple[int, ...]:
    return ONE * (count == 1), ONE * (count >= 2), ONE * (count >= 3), 10 * max(count - 3, 0)


_ROWS = [bytes((*_side(count), *_side(-count))) for count in (*range(16), *range(-15, 0))]
INPUTS = 26 * len(_ROWS[0])


class _Part(dict[tuple[int, ...], bytes]):
    """The inputs of a part of the board by its counts, made when first wanted."""

    def __missing__(self, counts: tuple[int, ...]) -> bytes:
        if len(self) >= PARTS_KEPT:
            self.clear()
        row = self[counts] = b"".join([_ROWS[count] for count in counts])
        return row


PARTS_KEPT = 10_000
_PART = _Part()


def encode(results: Iterable[Points]) -> bytes:
    """Return the rows of inputs of points after plays, seen by the player who moved."""
    return b"".join([_PART[points[at]] for points in results for at in _PARTS])


_PARTS = [slice(first, last) for first, last in pairwise((0, 7, 13, 19, 26))]


@cache
def _net() -> Inference:
    return inference(read_net(read("pruning.bin")))


def promising(by_roll: Sequence[Sequence[Points]], kept: int) -> list[list[Points]]:
    """Return for each roll so many plays that look best; points are seen by the player who moves."""
    many = [results for results in by_roll if len(results) > kept]
    count = sum(map(len, many))
    scores = iter(_net().run(encode(chain.from_iterable(many)), count))
    found = []
    for results in by_roll:
        if len(results) <= kept:
            found.append(list(results))
            continue
        ranked = sorted(zip(islice(scores, len(results)), results, strict=True), reverse=True)
        found.append([points for _, points in ranked[:kept]])
    return found
