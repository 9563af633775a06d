"""The page: it offers only commands of app, shows outside input as text, and is quick to draw."""

from dataclasses import replace
from functools import cache
from html.parser import HTMLParser
from itertools import product
from pathlib import Path

import pytest
from app.positions import page_at
from view.models import FIRST, HISTORY, SAY, SECRET, after, attribute, moments, nodes, texts, two_people
from view.screens import MINE, run_commands

from backgammon.app.commands import actions, available
from backgammon.app.conditions import mode_of
from backgammon.app.forms import read_setup
from backgammon.app.update import update
from backgammon.core.match import Ending, NextGame, OpeningRoll, Phase, Result
from backgammon.core.rules import PRESETS, STANDARD, custom
from backgammon.features.game.start import first_visit
from backgammon.features.speech.status_text import status
from backgammon.features.viewer.editor import EDITS
from backgammon.state.draft import Draft
from backgammon.state.engine_state import EngineState, Failed, Loading, Ready, Restarting, Thinking
from backgammon.state.events import Command, EngineReady
from backgammon.state.model import (
    DialogName,
    DiceSource,
    Direction,
    Editing,
    GameDice,
    Games,
    Model,
    Notice,
    Origin,
    Replay,
    Replaying,
)
from backgammon.state.stage import Resting
from backgammon.state.viewer import replay_of, show
from backgammon.storage.log import Log
from backgammon.storage.types import Settings
from backgammon.view.board.board_view import board_view
from backgammon.view.icons import icon
from backgammon.view.node import Node, to_html
from backgammon.view.page import page, render_index

ROOT = Path(__file__).parents[2]
STEPS = ("study-next", "study-previous", "study-first", "study-last")


@cache
def pages() -> list[tuple[Model, list[Node]]]:
    """Return every moment with the nodes of its page, drawn once for all tests."""
    return [(model, [*nodes(page(model, SAY))]) for model in moments()]


def commands(model: Model) -> set[str]:
    """Return the commands of the enabled buttons of the page."""
    return enabled_commands([*nodes(page(model, SAY))])


def enabled_commands(found: list[Node]) -> set[str]:
    """Return the commands of those nodes that are enabled."""
    names = {attribute(node, "data-command") for node in found if attribute(node, "disabled") is None}
    return {name for name in names if name}


def test_nothing_is_offered_that_cannot_be_done() -> None:
    """The question of which tab's match goes on blocks all behind it; a question hides the panel's button."""
    for model, found in pages():
        hidden = {"panel"} if model.exercise or model.analysis_board else set()
        asks = model.dialog is DialogName.OTHER_TAB
        free = [*nodes(next(each for each in found if each.tag == "dialog"))] if asks else found
        assert enabled_commands(free) - hidden <= {*available(model)}, model.dialog


_IN_DIALOGS = {
    *("resign-offer", "typed-roll", "download", "check-dice", "close", "study-at"),
    *("copy-id", "copy-link", "save-as", "analyse", "line-roll", "learn", "quiz-blunders"),
    *("to-decision", "review-text", "figures", "figures-csv", "own-name", "everything", "delete-everything"),
}
"""The commands that have their buttons in dialogs, or not in every mode."""


def test_everything_that_can_be_done_has_its_button() -> None:
    for model, found in pages():
        if model.dialog is None:
            missing = set(available(model)) - enabled_commands(found)
            missing -= {"quiz", "lessons"} if model.draft or model.exercise else set()
            missing -= {"edit", "files", *(f"edit-{name}" for name in EDITS)} if model.draft else set()
            told = "draw a button, leave this mode out of the command's modes, or add it to _IN_DIALOGS"
            assert missing - _IN_DIALOGS == set(), f"{mode_of(model)}: {told}"


def test_one_button_is_primary_where_something_can_be_done() -> None:
    for model, found in pages():
        primary = [node for node in found if attribute(node, "data-primary") is not None]
        quiet = ("undo", "redo", "quiz-close", "line-close", *STEPS)
        loud = [name for name in actions(model) if name not in quiet]
        if model.draft and model.draft.reason:
            loud = []  # discarding the position being set up is not the natural step
        assert [attribute(node, "data-command") for node in primary] == loud[:1]


