"""Words fit in every language: buttons and choices stay on one line, and none is cut off."""

from dataclasses import replace
from itertools import product

import pytest
from browser.screens import Stage, Tags, at_sizes
from view.models import FIRST, analysis_boards, lessons, mistake, moments, quizzes, studies
from view.screens import MINE, TO_ROLL, TURN, answers, phases, results, reviewed_match, run_commands

from backgammon.app.commands import available
from backgammon.app.update import update
from backgammon.core.match import Ending, Result
from backgammon.state.events import Command
from backgammon.state.model import Computer, DialogName, Offer

pytestmark = pytest.mark.browser


def test_the_tutor_is_chosen_from_one_row_on_a_phone(stage: Stage, tags: Tags) -> None:
    rows = """() => new Set([...document.querySelectorAll("label:has([name=tutor])")]
        .map(label => label.getBoundingClientRect().top)).size"""
    for tag in tags:
        stage.show(MINE, size="360x640", tag=tag, dialog=DialogName.SETTINGS)
        assert stage.evaluate(rows) == 1, tag


def test_the_editor_says_its_signs_and_shows_who_is_on_roll_on_every_phone(stage: Stage, tags: Tags) -> None:
    """In portrait, buttons take two rows, labels below icons are apart, and the first fields are whole."""
    editing, _ = update(MINE, Command("edit"))
    places = """() => {
        const boxes = name => [...document.querySelectorAll(name)].map(e => e.getBoundingClientRect());
        const words = boxes(".edit-steps .word"), [field] = boxes("[data-edit=on-roll]");
        return {
            apart: words.every((box, at) => !at || box.left >= words[at - 1].right + 1),
            rows: new Set(boxes(".controls .loud button").map(box => box.top)).size,
            over: Math.max(...boxes(".controls .loud button").map(box => box.right)) - innerWidth,
            seen: innerHeight - field.bottom,
        };
    }"""
    for tag in tags:
        stage.show(editing, size="360x640", tag=tag)
        found = stage.evaluate(places)
        assert (found["apart"], found["rows"], found["over"] < 0) == (True, 2, True), (tag, found)
        assert found["seen"] >= 0, (tag, found)


CUT_OFF = """() => {
    const status = document.querySelector(".status");
    return status.scrollHeight - status.clientHeight;
}"""


@pytest.mark.parametrize("size", ["360x640", "390x844", "740x360"])
def test_long_sentences_are_whole_on_a_phone(size: str, stage: Stage, tags: Tags) -> None:
    """Those about a match lost to the computer, with the figures below, and about a beaver."""
    over = dict(results())["match-analysed"]
    match = replace(over.game.match, score=(1, 3), result=Result(1, 1, 2, Ending.BORNE_OFF))
    lost = replace(over, game=replace(over.game, match=match))
    for tag in tags:
        for model in (lost, dict(answers())["beavered"]):
            stage.show(model, size=size, tag=tag)
            assert stage.evaluate(CUT_OFF) <= 1, tag


CUT = """() => [...document.querySelectorAll(".loud button")].filter(button => {
    const { left, right, bottom } = button.getBoundingClientRect();
    return left < 0 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5
        || button.scrollWidth > button.clientWidth + 1;
}).map(button => button.textContent)"""


BOARD = """() => {
    const { left, top, width, height } = document.querySelector(".board").getBoundingClientRect();
    return [left, top, width, height];
}"""


@pytest.mark.parametrize("size", ["320x568", "360x640", "390x844", "667x375", "740x360"])
def test_long_names_move_no_board_and_no_button_off_a_phone(size: str, phone: Stage) -> None:
    boards = []
    for names in (("Ann", "Bob"), ("Annegret Müller-Lüdenscheidt aus Hameln", "Bartholomäus vom Hohen Moor")):
        for model in (MINE, dict(results())["match-won"]):
            setup = model.game.setup
            one, other = (replace(seat, name=name) for seat, name in zip(setup.seats, names, strict=True))
            named = replace(model, game=replace(model.game, setup=replace(setup, seats=(one, other))))
            phone.show(named, size=size)
            boards.append(phone.evaluate(BOARD))
            assert phone.evaluate(CUT) == [], names
    assert all(board == boards[0] for board in boards), boards


@pytest.mark.parametrize("size", ["360x640", "667x375", "1024x768"])
def test_answers_about_the_cube_are_wholly_in_sight_in_every_language(
    size: str, stage: Stage, tags: Tags
) -> None:
    doubled, beavered = (dict(answers())[name] for name in ("doubled", "beavered"))
    asked = next(
        model for model in quizzes() if model.game.problem and {"roll", "double"}.issubset(available(model))
    )
    for tag in tags:
        for model in (doubled, beavered, asked):
            stage.show(model, size=size, tag=tag)
            assert stage.evaluate(CUT) == [], tag


