"""A phone between its browser's bars, and a low desktop: no part lies over another or below the screen."""

from dataclasses import replace
from itertools import product

import pytest
from browser.screens import Stage, Tags, TagsOf, at_sizes
from view.models import FIRST, after, mistake, quizzes, studies, two_people
from view.screens import MINE, TURN, answers, phases, results, reviewed_match, run_commands

from backgammon.app.update import update
from backgammon.core.match import Ending, Phase, Result
from backgammon.state.events import TextReceived
from backgammon.state.model import Offer
from backgammon.state.notice import Notice
from backgammon.storage.quiz import MOST_OWN, OWN, SAVED, Card, Deck

pytestmark = pytest.mark.browser

BELOW_BARS = ("568x320", "640x300", "640x360", "667x331", "740x304", "844x340")
LONG = ("en", "de", "el", "hu", "uk")
NAMES = ("Bartholomäus Grünwaldinger", "Maximiliane Schwarzenberger")
OVER = """() => {
    const box = e => e.getBoundingClientRect();
    const all = ".top, .player, .result :is(.said, .sum, .whose, .tally), .tutor, :is(.loud, .quiet) button";
    const parts = [...document.querySelectorAll(all)].filter(
        e => e.checkVisibility({ visibilityProperty: true }) && box(e).height > 1);
    const over = (a, b) => Math.min(box(a).right, box(b).right) - Math.max(box(a).left, box(b).left) > 2
        && Math.min(box(a).bottom, box(b).bottom) - Math.max(box(a).top, box(b).top) > 2;
    const name = e => e.dataset.command ?? e.className;
    return parts.flatMap((a, number) => [
        ...parts.slice(number + 1).filter(b => over(a, b)).map(b => `${name(a)} over ${name(b)}`),
        ...box(a).bottom > innerHeight + 1 ? [`${name(a)} below the screen`] : [],
    ]);
}"""
SAYS = """() => [...document.querySelectorAll(".player .name, .player .score, .whose, .tally")].filter(
    e => e.checkVisibility({ visibilityProperty: true }) && e.clientWidth > 1).map(e => e.textContent)"""
REST = "(e => e.scrollHeight - e.clientHeight)(document.querySelector('.status'))"
FREE = "innerHeight - document.querySelector('.loud').getBoundingClientRect().bottom"
ROWS = "new Set([...document.querySelectorAll('.loud button')].map(e => e.getBoundingClientRect().top)).size"
BESIDE = """() => {
    const list = document.querySelector(".scroll"), links = document.querySelector(".panel > .links");
    const shown = list.getBoundingClientRect(), panel = links.parentElement.getBoundingClientRect();
    const rows = [...document.querySelectorAll(".moves tbody tr, .begin p:first-of-type")].filter(row => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= shown.top && bottom <= shown.bottom + 1;
    });
    const cut = [...links.children].filter(link => {
        const { top, bottom, height } = link.getBoundingClientRect();
        return top < panel.top || bottom > panel.bottom || height < 24;
    });
    return [rows.length, links.scrollHeight - links.clientHeight, cut.length];
}"""
LATEST = """() => [...document.querySelectorAll(".moves tbody tr")].slice(-2).map(
    ({ cells }) => [...cells].every(cell => {
        const { left, right, top, bottom } = cell.getBoundingClientRect();
        return cell.contains(document.elementFromPoint((left + right) / 2, (top + bottom) / 2));
    }))"""
MORE = "(e => e.scrollHeight - e.clientHeight)(document.querySelector('.advice-body'))"
CUT = """() => {
    const { bottom } = document.querySelector(".advice-body").getBoundingClientRect();
    return [...document.querySelectorAll(".plays > li")].map(row => row.getBoundingClientRect()).filter(
        row => row.top < bottom - 2 && row.bottom > bottom + 0.5).map(row => row.top);
}"""
UNDER_ICON = """document.querySelector(".under-way .note").getBoundingClientRect().right
    - document.querySelector(".result .stop svg").getBoundingClientRect().left"""
COVERED = """() => [...document.querySelectorAll(".panel .link, .panel .scroll")].filter(
    e => e.checkVisibility({ visibilityProperty: true })).filter(e => {
        e.focus();
        const { x, y, width, height } = e.getBoundingClientRect();
        return !e.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    }).map(e => e.className)"""


