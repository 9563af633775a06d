"""The sounds as samples: none on a first visit, and each of a comfortable level and length."""

from collections.abc import Callable

import pytest
from browser.hands import Hands, disable_motion
from playwright.sync_api import BrowserContext, Page, expect

pytestmark = pytest.mark.browser

RECORD = """
window.opened = 0;
window.AudioContext = class {
    constructor() {
        opened++;
        return new Proxy({}, { get: (_, name) => {
            if (name === "state") return "running";
            const value = window.tape[name];
            return typeof value === "function" ? value.bind(window.tape) : value;
        } });
    }
};
window.insertTape = () => { window.tape = new OfflineAudioContext(1, 48000, 24000); };
window.insertTape();
"""
HEARD = """async () => {
    const samples = (await tape.startRendering()).getChannelData(0);
    insertTape();
    const loud = [...samples.keys()].filter(i => Math.abs(samples[i]) > 0.002);
    const levels = samples.map(Math.abs);
    const peak = levels.reduce((highest, level) => Math.max(highest, level), 0);
    return { peak, starts: (loud[0] ?? 0) / 24, ends: (loud.at(-1) ?? 0) / 24 };  // milliseconds
}"""


def test_each_sound_is_short_and_neither_too_loud_nor_too_soft(
    context: BrowserContext, visit: Callable[..., Page]
) -> None:
    disable_motion(context)
    context.add_init_script(RECORD)
    page = visit()
    hands = Hands(page)
    hands.new_game(opponent="human", length="5")
    hands.roll()
    assert page.evaluate("opened") == 0

    hands.click("settings")
    page.get_by_role("switch", name="Sound").check(force=True)
    hands.press("Escape")

    def measure_peak(name: str, longest: float) -> float:
        hands.see()
        sound = page.evaluate(HEARD)
        assert 0.02 < sound["peak"] < 0.9, (name, sound)
        assert sound["starts"] < 20, (name, sound)
        assert 20 < sound["ends"] < longest, (name, sound)
        return float(sound["peak"])

    hands.step()
    checker = measure_peak("checker", 150)
    hands.play()
    page.evaluate(HEARD)
    hands.click("double")
    measure_peak("cube", 300)
    hands.click("take")
    page.evaluate(HEARD)
    hands.roll()
    measure_peak("dice", 600)
    hands.click("resign")
    hands.click("resign-offer", "1")
    hands.click("accept")
    measure_peak("win", 1200)
    assert page.evaluate("opened") == 1

    hands.click("settings")
    page.get_by_role("slider", name="Volume").fill("10")
    hands.press("Escape")
    hands.click("next-game")
    hands.roll()
    page.evaluate(HEARD)
    hands.step()
    assert measure_peak("checker", 150) < checker / 3


INTERRUPTED = """
window.resumed = 0;
const silent = new OfflineAudioContext(1, 48000, 24000);
window.AudioContext = class {
    constructor() {
        return new Proxy({}, { get: (_, name) => {
            if (name === "state") return "interrupted";
            if (name === "resume") return () => { resumed++; };
            const value = silent[name];
            return typeof value === "function" ? value.bind(silent) : value;
        } });
    }
};
"""


def test_sounds_that_a_call_has_interrupted_go_on(
    context: BrowserContext, visit: Callable[..., Page]
) -> None:
    disable_motion(context)
    context.add_init_script(INTERRUPTED)
    page = visit()
    hands = Hands(page)
    hands.new_game(opponent="human", length="5")
    hands.click("settings")
    page.get_by_role("switch", name="Sound").check(force=True)
    hands.press("Escape")
    hands.roll()
    hands.step()
    hands.see()
    assert page.evaluate("resumed") > 0


FELT = """
window.felt = [];
navigator.vibrate = pattern => window.felt.push(pattern);
"""


@pytest.mark.parametrize("fingers", [0, 5])
def test_a_roll_is_felt_where_a_hand_holds_the_device_and_one_wishes(
    fingers: int, context: BrowserContext, visit: Callable[..., Page]
) -> None:
    disable_motion(context)
    touch = f'Object.defineProperty(navigator, "maxTouchPoints", {{ get: () => {fingers} }});'
    context.add_init_script(FELT + touch)
    page = visit()
    hands = Hands(page)
    hands.new_game(opponent="human", length="5")
    hands.roll()
    assert page.evaluate("felt") == []
    hands.click("settings")
    switch = page.get_by_role("switch", name="Vibration")
    expect(switch).to_have_count(min(fingers, 1))
    if not fingers:
        return
    switch.check(force=True)
    hands.press("Escape")
    hands.play()
    hands.roll()
    page.wait_for_function("felt.some(each => String(each) === '12,60,12')")


def test_sound_is_offered_after_the_first_roll_and_the_board_stays_where_it_is(
    context: BrowserContext, visit: Callable[..., Page]
) -> None:
    disable_motion(context)
    page = visit()
    page.set_viewport_size({"width": 360, "height": 640})
    hands = Hands(page)
    board = page.locator(".board").bounding_box()
    hands.roll()
    expect(page.locator(".offer")).to_be_visible()
    assert page.locator(".board").bounding_box() == board
    page.click('.offer [data-command="offer-yes"]')
    expect(page.locator(".offer")).to_have_count(0)
    hands.click("settings")
    expect(page.get_by_role("switch", name="Sound")).to_be_checked()
