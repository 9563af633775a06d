"""The room beside the board, and on a phone below it, is used well.

Small questions take little room, nothing moves unasked, and icons have labels where there is room.
"""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product

import pytest
from browser.screens import Stage, Tags, TagsOf, at_sizes, language, open_stage_by_size
from playwright.sync_api import Browser
from view.models import FIRST, after, analysis_boards, lessons, quizzes, studies
from view.screens import MINE, TURN, answers, results, reviewed_match, run_commands

from backgammon.protocol.levels import LEVELS
from backgammon.state.engine_state import Failed, Loading
from backgammon.state.model import DialogName, Notice, Offer
from backgammon.storage.types import Computer

pytestmark = pytest.mark.browser
PHONES = ("360x640", "390x844", "740x360")
LARGE = ("768x1024", "1024x768", "1366x768", "1920x1080", "2560x1440")
LONG = ("en", "de", "el", "hu", "uk")
TOPS = """() => [".board", ".title-line", ".status > :is(.said, .outcome:not(:empty))", ".actions", ".panel"]
    .map(name => Math.round(document.querySelector(name).getBoundingClientRect().top))"""
REST = """name => { const box = document.querySelector(name); return box.scrollHeight - box.clientHeight; }"""
WHOLE = """() => {
    const inside = document.querySelector(".advice-body, .candidates").getBoundingClientRect();
    const whole = ({ top, bottom }) => top >= inside.top && bottom <= inside.bottom + 1;
    const rows = [...document.querySelectorAll(".plays > li, .advice .cube-figures tr:has(td)")];
    return rows.filter(row => whole(row.getBoundingClientRect())).length;
}"""
MOVES = """() => {
    const { top, bottom } = document.querySelector(".scroll").getBoundingClientRect();
    const head = document.querySelector(".moves thead").getBoundingClientRect().height;
    return [...document.querySelectorAll(".moves tbody tr")].map(row => row.getBoundingClientRect())
        .filter(row => row.top >= top + head - 1 && row.bottom <= bottom + 1).length;
}"""
TREE = """() => {
    const tree = document.querySelector(".lines-tree").getBoundingClientRect();
    const panel = document.querySelector(".panel").getBoundingClientRect();
    return tree.height - Math.max(0, tree.bottom - panel.bottom);
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
    with open_stage_by_size(chromium, address) as stage:
        yield stage


def test_of_the_ways_on_one_at_most_peeks_in_on_a_phone(stage: Stage) -> None:
    """Only with long words, which leave no room for all; scrolled to the end, none is cut."""
    for tag, size in product(LONG, PHONES):
        for model in (FIRST, after(9)):
            stage.show(model, size=size, tag=tag, panel_open=True)
            assert stage.evaluate(TILES) <= (tag != "en"), (tag, size)
            stage.evaluate("document.querySelector('.links').scrollTo({ left: 1e4, behavior: 'instant' })")
            assert stage.evaluate(TILES) == 0, (tag, size)


def test_the_tree_of_lines_is_in_sight_where_there_is_room(stage: Stage) -> None:
    """At least two rows of it, however many plays are ranked above it."""
    tried = [moment for moment in [*analysis_boards()][1:] if not moment.dialog]
    for size, model in product(LARGE, tried):
        stage.show(model, size=size)
        assert stage.evaluate(TREE) >= 88, size


def test_a_short_tree_is_whole_beside_the_board_and_its_first_row_on_a_small_phone(stage: Stage) -> None:
    """With nothing ranked above it: on a desktop all of its rows, on a phone the whole of the first."""
    thinking = [*analysis_boards()][8]
    stage.show(thinking, size="1024x768")
    assert stage.evaluate(REST, ".lines-tree") == 0
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
    """In portrait: down to the last line, what can be copied; the player's line keeps clear of the board."""
    for tag in (*LONG, "bg", "es"):
        stage.show(next(each for each in studies() if each.draft), size="768x1024", tag=tag)
        assert stage.evaluate(REST, ".editor") == 0, tag
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
        stage.show(run_commands(MINE, "hint", "hint-answer"), size=size)
        assert stage.page.locator(".advice").bounding_box() == pytest.approx(moves, abs=0.1), size


