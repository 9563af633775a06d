"""Nothing on the board overlaps wrongly, all is inside it, and the two directions are mirror images."""

from itertools import combinations

import pytest

from backgammon.core.position import BAR, CHECKERS, OFF
from backgammon.state.checkers import BAR_1, OFF_1, PLACES
from backgammon.state.model import Direction
from backgammon.view import geometry
from backgammon.view.geometry import Box

DIRECTIONS = tuple(Direction)
NOT_TRAYS = [at for at in range(PLACES) if at not in (OFF, OFF_1)]


def around(x: int, y: int, width: int, height: int) -> Box:
    return Box(x - width // 2, y - height // 2, width, height)


def apart(one: Box, other: Box) -> bool:
    return (
        one.x + one.width <= other.x
        or other.x + other.width <= one.x
        or one.y + one.height <= other.y
        or other.y + other.height <= one.y
    )


def inside(box: Box) -> bool:
    return (
        box.x >= 0
        and box.x + box.width <= geometry.WIDTH
        and box.y >= 0
        and box.y + box.height <= geometry.HEIGHT
    )


def stack(at: int, count: int, direction: Direction) -> list[Box]:
    """Return the boxes that ``count`` checkers on a place fill."""
    size = (geometry.TRAY, geometry.EDGE) if at in (OFF, OFF_1) else (geometry.D, geometry.D)
    return [around(*geometry.checker(at, index, count, direction), *size) for index in range(count)]


@pytest.mark.parametrize("direction", DIRECTIONS)
@pytest.mark.parametrize("at", range(PLACES))
def test_fifteen_checkers_stay_on_their_place(at: int, direction: Direction) -> None:
    for count in range(1, CHECKERS + 1):
        assert all(inside(box) for box in stack(at, count, direction))
        assert {box.centre.x for box in stack(at, count, direction)} == {geometry.column(at, direction)}


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_five_checkers_stand_without_overlap_and_leave_room_for_dice(direction: Direction) -> None:
    dice = [
        around(*geometry.die(player, index, count, direction), geometry.DIE, geometry.DIE)
        for player in (0, 1)
        for count in (2, 4)
        for index in range(count)
    ]
    points = [box for at in range(1, 25) for box in stack(at, geometry.STACK, direction)]
    assert all(apart(*pair) for pair in combinations(points, 2))
    assert all(apart(box, die) for box in points for die in dice)


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_the_larger_dice_of_a_telephone_stay_in_their_half_and_touch_no_checker(direction: Direction) -> None:
    size = round(geometry.DIE * geometry.LARGER)
    columns = [box for at in range(1, 25) for box in stack(at, geometry.STACK, direction)]
    for player in (0, 1):
        middle = geometry.dice(player, 4, direction).centre.x
        dice = [geometry.die(player, index, 4, direction) for index in range(4)]
        larger = [around(middle + round((x - middle) * geometry.LARGER), y, size, size) for x, y in dice]
        assert all(apart(*pair) for pair in combinations(larger, 2))
        assert all(apart(die, checker) for die in larger for checker in columns)
        assert any(
            half.x <= larger[0].x and larger[3].x + size <= half.x + half.width for half in geometry.fields()
        )


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_more_than_five_keep_the_length_of_five(direction: Direction) -> None:
    for at in range(1, 25):
        ends = [geometry.checker(at, count - 1, count, direction) for count in range(5, CHECKERS + 1)]
        assert len(set(ends)) == 1


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_fifteen_lie_in_a_tray_without_overlap(direction: Direction) -> None:
    for at in (OFF, OFF_1):
        boxes = stack(at, CHECKERS, direction)
        assert all(apart(*pair) for pair in combinations(boxes, 2))
        well = geometry.place_box(at, direction)
        assert all(well.y <= box.y and box.y + box.height <= well.y + well.height for box in boxes)


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_areas_to_tap_do_not_overlap_and_hold_their_checkers(direction: Direction) -> None:
    boxes = [geometry.place_box(at, direction) for at in range(PLACES)]
    assert all(inside(box) for box in boxes)
    assert all(apart(*pair) for pair in combinations(boxes, 2))
    for at in NOT_TRAYS:
        x, y = geometry.checker(at, 0, 1, direction)
        box = boxes[at]
        assert box.x < x < box.x + box.width
        assert box.y < y < box.y + box.height


def test_play_to_the_left_is_play_to_the_right_mirrored() -> None:
    right, left = Direction.RIGHT, Direction.LEFT
    for at in range(PLACES):
        assert geometry.column(at, left) == geometry.WIDTH - geometry.column(at, right)
        assert geometry.mirror_box(geometry.place_box(at, right), left) == geometry.place_box(at, left)
    for owner in (None, 0, 1):
        assert geometry.cube(owner, left).x == geometry.WIDTH - geometry.cube(owner, right).x


def test_the_two_players_sit_opposite() -> None:
    for number in range(1, 25):
        mine, theirs = (geometry.checker(at, 0, 1, Direction.RIGHT) for at in (number, 25 - number))
        assert mine.x == theirs.x
        assert mine.y == geometry.HEIGHT - theirs.y
    assert geometry.is_top(BAR)
    assert not geometry.is_top(BAR_1)


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_the_crop_of_a_small_screen_cuts_no_place_off(direction: Direction) -> None:
    crop = geometry.mirror_box(
        Box(geometry.NARROW_LEFT, 0, geometry.NARROW_WIDTH, geometry.HEIGHT), direction
    )
    for at in range(PLACES):
        box = geometry.place_box(at, direction)
        assert crop.x <= box.x
        assert box.x + box.width <= crop.x + crop.width


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_point_is_as_wide_as_a_checker_and_begins_where_its_first_one_lies(direction: Direction) -> None:
    for at in range(1, 25):
        left, right, tip = geometry.triangle(at, direction)
        lowest, box = geometry.checker(at, 0, 1, direction), geometry.place_box(at, direction)
        edge = box.y if geometry.is_top(at) else box.y + box.height
        assert (left, right) == ((box.x, edge), (box.x + box.width, edge))
        assert tip.x == lowest.x
        assert abs(lowest.y - edge) < abs(tip.y - edge) < geometry.STACK * geometry.D
        assert abs(tip.y - lowest.y) < abs(tip.y - edge)


def test_the_frame_surrounds_fields_bar_and_trays() -> None:
    bar = Box(geometry.BAR_LEFT, geometry.FRAME, geometry.BAR_WIDTH, geometry.INNER)
    fields, trays, rails = geometry.fields(), geometry.trays(), geometry.rails()
    assert all(inside(box) for box in (*fields, *trays, *rails))
    assert all(apart(*pair) for pair in combinations((*fields, bar, *rails), 2))
    assert all(apart(*pair) for pair in combinations((*fields, bar, *trays), 2))
    covered = sum(box.width * box.height for box in (*fields, bar, *rails))
    corners = 4 * geometry.FRAME**2
    assert covered + corners == geometry.WIDTH * geometry.HEIGHT
    for at in (OFF, OFF_1):
        assert geometry.place_box(at, Direction.RIGHT) in trays


@pytest.mark.parametrize("direction", DIRECTIONS)
def test_the_cube_lies_in_its_tray_on_its_owners_side_and_an_offered_one_in_a_field(
    direction: Direction,
) -> None:
    tray, *others = (geometry.mirror_box(box, direction) for box in geometry.trays())
    upper, middle, lower = (geometry.cube(owner, direction) for owner in (1, None, 0))
    cubes = [around(*spot, geometry.CUBE, geometry.CUBE) for spot in (upper, middle, lower)]
    for box in cubes:
        assert box.centre.x == tray.centre.x
        assert tray.y <= box.y < box.y + box.height <= tray.y + tray.height
        assert all(apart(box, other) for other in others)
    assert middle.y == geometry.MIDDLE
    assert middle.y - upper.y == lower.y - middle.y > geometry.CUBE
    for player in (0, 1):
        offered = geometry.cube_offered(player, direction)
        assert offered == geometry.dice(player, 2, direction).centre