WARNED = """() => {
    const buttons = [...document.querySelectorAll(".loud button")];
    const words = buttons.map(button => {
        const range = document.createRange();
        range.selectNodeContents(button);
        return [...range.getClientRects()];
    });
    const tops = new Set(words.flat().map(box => Math.round(box.top / 8)));
    const out = buttons.filter(button => button.getBoundingClientRect().right > innerWidth + 0.5);
    return [buttons.length, tops.size, out.length];
}"""


REST = """() => (e => e.scrollHeight - e.clientHeight)(document.querySelector(".status"))"""


@at_sizes("360x640", "740x360", "768x1024", "1024x768", "568x320", "640x360", slow=("740x360", "768x1024"))
def test_the_tutors_warning_is_in_sight_with_its_three_buttons(size: str, stage: Stage, tags: Tags) -> None:
    """They are in one line, except beside the smallest boards, where a third line of words may scroll."""
    for tag in tags:
        stage.show(TURN["warned"], size=size, tag=tag)
        count, rows, out = stage.evaluate(WARNED)
        assert (count, out) == (3, 0), tag
        assert rows == 1 or int(size[:3]) in (568, 640), tag
        assert stage.evaluate(REST) < 20, tag


OFFERED = """() => {
    const box = name => document.querySelector(name).getBoundingClientRect();
    const answers = [...document.querySelectorAll(".offer button")];
    const status = document.querySelector(".status");
    return {
        said: status.scrollHeight <= status.clientHeight + 1,
        rows: new Set(answers.map(answer => answer.getBoundingClientRect().top)).size,
        cut: answers.filter(answer => answer.scrollWidth > answer.clientWidth + 1).length,
        over: Math.max(...answers.map(answer => answer.getBoundingClientRect().right)) - box(".offer").right,
        free: Math.min(box(".status").top - box(".offer").bottom, box(".offer").top - box(".top").bottom),
    };
}"""


@pytest.mark.parametrize("size", ["360x640", "390x844", "740x360", "1024x768"])
def test_another_level_is_chosen_from_one_row_beside_what_is_said(
    size: str, phone: Stage, tags: Tags
) -> None:
    """All of the text below the offer is visible, and the two do not overlap."""
    seats = FIRST.game.setup.seats
    for tag, level in product(tags, ("casual", "advanced")):  # the levels next to them have long names
        setup = replace(FIRST.game.setup, seats=(seats[0], Computer(level)))
        model = replace(FIRST, offer=Offer.LEVEL, game=replace(FIRST.game, setup=setup))
        phone.show(model, size=size, tag=tag)
        seen = phone.evaluate(OFFERED)
        assert (seen["said"], seen["rows"], seen["cut"]) == (True, 1, 0), (tag, level, seen)
        assert seen["over"] <= 0.5, (tag, level, seen)
        assert seen["free"] >= 0, (tag, level, seen)


def test_the_ways_on_stay_where_they_are_as_an_offer_comes(phone: Stage, tags: Tags) -> None:
    """Except with the offer of another level, which is taller."""
    for tag in tags:
        places = []
        for offer in (None, Offer.SOUND, Offer.TAPS, Offer.LESSONS):
            phone.show(FIRST, size="390x844", tag=tag, offer=offer)
            places.append(phone.page.locator(".links").bounding_box())
        assert all(place == places[0] for place in places), tag


LINES = """() => [...document.querySelectorAll(".loud button")].filter(button => {
    const range = document.createRange();
    range.selectNodeContents(button);
    return new Set([...range.getClientRects()].map(box => Math.round(box.top / 8))).size > 1;
}).map(button => button.textContent)"""


@pytest.mark.parametrize("size", ["360x640", "740x360"])
def test_who_looks_back_reads_every_button_in_one_line(size: str, stage: Stage, tags: Tags) -> None:
    *_, position = (each for each in studies() if each.replay and not each.draft)
    for tag in tags:
        for model in (reviewed_match(), mistake(), position):
            stage.show(model, size=size, tag=tag)
            assert stage.evaluate(LINES) == [], tag


@pytest.mark.parametrize("size", ["360x640", "740x360"])
def test_who_tries_out_lines_reads_every_button_in_one_line(size: str, stage: Stage, tags: Tags) -> None:
    tried = next(each for each in analysis_boards() if {"line-retry", "double"}.issubset(available(each)))
    heights = """() => [...document.querySelectorAll(".loud .label")].map(label => label.offsetHeight)"""
    for tag in tags:
        stage.show(tried, size=size, tag=tag)
        found = stage.evaluate(heights)
        assert len(found) == 3, (tag, found)
        assert max(found) < 24, (tag, found)


