"""The room beside the board, and on a phone below it, is used well.

No row of a list is cut, small questions are small, and where there is room signs have words.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from browser.screens import Stage, staged_by_size
from playwright.sync_api import Browser
from view.models import FIRST, after, chapters, lessons, mistake, quizzes, studies, tried_out
from view.screens import MINE, TURN, analysed, answers, results, reviewed

from backgammon.i18n.catalogue import load
from backgammon.state.model import DialogName, Model, Notice, Offer

pytestmark = pytest.mark.browser

PHONES = ("360x640", "390x844", "740x360")
LARGE = ("768x1024", "1024x768", "1366x768", "1920x1080", "2560x1440")
LONG = ("en", "de", "el", "hu", "uk")
TOPS = """() => [".board", ".title-line", ".status > :is(.said, .outcome:not(:empty))", ".actions", ".panel"]
    .map(name => Math.round(document.querySelector(name).getBoundingClientRect().top))"""
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
ENDS = """() => [...document.querySelectorAll(".plays .listed")].map(row =>
    [".chances > .three:last-child", ".behind"]
        .map(name => row.querySelector(name)?.getBoundingClientRect().right))"""
REST = """name => { const box = document.querySelector(name); return box.scrollHeight - box.clientHeight; }"""
TREE = """() => {
    const tree = document.querySelector(".lines-tree").getBoundingClientRect();
    const panel = document.querySelector(".panel").getBoundingClientRect();
    return tree.height - Math.max(0, tree.bottom - panel.bottom);
}"""
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
PLAYING = TURN["to play"]
ASKED = {
    "at the opening": (FIRST, *(replace(FIRST, offer=offer) for offer in Offer)),
    "in a turn": (PLAYING, replace(PLAYING, offer=Offer.SOUND, notice=Notice("error.phase")), TURN["remark"]),
    "after a play": (TURN["to confirm"], TURN["weighing"], TURN["warned"]),
}
STEADY = """() => [".board", ".panel", ".links", ".loud"].map(name => document.querySelector(name))
    .map(e => e.checkVisibility() ? Math.round(e.getBoundingClientRect().top) : null)"""
TILES = """() => {
    const strip = document.querySelector(".links").getBoundingClientRect();
    return [...document.querySelectorAll(".links .label")].map(label => label.getBoundingClientRect())
        .filter(label => label.left < strip.right - 1 && label.right > strip.right + 1).length;
}"""


@pytest.fixture(scope="module")
def stage(chromium: Browser, address: str) -> Iterator[Stage]:
    with staged_by_size(chromium, address) as stage:
        yield stage


@pytest.mark.parametrize("size", [*PHONES, *LARGE])
def test_no_row_of_the_move_list_is_cut(size: str, stage: Stage) -> None:
    """Not under the head while the latest is in sight, nor at the foot where it begins."""
    stage.show(replace(after(60), panel_open=True), size=size)
    rows = [".scroll", ".moves tbody tr"]
    assert stage.page.evaluate(CUT, rows) == [True, 0, False]
    stage.page.evaluate("document.querySelector('.scroll').scrollTo(0, -9999)")
    assert stage.page.evaluate(CUT, rows) == [True, 0, False]


@pytest.mark.parametrize("size", [*PHONES, "768x1024", "1024x768", "1920x1080", "2560x1440"])
def test_a_second_line_of_the_move_list_hangs_below_the_play_with_air_about_it(
    size: str, stage: Stage
) -> None:
    stage.show(analysed(reviewed(), "panel"), size=size)
    starts, rows, line, middles = stage.page.evaluate(HANGING)
    assert len(starts) == 2
    assert abs(starts[0] - starts[1]) <= 1
    assert rows - 2 * line >= 4
    assert max(middles) - min(middles) <= 1


@pytest.mark.parametrize("size", ["740x360", "768x1024", "1024x768", "1920x1080", "2560x1440"])
def test_a_long_play_with_its_marks_makes_no_row_higher(size: str, stage: Stage) -> None:
    stage.show(replace(mistake(), panel_open=True), size=size)
    heights = stage.page.eval_on_selector_all(
        ".moves tbody tr", "rows => rows.map(row => Math.round(row.getBoundingClientRect().height))"
    )
    assert len(set(heights)) == 1


def test_what_is_no_play_begins_where_plays_do_in_the_move_list(stage: Stage) -> None:
    for size in (*PHONES, *LARGE):
        stage.show(replace(after(9), panel_open=True), size=size)
        play, other = stage.page.evaluate(BEGINNINGS)
        assert abs(play - other) <= 1, size


def test_what_signs_mean_takes_no_row_from_the_move_list_on_a_tablet(stage: Stage) -> None:
    stage.show(analysed(reviewed(), "panel"), size="768x1024")
    moves, meaning = (stage.page.locator(name).bounding_box() for name in (".scroll", ".legend"))
    assert moves
    assert meaning
    assert abs(moves["y"] + moves["height"] - meaning["y"] - meaning["height"]) <= 1


def test_the_chances_of_a_play_end_below_what_it_loses_on_a_small_desktop(stage: Stage) -> None:
    weighed = next(model for model in quizzes() if model.game.problem and model.game.problem.found)
    for model in (weighed, analysed(MINE, "hint", "hint-answer")):
        stage.show(model, size="1024x768")
        ends = stage.page.evaluate(ENDS)[1:]
        assert ends
        assert all(abs(chances - loses) <= 1 for chances, loses in ends)


@pytest.mark.parametrize("size", [*PHONES, *LARGE])
def test_the_move_list_follows_the_game(size: str, stage: Stage) -> None:
    """As row after row comes, the last one stays in sight, in a list that began with two."""
    stage.show(replace(after(4), panel_open=True), size=size)
    assert stage.page.evaluate(LAST_ROWS, 60) == []


@pytest.mark.parametrize("size", [*PHONES, *LARGE])
def test_no_chapter_is_cut_at_the_foot_of_the_list(size: str, stage: Stage) -> None:
    stage.show(replace(next(chapters()), panel_open=True), size=size)
    assert stage.page.evaluate(CUT, [".chapters", ".chapters li"]) == [True, 0, False]


def test_of_the_ways_on_one_at_most_peeks_in_on_a_phone(stage: Stage) -> None:
    """And only where there are more than have room, with long words: pushed aside to the end, none is cut."""
    for tag, size in product(LONG, PHONES):
        for model in (FIRST, after(9)):
            stage.show(replace(model, panel_open=True), size=size, say=load(tag))
            assert stage.page.evaluate(TILES) <= (tag != "en"), (tag, size)
            stage.page.evaluate(
                "document.querySelector('.links').scrollTo({ left: 1e4, behavior: 'instant' })"
            )
            assert stage.page.evaluate(TILES) == 0, (tag, size)


def test_the_tree_of_lines_is_in_sight_where_there_is_room(stage: Stage) -> None:
    """Two rows of it at least, however many plays are ranked above it."""
    tried = [moment for moment in [*tried_out()][1:] if not moment.dialog]
    for size, model in product(LARGE, tried):
        stage.show(model, size=size)
        assert stage.page.evaluate(TREE) >= 88, size


def test_a_short_tree_is_whole_beside_the_board_and_its_first_row_on_a_small_phone(stage: Stage) -> None:
    """Where nothing is ranked above it: on a desktop all rows of it, on a phone no sliver of one."""
    thinking = [*tried_out()][8]
    stage.show(thinking, size="1024x768")
    assert stage.page.evaluate(REST, ".lines-tree") == 0
    stage.show(thinking, size="360x640")
    first = stage.page.locator(".lines-tree > li").first.bounding_box()
    assert first
    assert first["y"] + first["height"] <= 640


def test_what_helps_has_words_where_there_is_room(stage: Stage) -> None:
    for size in (*PHONES, *LARGE):
        stage.show(MINE, size=size)
        words = stage.page.locator('[data-command="hint"] .label').bounding_box()
        assert words
        assert (words["width"] > 10) == (size in LARGE), size


def test_all_of_the_editor_is_in_sight_on_a_tablet(stage: Stage) -> None:
    """Held upright: its last line is what is copied, and the player's line keeps clear of the board."""
    stage.show(next(each for each in studies() if each.draft), size="768x1024")
    assert stage.page.evaluate(REST, ".editor") == 0
    board, line = (stage.page.locator(name).bounding_box() for name in (".board", ".bottom-side"))
    assert board
    assert line
    assert line["y"] - board["y"] - board["height"] >= 8


