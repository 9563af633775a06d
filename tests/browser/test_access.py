"""Accessibility: axe-core's verdict on every screen, and a match played by names and roles alone."""

import re
from dataclasses import replace
from functools import partial
from itertools import pairwise, product

import pytest
from browser.conftest import Visit
from browser.hands import PATIENCE, SETTINGS, Hands
from browser.screens import Stage, at_sizes, empty_stage, still_page
from playwright.sync_api import Browser, BrowserContext, Page, expect
from view.models import after, analyse_match
from view.screens import MINE, TURN, dialogs, phases, run_commands

from backgammon.state.model import Appearance, DialogName, Model, Theme
from backgammon.storage.codec import dump_settings
from backgammon.storage.types import Settings
from tools import npm

pytestmark = pytest.mark.browser

SCREENS = dict([*phases(), *dialogs()])
SMALL = "360x640"
MAX_STEPS, ROLLS, FIRST_TURNS = 1000, 8, 20
BOARD_ONLY = (Theme.FELT, Theme.SLATE)
"""Themes that change the board but not the page around it."""
COLOURFUL = (DialogName.NEW_GAME, DialogName.SETTINGS, DialogName.REVIEW, DialogName.FIGURES, DialogName.CUBE)
"""The dialogs with the largest variety of colours."""
THEMES = [
    (theme, look)
    for theme in Theme
    for look in ("light", "dark")
    if (theme, look) not in ((Theme.WOOD, "light"), (Theme.PAPER, "dark"))
]
"""In wood and light every screen is judged by all rules; paper is always light."""


@pytest.fixture(scope="module")
def judge() -> str:
    return (npm.ensure() / npm.AXE).read_text("utf-8")


@pytest.mark.parametrize("name", SCREENS)
def test_axe_finds_nothing(name: str, stage: Stage, judge: str, pytestconfig: pytest.Config) -> None:
    """The board, half of the work, is judged on the first two screens of a kind, or all with slow tests."""
    stage.show(SCREENS[name])
    if not pytestconfig.getoption("--slow") and re.search(r"-([2-9]|1\d)$", name):
        stage.evaluate("document.querySelector('.board').remove()")
    assert stage.violations(judge) == []


@pytest.mark.parametrize("name", ["moves", "selected", *DialogName])
def test_axe_finds_nothing_on_a_phone(name: str, phone: Stage, judge: str) -> None:
    phone.show(SCREENS[name], size=SMALL)
    assert phone.violations(judge) == []


@pytest.mark.parametrize("size", [SMALL, "740x360"])
@pytest.mark.parametrize("model", SCREENS.values(), ids=SCREENS)
def test_a_finger_finds_room(model: Model, size: str, phone: Stage) -> None:
    phone.show(model, size=size)
    for name, width, height, close in phone.targets():
        assert min(width, height) >= 24, (name, width, height)
        assert close or height >= 44, (name, width, height)
    zoom = "[...document.querySelectorAll('.board, .board *')].map(e => getComputedStyle(e).touchAction)"
    assert "none" not in phone.evaluate(zoom)


@pytest.mark.parametrize("size", ["390x844", "768x1024", "1024x768"])
def test_a_finger_finds_room_on_larger_screens(size: str, phone: Stage) -> None:
    for screen in ("to-play", "doubled", "match-analysed", "moves", "new-game", "settings"):
        phone.show(SCREENS[screen], size=size)
        small = [name for name, _, height, close in phone.targets() if not close and height < 44]
        assert small == [], screen


@pytest.mark.parametrize(("theme", "look"), THEMES)
def test_every_theme_can_be_read(
    theme: Theme, look: str, stage: Stage, judge: str, pytestconfig: pytest.Config
) -> None:
    """Dialogs share their colours, so all are read only with ``--slow``."""
    dialogs = [*DialogName] if pytestconfig.getoption("--slow") else COLOURFUL
    for name in ("moves", "doubled", *(() if theme in BOARD_ONLY else dialogs)):
        stage.show(SCREENS[name], theme, look)
        assert stage.violations(judge, "color-contrast") == [], name


SIDEWAYS = "document.documentElement.scrollWidth > innerWidth"


@at_sizes("512x384", "320x568", slow=("512x384",))
def test_an_enlarged_page_does_not_go_sideways(size: str, stage: Stage) -> None:
    for name, model in SCREENS.items():
        stage.show(model, size=size)
        assert not stage.evaluate(SIDEWAYS), name


def test_with_text_of_twice_the_size_the_menu_fits_a_phone(stage: Stage) -> None:
    """It is as wide in such letters as half a phone in usual ones."""
    ends = "[...document.querySelectorAll('.top .tool')].map(e => e.getBoundingClientRect().right)"
    for name in ("opening", "to-play", "match-over"):
        stage.show(SCREENS[name], size="195x422")
        assert max(stage.evaluate(ends)) <= 195, name


