"""Arrows in a browser: a still board draws them as the program does, and they cover nothing touchable."""

import json
import random
from urllib.parse import urlencode

import pytest
from browser.conftest import Visit
from browser.hands import PATIENCE
from browser.host import CONFIRM, OPENING, PLAY_31, Host, move_31, start_board
from hypothesis import HealthCheck, given, settings
from playwright.sync_api import Frame, Page, expect
from strategies import positions, presets, rolls, seeds
from view.models import attribute, nodes, texts

from backgammon.core.match import Phase
from backgammon.core.plays import Steps, format_steps, legal_plays
from backgammon.core.position import Position
from backgammon.i18n.catalogue import load
from backgammon.notation.errors import NotationError
from backgammon.notation.play import parse_play
from backgammon.notation.setup import Setup
from backgammon.notation.xgid import format_xgid
from backgammon.view.board.board import board
from backgammon.view.board.diagram import setup_view

pytestmark = pytest.mark.browser

ON_BOARD = """() => [...document.querySelectorAll(".arrows *")].map(e =>
    [e.tagName, e.getAttribute("class"), e.getAttribute("d"), e.tagName === "text" ? e.textContent : ""])"""
SETTLED = "() => ['still', 'wrong'].includes(document.documentElement?.dataset.frame)"
HEADS = ".arrow-head:visible"
ONE_BOARD = '<triktrakk-board xgid="{}" {}></triktrakk-board>'


def expected_arrows(setup: Setup, steps: Steps) -> list[list[str | None]]:
    """Return the arrows of the program's own picture, in the format of ``ON_BOARD``."""
    (group,) = [node for node in nodes(board(setup_view(setup, play=steps), load())) if node.key == "arrows"]
    return [
        [each.tag, attribute(each, "class"), attribute(each, "d"), texts(each) if each.tag == "text" else ""]
        for each in nodes(group)
        if each is not group
    ]


def heads(frame: Frame | Page) -> int:
    return frame.locator(HEADS).count()


def test_a_still_boards_arrows_are_those_of_the_program(page: Page, address: str) -> None:
    """It also accepts every play that the rules allow, except one without steps."""

    @settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck))
    @given(positions, rolls, presets, seeds)
    def same(position: Position, dice: tuple[int, int], rules: object, seed: int) -> None:
        chance = random.Random(seed)
        play = chance.choice(legal_plays(position, dice, rules))  # type: ignore[arg-type]
        setup = Setup(points=position.points, on_roll=seed % 2, dice=dice, phase=Phase.TO_PLAY)
        text = format_steps(position.points, play.steps)
        given = {"xgid": format_xgid(setup), "play": text, "preset": rules.name}  # type: ignore[attr-defined]
        page.goto(f"{address}frame.html?{urlencode(given)}")
        page.wait_for_function(SETTLED, timeout=PATIENCE)
        shown = page.evaluate("document.documentElement.dataset.frame")
        assert shown == ("still" if play.steps else "wrong"), given
        if play.steps:
            assert page.evaluate(ON_BOARD) == expected_arrows(setup, play.steps), given

    same()


@pytest.mark.parametrize(
    ("play", "words"),
    [
        ("8/5 6/9", "Character 5: found “6/9”, expected a play such as 13/7"),
        ("hello", "Character 1: found “hello”, expected a play such as 13/7"),
        ("26/25", "Character 1: found “26/25”, expected a play such as 13/7"),
        ("8/5(5)", "Character 1: found “8/5(5)”, expected a play such as 13/7"),
        ("24/20(2) 6/5(4)", "Character 10: found “6/5(4)”, expected a play such as 13/7"),
        ("x" * 300, f"found “{'x' * 39}…”, expected a play such as 13/7"),
        ("8/4 6/5", "Character 1: found “8/4 6/5”, expected a legal play"),
        ("8/5", "Character 1: found “8/5”, expected a legal play"),
        ("24/21 13/12", "Character 1: found “24/21 13/12”, expected a legal play"),
        ("<img src=x>/5", "found “<img”, expected a play such as 13/7"),
    ],
)
def test_a_play_that_cannot_be_is_told_in_the_frame(page: Page, address: str, play: str, words: str) -> None:
    with pytest.raises(NotationError):
        parse_play(play, Position.start(), (3, 1))
    page.goto(f"{address}frame.html?{urlencode({'xgid': PLAY_31, 'play': play})}")
    said = page.locator('#frame-caption[role="alert"]')
    expect(said).to_contain_text("This board can’t be shown: ")
    expect(said).to_contain_text(words)
    expect(page.locator(".board")).to_be_hidden()


