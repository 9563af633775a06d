"""``python3 py diagram``: the page's picture as a file that any program can show."""

import io
import re
import sys
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from hypothesis import given, settings
from notation.strategies import setups

from backgammon.cli.errors import CommandError
from backgammon.i18n.catalogue import load
from backgammon.notation.gnuid import format_gnu_id
from backgammon.notation.setup import NO_CUBE, Setup
from backgammon.state.model import Direction
from backgammon.storage.types import Theme
from backgammon.view import geometry
from backgammon.view.board import picture
from backgammon.view.board.board import board
from backgammon.view.board.diagram import setup_view
from backgammon.view.node import to_html
from tools import colours, diagram

SVG = "{http://www.w3.org/2000/svg}"
OPENING = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


def checkers(tree: ET.Element) -> list[tuple[str | None, str | None]]:
    """Return the class and the place of each checker."""
    return [(g.get("class"), g.get("transform")) for g in tree.iter(f"{SVG}g") if g.get("data-checker")]


def test_a_file_is_written_that_stands_alone(tmp_path: Path) -> None:
    target = tmp_path / "board.svg"
    assert diagram.main([OPENING, "-o", str(target)]) == 0
    text = target.read_text("utf-8")
    tree = ET.fromstring(text)
    assert tree.tag == f"{SVG}svg"
    assert len(checkers(tree)) == 30
    assert "White to play 3-1" in text
    assert not re.search(r"var\(|oklch|light-dark|https?://(?!www\.w3\.org/2000/svg)|\bsrc=|@import", text)
    assert not tree.findall(f".//{SVG}*[@tabindex]")


def test_the_id_may_come_from_the_standard_input_or_a_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "id.txt").write_text(f"Look at this:\n{OPENING}\n", "utf-8")
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(OPENING.encode())))
    drawn = []
    for argument in (OPENING, "-", str(tmp_path / "id.txt")):
        assert diagram.main([argument]) == 0
        drawn.append(checkers(ET.fromstring(capsys.readouterr().out)))
    assert drawn[0] == drawn[1] == drawn[2]


@pytest.mark.parametrize("text", [f"Look at this:\n{OPENING}\n", f"\f{OPENING}\r\n\x1a", f" {OPENING} "])
def test_of_a_longer_text_the_picture_keeps_the_id_alone(text: str) -> None:
    assert ET.fromstring(diagram.diagram(text)).findtext(f"{SVG}desc") == OPENING


def test_every_class_that_is_painted_has_its_rule() -> None:
    tree = ET.fromstring(diagram.diagram(OPENING))
    named = set(re.findall(r"\.([a-z][\w-]*)", picture.style("light", Theme.WOOD)))
    leaves = [e for e in tree.iter() if e.tag.removeprefix(SVG) in ("rect", "circle", "path", "stop")]
    unpainted = {e.get("class", "") for e in leaves if not set(e.get("class", "").split()) & named}
    assert unpainted == set()


def test_references_lead_somewhere() -> None:
    text = diagram.diagram(OPENING)
    known = {e.get("id") for e in ET.fromstring(text).iter()}
    assert set(re.findall(r"url\(#([\w-]+)\)", text)) <= known


@settings(max_examples=30)
@given(setups())
def test_an_id_gives_the_picture_of_its_set_up(setup: Setup) -> None:
    shown = ET.fromstring(diagram.diagram(format_gnu_id(setup)))
    drawn = to_html(board(setup_view(setup), load())).replace("<svg ", f'<svg xmlns="{SVG[1:-1]}" ', 1)
    assert checkers(shown) == checkers(ET.fromstring(drawn))


def test_a_board_turned_twice_is_itself() -> None:
    setup = Setup(score=(2, 1), length=5, cube=2, cube_owner=1)
    assert setup.mirror() != setup
    assert setup.mirror().mirror() == setup


def test_the_one_who_decides_can_sit_at_the_bottom() -> None:
    top = OPENING.replace(":0:0:1:31", ":0:0:-1:31")
    assert "Black to play 3-1" in diagram.diagram(top)
    assert "White to play 3-1" in diagram.diagram(top, side="mover")
    assert diagram.diagram(OPENING, side="mover") == diagram.diagram(OPENING)


