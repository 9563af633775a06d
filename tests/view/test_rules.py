"""The page of the rules: fields that differ from the standard are marked, and pictures fit their captions."""

import re
from dataclasses import replace

import pytest
import strategies
from view.models import FIRST, SAY, analysis_boards, attribute, chapters, nodes, texts

from backgammon.core.rules import (
    MONEY_OPTIONS,
    PRESETS,
    STANDARD,
    Backgammon,
    BearOff,
    Rules,
    SingleDie,
    custom,
)
from backgammon.state.model import DialogName, Direction
from backgammon.view import geometry
from backgammon.view.dialogs.registry import dialog
from backgammon.view.node import Node
from backgammon.view.words import prevent_breaks

EVERYTHING = custom(
    jacoby=True,
    beavers=True,
    raccoons=True,
    automatic_doubles=2,
    cube_limit=64,
    lapse=True,
    single_die="either",
)
SETS = [*PRESETS.values(), EVERYTHING, strategies.THREE]


def page_of(rules: Rules, length: int = 0) -> Node:
    game = replace(FIRST.game, match=replace(FIRST.game.match, rules=rules, length=length))
    model = replace(FIRST, dialog=DialogName.RULES, rules_shown=rules.name, game=game)
    drawn = dialog(model, SAY)
    assert drawn is not None
    return drawn


@pytest.mark.parametrize("rules", SETS, ids=lambda rules: rules.name)
def test_what_differs_from_the_standard_is_marked(rules: Rules) -> None:
    differing = {name for name in Rules.__slots__[1:] if getattr(rules, name) != getattr(STANDARD, name)}
    drawn = page_of(rules)
    rows = [node for node in nodes(drawn) if node.tag == "dl"]
    assert {child.key for row in rows for child in row.children if isinstance(child, Node)} == differing
    marked = [node for node in nodes(drawn) if (attribute(node, "class") or "").endswith("part changed")]
    assert bool(marked) == bool(differing)
    assert len(marked) <= len(differing)
    assert (SAY("rules.same") in texts(drawn)) == (not differing and rules is not STANDARD)


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        (STANDARD, "Standard"),
        (PRESETS["nynorsk"], "Nynorsk"),
        (custom(jacoby=True, play_to="money"), "Standard, Jacoby rule"),
        (custom(beavers=True, raccoons=True), "Standard, Beavers, Raccoons"),
        (custom(PRESETS["tryktrak"], jacoby=True), "Tryktrak, Jacoby rule"),
        (EVERYTHING, "Custom"),
    ],
)
def test_rules_go_by_the_preset_and_the_options_of_money_play(rules: Rules, name: str) -> None:
    tabs = [texts(node) for node in nodes(page_of(rules)) if attribute(node, "aria-current") == "true"]
    assert tabs == [name]


@pytest.mark.parametrize(
    ("rules", "length", "said"),
    [
        (STANDARD, 0, True),
        (custom(crawford=False), 5, False),
        (PRESETS["trikktrakk"], 0, False),
        (PRESETS["leaflet"], 0, False),
        (PRESETS["leaflet"], 5, True),
        (PRESETS["ga207"], 5, False),
    ],
)
def test_the_crawford_rule_is_explained_where_a_match_is_played(
    rules: Rules, length: int, said: bool
) -> None:
    assert (prevent_breaks(SAY("rules.crawford.on")) in texts(page_of(rules, length))) is said


@pytest.mark.parametrize("options", [(), ("jacoby",), ("beavers",), ("beavers", "raccoons")])
def test_an_option_of_money_play_is_explained_where_it_is_played(options: tuple[str, ...]) -> None:
    said = texts(page_of(custom(**dict.fromkeys(options, True))))
    assert {name for name in MONEY_OPTIONS[:3] if SAY(f"rules.{name}.on") in said} == {*options}


@pytest.mark.parametrize("times", [0, 1, 3])
def test_automatic_doubles_are_explained_where_there_are_some(times: int) -> None:
    said = texts(page_of(custom(automatic_doubles=times)))
    told = [count for count in (0, 1, 3) if SAY("rules.automatic_doubles", count=count) in said]
    assert told == ([times] if times else [])


def test_the_rules_lead_to_the_lessons_but_not_from_one_and_not_while_lines_are_tried_out() -> None:
    for model, leads in ((FIRST, True), (next(chapters()), False), (next(analysis_boards()), False)):
        drawn = dialog(replace(model, dialog=DialogName.RULES), SAY)
        assert drawn
        assert ("lessons" in {attribute(each, "data-command") for each in nodes(drawn)}) is leads


