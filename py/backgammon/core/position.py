"""A position is a small value, seen by the player on roll; ``flip`` gives the other player's view."""

import base64
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from backgammon.core.errors import PositionError

Points = tuple[int, ...]
"""26 numbers: [25] the mover's bar (>= 0), [24] … [1] the points in the mover's numbering (mover's checkers
positive, opponent's negative), [0] the opponent's bar (<= 0). Checkers that are missing are borne off."""

BAR, OFF = 25, 0
"""The two ends of a step: a checker enters from 25 and is borne off to 0."""

CHECKERS = 15
"""The number of checkers of each side; the rules may set fewer (core.rules), never more."""

_START = {24: 2, 13: 5, 8: 3, 6: 5, 1: -2, 12: -5, 17: -3, 19: -5}
START: Points = tuple([_START.get(point, 0) for point in range(26)])
"""The usual set-up."""


def flip_points(points: Points) -> Points:
    """Return the same points seen by the other player."""
    return tuple([-count for count in points[::-1]])


def all_home(points: Sequence[int]) -> bool:
    """Whether every checker the mover still has is on points 1 to 6."""
    return max(points[7:]) <= 0


def is_contact(points: Sequence[int]) -> bool:
    """Whether some checker still has to pass an opposing one."""
    mine = max([point for point in range(26) if points[point] > 0], default=0)
    theirs = min([point for point in range(26) if points[point] < 0], default=25)
    return mine > theirs


def count_checkers(points: Sequence[int]) -> int:
    """Return how many checkers the player who sees the points has on the board."""
    return sum([count for count in points if count > 0])


@dataclass(frozen=True, slots=True)
class Position:
    """The position of the checkers, seen by the player on roll.

    ``points`` is a tuple of 26 ints (see Points); a list is converted to one. ``checkers`` is the number of
    each side; those not on the board are borne off. Raises PositionError for points that no game can reach.
    """

    points: Points
    checkers: int = CHECKERS

    def __post_init__(self) -> None:
        try:
            points, whole = tuple(self.points), self.checkers
        except TypeError:
            raise _no_position(self.points) from None
        object.__setattr__(self, "points", points)
        if len(points) != 26 or any(type(count) is not int for count in points):
            raise PositionError(f"a position is 26 whole numbers, not {points!r}")
        if points[BAR] < 0 or points[0] > 0:
            raise PositionError(f"a bar holds checkers of one side, at index 25 the mover's: {points!r}")
        for name, off in (("the player on roll", self.off), ("the opponent", self.opponent_off)):
            if off < 0:
                raise PositionError(f"{name} has {whole - off} checkers, more than {whole}: {points!r}")
        if self.off == self.opponent_off == whole:
            raise PositionError("both sides have borne off all their checkers", "empty")

    @classmethod
    def start(cls) -> "Position":
        """Return the usual opening position; for other rules see ``Rules.opening_position``."""
        return cls(START)

    @property
    def off(self) -> int:
        """Checkers the player on roll has borne off."""
        return self.checkers - count_checkers(self.points)

    @property
    def opponent_off(self) -> int:
        """Checkers the opponent has borne off."""
        return self.checkers + sum([count for count in self.points if count < 0])

    @property
    def pips(self) -> int:
        """Pip count of the player on roll."""
        return sum([point * count for point, count in enumerate(self.points) if count > 0])

    @property
    def opponent_pips(self) -> int:
        """Pip count of the opponent."""
        return sum([(point - 25) * count for point, count in enumerate(self.points) if count < 0])

    def flip(self) -> "Position":
        """Return the same position seen by the other player."""
        return make_unchecked(flip_points(self.points), self.checkers)

    @property
    def gnu_id(self) -> str:
        """GNU Backgammon's position ID: 14 base64 characters, as gnubg prints it when this player is on roll.

        Source: the GNU Backgammon manual, "A technical description of the position ID".
        """
        bits = []
        for side in (flip_points(self.points), self.points):
            for point in range(1, 26):
                bits.extend([1] * max(0, side[point]))
                bits.append(0)
        number = sum(bit << index for index, bit in enumerate(bits))
        return base64.b64encode(number.to_bytes(10, "little")).decode("ascii").rstrip("=")

    @classmethod
    def from_gnu_id(cls, text: str) -> "Position":
        """Read a GNU Backgammon position ID, seen by the player on roll; the inverse of gnu_id.

        Raises a PositionError that quotes the text.
        """
        try:
            data = base64.b64decode(text + "==", validate=True)
        except ValueError:
            data = b""
        if len(text) != 14 or len(data) != 10:
            raise PositionError(f"a GNU position ID is 14 characters such as 4HPwATDgc/ABMA, not {text!r}")
        counts, count = [], 0
        number = int.from_bytes(data, "little")
        for index in range(80):
            if number >> index & 1:
                count += 1
            else:
                counts.append(count)
                count = 0
        if count or len(counts) < 50 or any(counts[50:]):
            raise PositionError(f"the position ID {text!r} does not describe 2 × 25 points")
        position = cls._from_sides(counts[25:50], counts[:25], text)
        if position.gnu_id != text:
            raise PositionError(f"the position ID {text!r} should end as {position.gnu_id!r} does")
        return position

    @classmethod
    def _from_sides(cls, mover: Sequence[int], opponent: Sequence[int], text: str) -> "Position":
        points = [0] * 26
        for index in range(25):
            points[index + 1] = mover[index]
        for index in range(25):
            point = 24 - index
            if opponent[index] and points[point] > 0:
                raise PositionError(f"{text!r} puts checkers of both sides on point {point}")
            points[point] -= opponent[index]
        return cls(tuple(points))


def make_unchecked(points: Points, checkers: int = CHECKERS) -> Position:
    """Wrap points that the rules themselves produced, without checking them again."""
    position = object.__new__(Position)
    object.__setattr__(position, "points", points)
    object.__setattr__(position, "checkers", checkers)
    return position


def points_of(position: Position | Points) -> Points:
    """Return the points of a position that may be given by them, unchecked but for what is no position."""
    if isinstance(position, Position):
        return position.points
    if not isinstance(position, Iterable):
        raise _no_position(position)
    return position


def _no_position(value: object) -> PositionError:
    return PositionError(
        f"a position is needed, as in match.position, or its 26 whole numbers, not {value!r:.60}"
    )
