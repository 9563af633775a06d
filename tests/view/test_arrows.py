"""Arrows: each goes from a moving checker to where it comes to rest, in both directions, for both sides."""

import re
from collections import Counter
from collections.abc import Iterator

import pytest
from app.positions import position
from effort import tries
from hypothesis import given, settings
from strategies import positions, rolls, seeds
from view.models import attribute, nodes, texts

from backgammon.core.dice import Roll
from backgammon.core.plays import Steps, legal_plays
from backgammon.core.position import BAR, OFF, Position
from backgammon.state.checkers import Layout, place
from backgammon.state.model import Direction
from backgammon.view import geometry
from backgammon.view.board.arrows import HEAD, RING, arrows, shape, ways
from backgammon.view.board.shown_plays import Kind, ShownPlay
from backgammon.view.geometry import Spot
from backgammon.view.node import Node

START = Position.start()
NUMBER = re.compile(r"-?\d+")
SIDES = (0, 1)


def shown_play(steps: Steps, before: Position = START, side: int = 0, kind: Kind = Kind.BEST) -> ShownPlay:
    return ShownPlay(kind, steps, before, side)


def layouts(play: ShownPlay) -> tuple[Layout, Layout]:
    """Return the checkers before a play and after it."""
    before = after = Layout.of(play.before if play.player == 0 else play.before.flip())
    for source, target in play.steps:
        after = after.move(play.player, source, target)
    return before, after


def top(layout: Layout, player: int, number: int, direction: Direction, below: int = 0) -> Spot:
    """Return the centre of the top checker on a place, or of the one ``below`` it by that many."""
    count = len(layout.stacks[place(player, number)])
    return geometry.checker(place(player, number), count - 1 - below, count, direction)


def spots(path: str) -> list[Spot]:
    numbers = [*map(int, NUMBER.findall(path))]
    return [Spot(*pair) for pair in zip(numbers[::2], numbers[1::2], strict=True)]


def nodes_of_class(tree: Node, class_: str) -> Iterator[Node]:
    return (node for node in nodes(tree) if class_ in (attribute(node, "class") or "").split())


@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize("side", SIDES)
def test_an_arrow_goes_from_the_top_checker_to_where_it_comes_to_rest(
    side: int, direction: Direction
) -> None:
    play = shown_play(((13, 8), (6, 5)), side=side)
    before, after = layouts(play)
    far, near = ways(play, direction)
    assert far.spots == (top(before, side, 13, direction), top(after, side, 8, direction))
    assert near.spots == (top(before, side, 6, direction), top(after, side, 5, direction))
    assert (far.hits, far.checkers) == ((), 1)


@settings(max_examples=tries(200), deadline=None)
@given(positions, rolls, seeds)
def test_every_arrow_ends_where_its_checkers_lie_after_the_play(
    before: Position, dice: Roll, seed: int
) -> None:
    """The checkers are moved as on the board; where many are on a point, the end is the top of the stack."""
    plays = legal_plays(before, dice)
    play = shown_play(plays[seed % len(plays)].steps, before, seed % 2)
    for direction in Direction:
        old, new = ({*all_spots(layout, play.player, direction)} for layout in layouts(play))
        for way in ways(play, direction):
            assert way.spots[0] in old
            assert way.spots[-1] in new


def all_spots(layout: Layout, player: int, direction: Direction) -> Iterator[Spot]:
    """Yield the centres of a side's checkers, and the five regular places of a point with more than five."""
    for number in range(26):
        at = place(player, number)
        count = len(layout.stacks[at])
        yield from (geometry.checker(at, index, count, direction) for index in range(count))
        if count > geometry.STACK:
            yield from (geometry.checker(at, index, 1, direction) for index in range(geometry.STACK))


@pytest.mark.parametrize("side", SIDES)
def test_play_to_the_left_is_play_to_the_right_mirrored(side: int) -> None:
    play = shown_play(((24, 14), (6, 5)), side=side)
    right, left = (ways(play, direction) for direction in Direction)
    for one, other in zip(right, left, strict=True):
        assert [Spot(geometry.WIDTH - spot.x, spot.y) for spot in one.spots] == [*other.spots]


@pytest.mark.parametrize("side", SIDES)
def test_from_the_bar_and_off_the_board(side: int) -> None:
    entering = shown_play(((BAR, 22),), position({25: 1, 6: 5, 13: 5}, {6: 5}), side)
    (way,) = ways(entering, Direction.RIGHT)
    before, after = layouts(entering)
    assert way.spots == (top(before, side, BAR, Direction.RIGHT), top(after, side, 22, Direction.RIGHT))
    assert way.spots[0].x == geometry.WIDTH // 2
    leaving = shown_play(((6, OFF), (5, OFF)), position({6: 2, 5: 1}, {6: 5}), side)
    far, near = ways(leaving, Direction.RIGHT)
    _, after = layouts(leaving)
    assert far.spots[-1] == top(after, side, OFF, Direction.RIGHT, below=1)
    assert near.spots[-1] == top(after, side, OFF, Direction.RIGHT)


