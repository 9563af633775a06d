"""Every screen fits: nothing scrolls that should not, and the board and the buttons are fully visible.

Models are shown on a stage at the sizes of telephones, tablets and desktops, usually in English. What is
checked is geometry: where the board is, what covers it, and whether a finger could press the primary button.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import pytest
from browser.conftest import Visit
from browser.hands import PATIENCE
from browser.screens import Stage, Tags, at_sizes, open_stage_by_size
from playwright.sync_api import Browser, Page
from view.models import FIRST, after, analysis_boards, answer_states, at, lessons, mistake, quizzes
from view.screens import MINE, TURN, dialogs, phases, results, reviewed_match, run_commands

from backgammon.app.update import update
from backgammon.core.position import Position
from backgammon.state.events import Command
from backgammon.state.model import Computer, DialogName, Direction, Human, Model, Notice, Offer

pytestmark = pytest.mark.browser

SMALL = ("320x568", "360x640", "390x844", "667x375", "740x360", "844x390")
LARGE = ("768x1024", "820x1180", "1024x768", "1366x768", "1920x1080", "2560x1440")
BETWEEN = ("360x640", "740x360", "844x390", "820x1180", "1024x768", "1920x1080")
SEEN = """() => {
    const { scrollWidth, scrollHeight } = document.scrollingElement;
    const inside = box => box.left >= -0.5 && box.top >= -0.5 && box.right <= innerWidth + 0.5
        && box.bottom <= innerHeight + 0.5;
    const board = document.querySelector(".board"), box = board.getBoundingClientRect();
    const covered = new Set();
    for (let x = 1; x < 16; x++) {
        for (let y = 1; y < 16; y++) {
            const at = [box.left + box.width * x / 16, box.top + box.height * y / 16];
            const found = document.elementFromPoint(...at);
            if (!board.contains(found)) covered.add(found?.getAttribute("class") ?? "the edge of the screen");
        }
    }
    const root = document.querySelector("dialog[open]") ?? document;
    const status = document.querySelector(".status");
    const button = root.querySelector("[data-primary], .dialog .primary");
    const edges = button?.getBoundingClientRect();
    const pressed = [[0.1, 0.1], [0.9, 0.1], [0.5, 0.5], [0.1, 0.9], [0.9, 0.9]].every(([x, y]) => {
        const { left, top, width, height } = edges ?? {};
        return !button || button.contains(document.elementFromPoint(left + width * x, top + height * y));
    });
    return {
        over: [scrollWidth - innerWidth, scrollHeight - innerHeight].map(part => Math.max(0, part)),
        whole: inside(box),
        covered: [...covered],
        said: status.scrollHeight <= status.clientHeight + 1,
        primary: !button || (inside(edges) && pressed),
        board: [box.left, box.top, box.width, box.height],
        sheets: [...document.querySelectorAll(".panel, .advice")].filter(e => e.checkVisibility(
            { visibilityProperty: true })).map(e => e.classList[0]),
        places: [...document.querySelectorAll(".result, .player, .panel, .actions button")].map(e => {
            const { x, y, width, height } = e.getBoundingClientRect();
            return [e.dataset.command ?? e.className, x, y, width, height];
        }),
    };
}"""


def screens() -> Iterator[tuple[str, Model]]:
    """Yield the screens with a board to play on, or to look at with its explanation."""
    yield from TURN.items()
    for name, model in phases():
        if not (model.exercise or model.analysis_board):
            yield name, model
    yield "clues", run_commands(MINE, "hint")
    yield "hint", run_commands(MINE, "hint", "hint-answer")
    yield "looking back", reviewed_match()
    yield "looking back by the list", run_commands(reviewed_match(), "panel")
    yield "looking back with the analysis", run_commands(reviewed_match(), "hint")
    yield "from the list to the analysis", run_commands(reviewed_match(), "panel", "hint")
    yield "from the analysis to the list", run_commands(reviewed_match(), "hint", "panel")
    yield "a worst choice", run_commands(reviewed_match(), "panel", "to-decision=9")
    yield "a mistake among others", mistake()
    yield "a mistake among others, without its analysis", run_commands(mistake(), "hint")


SCREENS = dict(screens())
RESULTS = dict(results())
LONG = ("en", "de", "el", "hu")


@pytest.fixture(scope="module")
def stage(chromium: Browser, address: str) -> Iterator[Stage]:
    with open_stage_by_size(chromium, address) as stage:
        yield stage


Look = Callable[[str, str], dict[str, Any]]


@pytest.fixture(scope="module")
def look(stage: Stage) -> Look:
    """A function that tells what is SEEN of a screen at a size; each is laid out once for all tests."""

    @cache
    def look(name: str, size: str) -> dict[str, Any]:
        stage.show(SCREENS[name], size=size)
        return dict(stage.evaluate(SEEN))

    return look


@at_sizes(*SMALL, *LARGE, slow=BETWEEN)
def test_board_and_buttons_are_wholly_in_sight(size: str, look: Look) -> None:
    wrong = {}
    for name, model in SCREENS.items():
        seen = look(name, size)
        by_list = model.panel_open and size in SMALL  # there the list replaces the buttons
        whole = (*TURN, *RESULTS, "failed", "looking back")
        said = seen["said"] or name not in whole  # longer texts may scroll
        good = seen["over"] == [0, 0] and seen["whole"] and not seen["covered"] and said
        if not good or not (seen["primary"] or by_list):
            wrong[name] = seen
    assert wrong == {}


@at_sizes(*SMALL, *LARGE, slow=BETWEEN)
def test_the_board_stays_where_it_is_through_a_turn_whatever_opens(
    size: str, stage: Stage, look: Look
) -> None:
    places = {name: look(name, size)["board"] for name in (*TURN, "hint")}
    stage.show(run_commands(MINE, "panel"), size=size)
    places["list"] = stage.evaluate(SEEN)["board"]
    assert len(set(map(tuple, places.values()))) == 1, places


@at_sizes(*SMALL, *LARGE, slow=BETWEEN)
def test_nothing_moves_when_a_match_ends_and_while_its_card_fills(size: str, look: Look) -> None:
    """The board stays in place when the match ends, and so do all buttons while the analysis runs."""
    for name in RESULTS:
        assert look(name, size)["board"] == look("to play", size)["board"], name
    won, analysing, analysed = (look(name, size)["places"] for name in RESULTS)
    assert won == analysing == analysed


@pytest.mark.parametrize("size", SMALL)
def test_what_is_offered_stays_where_it_is_when_a_line_above_the_status_goes(size: str, stage: Stage) -> None:
    offered = replace(MINE, offer=Offer.SOUND)
    places = []
    for notice in (Notice("error.phase"), None):
        stage.show(offered, size=size, notice=notice)
        places.append(stage.page.locator(".offer").bounding_box())
    assert places[0] == places[1]


@at_sizes(*SMALL, slow=BETWEEN)
def test_a_hint_has_its_room_while_an_offer_waits(size: str, stage: Stage) -> None:
    rooms = []
    for offer in (None, *Offer):
        stage.show(SCREENS["hint"], size=size, offer=offer)
        rooms.append(stage.page.locator(".advice").bounding_box())
    assert all(room == rooms[0] for room in rooms)


BEGUN = """() => {
    const { left, right, top, bottom } = document.querySelector(".scroll").getBoundingClientRect();
    const shown = [...document.querySelectorAll(".begin p")].filter(each => each.checkVisibility());
    return shown.map(paragraph => {
        const box = paragraph.getBoundingClientRect();
        const beside = box.left >= right, inside = box.left >= left && box.right <= right;
        return beside ? "hidden" : inside && box.top >= top && box.bottom <= bottom + 0.5 ? "whole" : "cut";
    });
}"""


@at_sizes("360x800", "375x812", "390x844", "412x915", slow=("375x812", "390x844"))
def test_a_tall_phone_first_says_whole_paragraphs_of_how_to_move(size: str, stage: Stage, tags: Tags) -> None:
    """This holds beside an offer too; a paragraph that has no room is not begun."""
    for tag, offer in product(tags, (None, *Offer)):
        stage.show(FIRST, size=size, tag=tag, offer=offer)
        first, second = stage.evaluate(BEGUN)
        assert first == "whole" or (first == "hidden" and offer is Offer.LEVEL), (tag, offer)
        assert second in ("whole", "hidden"), (tag, offer)


@pytest.mark.parametrize("size", ["360x640", "740x360"])
def test_what_is_said_beside_an_offer_is_whole_on_a_phone(size: str, stage: Stage, tags: Tags) -> None:
    for tag, offer in product(tags, Offer):
        stage.show(FIRST, size=size, tag=tag, offer=offer)
        seen = stage.evaluate(SEEN)
        assert (seen["over"], seen["said"], seen["primary"]) == ([0, 0], True, True), (tag, offer)


@at_sizes(*SMALL, *LARGE, slow=BETWEEN)
@pytest.mark.parametrize("name", DialogName)
def test_a_dialog_has_its_primary_button_in_sight(name: DialogName, size: str, stage: Stage) -> None:
    stage.show(MINE, size=size, dialog=name)
    seen = stage.evaluate(SEEN)
    assert seen["over"] == [0, 0]
    if name is not DialogName.FILES:  # its form is the first of several parts
        assert seen["primary"]


@pytest.mark.parametrize("tag", LONG)
def test_every_way_to_resign_is_in_sight(tag: str, stage: Stage) -> None:
    for size in (*SMALL[1:], *LARGE):
        stage.show(MINE, size=size, tag=tag, dialog=DialogName.RESIGN)
        last = stage.page.locator('[data-command="resign-offer"]').last.bounding_box()
        foot = stage.page.locator(".dialog-foot").bounding_box()
        assert last
        assert foot
        assert last["y"] + last["height"] <= foot["y"], size


def test_keys_are_told_where_there_may_be_some(stage: Stage, phone: Stage) -> None:
    for each, told in ((stage, True), (phone, False)):
        each.show(MINE, dialog=DialogName.HELP)
        assert each.page.locator(".shortcuts").is_visible() == told


@at_sizes(*SMALL, slow=BETWEEN)
def test_one_sheet_at_a_time_on_a_phone(size: str, look: Look) -> None:
    for name in SCREENS:
        assert len(look(name, size)["sheets"]) <= 1, name


@pytest.mark.parametrize("tag", LONG)
def test_a_new_game_is_chosen_on_one_screen(tag: str, stage: Stage) -> None:
    below = """() => [".dialog .body", "details > summary"].map(name => document.querySelector(name))
        .reduce((body, more) => more.getBoundingClientRect().bottom - body.getBoundingClientRect().bottom)"""
    for opponent in (Computer.kind, Human.kind):  # a friend elsewhere needs more room
        for size in ("360x640", "390x844", "768x1024", "1024x768", "1920x1080", "2560x1440"):
            stage.show(MINE, size=size, tag=tag, dialog=DialogName.NEW_GAME)
            stage.check(f'[name="opponent"][value="{opponent}"]')
            assert stage.evaluate(below) <= 0.5, (opponent, size)


@pytest.mark.parametrize("size", ["640x360", "667x375", "740x360", "844x390"])
def test_play_from_here_is_chosen_on_one_screen_of_a_phone_on_its_side(size: str, stage: Stage) -> None:
    over = "() => (body => body.scrollHeight - body.clientHeight)(document.querySelector('.dialog .body'))"
    for tag in LONG:
        stage.show(dict(dialogs())[DialogName.PLAY_HERE], size=size, tag=tag)
        assert stage.evaluate(over) <= 0, tag


@pytest.mark.parametrize("tag", LONG)
def test_the_buttons_of_the_editor_are_in_sight_on_a_phone(tag: str, stage: Stage) -> None:
    """The fields of the position follow below them."""
    editing, _ = update(MINE, Command("edit"))
    for size in ("360x640", "390x844", "740x360"):
        stage.show(editing, size=size, tag=tag)
        seen = stage.evaluate(SEEN)
        last = stage.page.locator(".controls .loud button").last.bounding_box()
        assert (seen["over"][0], seen["whole"], seen["primary"]) == (0, True, True), size
        assert last
        assert last["y"] + last["height"] <= stage.evaluate("innerHeight"), size


ROWS = """() => {
    const list = document.querySelector(".plays"), sheet = list.closest(".advice, .quiz-body");
    const { bottom } = sheet.getBoundingClientRect();
    const whole = [...list.children].filter(row => row.getBoundingClientRect().bottom <= bottom + 0.5);
    const right = name => [...document.querySelectorAll(name)].map(e => e.getBoundingClientRect().right);
    const heads = right(".plays-head > .equity, .plays-head .three > :not(:first-child)");
    const cells = right(".plays li:nth-child(2) :is(.equity, .three > :nth-child(n + 3))");
    const apart = heads.map((head, index) => Math.abs(head - cells[index]));
    const over = document.scrollingElement.scrollHeight - innerHeight;
    return { rows: whole.length, apart: Math.max(...apart), over };
}"""


def ranking_screens() -> Iterator[tuple[str, Model]]:
    """Yield the screens on which plays are ranked."""
    yield "hint", SCREENS["hint"]
    yield "quiz", next(each for each in quizzes() if each.game.problem and each.game.problem.found)
    yield "learning", next(each for each in lessons() if each.game.problem and each.game.problem.found)
    yield "lines", [*analysis_boards()][4]


RANKED = dict(ranking_screens())


@pytest.mark.parametrize("name", RANKED)
def test_how_plays_rank_is_seen_at_once_and_more_of_it_where_the_sheet_stands_tall(
    name: str, stage: Stage
) -> None:
    """At least two rows below a phone's board or beside it (one at 667x375), figures below their heads."""
    model = RANKED[name]
    for size in (*SMALL[1:], *LARGE):
        stage.show(model, size=size)
        seen = stage.evaluate(ROWS)
        assert seen["over"] == 0, size
        least = {"667x375": 1, "390x844": 4, "1366x768": 3, "1920x1080": 4, "2560x1440": 4}.get(size, 2)
        assert seen["rows"] >= least, (size, seen)
        assert seen["apart"] <= 1, size
    for size in SMALL[1:]:
        stage.show(model, size=size)
        usual = stage.evaluate(ROWS)["rows"]
        stage.show(model, size=size, tall=True)
        tall, seen = stage.evaluate(ROWS), stage.evaluate(SEEN)
        assert tall["rows"] >= min(5, usual), size
        assert (seen["over"], seen["whole"], seen["covered"]) == ([0, 0], True, []), size
    stage.show(model, size="360x640")
    usual = stage.evaluate(ROWS)["rows"]
    stage.show(model, size="360x640", tall=True)
    assert stage.evaluate(ROWS)["rows"] >= usual + 2


