"""Every screen fits: nothing scrolls that should not, and board and buttons are wholly in sight.

Models are put on a stage at the sizes of telephones, tablets and desktops, with English words. What counts is
geometry: where the board lies, what lies on it, and whether a finger on the primary button would meet it.
"""

from collections.abc import Iterator
from dataclasses import replace

import pytest
from app.fake import found
from browser.conftest import Visit
from browser.hands import PATIENCE
from browser.screens import Stage, phases, results
from playwright.sync_api import Browser, Page
from view.models import FIRST, after, answered, graded

from backgammon.app.state.analysis_state import HeldAction, TutorComment
from backgammon.app.state.effects import StartWork
from backgammon.app.state.events import Command, Dragged, WorkDone
from backgammon.app.state.legal_moves import turn_of
from backgammon.app.state.model import DialogName, Model
from backgammon.app.update import update

pytestmark = pytest.mark.browser

SMALL = ("320x568", "360x640", "390x844", "667x375", "740x360", "844x390")
LARGE = ("768x1024", "820x1180", "1024x768", "1366x768", "1920x1080", "2560x1440")
BETTER = TutorComment(0.112, "24/18 13/11", is_play=True)
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
    };
}"""


PLACES = """() => [...document.querySelectorAll(".result, .player, .panel, .actions button")].map(e => {
    const { x, y, width, height } = e.getBoundingClientRect();
    return [e.dataset.command ?? e.className, x, y, width, height];
})"""


def played(model: Model) -> Model:
    """The first legal play lies on the board, to be confirmed."""
    turn = turn_of(model.game.match)
    assert turn
    for source, target in next(iter(turn.results.values())):
        model, _ = update(model, Dragged(source, target))
    return model


def analysed(model: Model, *names: str) -> Model:
    """What a model becomes by commands, with what the engine is asked then."""
    for name in names:
        command, _, value = name.partition("=")
        model, effects = update(model, Command(command, value))
        for effect in effects:
            if isinstance(effect, StartWork):
                model, _ = update(model, WorkDone(effect.id, found(effect.work)))
    return model


def reviewed() -> Model:
    """A match that has been analysed, looked back on at one of its plays."""
    model = after(30)
    game = replace(model.game, setup=replace(FIRST.game.setup, advice=True))
    return analysed(graded(replace(model, game=game)), "study-at=9")


MINE = next(
    model
    for model in map(after, range(9, 20))
    if model.game.match.on_roll == 0 and len(played(model).game.moves) > 1
)
"""A play of player 0, with something to choose."""
TO_ROLL = dict(phases())["to-roll"]
TURN = {
    "to play": MINE,
    "to confirm": played(MINE),
    "weighing": replace(
        played(MINE), analysis=replace(MINE.analysis, caution=HeldAction("confirm", MINE.game.moves))
    ),
    "warned": replace(
        played(MINE), analysis=replace(MINE.analysis, caution=HeldAction("confirm", MINE.game.moves, BETTER))
    ),
    "remark": replace(MINE, analysis=replace(MINE.analysis, remark=BETTER)),
    "to roll, with a remark": replace(
        TO_ROLL,
        game=replace(TO_ROLL.game, setup=MINE.game.setup),
        analysis=replace(MINE.analysis, remark=BETTER),
    ),
}
"""The moments of a turn with the tutor."""


def screens() -> Iterator[tuple[str, Model]]:
    """Screens on which the board is played, or looked at with what explains it."""
    yield from TURN.items()
    for name, model in phases():
        if name not in ("moves", "graded") and not model.asking:
            yield name, model
    yield "hint", analysed(MINE, "hint")
    yield "looking back", reviewed()
    yield "looking back by the list", analysed(reviewed(), "panel")
    yield "looking back with the analysis", analysed(reviewed(), "hint")
    yield "from the list to the analysis", analysed(reviewed(), "panel", "hint")
    yield "from the analysis to the list", analysed(reviewed(), "hint", "panel")
    yield "a worst choice", analysed(reviewed(), "panel", "to-decision=9")


SCREENS = dict(screens())
RESULTS = dict(results())


@pytest.fixture(scope="module")
def stage(chromium: Browser, address: str) -> Iterator[Stage]:
    with chromium.new_context(bypass_csp=True) as context:
        yield Stage(context.new_page(), address)


@pytest.mark.parametrize("size", [*SMALL, *LARGE])
def test_board_and_buttons_are_wholly_in_sight(size: str, stage: Stage) -> None:
    wrong = {}
    for name, model in SCREENS.items():
        stage.show(model, size=size)
        seen = stage.page.evaluate(SEEN)
        by_list = model.panel_open and size in SMALL  # there the list takes the buttons' place
        said = seen["said"] or name not in (*TURN, *RESULTS, "looking back")  # longer words may scroll
        good = seen["over"] == [0, 0] and seen["whole"] and not seen["covered"] and said
        if not good or not (seen["primary"] or by_list):
            wrong[name] = seen
    assert wrong == {}


@pytest.mark.parametrize("size", [*SMALL, *LARGE])
def test_the_board_stays_where_it_is_through_a_turn_with_the_tutor(size: str, stage: Stage) -> None:
    places = {}
    for name, model in TURN.items():
        stage.show(model, size=size)
        places[name] = stage.page.evaluate(SEEN)["board"]
    assert len(set(map(tuple, places.values()))) == 1, places


@pytest.mark.parametrize("size", [*SMALL, *LARGE])
def test_nothing_moves_when_a_match_ends_and_while_its_card_fills(size: str, stage: Stage) -> None:
    """The board stays through the end, and all that can be pressed while the analysis goes on."""
    stage.show(MINE, size=size)
    board = stage.page.evaluate(SEEN)["board"]
    places = {}
    for name, model in RESULTS.items():
        stage.show(model, size=size)
        assert stage.page.evaluate(SEEN)["board"] == board, name
        places[name] = stage.page.evaluate(PLACES)
    assert places["match-won"] == places["match-analysing"] == places["match-analysed"]


@pytest.mark.parametrize("size", [*SMALL, *LARGE])
@pytest.mark.parametrize("name", DialogName)
def test_a_dialog_has_its_primary_button_in_sight(name: DialogName, size: str, stage: Stage) -> None:
    stage.show(replace(MINE, dialog=name), size=size)
    seen = stage.page.evaluate(SEEN)
    assert seen["over"] == [0, 0]
    if name is not DialogName.FILES:  # its form is the first of several parts
        assert seen["primary"]


@pytest.mark.parametrize("size", SMALL)
def test_one_sheet_at_a_time_on_a_phone(size: str, stage: Stage) -> None:
    sheets = """() => [...document.querySelectorAll(".panel, .advice")].filter(e => e.checkVisibility(
        { visibilityProperty: true })).map(e => e.classList[0])"""
    for name, model in SCREENS.items():
        stage.show(model, size=size)
        assert len(stage.page.evaluate(sheets)) <= 1, name


def test_the_page_at_work_is_as_high_as_the_screen(visit: Visit, page: Page) -> None:
    for size in ("1280x720", "360x640", "740x360"):
        width, height = map(int, size.split("x"))
        page.set_viewport_size({"width": width, "height": height})
        visit(page=page)
        page.locator("[role=log]").wait_for(state="attached", timeout=PATIENCE)
        assert page.evaluate(SEEN)["over"] == [0, 0], size


def test_the_answers_of_a_quiz_are_in_sight_on_a_desktop(stage: Stage) -> None:
    card, _ = update(replace(after(4), analysis=replace(FIRST.analysis, today=20_000)), Command("quiz"))
    model, _ = update(card, Command("quiz-start"))
    for size in LARGE:
        for moment in (card, model, *answered(model)):
            stage.show(moment, size=size)
            seen = stage.page.evaluate(SEEN)
            assert (seen["over"], seen["whole"], seen["primary"]) == ([0, 0], True, True), size