def test_a_double_is_one_arrow_with_a_count() -> None:
    play = shown_play(((24, 20), (24, 20), (13, 9), (13, 9)))
    far, near = ways(play, Direction.RIGHT)
    assert (far.checkers, near.checkers) == (2, 2)
    (drawn,) = arrows((play,), Direction.RIGHT)
    assert len([*nodes_of_class(drawn, "arrow")]) == 2
    assert [texts(count) for count in nodes_of_class(drawn, "arrow-count")] == ["2", "2"]
    badges = [(attribute(each, "cx"), attribute(each, "cy")) for each in nodes_of_class(drawn, "arrow-badge")]
    assert badges == [(str(spot.x), str(spot.y)) for spot in (shape(way).badge for way in (far, near))]
    (single,) = arrows((shown_play(((24, 20), (13, 9))),), Direction.RIGHT)
    assert [*nodes_of_class(single, "arrow-count")] == []


def test_steps_of_one_checker_are_joined_and_stop_only_where_they_hit() -> None:
    (way,) = ways(shown_play(((24, 18), (18, 14))), Direction.RIGHT)
    assert len(way.spots) == 2
    blots = position({24: 2, 6: 5}, {7: 1, 6: 5})
    (way,) = ways(shown_play(((24, 18), (18, 14)), blots), Direction.RIGHT)
    hit = geometry.checker(18, 0, 1, Direction.RIGHT)
    assert (way.spots[1], way.hits) == (hit, (hit,))
    assert shape(way).rings.count("M") == 2, "round the checker that moves, and round the one that is hit"


def test_two_checkers_from_one_point_do_not_begin_at_the_same_spot() -> None:
    play = shown_play(((13, 8), (13, 7)))
    before, _ = layouts(play)
    begun = {way.spots[0] for way in ways(play, Direction.RIGHT)}
    assert begun == {top(before, 0, 13, Direction.RIGHT), top(before, 0, 13, Direction.RIGHT, below=1)}


@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize("side", SIDES)
def test_the_tip_is_the_place_and_the_shaft_begins_at_the_ring(side: int, direction: Direction) -> None:
    for steps in (((8, 5),), ((6, 5),), ((24, 14),), ((13, 7),)):
        (way,) = ways(shown_play(steps, side=side), direction)
        drawn = shape(way)
        start, control, base = spots(drawn.shaft)
        left, tip, right = spots(drawn.head)
        assert tip == way.spots[-1]
        assert abs(distance(start, way.spots[0]) - RING) <= 1
        assert abs(distance(base, tip) - HEAD) <= 1
        assert abs(distance(left, tip) - distance(right, tip)) <= 2
        assert distance(base, way.spots[0]) > RING, "the head has room, also on the next point"
        assert distance(drawn.badge, start) > RING, "the badge is out of the way"
        middle = Spot(*((one + other) // 2 for one, other in zip(way.spots[0], tip, strict=True)))
        assert abs(control.x - middle.x) <= 1
        assert abs(control.y - middle.y) < abs(way.spots[0].x - tip.x), "it bends a little"
        inwards = abs(control.y - geometry.MIDDLE) - abs(middle.y - geometry.MIDDLE)
        assert inwards < 0 or middle.y == geometry.MIDDLE or way.spots[0].x == tip.x


def distance(one: Spot, other: Spot) -> float:
    return float(((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5)


def test_what_two_plays_share_is_drawn_once_and_dashed_over() -> None:
    best, made = shown_play(((8, 5), (6, 5))), shown_play(((8, 5), (24, 23)), kind=Kind.MADE)
    under, over = arrows((best, made), Direction.RIGHT)
    assert [attribute(each, "class") for each in (under, over)] == ["arrows-best usual", "arrows-made usual"]
    parts = Counter(attribute(node, "class") for node in nodes(over))
    assert (parts["arrow-shaft"], parts["arrow-edge"], parts["arrow-head"]) == (2, 1, 1)


def test_a_step_that_more_checkers_make_lies_on_the_first_and_is_counted() -> None:
    before = position({6: 3, 8: 2}, {})
    best, made = shown_play(((6, 5), (8, 7)), before), shown_play(((6, 5), (6, 5)), before, kind=Kind.MADE)
    under, over = arrows((best, made), Direction.RIGHT)
    assert len([*nodes_of_class(under, "arrow-edge")]) == 2
    assert [*nodes_of_class(over, "arrow-edge")] == []
    assert [texts(each) for each in nodes_of_class(over, "arrow-count")] == ["2"]
    _, again = arrows((made, made), Direction.RIGHT)
    assert [*nodes_of_class(again, "arrow-count")] == []


def test_the_same_play_is_the_same_object() -> None:
    play = (shown_play(((8, 5), (6, 5))),)
    assert arrows(play, Direction.RIGHT)[0] is arrows(play, Direction.RIGHT)[0]
