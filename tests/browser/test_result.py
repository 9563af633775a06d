"""A match ends with its card, which fills in by itself and moves nothing; a rematch begins at once."""

from dataclasses import replace

import pytest
from browser.hands import PATIENCE, Hands
from browser.screens import Stage, Tags, TagsOf
from playwright.sync_api import Page, expect
from view.screens import phases, results

from backgammon.core.match import Ending, Result

pytestmark = pytest.mark.browser

PLACES = """() => [".board", ".top-side", ".bottom-side"].map(name => {
    const { x, y, width, height } = document.querySelector(name).getBoundingClientRect();
    return [name, x, y, width, height];
})"""
CARD = """() => [...document.querySelectorAll(".result, .actions button")].map(e => {
    const { x, y, width, height } = e.getBoundingClientRect();
    return [x, y, width, height];
})"""
STOP_AT_ONCE = """() => new MutationObserver((changes, observer) => {
    const stop = document.querySelector('[data-command="stop-analysis"]');
    if (!stop) return;
    observer.disconnect();
    stop.click();
}).observe(document, { childList: true, subtree: true })"""
"""Clicks the stop button as soon as it appears: this short analysis may end before a real click arrives."""
SAID = "() => [...document.querySelectorAll('[role=log] p')].map(e => e.textContent)"


def resign(hands: Hands, value: str) -> None:
    """Resign the running game; the computer accepts."""
    hands.roll()
    hands.click("resign")
    hands.click("resign-offer", value)


@pytest.mark.parametrize("size", ["360x640", pytest.param("1024x768", marks=pytest.mark.slow)])
def test_a_match_ends_with_a_card_that_fills_and_a_rematch(size: str, shared_page: Page) -> None:
    width, height = map(int, size.split("x"))
    page, hands = shared_page, Hands(shared_page)
    page.set_viewport_size({"width": width, "height": height})
    hands.new_game(opponent="computer", level="novice", length="1")
    hands.roll()
    hands.play()
    before = page.evaluate(PLACES)
    resign(hands, "2")
    card = page.locator(".result")
    card.wait_for(timeout=PATIENCE)
    assert page.evaluate(PLACES) == before
    assert hands.see().commands == ["rematch", "learn", "review", "new-game"]
    expect(card.locator(".sum")).to_have_text("Resigned gammon = 2 points")
    expect(page.locator("[role=log] p").last).to_have_text("Score: 0–2.")
    said = page.evaluate(SAID)
    assert said[-2:] == ["Resigned gammon = 2 points", "Score: 0–2."]
    places = page.evaluate(CARD)
    expect(card.locator(".figures-of").first).to_contain_text("Luck", timeout=PATIENCE)
    assert page.evaluate(CARD) == places
    assert page.evaluate(PLACES) == before
    assert page.evaluate(SAID) == said
    hands.click("review")
    expect(page.locator("dialog .verdict-of")).to_have_count(2)
    hands.press("Escape")
    hands.click("rematch")
    expect(card).to_have_count(0)
    hands.roll()
    assert page.evaluate(PLACES) == before


def test_between_games_the_analysis_may_be_stopped_and_the_next_game_begins(shared_page: Page) -> None:
    page, hands = shared_page, Hands(shared_page)
    hands.new_game(opponent="computer", level="novice", length="5")
    for _ in range(3):
        hands.roll()
        hands.play()
    page.evaluate(STOP_AT_ONCE)
    resign(hands, "3")  # a backgammon is never rejected
    expect(page.locator(".result .sum")).to_contain_text("Resigned backgammon", timeout=PATIENCE)
    assert hands.see().commands == ["next-game", "review"]
    expect(page.locator(".result progress")).to_have_count(0)
    hands.click("next-game")
    hands.roll()


def test_a_score_without_dots_ends_the_line_of_its_name(stage: Stage) -> None:
    """Money games have no match length, so no dots for points below the name."""
    over = dict(results())["match-analysed"]
    money = replace(over, game=replace(over.game, match=replace(over.game.match, length=0)))
    for size in ("768x1024", "1024x768", "1366x768", "1920x1080"):
        stage.show(money, size=size)
        name, score = (
            stage.page.locator(f".side .{part}").first.bounding_box() for part in ("whose", "tally")
        )
        assert name
        assert score
        assert score["y"] + score["height"] / 2 == pytest.approx(name["y"] + name["height"] / 2, abs=2), size
        assert score["x"] >= name["x"] + name["width"], size


@pytest.mark.parametrize("size", ["320x568", "667x375", "768x1024", "1024x768", "1280x600"])
def test_why_a_game_counts_triple_has_room(size: str, stage: Stage, tags: Tags) -> None:
    over = dict(results())["match-won"]
    match = replace(over.game.match, cube=16, result=Result(0, 3, 48, Ending.BORNE_OFF))
    for tag in tags:
        stage.show(over, size=size, tag=tag, game=replace(over.game, match=match))
        assert stage.page.locator(".sum").inner_text().count("48") == 1
        assert stage.evaluate(HIDDEN) == [0, 0], tag


NARROW = """() => [...document.querySelectorAll(".loud button")].filter(each => {
    const words = document.createRange();
    words.selectNodeContents(each);
    const { width, height } = words.getBoundingClientRect();
    return each.checkVisibility() && (width > each.clientWidth - 3 || height > 24);
}).map(each => each.innerText)"""


def test_the_buttons_of_a_result_hold_their_words_on_the_smallest_phone(
    phone: Stage, tags_of: TagsOf
) -> None:
    """In one line each."""
    for name, model in results():
        for tag in tags_of(model, "loud"):
            phone.show(model, size="320x568", tag=tag)
            assert phone.evaluate(NARROW) == [], (tag, name)


HIDDEN = """() => [document.querySelector(".status"), document.scrollingElement].map(
    each => Math.max(0, each.scrollHeight - each.clientHeight))"""
SHADED = """() => {
    const panel = document.querySelector(".panel"), { backgroundAttachment } = getComputedStyle(panel);
    return panel.scrollHeight <= panel.clientHeight || backgroundAttachment.includes("local");
}"""
OUTSIDE = """() => {
    const panel = document.querySelector(".panel");
    return getComputedStyle(panel).overflowY === "visible" && panel.scrollHeight > panel.clientHeight + 1;
}"""


@pytest.mark.parametrize("size", ["900x600", "1024x600", "1024x650", "1280x552", "1280x600", "1280x640"])
def test_no_part_of_the_panel_lies_below_it_and_the_result(size: str, stage: Stage) -> None:
    screens = dict(phases())
    for tag in ("en", "de"):
        for name in ("game-over", "match-over", "match-analysed"):
            stage.show(screens[name], size=size, tag=tag)
            assert not stage.evaluate(OUTSIDE), (name, tag)
            assert stage.evaluate(SHADED), (name, tag)