@at_sizes(*BELOW_BARS, slow=("640x360", "667x331", "740x304"))
def test_a_match_ends_without_a_part_over_another(size: str, phone: Stage, tags: Tags) -> None:
    playing = after(6, base=two_people(*NAMES))
    result = Result(0, 2, 2, Ending.BORNE_OFF)
    match = replace(playing.game.match, dice=None, phase=Phase.MATCH_OVER, score=(3, 1), result=result)
    ended = [
        *(model for _, model in results()),
        replace(playing, game=replace(playing.game, match=match)),
    ]
    for tag in (*tags, "el"):
        for model in ended:
            phone.show(model, size=size, tag=tag)
            assert phone.evaluate(OVER) == [], tag
            said = phone.evaluate(SAYS)
            assert {"3/3", "1/3"} <= {*said}, tag
            assert len(said) == 4, tag


@pytest.mark.parametrize("size", ["320x568", *BELOW_BARS[2:]])
def test_what_the_tutor_said_is_whole_beside_roll_and_double_in_one_line(
    size: str, phone: Stage, tags: Tags
) -> None:
    for tag in (*tags, "el"):
        phone.show(TURN["to roll, with a remark"], size=size, tag=tag)
        assert phone.evaluate(OVER) == [], tag
        assert phone.evaluate(REST) <= 1, tag
        assert phone.evaluate(ROWS) == 1, tag


@pytest.mark.parametrize("remark", ["remark", "to roll, with a remark"])
def test_what_the_tutor_said_is_whole_on_the_smallest_phone_on_its_side(remark: str, phone: Stage) -> None:
    for tag in LONG:
        phone.show(TURN[remark], size="568x320", tag=tag)
        assert phone.evaluate(REST) <= 1, tag


PLAYED = """() => {
    const { top, bottom } = document.querySelector(".advice").getBoundingClientRect();
    const words = [...document.querySelectorAll(".advice .played")].find(e => e.checkVisibility());
    const row = words.closest("li").getBoundingClientRect();
    return row.top >= top && row.bottom <= bottom + 1;
}"""
LINES = """() => [".loud", ".quiet"].map(name => new Set([...document.querySelectorAll(`${name} > button`)]
    .filter(e => e.checkVisibility()).map(e => e.getBoundingClientRect().top)).size)"""


@pytest.mark.parametrize("size", ["568x320", "640x360"])
def test_the_play_that_was_a_mistake_is_whole_above_two_lines_of_buttons(
    size: str, phone: Stage, tags_of: TagsOf
) -> None:
    for tag in tags_of(mistake(), "loud"):
        phone.show(mistake(), size=size, tag=tag)
        assert phone.evaluate(PLAYED), tag
        assert phone.evaluate(LINES) == [1, 1], tag


def test_what_is_looked_at_or_set_up_is_whole_on_the_smallest_phone_on_its_side(phone: Stage) -> None:
    beside = "(e => e.scrollWidth - e.clientWidth)(document.querySelector('.controls'))"
    for tag, model in product((*LONG, "bg", "nb"), (*studies(), reviewed_match())):
        if not model.dialog:
            phone.show(model, size="568x320", tag=tag)
            assert (phone.evaluate(REST), phone.evaluate(beside)) == (0, 0), tag


@pytest.mark.parametrize(
    ("size", "way"),
    [(size, "links") for size in ("360x560", "568x320", "667x375")]
    + [(size, "loud") for size in ("360x640", "740x360", "768x1024", "1366x768")],
)
def test_one_way_leads_on_from_an_imported_match_beside_its_analysis_or_below_its_moves(
    size: str, way: str, phone: Stage, tags_of: TagsOf
) -> None:
    opened = next(each for each in studies() if each.replay and each.replay.origin == "file")
    ways = """() => [...document.querySelectorAll('[data-command="play-here"]')]
        .filter(each => getComputedStyle(each).display !== "none")
        .map(each => each.parentElement.className)"""
    for tag in tags_of(opened, "loud"):
        phone.show(opened, size=size, tag=tag)
        assert phone.evaluate(ways) == [way], tag
        assert phone.evaluate(LINES)[0] == 1, tag
        assert phone.evaluate(REST) <= 1, tag


def test_the_list_of_moves_has_a_whole_row_on_the_smallest_phone_on_its_side(phone: Stage) -> None:
    """Even one whose plays have four lines, above all the ways on."""
    for tag in LONG:
        phone.show(run_commands(mistake(), "panel"), size="568x320", tag=tag)
        rows, *_ = phone.evaluate(BESIDE)
        assert rows >= 1, tag


@pytest.mark.parametrize("size", ["360x560", "375x553"])
def test_roll_is_whole_below_the_offer_of_another_level(size: str, phone: Stage, tags: Tags) -> None:
    for tag in tags:
        phone.show(dict(phases())["another level offered"], size=size, tag=tag)
        assert phone.evaluate(OVER) == [], tag
        assert (
            phone.evaluate("innerHeight - document.querySelector('.loud').getBoundingClientRect().bottom") > 2
        )


