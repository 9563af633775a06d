"""The board: each checker keeps its own element, places have names, and marks are where they belong."""

from dataclasses import replace
from xml.etree import ElementTree

import pytest
from app.positions import position
from view.models import FIRST, SAY, after, analysis_boards, at, attribute, nodes, texts
from view.screens import TURN

from backgammon.app.commands import available
from backgammon.core.match import Phase
from backgammon.core.plays import Move
from backgammon.core.position import Position
from backgammon.notation.setup import Setup
from backgammon.state.checkers import Layout
from backgammon.state.model import Direction, Model
from backgammon.view.board.board import board
from backgammon.view.board.board_view import BoardView, Cube, Dice, Die, Target, board_view
from backgammon.view.board.diagram import caption
from backgammon.view.node import Node, to_html

START = BoardView(Layout.of(Position.start()))


def nodes_of_class(tree: Node, class_: str) -> list[Node]:
    return [node for node in nodes(tree) if class_ in (attribute(node, "class") or "").split()]


def checkers(view: BoardView) -> dict[str, Node]:
    return {node.key: node for node in nodes_of_class(board(view, SAY), "checker")}


def transform_of(checker: Node) -> str | None:
    return attribute(checker, "transform")


def test_every_checker_is_one_element_with_its_own_key() -> None:
    for plays in range(0, 60, 4):
        view = board_view(after(plays, seed=plays))
        drawn = nodes_of_class(board(view, SAY), "checker")
        assert sorted(node.key for node in drawn) == sorted(f"c{number}" for number in range(30))


def test_a_move_changes_one_checker_and_the_rest_are_the_same_objects() -> None:
    before = checkers(START)
    later = checkers(replace(START, layout=START.layout.move(0, 24, 23)))
    assert len([key for key in before if transform_of(before[key]) != transform_of(later[key])]) == 1
    changed = [key for key in before if before[key] is not later[key]]
    assert len(changed) == 2, "besides it only the checker that now lies on top"


def test_a_hit_moves_two_checkers() -> None:
    layout = Layout.of(position({8: 3, 13: 5, 6: 5, 24: 2}, {20: 1, 24: 1, 13: 5, 8: 3, 6: 5}))
    before, later = (checkers(BoardView(stand)) for stand in (layout, layout.move(0, 8, 5)))
    assert len([key for key in before if transform_of(before[key]) != transform_of(later[key])]) == 2
    assert len([node for node in later.values() if "bar" in (attribute(node, "class") or "").split()]) == 1


def test_the_same_view_is_the_same_ground_and_places() -> None:
    first, second = board(START, SAY), board(replace(START, selected=24), SAY)
    grounds = [next(node for node in nodes(tree) if node.key == "ground") for tree in (first, second)]
    assert grounds[0] is grounds[1]


def test_all_places_can_be_reached_and_are_named() -> None:
    places = [node for node in nodes(board(START, SAY)) if attribute(node, "data-place") is not None]
    assert sorted(int(attribute(node, "data-place") or -1) for node in places) == list(range(26))
    names = {attribute(node, "data-place"): attribute(node, "aria-label") for node in places}
    assert names["13"] == "Point 13, 5 of your checkers"
    assert names["12"] == "Point 12, 5 opposing checkers"
    assert names["7"] == "Point 7, empty"
    assert names["25"] == "Your bar, empty"
    assert all(attribute(node, "role") == "button" for node in places)


def test_only_legal_places_are_in_the_tab_order_and_one_where_a_position_is_set_up() -> None:
    view = replace(START, sources=(24, 13), targets=(Target(18),))
    for shown, places in ((view, {"24", "13", "18"}), (replace(START, editing=True), {"24"})):
        order = {
            attribute(node, "data-place")
            for node in nodes(board(shown, SAY))
            if attribute(node, "data-place") and attribute(node, "tabindex") == "0"
        }
        assert order == places


def test_numbers_and_places_are_the_movers() -> None:
    mine, theirs = (board(replace(START, mover=mover), SAY) for mover in (0, 1))

    def spot(tree: Node, number: str) -> tuple[str | None, str | None]:
        area = next(node for node in nodes(tree) if attribute(node, "data-place") == number)
        return attribute(area, "x"), attribute(area, "y")

    assert spot(mine, "1") == spot(theirs, "24")
    shown = [texts(node) for node in nodes_of_class(theirs, "numbers")[0].children if isinstance(node, Node)]
    assert sorted(map(int, shown)) == list(range(1, 25))


