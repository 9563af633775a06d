"""Nothing is lost: reloads, foreign data, two tabs, no storage at all, and a worker that dies or hangs."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from browser.conftest import open_site
from browser.hands import MATCH, PATIENCE, Hands, disable_motion, stored_match, stored_texts
from playwright.sync_api import Browser, BrowserContext, Page, expect

from backgammon.protocol.levels import LEVELS
from backgammon.storage.codec import load
from backgammon.storage.lessons import dump_solved
from backgammon.storage.types import Speed

pytestmark = pytest.mark.browser

OTHER_TAB = 'dialog[data-dialog="other-tab"]'
NO_STORAGE = """Object.defineProperty(window, "localStorage", {
    get() { throw new DOMException("no storage here", "SecurityError"); } });
IDBFactory.prototype.open = () => { throw new DOMException("no database here", "SecurityError"); };
globalThis.BroadcastChannel = class {
    constructor() { throw new DOMException("no channel here", "SecurityError"); } };"""
FULL = """const commit = IDBTransaction.prototype.commit;
IDBTransaction.prototype.commit = function () { window.full ? this.abort() : commit.call(this); };"""
SLOW = """Object.defineProperty(IDBTransaction.prototype, "oncomplete", { set(call) {
    this.addEventListener("complete", event => setTimeout(() => call(event), window.slow ? 700 : 0));
} });"""
DICE_TOO_EARLY = """() => "keeping" in document.documentElement.dataset
    ? document.querySelectorAll(".dice").length : null"""
LOST = """const open = IDBFactory.prototype.open, wait = setTimeout;
IDBFactory.prototype.open = function (...args) {
    if (window.lost) throw new DOMException("no database now", "UnknownError");
    return open.apply(this, args);
};
window.setTimeout = (call, time, ...rest) => wait(call, time === 5000 ? 300 : time, ...rest);"""
HANGS = {
    "opening": "IDBFactory.prototype.open = () => ({});",
    "writing": """const begin = IDBDatabase.prototype.transaction;
