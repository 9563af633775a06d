"""The boards after the legal plays of all 21 rolls, without the steps: the hot path of a search.

A *board* is one integer with a byte for each of the 26 places, index 0 of Points in the highest byte. A byte
is EMPTY plus the checkers there, the opponent's as a negative count. So a step is an addition, and boards
sort as their points do. The plays are those of core.plays, in its order, which handles bear-offs and two
checkers on the bar itself.
"""

from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from struct import Struct
from typing import NamedTuple

from backgammon.core.dice import ROLLS
from backgammon.core.plays import results
from backgammon.core.position import BAR, Points
from backgammon.core.rules import Rules

EMPTY = 128
_PLACES = Struct("26b")
_ALL_EMPTY = int.from_bytes(bytes([EMPTY] * 26))
_TURNED = bytes([(EMPTY - byte) % 256 for byte in range(256)])
"""Maps the byte of a place to its count as the opponent sees it, a signed byte."""

_ONE = [1 << 8 * (25 - place) for place in range(26)]
_HIT = [one - _ONE[0] for one in _ONE]
"""What hitting a blot adds to a step: the blot moves from the place to the opponent's bar."""
_STEP = [[_ONE[max(place - die, 0)] - _ONE[place] for place in range(26)] for die in range(7)]


def board_of(points: Points) -> int:
    """Return points as a board."""
    return int.from_bytes(_PLACES.pack(*points)) ^ _ALL_EMPTY


def pack_boards(boards: Iterable[int]) -> bytes:
    """Return the bytes of the places of boards, one board after another."""
    return b"".join([board.to_bytes(26) for board in boards])


def flip(by_roll: Sequence[Sequence[int]]) -> list[list[Points]]:
    """Return boards as points seen by the opponent, roll by roll."""
    places = b"".join([board.to_bytes(26, "little") for boards in by_roll for board in boards])
    points: Iterator[Points] = _PLACES.iter_unpack(places.translate(_TURNED))
    return [list(islice(points, len(boards))) for boards in by_roll]


class _Number(NamedTuple):
    """The steps possible with one number of the dice, by source, highest source first."""

    die: int
    ways: dict[int, int]
    """The steps from every place whose target is not blocked, whether or not a checker is there."""
    steps: dict[int, int]
    """The ways from places where the mover has a checker."""


def boards_by_roll(points: Points, rules: Rules) -> list[list[int]]:
    """Return the boards after each legal play of each of ROLLS, seen by the mover."""
    board = board_of(points)
    numbers = [_number(points, die) for die in range(7)]
    outside = sum([count for count in points[7:] if count > 0])
    found = []
    for high, low in ROLLS:
        boards: Iterable[int] = ()
        if high == low:
            boards = _double(points, board, high)
        elif points[BAR] == 1:
            boards = _enter(points, board, numbers[high], numbers[low])
        elif outside > 1 and not points[BAR]:
            boards = _pair(points, board, numbers[high], numbers[low])
        found.append(list(boards) or [board_of(after) for after in results(points, (high, low), rules)])
    return found


def _number(points: Points, die: int) -> _Number:
    step = _STEP[die]
    ways = {
        place: step[place] + _HIT[place - die] if points[place - die] == -1 else step[place]
        for place in range(BAR, die, -1)
        if points[place - die] > -2
    }
    return _Number(die, ways, {place: way for place, way in ways.items() if points[place] > 0})


def _pair(points: Points, board: int, high: _Number, low: _Number) -> Iterable[int]:
    """Return the boards after playing two different numbers; see core.plays._open_pair."""
    found = []
    for source, step in high.steps.items():
        target, between = source - high.die, board + step
        found += [between + further for further in _after(points, source, target, low).values()]
        if points[target] <= 0 and target in low.ways:
            found.append(between + low.ways[target])
    for source, step in low.steps.items():
        target = source - low.die
        if points[target] <= 0 and target in high.ways:
            found.append(board + step + high.ways[target])
    return dict.fromkeys(found)


def _enter(points: Points, board: int, high: _Number, low: _Number) -> Iterable[int]:
    """Like _pair, where the first number played must enter a checker from the bar."""
    found = []
    for first, second in ((high, low), (low, high)):
        if BAR in first.steps:
            target, between = BAR - first.die, board + first.steps[BAR]
            further = _after(points, BAR, target, second)
            if target in second.ways:
                further[target] = second.ways[target]
            found += [between + further[source] for source in sorted(further, reverse=True)]
    return dict.fromkeys(found)


def _after(points: Points, source: int, target: int, number: _Number) -> dict[int, int]:
    """Return the steps with a second number by the checkers that the first step did not move."""
    is_hit = points[target] == -1
    if points[source] > 1 and not is_hit:
        return number.steps
    steps = dict(number.steps)
    if points[source] == 1:
        steps.pop(source, None)
    if is_hit and target + number.die in steps:
        steps[target + number.die] -= _HIT[target]
    return steps


def _double(points: Points, board: int, die: int) -> Sequence[int]:
    """Like _pair, for a double (see core.plays._open_double); empty where a checker might be borne off."""
    ways = [place for place in range(24, die, -1) if points[place - die] > -2]
    held, left = list(points), 4
    while held[BAR] and left and held[BAR - die] > -2:
        board += _step(held, BAR, die)
        left -= 1
    if held[BAR] or not left:
        return [board]
    if sum([count for count in held[7:] if count > 0]) < left:
        return ()
    further = {place: ways[index:] for index, place in enumerate(ways)}
    plays = [(board, held, ways)]
    for _ in range(left - 1):
        longer = []
        for board, held, sources in plays:
            for source in sources:
                if held[source] > 0:
                    after = held.copy()
                    longer.append((board + _step(after, source, die), after, further[source]))
        if not longer:
            return [board for board, _, _ in plays]
        plays = longer
    return _last_steps(plays, die) or [board for board, _, _ in plays]


def _step(held: list[int], source: int, die: int) -> int:
    """Make a step in ``held``; return what it adds to the board."""
    target = source - die
    held[source] -= 1
    if held[target] < 0:
        held[target] = 1
        held[0] -= 1
        return _STEP[die][source] + _HIT[target]
    held[target] += 1
    return _STEP[die][source]


def _last_steps(plays: Iterable[tuple[int, Sequence[int], Sequence[int]]], die: int) -> list[int]:
    """Return the boards after one more step."""
    step = _STEP[die]
    return [
        board + step[source] + _HIT[source - die] if held[source - die] < 0 else board + step[source]
        for board, held, sources in plays
        for source in sources
        if held[source] > 0
    ]
