"""A picture of the board that the page shows: whatever the page does, it stands alone."""

import re
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from view.models import SAY, after, analysis_boards, mistake, moments

from backgammon.app.update import update
from backgammon.state.events import Command
from backgammon.state.model import Model
from backgammon.view.board.picture import model_svg

SVG = "{http://www.w3.org/2000/svg}"


def draw(model: Model) -> ET.Element:
    return ET.fromstring(model_svg(model, SAY, "light"))


def arrows(tree: ET.Element) -> list[str]:
    """Return the classes of the plays that are shown by arrows."""
    return [kind for each in tree.iter() if "arrows-" in (kind := each.get("class", ""))]


@pytest.mark.parametrize("model", moments())
def test_every_board_becomes_a_picture_that_stands_alone(model: Model) -> None:
    text = model_svg(model, SAY, "dark")
    tree = ET.fromstring(text)
    assert len([each for each in tree.iter(f"{SVG}g") if each.get("data-checker")]) == sum(
        map(len, model.game.layout.stacks)
    )
    assert not re.search(r"data-command|tabindex|var\(|oklch|light-dark|url\((?!#)", text)
    assert tree.get("role") == "img"


def test_the_plays_on_show_are_in_the_picture_and_no_play_that_has_to_be_pointed_at() -> None:
    seen = mistake()
    assert len(arrows(draw(seen))) == 2, "the best play and the one made"
    listed, _ = update(seen, Command("show-play", "3"))
    assert len(arrows(draw(listed))) == 1
    tried = [model for model in analysis_boards() if arrows(draw(model))]
    assert tried
    assert all(len(arrows(draw(model))) == 1 for model in tried)


@pytest.mark.parametrize("white", [0, 1])
def test_its_title_names_the_decision_and_its_description_is_the_id(white: int) -> None:
    seen = after(4)
    match = replace(seen.game.match, white=white)
    assert match.dice
    tree = draw(replace(seen, game=replace(seen.game, match=match)))
    head = {each.tag.removeprefix(SVG): each.text or "" for each in list(tree)[:2]}
    side = "White" if match.on_roll == white else "Black"
    assert head["title"] == f"{side} to play {match.dice[0]}-{match.dice[1]}"
    assert head["desc"].startswith("XGID=")


def test_it_looks_as_the_page_does() -> None:
    model = after(4)
    assert model_svg(model, SAY, "light") != model_svg(model, SAY, "dark")
