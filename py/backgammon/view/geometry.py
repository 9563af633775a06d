"""The layout of the board, in hundredths of a checker's diameter; no other file has coordinates.

Places are those of state.checkers: player 0's numbers, player 0 at the bottom; 25 and 0 are player 0's bar
and tray, 26 and 27 player 1's. Play to the left is play to the right, mirrored. A small screen shows a crop
of the same drawing (NARROW) without the frame's sides and the cube's tray; the style sheets repeat its
figures, and a test compares them.
"""

from typing import NamedTuple

from backgammon.core.match import Player
from backgammon.core.position import BAR, OFF
from backgammon.state.checkers import BAR_1, OFF_1
from backgammon.state.model import Direction

D = 100
"""A checker's diameter; everything below is a share of it."""

FRAME = 38
TRAY = 100
RAIL = 20
BAR_WIDTH = 112
HALF = 6 * D
INNER = 10 * D + 176
"""Five checkers from above, five from below, and room for dice between them."""
POINT_LENGTH = 470
STACK = 5
"""Number of checkers that fit on a point without overlapping."""

WELL = 428
"""Height of a tray for fifteen checkers that stand on edge."""
EDGE = 27
"""Height of a borne-off checker in its tray."""

WIDTH = 2 * (FRAME + TRAY + RAIL + HALF) + BAR_WIDTH
HEIGHT = 2 * FRAME + INNER
MIDDLE = HEIGHT // 2

DIE = 84
CUBE = 84
TOUCH = DIE + 54
"""Height of the touch area of dice and cube."""
PIPS = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}
"""The pips of each face of a die, in steps across and down from its middle."""
LARGER = 1.45
"""How much larger telephones show dice and an offered cube: four dice fill a half and touch no checker."""

FIELD_LEFT = FRAME + TRAY + RAIL
FIELD_RIGHT = WIDTH - FIELD_LEFT
BAR_LEFT = FIELD_LEFT + HALF
BAR_RIGHT = BAR_LEFT + BAR_WIDTH

NARROW_LEFT = FIELD_LEFT - 10
NARROW_WIDTH = WIDTH - FRAME - NARROW_LEFT + 4
"""The crop of a narrow screen for play to the right: from just left of the field to just past the tray."""


class Spot(NamedTuple):
    """A point of the drawing."""

    x: int
    y: int