def test_light_dark_and_both_differ() -> None:
    light, dark, auto = (diagram.diagram(OPENING, appearance) for appearance in picture.APPEARANCES[::-1])
    assert len({light, dark, auto}) == 3
    assert "prefers-color-scheme" not in light + dark


def test_the_colours_are_copied_by_a_command(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(colours, "COLOURS", tmp_path / "colours.json")
    assert colours.main([]) == 0
    assert (tmp_path / "colours.json").read_text("utf-8") == picture.COLOURS.read_text("utf-8")


@pytest.mark.parametrize("theme", Theme)
def test_every_theme_is_written_in_plain_colours(theme: Theme) -> None:
    text = picture.style("auto", theme)
    assert not re.search(r"var\(|oklch|light-dark|color-mix|--", text)
    assert theme is Theme.WOOD or text != picture.style("auto", Theme.WOOD)


def test_the_direction_mirrors_and_numbers_can_go() -> None:
    mirrored = diagram.diagram(OPENING, direction=Direction.LEFT)
    assert checkers(ET.fromstring(mirrored)) != checkers(ET.fromstring(diagram.diagram(OPENING)))
    assert 'class="numbers"' not in diagram.diagram(OPENING, numbers=False)


@pytest.mark.parametrize(("options", "drawn"), [([], True), (["--no-numbers"], False)])
def test_numbers_are_left_out_where_that_is_asked(
    options: list[str], drawn: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    assert diagram.main([OPENING, *options]) == 0
    assert ('class="numbers"' in capsys.readouterr().out) is drawn


@pytest.mark.parametrize("side", ["bottom", "top"])
def test_a_play_is_shown_by_arrows(side: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert diagram.main([OPENING, "--play", "8/5 6/5", "--side", side]) == 0
    tree = ET.fromstring(capsys.readouterr().out)
    heads = [e.get("d", "") for e in tree.iter(f"{SVG}path") if e.get("class") == "arrow-head"]
    at = 5 if side == "bottom" else 20
    ends = {geometry.checker(at, index, 2, Direction.RIGHT) for index in (0, 1)}
    assert {(x, y) for head in heads for x, y in ends if f"L{x} {y}L" in head} == ends
    assert "arrow-head" not in diagram.diagram(OPENING).partition("</style>")[2]


def test_every_class_of_an_arrow_is_painted() -> None:
    double = diagram.diagram(OPENING.replace(":31:", ":11:"), play="8/7(2) 6/5(2)")
    parts = {e.get("class", "") for e in ET.fromstring(double).iter() if "arrow-" in e.get("class", "")}
    assert parts == {f"arrow-{part}" for part in ("edge", "shaft", "ring", "head", "badge", "count")}
    named = set(re.findall(r"\.([a-z][\w-]*)", picture.style("light", Theme.WOOD)))
    assert parts <= named
    assert {"arrows-other", "arrow"} <= named


def test_a_game_without_a_cube_shows_none() -> None:
    assert setup_view(Setup(cube_limit=NO_CUBE)).cube is None
    assert setup_view(Setup(length=5, score=(4, 2), crawford=True)).cube is None
    assert setup_view(Setup()).cube is not None


@pytest.mark.parametrize(("name", "value"), [("black", (0, 0, 0)), ("white", (1, 0, 0))])
def test_colours_are_those_of_the_source(name: str, value: tuple[float, float, float]) -> None:
    assert colours.srgb(*value) == {"black": "#000000", "white": "#ffffff"}[name]
    assert colours.srgb(0.627955, 0.257683, 29.2339) == "#ff0000"
    assert colours.srgb(1, 0, 0, 0.5) == "rgba(255,255,255,0.5)"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["nonsense"], "nonsense"),
        ([OPENING.replace("E-C", "P-C")], "more than 15"),
        ([OPENING, "-o", "/nowhere/board.svg"], "/nowhere/board.svg"),
        ([f"{OPENING} {OPENING}"], "one position is drawn"),
        ([OPENING, "--play", "8/4 6/5"], "a legal play of 3-1"),
        ([OPENING, "--play", "hello"], "a step such as 13/7"),
        ([OPENING.replace(":31:", ":00:"), "--play", "8/5 6/5"], "give a position with dice"),
    ],
)
def test_what_cannot_be_drawn_is_told_in_one_line(arguments: list[str], words: str) -> None:
    with pytest.raises(CommandError, match=words) as told:
        diagram.main(arguments)
    assert "\n" not in str(told.value)