CROWDED = """() => {
    const tools = [...document.querySelectorAll(".top .tool")].filter(e => e.checkVisibility());
    const right = e => e.getBoundingClientRect().right, left = e => e.getBoundingClientRect().left;
    const over = (e, at) => at && left(e) + 1 < right(tools[at - 1]);
    const cut = e => e.scrollWidth > e.clientWidth + 1;
    return tools.filter((e, at) => cut(e) || over(e, at)).map(e => e.dataset.command);
}"""


@pytest.mark.parametrize("size", ["844x390", "853x480", "1100x480", "1281x480", "1024x600"])
def test_the_tools_above_a_low_page_keep_clear_of_each_other(size: str, stage: Stage, tags: Tags) -> None:
    """On a telephone in landscape, and on a desktop at 150 percent or more."""
    for tag in tags:
        stage.show(FIRST, size=size, tag=tag)
        assert stage.evaluate(CROWDED) == [], tag


HEAD = """() => {
    const link = document.createRange(), names = [...document.querySelectorAll(".name")];
    link.selectNodeContents(document.querySelector(".title-line .link"));
    return {
        lines: new Set([...link.getClientRects()].map(box => Math.round(box.top / 8))).size,
        cut: names.filter(name => name.clientWidth > 1 && name.scrollHeight > name.clientHeight + 1).length,
    };
}"""


@pytest.mark.parametrize("size", ["360x640", "390x844", "740x360"])
def test_a_mistake_has_whole_names_and_the_way_to_its_answer_in_one_line(
    size: str, stage: Stage, tags: Tags
) -> None:
    put = next(lessons())
    for tag in tags:
        stage.show(put, size=size, tag=tag)
        assert stage.evaluate(HEAD) == {"lines": 1, "cut": 0}, tag


HINT = run_commands(MINE, "hint", "hint-answer")
PLAYS = """() => {
    const sheet = document.querySelector(".advice, .lines .quiz-body");
    const bottom = sheet.getBoundingClientRect().top + sheet.clientTop + sheet.clientHeight;
    const rows = [...document.querySelectorAll(".plays li")].map(row => row.getBoundingClientRect());
    const cut = rows.filter(row => row.top < bottom - 0.6 && row.bottom > bottom + 0.6).length;
    return { cut, heights: rows.map(row => row.height) };
}"""


@pytest.mark.parametrize("size", ["360x640", "390x844", "740x360", "768x1024"])
def test_a_list_of_plays_ends_with_a_whole_row_below_the_board_or_beside_a_phones(
    size: str, phone: Stage
) -> None:
    for model in (HINT, mistake(), *[*analysis_boards()][1:4:2]):
        phone.show(model, size=size)
        assert phone.evaluate(PLAYS)["cut"] == 0


@pytest.mark.parametrize("size", ["360x640", "390x844", "740x360"])
def test_a_play_that_is_tapped_stays_as_high(size: str, phone: Stage, tags: Tags) -> None:
    """Its losing chances are on the line of its winning chances."""
    tapped = run_commands(HINT, "show-play=1")
    for tag in tags:
        heights = []
        for model in (HINT, tapped):
            phone.show(model, size=size, tag=tag)
            heights.append(phone.evaluate(PLAYS)["heights"])
        assert heights[0] == heights[1], tag


LEARN = """() => {
    const words = document.createRange();
    words.selectNodeContents(document.querySelector('[data-command="learn"] .label'));
    return new Set([...words.getClientRects()].map(box => Math.round(box.top / 8))).size;
}"""


def test_the_way_to_ones_mistakes_has_one_line_beside_an_end_card(stage: Stage, tags: Tags) -> None:
    _, won = next(results())
    for tag in tags:
        stage.show(won, size="1024x768", tag=tag)
        assert stage.evaluate(LEARN) == 1, tag


STRIP = """() => {
    const [ways] = document.querySelectorAll(".links"), box = ways.getBoundingClientRect();
    const above = [...document.querySelectorAll(".controls :is(button, .said, .result)")];
    return {
        free: box.top - Math.max(...above.map(each => each.getBoundingClientRect().bottom)),
        over: ways.scrollWidth - ways.clientWidth,
        below: box.bottom - innerHeight,
        list: document.querySelector(".scroll").getBoundingClientRect().height,
    };
}"""


