"""The sheet of a telephone in the real page, by hand and by key; a focus ring shows only after a key."""

from collections.abc import Iterator

import pytest
from browser.conftest import browser_context
from browser.hands import PATIENCE, READY_TIMEOUT, Hands, disable_motion
from playwright.sync_api import Browser, Page, expect

from backgammon.protocol.levels import LEVELS

pytestmark = pytest.mark.browser

RING = "getComputedStyle(document.activeElement).outlineStyle"
BOARD = "document.querySelector('.board').getBoundingClientRect().width"

LATER = 300
"""Milliseconds within which a click follows what a finger did."""


@pytest.fixture(scope="module")
def phone(chromium: Browser, address: str) -> Iterator[Page]:
    """A small phone with the site open and its engine ready, without motion."""
    with browser_context(chromium, address, []) as context:
        disable_motion(context)
        page = context.new_page()
        page.set_viewport_size({"width": 360, "height": 640})
        page.goto(address)
        page.wait_for_selector("html[data-ready=engine]", state="attached", timeout=READY_TIMEOUT)
        yield page


def test_no_ring_after_a_click_but_after_a_key(phone: Page) -> None:
    hands = Hands(phone)
    hands.new_game(opponent="computer", level=LEVELS[0], length="3")
    hands.wait_for_turn()
    hands.click("roll")
    hands.see()
    assert phone.evaluate(RING) == "none"
    hands.roll()
    phone.keyboard.press("Tab")
    assert phone.evaluate(RING) == "solid"


def test_the_sheet_is_drawn_up_and_down(phone: Page) -> None:
    hands = Hands(phone)
    hands.press("k")
    phone.click('[data-command="hint-answer"]', timeout=PATIENCE)
    phone.locator(".plays .listed").first.wait_for(timeout=PATIENCE)
    half = phone.evaluate(BOARD)
    sheet = phone.locator(".page[data-sheet=tall]")
    for way, tall in ((-80, 1), (-80, 1), (80, 0)):
        title = phone.locator(".advice-head h2").bounding_box()
        assert title
        x, y = title["x"] + 20, title["y"] + 10
        phone.mouse.move(x, y)
        phone.mouse.down()
        phone.mouse.move(x, y + way, steps=4)
        phone.mouse.up()
        expect(sheet).to_have_count(tall)
        assert (phone.evaluate(BOARD) < 0.8 * half) is bool(tall)
    button = phone.locator(".advice-head [data-command=sheet]")
    for tall in (1, 0):
        button.press("Enter")
        expect(sheet).to_have_count(tall)
        expect(button).to_be_focused()


def test_the_sheet_of_a_hint_is_drawn_by_a_finger(phone: Page) -> None:
    hands = Hands(phone)
    for way, tall in ((-80, 1), (80, 0)):
        title = phone.locator(".advice-head h2").bounding_box()
        assert title
        x, y = title["x"] + 20, title["y"] + 10
        hands.slide((x, y), *((x, y + way * part / 4) for part in range(1, 5)))
        expect(phone.locator(".page[data-sheet=tall]")).to_have_count(tall)


def test_where_there_is_no_sheet_a_hint_stays_in_its_place(phone: Page) -> None:
    phone.set_viewport_size({"width": 1280, "height": 720})
    place = phone.locator(".advice").bounding_box()
    title = phone.locator(".advice-head h2").bounding_box()
    assert title
    phone.mouse.move(title["x"] + 20, title["y"] + 10)
    phone.mouse.down()
    phone.mouse.move(title["x"] + 20, title["y"] - 70, steps=4)
    assert phone.locator(".advice").bounding_box() == place
    phone.mouse.up()
    Hands(phone).see()
    expect(phone.locator(".page[data-sheet=tall]")).to_have_count(0)
    phone.set_viewport_size({"width": 360, "height": 640})


def test_the_list_of_moves_takes_the_focus_and_gives_it_back(phone: Page) -> None:
    """In landscape the list replaces the tools: the button that opened it is hidden until it closes."""
    hands = Hands(phone)
    hands.press("k")
    expect(phone.locator(".advice")).to_have_count(0)
    phone.set_viewport_size({"width": 640, "height": 360})
    opener, closer = phone.locator(".panel-toggle"), phone.locator(".panel-close")
    for way_out in ("Enter", "Escape"):
        opener.press("Enter")
        expect(closer).to_be_focused()
        hands.press(way_out)
        expect(opener).to_be_focused()
    opener.press("Enter")
    expect(closer).to_be_focused()
    phone.locator('.links [data-command="lessons"]').press("Enter")
    expect(closer).to_be_focused()
    hands.press("Escape")
    assert hands.focused_tag() != "BODY"


def test_a_short_pull_at_an_edge_is_no_tap_on_the_button_above(phone: Page) -> None:
    phone.set_viewport_size({"width": 360, "height": 640})
    hands = Hands(phone)
    hands.press("q")
    hands.wait_for_commands("quiz-start")
    edge = phone.locator(".grip").bounding_box()
    start = phone.locator('.actions [data-command="quiz-start"]').bounding_box()
    assert edge
    assert start
    x, y = start["x"] + start["width"] / 2, edge["y"] + 4
    hands.slide((x, y), (x, y - 6), (x, y - 12))
    phone.wait_for_timeout(LATER)
    assert "quiz-start" in hands.see().commands
    hands.click("quiz-close")
    expect(phone.locator(".quiz")).to_have_count(0)


def test_the_best_play_is_in_sight_once_the_answer_is_asked_for(phone: Page) -> None:
    """The button had the focus, which stays in the list that replaces it."""
    hands = Hands(phone)
    hands.press("k")
    phone.click('[data-command="hint-answer"]', timeout=PATIENCE)
    phone.locator(".plays .listed").first.wait_for(timeout=PATIENCE)
    hands.see()
    assert phone.evaluate("document.activeElement.className") == "advice-body"
    assert phone.evaluate("document.querySelector('.advice').scrollTop") == 0