def test_the_ways_on_have_their_names_beside_their_signs(stage: Stage) -> None:
    seen = """() => [...document.querySelectorAll(".links .link .label")].map(label => label.offsetWidth)"""
    for size in LARGE:
        stage.show(after(6), size=size)
        widths = stage.evaluate(seen)
        assert len(widths) > 4
        assert min(widths) > 20, size


def test_dice_on_a_phone_are_as_large_as_a_finger_needs(stage: Stage) -> None:
    for size in ("360x640", "390x844"):
        stage.show(MINE, size=size)
        for die in stage.page.locator(".dice .die-face").all():
            box = die.bounding_box()
            assert box
            assert min(box["width"], box["height"]) >= 30, size


CUBE = """owner => {
    const box = name => document.querySelector(name).getBoundingClientRect();
    const cube = box(".cube-face"), board = box(".board");
    const checkers = [...document.querySelectorAll(".checker.off .edge")].map(e => e.getBoundingClientRect());
    const clear = one => one.bottom <= cube.top + 0.5 || one.top >= cube.bottom - 0.5;
    return {
        edge: (owner ? cube.top - board.top : board.bottom - cube.bottom) / board.height,
        clear: checkers.length === 28 && checkers.every(clear),
    };
}"""


def test_a_cube_on_a_phone_lies_at_the_end_of_its_owners_tray(stage: Stage) -> None:
    """Checkers borne off do not overlap it."""
    last = Position(tuple({1: 1, 24: -1}.get(point, 0) for point in range(26)))
    for owner, direction, size in product((0, 1), Direction, ("360x640", "740x360")):
        model = at(last, cube=2, cube_owner=owner, dice=(6, 5))
        stage.show(replace(model, settings=replace(model.settings, direction=direction)), size=size)
        seen = stage.evaluate(CUBE, owner)
        assert seen["clear"], (owner, direction, size)
        assert seen["edge"] < 0.05, (owner, direction, size)


