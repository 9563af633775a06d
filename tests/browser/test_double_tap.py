"""The second tap of a double tap does not hit what the first one has brought up at the same place."""

import pytest
from browser.conftest import Visit
from browser.friends import PHONE, Friends
from browser.hands import Hands
from playwright.sync_api import Locator, Page, expect

pytestmark = pytest.mark.browser


def tap_twice(page: Page, selector: str, then: str, seconds: float = 0.2) -> None:
    """Tap on the middle of a control; once ``then`` is there, tap again: for the page ``seconds`` later."""
    page.locator(selector).first.scroll_into_view_if_needed()
    Hands(page).see()
    box = page.locator(selector).first.bounding_box()
    assert box
    at = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    finger = page.context.new_cdp_session(page)
    begin: float = page.evaluate("Date.now() / 1000")
    for time in (begin, begin + seconds):
        for kind, points in (("touchStart", [at]), ("touchEnd", [])):
            finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points, "timestamp": time})
        page.locator(then).first.wait_for()
        Hands(page).see()
    finger.detach()


def begin(page: Page) -> None:
    """Fill in the form that proposes a match by message."""
    Hands(page).click("new-game")
    for name, value in (("opponent", "remote"), ("way", "message")):
        page.locator(f'dialog input[name="{name}"][value="{value}"]').check(force=True)


def test_a_double_tap_that_sends_a_form_leaves_what_it_brings_up(visit: Visit) -> None:
    page = visit()
    page.set_viewport_size(PHONE)
    for seconds, sheet in ((0.2, "Send this invitation"), (1.0, "Not answered yet")):
        begin(page)
        tap_twice(page, "dialog button[type=submit]", ".link-text, .matches", seconds)
        expect(page.locator("dialog")).to_contain_text(sheet)
        page.click('dialog [data-command="close"]')
        expect(page.locator("dialog")).to_have_count(0)


def list_matches(page: Page, count: int) -> Locator:
    """Propose matches by message, and open the list of them."""
    for _ in range(count):
        begin(page)
        page.click("dialog button[type=submit]")
        Friends(page, page, "").link(page)
        page.click('dialog [data-command="close"]')
    begin(page)
    page.click('dialog [data-value="list"]')
    matches = page.locator(".matches li")
    expect(matches).to_have_count(count)
    return matches


def test_a_double_tap_deletes_one_match(visit: Visit) -> None:
    page = visit()
    matches = list_matches(page, 2)
    matches.first.locator("summary").click()
    tap_twice(page, '.matches [data-value^="forget"]', ".matches")
    expect(matches).to_have_count(1)


@pytest.mark.slow  # a double tap at the same list, as in the test above
def test_the_cross_of_a_match_deletes_nothing_by_itself(visit: Visit) -> None:
    """However often it is tapped; the button that deletes is elsewhere, and goes away again."""
    page = visit()
    page.set_viewport_size(PHONE)
    matches = list_matches(page, 2)
    delete = matches.first.get_by_role("button", name="Delete this match", exact=True)
    for seconds in (0.2, 1.0):
        tap_twice(page, ".matches summary", ".matches", seconds)
        expect(matches).to_have_count(2)
    summary = matches.first.locator("summary")
    expect(summary).to_have_attribute("aria-label", "Delete this match")
    if not matches.first.locator("details[open]").count():
        summary.click()
    cross, button = summary.bounding_box(), delete.bounding_box()
    assert cross
    assert button
    assert button["x"] + button["width"] <= cross["x"]
    page.reload()
    begin(page)
    page.click('dialog [data-value="list"]')
    expect(matches).to_have_count(2)
    expect(delete).to_be_hidden()
