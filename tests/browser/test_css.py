"""The style sheets as a browser reads them: a selector that it does not accept disables its whole rule."""

import re
from itertools import cycle
from pathlib import Path

import pytest
from browser.screens import Stage
from playwright.sync_api import Browser, Page

from backgammon.features.game.start import first_visit

pytestmark = pytest.mark.browser

SIZES = ("360x640", "740x360", "1024x768", "1920x1080")
SHEETS = sorted((Path(__file__).parents[2] / "css").glob("*.css"))
REFUSED = """heads => heads.filter(head => {
    try {
        document.querySelector(head);
    } catch {
        return true;
    }
})"""

CHANGED = """() => {
    document.documentElement.dataset.ready = "";
    const sheet = document.querySelector("link[rel=stylesheet]");
    const looks = whole => {
        sheet.media = whole ? "all" : "not all";
        return [...document.querySelectorAll("#app, #app *, #loading, #loading *")].map(e => {
            const { x, y, width, height } = e.getBoundingClientRect(), style = getComputedStyle(e);
            const seen = e.checkVisibility({ visibilityProperty: true });
            const look = seen ? [...style].map(name => `${name}: ${style.getPropertyValue(name)}`) : [];
            return [`${e.tagName} ${e.getAttribute("class")}`, `box: ${[x, y, width, height]}`, ...look];
        });
    };
    const [first, whole] = [looks(false), looks(true)];
    const changed = (look, index) => look.filter((line, number) => line !== whole[index][number]);
    return first.flatMap((look, index) => changed(look, index).map(line => `${look[0]} ${line}`));
}"""
BOXES = """painted => {
    document.documentElement.toggleAttribute("data-painted", painted);
    const nodes = document.createNodeIterator(document.body, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    let boxes = 0;
    for (let node; (node = nodes.nextNode());)
        boxes += node.nodeType === Node.TEXT_NODE
            ? Boolean(node.data.trim()) && node.parentElement.checkVisibility()
            : node.checkVisibility();
    return boxes;
}"""


def heads(sheet: str) -> list[str]:
    """Return the selectors before each block of a sheet.

    At-rules, animation steps and another browser's pseudo-elements are left out; ``:is()`` and ``:where()``,
    which ignore what they do not know, become ``:not()``, which does not.
    """
    text = re.sub(r"/\*.*?\*/", "", sheet, flags=re.DOTALL)
    found = (" ".join(head.split()) for head in re.findall(r"([^{};]+)\{", text))
    return [re.sub(r":(is|where)\(", ":not(", head) for head in found if not re.search("@|%|::-moz", head)]


def test_every_selector_is_one_that_a_browser_accepts(chromium: Browser) -> None:
    with chromium.new_context() as context:
        tab = context.new_page()
        assert tab.evaluate(REFUSED, ["a:has(b)", "a:has(b:not(:has(c)))"]) == ["a:has(b:not(:has(c)))"]
        for sheet in SHEETS:
            found = heads(sheet.read_text("utf-8"))
            assert found, sheet
            assert tab.evaluate(REFUSED, found) == [], sheet


def test_the_first_picture_looks_the_same_with_the_whole_sheet(
    stage: Stage, pytestconfig: pytest.Config
) -> None:
    """At the first and the last size unless slow tests are requested."""
    for size, look in [*zip(SIZES, cycle(("light", "dark")))][
        :: 1 if pytestconfig.getoption("--slow") else 3
    ]:
        stage.show(first_visit(), look=look, size=size)
        assert stage.evaluate(CHANGED) == [], (size, look)
    stage.evaluate("document.querySelector('style').textContent = ''")
    assert stage.evaluate(CHANGED) != []


def test_the_second_picture_adds_fewer_boxes_than_the_first_one_has(page: Page, address: str) -> None:
    """Otherwise Chromium collects garbage while Python starts (css/first.css).

    Fewer by a quarter, since it also counts boxes that belong to no element.
    """
    page.route("**/*.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
    page.goto(address, wait_until="commit")
    page.locator("[data-painted]").wait_for()
    for size in SIZES:
        width, height = map(int, size.split("x"))
        page.set_viewport_size({"width": width, "height": height})
        first, whole = (page.evaluate(BOXES, painted) for painted in (False, True))
        assert whole - first < 0.75 * first, size