def test_both_players_are_level_where_their_lines_lie_side_by_side(stage: Stage) -> None:
    for size, name in product(("360x640", "390x844", "740x360"), ("quiz", "learning", "lines")):
        stage.show(RANKED[name], size=size)
        one, other = (stage.page.locator(f".{side}-side").bounding_box() for side in ("top", "bottom"))
        assert one
        assert other
        assert (one["y"], one["height"]) == (other["y"], other["height"]), (size, name)


def test_words_grow_with_a_very_large_screen(stage: Stage) -> None:
    def share(size: str) -> tuple[float, float]:
        stage.show(MINE, size=size)
        panel = stage.page.locator(".panel").bounding_box()
        assert panel
        words = stage.evaluate("parseFloat(getComputedStyle(document.documentElement).fontSize)")
        return panel["width"] / stage.evaluate("innerWidth"), words

    (usual, words), (large, larger) = share("1920x1080"), share("2560x1440")
    assert (words, larger) == (16, pytest.approx(16 * 2560 / 1920, abs=0.1))
    assert large == pytest.approx(usual, abs=0.005)


def test_the_first_picture_lies_where_the_second_does(stage: Stage) -> None:
    painted = "on => document.documentElement.toggleAttribute('data-painted', on)"
    for size in (*SMALL, *LARGE):
        stage.show(FIRST, size=size)
        boards = []
        for on in (False, True):
            stage.evaluate(painted, on)
            boards.append(stage.evaluate(SEEN)["board"])
        assert boards[0] == boards[1], size


def test_the_page_at_work_is_as_high_as_the_screen(visit: Visit, page: Page) -> None:
    visit(page=page)
    page.locator("[role=log]").wait_for(state="attached", timeout=PATIENCE)
    for size in ("1280x720", "360x640", "740x360"):
        width, height = map(int, size.split("x"))
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate(SEEN)["over"] == [0, 0], size


def test_the_answers_of_a_quiz_are_in_sight_on_a_desktop(stage: Stage) -> None:
    card, _ = update(replace(after(4), analysis=replace(FIRST.analysis, today=20_000)), Command("quiz"))
    model, _ = update(card, Command("quiz-start"))
    for size in LARGE:
        tried = (moment for moment in analysis_boards() if not moment.dialog)
        for moment in (card, model, *answer_states(model), *tried):
            stage.show(moment, size=size)
            seen = stage.evaluate(SEEN)
            assert (seen["over"], seen["whole"], seen["primary"]) == ([0, 0], True, True), size
