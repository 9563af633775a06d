"""The pruning net: a small net that sees only the points, and preselects plays for the evaluator.

It ranks the plays of one roll; its scores are not comparable between rolls. It does not handle races:
engine.race_plays selects their plays.
"""

from collections.abc import Iterable, Sequence
from functools import cache
from itertools import chain, islice
from typing import NamedTuple

from backgammon.core.position import CHECKERS
from backgammon.engine.boards import EMPTY, pack_boards
from backgammon.engine.data_files import read
from backgammon.engine.features import ONE
from backgammon.engine.net import Inference, Rows, bfloat16, inference, read_net


class Filter(NamedTuple):
    """The most plays that are searched further, and how far behind the best they may be (EMG equity)."""

    plays: int
    gap: float


KEPT, DEEP_KEPT = Filter(8, 0.16), Filter(3, 0.06)
"""The plays of a roll among which the evaluator chooses: at the first ply of a search, and at deeper ones.

Compared with a search that keeps all, the best of three plays was the same in 248 of 248 decisions at
1 ply, and in 148 of 150 at 2 plies; the differing choices lost 0.00005 points per decision. Keeping
as many at the next ply as at the first would change 29 of 1,000 decisions at 2 plies, and by rollouts gain
0.00002 ± 0.00003 points per decision.
"""


def _side(count: int) -> tuple[int, ...]:
    return ONE * (count == 1), ONE * (count >= 2), ONE * (count >= 3), 10 * min(max(count - 3, 0), CHECKERS)


_ROWS = [bytes((*_side(byte - EMPTY), *_side(EMPTY - byte))) for byte in range(256)]
FACTS = len(_ROWS[0])
INPUTS = 26 * FACTS


def _tables(rows: Iterable[Rows]) -> list[tuple[int, bytes]]:
    """Return tables that translate the bytes of a board to each byte of a row, by place; none if all 0."""
    by_place = enumerate(zip(*rows, strict=True))
    return [(place, bytes(values)) for place, values in by_place if any(values)]


_NARROW, _WIDE = _tables(_ROWS), _tables(map(bfloat16, _ROWS))


def encode(boards: Iterable[int], *, wide: bool = False) -> bytearray:
    """Return the input rows of boards after plays, one after another, seen by the player who moved.

    ``wide``: in bfloat16, and not in int8.
    """
    places = pack_boards(boards)
    size = 2 * FACTS if wide else FACTS
    rows = bytearray(size * len(places))
    for place, table in _WIDE if wide else _NARROW:
        rows[place::size] = places.translate(table)
    return rows


@cache
def _net() -> Inference:
    return inference(read_net(read("pruning.bin")))


def prune(by_roll: Sequence[Sequence[int]], kept: Filter) -> list[Sequence[int]]:
    """Return for each roll the boards that look best, seen by the player who moves."""
    many = [boards for boards in by_roll if len(boards) > kept.plays]
    count = sum(map(len, many))
    net = _net()
    scores = iter(net.run(encode(chain.from_iterable(many), wide=net.is_wide), count))
    found = []
    for boards in by_roll:
        if len(boards) <= kept.plays:
            found.append(boards)
            continue
        seen = list(islice(scores, len(boards)))
        best = sorted(seen, reverse=True)[: kept.plays]
        floor = max(best[-1], best[0] - kept.gap)
        chosen = [board for score, board in zip(seen, boards, strict=True) if score >= floor]
        found.append(chosen[: kept.plays])
    return found