@pytest.mark.parametrize(("size", "rows"), [("1280x720", 3), ("1280x800", 4), ("1366x768", 5)])
def test_a_small_desktop_shows_the_latest_moves(size: str, rows: int, stage: Stage) -> None:
    for tag in LONG:
        stage.show(after(30), size=size, tag=tag)
        assert stage.evaluate(MOVES) >= rows, (size, tag)


@pytest.mark.parametrize(
    ("size", "plays"),
    [
        ("1280x585", 3),
        pytest.param("1280x600", 3, marks=pytest.mark.slow),  # between the others
        pytest.param("1366x640", 3, marks=pytest.mark.slow),
        ("1366x768", 5),
    ],
)
def test_a_low_desktop_shows_what_a_hint_compares(size: str, plays: int, stage: Stage) -> None:
    """Several plays, every decision on the cube, and the best play beside the one that was made."""
    for model, least in (
        (run_commands(MINE, "hint", "hint-answer"), plays),
        (run_commands(dict(answers())["to roll"], "hint", "hint-answer"), 3),
        (run_commands(reviewed_match(), "panel", "hint"), 2),
        ([*analysis_boards()][1], 3),
        ([*analysis_boards()][3], 2),
    ):
        for tag in LONG:
            stage.show(model, size=size, tag=tag)
            assert stage.evaluate(WHOLE) >= least, (size, tag)


def test_on_a_low_desktop_no_name_in_the_tree_is_cut(stage: Stage) -> None:
    over = """() => (e => e.scrollWidth - e.clientWidth)(document.querySelector(".lines-tree"))"""
    for tag, size in product(LONG, ("1280x552", "1280x585", "1280x600", "1280x624")):
        stage.show([*analysis_boards()][7], size=size, tag=tag)
        assert stage.evaluate(over) == 0, (tag, size)


INSET = """() => {
    const head = document.querySelector(".plays-head"), words = document.createRange();
    return Math.min(...[...head.querySelectorAll(".three > *")].filter(each => each.offsetWidth).map(each => {
        words.selectNodeContents(each);
        return words.getBoundingClientRect().left;
    })) - head.getBoundingClientRect().left;
}"""


@at_sizes(
    *("1280x552", "1280x585", "1280x600", "1366x640", "1366x768", "1920x1080"),
    slow=("1280x585", "1280x600", "1366x640", "1366x768"),
)
def test_a_long_word_above_the_chances_keeps_clear_of_the_edge(size: str, stage: Stage, tags: Tags) -> None:
    for tag, model in product({*tags, "de"}, (run_commands(MINE, "hint", "hint-answer"), [*quizzes()][4])):
        stage.show(model, size=size, tag=tag)
        assert stage.evaluate(INSET) >= 8, tag


def test_the_room_below_the_board_is_used_on_a_small_desktop(stage: Stage) -> None:
    stage.show(dict(answers())["to roll"], size="1024x768")
    done, on = (stage.page.locator(name).bounding_box() for name in (".actions", ".links"))
    assert done
    assert on
    assert on["y"] - done["y"] - done["height"] <= 64


def test_the_ways_on_are_columns_as_wide_as_the_board_above_them(stage: Stage) -> None:
    stage.show(after(9), size="1024x768", panel_open=True)
    board = stage.page.locator(".board").bounding_box()
    links = [box for link in stage.page.locator(".links .link").all() if (box := link.bounding_box())]
    assert board
    assert max(link["width"] for link in links) - min(link["width"] for link in links) <= 1
    assert abs(links[0]["x"] - board["x"]) <= 1
    assert abs(sum(link["width"] for link in links) - board["width"]) <= 2


def test_a_small_question_is_a_sheet_no_higher_than_what_it_says(stage: Stage) -> None:
    for name, size in product((DialogName.RESIGN, DialogName.FRIEND, DialogName.OTHER_TAB), PHONES):
        stage.show(MINE, size=size, dialog=name)
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
    """A small phone has room for the results only when the sheet is tall."""
    stage.show([*quizzes()][1], size=size)
    assert stage.evaluate(REST, ".quiz-body") == 0
    assert stage.page.locator(".asked").is_visible()
    assert stage.page.locator(".quiz .figures").is_visible() == (size not in ("360x640", "740x360"))


