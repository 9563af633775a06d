"""The game as one file, opened from the disk: it plays, requests nothing and keeps its own policy."""

import pytest
from browser.conftest import browser_context
from browser.hands import READY_TIMEOUT, Hands, disable_motion, stored_match
from playwright.sync_api import Browser, expect

from backgammon.protocol.levels import LEVELS
from tools import site

pytestmark = pytest.mark.browser

TURNS = 6
ASKED = "performance.getEntriesByType('resource').map(entry => entry.name)"
NOTHING_KEPT = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("no storage here", "SecurityError"); } });
IDBFactory.prototype.open = () => { throw new DOMException("no database here", "SecurityError"); };"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    return site.build_single(tmp_path_factory.mktemp("single file")).as_uri()


def test_it_plays_and_asks_for_nothing(chromium: Browser, address: str, problems: list[str]) -> None:
    with browser_context(chromium, address, problems, policy=True) as context:
        disable_motion(context)
        page = context.new_page()
        page.goto(f"{address}?lang=et")
        html = page.locator("html")
        expect(html).to_have_attribute("lang", "et")
        expect(html).to_have_attribute("data-ready", "engine", timeout=READY_TIMEOUT)
        assert [name for name in page.evaluate(ASKED) if not name.startswith("blob:")] == []
        hands = Hands(page)
        hands.new_game(opponent="computer", level=LEVELS[0], length="1")
        for _ in range(TURNS):
            if "roll" in hands.wait_for_turn().commands:
                hands.click("roll")
            else:
                hands.play()
        hands.wait_for_turn()
        match = stored_match(page)
    assert match
    assert match.log


@pytest.mark.slow  # test_keeping has the same on the site
def test_where_nothing_may_be_kept_it_plays_and_says_so(
    chromium: Browser, address: str, problems: list[str]
) -> None:
    with browser_context(chromium, address, problems, policy=True) as context:
        context.add_init_script(NOTHING_KEPT)
        page = context.new_page()
        page.goto(address)
        expect(page.locator(".notice")).to_contain_text("when you close the tab")
        hands = Hands(page)
        hands.roll()
        hands.step()
