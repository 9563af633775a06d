"""Motion can be turned off, in play and in dialogs, by the system's preference or by the page's setting.

Every animation and transition is recorded as it begins, with its planned duration; nothing is timed here.
"""

import pytest
from browser.conftest import Visit
from browser.hands import SETTINGS, Hands
from playwright.sync_api import Page, expect

from backgammon.storage.codec import dump_settings
from backgammon.storage.types import Settings, Speed

pytestmark = pytest.mark.browser

BLINK = 20  # milliseconds
WATCH = """window.motions = [];
const note = (what, timing) => motions.push([timing.endTime, what]);
const named = target => `${target.localName}.${target.getAttribute("class")}`;
for (const type of ["animationstart", "transitionrun"])
    addEventListener(type, ({ target }) => target.getAnimations({ subtree: true }).forEach(
        animation => note(named(target), animation.effect.getComputedTiming())), true);
const animate = Element.prototype.animate;
Element.prototype.animate = function (...given) {
    const animation = animate.apply(this, given);
    note(named(this), animation.effect.getComputedTiming());
    return animation;
};"""
LONGEST = """() => {
    const [time, what] = motions.reduce((a, b) => b[0] > a[0] ? b : a, [0, ""]);
    motions.length = 0;
    return [time === Infinity ? 1e9 : time, what];
}"""


def at_work(hands: Hands) -> tuple[float, str]:
    """Use much of the page; return the longest motion in milliseconds, and what moved."""
    page = hands.page
    hands.new_game(opponent="human", length="5")  # an opening roll allows several plays
    page.evaluate(LONGEST)
    for name in ("settings", "help", "new-game"):
        hands.click(name)
        expect(page.locator("dialog[open]")).to_have_count(1)
        hands.press("Escape")
        expect(page.locator("dialog[open]")).to_have_count(0)
    hands.click("panel")
    expect(page.locator('[data-panel="open"]')).to_have_count(1)
    hands.press("Escape")
    expect(page.locator('[data-panel="open"]')).to_have_count(0)
    hands.roll()
    hands.step()
    hands.click("undo")
    drag(hands)
    hands.play()
    hands.see()
    time, what = page.evaluate(LONGEST)
    return time, what


def drag(hands: Hands) -> None:
    """Drag a checker a little way, and drop it."""
    seen = hands.see()
    x, y = hands.centre(seen.legal[0])
    mouse = hands.page.mouse
    mouse.move(x, y)
    mouse.down()
    mouse.move(x + 40, y + 30, steps=4)
    hands.see()
    mouse.up()


def test_nothing_moves_for_who_does_not_want_it(visit: Visit, page: Page) -> None:
    saved = dump_settings(Settings(speed=Speed.SLOW))
    page.add_init_script(f'try {{ localStorage.setItem("{SETTINGS}", {saved!r}) }} catch {{}}')
    page.add_init_script(WATCH)
    page.set_viewport_size({"width": 360, "height": 640})
    page.emulate_media(reduced_motion="reduce")
    hands = Hands(visit(page=page))

    time, what = at_work(hands)
    assert time <= BLINK, what

    page.emulate_media(reduced_motion="no-preference")
    expect(page.locator("html")).to_have_attribute("data-motion", "on")
    assert at_work(hands)[0] >= 400

    hands.click("settings")
    page.locator('dialog [data-setting="speed"][value="off"]').check(force=True)
    hands.press("Escape")
    expect(page.locator("html")).to_have_attribute("data-motion", "off")
    time, what = at_work(hands)
    assert time <= BLINK, what