def test_the_buttons_of_what_no_game_allows_wait_and_to_discard_it_is_not_the_main_one() -> None:
    found = next(found for model, found in pages() if model.draft and model.draft.reason)
    loud = [node for node in found if attribute(node, "class") in ("primary", "secondary")]
    waiting = [attribute(node, "disabled") is not None for node in loud]
    assert [attribute(node, "class") for node in loud] == ["primary", *3 * ["secondary"]]
    assert waiting == [True, True, True, False]
    assert attribute(loud[-1], "data-command") == "study-close"


def test_the_answers_to_a_double_say_what_is_at_stake() -> None:
    match = replace(FIRST.game.match, phase=Phase.DOUBLED, on_roll=1, cube=4)
    doubled = replace(FIRST, game=replace(FIRST.game, match=match))
    drawn = {attribute(node, "data-command"): "".join(texts(node)) for node in nodes(page(doubled, SAY))}
    assert (drawn["take"], drawn["drop"]) == ("Take±8", "Drop−4")


def test_buttons_have_names_and_types() -> None:
    for _, found in pages():
        for node in found:
            if node.tag == "button":
                assert attribute(node, "type") in ("button", "submit")
                assert texts(node) or attribute(node, "aria-label")


def test_what_scrolls_and_takes_the_focus_says_what_it_is() -> None:
    known = replace(FIRST, analysis=replace(FIRST.analysis, history=HISTORY))
    for model in (replace(known, dialog=DialogName.FIGURES), run_commands(MINE, "hint")):
        stops = [
            each for each in nodes(page(model, SAY)) if each.tag == "div" and attribute(each, "tabindex")
        ]
        assert stops
        for each in stops:
            assert attribute(each, "role")
            assert attribute(each, "aria-label") or attribute(each, "aria-labelledby")


def test_against_the_computer_the_board_keeps_ones_own_numbers() -> None:
    for model in (after(plays) for plays in (3, 4)):
        assert board_view(model).numbers_player == 0
        looked_at = show(model, Replaying(model.game, replay_of(model.game)))
        assert board_view(looked_at).numbers_player == model.game.match.on_roll
    two = [board_view(after(plays, base=two_people())) for plays in (3, 4)]
    assert [view.numbers_player for view in two] == [view.mover for view in two]


def test_the_page_faces_whoever_decides_where_two_people_sit_face_to_face() -> None:
    for plain, sits, expected in (
        (two_people(), True, {"0", "1"}),
        (two_people(), False, {None}),
        (FIRST, True, {None}),
    ):
        base = replace(plain, settings=replace(plain.settings, face_to_face=sits))
        played = [after(plays, base=base) for plays in (4, 5)]
        seen = {attribute(page(model, SAY), "data-facing") for model in played}
        assert seen == expected
        looking = show(played[1], Replaying(played[1].game, replay_of(played[1].game)))
        assert attribute(page(looking, SAY), "data-facing") is None


def test_a_name_is_isolated_wherever_it_stands() -> None:
    """Elements use bdi and sentences use marks, so that a name in another script reorders nothing near it."""
    names = "דוד", "ليلى"
    base = two_people(*names)
    record = Replay(base.game.match, after(9).game.log, 5, Origin.FILE, names)
    model = after(9)
    looked_at = show(model, Replaying(model.game, record))
    shown_in = [replace(looked_at, dialog=DialogName.PLAY_HERE), after(5, base=base)]
    shown_in += [replace(model, dialog=DialogName.REVIEW) for model in shown_in]
    for model in shown_in:
        alone = set()
        for element in nodes(page(model, SAY)):
            said = [child for child in element.children if isinstance(child, str)]
            if element.tag == "bdi":
                alone.update(said)
                continue
            said += [value for name, value in element.attributes if not (name == "title" and value in names)]
            for text, name in product(said, names):
                assert text.count(name) == text.count(f"\u2068{name}\u2069"), text
        assert alone == {*names}


def test_keys_are_unique_among_siblings() -> None:
    for _, found in pages():
        for node in found:
            keys = [
                (child.tag, child.key) for child in node.children if isinstance(child, Node) and child.key
            ]
            assert len(keys) == len(set(keys)), node.attributes


