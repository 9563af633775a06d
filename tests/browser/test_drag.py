"""A dragged checker: nothing covers it, and once released it glides straight to its place."""

from collections.abc import Iterator
from math import dist

import pytest
from browser.conftest import open_site
from browser.hands import PATIENCE, Hands
from playwright.sync_api import Browser, Page, expect

from backgammon.storage.types import Speed

pytestmark = pytest.mark.browser

ASTRAY = 6
"""CSS pixels by which a checker may stray from its straight path."""
TRACK = """number => {
    const checker = document.querySelector(`[data-checker="${number}"] .disc`);
    window.track = [];
    const note = () => {
        const { x, y, width, height } = checker.getBoundingClientRect();
        track.push([x + width / 2, y + height / 2]);
        if (track.length < 60) requestAnimationFrame(note);
    };
    note();
}"""
SLIPS = 15
OVER_IT = """([x, y]) => {
    const checker = document.querySelector(".checker.dragging");
    const inside = ({ left, right, top, bottom }) => left < x && x < right && top < y && y < bottom;
    const drawn = ({ fill, stroke, visibility }) =>
        visibility === "visible" && (fill !== "none" || stroke !== "none");
    return [...document.querySelectorAll(".rings *, .places *")].filter(mark =>
        checker.compareDocumentPosition(mark) & Node.DOCUMENT_POSITION_FOLLOWING
        && !mark.firstElementChild && drawn(getComputedStyle(mark)) && inside(mark.getBoundingClientRect())
    ).map(mark => mark.getAttribute("class"));
}"""

LOST = """addEventListener("pointerup", event => event.stopImmediatePropagation(), {
    capture: true, once: true });"""
"""Hides the next release from the page, as when a menu of the system takes it."""


@pytest.fixture(scope="module")
def page(chromium: Browser, address: str) -> Iterator[Page]:
    """An open site on which checkers move slowly."""
    with open_site(chromium, address, Speed.SLOW) as page:
        yield page


def pick_up_checker(page: Page) -> tuple[Hands, int, tuple[float, float], list[tuple[float, float]]]:
    """Pick up a checker; return the hands, its number, where it lay, and where it can be put."""
    hands = Hands(page)
    hands.new_game(opponent="human", length="5")
    source = hands.roll().legal[0]
    number = int(page.locator(f'[data-top="{source}"]').get_attribute("data-checker") or "")
    start = hands.centre(source)
    box = page.locator(f'[data-checker="{number}"] .disc').bounding_box()
    assert box
    grip = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.move(*grip)
    page.mouse.down()
    page.mouse.move(grip[0] + 30, grip[1] + 10, steps=5)
    hands.see()
    reached = page.get_by_role("button", name="legal move").all()
    targets = [hands.centre(int(place.get_attribute("data-place") or "")) for place in reached]
    assert targets
    return hands, number, start, targets


def astray(page: Page, number: int) -> float:
    """Release a checker; return how many CSS pixels it strays from the straight path to where it rests."""
    page.evaluate(TRACK, number)
    page.mouse.up()
    page.wait_for_function("track.length === 60")
    track = [(x, y) for x, y in page.evaluate("track")]
    (x0, y0), (x1, y1) = track[0], track[-1]
    length = dist(track[0], track[-1])
    found = 0.0
    for x, y in track:
        along = ((x - x0) * (x1 - x0) + (y - y0) * (y1 - y0)) / length**2 if length else 0.0
        part = min(1.0, max(0.0, along))
        found = max(found, dist((x, y), (x0 + part * (x1 - x0), y0 + part * (y1 - y0))))
    return found


def test_nothing_lies_over_a_checker_that_is_dragged(page: Page) -> None:
    hands, _, _, targets = pick_up_checker(page)
    for place in targets:
        page.mouse.move(*place, steps=4)
        hands.see()
        assert page.evaluate(OVER_IT, list(place)) == []
        expect(page.locator("[data-over]")).not_to_have_count(0)
    page.mouse.up()


def test_a_checker_let_go_of_glides_straight_to_its_place(page: Page) -> None:
    hands, number, _, targets = pick_up_checker(page)
    page.mouse.move(*targets[0], steps=4)
    hands.see()
    assert astray(page, number) <= ASTRAY


def test_a_checker_let_go_of_elsewhere_glides_straight_back(page: Page) -> None:
    hands, number, start, _ = pick_up_checker(page)
    page.mouse.move(start[0] + 90, start[1] + 20, steps=6)
    hands.see()
    page.mouse.move(5, 5, steps=4)
    hands.see()
    assert astray(page, number) <= ASTRAY


def test_a_checker_whose_release_is_never_told_follows_the_mouse_no_longer(page: Page) -> None:
    hands, number, start, targets = pick_up_checker(page)
    page.evaluate(LOST)
    page.mouse.up()
    page.mouse.move(*targets[0], steps=4)
    hands.see()
    expect(page.locator(".dragging")).to_have_count(0)
    page.wait_for_function(f"!document.querySelector('[data-checker=\"{number}\"]').getAnimations().length")
    box = page.locator(f'[data-checker="{number}"] .disc').bounding_box()
    assert box
    assert abs(box["x"] + box["width"] / 2 - start[0]) < box["width"]


def test_a_finger_that_slips_a_little_picks_a_checker_up_and_does_not_play_it(page: Page) -> None:
    """It drags, but some browsers also let a click follow; a second tap would play the checker."""
    hands = Hands(page)
    hands.new_game(opponent="human", length="5")
    seen = hands.roll()
    x, y = hands.centre(seen.legal[0])
    for _ in range(SLIPS):
        hands.slide((x, y), (x, y + 6), (x, y + 12))
        after = hands.see()
        assert after.checkers == seen.checkers
        assert after.selected == [seen.legal[0]]


@pytest.mark.parametrize("second", [(300, 300), (10, 10)], ids=["board", "header"])
def test_two_fingers_that_move_apart_during_a_drag_zoom_nothing(
    page: Page, second: tuple[float, float]
) -> None:
    hands = Hands(page)
    hands.new_game(opponent="human", length="5")
    x, y = hands.centre(hands.roll().legal[0])
    finger = page.context.new_cdp_session(page)

    def send(kind: str, *points: tuple[float, float]) -> None:
        held = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": held})

    send("touchStart", (x, y))
    send("touchMove", (x, y + 15))
    hands.see()
    send("touchStart", (x, y + 15), second)
    for step in range(10, 100, 10):
        send("touchMove", (x + step, y + 15 + step), second)
        hands.see()
    expect(page.locator(".dragging")).to_have_count(1)
    assert page.evaluate("visualViewport.scale") == 1
    send("touchEnd")
    finger.detach()


def test_a_checker_held_while_the_telephone_is_turned_goes_back(page: Page) -> None:
    """Its place and its scale have changed: it would no longer be under the finger."""
    hands, number, _, targets = pick_up_checker(page)
    before, size = hands.see().checkers, page.viewport_size
    assert size
    page.set_viewport_size({"width": size["height"], "height": size["width"]})
    expect(page.locator(".dragging")).to_have_count(0, timeout=PATIENCE)
    page.mouse.move(*targets[0], steps=4)
    page.mouse.up()
    assert hands.see().checkers == before
    assert not page.evaluate(f"document.querySelector('[data-checker=\"{number}\"]').style.translate")
    page.set_viewport_size(size)