@pytest.mark.parametrize("size", [*PHONES, "768x1024"])
def test_nothing_moves_as_hints_come(size: str, stage: Stage) -> None:
    places = """() => [".board", ".actions", ".panel"].map(
        name => Math.round(document.querySelector(name).getBoundingClientRect().top))"""
    put = next(lessons())
    hinted = [put, *(run_commands(put, *count * ["hint"]) for count in (1, 2))]
    for tag in LONG:
        seen = []
        for model in hinted:
            stage.show(model, size=size, tag=tag)
            seen.append(stage.evaluate(places))
        assert seen[0] == seen[1] == seen[2], tag


@pytest.mark.parametrize("size", ["360x640", "390x844", "740x360", "1024x768"])
def test_the_board_stays_in_place_as_a_quiz_begins_and_one_s_line_as_a_replay_does(
    size: str, stage: Stage
) -> None:
    begins, asked, *_ = quizzes()
    for name, before, later in ((".board", begins, asked), (".bottom-side", MINE, next(studies()))):
        stage.show(before, size=size)
        place = stage.page.locator(name).bounding_box()
        stage.show(later, size=size)
        assert stage.page.locator(name).bounding_box() == place, name


@pytest.mark.parametrize("size", [*PHONES, "768x1024", "1024x768", "1920x1080", "2560x1440"])
def test_nothing_moves_between_a_question_of_the_quiz_and_its_verdict(size: str, stage: Stage) -> None:
    _, asked, _, _, weighed, cube, decided, _ = quizzes()
    for before, after_it in ((asked, weighed), (replace(cube, notice=None), decided)):
        stage.show(before, size=size)
        places = stage.evaluate(TOPS)
        stage.show(after_it, size=size)
        assert stage.evaluate(TOPS) == places


@pytest.mark.parametrize("size", ["640x360", "667x375", "740x360"])
def test_no_pips_are_cut_off_beside_the_score_on_a_phone_on_its_side(size: str, stage: Stage) -> None:
    """Neither the number nor its unit, which gives way as a whole where the line is too narrow for both."""
    cut = """() => [...document.querySelectorAll(".detail")].map(({ scrollWidth, clientWidth, innerText }) =>
        [scrollWidth - clientWidth, /[0-9]/.test(innerText)])"""
    editing = next(each for each in studies() if each.draft)
    for tag, model in product(LONG, (next(lessons()), [*analysis_boards()][3], editing)):
        stage.show(model, size=size, tag=tag)
        assert stage.evaluate(cut) == [[0, True]] * 2, tag


@pytest.mark.parametrize("size", ["640x360", "667x375"])
def test_what_is_replayed_is_whole_on_a_small_phone_on_its_side(size: str, stage: Stage) -> None:
    cut = "() => (status => status.scrollHeight - status.clientHeight)(document.querySelector('.status'))"
    for tag, model in product(LONG, (*studies(), reviewed_match())):
        if model.replay:
            stage.show(model, size=size, tag=tag)
            assert stage.evaluate(cut) <= 1, tag


@at_sizes("320x568", "360x640", "640x360", "667x375", slow=("360x640", "667x375"))
def test_a_level_is_whole_beside_the_pips_on_a_small_phone(size: str, stage: Stage, tags_of: TagsOf) -> None:
    cut = """() => [...document.querySelectorAll(".detail, .detail span")].map(each =>
        each.clientWidth && each.scrollWidth > each.clientWidth)"""
    game = MINE.game
    for tag in tags_of(MINE, "detail"):
        level = max(LEVELS, key=lambda level: len(language(tag)(f"level.{level}")))
        setup = replace(game.setup, seats=(game.setup.seats[0], Computer(level)))
        stage.show(MINE, size=size, tag=tag, game=replace(game, setup=setup))
        assert not any(stage.evaluate(cut)), tag


@pytest.mark.parametrize("asked", ASKED)
@at_sizes(*PHONES, *LARGE, slow=("390x844", "1366x768", "1920x1080"))
def test_an_offer_or_the_tutor_moves_no_button_and_no_list(size: str, asked: str, stage: Stage) -> None:
    for tag in ("en", "de"):
        places = []
        for model in ASKED[asked]:
            stage.show(model, size=size, tag=tag)
            places.append(stage.evaluate(STEADY))
        assert all(place == places[0] for place in places), (tag, places)