def test_numbers_and_names_may_be_anothers_than_the_movers() -> None:
    """Against the computer the board keeps the person's numbers; taps are still in the mover's."""
    whose = replace(START, you=0, numbers_of=0)
    mine, theirs = (board(replace(whose, mover=mover), SAY) for mover in (0, 1))
    for kept in ("numbers", "places"):
        shown = [
            [
                (node.key, attribute(node, "aria-label"), texts(node))
                for node in nodes(nodes_of_class(tree, kept)[0])
            ]
            for tree in (mine, theirs)
        ]
        assert shown[0] == shown[1]
    tapped = [
        {attribute(node, "data-place"): node.key for node in nodes(tree) if attribute(node, "data-place")}
        for tree in (mine, theirs)
    ]
    assert tapped[0]["6"] == tapped[1]["19"] == "p6"
    assert (tapped[0]["25"], tapped[1]["25"]) == ("p25", "p26")


def test_a_picture_has_no_controls() -> None:
    tree = board(replace(START, interactive=False, cube=Cube(), dice=(Dice(0, (Die(3), Die(1))),)), SAY)
    assert not [node for node in nodes(tree) if attribute(node, "tabindex") or attribute(node, "data-place")]


def test_used_dice_are_dimmed_and_a_double_shows_four() -> None:
    model = at(Position.start(), dice=(4, 4))
    moved = replace(
        model, game=replace(model.game, moves=(Move(24, 20, 4),), layout=model.game.layout.move(0, 24, 20))
    )
    tree = board(board_view(moved), SAY)
    assert len(nodes_of_class(tree, "die")) == 4
    assert len(nodes_of_class(tree, "used")) == 1


def test_swapped_dice_change_places() -> None:
    model = at(Position.start(), dice=(6, 2))
    values = [
        [die.value for die in board_view(stand).dice[0].faces]
        for stand in (model, replace(model, game=replace(model.game, swapped=True)))
    ]
    assert values == [[6, 2], [2, 6]]


def to_roll(model: Model) -> Model:
    """Return the same moment before the roll."""
    before = model.game.log.until(len(model.game.log) - 1)
    match = replace(model.game.match, phase=Phase.TO_ROLL, dice=None)
    return replace(model, game=replace(model.game, match=match, log=before))


def test_the_dice_just_played_stay_until_the_next_are_rolled() -> None:
    model = after(5, seed=3)
    waiting = to_roll(model)
    lying = [dice for dice in board_view(waiting).dice if any(die.used for die in dice.faces)]
    assert [dice.player for dice in lying] == [1 - model.game.match.on_roll]


def test_a_tap_on_dice_does_what_is_possible_then() -> None:
    mine = next(model for model in map(after, range(5, 9)) if model.game.match.on_roll == 0)
    models = [mine, to_roll(mine), TURN["to confirm"], next(analysis_boards())]
    taps = [[dice.command for dice in board_view(model).dice if dice.command] for model in models]
    for model, commands in zip(models, taps, strict=True):
        assert {*commands} <= {*available(model)}
    assert taps == [["swap"], ["roll", "recall"], ["confirm"], ["line-dice"]]


def test_targets_show_hits_and_longer_ways() -> None:
    stand = position({13: 5, 8: 3, 6: 5, 24: 2}, {20: 1, 22: 2, 24: 2, 8: 5, 6: 5})
    model = at(stand, dice=(3, 2))
    view = board_view(replace(model, game=replace(model.game, selected=8)))
    assert set(view.targets) == {Target(6), Target(5, hit=True)}
    model = at(Position.start(), dice=(3, 1))
    view = board_view(replace(model, game=replace(model.game, selected=8)))
    assert set(view.targets) == {Target(7), Target(5), Target(4, far=True)}


def test_rings_lie_where_the_last_play_ended_and_ghosts_where_it_began() -> None:
    layout = Layout.of(Position.start()).move(0, 24, 18).move(0, 18, 14).move(0, 13, 11)
    moves = (Move(24, 18, 6), Move(18, 14, 4), Move(13, 11, 2))
    tree = board(replace(START, layout=layout, last=moves), SAY)
    assert [attribute(each, "class") for each in nodes_of_class(tree, "last")] == 2 * ["last light"]
    assert len(nodes_of_class(tree, "ghost")) == 2