HIDDEN = """() => {
    const scrolled = ".links, .tabs";  // sideways, by themselves
    const seen = e => e.checkVisibility({ visibilityProperty: true }) && !e.closest(scrolled);
    const box = e => e.getBoundingClientRect();
    const top = document.querySelector("dialog[open]") ?? document;
    const beside = e => box(e).left < 0 || box(e).right > innerWidth + 0.5;
    const over = e => [...document.querySelectorAll(".player")].filter(seen).some(
        line => box(line).top < box(e).bottom - 1 && box(e).top < box(line).bottom - 1);
    const cut = e => e.scrollHeight > e.clientHeight + 1;
    return [
        ...[...top.querySelectorAll("button")].filter(e => seen(e) && beside(e)),
        ...[...document.querySelectorAll(".actions button")].filter(e => seen(e) && over(e)),
        ...[...document.querySelectorAll(".status")].filter(e => seen(e) && cut(e)),
    ].map(e => `${e.className} ${e.textContent}`);
}"""


@pytest.mark.parametrize("size", ["480x240", "320x256"])
def test_at_400_percent_nothing_is_cut_or_covered_or_goes_sideways(size: str, stage: Stage) -> None:
    for name, model in SCREENS.items():
        stage.show(model, size=size)
        assert not stage.evaluate(SIDEWAYS), name
        assert stage.evaluate(HIDDEN) == [], name


TIGHT = ("match-won", "match-analysing", "match-analysed", "quiz-1")
WORDY = ("failed", "doubled", "match-analysed", "graded", "quiz-4", "lesson-3", "lesson-5")
BROKEN = """() => {
    const seen = name => [...document.querySelectorAll(name)].filter(e => e.checkVisibility());
    const left = e => e.getBoundingClientRect().left;
    const top = e => e.getBoundingClientRect().top, bottom = e => e.getBoundingClientRect().bottom;
    return [
        ...seen("html, .status, .title-line .link, .actions button, .scroll, .quiz-body").filter(
            e => e.scrollWidth > e.clientWidth + 1),
        ...seen(".advice .three").filter(e => left(e) < left(e.closest(".advice-body"))),
        ...seen(".under-way").filter(e => seen(".side > *").some(
            word => bottom(word) > top(e) + 1 && word.textContent)),
        ...seen("[data-mode=edit] .said").filter(e => e.clientHeight > 60),
    ].map(e => `${e.className} ${e.textContent}`);
}"""


@at_sizes("640x512", "640x440", "1024x700", "1280x800", slow=("640x440", "1280x800"))
def test_words_are_whole_where_little_stands_beside_a_board(size: str, stage: Stage) -> None:
    hint, editing = run_commands(MINE, "hint", "hint-answer"), run_commands(MINE, "edit")
    for model in (hint, editing, *TURN.values(), *(SCREENS[name] for name in WORDY)):
        stage.show(model, size=size)
        assert stage.evaluate(BROKEN) == []
    for name, tag in product(TIGHT, ("en", "de")):
        stage.show(SCREENS[name], size=size, tag=tag)
        assert stage.evaluate(BROKEN) == [], tag


UNMARKED = """() => [...document.querySelectorAll("button:is([aria-current], [aria-pressed=true])")]
    .filter(e => e.checkVisibility() && getComputedStyle(e).outlineStyle === "none")
    .map(e => `${e.className} ${e.textContent}`)"""


def test_what_is_chosen_is_marked_in_the_systems_colours(chromium: Browser, address: str) -> None:
    """Forced colours drop the backgrounds and shadows that mark a choice otherwise."""
    with still_page(chromium, forced_colors="active") as page:
        frame = empty_stage(page, address)
        stage = Stage(frame, frame)
        for name, model in SCREENS.items():
            stage.show(model)
            assert stage.evaluate(UNMARKED) == [], name


LOST = """() => {
    const ground = getComputedStyle(document.body).backgroundColor;
    return [...document.querySelectorAll(".swatch, .track .dot, .legend .dot")].filter(e => {
        const { backgroundColor, backgroundImage } = getComputedStyle(e);
        return backgroundColor === ground && backgroundImage === "none" && e.checkVisibility();
    }).map(e => e.className);
}"""


def test_what_a_colour_explains_is_seen_in_the_systems_colours(chromium: Browser, address: str) -> None:
    with still_page(chromium, forced_colors="active") as page:
        frame = empty_stage(page, address)
        stage = Stage(frame, frame)
        review = replace(analyse_match(after(30)), dialog=DialogName.REVIEW)
        for model in (review, SCREENS["quiz-1"], SCREENS["match-won"]):
            stage.show(model)
            assert stage.evaluate("document.querySelectorAll('.legend, .track').length")
            assert stage.evaluate(LOST) == []