def test_three_answers_stand_beside_what_is_said_on_a_tablet_and_move_no_list(stage: Stage) -> None:
    shown = dict(answers())
    for tag in LONG:
        tops = []
        for name in ("to roll", "doubled for money", "beavered"):
            stage.show(shown[name], size="768x1024", tag=tag)
            tops.append(stage.page.locator(".panel").bounding_box())
        assert tops[0] == tops[1] == tops[2], tag


@pytest.mark.parametrize("size", ["768x1024", "1024x768"])
def test_no_button_of_an_end_card_is_wider_than_the_main_one(size: str, stage: Stage) -> None:
    widths = """() => [...document.querySelectorAll(".loud button")].map(button => button.offsetWidth)"""
    for name, model in results():
        stage.show(model, size=size)
        main, *others = stage.evaluate(widths)
        assert main >= max(others, default=0), name


def test_the_figures_of_an_end_card_keep_clear_of_the_buttons_of_a_phone_on_its_side(stage: Stage) -> None:
    stage.show(dict(results())["match-analysed"], size="740x360")
    figures, buttons = (stage.page.locator(name).bounding_box() for name in (".sides", ".loud"))
    assert figures
    assert buttons
    assert buttons["y"] - figures["y"] - figures["height"] >= 10


def test_the_ways_on_beside_an_end_card_have_one_line_each_on_a_tablet(stage: Stage) -> None:
    stage.show(dict(results())["match-analysed"], size="768x1024")
    heights = stage.evaluate(
        """() => [...document.querySelectorAll(".links .label")].map(label => label.offsetHeight)"""
    )
    assert max(heights) < 24


def test_the_ways_on_stay_where_they_are_on_a_tall_phone_where_there_is_no_list(stage: Stage) -> None:
    """There a position on its own shows what is being played."""
    match, _, _, _, _, _, position, *_ = studies()
    tops = []
    for model in (match, position):
        stage.show(model, size="390x844")
        tops.append(stage.page.locator(".links").bounding_box())
    assert tops[0] == tops[1]
    assert stage.page.locator(".facts").is_visible()


LONG_NOTICES = (
    ("notice.engine-lost", "error", Failed(4)),
    ("notice.engine-slow", "warning", Loading()),
    ("notice.engine-restarting", "warning", Loading()),
)


@pytest.mark.parametrize("size", ["320x568", "667x375"])
def test_a_long_notice_is_whole_on_the_smallest_phones(size: str, stage: Stage, tags: Tags) -> None:
    for tag, (key, tone, engine), model in product(tags, LONG_NOTICES, (FIRST, MINE)):
        stage.show(model, size=size, tag=tag, notice=Notice(key, tone=tone), engine=engine)
        assert stage.evaluate(REST, ".status") == 0, (tag, key)


SHADE = """() => {
    const tabs = document.querySelector(".tabs"), { backgroundAttachment } = getComputedStyle(tabs);
    return [tabs.scrollWidth > tabs.clientWidth, backgroundAttachment];
}"""


def test_a_shade_shows_that_there_are_more_rule_sets(stage: Stage) -> None:
    """It is hidden by covers that scroll along with the tabs."""
    stage.show(FIRST, size="390x844", dialog=DialogName.RULES)
    assert stage.evaluate(SHADE) == [True, "local, local, scroll, scroll"]


ORPHANS = """() => [...document.querySelectorAll(".dialog .note, .dialog p, .rows dd")].filter(each => {
    const words = document.createRange(), text = each.firstChild;
    if (!each.checkVisibility() || text?.nodeType !== Node.TEXT_NODE) return false;
    const tops = [...text.data.matchAll(/\\S+/g)].map(({ index }) => {
        words.setStart(text, index);
        words.setEnd(text, index + 1);
        return Math.round(words.getBoundingClientRect().top);
    });
    return tops.length > 4 && tops.at(-1) !== tops.at(-2);
}).map(each => each.textContent)"""


def test_no_short_word_is_alone_on_the_last_line_of_a_text(stage: Stage) -> None:
    for name, size in product((DialogName.NEW_GAME, DialogName.SETTINGS, DialogName.RULES), PHONES):
        stage.show(MINE, size=size, dialog=name)
        assert stage.evaluate(ORPHANS) == [], (name, size)
