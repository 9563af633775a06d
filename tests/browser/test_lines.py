"""The analysis board in the real page: pasted, played by hand on both sides, kept after a reload, left."""

import re
from collections.abc import Iterator

import pytest
from app.test_lines import drag, open_lines
from browser.conftest import open_site
from browser.hands import PATIENCE, Hands
from browser.screens import Stage, Tags, TagsOf
from browser.test_friend_sheets import HIDDEN
from playwright.sync_api import Browser, Page, expect
from view.models import analysis_boards
from view.screens import run_commands

from backgammon.app.commands import actions, available
from backgammon.app.update import update
from backgammon.state.events import Command
from backgammon.storage.types import Speed

pytestmark = pytest.mark.browser

XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10"
REACHED = """() => {
    const undo = document.querySelector('.notice [data-command="line-restore"]');
    const box = undo.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return box.height >= 44 && undo.contains(top);
}"""
COVERED = """() => {
    const said = new Range(), head = document.querySelector(".lines-head"), title = head.firstElementChild;
    said.selectNodeContents(document.querySelector(".lines .empty"));
    const [text, icon, line] = [said, head.lastElementChild, head].map(e => e.getBoundingClientRect());
    const beside = title.checkVisibility({ visibilityProperty: true }) && title.offsetWidth;
    return beside || text.right > icon.left || text.bottom > line.bottom;
}"""
TAPPED = """() => {
    const icon = document.querySelector(".lines-head").lastElementChild, box = icon.getBoundingClientRect();
    return icon.contains(document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2));
}"""
FOCUSED = """() => {
    const active = document.activeElement, name = active.dataset.command ?? active.className;
    return active.checkVisibility({ visibilityProperty: true }) ? name : "";
}"""
OVERLAPS = """() => {
    const found = [...document.querySelectorAll(".actions button")].filter(e => e.checkVisibility());
    const meet = (one, other) => one.right > other.left && other.right > one.left
        && one.bottom > other.top && other.bottom > one.top;
    const boxes = found.map(e => [e.dataset.command, e.getBoundingClientRect()]);
    return boxes.flatMap(([name, box], index) => boxes.slice(index + 1)
        .filter(([, other]) => meet(box, other)).map(([other]) => `${name} and ${other}`));
}"""


@pytest.fixture(scope="module")
def at_lines(chromium: Browser, address: str) -> Iterator[Page]:
    """The lines of XGID, opened from a link; the tests that share them run one after another."""
    with open_site(chromium, address, Speed.OFF, engine=True) as page:
        page.evaluate("xgid => { location.hash = xgid; }", f"xgid={XGID.removeprefix('XGID=')}")
        Hands(page).click("line-open")
        expect(page.locator(".lines .listed")).to_have_count(5, timeout=PATIENCE)
        yield page


def test_arrow_keys_lead_through_the_lines_and_scroll_them(at_lines: Page) -> None:
    """When a place of the board has the focus, they move over the board, as everywhere else."""
    page, hands = at_lines, Hands(at_lines)
    page.set_viewport_size({"width": 740, "height": 360})
    step = page.locator('.line-step[aria-current="step"]')
    for key, reached in (("ArrowLeft", "Start"), ("ArrowRight", "31…")):
        hands.press(key)
        expect(step).to_have_text(reached)
        assert hands.focused_tag() != "rect"
    page.locator(".lines .quiz-body").focus()
    hands.press("ArrowDown")
    assert hands.focused_tag() == "DIV"
    page.wait_for_function("document.querySelector('.lines .quiz-body').scrollTop > 0")
    page.focus('.actions [data-command="hint"]')
    hands.press("ArrowUp")
    assert hands.focused_tag() == "rect"
    hands.press("ArrowLeft")
    assert hands.focused_tag() == "rect"
    expect(step).to_have_text("31…")


def test_a_hint_takes_the_focus_from_a_row_below_it_and_gives_it_back(at_lines: Page) -> None:
    page, hands = at_lines, Hands(at_lines)
    row = page.locator(".lines .listed").first
    for width, height in ((1280, 720), (390, 844)):
        page.set_viewport_size({"width": width, "height": height})
        expect(row).to_be_visible(timeout=PATIENCE)
        row.focus()
        hands.press("k")
        expect(page.locator(".advice")).to_have_count(1)
        hands.see()
        assert page.evaluate(FOCUSED) == "controls"
        hands.press("Escape")
        expect(page.locator(".advice")).to_have_count(0)
        hands.see()
        assert page.evaluate(FOCUSED) == "line-try"


def test_what_a_slip_of_the_finger_deletes_comes_back(at_lines: Page) -> None:
    """Lines cut off, and lines left, which are kept again once they are back: also after a reload."""
    page, hands = at_lines, Hands(at_lines)
    page.set_viewport_size({"width": 390, "height": 844})
    plays, steps = page.locator(".lines .listed"), page.locator(".line-step")
    expect(plays).to_have_count(5, timeout=PATIENCE)
    plays.nth(1).click()
    expect(steps).to_have_count(1 + 2)
    board = page.locator(".board").bounding_box()
    for command, left in (("line-prune", 1 + 1), ("line-close", 0)):
        hands.click(command)
        expect(steps).to_have_count(left)
        undo = page.locator(".notice").get_by_role("button", name="Undo")
        expect(undo).to_be_visible()
        undo.click()
        expect(steps).to_have_count(1 + 2)
        expect(page.locator(".notice")).to_have_count(0)
    assert page.locator(".board").bounding_box() == board
    hands.see()
    page.reload()
    expect(steps).to_have_count(1 + 2, timeout=PATIENCE)