IDBDatabase.prototype.transaction = function (names, mode, ...rest) {
    const silent = { objectStore: () => ({ get: () => ({}) }) };
    return mode === "readwrite" ? silent : begin.call(this, names, mode, ...rest);
};""",
}
EARLIER = (Path(__file__).parents[1] / "storage" / "older" / "shelf-2.json").read_text("utf-8")
KEEP_WORKERS = """window.workers = [];
window.Worker = class extends Worker { constructor(...args) { super(...args); workers.push(this); } };"""


@pytest.fixture(scope="module")
def shared_board(chromium: Browser, address: str) -> Iterator[Page]:
    """The open site, whose disk is full, slow or lost while a test says so; shared by many tests."""
    with open_site(chromium, address, Speed.OFF, scripts=(FULL, SLOW, LOST)) as page:
        yield page


@pytest.fixture
def hands(shared_board: Page) -> Hands:
    return Hands(shared_board)


def reload(hands: Hands) -> None:
    hands.page.reload()
    hands.page.wait_for_function("document.documentElement?.dataset.ready", timeout=PATIENCE)


def test_a_reload_in_the_middle_of_a_play_changes_nothing(hands: Hands) -> None:
    hands.new_game(opponent="human", length="3")
    hands.roll()
    before = hands.step()
    stored = stored_match(hands.page)
    reload(hands)
    after = hands.see()
    assert (after.dice, after.commands, after.legal) == (before.dice, before.commands, before.legal)
    assert sorted(after.checkers.values()) == sorted(before.checkers.values())
    assert stored_match(hands.page) == stored
    hands.click("undo")
    hands.play()


@pytest.mark.parametrize("text", [pytest.param("{", marks=pytest.mark.slow), '{"format": "something else"}'])
def test_what_is_no_match_is_set_aside_with_a_word(
    context: BrowserContext, visit: Callable[..., Page], text: str
) -> None:
    context.add_init_script(f"localStorage.setItem({MATCH!r}, {text!r})")
    hands = Hands(visit())
    expect(hands.page.locator(".notice.warning")).to_be_visible()
    hands.see()
    assert [kept for name, kept in stored_texts(hands.page).items() if name.startswith("set-aside.")] == [
        text
    ]
    hands.roll()


def test_a_page_without_storage_plays_on_and_says_so(
    context: BrowserContext, visit: Callable[..., Page]
) -> None:
    context.add_init_script(NO_STORAGE)
    hands = Hands(visit())
    hands.see()
    expect(hands.page.locator(".notice.warning")).to_be_visible()
    hands.new_game(opponent="human", length="1")
    hands.roll()
    hands.play()


def test_a_match_of_an_earlier_build_is_taken_over_once(
    page: Page, address: str, visit: Callable[..., Page]
) -> None:
    page.goto(address + "build.json")  # same origin, but not a page that keeps anything
    page.evaluate("([name, text]) => localStorage.setItem(name, text)", [MATCH, EARLIER])
    hands = Hands(visit())
    earlier, before = load(EARLIER), hands.see()
    assert stored_match(page) == earlier
    assert page.evaluate("name => localStorage.getItem(name)", MATCH) is None
    reload(hands)
    assert hands.see().position == before.position


def test_a_match_that_was_played_without_the_database_is_asked_about(
    hands: Hands,
) -> None:
    hands.new_game(opponent="human", length="3")
    hands.roll()
    mine = stored_match(hands.page)
    hands.page.evaluate("([name, text]) => localStorage.setItem(name, text)", [MATCH, EARLIER])
    reload(hands)
    expect(hands.page.locator(OTHER_TAB)).to_be_visible()
    assert stored_match(hands.page) == mine
    hands.click("take-other")
    expect(hands.page.locator(OTHER_TAB)).to_be_hidden()
    hands.see()
    assert stored_match(hands.page) == load(EARLIER)
    assert hands.page.evaluate("name => localStorage.getItem(name)", MATCH) is None


def test_a_roll_is_shown_once_it_is_on_disk(hands: Hands) -> None:
    hands.new_game(opponent="human", length="1")
    page = hands.page
    page.evaluate("window.slow = true")
    page.click('.actions [data-command="roll"] >> visible=true')
    while (dice := page.evaluate(DICE_TOO_EARLY)) is not None:
        assert dice == 0
    expect(page.locator(".dice").first).to_be_visible()
    page.evaluate("window.slow = false")


def test_a_full_store_is_said_and_catches_up_when_there_is_room(hands: Hands) -> None:
    hands.new_game(opponent="human", length="3")
    hands.roll()
    hands.page.evaluate("window.full = true")
    before = stored_match(hands.page)
    hands.play()
    expect(hands.page.locator(".notice.warning")).to_be_visible()
    shown = hands.see()
    assert stored_match(hands.page) == before
    hands.page.evaluate("window.full = false")
    expect(hands.page.locator(".notice.warning")).to_have_count(0)
    reload(hands)
    assert hands.see().position == shown.position


def test_what_is_cleared_while_the_page_is_open_is_written_again(hands: Hands) -> None:
    hands.new_game(opponent="human", length="3")
    hands.roll()
    devtools = hands.page.context.new_cdp_session(hands.page)
    origin = hands.page.evaluate("location.origin")
    devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "indexeddb,local_storage"})
    shown = hands.step()
    while not ((found := stored_match(hands.page)) and found.moves):
        hands.page.wait_for_timeout(100)
    reload(hands)
    after = hands.see()
    assert (after.position, after.dice) == (shown.position, shown.dice)


@pytest.mark.parametrize("where", ["opening", "writing"])
def test_a_disk_that_does_not_answer_holds_nobody_up(
    context: BrowserContext, visit: Callable[..., Page], where: str
) -> None:
    disable_motion(context)
    context.add_init_script(HANGS[where])
    hands = Hands(visit())
    hands.new_game(opponent="human", length="1")
    hands.roll()
    hands.play()
    expect(hands.page.locator(".notice.warning")).to_be_visible()


LATE = """const { setTimeout } = window;
window.setTimeout = (call, wait, ...rest) => setTimeout(call, wait === 8000 ? 100 : wait, ...rest);
Object.defineProperty(IDBOpenDBRequest.prototype, "onsuccess", { set(call) {
    this.addEventListener("success", event => { window.answer = () => call(event); }, { once: true });
} });"""
"""The database opens only when the test calls ``answer()``, after the page's patience has ended."""
PUT = """async ([name, text]) => {
    const { base } = await openKept(), writing = base.transaction("kept", "readwrite");
    writing.objectStore("kept").put(text, name);
    await new Promise(done => { writing.oncomplete = done; });
    base.close();
}"""