@pytest.mark.parametrize("size", ["1000x560", "1280x600", "1366x640"])
def test_a_clue_does_not_cover_what_has_the_focus(size: str, stage: Stage) -> None:
    stage.show(run_commands(MINE, "hint"), size=size)
    assert stage.evaluate("document.querySelector('.clues') !== null")
    assert stage.evaluate(COVERED) == []


@pytest.mark.parametrize("size", ["1160x560", "1280x585", "1280x600", "1366x657"])
def test_the_latest_moves_are_in_sight_beside_a_clue(size: str, stage: Stage) -> None:
    clue = run_commands(MINE, "hint")
    for tag in LONG:
        stage.show(clue, size=size, tag=tag)
        assert stage.evaluate(LATEST) == [True, True], tag
        assert stage.evaluate(MORE) == 0, tag


@pytest.mark.parametrize("size", ["1024x600", "1100x600", "1280x585", "1280x600", "1366x657", "1280x700"])
def test_no_play_in_the_answer_to_a_hint_is_cut_on_a_low_desktop(size: str, stage: Stage) -> None:
    for tag in ("en", "el", "hu"):
        stage.show(run_commands(MINE, "hint", "hint-answer"), size=size, tag=tag)
        assert stage.evaluate(CUT) == [], tag


@pytest.mark.parametrize("size", ["568x320", "640x360"])
def test_the_progress_of_an_analysis_ends_before_the_icon_that_stops_it(size: str, phone: Stage) -> None:
    for tag in LONG:
        phone.show(dict(results())["match-analysing"], size=size, tag=tag)
        assert phone.evaluate(UNDER_ICON) <= 0, tag


def test_every_link_is_whole_beside_the_board_of_a_small_desktop_on_a_first_visit(
    stage: Stage, tags_of: TagsOf
) -> None:
    for tag in tags_of(FIRST, "links"):
        stage.show(FIRST, size="1024x600", tag=tag)
        _, rest, cut = stage.evaluate(BESIDE)
        assert (rest, cut) == (0, 0), tag


@pytest.mark.parametrize(
    ("size", "first", "moves"),
    [
        ("1280x552", 0, 2),
        pytest.param("1280x585", 1, 3, marks=pytest.mark.slow),  # between the others
        pytest.param("1280x600", 1, 3, marks=pytest.mark.slow),
        ("1366x657", 1, 3),
    ],
)
def test_a_low_desktop_shows_several_moves_and_every_way_on(
    size: str, first: int, moves: int, stage: Stage
) -> None:
    """Beside a result too; on a first visit how to move is whole."""
    reached = [*dict(answers()).values(), *dict(results()).values(), *TURN.values()]
    for tag in LONG:
        for model in (FIRST, *reached):
            stage.show(model, size=size, tag=tag)
            rows, rest, cut = stage.evaluate(BESIDE)
            assert rows >= (first if model is FIRST else moves), tag
            assert (rest, cut) == (0, 0), tag


CLUES = """() => [...document.querySelectorAll(".clues p:nth-last-child(2), .clues button")].map(each => {
    const box = each.getBoundingClientRect(), inside = [...each.childNodes].map(node => {
        const words = document.createRange();
        words.selectNodeContents(node);
        return words.getClientRects()[0];
    })[0] ?? box;
    const at = document.elementFromPoint(inside.left + inside.width / 2, inside.top + inside.height / 2);
    return each.contains(at) && (each.localName === "p" || box.height >= 43.9);
})"""


@at_sizes("320x568", "360x640", "375x667", "640x360", "667x375", slow=("360x640", "667x375"))
def test_a_clue_and_the_ways_to_more_are_in_sight_on_small_phones(
    size: str, phone: Stage, tags: Tags
) -> None:
    """However long an idea is, and whatever can be done below the sheet."""
    for name in ("to roll", "doubled", "doubled for money", "beavered"):
        for steps in (["hint"], ["hint", "hint-more"]):
            clues = run_commands(dict(answers())[name], *steps)
            for tag in (*tags, "el"):
                phone.show(clues, size=size, tag=tag)
                seen = phone.evaluate(CLUES)
                assert len(seen) > 1
                assert all(seen), (name, steps, tag)