def test_a_pasted_position_is_analysed_by_hand(at_lines: Page) -> None:
    page, hands = at_lines, Hands(at_lines)
    page.set_viewport_size({"width": 390, "height": 844})
    hands.click("line-close")
    hands.press("l")
    page.fill("dialog textarea", XGID)
    page.click('dialog button[name="analyse"]')
    plays, outcome, dice = (
        page.locator(name) for name in (".lines .listed", ".outcome", ".dice[data-command]")
    )
    expect(plays).to_have_count(5, timeout=PATIENCE)
    board = page.locator(".board").bounding_box()
    for source, target in ((8, 5), (6, 5)):
        hands.tap(source)
        if target in hands.see().legal or hands.see().selected:
            hands.tap(target)
    expect(outcome).to_have_text(re.compile("best play|Ranked"), timeout=PATIENCE)
    expect(page.locator(".evaluation")).to_have_attribute("aria-label", re.compile(r"White: \d+% wins"))
    dice.click()
    hands.wait_for_dialog("roll-typed")
    hands.click("line-roll", "64")
    hands.wait_for_dialog()
    assert hands.see().dice[0] == "Dice: 6 and 4"
    expect(plays.first).to_be_visible(timeout=PATIENCE)
    plays.nth(1).click()
    expect(outcome).to_have_text(re.compile("Ranked 2|best"), timeout=PATIENCE)
    page.locator(".cube [data-command=double]").click()
    hands.click("take")
    steps = page.locator(".line-step")
    expect(steps).to_have_count(1 + 6)
    assert page.locator(".board").bounding_box() == board

    page.reload()
    expect(steps).to_have_count(1 + 6, timeout=PATIENCE)
    hands.click("line-close")
    expect(page.locator(".lines")).to_have_count(0)


@pytest.mark.parametrize("size", ["320x568", "360x640", "640x360"])
def test_the_way_back_to_deleted_lines_fits_in_every_language(size: str, phone: Stage, tags: Tags) -> None:
    left = open_lines()
    drag(left, 8, 5, 6, 5)
    cut = open_lines()
    drag(cut, 8, 5, 6, 5)
    left.send(Command("line-close"))
    cut.send(Command("line-prune"))
    for tag in {*tags, "nl"}:  # its word for this is the longest
        for page in (left, cut):
            phone.show(page.model, size=size, tag=tag)
            assert phone.evaluate(HIDDEN) == [0, 0, 0], tag
            assert phone.evaluate(REACHED), tag


@pytest.mark.parametrize("size", ["640x360", "667x375", "320x568"])
def test_analysing_is_said_beside_no_title_that_it_covers(size: str, phone: Stage, tags_of: TagsOf) -> None:
    board = next(analysis_boards())
    for tag in tags_of(board, "lines"):
        phone.show(board, size=size, tag=tag)
        assert not phone.evaluate(COVERED), tag


@pytest.mark.parametrize("size", ["320x568", "390x844", "640x360", "740x360"])
def test_no_button_lies_on_another_below_a_hint(size: str, phone: Stage) -> None:
    hinted = [update(board, Command("hint"))[0] for board in analysis_boards() if not board.dialog]
    commands = {name for board in hinted for name in actions(board)}
    assert {"line-dice", "take", "study-previous"} <= commands
    for board in hinted:
        phone.show(board, size=size)
        assert phone.evaluate("() => !!document.querySelector('.advice')")
        assert phone.evaluate(OVERLAPS) == [], actions(board)


@pytest.mark.parametrize("size", ["320x568", "390x844", "640x360", "740x360"])
def test_the_icon_beside_analysing_takes_taps(size: str, phone: Stage) -> None:
    phone.show(next(analysis_boards()), size=size)
    assert phone.evaluate(TAPPED)


def test_the_bar_leaves_the_title_of_a_hint_free_on_a_tall_phone(phone: Stage) -> None:
    (board, *_) = [each for each in analysis_boards() if "hint" in available(each)]
    phone.show(run_commands(board, "hint"), size="390x844")
    bar, title = phone.evaluate("""() => [".evaluation", ".advice .panel-title"].map(
        name => document.querySelector(name).getBoundingClientRect()).map(box => [box.top, box.bottom])""")
    assert bar[1] + 2 <= title[0]
    long = """() => {
        const bar = document.querySelector(".evaluation");
        const title = document.querySelector(".advice .panel-title");
        title.textContent = "Mistake 10 of 38 · Dr. Olympia Papadopoulos";
        const { top, height } = title.getBoundingClientRect();
        return [bar.getBoundingClientRect().bottom, top, height];
    }"""
    end, begins, height = phone.evaluate(long)
    assert end <= begins + 1
    assert height > 40, "it has two lines"
