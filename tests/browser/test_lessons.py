"""The lessons in the real page: offered, solved, kept after a reload; and every task fits its screen."""

from itertools import product

import pytest
from browser.conftest import Visit
from browser.hands import PATIENCE, Hands, disable_motion, stored_texts
from browser.screens import Stage, Tags, at_sizes
from browser.test_fit import BETWEEN, LARGE, SEEN, SMALL
from playwright.sync_api import BrowserContext, expect
from view.models import SAY, chapters

from backgammon.features.lessons.progress import TASKS, chapter_of
from backgammon.state.model import Model
from backgammon.storage.lessons import load_solved
from backgammon.view.words import prevent_breaks

pytestmark = pytest.mark.browser

LONGEST = 8
CUT = """() => [...document.querySelectorAll(".status, .loud, .chapter .label, .panel-head")].filter(
    e => e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1).map(e => e.className)"""
LOW = """() => [...document.querySelectorAll(".actions button, .lessons button")].filter(
    e => e.checkVisibility({ visibilityProperty: true })).map(e => e.getBoundingClientRect()).filter(
    box => box.width < 43.5 || box.height < 43.5).length"""


def test_a_first_visit_is_led_through_its_first_tasks(context: BrowserContext, visit: Visit) -> None:
    disable_motion(context)
    page = visit("engine")
    hands = Hands(page)
    before = hands.see()
    hands.click("offer-yes")
    expect(page.locator(".chapter")).to_have_count(12, timeout=PATIENCE)
    hands.click("lesson-next")
    said, verdict = page.locator(".task"), page.locator(".outcome")
    expect(said).to_contain_text(prevent_breaks(SAY("lesson.move-two.ask")), timeout=PATIENCE)
    for source, target in ((13, 8), (13, 11)):
        page.locator(f'[data-place="{source}"]').focus()
        page.keyboard.press("Enter")
        page.locator(f'[data-place="{target}"]').focus()
        page.keyboard.press("Enter")
    hands.click("confirm")
    expect(verdict).to_contain_text(SAY("lesson.right"))
    assert load_solved(stored_texts(page)["lessons"]) == {"move-two"}
    hands.click("lesson-next")
    expect(said).to_contain_text(prevent_breaks(SAY("lesson.move-one.ask")))
    hands.press("Escape")
    expect(page.locator(".lessons")).to_have_count(0)
    assert hands.see().commands == before.commands

    visit("engine")
    expect(page.locator(".offer")).to_have_count(0)
    hands.press("j")
    expect(page.locator(".chapter .note").first).to_have_text("1/3", timeout=PATIENCE)


def wordiest() -> list[Model]:
    """Return the list, and the moments of the lessons with the most text."""
    models = list(chapters())
    return [models[0], models[-1], *sorted(models[1:-1], key=_letters)[-LONGEST:]]


def _letters(model: Model) -> int:
    lesson = model.lesson
    assert lesson
    task = TASKS[lesson.task]
    if lesson.right is not None or lesson.shown:
        return len(SAY(task.why))
    told = SAY(task.hint_text) if lesson.hints and task.hint_text else SAY(chapter_of(task).text)
    return len(SAY(task.ask)) + len(told)


@at_sizes(*SMALL, *LARGE, slow=BETWEEN)
def test_every_task_fits_its_screen(size: str, stage: Stage) -> None:
    wrong = {}
    for number, model in enumerate(wordiest()):
        stage.show(model, size=size)
        seen, cut, low = (stage.evaluate(each) for each in (SEEN, CUT, LOW))
        by_list = model.panel_open and size in SMALL  # the drawer replaces the board and buttons
        good = seen["over"] == [0, 0] and seen["whole"] and (seen["primary"] or by_list) and not low
        if not good or (cut and not by_list):
            wrong[number] = seen, cut, low
    assert wrong == {}


def test_every_task_is_whole_on_a_small_phone_in_long_languages(phone: Stage, tags: Tags) -> None:
    cut = []
    for (index, model), tag in product(enumerate(wordiest()), tags):
        phone.show(model, size="360x640", tag=tag)
        if "status" in phone.evaluate(CUT):
            cut.append((index, tag))
    assert cut == []


ROOM = """() => {
    const { fontSize } = getComputedStyle([...document.querySelectorAll(".status p")].at(-1));
    const row = document.querySelector(".chapter").offsetHeight;
    return [parseFloat(fontSize), Math.floor(document.querySelector(".chapters").clientHeight / row)];
}"""


@pytest.mark.parametrize("tag", [*(pytest.param(tag, marks=pytest.mark.slow) for tag in ("en", "de")), "el"])
def test_a_tall_phone_has_larger_text_where_little_is_said_and_three_chapters_below(
    tag: str, stage: Stage
) -> None:
    """Only the longest text takes the place of a chapter; Greek texts are long."""
    seen = []
    for model in chapters():
        stage.show(model, size="390x844", tag=tag)
        seen.append(stage.evaluate(ROOM))
    sizes, rows = zip(*seen, strict=True)
    assert sum(size > 16 for size in sizes) > len(sizes) // 2
    assert min(rows) >= 2
    assert sum(row < 3 for row in rows) <= 4
