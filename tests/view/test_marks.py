"""Everything lies where it belongs: rings, outlines, targets, numbers, counts, dice, the top checker."""

from dataclasses import replace

import pytest
from app.positions import position
from effort import tries
from hypothesis import given, settings
from strategies import positions, rolls, seeds
from view.models import FIRST, SAY, after, at, attribute, nodes, texts
from view.screens import MINE, TURN, run_commands
from view.test_board import START, checkers, nodes_of_class, to_roll, transform_of

from backgammon.core.dice import Roll
from backgammon.core.match import OpeningRoll, Played, Refused, Resigned, apply
from backgammon.core.plays import Move, Turn, legal_plays
from backgammon.core.position import CHECKERS, OFF, Position
from backgammon.core.rules import STANDARD
from backgammon.state.checkers import OFF_1, Layout, place
from backgammon.state.model import Direction, Log, Model
from backgammon.state.recall import recalled_board
from backgammon.state.stage import Resting, Tumbling
from backgammon.view import geometry
from backgammon.view.board.board import board
from backgammon.view.board.board_view import BoardView, Die, board_view
from backgammon.view.board.svg import shift_to
from backgammon.view.geometry import Spot
from backgammon.view.node import Node


def centres(found: list[Node]) -> list[Spot]:
    """Return the centres of circles, in order."""
    return sorted(Spot(int(attribute(each, "cx") or ""), int(attribute(each, "cy") or "")) for each in found)