def test_a_bad_play_is_told_in_the_language_of_the_reader(page: Page, address: str) -> None:
    for asked in ({"xgid": OPENING}, {"embed": "match"}, {"xgid": PLAY_31, "arrows": "maybe"}):
        query = urlencode({**asked, "play": "24/20*", "lang": "de"})
        page.goto(f"{address}frame.html?{query}")
        said = page.locator('#frame-caption[role="alert"]')
        expect(said).to_contain_text("Dieses Brett lässt sich nicht zeigen")
    page.goto(f"{address}frame.html?{urlencode({'xgid': PLAY_31, 'play': '24/18', 'lang': 'de'})}")
    expect(said).to_contain_text("„24/18“ gefunden")


def test_a_play_is_shown_and_goes_with_its_position(host: Host) -> None:
    host.show(ONE_BOARD.format(PLAY_31, 'play="8/5 6/5"'))
    host.wait_for_events("ready")
    (frame,) = host.frames()
    assert heads(frame) == 2
    assert host.ask(f"setPosition({json.dumps(OPENING)})") == OPENING
    assert heads(frame) == 0
    assert host.ask("reset()") == PLAY_31
    assert heads(frame) == 2
    assert host.programs() == []


def test_arrows_can_be_switched_off(host: Host) -> None:
    host.show(ONE_BOARD.format(PLAY_31, 'play="8/5 6/5" arrows="off"'))
    host.wait_for_events("ready")
    (frame,) = host.frames()
    assert frame.locator(".arrow-head").count() == 2
    assert heads(frame) == 0


def test_a_live_board_shows_the_play_until_something_is_moved_and_the_answer_after_it(
    thinking_host: Host,
) -> None:
    thinking_host.show(ONE_BOARD.format(PLAY_31, 'mode="problem" play="24/23 13/10"'))
    thinking_host.wait_for_events("ready")
    frame = start_board(thinking_host)
    expect(frame.locator(".arrows-other .arrow-head")).to_have_count(2)
    move_31(frame)
    expect(frame.locator(HEADS)).to_have_count(0)
    frame.click(CONFIRM)
    frame.locator(".ranking").wait_for(timeout=PATIENCE)
    expect(frame.locator(f".arrows-best {HEADS}")).to_have_count(2)
    assert heads(frame) == 2
    assert frame.locator(".last, .ghost").count() == 0


PLACE_AT_HEAD = """() => [...document.querySelectorAll(".arrows-best .arrow-head")].map(head => {
    const { x, y, width, height } = head.getBoundingClientRect();
    return document.elementFromPoint(x + width / 2, y + height / 2).matches("[data-place]");
})"""
BOXES = """() => [...document.querySelectorAll(".board, .controls, .player, .advice")].map(each => {
    const { x, y, width, height } = each.getBoundingClientRect();
    return [x, y, width, height];
})"""


def test_a_hint_shows_the_play_that_is_pointed_at(visit: Visit) -> None:
    page = visit("engine", query=f"#xgid={PLAY_31.removeprefix('XGID=')}")
    page.locator('[data-mode="study"]').wait_for(timeout=PATIENCE)
    assert heads(page) == 0
    page.keyboard.press("k")
    page.locator(".listed").nth(1).wait_for(timeout=PATIENCE)
    before = page.evaluate(BOXES)
    expect(page.locator(f".arrows-best {HEADS}")).to_have_count(2)
    assert heads(page) == 2
    page.locator(".listed").nth(1).hover()
    expect(page.locator(f".row-2 {HEADS}")).not_to_have_count(0)
    expect(page.locator(f".arrows > :not(.row-2) {HEADS}")).to_have_count(0)
    page.mouse.move(1, 1)
    expect(page.locator(f".arrows-best:not(.listed-play) {HEADS}")).to_have_count(2)
    page.locator(".advice-body").focus()
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    expect(page.locator(f".row-3 {HEADS}")).not_to_have_count(0)
    expect(page.locator(f".arrows > :not(.row-3) {HEADS}")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator('.listed[aria-pressed="true"]')).to_have_count(1)
    expect(page.locator(f".arrows-other {HEADS}")).not_to_have_count(0)
    expect(page.locator(".listed-play")).to_have_count(0)
    assert page.evaluate(BOXES) == before


def test_a_finger_meets_the_place_and_not_the_arrow(host: Host) -> None:
    host.show(ONE_BOARD.format(PLAY_31, 'mode="problem" play="8/5 6/5"'))
    host.wait_for_events("ready")
    frame = start_board(host)
    expect(frame.locator(HEADS)).to_have_count(2)
    places = frame.evaluate(PLACE_AT_HEAD.replace(".arrows-best", ".arrows"))
    assert places == [True, True]
