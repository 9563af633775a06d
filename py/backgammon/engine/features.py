"""The inputs of the net: one definition, shared by play and training.

A position is a sequence of 26 ints seen by the player on roll: index 25 is their bar, 24 to 1 the points in
their numbering (their checkers positive, the opponent's negative), index 0 the opponent's bar (0 or less).
``encode`` turns it into a row of ``INPUTS`` bytes, each 0 to 127, where 32 means 1.0: small fixed-point
numbers, so that an int8 net in play sees exactly what training saw. A row is joined from rows of tables; the
C code of the lab reads the same tables (``tables``) and repeats only the joining. A test checks that both
give the same bytes.

"Own" means the player on roll, "opponent" the other player; every group of inputs except the points exists
once for each, seen by its owner. A mask has bit i set for index i in its owner's numbering.
"""

from collections.abc import Sequence
from functools import lru_cache
from operator import getitem
from struct import Struct
from typing import Any, Final

from backgammon.core.dice import THROWS
from backgammon.core.position import CHECKERS, START, Points

ONE: Final = 32
"""The fixed-point 1.0."""

HALF_WINDOW: Final = 6
WINDOW: Final = 12
_BITS = (1 << WINDOW) - 1
_NEAR_BITS = (1 << HALF_WINDOW) - 1
_WALL_BITS = _NEAR_BITS << HALF_WINDOW
_POINT_BITS = (1 << 25) - 2
_BAR_BIT = 1 << 25


def _ramp(value: int, start: int, stop: int, height: int) -> int:
    """Rise linearly from 0 at ``start`` to ``height`` at ``stop``, constant outside."""
    return (min(max(value, start), stop) - start) * height // (stop - start)


def _point_row(count: int) -> bytes:
    """Encode the number of one side's checkers on a point: a blot, a made point, three, and the surplus."""
    return bytes((ONE * (count == 1), ONE * (count >= 2), ONE * (count >= 3), 10 * max(count - 3, 0)))


def _shots(hitters: int, blocks: int, nearest: int) -> int:
    """Return the rolls, as bits 6(a-1)+(b-1), that hit a blot from one of six distances.

    ``hitters``: bit i is a hitter ``nearest`` + i away; ``blocks``: bit i is a point i + 1 away from the blot
    on which the hitter may not land. Points more than six away count as open.
    """

    def is_open(distance: int) -> bool:
        return distance > HALF_WINDOW or not blocks >> (distance - 1) & 1

    hits = 0
    for bit, (a, b) in enumerate(THROWS):
        if a == b:
            steps = []
            for step in range(a, 5 * a, a):
                steps.append(step)
                if not is_open(step):
                    break
            reach = set(steps)
        else:
            reach = {a, b} | ({a + b} if is_open(a) or is_open(b) else set())
        offsets = [distance - nearest for distance in reach]
        if any(0 <= offset < HALF_WINDOW and hitters >> offset & 1 for offset in offsets):
            hits |= 1 << bit
    return hits


def _shot_table(nearest: int) -> list[int]:
    """Return the rolls that hit, indexed by hitters + 64 * blocks.

    A set of hitters hits with the rolls of each of them.
    """
    table = []
    for blocks in range(64):
        single = [_shots(1 << i, blocks, nearest) for i in range(HALF_WINDOW)]
        row = [0] * 64
        for hitters in range(1, 64):
            low = hitters & -hitters
            row[hitters] = row[hitters ^ low] | single[low.bit_length() - 1]
        table += row
    return table


def _escapes(blocks: int) -> int:
    """Return how many of 36 rolls bring a checker past the farthest block.

    Bit i of ``blocks`` is a block i + 1 away.
    """
    beyond = blocks.bit_length()
    if beyond == 0:
        return 36
    count = 0
    for a, b in THROWS:
        if a > b or (a + b if a != b else 4 * a) <= beyond:
            continue
        if a != b:
            count += 2 * (not blocks >> (a - 1) & 1 or not blocks >> (b - 1) & 1)
        else:
            for step in range(a, 5 * a, a):
                if step <= WINDOW and blocks >> (step - 1) & 1:
                    break
                if step > beyond:
                    count += 1
                    break
    return count


def _prime_row(made: int, escapes: Sequence[int]) -> bytes:
    """Encode the wall of made points 1 to 12 (bits 0 to 11): how well it holds, longest prime, home board."""
    longest = max(length for length in range(WINDOW + 1) if _has_run(made, length))
    home = (made & _NEAR_BITS).bit_count()
    held = [2 * escapes[made >> behind] for behind in range(6)]
    prime = [ONE * (longest >= length) for length in (3, 4, 5, 6)]
    return bytes((*held, *prime, 2 * home * home, ONE * (home >= 5)))


def _has_run(mask: int, length: int) -> bool:
    run = (1 << length) - 1
    return any(mask >> shift & run == run for shift in range(WINDOW - length + 1))