def test_a_play_that_is_being_made_is_marked_where_it_began() -> None:
    view = board_view(TURN["to confirm"])
    assert view.last == TURN["to confirm"].game.moves
    tree = board(view, SAY)
    assert nodes_of_class(tree, "ghost")
    assert not nodes_of_class(tree, "last")


@pytest.mark.parametrize(
    ("cube", "label", "face"),
    [
        (Cube(), "Cube centred, at 1", "64"),
        (Cube(2), "Cube centred, at 2", "2"),
        (Cube(4, 0), "Your cube, at 4", "4"),
        (Cube(2, 1), "Opponent’s cube, at 2", "2"),
        (Cube(2, None, answering=1), "Cube offered at 2", "2"),
    ],
)
def test_the_cube_says_what_it_shows(cube: Cube, label: str, face: str) -> None:
    drawn = nodes_of_class(board(replace(START, cube=cube), SAY), "cube")
    assert [(attribute(node, "aria-label"), texts(node)) for node in drawn] == [(label, face)]


@pytest.mark.parametrize("on_roll", [0, 1])
@pytest.mark.parametrize(
    ("phase", "doubler_answers"), [(Phase.DOUBLED, False), (Phase.BEAVERED, True), (Phase.RACCOONED, False)]
)
def test_an_offered_cube_lies_with_the_player_who_answers(
    phase: Phase, doubler_answers: bool, on_roll: int
) -> None:
    match = replace(FIRST.game.match, phase=phase, on_roll=on_roll)
    shown = board_view(replace(FIRST, game=replace(FIRST.game, match=match)))
    assert shown.cube == Cube(2, None, answering=on_roll if doubler_answers else 1 - on_roll)


@pytest.mark.parametrize(
    ("faces", "label"),
    [
        ((Die(3), Die(1)), "Dice: 3 and 1"),
        ((Die(3, used=True), Die(1)), "Dice: 3 and 1, left to play: 1"),
        ((Die(3, used=True), Die(1, used=True)), "Dice: 3 and 1"),
    ],
)
def test_the_dice_say_what_is_left_to_play(faces: tuple[Die, ...], label: str) -> None:
    tree = board(replace(START, dice=(Dice(0, faces),)), SAY)
    assert [name for node in nodes(tree) if "Dice" in (name := attribute(node, "aria-label") or "")] == [
        label
    ]


def test_the_cube_is_a_button_as_long_as_one_may_double() -> None:
    tree = {command: board(replace(START, cube=Cube(command=command)), SAY) for command in ("", "double")}
    (still,), (drawn,) = (nodes_of_class(tree[command], "cube") for command in ("", "double"))
    (pressed,) = nodes_of_class(drawn, "touch")
    assert [attribute(pressed, name) for name in ("role", "tabindex", "data-command")] == [
        "button",
        "0",
        "double",
    ]
    assert attribute(pressed, "aria-label") == attribute(still, "aria-label")
    assert (attribute(still, "role"), attribute(drawn, "role")) == ("img", None)
    assert not nodes_of_class(still, "touch")
    mine = next(model for model in map(after, range(5, 9)) if model.game.match.on_roll == 0)
    assert board_view(to_roll(mine)).cube == Cube(command="double")
    assert board_view(mine).cube == Cube(), "nobody doubles after the roll"


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        (Setup(), "White to roll"),
        (Setup(phase=Phase.TO_PLAY, dice=(3, 1)), "White to play 3-1"),
        (Setup(phase=Phase.TO_PLAY, dice=(3, 1), on_roll=1), "Black to play 3-1"),
        (Setup(phase=Phase.DOUBLED), "Black to answer the double"),
        (Setup(resigned=2), "Black to answer the resignation"),
        (Setup(phase=Phase.DOUBLED, resigned=1), "White to answer the resignation"),
    ],
)
def test_a_board_in_another_page_says_what_is_to_be_decided(setup: Setup, words: str) -> None:
    assert caption(setup, SAY) == words


def test_no_cube_lies_where_none_is_played() -> None:
    crawford = replace(FIRST, game=replace(FIRST.game, match=replace(FIRST.game.match, crawford_game=True)))
    assert board_view(FIRST).cube == Cube()
    assert board_view(crawford).cube is None


@pytest.mark.parametrize("direction", Direction)
def test_the_drawing_is_well_formed_and_has_no_style_attribute(direction: Direction) -> None:
    text = to_html(board(replace(board_view(after(9)), direction=direction), SAY))
    root = ElementTree.fromstring(text)
    assert root.tag == "svg"
    assert all("style" not in element.attrib for element in root.iter())