def test_the_ways_on_lie_below_what_is_done_where_a_screen_is_as_wide_as_a_book(
    stage: Stage, tags: Tags
) -> None:
    """The list of moves gets the room that they would take beside the board."""
    _, won = next(results())
    asked = dict(answers())
    shown = (FIRST, mistake(), won, asked["to roll"], asked["doubled"], asked["resigned"])
    for tag, model in product(tags, shown):
        stage.show(model, size="1024x768", tag=tag)
        seen = stage.evaluate(STRIP)
        assert seen["free"] >= -0.5, (tag, seen)
        assert seen["over"] <= 1, (tag, seen)
        assert seen["below"] <= 0, (tag, seen)
        assert seen["list"] >= 400, (tag, seen)


def test_four_plays_are_seen_below_the_board_of_a_tablet(phone: Stage) -> None:
    rows = """() => {
        const { bottom } = document.querySelector(".advice, .lines .quiz-body").getBoundingClientRect();
        return [...document.querySelectorAll(".plays li")].filter(
            row => row.getBoundingClientRect().bottom <= bottom + 0.6).length;
    }"""
    for model in (HINT, mistake(), run_commands(reviewed_match(), "hint"), [*analysis_boards()][3]):
        phone.show(model, size="768x1024")
        assert phone.evaluate(rows) >= 4


@pytest.mark.parametrize(
    ("size", "air"), [("360x640", 5.5), ("390x844", 10), ("667x375", 4), ("740x360", 10)]
)
def test_a_result_without_a_pr_counts_mistakes_clear_of_the_buttons(
    size: str, air: float, phone: Stage, tags: Tags
) -> None:
    places = """() => {
        const boxes = name => [...document.querySelectorAll(name)].map(e => e.getBoundingClientRect());
        const lines = boxes(".level-of"), counts = boxes(".level-of span:has(> .sign.blunder)");
        const buttons = boxes(".actions button"), sides = boxes(".side");
        return {
            whole: counts.every((box, at) => box.top < lines[at].bottom && box.right <= lines[at].right),
            air: Math.min(...buttons.map(box => box.top)) - Math.max(...sides.map(box => box.bottom)),
            below: innerHeight - Math.max(...buttons.map(box => box.bottom)),
        };
    }"""
    for tag in tags:
        phone.show(dict(results())["match-analysed"], size=size, tag=tag)
        found = phone.evaluate(places)
        assert found["whole"], (tag, found)
        assert found["air"] >= air, (tag, found)
        assert found["below"] >= 12, (tag, found)


def test_a_line_tried_is_in_sight_on_a_phone_while_plays_are_ranked(phone: Stage, tags: Tags) -> None:
    """The text that says so is between the title and the icons beside it."""
    places = """() => {
        const box = e => e.getBoundingClientRect(), found = name => box(document.querySelector(name));
        const words = document.createRange();
        words.selectNodeContents(document.querySelector(".lines .empty"));
        const title = document.createRange();
        title.selectNodeContents(document.querySelector(".lines-head .panel-title"));
        return {
            apart: [box(words).left - box(title).right, found(".lines-head .tool").left - box(words).right],
            start: innerHeight - found(".line-step").bottom,
        };
    }"""
    ranking = dict(phases())["lines-8"]
    for tag in tags:
        phone.show(ranking, size="360x640", tag=tag)
        found = phone.evaluate(places)
        assert min(found["apart"]) >= 4, (tag, found)
        assert found["start"] >= 0, (tag, found)


def test_the_key_of_the_cube_at_every_score_is_whole_on_a_phone(phone: Stage, tags: Tags) -> None:
    below = """() => {
        const key = document.querySelector(".cube-legend:last-of-type").getBoundingClientRect();
        return innerHeight - key.bottom;
    }"""
    *_, matrix = [each for each in moments() if each.analysis.cube]
    for tag in tags:
        phone.show(matrix, size="360x640", tag=tag)
        assert phone.evaluate(below) >= 0, tag


def test_dice_that_are_not_rolled_are_named_in_one_line_in_the_editor(phone: Stage, tags: Tags) -> None:
    editing, _ = update(TO_ROLL, Command("edit"))
    for tag in tags:
        phone.show(editing, size="360x640", tag=tag)
        (height,) = phone.page.eval_on_selector_all(
            "button.edit-dice", "found => found.map(each => each.getBoundingClientRect().height)"
        )
        assert height <= 45, tag


@pytest.mark.parametrize("size", ["360x640", "390x844"])
def test_what_is_said_stands_in_the_middle_between_an_offer_and_the_buttons(
    size: str, phone: Stage, tags: Tags
) -> None:
    gaps = """() => {
        const box = name => document.querySelector(name).getBoundingClientRect(), said = box(".status .said");
        return [said.top - box(".offer").bottom, box(".actions button").top - said.bottom];
    }"""
    for tag in tags:
        phone.show(FIRST, size=size, tag=tag, offer=Offer.SOUND)
        above, below = phone.evaluate(gaps)
        assert abs(above - below) < 1, (tag, above, below)