def test_no_style_and_no_handler_is_inline() -> None:
    for _, found in pages():
        for node in found:
            for name, _ in node.attributes:
                assert name != "style"
                assert not name.startswith("on")


class Reader(HTMLParser):
    """A reader of HTML that collects its tags and text."""

    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.parametrize(
    "name", ["<img src=x onerror=alert(1)>", '"><script>alert(1)</script>', "{0} {x} &amp; '"]
)
def test_names_are_text(name: str) -> None:
    reader = Reader()
    reader.feed(to_html(page(replace(two_people(name, name), notice=Notice("notice.no-checker")), SAY)))
    assert not {"script", "img"} & set(reader.tags)
    assert reader.text.count(name) >= 2


def test_the_secret_is_shown_only_after_its_game() -> None:
    asked = replace(after(3), dialog=DialogName.DICE)
    assert SECRET not in to_html(page(asked, SAY))
    second = GameDice("d1" * 32, "99" * 32, "word")
    later = replace(
        asked,
        game=replace(
            asked.game,
            games=asked.game.games.with_game(second),
            match=replace(asked.game.match, game=2),
            log=asked.game.log.with_action(NextGame(), asked.game.match),
        ),
    )
    shown = to_html(page(later, SAY))
    assert SECRET in shown
    assert second.secret not in shown
    ended = replace(
        later.game.match, phase=Phase.GAME_OVER, dice=None, result=Result(0, 1, 1, Ending.DROPPED)
    )
    assert second.secret in to_html(page(replace(later, game=replace(later.game, match=ended)), SAY))


def test_typed_dice_have_no_secret() -> None:
    games = Games.of([GameDice("", "", "", DiceSource.TYPED)])
    text = texts(page(replace(FIRST, game=replace(FIRST.game, games=games), dialog=DialogName.DICE), SAY))
    assert SAY("dialog.dice.typed") in text
    assert SAY("dialog.dice.commitment") not in text


@pytest.mark.parametrize("name", [*PRESETS, "custom"])
def test_every_rule_set_has_a_page(name: str) -> None:
    rules = PRESETS.get(name) or custom(jacoby=True, beavers=True, lapse=True)
    model = replace(
        FIRST,
        game=replace(FIRST.game, match=replace(FIRST.game.match, rules=rules, length=0)),
        dialog=DialogName.RULES,
        rules_shown=name,
    )
    text = texts(page(model, SAY))
    assert SAY(f"rule.{name}.about") in text
    assert (SAY("rule.differs") in text) == (replace(rules, name=STANDARD.name) != STANDARD)


@pytest.mark.parametrize("state", [Loading(), Ready(), Thinking(1), Restarting(1), Failed(4)])
def test_every_state_of_the_engine_is_drawn(state: EngineState) -> None:
    drawn = page(replace(FIRST, engine=state), SAY)
    assert ("retry-engine" in commands(replace(FIRST, engine=state))) == isinstance(state, Failed)
    assert texts(drawn)


def test_the_computer_is_not_said_to_think_before_its_dice_lie_still() -> None:
    page_now = page_at(on_roll=1, cube=2, cube_owner=0, settings=Settings())
    page_now.send(EngineReady())
    tumbling = page_now.model
    assert tumbling.game.is_rolling
    assert isinstance(tumbling.engine, Thinking)
    assert SAY("ui.engine.thinking") not in texts(page(tumbling, SAY))
    page_now.send(Command("skip"))
    assert isinstance(page_now.model.engine, Thinking)
    assert SAY("ui.engine.thinking") in texts(page(page_now.model, SAY))


@pytest.mark.parametrize("preset", ["leaflet", "tryktrak"])
def test_nor_while_the_opening_dice_are_looked_at(preset: str) -> None:
    opening = page_at(rules=PRESETS[preset], on_roll=1, settings=Settings())
    opening.model = replace(
        opening.model, game=replace(opening.model.game, log=Log((), (OpeningRoll(1, 2),)))
    )
    opening.send(EngineReady())
    assert isinstance(opening.model.game.stage, Resting)
    assert opening.model.pending_question is None
    assert SAY("ui.engine.thinking") not in texts(page(opening.model, SAY))
    assert status(opening.model).key == "status.rolling"