@pytest.mark.slow  # the test above has a disk that does not answer; rarely it does in the end
def test_what_lies_beside_the_match_is_found_in_a_database_that_answers_late(
    context: BrowserContext, visit: Callable[..., Page]
) -> None:
    hands = Hands(visit())
    hands.new_game(opponent="human", length="3")
    hands.roll()
    text = (Path(__file__).parents[1] / "friend" / "frozen" / "friend-1.json").read_text("utf-8").strip()
    hands.page.evaluate(PUT, [f"friend.{json.loads(text)['match']['id']}", text])
    hands.page.evaluate(PUT, ["lessons", dump_solved({"move-two"})])
    context.add_init_script(LATE)
    reload(hands)
    expect(hands.page.locator(".notice.warning")).to_be_visible()
    hands.page.evaluate("answer()")
    expect(hands.page.locator(OTHER_TAB)).to_be_visible()
    hands.click("keep-mine")
    hands.page.click('header [data-command="new-game"]')
    hands.page.locator('dialog input[name="opponent"][value="remote"]').check(force=True)
    hands.page.click('dialog [data-command="friend-act"][data-value="list"]')
    expect(hands.page.locator(".friend-match")).to_have_count(1)
    hands.press("Escape")
    hands.press("j")
    expect(hands.page.locator(".lessons")).to_contain_text("1/")


def test_two_tabs_do_not_overwrite_each_other_unasked(hands: Hands, visit: Callable[..., Page]) -> None:
    hands.new_game(opponent="human", length="3")
    hands.roll()
    first, second = hands, Hands(visit(page=hands.page.context.new_page()))
    assert sorted(second.see().checkers.values()) == sorted(first.see().checkers.values())
    moved = second.step()
    first.page.bring_to_front()
    expect(first.page.locator(OTHER_TAB)).to_be_visible()
    first.click("take-other")
    expect(first.page.locator(OTHER_TAB)).to_be_hidden()
    taken = first.see()
    assert sorted(taken.checkers.values()) == sorted(moved.checkers.values())

    first.click("undo")
    mine = first.see()
    second.page.bring_to_front()
    expect(second.page.locator(OTHER_TAB)).to_be_visible()
    second.press("Escape")
    second.press("Escape")
    assert second.see().dialog == "other-tab"
    second.click("keep-mine")
    kept = second.see()
    assert sorted(kept.checkers.values()) == sorted(moved.checkers.values()) != sorted(mine.checkers.values())
    first.page.bring_to_front()
    expect(first.page.locator(OTHER_TAB)).to_be_visible()
    second.page.close()
    first.click("take-other")
    expect(first.page.locator(OTHER_TAB)).to_be_hidden()


def test_a_database_that_failed_for_a_moment_is_not_said_to_keep_nothing(
    hands: Hands, visit: Callable[..., Page]
) -> None:
    first, second = hands, Hands(visit(page=hands.page.context.new_page()))
    second.new_game(opponent="human", length="3")
    second.see()
    first.page.bring_to_front()
    expect(first.page.locator(OTHER_TAB)).to_be_visible()
    first.page.evaluate("window.lost = true")
    first.click("take-other")
    expect(first.page.locator(f"{OTHER_TAB} .warning")).to_be_visible()
    first.page.evaluate("window.lost = false")
    expect(first.page.locator(".notice.warning")).to_have_count(0)
    first.click("take-other")
    expect(first.page.locator(OTHER_TAB)).to_be_hidden()
    assert stored_match(first.page) == stored_match(second.page)
    second.page.close()


def test_a_worker_that_dies_is_replaced_and_the_game_goes_on(
    context: BrowserContext, visit: Callable[..., Page]
) -> None:
    context.add_init_script(KEEP_WORKERS)
    disable_motion(context)
    hands = Hands(visit("engine"))
    hands.new_game(opponent="computer", level=LEVELS[0], length="1")
    hands.page.evaluate("() => workers.at(-1).terminate()")
    for _ in range(2):
        hands.roll()
        hands.play()
    hands.page.wait_for_function("workers.length >= 2", timeout=PATIENCE)