class Box(NamedTuple):
    """A rectangle of the drawing."""

    x: int
    y: int
    width: int
    height: int

    @property
    def centre(self) -> Spot:
        return Spot(self.x + self.width // 2, self.y + self.height // 2)


def _mirror_x(x: int, direction: Direction) -> int:
    return x if direction is Direction.RIGHT else WIDTH - x


def is_top(place: int) -> bool:
    """Whether a place is in the upper half; a checker on the bar waits in the half where it will enter."""
    return 13 <= place <= BAR or place == OFF_1


def column(place: int, direction: Direction) -> int:
    """Return the x of the middle of a place's column."""
    if place in (BAR, BAR_1):
        return WIDTH // 2
    if place in (OFF, OFF_1):
        return _mirror_x(WIDTH - FRAME - TRAY // 2, direction)
    index = place - 13 if place > 12 else 12 - place
    return _mirror_x(FIELD_LEFT + index * D + D // 2 + (BAR_WIDTH if index > 5 else 0), direction)


def _from_edge(place: int, distance: int) -> int:
    """Return the y at a distance from the edge of the field that a place touches."""
    return FRAME + distance if is_top(place) else HEIGHT - FRAME - distance


def checker(place: int, index: int, count: int, direction: Direction) -> Spot:
    """Return the middle of checker ``index`` (from 0, the lowest) of ``count`` on a place.

    More than five checkers overlap, to fit into the length of five.
    """
    x = column(place, direction)
    if place in (OFF, OFF_1):
        return Spot(x, _from_edge(place, 10 + EDGE // 2 + index * EDGE))
    pitch = D if count <= STACK else (STACK - 1) * D / (count - 1)
    if place in (BAR, BAR_1):
        outwards = -1 if is_top(place) else 1
        return Spot(x, MIDDLE + outwards * round(D + index * pitch))
    return Spot(x, _from_edge(place, round(D / 2 + index * pitch)))


def place_box(place: int, direction: Direction) -> Box:
    """Return the touch area of a place: a column up to the dice, half of the bar, or a tray."""
    x = column(place, direction)
    if place in (OFF, OFF_1):
        return Box(x - TRAY // 2, FRAME if is_top(place) else HEIGHT - FRAME - WELL, TRAY, WELL)
    width = BAR_WIDTH if place in (BAR, BAR_1) else D
    height = INNER // 2 - DIE // 2 - 4
    return Box(x - width // 2, FRAME if is_top(place) else HEIGHT - FRAME - height, width, height)


def triangle(place: int, direction: Direction) -> tuple[Spot, Spot, Spot]:
    """Return the corners of a point: two on the edge, then the tip."""
    x, edge = column(place, direction), _from_edge(place, 0)
    return Spot(x - D // 2, edge), Spot(x + D // 2, edge), Spot(x, _from_edge(place, POINT_LENGTH))


def number(place: int, direction: Direction) -> Spot:
    """Return the middle of a point's number, on the frame."""
    return Spot(column(place, direction), FRAME // 2 if is_top(place) else HEIGHT - FRAME // 2)


def rolls_right(player: Player, direction: Direction) -> bool:
    """Whether a player rolls in the drawing's right half; in play to the right each uses their own right."""
    return (player == 0) == (direction is Direction.RIGHT)


def _half(player: Player, direction: Direction) -> int:
    """Return the x of the middle of the half in which a player rolls."""
    right = rolls_right(player, direction)
    return (BAR_RIGHT + FIELD_RIGHT) // 2 if right else (FIELD_LEFT + BAR_LEFT) // 2


def die(player: Player, index: int, count: int, direction: Direction) -> Spot:
    """Return the middle of die ``index`` of ``count`` that a player rolled."""
    return Spot(_half(player, direction) + round((index - (count - 1) / 2) * (DIE + 18)), MIDDLE)


def dice(player: Player, count: int, direction: Direction) -> Box:
    """Return the touch area of a player's dice, including the gaps between them."""
    width, height = count * (DIE + 18) + 24, TOUCH
    return Box(_half(player, direction) - width // 2, MIDDLE - height // 2, width, height)


def cube(owner: Player | None, direction: Direction) -> Spot:
    """Return the spot of the cube: in the tray without checkers, in the middle or at its owner's side."""
    x = _mirror_x(FRAME + TRAY // 2, direction)
    if owner is None:
        return Spot(x, MIDDLE)
    return Spot(x, HEIGHT - FRAME - TRAY // 2 if owner == 0 else FRAME + TRAY // 2)


def cube_offered(answering: Player, direction: Direction) -> Spot:
    """Return the spot of an offered cube: on the field, in the answering player's half."""
    return Spot(_half(answering, direction), MIDDLE)


def trays() -> tuple[Box, Box, Box]:
    """Return the trays beside the field, for play to the right: the cube's, the upper and the lower one."""
    left, right = FRAME, WIDTH - FRAME - TRAY
    return (
        Box(left, FRAME, TRAY, INNER),
        Box(right, FRAME, TRAY, WELL),
        Box(right, HEIGHT - FRAME - WELL, TRAY, WELL),
    )


def fields() -> tuple[Box, Box]:
    """Return the two halves of the field."""
    return Box(FIELD_LEFT, FRAME, HALF, INNER), Box(BAR_RIGHT, FRAME, HALF, INNER)


def rails() -> tuple[Box, Box, Box, Box]:
    """Return the four rails of the frame: above, below, and at the sides with the trays in them."""
    side = FRAME + TRAY + RAIL
    return (
        Box(FRAME, 0, WIDTH - 2 * FRAME, FRAME),
        Box(FRAME, HEIGHT - FRAME, WIDTH - 2 * FRAME, FRAME),
        Box(0, FRAME, side, INNER),
        Box(WIDTH - side, FRAME, side, INNER),
    )


def mirror_box(box: Box, direction: Direction) -> Box:
    """Return a box, given for play to the right, for this direction of play."""
    if direction is Direction.RIGHT:
        return box
    return box._replace(x=WIDTH - box.x - box.width)