@pytest.mark.parametrize("preset", PRESETS)
def test_a_match_is_explained_as_one_whatever_its_rules_are_usually_played_for(preset: str) -> None:
    said = texts(page_of(PRESETS[preset], 5))
    assert SAY("rules.play_to.match") in said
    for usual in ("money", "tournament"):
        assert SAY(f"rules.play_to.{usual}") not in said
        assert SAY(f"rule.play_to.{usual}") not in said


@pytest.mark.parametrize(
    ("rules", "checkers", "set_up"),
    [
        (STANDARD, 15, "24(2) 13(5) 8(3) 6(5)"),
        (strategies.THREE, 3, "24(1) 23(1) 22(1)"),
        (
            custom(start=(0, -2, *[0] * 18, -1, 0, 0, 1, 1, 1)),
            3,
            "White bar(1) 24(1) 23(1), Black 24(2) 5(1)",
        ),
    ],
    ids=["standard", "three", "uneven"],
)
def test_where_and_with_how_many_checkers_a_game_begins_is_said_and_drawn(
    rules: Rules, checkers: int, set_up: str
) -> None:
    drawn = page_of(rules)
    assert SAY("rules.board.text", count=checkers) in texts(drawn)
    board = nodes(picture("board", rules))
    drawn_checkers = [node for node in board if "checker" in (attribute(node, "class") or "").split()]
    assert len(drawn_checkers) == 2 * checkers
    for text in (set_up, "Standard: 24(2) 13(5) 8(3) 6(5)"):
        assert (text in texts(drawn)) == (rules is not STANDARD)


def picture(figure: str, rules: Rules) -> Node:
    """Return the picture of this name on the page of ``rules``."""
    return next(node for node in nodes(page_of(rules)) if node.tag == "figure" and node.key == figure)


def targets(figure: str, rules: Rules) -> set[tuple[int, bool, bool]]:
    """Return the places that a picture marks, and of each whether it is a hit and needs several numbers."""
    drawn = nodes(picture(figure, rules))
    marks = {node.key: (attribute(node, "class") or "").split() for node in drawn}
    rings = {key: words for key, words in marks.items() if "target" in words}
    return {(int(key[1:]), "hit" in words, "far" in words) for key, words in rings.items()}


def test_the_pictures_show_what_their_captions_say() -> None:
    def rules(**fields: object) -> Rules:
        return custom(**fields)

    assert targets("board", STANDARD) == set()
    assert targets("moving", STANDARD) == {(18, False, False), (20, False, False), (14, False, True)}
    assert targets("single_die", rules(single_die=SingleDie.HIGHER)) == {(18, False, False)}
    either = targets("single_die", rules(single_die=SingleDie.EITHER))
    assert either == {(18, False, False), (19, False, False)}
    assert (4, True, False) in targets("hitting", STANDARD)
    assert {place for place, _, far in targets("entering", STANDARD) if not far} == {21}
    for bear_off in BearOff:
        found = {place for place, _, _ in targets(f"bear_off.{bear_off}", rules(bear_off=bear_off))}
        assert 0 in found
    assert {place for place, _, _ in targets("bear_off.highest", STANDARD)} == {0, 2}
    for kind in Backgammon:
        assert picture(f"backgammon.{kind}", rules(backgammon=kind))


def test_a_picture_is_no_second_board_for_hands_and_readers() -> None:
    for rules in SETS:
        for figure in (node for node in nodes(page_of(rules)) if node.tag == "figure"):
            drawing = next(node for node in nodes(figure) if node.tag == "svg")
            assert attribute(drawing, "aria-hidden") == "true"
            for node in nodes(drawing):
                names = [name for name, _ in node.attributes]
                assert not [name for name in names if name.startswith(("data-", "role", "tabindex"))]
                assert "id" not in names
    whole = next(node for node in nodes(picture("board", STANDARD)) if node.tag == "svg")
    assert attribute(whole, "viewBox") == f"0 0 {geometry.WIDTH} {geometry.HEIGHT}"


def test_rolls_below_the_pictures_are_not_broken_over_two_lines() -> None:
    captions = [texts(node) for node in nodes(page_of(STANDARD)) if node.tag == "figcaption"]
    assert sum(prevent_breaks("White rolls 6-4") in caption for caption in captions) == 2


def test_the_arrow_round_the_board_begins_beside_point_24_and_ends_beside_point_1() -> None:
    (way,) = [node for node in nodes(page_of(STANDARD)) if attribute(node, "class") == "way"]
    numbers = [int(each) for each in re.findall(r"-?\d+", attribute(way, "d") or "")]
    right, upper, left, bend, _, _, _, _, end, lower, last = numbers[:11]
    assert [right, last] == [geometry.column(at, Direction.RIGHT) for at in (24, 1)]
    assert geometry.column(13, Direction.RIGHT) <= left == end
    assert geometry.MIDDLE - upper == lower - geometry.MIDDLE == bend > 0
