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


FELT = """
window.felt = [];
navigator.vibrate = pattern => window.felt.push(pattern);
Object.defineProperty(navigator, "maxTouchPoints", { get: () => FINGERS });"""


def fingers(count: int) -> str:
    """Return a script that imitates a device for this many fingers, and notes what it would let them feel."""
    return FELT.replace("FINGERS", str(count))


def test_each_sound_is_short_and_neither_too_loud_nor_too_soft_and_a_roll_is_felt_where_one_wishes(
    context: BrowserContext, visit: Callable[..., Page]
) -> None:
    disable_motion(context)
    context.add_init_script(RECORD + fingers(5))
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

    assert page.evaluate("felt") == []
    hands.click("settings")
    page.get_by_role("switch", name="Vibration").check(force=True)
    hands.press("Escape")
    hands.play()
    hands.roll()
    page.wait_for_function("felt.some(each => String(each) === '12,60,12')")


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


def test_sound_is_offered_after_the_first_roll_and_goes_on_after_a_call_without_vibration_or_a_jump(
    context: BrowserContext, visit: Callable[..., Page]
) -> None:
    """The board stays where it is; no hand holds this device, so nothing is felt."""
    disable_motion(context)
    context.add_init_script(INTERRUPTED + fingers(0))
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
    expect(page.get_by_role("switch", name="Vibration")).to_have_count(0)
    hands.press("Escape")
    hands.step()
    hands.see()
    assert page.evaluate("resumed") > 0
    assert page.evaluate("felt") == []


@pytest.mark.parametrize(
    "refusal",
    [
        pytest.param("delete window.AudioContext;", id="absent", marks=pytest.mark.slow),
        pytest.param(
            """window.AudioContext = class {
                constructor() { throw new DOMException("no audio device", "NotSupportedError"); }
            };""",
            id="refused",
        ),
    ],
)
def test_the_game_goes_on_where_no_sound_can_be_made(
    refusal: str, context: BrowserContext, visit: Callable[..., Page]
) -> None:
    context.add_init_script(refusal)
    page = visit()
    hands = Hands(page)
    hands.click("settings")
    page.get_by_role("switch", name="Sound").check(force=True)
    hands.press("Escape")
    hands.roll()
    hands.step()
    hands.see()
    expect(page.locator("dialog[open]")).to_have_count(0)