def _anchor_row(made: int) -> bytes:
    """Encode the anchors on points 19 to 24 (bits 0 to 5): at least one, at least two, any on 20 or 21."""
    count = made.bit_count()
    return bytes((ONE * (count >= 1), ONE * (count >= 2), ONE * (made & 0b110 != 0)))


_ESCAPES = [_escapes(blocks) for blocks in range(1 << WINDOW)]
_NEAR = _shot_table(1)
_FAR = _shot_table(1 + HALF_WINDOW)
_PRIME = [_prime_row(made, _ESCAPES) for made in range(1 << WINDOW)]
_COUNT = [bytes((_ramp(n, 0, 12, 48), _ramp(n, 12, 36, 96))) for n in range(37)]
"""Encodes a number of rolls out of 36: the first dozen, the rest."""
_HELD = [_COUNT[n] for n in _ESCAPES]
_CONTACT = [
    bytes((ONE * (n <= 0), _ramp(n, 0, 12, 48), _ramp(n, 12, 25, 52))) for n in (*range(26), *range(-25, 0))
]
"""Encodes by how far the two rearmost checkers still have to pass each other; 0 or less is a race. Negative
indices work."""
_ANCHOR = [_anchor_row(made) for made in range(64)]
_PIPS = [
    bytes((_ramp(n, 0, 40, 60), _ramp(n, 40, 80, 60), _ramp(n, 80, 120, 60), _ramp(n, 120, 200, 120)))
    for n in range(376)
]
_LEAD = [
    bytes((_ramp(n, 0, 24, 48), _ramp(n, 24, 100, 114), _ramp(-n, 0, 24, 48), _ramp(-n, 24, 100, 114)))
    for n in (*range(376), *range(-375, 0))
]
"""Encodes own pips minus the opponent's; negative indices work."""
_OFF = [bytes((_ramp(n, 0, 5, 60), _ramp(n, 5, 10, 60), _ramp(n, 10, 15, 60))) for n in range(15, -1, -1)]
"""Encodes the checkers borne off, indexed by those still on the board."""
_TIME = [bytes((_ramp(n, 0, 30, 60), _ramp(n, 30, 120, 120))) for n in range(512)]


def _time(index: int, count: int) -> int:
    """Return the pips that checkers on one point can play before the home board or an anchor must break."""
    if index > 18:
        return 0
    if index > 6:
        return count * (index - 4)
    return max(count - 2, 0) * max(index - 1, 0)


_SUMMARY = Struct("<8I4H2B")
"""The fields of a summary. Own places as four masks: occupied, occupied in the opponent's numbering, made
points, made points in the opponent's numbering. The same of the opponent, whose own numbering comes first.
Then pips, time and checkers on the board, each own first, then the opponent's."""


def _summary(index: int, count: int) -> int:
    """Return what one point adds to a summary: the ``_SUMMARY`` fields as one integer, to be added up."""
    turned = 25 - index
    fields = [0] * 14
    if count:
        ours, seen, unseen, n = (0, index, turned, count) if count > 0 else (4, turned, index, -count)
        fields[ours : ours + 2] = 1 << seen, 1 << unseen
        if n >= 2 and 1 <= index <= 24:
            fields[ours + 2 : ours + 4] = 1 << seen, 1 << unseen
        side = count < 0
        fields[8 + side] = seen * n
        fields[10 + side] = _time(seen, n)
        fields[12 + side] = n
    return int.from_bytes(_SUMMARY.pack(*fields), "little")


_COUNTS = (*range(16), *range(-15, 0))
"""The counts that a point can have, each at its own index, negative ones at negative indices."""
_SUMMARIES = [[_summary(index, count) for count in _COUNTS] for index in range(26)]
_OPPONENT_BAR = [_point_row(-count) for count in _COUNTS]
_POINT = [_point_row(count) + _point_row(-count) for count in _COUNTS]
_OWN_BAR = [_point_row(count) for count in _COUNTS]
_POINTS = [_OPPONENT_BAR, *[_POINT] * 24, _OWN_BAR]


SHOTS_KEPT = 10_000
"""Cache size: positions after plays of the same roll usually have the same shots."""


@lru_cache(maxsize=SHOTS_KEPT)
def _shots_at(blots: int, hitters: int, blocks: int) -> tuple[bytes, bytes, bytes]:
    """Return encoded counts of the rolls that hit any blot, either of two blots, and a blot beyond point 12.

    All masks are in the hitter's numbering. A hitter on the bar hits with that checker only.
    """
    once = twice = deep = 0
    hitters = min(hitters, _BAR_BIT)
    while blots:
        above = blots.bit_length()
        blots ^= 1 << above >> 1
        reach = hitters >> above & _BITS
        if reach:
            wall = blocks >> above << 6 & _WALL_BITS
            hits = _NEAR[reach & 63 | wall] | _FAR[reach >> 6 | wall]
            twice |= once & hits
            once |= hits
            if above > 13:
                deep = once
    return _COUNT[once.bit_count()], _COUNT[twice.bit_count()], _COUNT[deep.bit_count()]