def test_an_example_in_an_empty_field_can_be_read(stage: Stage) -> None:
    colours = """() => [["textarea[placeholder]", "::placeholder"], [".note", null]].map(([name, part]) =>
        getComputedStyle(document.querySelector(`dialog ${name}`), part).color)"""
    for look in ("light", "dark"):
        stage.show(SCREENS["files"], look=look)
        example, note = stage.evaluate(colours)
        assert example == note, look


FRAMES = """() => {
    const heads = document.querySelector(".plays-head").getBoundingClientRect();
    return [...document.querySelectorAll(".advice-head .tool")].filter(e => {
        const { borderBottomWidth, outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(e);
        const { bottom } = e.getBoundingClientRect();
        const outline = outlineStyle === "none" ? 0 : parseFloat(outlineWidth) + parseFloat(outlineOffset);
        const framed = parseFloat(borderBottomWidth) > 0 || outlineStyle !== "none";
        return framed && bottom + outline > heads.top + 0.5;
    }).map(e => e.dataset.command);
}"""


@pytest.mark.parametrize("size", ["360x640", "390x844", "740x360"])
def test_no_frame_of_a_button_beside_a_title_is_cut_by_column_heads(
    size: str, chromium: Browser, address: str
) -> None:
    """In the system's colours each button has a frame, and a pressed one an outline."""
    with still_page(chromium, forced_colors="active", is_mobile=True, has_touch=True) as page:
        frame = empty_stage(page, address)
        stage = Stage(frame, frame)
        for tall in (False, True):
            stage.show(run_commands(MINE, "hint", "hint-answer"), size=size, tall=tall)
            assert stage.evaluate(FRAMES) == [], tall


LISTEN = """window.heard = [];
new MutationObserver(changes => changes.forEach(({ addedNodes }) =>
    addedNodes.forEach(node => heard.push(node.textContent)))).observe(
        document.querySelector('[role="log"]'), { childList: true })"""


def test_a_match_by_names_and_roles_alone(shared_page: Page, pytestconfig: pytest.Config) -> None:
    """It is resigned after ``ROLLS`` rolls, or played to its end if slow tests are requested."""
    to_the_end = pytestconfig.getoption("--slow")
    page = shared_page
    page.locator("html:not([data-keeping])").wait_for(state="attached")  # until then log lines are held back
    page.evaluate(LISTEN)
    button = partial(page.get_by_role, "button", exact=True)
    roll, confirm = button(name="Roll"), button(name="Confirm")
    source = page.get_by_role("button", name="can move")
    target = page.get_by_role("button", name="legal move")
    over = page.get_by_role("log").get_by_text(re.compile("wins? the match"))

    button(name="New game").first.click()
    dialog = page.get_by_role("dialog", name="New game")
    for group, choice in (("Opponent", "Computer"), ("Level", "Novice"), ("Match length", "1")):
        row = dialog.get_by_role("group", name=group, exact=True)
        row.get_by_role("radio", name=choice, exact=True).check(force=True)
    dialog.get_by_role("button", name="Start").click()
    expect(dialog).to_have_count(0)

    rolls = 0
    for _ in range(MAX_STEPS):
        expect(roll.or_(confirm).or_(source).or_(target).or_(over).first).to_be_attached(timeout=PATIENCE)
        if over.count():
            break
        found = next((each for each in (roll, confirm, target, source) if each.count()), None)
        if not found:  # a button has gone meanwhile, and the next is yet to come
            continue
        rolls += found == roll
        if rolls > ROLLS and not to_the_end:
            button(name="Resign").first.click()
            page.get_by_role("dialog", name="Resign").get_by_role("button", name="Backgammon").click()
            expect(over.first).to_be_attached(timeout=PATIENCE)
            break
        found.first.press("Enter")
        Hands(page).see()
        assert page.evaluate("document.activeElement !== document.body"), "the focus is lost"

    Hands(page).see()
    heard = page.evaluate("heard")
    moves = page.get_by_role("table").locator("tbody td:nth-child(3)").all_inner_texts()
    theirs = [line for line in heard if re.match(r"The computer rolled \d-\d and played .* (to|off)\b", line)]
    assert len(theirs) == sum("/" in move for move in moves) > 3
    assert sum(line.startswith("Score:") for line in heard) == 1
    sentences = [line for line in heard if line.endswith(".")]  # not steps, which may repeat
    assert [line for line, after in pairwise(sentences) if line == after] == []


