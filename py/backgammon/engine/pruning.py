"""A quick look that sorts plays before the full one: a small net that sees nothing but the points.

It ranks the plays of one roll among themselves; what it says means nothing from one roll to another.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, islice

from backgammon.core.position import CHECKERS
from backgammon.engine.boards import EMPTY, joined
from backgammon.engine.data_files import read
from backgammon.engine.features import ONE
from backgammon.engine.net import Inference, inference, read_net

KEPT, DEEP_KEPT = 8, 3
"""Plays of a roll that a full look then chooses from: at a look's first ply, and at the next.

Where all are kept, the best of 300 decisions by a look of 1 ply was the same but for two, and of 220 by one
of 2 plies but for eight; what was played instead lost 0.00001 and 0.00004 points a decision.
"""


def _side(count: int) -> tuple[int, ...]:
    return ONE * (count == 1), ONE * (count >= 2), ONE * (count >= 3), 10 * min(max(count - 3, 0), CHECKERS)


_ROWS = [bytes((*_side(byte - EMPTY), *_side(EMPTY - byte))) for byte in range(256)]
FACTS = len(_ROWS[0])
INPUTS = 26 * FACTS
_FACTS = [bytes(fact) for fact in zip(*_ROWS, strict=True)]
"""One table a fact: what it is of each byte of a board."""


def encode(boards: Iterable[int]) -> bytes:
    """Return the rows of inputs of boards after plays, seen by the player who moved."""
    places = joined(boards)
    rows = bytearray(FACTS * len(places))
    for number, fact in enumerate(_FACTS):
        rows[number::FACTS] = places.translate(fact)
    return bytes(rows)


@cache
def _net() -> Inference:
    return inference(read_net(read("pruning.bin")))


def promising(by_roll: Sequence[Sequence[int]], kept: int) -> list[Sequence[int]]:
    """Return for each roll so many boards that look best; they are seen by the player who moves."""
    many = [boards for boards in by_roll if len(boards) > kept]
    count = sum(map(len, many))
    scores = iter(_net().run(encode(chain.from_iterable(many)), count))
    found = []
    for boards in by_roll:
        if len(boards) <= kept:
            found.append(boards)
            continue
        ranked = sorted(zip(islice(scores, len(boards)), boards, strict=True), reverse=True)
        found.append([board for _, board in ranked[:kept]])
    return found
