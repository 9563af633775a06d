"""Positions and records in the page: opened by paste, file, drop and link; replayed; set up by hand."""

import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from browser.hands import PATIENCE, Hands, stored_match
from notation.games import random_match
from playwright.sync_api import BrowserContext, Page, expect

from backgammon.features.viewer.open_file import LONG
from backgammon.notation.mat import format_mat
from backgammon.notation.record import Game, Record
from backgammon.notation.rtf import CODE_PAGES
from backgammon.notation.sgf import format_sgf
from backgammon.storage.replay_codec import load_link
from backgammon.storage.types import GameDice, Saved
from lab.fuzz.xg_files import xg_file

pytestmark = pytest.mark.browser

XGID = "-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10"
HOSTILE = "<img src=x onerror=alert(1)>"
DROP = """([name, text]) => {
    const data = new DataTransfer();
    data.items.add(new File([text], name));
    const send = kind => document.querySelector(".board").dispatchEvent(
        new DragEvent(kind, { bubbles: true, cancelable: true, dataTransfer: data }));
    send("dragenter");
    const shown = getComputedStyle(document.querySelector(".drop-hint")).display !== "none";
    send("dragover");
    send("drop");
    return shown;
}"""

LAUNCHED = """texts => Object.defineProperty(window, "launchQueue", { value: { setConsumer(take) {
    window.launch = (texts, targetURL = location.href) => {
        const files = texts.map(
            (text, at) => ({ name: `${at}.mat`, getFile: async () => new File([text], "match.mat") }));
        take({ files, targetURL });
    };
    window.launch(texts);
} } })"""


@pytest.fixture
def hands(shared_board: Page) -> Hands:
    """A match between two people, after a few plays; the one of the test before, if that came back to it."""
    hands = Hands(shared_board)
    hands.see()
    if not hands.page.locator(".page:not([data-mode]):not(:has(dialog)) .moves .entry").count():
        hands.new_game(opponent="human", length="5")
        for _ in range(3):
            hands.roll()
            hands.play()
    return hands


def kept_now(hands: Hands) -> Saved:
    match = stored_match(hands.page)
    assert match
    return match


def log(hands: Hands) -> int:
    return len(kept_now(hands).log)


def study(hands: Hands) -> str:
    """Wait for a study, and return the text of its title line once earlier actions have been drawn."""
    hands.page.wait_for_selector('[data-mode="study"] .looking', timeout=PATIENCE)
    hands.see()
    return hands.page.inner_text(".looking")


def a_record() -> Record:
    record = random_match(5)
    games = (Game(record.games[0].actions, ((1, f"Bold {HOSTILE}"),)), *record.games[1:])
    return Record((HOSTILE, "Bob"), record.start, games, (("Site", HOSTILE),))


def paste(hands: Hands, text: str) -> None:
    hands.press("l")
    hands.see()
    hands.page.fill("dialog textarea", text)
    hands.page.click("dialog button[type=submit]")


def test_a_pasted_match_is_looked_through_and_the_running_one_goes_on(hands: Hands) -> None:
    before = log(hands)
    paste(hands, "This is no match")
    for said in (".said-here", "[role=log]"):
        expect(hands.page.locator(f"dialog {said}")).to_contain_text("This is no match")
    paste_again = hands.page.locator("dialog textarea")
    assert paste_again.input_value() == "This is no match"
    paste_again.fill(format_sgf(a_record()))
    hands.page.click("dialog button[type=submit]")
    assert study(hands).startswith("Imported match")
    assert HOSTILE in hands.page.inner_text(".bottom-side .name")
    assert HOSTILE in hands.page.inner_text(".remark")
    assert hands.page.locator("img").count() == 0
    first = hands.see().checkers
    hands.press("ArrowRight")
    hands.press("ArrowRight")
    assert hands.see().checkers != first
    hands.press("Home")
    hands.press("End")
    assert re.search(r"(\d+) of \1$", study(hands))
    hands.page.reload()
    assert study(hands).startswith("Imported match")
    hands.click("study-close")
    assert log(hands) == before
    hands.roll()
    hands.play()
    assert log(hands) > before


