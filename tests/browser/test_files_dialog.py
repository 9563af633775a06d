"""Messages in the dialog of positions and files move none of its controls; rules divide its parts."""

from dataclasses import replace
from itertools import product

import pytest
from browser.screens import Stage, Tags
from view.models import after, studies

from backgammon.state.model import DialogName, Notice

pytestmark = pytest.mark.browser

PLACES = """() => [...document.querySelectorAll("dialog, dialog button, dialog textarea")].map(e => {
    const { x, y, width, height } = e.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
})"""
RULES = """() => [...document.querySelectorAll(".files .group")]
    .map(e => getComputedStyle(e).borderBlockStartWidth)"""
SAID = """() => {
    const said = document.querySelector(".said-here"), box = said.getBoundingClientRect();
    return said.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}"""

REST = """() => (body => body.scrollHeight - body.clientHeight)(document.querySelector(".dialog .body"))"""


@pytest.mark.parametrize("size", ["320x568", "360x640", "740x360", "1024x768", "1920x1080", "2560x1440"])
def test_copied_is_said_and_nothing_moves(size: str, stage: Stage) -> None:
    silent = replace(after(4), dialog=DialogName.FILES)
    stage.show(silent, size=size)
    before = stage.evaluate(PLACES)
    stage.show(silent, size=size, notice=Notice("notice.copied"))
    assert stage.evaluate(PLACES) == before
    assert stage.evaluate(SAID)


def test_each_part_but_the_first_begins_with_a_rule(stage: Stage) -> None:
    stage.show(replace(after(4), dialog=DialogName.FILES))
    assert stage.evaluate(RULES) == ["0px", "1px", "1px"]


def test_nothing_scrolls_on_a_laptop_in_any_language(stage: Stage, tags: Tags) -> None:
    """A match from a set-up position has fewer ways to be saved, and says why."""
    set_up = next(each for each in studies() if each.draft)
    for tag, model in product(tags, (after(4), set_up)):
        stage.show(replace(model, dialog=DialogName.FILES), size="1366x768", tag=tag)
        assert stage.evaluate(REST) == 0, tag
