"""A running rollout shows its progress and can be stopped, wherever the analysis is scrolled to."""

import pytest
from browser.hands import PATIENCE, Hands
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

IN_SIGHT = """selector => {
    const found = document.querySelector(selector), box = found?.getBoundingClientRect();
    return Boolean(box) && found.contains(
        document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2));
}"""
FURTHER = 'document.querySelector(".advice progress")?.value > 0'


@pytest.mark.parametrize(
    ("size", "length"),
    [pytest.param("1280x720", "3", marks=pytest.mark.slow), ("360x640", "5"), ("740x360", "7")],
)
def test_a_rollout_shows_how_far_it_is_and_can_be_stopped(size: str, length: str, shared_page: Page) -> None:
    """The match length differs each time, since a decision already rolled out is not started afresh."""
    page, hands = shared_page, Hands(shared_page)
    page.set_viewport_size({"width": 1280, "height": 720})  # where no hint covers the button
    hands.new_game(opponent="computer", level="novice", length=length)
    width, height = map(int, size.split("x"))
    page.set_viewport_size({"width": width, "height": height})
    hands.roll()
    hands.click("hint")
    page.click('[data-command="hint-answer"]', timeout=PATIENCE)
    page.click(".roll-out-form summary", timeout=PATIENCE)
    page.click(".roll-out [type=submit]")
    hands.see()
    page.wait_for_function(FURTHER, timeout=PATIENCE)
    assert page.evaluate(IN_SIGHT, ".advice progress")
    assert page.evaluate(IN_SIGHT, '[data-command="stop-rollout"]')
    page.click('[data-command="stop-rollout"]')
    page.locator('[data-command="go-on-rollout"]').wait_for(timeout=PATIENCE)
