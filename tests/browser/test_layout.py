"""Longer words break no layout: in every dialog and on the page nothing is cut off and nothing overlaps.

The pages are generated here, in English made longer by three fifths, in the languages with the longest texts
and, in slow tests, in all others. Chromium lays them out without the program: only HTML and style sheets are
checked.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from functools import cache

import pytest
from browser.screens import Tags, longest, still_page
from playwright.sync_api import Browser, Page
from view.models import FIRST, after, quizzes, studies
from view.screens import EVERY_RULE, TURN, answers, phases

from backgammon.core.match import Ending, NextGame, Phase, Result
from backgammon.core.rules import PRESETS
from backgammon.i18n.catalogue import LOCALES, Catalogue, load, parse
from backgammon.i18n.languages import LANGUAGES
from backgammon.state.model import DialogName, Model
from backgammon.view.node import to_html
from backgammon.view.page import page
from tools.languages import pseudo

PHONE = {"width": 360, "height": 640}
LAID_OUT = """html => {
    Object.assign(document.documentElement.dataset, { ready: "engine", painted: "" }); // all is visible
    document.querySelector("dialog")?.close();
    document.getElementById("app").innerHTML = html;
    document.querySelector("dialog")?.showModal();
    for (const details of document.querySelectorAll("details")) details.open = true;
}"""
WRONG = """() => {
    const drawer = document.querySelector('[data-panel="open"] .panel'); // lies over the page
    const root = document.querySelector("dialog") ?? drawer ?? document.body;
    const problems = [], texts = [];
    const once = found => { // many texts lie in the same elements
        const known = new Map();
        return e => known.get(e) ?? known.set(e, found(e)).get(e);
    };
    const box = once(e => e.getBoundingClientRect());
    const overflow = once(e => getComputedStyle(e).overflowX + getComputedStyle(e).overflowY);
    const seen = once(e => e.checkVisibility({ opacityProperty: true, visibilityProperty: true }));
    const scrolls = e => /auto|scroll/.test(overflow(e));
    const hides = e => /hidden|clip/.test(overflow(e));
    const spoken = e => e && (e.offsetWidth <= 1 || spoken(e.parentElement)); // hidden from the eye alone
    const under = e => { // a row wholly below one's own choice is out of sight, as what is scrolled away
        const row = e.closest(":is(.ranking, .advice, .lines) li:has(~ .chosen)");
        const own = row?.parentElement.querySelector(".chosen");
        return own && box(row).top >= box(own).top - 1;
    };
    const scroller = once(e => e.parentElement?.closest(".body, .candidates, .quiz-body, .tabs, .scroll"));
    const shown = (e, whole) => { // what is left of a box where its scrollers end
        const outer = scroller(e);
        if (!outer) return whole;
        const edge = box(outer), { left, right } = whole;
        const top = Math.max(whole.top, edge.top), bottom = Math.min(whole.bottom, edge.bottom);
        return shown(outer, { left, right, top, bottom });
    };
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode(); text; text = walker.nextNode()) {
        const parent = text.parentElement;
        if (!text.data.trim() || parent.closest("svg, option") || !seen(parent)) continue;
        if (spoken(parent) || under(parent)) continue;
        const range = document.createRange();
        range.selectNodeContents(text);
        const parts = [...range.getClientRects()].filter(part => part.width > 1 && part.height > 1);
        const ellipsis = parent.closest(".name, .facts, .detail, th"); // ends in dots by design
        const lines = new Set(parts.map(part => Math.round(part.top / 8))).size;
        const narrow = lines > 2 && parent.closest("button:not(.link, .tall, .entry)");
        if (narrow) problems.push(`three lines in a button: ${text.data}`);
        for (const part of parts) {
            if (part.left < -1 || part.right > innerWidth + 1) {
                const across = parent.closest(".tabs, .scroll, .moves, .links");
                if (!across && !ellipsis) problems.push(`off the screen: ${text.data}`);
            }
            for (let e = parent; e && e !== root.parentElement; e = e.parentElement) {
                if (scrolls(e)) break;
                const edge = box(e);
                const out = part.left < edge.left - 1 || part.right > edge.right + 1
                    || part.top < edge.top - 3 || part.bottom > edge.bottom + 3;
                if (out && hides(e) && !ellipsis) { problems.push(`cut off: ${text.data}`); break; }
                if (out && e.matches("button, label, legend, .segments span")) {
                    problems.push(`wider than its ${e.tagName.toLowerCase()}: ${text.data}`);
                    break;
                }
            }
            if (!ellipsis) texts.push([text, shown(text, part)]);
        }
    }
    for (let i = 0; i < texts.length; i++) {
        for (let j = i + 1; j < texts.length; j++) {
            const [one, a] = texts[i], [other, b] = texts[j];
            if (one === other) continue;
            const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
            const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
            if (wide > 2 && high > 4) problems.push(`overlap: ${one.data} | ${other.data}`);
        }
    }
    const controls = [...root.querySelectorAll("button, select, input[type=text], textarea")]
        .filter(e => seen(e) && !under(e) && !e.closest(".tabs, .scroll, .links"));
    const places = controls.map(e => shown(e, box(e)));
    for (const [number, e] of controls.entries()) {
        const place = places[number], name = e.title || e.textContent.trim() || e.name;
        const below = place.bottom > innerHeight + 1 && e.closest(".page:not([data-mode]) .actions");
        const off = below || place.left < -1 || place.right > innerWidth + 1;
        if (off) problems.push(`control off the screen: ${name}`);
        for (const [another, other] of controls.entries()) {
            const edge = places[another];
            const wide = Math.min(place.right, edge.right) - Math.max(place.left, edge.left);
            const high = Math.min(place.bottom, edge.bottom) - Math.max(place.top, edge.top);
            if (e !== other && wide > 2 && high > 2) problems.push(`controls overlap: ${name}`);
        }
    }
    return [...new Set(problems)];
}"""
JUDGE = f"html => {{ ({LAID_OUT})(html); return ({WRONG})(); }}"
"""Lays a page out and lists what is wrong with it, in one message."""


@cache
def catalogue(tag: str) -> Catalogue:
    """Return the catalogue of a language, or English made longer for ``pseudo``."""
    if tag != "pseudo":
        return load(tag)
    return parse("en", json.dumps(pseudo(json.loads((LOCALES / "en.json").read_text("utf-8")))))


def pages() -> Iterator[tuple[str, Model]]:
    """Yield the page at some moments, and every dialog in each of its states."""
    yield "first visit", FIRST
    playing = after(9)
    yield "playing", playing
    yield "moves", replace(playing, panel_open=True)
    for number, study in enumerate(studies()):
        yield f"study {number}", study
    for number, model in enumerate(quizzes()):
        yield f"quiz {number}", model
    for name in DialogName:
        yield name, replace(playing, dialog=name)
    over = replace(
        playing.game.match, phase=Phase.MATCH_OVER, result=Result(0, 3, 12, Ending.BORNE_OFF), game=2
    )
    ended = replace(
        playing,
        game=replace(
            playing.game,
            match=over,
            games=playing.game.games.with_game(playing.game.games[0]),
            log=playing.game.log.with_action(NextGame(), over),
        ),
    )
    yield "match over", ended
    yield from answers()
    yield "dice of two games", replace(ended, dialog=DialogName.DICE)
    for rules in (*PRESETS.values(), EVERY_RULE):
        match = replace(FIRST.game.match, rules=rules)
        yield (
            rules.name,
            replace(
                FIRST, game=replace(FIRST.game, match=match), dialog=DialogName.RULES, rules_shown=rules.name
            ),
        )


SHEET = '<link rel="stylesheet" href="css/page.css">'


@pytest.fixture(scope="module")
def sheet(chromium: Browser, address: str) -> Iterator[Page]:
    """A page as small as a phone, with the style sheets of the site and no program."""
    with still_page(chromium, viewport=PHONE, reduced_motion="reduce") as tab:
        html = tab.request.get(address).text().split("<body")[0]
        head = re.sub(r"<(script|template|style)\b.*?</\1>", "", html, flags=re.DOTALL) + SHEET
        tab.route("**/layout.html", lambda route: route.fulfill(body=f'{head}<div id="app"></div>'))
        tab.goto(f"{address}layout.html")
        assert tab.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--touch')")
        yield tab


MADE_LONGER = re.compile(r"three lines|\[B?Ğø\]")
OTHERS = [pytest.param(tag, marks=pytest.mark.slow) for tag in LANGUAGES if tag not in longest(2)]


@pytest.mark.parametrize("tag", ["pseudo", *longest(2), *OTHERS])
def test_no_words_are_cut_off_or_overlap(sheet: Page, tag: str) -> None:
    """In English made longer, buttons may be taller and one-letter heads wider than in real languages."""
    say = catalogue(tag)
    wrong = {}
    for name, model in pages():
        problems = sheet.evaluate(JUDGE, to_html(page(model, say)))
        if found := [each for each in problems if tag != "pseudo" or not MADE_LONGER.search(each)]:
            wrong[name] = found
    assert wrong == {}


def main_screens() -> Iterator[tuple[str, Model]]:
    """Yield what all players see: the first page, the buttons of a turn and of the cube, and some dialogs."""
    yield "first visit", FIRST
    shown = {**TURN, **dict(answers())}
    yield from ((name, shown[name]) for name in ("to confirm", "warned", "doubled"))
    for name in (DialogName.NEW_GAME, DialogName.SETTINGS, DialogName.RESIGN):
        yield name, replace(FIRST, dialog=name)


def test_the_main_screens_fit_in_every_language(sheet: Page, tags: Tags) -> None:
    wrong = {}
    for tag in tags:
        say = load(tag)
        say = replace(say, texts={**load().texts, **say.texts})
        for name, model in main_screens():
            if found := sheet.evaluate(JUDGE, to_html(page(model, say))):
                wrong[tag, name] = found
    assert wrong == {}


def resize(sheet: Page, width: int, height: int) -> None:
    """Resize the window, and wait for the page: an earlier measurement would mix both sizes."""
    sheet.set_viewport_size({"width": width, "height": height})
    same = "([width, height]) => innerWidth === width && innerHeight === height"
    sheet.wait_for_function(same, arg=[width, height], polling=10)


@pytest.mark.parametrize(
    "tag", [pytest.param(tag, marks=[pytest.mark.slow] * (tag != "de")) for tag in LANGUAGES]
)
def test_no_words_are_cut_off_at_other_sizes(sheet: Page, tag: str, pytestconfig: pytest.Config) -> None:
    """At every second size unless slow tests are requested."""
    sizes = ("740x360", "390x844", "1024x768", "768x1024", "2560x1440", "1920x1080")
    say = load(tag)
    say = replace(say, texts={**load().texts, **say.texts})
    screens = {**dict(phases()), **dict(main_screens())}
    texts = {name: to_html(page(model, say)) for name, model in screens.items() if not model.exercise}
    wrong = {}
    for size in sizes[:: 1 if pytestconfig.getoption("--slow") else 2]:
        width, height = map(int, size.split("x"))
        resize(sheet, width, height)
        for name, html in texts.items():
            if found := sheet.evaluate(JUDGE, html):
                wrong[size, name] = found
    resize(sheet, *PHONE.values())
    assert wrong == {}


def test_the_eye_sees_what_is_wrong(sheet: Page) -> None:
    """Each of these broken layouts must be reported by the check that the tests above use."""
    for html, problem in (
        ('<button style="width:40px;overflow:hidden;white-space:nowrap">Zurücknehmen</button>', "cut off"),
        (f'<p style="white-space:nowrap">{"Ein langer Satz " * 9}</p>', "off the"),
        ('<button style="width:60px">One or two words</button>', "three lines"),
        ("<p>One</p><p style='margin-top:-1.5em'>Another</p>", "overlap"),
        ('<button style="position:absolute;left:300px;width:90px">Go</button>', "control off"),
        ('<button>One</button><button style="margin-left:-20px">Two</button>', "controls overlap"),
        ('<label style="display:block;width:30px;white-space:nowrap">Zurück</label>', "wider than"),
    ):
        assert any(problem in found for found in sheet.evaluate(JUDGE, html)), problem
