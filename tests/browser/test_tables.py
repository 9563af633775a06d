"""Tables on a telephone: related figures are visible together, in every language and with long names."""

from dataclasses import replace
from itertools import product

import pytest
from app.fake import analysis_result
from browser.screens import Stage, Tags
from view.models import after, analysis_boards, chapters, lessons, mistake, quizzes, statistics, two_people
from view.screens import MINE, dialogs, run_commands

from backgammon.features.analysis import hint
from backgammon.features.coach.review import prepare
from backgammon.protocol.messages import Finding
from backgammon.state.analysis_state import Decision
from backgammon.state.model import DialogName, Model

pytestmark = pytest.mark.browser

CUT = """() => {
    const table = document.querySelector(".both"), edge = table.getBoundingClientRect();
    const cut = cell => cell.scrollWidth > cell.clientWidth + 1;
    const cells = [...table.querySelectorAll("th, td")].filter(cut);
    const over = edge.right > innerWidth || table.scrollWidth > table.clientWidth;
    return [...cells.map(cell => cell.textContent), ...(over ? ["the table"] : [])];
}"""


LARGE = ("768x1024", "1024x768", "1366x768", "1920x1080")
HEADS_APART = """() => {
    const heads = document.querySelectorAll(".plays-head > :not(.chances), .plays-head .three > span");
    const words = [...heads].filter(head => head.checkVisibility()).map(head => {
        const word = document.createRange();
        word.selectNodeContents(head);
        return [head.textContent, word.getBoundingClientRect()];
    }).sort(([, one], [, other]) => one.left - other.left);
    const close = ([, left], [, right]) => Math.abs(left.top - right.top) < 4 && right.left - left.right < 4;
    return words.flatMap((word, index) =>
        words.slice(index + 1).filter(next => close(word, next)).map(([text]) => text));
}"""


HEADS_INSIDE = """() => {
    const line = document.querySelector(".plays-head"), word = document.createRange();
    word.selectNodeContents(line.querySelector(".three > span"));
    return word.getBoundingClientRect().left > line.getBoundingClientRect().left;
}"""


def match_report(one: str, other: str) -> Model:
    """Return an analysed match with its report open."""
    model, _ = prepare(after(30, base=two_people(one, other)))
    assert model.analysis.review
    known: dict[str, Finding] = {}
    for decision, key in zip(model.analysis.review.decisions, model.analysis.review.keys, strict=True):
        result = analysis_result(hint.analysis_request(Decision(decision.match, decision.action)))
        assert isinstance(result, Finding)
        known[key] = replace(result, luck=0.05)
    return replace(model, dialog=DialogName.REVIEW, analysis=model.analysis.with_findings(known))


@pytest.mark.parametrize("size", ["320x568", "360x640"])
def test_both_players_figures_are_seen_side_by_side(size: str, stage: Stage, tags: Tags) -> None:
    for model in (match_report("", ""), match_report("Aleksandra Konstantinopoulou", "Þór")):
        for tag in tags:
            stage.show(model, size=size, tag=tag)
            assert stage.evaluate(CUT) == [], tag


SIDEWAYS = """() => {
    for (const folded of document.querySelectorAll(".review details")) folded.open = true;
    const body = document.querySelector(".review");
    const boxes = [...body.querySelectorAll("details .scroll-x")];
    const [players, games] = boxes.map(e => e.getBoundingClientRect());
    return [body.scrollWidth - body.clientWidth, games.top - players.bottom];
}"""


@pytest.mark.parametrize("size", ["320x568", "390x844", "1366x768"])
def test_the_tables_of_a_match_scroll_by_themselves_and_stand_apart(
    size: str, stage: Stage, tags: Tags
) -> None:
    for tag in tags:
        stage.show(match_report("Anna", "Bob"), size=size, tag=tag)
        over, gap = stage.evaluate(SIDEWAYS)
        assert over == 0, tag
        assert gap >= 8, tag


def test_the_table_of_games_is_whole_on_a_usual_telephone(stage: Stage) -> None:
    stage.show(match_report("Anna", "Bob"), size="390x844")
    stage.evaluate(SIDEWAYS)
    assert (
        stage.evaluate("(e => e.scrollWidth - e.clientWidth)(document.querySelector('.both + .scroll-x'))")
        == 0
    )


@pytest.mark.parametrize("size", ["360x640", "740x360", "768x1024", "1024x768", "1366x768"])
def test_the_heads_of_chances_stand_apart(size: str, stage: Stage, tags: Tags) -> None:
    graded = next(model for model in quizzes() if model.game.problem and model.game.problem.found)
    for model in (run_commands(MINE, "hint", "hint-answer"), graded):
        for tag in tags:
            stage.show(model, size=size, tag=tag)
            assert stage.evaluate("document.querySelectorAll('.plays-head .three > span').length") == 6
            assert stage.evaluate(HEADS_APART) == [], tag
            assert stage.evaluate(HEADS_INSIDE), tag


ONE_LINE = """() => [...document.querySelectorAll(".plays .listed")].every(row => {
    const shown = [...row.querySelectorAll(".three")].filter(three => three.checkVisibility());
    return new Set(shown.map(three => three.getBoundingClientRect().top)).size === 1;
})"""


