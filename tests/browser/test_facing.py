"""Two people face to face: the page turns for the second, who taps and drags as the first does."""

import pytest
from browser.conftest import Visit
from browser.hands import Hands
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

FACING = "document.querySelector('.page').dataset.facing"
UPPER = """() => ['.top', '.board', 'dialog[open] .dialog-head'].map(name =>
    document.querySelector(name)?.getBoundingClientRect().top)"""


def test_the_page_turns_for_the_second_player(visit: Visit, page: Page) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    hands = Hands(visit(page=page))
    hands.click("new-game")
    page.locator('dialog input[name="opponent"][value="human"]').check(force=True)
    page.locator('dialog input[name="face_to_face"]').check(force=True)
    page.click("dialog button[type=submit]")
    hands.wait_for_dialog()
    faced = set()
    for _ in range(4):
        seen = hands.roll()
        faced.add(page.evaluate(FACING))
        place = (seen.selected or seen.legal)[0]
        start = hands.centre(place)
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(start[0] + 24, start[1] + 12, steps=2)
        lifted = page.locator(".dragging").bounding_box()
        assert lifted
        middle = lifted["x"] + lifted["width"] / 2, lifted["y"] + lifted["height"] / 2
        assert abs(middle[0] - start[0] - 24) < 12, "the checker follows the hand"
        page.mouse.up()
        hands.play()
    assert faced == {"0", "1"}
    while page.evaluate(FACING) == "0":
        hands.roll()
        hands.play()
    top, board, _ = page.evaluate(UPPER)
    assert top > board
    hands.click("settings")
    expect(page.locator('dialog input[data-setting="face_to_face"]')).to_be_checked()
    height = page.evaluate("innerHeight")
    assert page.evaluate(UPPER)[2] > height / 2