def test_what_is_copied_stands_in_one_line_beside_a_board(stage: Stage) -> None:
    draft = next(each for each in studies() if each.draft)
    for size in ("1024x768", "1920x1080", "2560x1440"):
        stage.show(draft, size=size)
        boxes = [link.bounding_box() for link in stage.page.locator(".editor .links .link").all()]
        assert len({box["y"] for box in boxes if box}) == 1, size


def test_a_hint_has_the_place_of_the_move_list(stage: Stage) -> None:
    for size in ("1024x768", "1920x1080", "2560x1440"):
        stage.show(MINE, size=size)
        moves = stage.page.locator(".panel").bounding_box()
        stage.show(analysed(MINE, "hint", "hint-answer"), size=size)
        assert stage.page.locator(".advice").bounding_box() == pytest.approx(moves, abs=0.1), size


def test_the_room_below_the_board_is_used_on_a_small_desktop(stage: Stage) -> None:
    stage.show(dict(answers())["to roll"], size="1024x768")
    done, on = (stage.page.locator(name).bounding_box() for name in (".actions", ".links"))
    assert done
    assert on
    assert on["y"] - done["y"] - done["height"] <= 64


def test_the_ways_on_are_columns_as_wide_as_the_board_above_them(stage: Stage) -> None:
    stage.show(replace(after(9), panel_open=True), size="1024x768")
    board = stage.page.locator(".board").bounding_box()
    links = [box for link in stage.page.locator(".links .link").all() if (box := link.bounding_box())]
    assert board
    assert max(link["width"] for link in links) - min(link["width"] for link in links) <= 1
    assert abs(links[0]["x"] - board["x"]) <= 1
    assert abs(sum(link["width"] for link in links) - board["width"]) <= 2