ALIGNED = """() => {
    const shown = all => [...all].filter(e => e.checkVisibility());
    const ends = line => [...shown(line.querySelectorAll(".chances > .three > span:not(.won-or-lost)")),
        ...shown(line.querySelectorAll(":scope > :is(.equity, .behind)"))].map(e => {
            const words = document.createRange();
            words.selectNodeContents(e);
            return Math.round(words.getBoundingClientRect().right);
        });
    const head = ends(document.querySelector(".plays-head"));
    const rows = [...document.querySelectorAll(".plays .listed:not([aria-pressed=true])")];
    const closed = rows.filter(row => shown(row.querySelectorAll(".three + .three .won-or-lost")).every(
        words => words.clientWidth <= 1)).filter(row => row.querySelector(".behind").textContent);
    const wanted = row => shown(row.querySelectorAll(".chances")).length ? head : head.slice(-2);
    return closed.filter(row => ends(row).join() !== wanted(row).join()).map(ends);
}"""
PHONES = ("360x640", "390x844", "740x360")


def test_heads_stand_over_their_figures(stage: Stage) -> None:
    graded = next(model for model in quizzes() if model.game.problem and model.game.problem.found)
    cube = next(
        model for model in quizzes() if (told := model.game.problem) and told.found and told.found.cube
    )
    hint, tried = run_commands(MINE, "hint", "hint-answer"), [*analysis_boards()][4]
    for model in (hint, mistake(), graded, cube, tried):
        for size in (*PHONES, *LARGE):
            stage.show(model, size=size)
            assert stage.evaluate(ALIGNED) == [], size


def test_equity_and_difference_have_their_heads_and_chances_are_one_line(stage: Stage) -> None:
    heads = "[...document.querySelectorAll('.plays-head > :is(.equity, .behind)')].filter(e => e.offsetWidth)"
    hint, tried = run_commands(MINE, "hint", "hint-answer"), [*analysis_boards()][4]
    for model in (hint, mistake(), tried):
        for size in (*PHONES, *LARGE):
            stage.show(model, size=size)
            assert stage.evaluate(f"{heads}.length") == 2, size
            assert stage.evaluate(ONE_LINE), size


def test_rows_are_as_high_as_each_other(stage: Stage) -> None:
    """This holds for rows without a mark; the opened row may need one more line."""
    rows = "[...document.querySelectorAll('.plays .listed:not(:has(.played))')]"
    graded = next(model for model in quizzes() if model.game.problem and model.game.problem.found)
    for model in (run_commands(MINE, "hint", "hint-answer"), mistake(), graded):
        for size in (*PHONES, *LARGE):
            stage.show(model, size=size)
            assert len(set(stage.evaluate(f"{rows}.map(row => row.offsetHeight)"))) == 1, size


HELD = """() => {
    const box = e => e.getBoundingClientRect();
    const own = box(document.querySelector(".lines .chosen"));
    const list = box(document.querySelector(innerWidth > innerHeight && innerHeight > 480
        ? ".candidates" : ".lines .quiz-body"));
    const rows = [...document.querySelectorAll(".candidates li:has(~ .chosen)")].map(box);
    const head = box(document.querySelector(".plays-head"));
    return {
        sight: own.bottom <= Math.min(list.bottom, innerHeight) + 1 && own.top >= head.bottom - 1,
        cut: rows.filter(row => row.top < own.top - 1 && row.bottom > own.top + 1).length,
    };
}"""


@pytest.mark.parametrize("size", [*PHONES, *LARGE, "2560x1440"])
def test_a_play_that_was_just_tried_is_in_sight_and_no_row_shows_in_part_above_it(
    size: str, stage: Stage
) -> None:
    lines = [*analysis_boards()]
    for tag, model, tall in product(("en", "de", "el", "hu"), (lines[3], lines[6]), (False, True)):
        stage.show(model, size=size, tag=tag, tall=tall)
        assert stage.evaluate(HELD) == {"sight": True, "cut": 0}, (tag, tall)


EDGES = "e => (({ top, bottom }) => [top, bottom])(e.getBoundingClientRect())"


def test_a_tablet_shows_five_mistakes_and_words_of_a_task_as_large_as_what_is_told(stage: Stage) -> None:
    """The line of the upper player keeps clear of the board too."""
    size = "768x1024"
    for model in (next(lessons()), run_commands(next(lessons()), "hint")):
        stage.show(model, size=size)
        names = (".quiz-body", ".mistakes li:nth-child(5)", ".top-side", ".board")
        body, fifth, top, board = (stage.page.eval_on_selector(name, EDGES) for name in names)
        assert fifth[1] <= body[1] + 1
        assert board[0] - top[1] >= 4
    stage.show([*chapters()][3], size=size)
    sizes = "[...document.querySelectorAll('.task > *')].map(e => getComputedStyle(e).fontSize)"
    assert stage.evaluate(sizes) == ["16px", "16px"]


LINES = """() => [...document.querySelectorAll(".beside .figures tbody th")].map(head => {
    const range = document.createRange();
    range.selectNodeContents(head);
    return new Set([...range.getClientRects()].map(box => Math.round(box.top))).size;
})"""


@pytest.mark.parametrize("size", ["768x1024", "820x1180", "740x360"])
def test_the_names_of_take_points_have_at_most_three_lines(size: str, stage: Stage, tags: Tags) -> None:
    cube = dict(dialogs())["cube"]
    for tag in {"el", *tags}:
        stage.show(cube, size=size, tag=tag)
        lines = stage.evaluate(LINES)
        assert len(lines) == 4, tag
        assert max(lines) <= 3, tag


@pytest.mark.parametrize("size", ["768x1024", "1920x1080"])
def test_the_statistics_are_as_wide_as_their_dialog_where_there_is_room(
    size: str, stage: Stage, tags: Tags
) -> None:
    """On a telephone the list of matches, which has nine columns, scrolls sideways."""
    over = """() => [...document.querySelectorAll(".scroll-x")].map(e => e.scrollWidth - e.clientWidth)"""
    for tag in tags:
        stage.show(next(statistics()), size=size, tag=tag)
        assert set(stage.evaluate(over)) == {0}, tag
