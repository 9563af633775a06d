"""With text of twice the usual size, as set in the browser, a phone shows all and nothing goes sideways."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from browser.screens import Stage, at_sizes, empty_stage, still_page
from playwright.sync_api import Browser
from view.models import after, analyse_match, analysis_boards, lessons, mistake
from view.screens import MINE, dialogs, phases, run_commands

from backgammon.state.model import DialogName

pytestmark = pytest.mark.browser
TAGS = pytest.mark.parametrize("tag", [pytest.param("en", marks=pytest.mark.slow), "de"])
"""English is tested with the slow tests: German words are longer."""

SCREENS = {**dict([*phases(), *dialogs()]), "edit": run_commands(MINE, "edit")}
LARGE = 32
"""Twice the usual size of a browser's text, in CSS pixels."""
BESIDE = """() => {
    const top = document.querySelector("dialog[open]") ?? document.body;
    const seen = e => e.checkVisibility({ visibilityProperty: true }) && e.clientWidth > 1
        && !e.closest(".hidden, .links, .tabs, .board, .quiet-button .label, svg *");
    const box = e => e.getBoundingClientRect();
    const table = e => e.matches(".scroll, .scroll-x, .scroll *, .scroll-x *");
    const clips = e => getComputedStyle(e).overflowX !== "visible";
    const sideways = e => clips(e) && e.scrollWidth > e.clientWidth + 1;
    const beside = e => box(e).left < -1 || box(e).right > innerWidth + 1;
    return [
        ...[document.documentElement].filter(e => e.scrollWidth > innerWidth),
        ...[...top.querySelectorAll("*")].filter(e => seen(e) && !table(e) && (sideways(e) || beside(e))),
        ...[...top.querySelectorAll("button")].filter(e => seen(e) && e.scrollWidth > e.clientWidth + 2),
    ].map(e => `${e.tagName} ${e.className} ${e.innerText.slice(0, 40)}`);
}"""


@pytest.fixture(scope="module")
def large(chromium: Browser, address: str) -> Iterator[Stage]:
    """A stage for a finger, in a browser set to large text."""
    with still_page(chromium, is_mobile=True, has_touch=True) as page:
        page.context.new_cdp_session(page).send("Page.setFontSizes", {"fontSizes": {"standard": LARGE}})
        frame = empty_stage(page, address)
        yield Stage(frame, frame)


@TAGS
@at_sizes("390x844", "360x640", slow=("390x844",))
def test_nothing_but_tables_goes_sideways(size: str, tag: str, large: Stage) -> None:
    found = {}
    for name, model in SCREENS.items():
        large.show(model, size=size, tag=tag)
        found[name] = large.evaluate(BESIDE)
    assert [f"{name}: {part}" for name, parts in found.items() for part in parts] == []


BELOW = """() => {
    const dialog = document.querySelector("dialog[open]"), end = dialog.getBoundingClientRect().bottom;
    const scrolls = e => e && (/auto|scroll/.test(getComputedStyle(e).overflowY) || scrolls(e.parentElement));
    const low = e => e.getBoundingClientRect().bottom > end + 1 && !scrolls(e.parentElement);
    return [...dialog.querySelectorAll(":not(.hidden)")].filter(low).map(e => `${e.tagName} ${e.className}`);
}"""
BROKEN = r"""() => {
    const kept = "dd, strong, .play, .figures td, .cube-matrix th, .quiz-head .note", found = [];
    for (const element of (document.querySelector("dialog[open]") ?? document).querySelectorAll(kept)) {
        const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
        for (let text = walker.nextNode(); text; text = walker.nextNode()) {
            for (const { 0: figure, index } of text.data.matchAll(/[+−]?\d+(?:[.,/]\d+)?/g)) {
                const range = document.createRange();
                range.setStart(text, index);
                range.setEnd(text, index + figure.length);
                const lines = new Set([...range.getClientRects()].map(part => Math.round(part.top)));
                if (lines.size > 1) found.push(figure);
            }
        }
    }
    return found;
}"""


