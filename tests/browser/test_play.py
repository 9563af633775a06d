"""A whole match and every kind of move, by real clicks, drags and keys."""

import pytest
from browser.hands import Hands
from playwright.sync_api import Page, expect

from backgammon.core.rules import PRESETS
from backgammon.protocol.levels import LEVELS

pytestmark = pytest.mark.browser

MARK_CHECKERS = "() => document.querySelectorAll('[data-checker]').forEach(e => e.mark = e.dataset.checker)"
MARKS_HOLD = "() => [...document.querySelectorAll('[data-checker]')].every(e => e.mark === e.dataset.checker)"
MAX_TURNS, FEW_TURNS = 400, 12


@pytest.fixture
def hands(shared_page: Page) -> Hands:
    hands = Hands(shared_page)
    if hands.see().dialog:
        hands.press("Escape")
    return hands


def over(commands: list[str]) -> bool:
    return "new-game" in commands


def test_a_match_by_clicks(hands: Hands, pytestconfig: pytest.Config) -> None:
    """It is played to its end if slow tests are requested; test_checkers plays a game to its end by keys."""
    to_the_end = pytestconfig.getoption("--slow")
    hands.page.evaluate(MARK_CHECKERS)
    hands.new_game(opponent="computer", level=LEVELS[0], length="1")
    for _ in range(MAX_TURNS if to_the_end else FEW_TURNS):
        seen = hands.wait_for_turn()
        if over(seen.commands):
            break
        if "roll" in seen.commands:
            hands.click("roll")
        else:
            hands.play()
    assert over(hands.see().commands) or not to_the_end
    assert hands.page.evaluate(MARKS_HOLD)


def test_a_match_is_begun_by_keys(hands: Hands) -> None:
    """A match played by keys is in test_checkers."""
    hands.press("g")
    hands.wait_for_dialog("new-game")
    hands.tab_to("opponent", "computer")
    hands.tab_to("level", LEVELS[0])
    hands.tab_to("length", "1")
    hands.press("Enter")
    hands.wait_for_turn()


def test_arrow_keys_walk_over_the_board(hands: Hands) -> None:
    def press(key: str) -> int:
        hands.press(key)
        return int(hands.page.evaluate("() => document.activeElement.dataset.place"))

    hands.page.focus('[data-place="8"]')
    assert press("ArrowUp") == 17
    beside = press("ArrowLeft")
    assert beside in (16, 18)
    assert press("ArrowDown") == 25 - beside
    assert press("ArrowRight") == 8


def test_escape_closes_a_dialog_and_gives_the_focus_back(hands: Hands) -> None:
    for command in ("new-game", "settings", "help", "rules"):
        hands.page.focus(f'button[data-command="{command}"]')
        hands.press("Enter")
        hands.wait_for_dialog(command)
        hands.press("Escape")
        hands.wait_for_dialog()
        assert hands.page.evaluate("() => document.activeElement.dataset.command") == command


def test_a_click_beside_a_dialog_closes_it(hands: Hands) -> None:
    hands.click("help")
    hands.wait_for_dialog("help")
    hands.page.mouse.click(3, 3)
    hands.wait_for_dialog()


def test_letters_typed_into_a_field_do_nothing_else(hands: Hands) -> None:
    hands.click("new-game")
    hands.page.click("dialog summary")
    hands.page.locator("dialog input[name=name0]").press_sequentially("grx")
    hands.see()
    hands.wait_for_dialog("new-game")
    assert hands.page.input_value("dialog input[name=name0]") == "grx"


def test_drags(hands: Hands) -> None:
    hands.new_game(opponent="human", length="1")
    seen = hands.roll()
    source = seen.legal[0]
    x, y = hands.centre(source)
    mouse = hands.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 12, y + 12, steps=3)
    held = hands.see()
    assert held.selected == [source]
    target = next(place for place in held.legal if place != source and place < source)
    expect(hands.page.locator(".checker.dragging")).to_have_count(1)
    mouse.move(*hands.centre(target), steps=5)
    expect(hands.page.locator(".landing[data-over]")).to_have_attribute("data-landing", str(target))
    mouse.up()
    dropped = hands.see()
    assert "undo" in dropped.commands
    assert sum(dropped.checkers[key] != held.checkers[key] for key in held.checkers) >= 1
    hands.click("undo")
    back = hands.see()
    assert back.checkers == seen.checkers
    expect(hands.page.locator(".checker.dragging, [data-over]")).to_have_count(0)

    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 30, y + 30, steps=3)
    hands.press("Escape")
    mouse.up()
    assert hands.see().checkers == seen.checkers
    assert "undo" not in hands.see().commands


def test_a_dialog_is_closed_by_a_click_beside_it_not_by_selecting_its_text(hands: Hands) -> None:
    hands.click("new-game")
    mouse, page = hands.page.mouse, hands.page
    page.locator('dialog input[name="opponent"][value="remote"]').check(force=True)
    field = page.locator('dialog input[name="host"]').bounding_box()
    assert field
    mouse.move(field["x"] + 60, field["y"] + 20)
    mouse.down()
    mouse.move(5, field["y"] + 20, steps=4)
    mouse.up()
    assert hands.see().dialog == "new-game"
    mouse.click(5, 300)
    hands.wait_for_dialog()


def test_a_finger_drags(hands: Hands) -> None:
    hands.new_game(opponent="human", length="1")
    seen = hands.roll()
    source = seen.legal[0]
    hands.tap(source)
    targets = [place for place in hands.see().legal if place < source]
    if "undo" in hands.see().commands:
        hands.click("undo")
        targets = []
    finger = hands.page.context.new_cdp_session(hands.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        where = [{"x": x, "y": y} for x, y in points]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

    x, y = hands.centre(source)
    touch("touchStart", (x, y))
    for far in (8, 16, 24):
        touch("touchMove", (x, y + far))
    held = hands.see()
    assert held.selected == [source]
    target = next(place for place in targets or held.legal if place != source and place < source)
    touch("touchMove", hands.centre(target))
    touch("touchEnd")
    assert "undo" in hands.see().commands

    hands.page.focus('header [data-command="help"]')
    hands.press("Enter")  # a click without a press, the first since the drag
    expect(hands.page.locator('dialog[data-dialog="help"]')).to_be_visible()
    hands.press("Escape")
    expect(hands.page.locator("dialog")).to_have_count(0)


FIRST, *OTHERS, LAST = PRESETS


@pytest.mark.parametrize(
    "preset", [FIRST, *(pytest.param(each, marks=pytest.mark.slow) for each in OTHERS), LAST]
)
def test_each_preset_is_started_and_moved_in(preset: str, hands: Hands) -> None:
    hands.new_game(opponent="human", length="0", preset=preset)
    seen = hands.roll()
    moved = hands.step()
    assert moved.checkers != seen.checkers
    hands.play()


def test_the_cube_is_offered_taken_and_dropped(hands: Hands) -> None:
    hands.new_game(opponent="human", length="5")
    hands.roll()
    hands.play()
    hands.click("double")
    hands.wait_for_commands("take", "drop")
    hands.click("take")
    hands.roll()
    hands.play()
    hands.click("double")
    hands.click("drop")
    hands.wait_for_commands("next-game")
    assert "2" in hands.page.locator(".player .points").all_inner_texts()


def test_a_resignation_is_offered_and_accepted(hands: Hands) -> None:
    hands.new_game(opponent="human", length="5")
    hands.roll()
    hands.click("resign")
    hands.click("resign-offer", "1")
    hands.click("accept")
    hands.wait_for_commands("next-game")