@settings(max_examples=tries(10), deadline=None)
@given(positions, rolls, seeds)
def test_rings_lie_round_what_arrived_and_outlines_where_it_left_a_gap(
    start: Position, dice: Roll, seed: int
) -> None:
    """Of checkers that overlap, only the top one has a ring, and no outline lies among them."""
    plays, side, direction = legal_plays(start, dice), seed % 2, [*Direction][seed // 2 % 2]
    moves = Turn(start, dice, STANDARD).read(plays[seed % len(plays)].steps)
    old = new = Layout.of(start if side == 0 else start.flip())
    for move in moves:
        new = new.move(side, move.source, move.target)
    arrived, gaps = list[Spot](), list[Spot]()
    for spot, (before, now) in enumerate(zip(old.stacks, new.stacks, strict=True)):
        came = [index for index, each in enumerate(now) if each not in before and each // CHECKERS == side]
        gone = [each for each in before if each not in now and each // CHECKERS == side]
        if spot not in (OFF, OFF_1):
            shown = came if len(now) <= geometry.STACK else came[-1:]
            arrived += [geometry.checker(spot, index, len(now), direction) for index in shown]
        if gone and (not now or max(len(before), len(now)) <= geometry.STACK):
            free = range(len(now), min(len(before), geometry.STACK))
            gaps += [geometry.checker(spot, index, 1, direction) for index in free]
    view = BoardView(new, direction=direction, last=moves, last_player=side)
    drawn = board(view, SAY)
    assert centres(nodes_of_class(drawn, "last")) == sorted(arrived)
    for tone in ("ghost", "ghost-gaps"):
        assert centres(nodes_of_class(drawn, tone)) == sorted(gaps)


@settings(max_examples=tries(10), deadline=None)
@given(positions, rolls)
def test_a_target_lies_where_the_checker_will_rest(start: Position, dice: Roll) -> None:
    model = at(start, dice=dice)
    for source in board_view(model).sources:
        view = board_view(replace(model, game=replace(model.game, selected=source)))
        drawn = board(view, SAY)
        lit = {attribute(each, "data-landing"): each for each in nodes_of_class(drawn, "target")}
        assert {*lit} == {str(target.place) for target in view.targets}
        areas = {attribute(each, "data-landing"): each for each in nodes_of_class(drawn, "landing")}
        for target in view.targets:
            found, box = lit[str(target.place)], geometry.place_box(target.place, Direction.RIGHT)
            names = (attribute(found, "class") or "").split()
            assert names == ["target", *["hit"] * target.hit, *["far"] * target.far]
            assert attribute(areas[str(target.place)], "x") == str(box.x)
            height = len(view.layout.move(0, source, target.place).stacks[target.place])
            if target.place != OFF:
                spot = geometry.checker(target.place, min(height, geometry.STACK) - 1, 1, Direction.RIGHT)
                assert attribute(found, "transform") == shift_to(spot)


def test_no_outline_lies_where_another_checker_has_come() -> None:
    moves = (Move(8, 3, 5), Move(13, 8, 5))
    layout = START.layout.move(0, 8, 3).move(0, 13, 8)
    drawn = board(replace(START, layout=layout, last=moves), SAY)
    assert centres(nodes_of_class(drawn, "ghost")) == [geometry.checker(13, 4, 1, Direction.RIGHT)]


@pytest.mark.parametrize("mover", [0, 1])
def test_only_the_top_checker_is_lifted_and_lies_above_all(mover: int) -> None:
    view = replace(START, mover=mover, selected=13, raised=3)
    lifted = [key for key, each in checkers(view).items() if "lifted" in (attribute(each, "class") or "")]
    top = START.layout.stacks[place(mover, 13)][-1]
    assert lifted == [f"c{top}"] == [*checkers(view)][-1:]
    assert [*checkers(view)][-2] == "c3", "the one that moves lies below it, and above all others"
    for other in (replace(view, editing=True), replace(view, mover=1 - mover, selected=12)):
        assert not [each for each in checkers(other).values() if "lifted" in (attribute(each, "class") or "")]


def test_the_checker_that_moved_last_is_drawn_above_the_others() -> None:
    played = next(model for model in map(after, range(5, 9)) if model.game.match.on_roll == 0)
    preview = run_commands(MINE, "hint", "hint-answer", "show-play=1")
    recalled = replace(to_roll(played), recalled=1)
    assert recalled_board(recalled)
    for model in (played, TURN["to confirm"], preview, recalled):
        view = board_view(model)
        moves, side = (view.last, view.last_player) if view.last else ((view.plays[0].steps), view.mover)
        target = view.layout.stacks[place(side, moves[-1][1])]
        assert [*checkers(view)][-1] == f"c{target[-1]}"
    nothing_yet = replace(recalled, recalled=0)
    assert board_view(nothing_yet).raised is None


def test_a_play_is_shown_again_also_after_a_resignation_that_was_refused() -> None:
    """It is the latest play, not the latest action, that is taken back."""
    played = to_roll(next(model for model in map(after, range(5, 9)) if model.game.match.on_roll == 0))
    log = played.game.log
    for action in (Resigned(1), Refused()):
        log = log.with_action(action, played.game.match)
    refused = replace(played, game=replace(played.game, log=log))
    before, again = (recalled_board(replace(model, recalled=0)) for model in (played, refused))
    assert before
    assert before == again
    assert before.layout != played.game.layout


def test_a_stack_that_overlaps_says_how_many_it_has_on_its_top_checker() -> None:
    layout = Layout.of(position({6: 7, 8: 5}, {6: 9, 1: 1}))
    view = BoardView(layout)
    found = nodes_of_class(board(view, SAY), "counts")[0]
    shown = {texts(each): each for each in found.children if isinstance(each, Node)}
    assert {number: attribute(each, "class") for number, each in shown.items()} == {
        "7": "on-light",
        "9": "on-dark",
    }
    for number, each in shown.items():
        (stack,) = [stack for stack in layout.stacks[1:25] if len(stack) == int(number)]
        middle = Spot(int(attribute(each, "x") or ""), int(attribute(each, "y") or ""))
        assert transform_of(checkers(view)[f"c{stack[-1]}"]) == shift_to(middle)


@pytest.mark.parametrize("direction", Direction)
@pytest.mark.parametrize("mover", [0, 1])
def test_a_number_stands_at_the_end_of_its_point(mover: int, direction: Direction) -> None:
    drawn = board(replace(START, mover=mover, direction=direction), SAY)
    areas = {attribute(each, "data-place"): each for each in nodes_of_class(drawn, "place")}
    (numbers,) = nodes_of_class(drawn, "numbers")
    shown = [each for each in numbers.children if isinstance(each, Node)]
    assert len(shown) == 24
    for each in shown:
        x, y, width, height = (
            int(attribute(areas[texts(each)], name) or "") for name in ("x", "y", "width", "height")
        )
        assert attribute(each, "x") == str(x + width // 2)
        edge = int(attribute(each, "y") or "")
        assert y - geometry.FRAME < edge < y or y + height < edge < y + height + geometry.FRAME


def test_nothing_that_is_drawn_in_a_checker_is_hidden_by_what_lies_on_it() -> None:
    for each in checkers(START).values():
        sizes = [int(attribute(part, "r") or "") for part in nodes(each) if part.tag == "circle"]
        assert sizes == sorted(sizes, reverse=True)
        assert len(sizes) == (4 if "dark" in (attribute(each, "class") or "").split() else 3)


def dice_values(model: Model) -> list[tuple[int, list[int]]]:
    return [(dice.player, [die.value for die in dice.faces]) for dice in board_view(model).dice]


def test_the_dice_show_no_number_before_they_are_rolled() -> None:
    mine = next(model for model in map(after, range(5, 9)) if model.game.match.on_roll == 0)
    blank, _ = board_view(to_roll(mine)).dice
    assert (blank.player, blank.faces) == (0, (Die(0), Die(0)))


@pytest.mark.parametrize("stage", [Tumbling(), Resting()])
def test_at_the_opening_each_side_has_the_die_that_it_rolled(stage: Tumbling | Resting) -> None:
    model = after(0)
    opening = replace(model.game, log=Log((), (OpeningRoll(1, 2),)))
    shown = replace(model, game=replace(opening, stage=stage))
    assert dice_values(shown) == [(0, [1]), (1, [2])]
    assert [dice.rolling for dice in board_view(shown).dice] == 2 * [isinstance(stage, Tumbling)]


@pytest.mark.parametrize("roll", [(4, 2), (2, 4)])
def test_the_dice_of_the_opening_lie_as_they_were_played(roll: tuple[int, int]) -> None:
    start = FIRST.game.match
    rolled = apply(start, OpeningRoll(*roll))
    play = Played(legal_plays(rolled.position, (4, 2))[0].steps)
    log = Log.of(start, [OpeningRoll(*roll), play])
    (to_play,) = dice_values(replace(FIRST, game=replace(FIRST.game, match=rolled)))
    later = replace(FIRST, game=replace(FIRST.game, match=apply(rolled, play), log=log))
    assert to_play in dice_values(later)