def test_a_small_question_is_a_sheet_no_higher_than_what_it_says(stage: Stage) -> None:
    for name, size in product((DialogName.RESIGN, DialogName.FRIEND, DialogName.OTHER_TAB), PHONES):
        stage.show(replace(MINE, dialog=name), size=size)
        box = stage.page.locator(".dialog").bounding_box()
        assert box
        assert box["height"] < 0.95 * int(size.split("x")[1]), (name, size)


def test_a_panel_with_little_to_say_ends_there(stage: Stage) -> None:
    for size in ("1024x768", "1920x1080", "2560x1440"):
        stage.show([*quizzes()][1], size=size)
        panel, last = (
            stage.page.locator(name).bounding_box() for name in (".panel.quiz", ".quiz-body > *:last-child")
        )
        assert panel
        assert last
        assert panel["y"] + panel["height"] - last["y"] - last["height"] < 40, size


@pytest.mark.parametrize("size", [*PHONES, *LARGE])
def test_what_is_asked_and_the_results_are_whole_beside_a_question(size: str, stage: Stage) -> None:
    """A small phone has room for the results where the sheet stands tall."""
    stage.show([*quizzes()][1], size=size)
    assert stage.page.evaluate(REST, ".quiz-body") == 0
    assert stage.page.locator(".asked").is_visible()
    assert stage.page.locator(".quiz .figures").is_visible() == (size not in ("360x640", "740x360"))


@pytest.mark.parametrize("size", [*PHONES, *LARGE])
def test_no_mistake_is_cut_at_the_foot_of_their_list(size: str, stage: Stage) -> None:
    """Nor is the choice of whose they are."""
    first, *_, other = (each for each in lessons() if each.learning and not each.game.problem.chosen)
    for tag, model in product(("en", "hu"), (first, other)):
        stage.show(model, size=size, say=load(tag))
        assert stage.page.evaluate(WHOLE) == 0, tag


@pytest.mark.parametrize("size", [*PHONES, "768x1024"])
def test_nothing_moves_as_hints_come(size: str, stage: Stage) -> None:
    places = """() => [".board", ".actions", ".panel"].map(
        name => Math.round(document.querySelector(name).getBoundingClientRect().top))"""
    put = next(lessons())
    hinted = [put, *(analysed(put, *count * ["hint"]) for count in (1, 2))]
    for tag in LONG:
        seen = []
        for model in hinted:
            stage.show(model, size=size, say=load(tag))
            seen.append(stage.page.evaluate(places))
        assert seen[0] == seen[1] == seen[2], tag


def test_ones_own_choice_is_in_sight_with_the_verdict(stage: Stage) -> None:
    """However many choices rank before it, and with no scrolling."""
    weighed = [model for model in (*quizzes(), *lessons()) if model.game.problem and model.game.problem.found]
    for size, model in product((*PHONES, *LARGE), weighed):
        stage.show(model, size=size)
        own = stage.page.locator(".chosen").bounding_box()
        panel = stage.page.locator(".panel.quiz").bounding_box()
        assert own
        assert panel
        end = min(panel["y"] + panel["height"], int(size.split("x")[1]))
        assert own["y"] + own["height"] <= end + 1, size


@pytest.mark.parametrize("size", ["360x640", "390x844", "740x360", "1024x768"])
def test_the_board_stays_where_it_is_when_a_quiz_begins(size: str, stage: Stage) -> None:
    begins, asked, *_ = quizzes()
    stage.show(begins, size=size)
    place = stage.page.locator(".board").bounding_box()
    stage.show(asked, size=size)
    assert stage.page.locator(".board").bounding_box() == place


