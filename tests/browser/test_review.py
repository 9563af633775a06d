"""Hints, rollouts and the analysis of a match, in the real page with its real workers."""

import pytest
from browser.hands import PATIENCE, READY_TIMEOUT, Hands, stored_texts
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

STOP = """() => {
    const button = document.querySelector('dialog [data-command="stop-analysis"]');
    button?.click();
    return Boolean(button);
}"""
DONE = "() => /^[1-9]/.test(document.querySelector(':is(.rollout, .running) .note')?.textContent)"


def trials_done(page: Page) -> int:
    """Return the number of finished games of the rollout."""
    return int(str(page.text_content(":is(.rollout, .running) .note")).split()[0])


def test_a_hint_is_shown_and_a_rollout_goes_on_after_a_reload(shared_page: Page) -> None:
    page, hands = shared_page, Hands(shared_page)
    hands.roll()
    hands.click("hint")
    page.wait_for_selector(".clues p", timeout=PATIENCE)
    assert page.locator(".listed").count() == 0
    page.press('[data-command="hint-answer"]', "Enter")
    expect(page.locator(".advice-body")).to_be_focused()
    page.wait_for_selector(".listed")
    before = hands.see().checkers
    page.click(".listed >> nth=1")
    assert hands.see().checkers != before
    page.click(".roll-out-form summary")
    page.select_option('select[name="trials"]', "1296")
    page.click(".roll-out button")
    page.wait_for_function(DONE, timeout=PATIENCE)
    page.click('[data-command="stop-rollout"]')
    hands.see()
    done = trials_done(page)
    assert done > 0
    assert "rollout" in stored_texts(page)  # this waits for the disk; the display does not
    page.reload()
    page.wait_for_function("document.documentElement?.dataset.ready === 'engine'", timeout=READY_TIMEOUT)
    hands.click("hint")
    page.wait_for_selector(".rollout", timeout=PATIENCE)
    assert 0 < trials_done(page) <= done
    page.click('[data-command="go-on-rollout"]')
    page.wait_for_function(
        "done => parseInt(document.querySelector(':is(.rollout, .running) .note')?.textContent) > done",
        arg=done,
        timeout=PATIENCE,
    )
    page.click('[data-command="stop-rollout"]')


def test_a_match_is_analysed_and_may_be_stopped_on_the_way(shared_page: Page) -> None:
    page, hands = shared_page, Hands(shared_page)
    hands.new_game(opponent="computer", length="3")
    for _ in range(4):
        hands.roll()
        hands.play()
    hands.wait_for_turn()
    page.click('.panel [data-command="review"] >> visible=true')
    hands.click("analyse")
    page.wait_for_function(STOP, timeout=PATIENCE)
    hands.click("analyse")
    page.wait_for_selector("dialog .chart-svg", timeout=PATIENCE)
    expect(page.locator("dialog .verdict-of")).to_have_count(2)
    page.click("dialog .review details summary")
    expect(page.locator("dialog table.figures").first).to_be_visible()
    row = page.locator("dialog .choice-row").last
    place = row.get_attribute("data-value")
    row.click()
    expect(page.locator("dialog")).to_have_count(0)
    hands.click("study-close")
    row = page.locator(f'dialog .choice-row[data-value="{place}"]')
    expect(row).to_be_focused()
    expect(row).to_be_in_viewport()
    hands.click("figures")
    expect(page.locator("dialog .chart-svg .dot").first).to_be_attached()
