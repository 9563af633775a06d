"""A match with a clock: shown by the name, it moves nothing and survives a reload; running out loses."""

from dataclasses import replace

import pytest
from app.timed import TIMED, page_at_decision
from browser.hands import PATIENCE, Hands
from browser.screens import Stage
from playwright.sync_api import Page, expect

from backgammon.state.events import TimePassed
from backgammon.storage.types import Human

pytestmark = pytest.mark.browser

TIME = ".bottom-side .clock"
BANK = f"{TIME} .bank"
PLACES = """() => [".board", ".bottom-side .name", ".bottom-side .score", ".bottom-side .bank"].map(name => {
    const { right, y, height } = document.querySelector(name).getBoundingClientRect();
    return [name, right, y, height];
})"""
WATCH = """() => {
    window.redrawn = [];
    const place = node => (node.nodeType === Node.TEXT_NODE ? node.parentElement : node)?.closest(".clock");
    window.observer = new MutationObserver(
        changes => window.redrawn.push(...changes.map(({ target }) => place(target) ? "clock" : "else")));
    window.observer.observe(document.getElementById("app"), {
        subtree: true, childList: true, characterData: true, attributes: true });
}"""
SECONDS = """() => {
    const [minutes, seconds] = document.querySelector(".bottom-side .clock .bank").textContent.split(":");
    return 60 * minutes + Number(seconds);
}"""
SEEN = """hidden => {
    Object.defineProperty(document, "hidden", { value: hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
}"""
SAID = "() => [...document.querySelectorAll('[role=log] p')].map(e => e.textContent)"


def begin(hands: Hands, delay: str, bank: str) -> None:
    """Begin a one-point match against the computer, with any delay (seconds) and bank (minutes)."""
    page = hands.page
    hands.click("new-game")
    hands.see()
    page.locator('dialog input[name="length"][value="1"]').check(force=True)
    page.locator("dialog details summary").last.click()
    page.locator('dialog input[name="clock"][value="loses"]').check(force=True)
    for name, value in (("delay", delay), ("bank", bank)):
        select = page.locator(f'dialog select[name="{name}"]')
        select.evaluate("(list, value) => { list.options[0].value = value; }", value)
        select.select_option(value)
    page.click("dialog button[type=submit]")
    hands.roll()


@pytest.mark.parametrize("size", ["360x640", pytest.param("1024x768", marks=pytest.mark.slow)])
def test_the_time_stands_by_the_name_and_moves_nothing(size: str, shared_page: Page) -> None:
    width, height = map(int, size.split("x"))
    page, hands = shared_page, Hands(shared_page)
    page.set_viewport_size({"width": width, "height": height})
    begin(hands, "2", "10")
    hands.see()
    expect(page.locator(TIME)).to_be_visible()
    expect(page.locator(".top-side .clock")).to_have_count(0)
    before, left = page.evaluate(PLACES), page.evaluate(SECONDS)
    page.evaluate(WATCH)
    page.wait_for_function(f"({SECONDS})() < {left - 1}", timeout=PATIENCE)
    page.evaluate("window.observer.disconnect()")
    assert page.evaluate(PLACES) == before
    assert {*page.evaluate("window.redrawn")} == {"clock"}


def test_a_reload_keeps_the_time(shared_page: Page) -> None:
    page, hands = shared_page, Hands(shared_page)
    begin(hands, "0", "10")
    page.wait_for_function(f"({SECONDS})() <= 590", timeout=PATIENCE)
    page.reload()
    page.wait_for_function("document.documentElement?.dataset.ready", timeout=PATIENCE)
    hands.see()
    assert 570 < page.evaluate(SECONDS) <= 595, "at most five seconds are lost"
    left = page.evaluate(SECONDS)
    page.wait_for_function(f"({SECONDS})() < {left}", timeout=PATIENCE)


def test_it_stands_while_nobody_sees_the_page(shared_page: Page) -> None:
    page, hands = shared_page, Hands(shared_page)
    begin(hands, "0", "10")
    page.wait_for_function(f"({SECONDS})() < 600", timeout=PATIENCE)
    page.evaluate(SEEN, True)
    left = page.evaluate(SECONDS)
    page.wait_for_timeout(6000)
    page.evaluate(SEEN, False)
    page.wait_for_function(f"({SECONDS})() < {left}", timeout=PATIENCE)
    assert page.evaluate(SECONDS) >= left - 4


def test_it_stands_while_the_match_is_not_on_the_board(shared_page: Page) -> None:
    page, hands = shared_page, Hands(shared_page)
    begin(hands, "0", "10")
    page.wait_for_function(f"({SECONDS})() < 600", timeout=PATIENCE)
    hands.press("e")
    expect(page.locator(".clock")).to_have_count(0)
    page.wait_for_timeout(4000)
    hands.press("Escape")
    hands.click("study-close")
    hands.see()
    assert page.evaluate(SECONDS) >= 596


def test_who_runs_out_loses(shared_page: Page) -> None:
    page, hands = shared_page, Hands(shared_page)
    begin(hands, "3", "0")
    card = page.locator(".result")
    card.wait_for(timeout=PATIENCE)
    expect(card.locator(".sum")).to_have_text("The clock ran out.")
    expect(page.locator(BANK)).to_have_text("0:00")
    assert "The clock ran out." in page.evaluate(SAID)
    assert hands.see().commands == ["rematch", "learn", "review", "new-game"]
    page.reload()
    page.wait_for_function("document.documentElement?.dataset.ready", timeout=PATIENCE)
    expect(card.locator(".sum")).to_have_text("The clock ran out.")


HIDDEN = """() => {
    const status = document.querySelector(".status"), words = document.querySelectorAll(".detail, .bank");
    const cut = [...words].filter(e => e.scrollWidth > e.clientWidth).map(e => e.textContent);
    return [status.scrollHeight - status.clientHeight, cut];
}"""


@pytest.mark.parametrize("size", ["640x360", "667x375", "740x360"])
def test_beside_long_names_what_is_said_is_whole_on_a_phone_in_landscape(size: str, stage: Stage) -> None:
    """At the first decision, beside a notice and an offer; so are the times and the pips."""
    model = page_at_decision((*TIMED, ("opponent", "human"))).model
    seats = (Human("Maximilian von Hohenstein"), Human("Aleksandra Kowalczyk"))
    setup = replace(model.game.setup, seats=seats)
    stage.show(model, size=size, game=replace(model.game, setup=setup))
    assert stage.evaluate(HIDDEN) == [0, []]


WORDS = """() => [...document.querySelectorAll(".player .name, .player .bank")].map(e => {
    const words = document.createRange();
    words.selectNodeContents(e);
    return words.getBoundingClientRect().bottom;
})"""


def test_the_time_is_on_the_line_of_the_name_on_an_upright_tablet(stage: Stage) -> None:
    """Nothing moves as the delay is used up."""
    timed = page_at_decision((*TIMED, ("opponent", "human")))
    seen = []
    for passed in (400, 60_000):
        timed.send(TimePassed(passed))
        stage.show(timed.model, size="768x1024")
        seen.append(stage.evaluate(WORDS))
    (name, bank, other, other_bank), later = seen
    assert (bank, other_bank) == pytest.approx((name, other), abs=1)
    assert later == seen[0]