class _Quarter(dict[tuple[int, ...], tuple[bytes, int]]):
    """What a quarter of the board adds to a row and to a summary, by its counts; computed on first use.

    A play changes few points, so a search meets the same quarters again and again.
    """

    def __init__(self, first: int) -> None:
        self._first = first

    def __missing__(self, counts: tuple[int, ...]) -> tuple[bytes, int]:
        for side in ([count for count in counts if count > 0], [count for count in counts if count < 0]):
            if abs(sum(side)) > CHECKERS:  # sums of more would run over in a summary
                raise IndexError(f"a quarter of the board holds at most {CHECKERS} of a side: {counts!r}")
        if len(self) >= QUARTERS_KEPT:
            self.clear()
        last = self._first + len(counts)
        row = b"".join(map(getitem, _POINTS[self._first : last], counts))
        found = self[counts] = row, sum(map(getitem, _SUMMARIES[self._first : last], counts))
        return found


QUARTERS_KEPT = 4_000
_HOME, _NEAR_OUTFIELD, _FAR_OUTFIELD, _FAR_HOME = [_Quarter(first) for first in (0, 7, 13, 19)]


Summary = tuple[Any, ...]
"""The facts of a position from which the row is encoded: the fields of ``_SUMMARY``, then the point rows."""


def summarise(position: Points) -> Summary:
    """Return the summary of a position, combined from those of its quarters."""
    home_row, home = _HOME[position[:7]]
    near_row, near = _NEAR_OUTFIELD[position[7:13]]
    far_row, far = _FAR_OUTFIELD[position[13:19]]
    last_row, last = _FAR_HOME[position[19:]]
    fields = _SUMMARY.unpack((home + near + far + last).to_bytes(42, "little"))
    return (*fields, home_row + near_row + far_row + last_row)


def in_contact(summary: Summary) -> bool:
    """Whether checkers still have to pass each other; both sides must have some."""
    own, opponent = summary[0], summary[4]
    return bool(own.bit_length() + opponent.bit_length() > 27)


def checkers_left(summary: Summary) -> tuple[int, int]:
    """Return the numbers of checkers that the player on roll and the opponent have on the board."""
    return summary[12:14]


def encode_summary(summary: Summary) -> bytes:
    """Return the row of inputs of a position from its summary; see ``encode``."""
    (
        own, own_turned, own_made, own_made_turned,
        opponent, opponent_turned, opponent_made, opponent_made_turned,
        own_pips, opponent_pips, own_time, opponent_time, own_left, opponent_left, points,
    ) = summary  # fmt: skip
    rear = own.bit_length()
    opponent_rear = opponent.bit_length()
    return b"".join(
        (
            points,
            *_shots_at((opponent_turned ^ opponent_made_turned) & _POINT_BITS, own, opponent_made_turned),
            *_shots_at((own_turned ^ own_made_turned) & _POINT_BITS, opponent, own_made_turned),
            _PRIME[own_made >> 1 & _BITS],
            _PRIME[opponent_made >> 1 & _BITS],
            _HELD[opponent_made >> 27 - rear & _BITS] if rear else _HELD[0],
            _HELD[own_made >> 27 - opponent_rear & _BITS] if opponent_rear else _HELD[0],
            _CONTACT[rear + opponent_rear - 27 if rear and opponent_rear else 0],
            _ANCHOR[own_made >> 19 & 63],
            _ANCHOR[opponent_made >> 19 & 63],
            _PIPS[own_pips],
            _PIPS[opponent_pips],
            _LEAD[own_pips - opponent_pips],
            _OFF[own_left],
            _OFF[opponent_left],
            _TIME[own_time],
            _TIME[opponent_time],
        )
    )


def encode(position: Points) -> bytes:
    """Return the row of inputs of a position.

    ``position``: 26 ints seen by the player on roll. The row has ``INPUTS`` bytes, each 0 to 127 (32 is 1.0).
    """
    return encode_summary(summarise(position))


INPUTS: Final = len(encode(START))
"""The number of bytes in a row."""


def tables() -> dict[str, bytes]:
    """Return the tables by name, flattened, for code that joins rows itself (see ``encode``).

    Masks take 8 bytes, little-endian.
    """

    def wide(table: Sequence[int]) -> bytes:
        return b"".join(entry.to_bytes(8, "little") for entry in table)

    return {
        "point": b"".join(_OWN_BAR),
        "near": wide(_NEAR),
        "far": wide(_FAR),
        "prime": b"".join(_PRIME),
        "held": b"".join(_HELD),
        "count": b"".join(_COUNT),
        "contact": b"".join(_CONTACT),
        "anchor": b"".join(_ANCHOR),
        "pips": b"".join(_PIPS),
        "lead": b"".join(_LEAD),
        "off": b"".join(_OFF),
        "time": b"".join(_TIME),
    }