def test_names_can_be_as_long_as_what_is_kept_of_them() -> None:
    fields = {
        attribute(node, "name"): attribute(node, "maxlength")
        for node in nodes(page(replace(FIRST, dialog=DialogName.NEW_GAME), SAY))
        if node.tag == "input"
    }
    long = "x" * 500
    setup = read_setup({"name0": long, "word": long})
    for name, kept in (("name0", setup.seats[0].name), ("word", setup.word)):
        assert kept == "x" * int(fields[name] or 0)


@pytest.mark.parametrize("direction", Direction)
def test_settings_reach_the_page(direction: Direction) -> None:
    settings = Settings(direction=direction, pips=False, numbers=False)
    text = to_html(page(replace(FIRST, settings=settings), SAY))
    assert f'data-direction="{direction}"' in text
    assert "167 pips" not in text
    assert 'class="numbers"' not in text


def test_pips_follow_moves_that_are_not_confirmed_yet() -> None:
    model = after(0)
    moved = replace(model, game=replace(model.game, layout=model.game.layout.move(0, 24, 20)))
    assert "163 pips" in texts(page(moved, SAY))
    for plays in range(0, 40, 7):
        stand = after(plays, seed=plays)
        if stand.game.match.result is None:
            for position in stand.game.match.position_of:
                assert f"{position.pips} pip" in texts(page(stand, SAY))


def test_what_did_not_change_is_the_same_object() -> None:
    """The patcher skips identical Nodes: after a tap these include the panel and the players' lines."""
    model = after(8)
    first, second = page(model, SAY), page(replace(model, game=replace(model.game, selected=13)), SAY)
    table, again = (next(node for node in nodes(tree) if node.key == "table") for tree in (first, second))
    by_key = {child.key: child for child in table.children if isinstance(child, Node)}
    same = {child.key for child in again.children if isinstance(child, Node) and by_key[child.key] is child}
    assert {"player0", "player1", "panel"} <= same


def test_the_first_page_stands_in_the_static_file() -> None:
    template = (ROOT / "index.html").read_text("utf-8")
    text = render_index(template)
    assert text.count("data-checker=") == 30
    assert to_html(page(first_visit(), SAY)) in text
    with pytest.raises(ValueError, match="not one"):
        render_index(text)


def test_a_word_can_be_added_before_the_first_roll_and_not_later() -> None:
    for model, offered in ((FIRST, True), (after(2), False)):
        shown = to_html(page(replace(model, dialog=DialogName.DICE), SAY))
        assert model.game.games[0].commitment in shown
        assert ('data-form="word"' in shown) is offered


def test_where_a_position_is_set_up_places_bear_the_numbers_of_the_side_below() -> None:
    for side in (0, 1):
        draft = replace(Draft(), on_roll=side)
        model = show(FIRST, Editing(FIRST.game, Replay(FIRST.game.match), draft))
        places = {attribute(node, "data-place") for node in nodes(page(model, SAY))} - {None}
        assert places == {str(place) for place in range(28)}


def test_a_sheet_stands_tall_where_there_is_one() -> None:
    hinted = run_commands(MINE, "hint")
    for model, tall in ((hinted, "tall"), (MINE, None)):
        drawn = page(update(replace(model, tall=False), Command("sheet", "tall"))[0], SAY)
        assert attribute(drawn, "data-sheet") == tall
    drawn_up, _ = update(hinted, Command("sheet"))
    assert not update(drawn_up, Command("sheet"))[0].tall
    assert not update(drawn_up, Command("sheet", "half"))[0].tall


def test_where_there_are_no_moves_the_page_says_how_to_make_them() -> None:
    assert SAY("dialog.help.moving.tap") in texts(page(FIRST, SAY))
    assert SAY("dialog.help.moving.tap") not in texts(page(after(3), SAY))


def test_the_statistics_are_reached_before_the_first_roll_and_at_any_move() -> None:
    """Whoever comes back wants to see them at once: no match has to be played or opened first."""
    for model in (FIRST, MINE):
        assert "figures" in commands(model)


def test_a_missing_icon_says_where_to_draw_it() -> None:
    with pytest.raises(LookupError, match=r"^'dance' has no icon: draw one in _PATHS in view/icons\.py$"):
        icon("dance")
