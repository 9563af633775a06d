"""What is hidden is never visible, whatever a style sheet says; and what a form shows is what counts."""

import pytest
from browser.conftest import Visit
from browser.hands import Hands
from browser.screens import Stage
from playwright.sync_api import Page, expect
from view.screens import dialogs, phases

from backgammon.core.rules import PRESETS
from backgammon.state.model import DialogName

pytestmark = pytest.mark.browser

CUSTOM = '.custom [name="cube"]'
SEEN = "[...document.querySelectorAll('[hidden]')].filter(e => e.checkVisibility()).map(e => e.outerHTML)"
HIDE_ALL = """() => {
    const all = [...document.querySelectorAll("body *")].filter(e => !e.hidden && e instanceof HTMLElement);
    const depth = e => e === document.body ? 0 : 1 + depth(e.parentElement);
    const isOdd = e => [...e.parentElement.children].indexOf(e) % 2;
    return [...Map.groupBy(all, e => 2 * depth(e) + isOdd(e)).values()].flatMap(group => {
        for (const e of group) e.hidden = true;
        const seen = group.filter(e => getComputedStyle(e).display !== "none");
        for (const e of group) e.hidden = false;
        return seen.map(e => `${e.localName}.${e.className}`);
    });
}"""
"""Lists the elements that stay displayed when hidden, with their parents and neighbours not hidden."""


def test_what_is_hidden_is_not_displayed(stage: Stage, pytestconfig: pytest.Config) -> None:
    """Most phases draw the same elements, so without ``--slow`` only some hide each of theirs."""
    step = 1 if pytestconfig.getoption("--slow") else 8
    for number, (name, model) in enumerate((*dialogs(), *phases())):
        stage.show(model)
        assert stage.evaluate(SEEN) == [], name
        if model.dialog or number % step == 0:
            assert sorted(set(stage.evaluate(HIDE_ALL))) == [], name


def test_the_start_button_of_a_frame_that_begins_by_itself_is_hidden(page: Page, address: str) -> None:
    page.goto(f"{address}frame.html?embed=position&gnuid=nonsense")
    page.locator(':root[data-frame="wrong"]').wait_for()
    assert page.evaluate(HIDE_ALL) == []
    assert page.evaluate(SEEN) == []


def test_single_rules_show_only_where_they_count(stage: Stage) -> None:
    stage.show(dict(dialogs())[DialogName.NEW_GAME])
    expect(stage.page.locator('input[name="preset"]:visible')).to_have_count(1)
    stage.check(".unfold input")
    for preset in (*PRESETS, "custom", "standard"):
        stage.check(f'input[name="preset"][value="{preset}"]')
        shown = stage.page.locator(CUSTOM).is_visible()
        assert shown == (preset == "custom"), preset


def test_rules_of_ones_own_without_a_cube_bring_none(visit: Visit, page: Page) -> None:
    hands = Hands(visit(page=page))
    hands.new_game(opponent="human", preset="standard")
    expect(page.locator(".cube")).to_have_count(1)
    hands.click("new-game")
    page.locator("dialog .unfold input").check(force=True)
    page.locator('dialog input[name="preset"][value="custom"]').check(force=True)
    expect(page.locator(CUSTOM)).to_be_checked()
    page.locator(CUSTOM).uncheck(force=True)
    page.click("dialog button[type=submit]")
    expect(page.locator("dialog")).to_have_count(0)
    expect(page.locator(".cube")).to_have_count(0)
    hands.click("new-game")
    expect(page.locator('dialog input[name="preset"][value="custom"]')).to_be_checked()
    expect(page.locator(CUSTOM)).not_to_be_checked()