def test_who_leaves_the_choice_of_a_file_finds_the_dialog_as_it_was(hands: Hands) -> None:
    hands.press("l")
    hands.see()
    hands.page.fill("dialog textarea", "half a match")
    choice = hands.page.locator("dialog input[type=file]")
    choice.evaluate("choice => choice.dispatchEvent(new Event('cancel', { bubbles: true }))")
    assert hands.see().dialog == "files"
    assert hands.page.locator("dialog textarea").input_value() == "half a match"
    hands.press("Escape")
    assert hands.see().dialog == ""


def test_a_long_file_is_chosen_and_another_dropped(hands: Hands, tmp_path: Path) -> None:
    chosen = tmp_path / "match.mat"
    chosen.write_text(format_mat(random_match(1, length=25)), "utf-8")
    assert chosen.stat().st_size > LONG
    hands.press("l")
    hands.see()
    hands.page.set_input_files("dialog input[type=file]", chosen)
    assert study(hands).startswith("Imported match")
    hands.click("study-close")
    assert hands.page.evaluate(DROP, ["broken.mat", " 3 point match\n Game 1\n nobody"])
    hands.page.wait_for_selector(".notice.error", timeout=PATIENCE)
    expect(hands.page.locator(".notice.error")).to_contain_text("Line 3, column 2: found “nobody”")
    assert hands.page.evaluate(DROP, ["match.sgf", format_sgf(a_record())])
    assert study(hands).startswith("Imported match")
    expect(hands.page.locator(".drop-hint")).to_be_hidden()


def test_a_binary_file_has_comments_in_any_script(hands: Hands, tmp_path: Path) -> None:
    words = {204: "Кубик", 161: "ζάρια", 162: "düşeş", 128: "さいころ", 134: "骰子", 238: "kość"}
    fonts = "".join(f"{{\\f{charset}\\fcharset{charset} Arial;}}" for charset in words)
    text = f"{{\\fonttbl{fonts}}}"
    for charset, word in words.items():
        text += (
            f"\\f{charset} " + "".join(f"\\'{byte:02x}" for byte in word.encode(CODE_PAGES[charset])) + " "
        )
    record = random_match(6)
    games = tuple(replace(each, comments=((0, text),)) for each in record.games)
    chosen = tmp_path / "match.xg"
    chosen.write_bytes(xg_file(replace(record, games=games)))
    hands.press("l")
    hands.see()
    hands.page.set_input_files("dialog input[type=file]", chosen)
    assert study(hands).startswith("Imported match")
    assert " ".join(words.values()) in hands.page.inner_text("main")


def test_a_file_or_link_that_the_installed_program_is_opened_with_comes_to_the_page(
    context: BrowserContext, visit: Callable[..., Page], address: str
) -> None:
    context.add_init_script(f"({LAUNCHED})({json.dumps([format_mat(random_match(6))])})")
    page = visit()
    looking = page.locator('[data-mode="study"] .looking')
    expect(looking).to_contain_text("Imported match")
    page.evaluate("launch([])")
    page.evaluate("launch(['one', 'two'])")
    expect(page.locator(".notice.error")).to_contain_text("Not added: 0.mat, 1.mat")
    page.evaluate("launch([' 3 point match\\n Game 1\\n nobody'])")
    expect(page.locator(".notice.error")).to_contain_text("Line 3, column 2: found “nobody”")
    page.evaluate("launch([], null)")
    page.evaluate("address => launch([], address)", f"{address}#xgid={XGID}")
    expect(looking).to_contain_text("Position")


def test_a_link_opens_beside_the_match_and_a_damaged_one_says_so(hands: Hands, address: str) -> None:
    hands.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    before = log(hands)
    hands.press("l")
    hands.see()
    hands.click("copy-link", "match")
    hands.page.wait_for_selector("dialog .said-here", timeout=PATIENCE)
    link = hands.page.evaluate("navigator.clipboard.readText()")
    assert link.startswith(f"{address}#match=")
    assert len(load_link(link.partition("=")[2]).log) == before
    hands.press("Escape")

    hands.page.evaluate("hash => { location.hash = hash; }", f"xgid={XGID}")
    assert study(hands) == "Position"
    assert hands.page.evaluate("location.hash") == ""
    assert "2" in hands.page.inner_text(".bottom-side .score")
    hands.page.goto(f"{address}?again{link[len(address) :]}")
    looking = hands.page.locator('[data-mode="study"] .looking')
    expect(looking).to_contain_text("Imported match", timeout=PATIENCE)  # once its reader has loaded
    hands.click("study-close")
    assert log(hands) == before

    hands.page.evaluate("hash => { location.hash = hash; }", link.partition("#")[2][:-9])
    hands.page.wait_for_selector(".notice.error", timeout=PATIENCE)
    assert log(hands) == before
    expect(hands.page.locator('[data-mode="study"]')).to_have_count(0)