@pytest.mark.parametrize("size", [*PHONES, "768x1024", "1024x768", "1920x1080", "2560x1440"])
def test_nothing_moves_between_a_question_of_the_quiz_and_its_verdict(size: str, stage: Stage) -> None:
    _, asked, _, _, weighed, cube, decided, _ = quizzes()
    for before, after_it in ((asked, weighed), (replace(cube, notice=None), decided)):
        stage.show(before, size=size)
        places = stage.page.evaluate(TOPS)
        stage.show(after_it, size=size)
        assert stage.page.evaluate(TOPS) == places


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("size", [*PHONES, *LARGE])
def test_an_offer_or_the_tutor_moves_no_button_and_no_list(size: str, asked: str, stage: Stage) -> None:
    for tag in ("en", "de"):
        places = []
        for model in ASKED[asked]:
            stage.show(model, size=size, say=load(tag))
            places.append(stage.page.evaluate(STEADY))
        assert all(place == places[0] for place in places), (tag, places)


def test_three_answers_stand_beside_what_is_said_on_a_tablet_and_move_no_list(stage: Stage) -> None:
    shown = dict(answers())
    for tag in LONG:
        tops = []
        for name in ("to roll", "doubled for money", "beavered"):
            stage.show(shown[name], size="768x1024", say=load(tag))
            tops.append(stage.page.locator(".panel").bounding_box())
        assert tops[0] == tops[1] == tops[2], tag


@pytest.mark.parametrize("size", ["360x640", "740x360"])
def test_ones_own_choice_leaves_two_rows_whole_on_a_small_phone(size: str, stage: Stage) -> None:
    """It lies over the others, low, with how it wins."""
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


@pytest.mark.parametrize("size", [*PHONES, "768x1024", "1024x768", "1920x1080", "2560x1440"])
def test_no_row_shows_in_part_above_ones_own_choice(size: str, stage: Stage) -> None:
    """However long the plays and the words are, whether the sheet stands tall or not."""
    weighed = [model for model in (*quizzes(), *lessons()) if model.game.problem and model.game.problem.found]
    for tag, model, tall in product(LONG, weighed, (False, True)):
        stage.show(replace(model, tall=tall), size=size, say=load(tag))
        assert stage.page.evaluate(COVERED) == 0, (tag, tall)


def told(model: Model) -> Model:
    """The same with a reason why the best play is better: it wins more."""
    findings = dict(model.analysis.findings)
    for key, known in findings.items():
        if known.plays:
            best = known.plays[0]
            better = replace(best, chances=best.chances._replace(win=0.67, lose=0.33))
            findings[key] = replace(known, plays=(better, *known.plays[1:]))
    return replace(model, analysis=replace(model.analysis, findings=findings))


@pytest.mark.parametrize("size", ["320x568", *PHONES, "667x375", "375x667", *LARGE, "1280x720", "1440x900"])
def test_ones_own_play_is_held_in_the_list_of_a_mistake(size: str, stage: Stage) -> None:
    """Above why the best is better, with whole rows above it, the best among them."""
    for model in (mistake(), told(mistake()), analysed(reviewed(), "hint")):
        for tall in (False, True):
            stage.show(replace(model, tall=tall), size=size)
            assert stage.page.evaluate(HELD) == {"sight": True, "cut": 0}, tall


@pytest.mark.parametrize("size", ["768x1024", "1024x768"])
def test_no_button_of_an_end_card_is_wider_than_the_main_one(size: str, stage: Stage) -> None:
    widths = """() => [...document.querySelectorAll(".loud button")].map(button => button.offsetWidth)"""
    for name, model in results():
        stage.show(model, size=size)
        main, *others = stage.page.evaluate(widths)
        assert main >= max(others, default=0), name


def test_the_figures_of_an_end_card_keep_clear_of_the_buttons_of_a_phone_on_its_side(stage: Stage) -> None:
    stage.show(dict(results())["match-analysed"], size="740x360")
    figures, buttons = (stage.page.locator(name).bounding_box() for name in (".sides", ".loud"))
    assert figures
    assert buttons
    assert buttons["y"] - figures["y"] - figures["height"] >= 10


def test_the_ways_on_beside_an_end_card_have_one_line_each_on_a_tablet(stage: Stage) -> None:
    stage.show(dict(results())["match-analysed"], size="768x1024")
    heights = stage.page.evaluate(
        """() => [...document.querySelectorAll(".links .label")].map(label => label.offsetHeight)"""
    )
    assert max(heights) < 24


def test_the_ways_on_stay_where_they_are_on_a_tall_phone_where_there_is_no_list(stage: Stage) -> None:
    """A position by itself says there what is played."""
    match, _, _, _, _, _, position, *_ = studies()
    tops = []
    for model in (match, position):
        stage.show(model, size="390x844")
        tops.append(stage.page.locator(".links").bounding_box())
    assert tops[0] == tops[1]
    assert stage.page.locator(".facts").is_visible()
