"""What the library draws: a position, a match or a set-up as a self-contained SVG text."""

import json
import re
import xml.etree.ElementTree as ET
from typing import Any

import pytest

from backgammon import (
    BackgammonError,
    Doubled,
    Dropped,
    IllegalAction,
    OpeningRoll,
    Position,
    Setup,
    apply,
    custom,
    format_svg,
    new_match,
    parse_play,
    parse_xgid,
    replay,
)
from backgammon.storage.types import Theme
from backgammon.view.board.picture import COLOURS
from tools import colours

OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"
HYPER = custom(start=(0, -1, -1, -1, *[0] * 18, 1, 1, 1, 0))
SVG = "{http://www.w3.org/2000/svg}"


def elements(text: str, kind: str) -> list[ET.Element]:
    """Return the elements with this class."""
    return [each for each in ET.fromstring(text).iter() if kind in each.get("class", "").split()]


def test_a_set_up_its_match_and_its_position_look_alike() -> None:
    setup = parse_xgid(OPENING)
    assert format_svg(setup) == format_svg(setup.to_match())
    assert format_svg(Position.start()) == format_svg(Setup())
    assert "White to play 3-1" in format_svg(setup)
    assert OPENING in format_svg(setup)


def test_a_play_of_the_roll_is_shown_by_arrows() -> None:
    match = apply(new_match(), OpeningRoll(3, 1))
    steps = parse_play("8/5 6/5", match.position, (3, 1)).steps
    assert len(elements(format_svg(match, steps), "arrow-head")) == 2
    assert elements(format_svg(match), "arrow-head") == []


def test_the_rules_of_a_match_tell_how_many_checkers_are_off() -> None:
    for shown in (new_match(HYPER), HYPER.opening_position):
        tree = ET.fromstring(format_svg(shown))
        assert len([each for each in tree.iter(f"{SVG}g") if each.get("data-checker")]) == 6


def test_the_library_has_the_colours_of_the_style_sheets() -> None:
    assert json.loads(COLOURS.read_text("utf-8")) == colours.colours(), "run python3 py colours"


def test_every_theme_has_its_colours_and_stands_alone() -> None:
    texts = {theme: format_svg(Position.start(), theme=theme) for theme in map(str, Theme)}
    assert len(set(texts.values())) == len(Theme)
    for text in texts.values():
        assert not re.search(r"var\(|oklch|light-dark|url\((?!#)", text)


def test_the_checkers_lie_where_the_id_says_whoever_is_on_roll() -> None:
    """In an XGID they are seen from the same side, whose turn it is or not."""
    lying = []
    for turn in ("1", "-1"):
        shown = ET.fromstring(
            format_svg(parse_xgid(f"XGID=-b----E-C---eE---cAe----A-:0:0:{turn}:31:0:0:0:0:10"))
        )
        found = [each for each in shown.iter(f"{SVG}g") if each.get("data-checker")]
        lying.append({(each.get("data-checker"), each.get("transform")) for each in found})
    assert lying[0] == lying[1]


def test_the_choices_are_those_of_the_command() -> None:
    black = parse_xgid(OPENING.replace(":0:0:1:31", ":0:0:-1:31"))
    assert "White to play" in format_svg(black, side="mover")
    assert "Black to play" in format_svg(black)
    assert format_svg(black, direction="left") != format_svg(black)
    assert elements(format_svg(black), "numbers")
    assert not elements(format_svg(black, numbers=False), "numbers")
    assert "prefers-color-scheme" in format_svg(black)
    assert "prefers-color-scheme" not in format_svg(black, appearance="dark")
    both, light = (format_svg(black, appearance=each) for each in ("auto", "light"))
    assert light.partition("</style>")[0] in both, "what a reader without a choice sees"


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"theme": "oak"}, f"theme is one of {', '.join(Theme)}, not 'oak'"),
        ({"appearance": "grey"}, "appearance is one of auto, light, dark, not 'grey'"),
        ({"side": "left"}, "side is one of bottom, top, mover, not 'left'"),
        ({"direction": "up"}, "direction is one of right, left, not 'up'"),
        ({"play": ((8, 5), (6, 5))}, "give a position with dice"),
        ({"shown": Position.start().points}, "give a Setup, a Match or a Position, not tuple"),
        ({"shown": replay(Setup().to_match(), [Doubled(), Dropped()])}, "the game is over"),
    ],
)
def test_what_cannot_be_drawn_is_refused(wrong: dict[str, Any], said: str) -> None:
    given: dict[str, Any] = {"shown": Position.start(), **wrong}
    with pytest.raises(BackgammonError, match=said):
        format_svg(**given)


def test_a_play_that_is_not_legal_is_refused() -> None:
    with pytest.raises(IllegalAction):
        format_svg(parse_xgid(OPENING), ((24, 18),))
