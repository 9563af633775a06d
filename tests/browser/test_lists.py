"""Lists show whole rows, and the rows that matter are visible: plays, chapters, mistakes, choices."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from browser.screens import Stage, at_sizes, open_stage_by_size
from playwright.sync_api import Browser
from view.models import after, chapters, grade_match, lessons, mistake, quizzes
from view.screens import MINE, dialogs, reviewed_match, run_commands

from backgammon import analyse_decision
from backgammon.app.update import update
from backgammon.state.events import TextReceived
from backgammon.state.model import DialogName, Model

pytestmark = pytest.mark.browser
PHONES = ("360x640", "390x844", "740x360")
LARGE = ("768x1024", "1024x768", "1366x768", "1920x1080", "2560x1440")
BETWEEN = ("390x844", "375x667", "667x375", "1366x768", "1920x1080")
LONG = ("en", "de", "el", "hu", "uk")
CUT = """([list, rows]) => {
    const box = document.querySelector(list).getBoundingClientRect();
    const head = document.querySelector(".moves thead")?.getBoundingClientRect().bottom ?? box.top;
    const below = document.elementFromPoint(box.left + box.width / 2, box.bottom - 1);
    const seen = [...document.querySelectorAll(rows)].map(row => row.getBoundingClientRect());
    const inside = seen.filter(row => row.bottom > head + 1 && row.top < box.bottom - 1);
    const over = inside.filter(row => row.top < head - 1);
    const foot = below.closest(rows)?.getBoundingClientRect().bottom > box.bottom + 1;
    return [inside.length > 0, over.length, foot];
}"""
LAST_ROWS = """count => {
    const rows = document.querySelector(".moves tbody"), list = document.querySelector(".scroll");
    const hidden = [];
    for (let added = 1; added <= count; added++) {
        rows.append(rows.lastElementChild.cloneNode(true));
        const below = rows.getBoundingClientRect().bottom - list.getBoundingClientRect().bottom;
        if (below > 1) hidden.push([added, below]);
    }
    return hidden;
}"""
HANGING = """() => {
    const rolled = document.querySelector(".entry .sign + .rolled"), entry = rolled.parentElement;
    const play = rolled.nextSibling.firstChild, seen = document.createRange();
    play.data = "bar/22*/18* 13/7*(2)";
    seen.selectNodeContents(play);
    const { height } = entry.closest("tr").getBoundingClientRect();
    const lines = [...seen.getClientRects()].map(line => line.left);
    const middles = [entry, rolled.previousSibling, rolled].map(e => e.getBoundingClientRect())
        .map(box => box.top + box.height / 2);
    return [lines, height, parseFloat(getComputedStyle(entry).lineHeight), middles];
}"""
BEGINNINGS = """() => {
    const entry = document.querySelector(".entry:has(.rolled)"), done = entry.querySelector(".done");
    const begins = () => done.getBoundingClientRect().left;
    const play = begins();
    entry.querySelector(".rolled").remove();
    entry.classList.add("other");
    return [play, begins()];
}"""
SIDEWAYS = """() => [...document.querySelectorAll("dialog[open] .body, dialog[open] .sheet")]
    .filter(e => e.scrollWidth > e.clientWidth).map(e => [e.className, e.scrollWidth - e.clientWidth])"""
ENDS = """() => [...document.querySelectorAll(".plays .listed")].map(row =>
    [".chances > .three:last-child", ".behind"]
        .map(name => row.querySelector(name)?.getBoundingClientRect().right))"""
WHOLE = """() => {
    const { bottom } = document.querySelector(".quiz-body").getBoundingClientRect();
    return [...document.querySelectorAll(".mistakes li, .topic")].map(e => e.getBoundingClientRect())
        .filter(box => box.top < bottom - 2.5 && box.bottom > bottom + 1).length;
}"""
COVERED = """() => {
    const own = document.querySelector(".ranking .chosen").getBoundingClientRect().top;
    return [...document.querySelectorAll(".ranking li:has(~ .chosen)")].map(e => e.getBoundingClientRect())
        .filter(row => row.top < own - 1 && row.bottom > own + 1).length;
}"""
HELD = """() => {
    const box = name => document.querySelector(name)?.getBoundingClientRect();
    const rows = [...document.querySelectorAll(".plays li")].map(e => e.getBoundingClientRect());
    const own = box(".plays .chosen"), end = box(".reason:not(:empty)")?.top ?? Infinity;
    const last = Math.min(box(".advice").bottom, end);
    return {
        sight: own.bottom <= last + 1 && rows[0].bottom <= own.top + 1,
        cut: rows.filter(row => row.top < own.top - 1.5 && row.bottom > own.top + 1.5).length,
    };
}"""


@pytest.fixture(scope="module")
def stage(chromium: Browser, address: str) -> Iterator[Stage]:
    with open_stage_by_size(chromium, address) as stage:
        yield stage


@pytest.mark.parametrize("size", [*PHONES, *LARGE, "1024x700", "1100x720", "1280x600"])
def test_no_row_of_the_move_list_is_cut(size: str, stage: Stage) -> None:
    """Neither under the head when scrolled to the last row, nor at the foot when scrolled to the first."""
    stage.show(replace(grade_match(after(60)), panel_open=True), size=size)
    rows = [".scroll", ".moves tbody tr"]
    assert stage.evaluate(CUT, rows) == [True, 0, False]
    stage.evaluate("document.querySelector('.scroll').scrollTo(0, -9999)")
    assert stage.evaluate(CUT, rows) == [True, 0, False]


@pytest.mark.parametrize("size", [*PHONES, "768x1024", "1024x768", "1920x1080", "2560x1440"])
def test_a_second_line_of_the_move_list_hangs_below_the_play_with_air_about_it(
    size: str, stage: Stage
) -> None:
    stage.show(run_commands(reviewed_match(), "panel"), size=size)
    starts, rows, line, middles = stage.evaluate(HANGING)
    assert len(starts) == 2
    assert abs(starts[0] - starts[1]) <= 1
    assert rows - 2 * line >= 4
    assert max(middles) - min(middles) <= 1


@pytest.mark.parametrize("size", ["740x360", "768x1024", "1024x768", "1920x1080", "2560x1440"])
def test_a_long_play_with_its_marks_makes_no_row_higher(size: str, stage: Stage) -> None:
    stage.show(mistake(), size=size, panel_open=True)
    heights = stage.page.eval_on_selector_all(
        ".moves tbody tr", "rows => rows.map(row => Math.round(row.getBoundingClientRect().height))"
    )
    assert len(set(heights)) == 1


def test_what_is_no_play_begins_where_plays_do_in_the_move_list(stage: Stage) -> None:
    for size in (*PHONES, *LARGE):
        stage.show(after(9), size=size, panel_open=True)
        play, other = stage.evaluate(BEGINNINGS)
        assert abs(play - other) <= 1, size


def test_what_signs_mean_takes_no_row_from_the_move_list_on_a_tablet(stage: Stage) -> None:
    stage.show(run_commands(reviewed_match(), "panel"), size="768x1024")
    moves, meaning = (stage.page.locator(name).bounding_box() for name in (".scroll", ".legend"))
    assert moves
    assert meaning
    assert abs(moves["y"] + moves["height"] - meaning["y"] - meaning["height"]) <= 1


def test_the_chances_of_a_play_end_below_what_it_loses_on_a_small_desktop(stage: Stage) -> None:
    weighed = next(model for model in quizzes() if model.game.problem and model.game.problem.found)
    for model in (weighed, run_commands(MINE, "hint", "hint-answer")):
        stage.show(model, size="1024x768")
        ends = stage.evaluate(ENDS)[1:]
        assert ends
        assert all(abs(chances - loses) <= 1 for chances, loses in ends)


@at_sizes(*PHONES, *LARGE, slow=BETWEEN)
def test_the_move_list_follows_the_game(size: str, stage: Stage) -> None:
    """As rows are added to a list that began with two, the last one stays visible."""
    stage.show(after(4), size=size, panel_open=True)
    assert stage.evaluate(LAST_ROWS, 60) == []


@pytest.mark.parametrize("size", [*PHONES, *LARGE])
def test_no_chapter_is_cut_at_the_foot_of_the_list(size: str, stage: Stage) -> None:
    stage.show(next(chapters()), size=size, panel_open=True)
    assert stage.evaluate(CUT, [".chapters", ".chapters li"]) == [True, 0, False]


@pytest.mark.parametrize("size", [*PHONES, *LARGE])
def test_no_mistake_is_cut_at_the_foot_of_their_list(size: str, stage: Stage) -> None:
    """The choice of whose mistakes are listed is not cut either."""
    first, *_, other = (
        each for each in lessons() if each.learning and each.game.problem and not each.game.problem.chosen
    )
    for tag, model in product(("en", "hu"), (first, other)):
        stage.show(model, size=size, tag=tag)
        assert stage.evaluate(WHOLE) == 0, tag


def test_names_of_players_are_told_beside_the_choice_of_both(stage: Stage) -> None:
    """A narrow column has room for some letters of each name, with all choices on one line."""
    sizes = """() => [...document.querySelectorAll(".topic")].map(
        e => [e.firstChild.getBoundingClientRect().width, e.getBoundingClientRect().height])"""
    put = [*lessons()][7]
    for tag, size in product(LONG[::2], ("1024x700", "1280x800")):
        stage.show(put, size=size, tag=tag)
        (_, both), *names = stage.evaluate(sizes)
        assert both <= 44, (tag, size)
        assert min(width for width, _ in names) >= 40, (tag, size, names)


def test_a_theme_named_in_two_lines_begins_where_the_others_begin(stage: Stage) -> None:
    ledges = """() => [...document.querySelectorAll(".topic")].map(topic => {
        const name = document.createRange();
        name.selectNodeContents(topic.firstChild);
        return [...name.getClientRects()].map(line => line.left - topic.getBoundingClientRect().left);
    })"""
    stage.show(next(quizzes()), size="320x640", tag="bg")
    found = stage.evaluate(ledges)
    assert max(map(len, found)) == 2
    assert len({round(left) for lines in found for left in lines}) == 1, found


def test_ones_own_choice_is_in_sight_with_the_verdict(stage: Stage) -> None:
    """However many choices rank above it, and without scrolling."""
    weighed = [model for model in (*quizzes(), *lessons()) if model.game.problem and model.game.problem.found]
    for size, model in product((*PHONES, *LARGE), weighed):
        stage.show(model, size=size)
        own = stage.page.locator(".chosen").bounding_box()
        panel = stage.page.locator(".panel.quiz").bounding_box()
        assert own
        assert panel
        end = min(panel["y"] + panel["height"], int(size.split("x")[1]))
        assert own["y"] + own["height"] <= end + 1, size


@pytest.mark.parametrize("size", ["360x640", "740x360"])
def test_ones_own_choice_leaves_two_rows_whole_on_a_small_phone(size: str, stage: Stage) -> None:
    """Its row lies low over the others, and includes its winning chances."""
    graded = next(each for each in quizzes() if each.game.problem and each.game.problem.found)
    stage.show(graded, size=size)
    row, held = (stage.page.locator(f".ranking li{which}") for which in (":nth-child(2)", ".chosen"))
    above, below = row.bounding_box(), held.bounding_box()
    assert above
    assert below
    assert above["y"] + above["height"] <= below["y"] + 1
    chances = held.locator(".chances").bounding_box()
    assert chances
    assert chances["y"] + chances["height"] <= below["y"] + below["height"]


@at_sizes(*PHONES, "768x1024", "1024x768", "1920x1080", "2560x1440", slow=(*BETWEEN, "768x1024"))
def test_no_row_shows_in_part_above_ones_own_choice(size: str, stage: Stage) -> None:
    """However long the plays and the words are, and whether the sheet is tall or not."""
    weighed = [model for model in (*quizzes(), *lessons()) if model.game.problem and model.game.problem.found]
    for tag, model, tall in product(LONG, weighed, (False, True)):
        stage.show(model, size=size, tag=tag, tall=tall)
        assert stage.evaluate(COVERED) == 0, (tag, tall)


def add_reason(model: Model) -> Model:
    """Return the model with a reason why the best play is better: it wins more."""
    findings = dict(model.analysis.findings)
    for key, known in findings.items():
        if known.plays:
            best = known.plays[0]
            better = replace(best, chances=best.chances._replace(win=0.67, lose=0.33))
            findings[key] = replace(known, plays=(better, *known.plays[1:]))
    return replace(model, analysis=model.analysis.with_findings(findings))


@at_sizes("320x568", *PHONES, "667x375", "375x667", *LARGE, "1280x720", "1440x900", slow=BETWEEN)
def test_ones_own_play_is_held_in_the_list_of_a_mistake(size: str, stage: Stage) -> None:
    """It is above the reason why the best is better, with whole rows above it, including the best."""
    for model in (mistake(), add_reason(mistake()), run_commands(reviewed_match(), "hint")):
        for tall in (False, True):
            stage.show(model, size=size, tall=tall)
            assert stage.evaluate(HELD) == {"sight": True, "cut": 0}, tall


@at_sizes("320x568", "360x640", "375x667", "640x360", "667x375", "740x360", slow=BETWEEN)
def test_ones_own_play_is_in_sight_as_the_second_and_the_last(size: str, stage: Stage) -> None:
    """On small phones, in every width of the word that marks it, and below a title of two lines."""
    model = mistake()
    for tag, last in product(LONG, (False, True)):
        findings = {
            key: replace(each, chosen=len(each.plays) - 1 if last else 1)
            for key, each in model.analysis.findings.items()
            if len(each.plays) > 1
        }
        stage.show(replace(model, analysis=model.analysis.with_findings(findings)), size=size, tag=tag)
        stage.evaluate("document.querySelector('.chosen .play').firstChild.data = 'bar/21* 24/18*'")
        assert stage.evaluate(HELD) == {"sight": True, "cut": 0}, (tag, last)


OVER = """() => [...document.querySelectorAll(".listed")].flatMap(row => {
    const parts = [...row.querySelectorAll(".three > :not(.won-or-lost), .equity, .behind, .played")].filter(
        e => e.textContent && e.checkVisibility());
    const boxes = parts.map(e => {
        const words = document.createRange();
        words.selectNodeContents(e);
        return words.getBoundingClientRect();
    });
    return boxes.flatMap((one, index) => boxes.slice(index + 1).filter(other =>
        one.left < other.right - 1 && other.left < one.right - 1
        && one.top < other.bottom - 4 && other.top < one.bottom - 4).map(() => parts[index].textContent));
})"""


@at_sizes("320x568", "360x640", "640x360", "667x375", "740x360", slow=("360x640", "667x375"))
def test_no_figure_and_no_word_lies_on_another_in_a_list_of_plays(size: str, stage: Stage) -> None:
    weighed = [model for model in (*quizzes(), *lessons()) if model.game.problem and model.game.problem.found]
    for tag, model in product(LONG, (*weighed, mistake(), run_commands(MINE, "hint", "hint-answer"))):
        for tall in (False, True):
            stage.show(model, size=size, tag=tag, tall=tall)
            assert stage.evaluate(OVER) == [], (tag, tall)


@pytest.mark.parametrize("size", ["320x568", *PHONES, "375x667"])
def test_the_best_play_of_a_position_is_in_sight_above_the_reason(size: str, stage: Stage) -> None:
    opened, _ = update(MINE, TextReceived("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"))
    model, found = run_commands(opened, "hint"), analyse_decision(opened.game.match, plies=0)
    known = replace(model.analysis, findings=dict.fromkeys(model.analysis.findings, found))
    stage.show(replace(model, analysis=known), size=size)
    best, reason, panel = [
        stage.page.locator(name).bounding_box() for name in (".plays li:first-child", ".reason", ".advice")
    ]
    assert best
    assert reason
    assert panel
    assert best["y"] + best["height"] <= min(reason["y"], panel["y"] + panel["height"]) + 1
    style = "() => { const { position, fontSize } = getComputedStyle(document.querySelector('.reason'));"
    position, letters = stage.evaluate(f"{style} return [position, parseFloat(fontSize)]; }}")
    assert position == "sticky" or letters > 12, "small letters only where room is scarce"


@pytest.mark.parametrize("size", ["320x568", *PHONES, "375x667"])
def test_the_reason_below_an_answer_is_whole_on_a_small_phone(size: str, stage: Stage) -> None:
    """It follows the list there, and covers none of it."""
    cut = "() => [...document.querySelectorAll('.ranking .reason')].map(e => e.scrollWidth > e.clientWidth)"
    stated = 0
    for model in (*quizzes(), *lessons()):
        problem = model.game.problem
        if problem is None or problem.found is None or not problem.found.plays:
            continue
        best, *others = problem.found.plays
        better = replace(best, chances=best.chances._replace(win=0.67, lose=0.33))
        found = replace(problem.found, plays=(better, *others))
        reasoned = replace(model, game=replace(model.game, problem=replace(problem, found=found)))
        stage.show(reasoned, size=size, tag="de")
        stated += len(stage.evaluate("document.querySelector('.reason')?.textContent ?? ''")) > 50
        assert not any(stage.evaluate(cut)), size
    assert stated


def test_the_choices_in_the_settings_have_letters_of_one_size(stage: Stage) -> None:
    sizes = (
        """() => [...document.querySelectorAll(".segments span")].map(e => getComputedStyle(e).fontSize)"""
    )
    for size in (*PHONES, *LARGE):
        stage.show(MINE, size=size, dialog=DialogName.SETTINGS)
        assert len(set(stage.evaluate(sizes))) == 1, size


@pytest.mark.parametrize("size", PHONES)
def test_no_dialog_can_be_pushed_sideways(size: str, stage: Stage) -> None:
    found = {}
    for name, model in dialogs():
        stage.show(model, size=size)
        found[name] = stage.evaluate(SIDEWAYS)
    assert {name: wide for name, wide in found.items() if wide} == {}


def test_one_s_own_choice_is_named_in_the_line_of_its_chances(stage: Stage) -> None:
    lines = """() => [...document.querySelectorAll(".chosen .played, .chosen .three > :nth-child(2)")].filter(
        e => e.checkVisibility()).map(e => {
            const foot = e.appendChild(document.createElement("img"));
            const { bottom } = foot.getBoundingClientRect();
            foot.remove();
            return Math.round(bottom);
        })"""
    graded = [*quizzes()][4]
    for size in ("390x844", "360x800", "360x640", "740x360"):
        stage.show(graded, size=size)
        seen = stage.evaluate(lines)
        assert len(seen) == 2, size
        assert len({*seen}) == 1, size
