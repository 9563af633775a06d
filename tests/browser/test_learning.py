"""Learning from mistakes in the real page: an error in a file is hinted at, shown, retried and left.

The statistics open the file's match again on the next visit.
"""

import re

import pytest
from browser.conftest import Visit
from browser.hands import PATIENCE, Hands, disable_motion, stored_texts
from playwright.sync_api import BrowserContext, expect

from backgammon.storage.quiz import load_deck

pytestmark = pytest.mark.browser

MATCH = """ 3 point match

 Game 1
 Ann : 0      Bob : 0
  1) 31: 24/23 13/10     52: 13/8 24/22
  2) 64: 24/14           61: 13/7 8/7
"""


@pytest.mark.slow  # test_review analyses a match in the page, tests/app/test_learning puts its errors
@pytest.mark.parametrize("size", ["1280x720", "360x640"])
def test_errors_of_a_file_are_put_once_more(size: str, context: BrowserContext, visit: Visit) -> None:
    disable_motion(context)
    page = context.new_page()
    width, height = map(int, size.split("x"))
    page.set_viewport_size({"width": width, "height": height})
    hands = Hands(visit("engine", page=page))
    hands.press("l")
    page.fill("dialog textarea", MATCH)
    page.click("dialog button[type=submit]")
    page.locator('[data-mode="study"]').wait_for(timeout=PATIENCE)
    if size == "360x640":
        hands.click("panel")
    page.click('.panel [data-command="review"] >> visible=true')
    hands.click("analyse")
    expect(page.locator('dialog [data-command="learn"]')).to_be_visible(timeout=PATIENCE)
    hands.click("learn")

    heading, outcome = page.locator(".title-line .looking"), page.locator(".outcome")
    expect(heading).to_have_text(re.compile(r"Mistake 1 of \d"))
    hands.wait_for_dialog()
    board = page.locator(".board").bounding_box()
    hands.press("k")
    hands.press("k")
    expect(page.locator(".hints p").last).to_have_text(re.compile(r"Start with the checker on|Your"))
    hands.press("k")
    expect(outcome).to_contain_text("Best:")
    expect(outcome).to_contain_text("in your quiz")
    hands.see()
    assert len(load_deck(stored_texts(page)["quiz"]).cards) >= 1

    hands.click("learn-again")
    seen = hands.see()
    if "confirm" not in seen.commands and seen.legal:
        hands.play()
    else:
        page.locator(".loud button").first.click()
    expect(page.locator(".ranking .chosen")).to_be_visible(timeout=PATIENCE)
    expect(outcome).to_contain_text("Played in the match:")
    assert page.locator(".board").bounding_box() == board
    hands.press(" ")
    expect(heading).to_have_text(re.compile(r"Mistake 2 of \d"))
    hands.click("quiz-close")
    expect(page.locator(".quiz")).to_have_count(0)
    assert page.locator(".looking").text_content()

    hands.click("study-close")
    visit("engine", page=page)
    if size == "360x640":
        hands.click("panel")
    page.click('.links [data-command="figures"] >> visible=true')
    page.click('dialog [data-command="past-match"]')
    expect(page.locator(".looking")).to_have_text(re.compile("Imported match"))
    expect(page.locator(".player .name", has_text="Bob")).to_be_visible()