def test_a_dialog_reads_out_what_is_said_in_it_and_the_page_what_comes_after(shared_page: Page) -> None:
    shared_page.context.grant_permissions(["clipboard-write"])
    hands = Hands(shared_page)
    hands.new_game(opponent="human")
    heard, inside = (hands.page.locator(f"{each} > [role=log]") for each in ("body", "dialog"))
    hands.press("l")
    expect(inside).to_be_empty()
    hands.click("copy-id", "xgid")
    expect(inside).to_have_text("Copied.")
    hands.page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(Error()); }")
    hands.press("Enter")
    expect(inside).to_have_text("Copied." * 2)
    assert hands.page.evaluate("document.activeElement.dataset.command") == "copy-id"
    hands.press("Escape")
    hands.new_game(opponent="human")
    expect(heard.locator("p").last).to_have_text("Roll for the first move: the higher number starts.")
    hands.roll()
    hands.press("x")
    hands.click("resign-offer", "1")
    hands.wait_for_dialog()
    expect(heard.locator("p").last).to_contain_text("resigns")


def test_who_rolled_by_the_button_rolls_by_it_again(shared_page: Page) -> None:
    """The dice on the board roll too, and come first on the page; the computer may have the first turn."""
    hands, again = Hands(shared_page), 0
    for _ in range(FIRST_TURNS):
        hands.new_game(opponent="computer", level="novice")
        shared_page.locator("button[data-command=roll]").press("Enter")
        if "roll" in hands.wait_for_turn().commands:
            assert hands.focused_tag() == "BUTTON"
            again += 1
        if again == 2:
            break
    assert again == 2, "the computer had too few first turns"


def test_who_asks_for_more_contrast_gets_it(chromium: Browser, address: str) -> None:
    """Muted text gets the colour of other text, and a dividing line that of a button's border."""
    colours = """() => [".detail", ".name", ".panel", ".secondary"].map(name => {
        const style = getComputedStyle(document.querySelector(name));
        return [style.color, style.borderTopColor];
    })"""
    with still_page(chromium, contrast="more") as page:
        frame = empty_stage(page, address)
        stage = Stage(frame, frame)
        for look in ("light", "dark"):
            stage.show(SCREENS["doubled"], look=look)
            detail, name, panel, button = stage.evaluate(colours)
            assert (detail[0], panel[1]) == (name[0], button[1]), look


PAPER = "680x1003"
"""The area of an A4 sheet between its margins, in CSS pixels."""
UNPRINTED = """() => {
    const told = [...document.querySelectorAll(".panel, .panel *, .advice, .advice *, dialog, dialog *")];
    const cut = e => e.checkVisibility() && e.clientHeight > 1 && getComputedStyle(e).overflowY !== "visible"
        && (e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1);
    const rows = ".moves .entry, .plays .listed, .lines-tree .line-step, .mistakes .choice-row";
    const gone = e => e.matches(rows) && !e.closest("dialog, .page:has(dialog)") && !e.checkVisibility();
    const lined = e => e.matches(".legend") && getComputedStyle(e).borderInlineStartWidth !== "0px";
    const narrow = e => e.matches(".moves") && e.checkVisibility() && e.clientWidth < 500;
    const wrong = told.filter(e => cut(e) || gone(e) || lined(e) || narrow(e));
    return wrong.map(e => `${e.tagName} ${e.className}`);
}"""


def test_a_printer_gets_all_of_the_moves_an_analysis_or_a_dialog(chromium: Browser, address: str) -> None:
    with still_page(chromium) as page:
        frame = empty_stage(page, address)
        page.emulate_media(media="print")
        stage = Stage(frame, frame)
        for name, model in SCREENS.items():
            stage.show(model, "paper", size=PAPER)
            assert stage.evaluate(UNPRINTED) == [], name
            assert stage.page.locator(".top, .controls").filter(visible=True).count() == 0, name


def test_a_chosen_theme_is_there_before_python_and_a_printer_gets_paper(
    context: BrowserContext, visit: Visit
) -> None:
    saved = dump_settings(Settings(theme=Theme.FELT, appearance=Appearance.DARK))
    context.add_init_script(f'try {{ localStorage.setItem("{SETTINGS}", {saved!r}) }} catch {{}}')
    page = context.new_page()
    worn = "() => [document.documentElement?.dataset.theme, document.documentElement?.dataset.appearance]"
    page.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ window.first = ({worn})(); }})")
    visit(page=page)
    assert page.evaluate("first") == page.evaluate(worn) == ["felt", "dark"]
    assert page.evaluate(f"() => {{ dispatchEvent(new Event('beforeprint')); return ({worn})(); }}") == [
        "paper",
        "light",
    ]
    assert page.evaluate(f"() => {{ dispatchEvent(new Event('afterprint')); return ({worn})(); }}") == [
        "felt",
        "dark",
    ]