@at_sizes("390x844", "360x640", slow=("390x844",))
def test_all_of_a_dialog_can_be_scrolled_to(size: str, large: Stage) -> None:
    found = {}
    for name, model in dialogs():
        large.show(model, size=size)
        found[name] = large.evaluate(BELOW)
    assert {name: parts for name, parts in found.items() if parts} == {}


ONE_ON_ANOTHER = """() => [...document.querySelectorAll(".listed, .plays-head")].filter(row => {
    const figures = [...row.querySelectorAll(".equity, .behind, .three > span")].filter(
        e => e.checkVisibility()).map(e => e.getBoundingClientRect()).filter(box => box.width);
    const inside = (low, high) => Math.min(...high) - Math.max(...low) > 2;
    return figures.some((a, count) => figures.slice(count + 1).some(b =>
        inside([a.left, b.left], [a.right, b.right]) && inside([a.top, b.top], [a.bottom, b.bottom])));
}).map(row => row.innerText)"""


@pytest.mark.parametrize("size", ["390x844", "360x640"])
def test_no_figure_of_a_play_lies_on_another(size: str, large: Stage) -> None:
    hint = run_commands(MINE, "hint", "hint-answer")
    verdict = next(each for each in lessons() if each.game.problem and each.game.problem.found)
    for tag, model in product(("en", "hu"), (hint, verdict, mistake(), [*analysis_boards()][4])):
        large.show(model, size=size, tag=tag)
        assert large.evaluate(ONE_ON_ANOTHER) == [], tag


@pytest.mark.parametrize("size", ["390x844", "360x640", "320x568"])
def test_the_rolls_to_choose_from_are_a_triangle(size: str, large: Stage) -> None:
    rows = """() => [...document.querySelectorAll(".rolls-row")].map(row => new Set(
        [...row.children].map(roll => roll.getBoundingClientRect().top)).size)"""
    columns = """() => new Set([...document.querySelectorAll(".roll")].map(
        roll => Math.round(roll.getBoundingClientRect().left))).size"""
    large.show(dict(dialogs())["roll-typed"], size=size)
    assert large.evaluate(rows) == 6 * [1]
    assert large.evaluate(columns) == 6


@TAGS
def test_no_figure_and_no_move_is_broken_in_two(tag: str, large: Stage) -> None:
    found = {}
    report = replace(analyse_match(after(40)), dialog=DialogName.REVIEW)
    for name, model in (*SCREENS.items(), ("report", report)):
        large.show(model, size="390x844", tag=tag)
        found[name] = large.evaluate(BROKEN)
    assert {name: figures for name, figures in found.items() if figures} == {}


def test_the_first_date_and_the_last_stand_apart_below_a_chart(large: Stage) -> None:
    known = dict(dialogs())["figures"]
    days = tuple(replace(match, day=day) for day, match in enumerate(known.analysis.history, 20_000))
    large.show(replace(known, analysis=replace(known.analysis, history=days)), size="390x844")
    apart = """() => [...document.querySelectorAll(".chart-svg")].map(chart => {
        const [first, last] = [...chart.querySelectorAll(".across")].map(e => e.getBoundingClientRect());
        const end = chart.closest(".chart-box").getBoundingClientRect().bottom;
        return first.bottom <= last.top + 4 && last.bottom <= end + 1;
    })"""
    assert large.evaluate(apart) == [True, True]


def test_the_text_is_large_and_the_board_as_wide_as_the_phone(large: Stage) -> None:
    width = "document.querySelector('.board').getBoundingClientRect().width"
    for name in ("to-play", "quiz-1", "lesson-0", "chapter-1", "lines-1", "edit"):
        large.show(SCREENS[name], size="360x640")
        assert large.evaluate("getComputedStyle(document.body).fontSize") == f"{LARGE}px"
        assert large.evaluate(width) == 360, name
