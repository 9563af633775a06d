"""The quiz in the real page: questions answered by clicks, graded by the real engine, kept after a reload."""

import re

import pytest
from browser.conftest import Visit
from browser.hands import PATIENCE, Hands, disable_motion, stored_texts
from playwright.sync_api import BrowserContext, Locator, Page, expect

from backgammon.storage.quiz import load_deck

pytestmark = pytest.mark.browser


def answers(page: Page) -> Locator:
    """Return the cell with the share of right answers, present after an answer while no question is open."""
    return page.locator(".quiz tbody tr").last.locator("td").first


def expect_graded(page: Page) -> None:
    """Wait until the first answer has been graded."""
    expect(page.locator(".quiz-head .note")).to_have_text(re.compile("[01] of 1"), timeout=PATIENCE)


def answer(page: Page) -> None:
    """Make a play, once the question is on the board."""
    page.locator(".place.legal").first.wait_for(state="attached", timeout=PATIENCE)
    Hands(page).play()


def test_an_answer_is_graded_and_kept_and_the_match_waits(context: BrowserContext, visit: Visit) -> None:
    disable_motion(context)
    page = visit("engine")
    hands = Hands(page)
    hands.new_game(opponent="human", length="3")
    hands.roll()
    before = hands.step()

    page.click('.links [data-command="quiz"] >> visible=true')
    expect(page.locator('[data-command="quiz-start"]')).to_be_visible(timeout=PATIENCE)
    hands.click("quiz-start")
    answer(page)
    expect(page.locator(".ranking .chosen")).to_be_visible(timeout=PATIENCE)
    expect_graded(page)
    expect(answers(page)).to_have_count(0)
    hands.see()
    (card,) = load_deck(stored_texts(page)["quiz"]).cards
    assert card.asked == 1

    hands.click("quiz-next")
    expect(page.locator(".ranking")).to_have_count(0, timeout=PATIENCE)
    hands.click("quiz-close")
    expect(page.locator(".quiz")).to_have_count(0, timeout=PATIENCE)
    after = hands.see()
    assert (after.dice, after.commands, after.legal) == (before.dice, before.commands, before.legal)
    assert after.position == before.position

    visit("engine")
    assert hands.see().position == before.position
    hands.press("q")
    expect(answers(page)).to_have_text(re.compile("[01]/1"), timeout=PATIENCE)


@pytest.mark.slow  # two engines; how decks are put together is in tests/storage
def test_the_answers_of_two_tabs_are_all_kept(context: BrowserContext, visit: Visit) -> None:
    disable_motion(context)
    pages = visit("engine"), visit("engine", page=context.new_page())
    for page in pages:
        page.bring_to_front()
        page.click('.links [data-command="quiz"] >> visible=true')
        expect(page.locator('[data-command="quiz-start"]')).to_be_visible(timeout=PATIENCE)
        Hands(page).click("quiz-start")
    answer(pages[1])
    expect_graded(pages[1])
    Hands(pages[1]).click("quiz-next")
    expect(pages[1].locator(".ranking")).to_have_count(0, timeout=PATIENCE)
    for page in pages:
        page.bring_to_front()
        answer(page)
        expect(page.locator(".ranking .chosen")).to_be_visible(timeout=PATIENCE)
        Hands(page).see()
    deck = load_deck(stored_texts(pages[0])["quiz"])
    assert len(deck.cards) == 2
    (day,) = {each.day for each in deck.days}
    assert deck.day(day).asked == 3


def test_a_position_put_in_by_hand_is_asked_on_the_next_visit_until_it_is_taken_out(
    context: BrowserContext, visit: Visit
) -> None:
    disable_motion(context)
    page = visit("engine", query="#xgid=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10")
    hands = Hands(page)
    hands.click("hint")
    box = page.locator(".in-quiz input")
    expect(box).not_to_be_checked(timeout=PATIENCE)
    page.click(".in-quiz span")
    expect(box).to_be_checked()
    hands.see()

    visit("engine")
    hands.press("q")
    page.click('[data-command="quiz-theme"][data-value="saved"]')
    answer(page)
    expect(box).to_be_checked(timeout=PATIENCE)
    box.press("Space")
    expect(box).not_to_be_checked()
    assert page.evaluate(HEAD_COVERS_ROWS), "a row of the ranking is seen above its head"
    hands.click("quiz-next")
    expect(page.locator('[data-command="quiz-more"]')).to_be_visible()
    (card,) = load_deck(stored_texts(page)["quiz"]).cards
    assert card.is_out


HEAD_COVERS_ROWS = """() => {
    const body = document.querySelector(".quiz-body"), head = body.querySelector(".plays-head");
    body.scrollTop = body.scrollHeight;
    return head.getBoundingClientRect().top <= body.getBoundingClientRect().top;
}"""
TOMORROW = """() => {
    const tomorrow = Date.now() + 86_400_000;
    window.Date = class extends Date { constructor(time = tomorrow) { super(time); } };
}"""
SEEN = "document.dispatchEvent(new Event('visibilitychange'))"
IMPATIENT = """const wait = setTimeout;
window.setTimeout = (call, time, ...rest) => wait(call, time === 60000 ? 100 : time, ...rest);"""


@pytest.mark.parametrize("hidden", [True, pytest.param(False, marks=pytest.mark.slow)])
def test_a_page_that_stayed_open_over_night_asks_what_is_due_in_the_morning(
    context: BrowserContext, visit: Visit, hidden: bool
) -> None:
    if not hidden:
        context.add_init_script(IMPATIENT)
    page = visit("engine")
    hands = Hands(page)
    for night in (False, True):
        if night:
            page.evaluate(TOMORROW)
            page.evaluate(SEEN) if hidden else page.wait_for_timeout(300)
        hands.press("q")
        hands.click("quiz-start")
        answer(page)
        expect_graded(page)
        hands.click("quiz-close")
    hands.see()
    assert [day.asked for day in load_deck(stored_texts(page)["quiz"]).days] == [1, 1]