def test_an_earlier_decision_is_opened_branched_and_left_again(hands: Hands) -> None:
    before = kept_now(hands)
    hands.page.click(".moves .entry >> nth=1")
    assert study(hands).startswith("Replay")
    expect(hands.page.locator('.entry[aria-current="step"]')).to_have_count(1)
    assert not hands.see().legal
    there = hands.see().position
    hands.click("play-here")
    hands.see()
    hands.page.locator('dialog input[name="side"][value="0"]').check(force=True)  # keeps the view
    hands.page.locator('dialog input[name="opponent"][value="human"]').check(force=True)
    hands.page.click("dialog button[type=submit]")
    hands.wait_for_dialog()
    expect(hands.page.locator('[data-mode="study"]')).to_have_count(0)
    assert hands.see().position == there
    hands.play()
    hands.roll()
    hands.page.reload()
    hands.page.wait_for_function("document.documentElement?.dataset.ready", timeout=PATIENCE)
    hands.page.click('[data-command="shelf-return"] >> visible=true >> nth=0')
    hands.see()
    after = kept_now(hands)
    assert (after.log, after.games) == (before.log, before.games)


def test_a_position_is_set_up_by_hand_and_comes_back_by_its_id(hands: Hands) -> None:
    hands.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    before = log(hands)
    hands.press("w")
    hands.see()
    hands.page.click('[data-command="edit-clear"]')
    expect(hands.page.locator(".said")).to_contain_text("checkers")
    expect(hands.page.locator(".actions .loud button:enabled")).to_have_count(1)
    expect(hands.page.locator('.actions [data-command="study-close"]')).to_be_enabled()
    for place in (6, 6, 8, 25):
        hands.tap(place)
    hands.page.click('[data-command="edit-tool"][data-value="1"]')
    for place in (19, 19, 26, 12):
        hands.tap(place)
    x, y = hands.centre(12)
    hands.page.mouse.click(x, y, button="right")
    hands.page.focus('[data-place="19"]')
    hands.press("Delete")
    hands.press("Enter")
    hands.page.select_option('[data-edit="on-roll"]', "0")
    hands.page.select_option('[data-edit="length"]', "7")
    hands.page.click('.edit-dice[data-command="edit-dice"]')
    hands.click("edit-rolled", "31")
    expect(hands.page.locator("dialog[open]")).to_have_count(0)
    hands.see()
    hands.page.fill('[data-edit="score1"]', "3")
    hands.page.press('[data-edit="score1"]', "Tab")
    xgid = "XGID=a-----B-A----------b-----A:0:0:1:31:0:3:0:7:10"
    expect(hands.page.locator(".edit-id code")).to_have_text(xgid)
    expect(hands.page.locator(".bottom-side .pips")).to_have_text("45 pips")
    hands.page.click('[data-command="copy-id"][data-value="xgid"]')
    expect(hands.page.locator(".notice")).to_contain_text("Copied", timeout=PATIENCE)
    assert hands.page.evaluate("navigator.clipboard.readText()") == xgid
    hands.page.click('[data-command="edit-start"]')
    hands.click("edit-done")
    hands.click("study-close")
    paste(hands, xgid)
    assert study(hands) == "Position"
    shown = hands.see().checkers
    hands.press("w")
    expect(hands.page.locator(".edit-id code")).to_have_text(xgid)
    assert sorted(hands.see().checkers.values()) == sorted(shown.values())
    hands.click("study-close")
    assert log(hands) == before


def test_a_match_is_saved_as_a_file_that_opens_again(hands: Hands) -> None:
    for kind in ("mat", "sgf", "json"):
        hands.press("l")
        hands.see()
        with hands.page.expect_download(timeout=PATIENCE) as download:
            hands.click("save-as", kind)
        text = Path(download.value.path()).read_text("utf-8")
        if kind == "json":
            assert GameDice.unpack(json.loads(text)["running"]["dice"]).secret == ""
        hands.page.fill("dialog textarea", text)
        hands.page.click("dialog button[type=submit]")
        assert study(hands).startswith("Imported match")
        hands.click("study-close")