@pytest.mark.parametrize(("size", "rows"), [("320x568", 2), ("360x640", 3), ("375x667", 3)])
def test_what_doubling_is_worth_is_in_sight_on_a_small_phone(size: str, rows: int, phone: Stage) -> None:
    """In a position on its own, and where a double has three answers."""
    whole = """() => {
        const { bottom } = document.querySelector(".advice").getBoundingClientRect();
        const rows = [...document.querySelectorAll(".advice .cube-figures tr:has(td)")];
        return rows.filter(row => row.getBoundingClientRect().bottom <= bottom + 1).length;
    }"""
    there, _ = update(MINE, TextReceived("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10"))
    doubled = dict(answers())["doubled for money"]
    for model in (run_commands(there, "hint"), run_commands(doubled, "hint", "hint-answer")):
        for tag in LONG:
            phone.show(model, size=size, tag=tag)
            assert phone.evaluate(whole) >= rows, tag


def test_the_question_about_a_double_is_whole_on_the_smallest_phone(phone: Stage, tags: Tags) -> None:
    for name, model in answers():
        if name.startswith(("doubled", "beavered")):
            for tag in tags:
                phone.show(model, size="320x568", tag=tag)
                assert phone.evaluate(REST) <= 1, (name, tag)


@pytest.mark.parametrize("size", ["320x568", "360x640", "740x360", "768x1024"])
def test_no_theme_of_the_quiz_is_wider_than_its_button(size: str, stage: Stage, tags: Tags) -> None:
    start = next(iter(quizzes()))
    saved = Deck(tuple([Card(f"{number}", SAVED, "1.x") for number in range(MOST_OWN)]))
    model = replace(start, analysis=replace(start.analysis, deck=saved))
    for tag in {*tags, "el", "ru", "sv"}:
        stage.show(model, size=size, tag=tag)
        wide = stage.evaluate(
            "[...document.querySelectorAll('.topic')].filter(e => e.scrollWidth > e.clientWidth)"
            ".map(e => e.textContent)"
        )
        assert wide == [], tag


@pytest.mark.parametrize("size", ["568x320", "320x568"])
@pytest.mark.parametrize("key", ["friend.text.unknown-match", "friend.violation.forged"])
def test_the_longest_notices_are_whole_on_the_smallest_phone(
    key: str, size: str, phone: Stage, tags: Tags
) -> None:
    for tag in tags:
        for model in (FIRST, TURN["to play"]):
            told = replace(model, offer=Offer.SOUND, notice=Notice(key, tone="error"))
            phone.show(told, size=size, tag=tag)
            assert phone.evaluate(REST) <= 1, tag


def test_the_turn_is_whole_beside_an_offer_on_the_smallest_phone_on_its_side(
    phone: Stage, tags: Tags
) -> None:
    for tag in tags:
        phone.show(replace(TURN["to play"], offer=Offer.SOUND), size="568x320", tag=tag)
        assert phone.evaluate(REST) <= 1, tag


@pytest.mark.parametrize("size", ["568x320", "640x360", "320x568"])
def test_no_word_of_what_is_due_in_the_quiz_is_broken(size: str, phone: Stage, tags: Tags) -> None:
    lines = """() => {
        const said = document.querySelector(".status .said"), words = document.createRange();
        words.selectNodeContents(said);
        return [new Set([...words.getClientRects()].map(e => e.top)).size, said.getBoundingClientRect().top];
    }"""
    for tag in {*tags, "el", "de"}:
        phone.show(next(iter(quizzes())), size=size, tag=tag)
        count, top = phone.evaluate(lines)
        assert count <= 2, tag
        assert top >= 0, tag


def test_no_word_of_what_the_quiz_asks_is_broken_on_the_smallest_phone(phone: Stage, tags_of: TagsOf) -> None:
    shown = next(each for each in quizzes() if each.game.problem and each.game.problem.found)
    assert shown.quiz
    deck = Deck((Card("a", SAVED, "1.x"), Card("b", OWN, "1.x")))
    broken = """() => {
        const title = document.querySelector(".looking");
        title.style.overflowWrap = "normal";
        return title.scrollWidth > title.clientWidth;
    }"""
    for tag, card in product(tags_of(shown, "looking"), "ab"):
        asked = replace(shown, looking=replace(shown.quiz, card=card))
        phone.show(replace(asked, analysis=replace(asked.analysis, deck=deck)), size="568x320", tag=tag)
        assert not phone.evaluate(broken), (tag, card)


@pytest.mark.parametrize("size", ["320x568", "360x640", "740x360", "568x320"])
def test_no_line_is_cut_below_an_offer_on_a_first_visit(size: str, phone: Stage) -> None:
    for tag, offer in product(LONG, (Offer.LESSONS, Offer.SOUND)):
        phone.show(FIRST, size=size, tag=tag, offer=offer)
        assert phone.evaluate(REST) <= 1, (tag, offer)
