"""Boards in a page of another origin: they load no program until touched, and ignore foreign messages."""

import json
import xml.etree.ElementTree as ET
from dataclasses import replace

import pytest
from browser.hands import PATIENCE
from browser.host import DRAWN, LIES_ON_BOARD, OPENING, PLAY_31, SHOWN, Host
from browser.png import green
from hypothesis import HealthCheck, given, settings
from notation.strategies import setups
from playwright.sync_api import Browser, FloatRect, Page, Route, expect

from backgammon.i18n.catalogue import load
from backgammon.notation.gnuid import format_gnu_id
from backgammon.notation.setup import Setup
from backgammon.notation.xgid import format_xgid
from backgammon.view.board.board import board
from backgammon.view.board.diagram import caption, facts, setup_view
from backgammon.view.node import to_html

pytestmark = pytest.mark.browser

SVG = "{http://www.w3.org/2000/svg}"


def lies_on(setup: Setup) -> list[list[str | None]]:
    """Return the contents of the program's own picture of a set-up, in the format of ``LIES_ON_BOARD``."""
    drawn = to_html(board(setup_view(setup), load())).replace("<svg ", f'<svg xmlns="{SVG[1:-1]}" ', 1)
    found = []
    for e in ET.fromstring(drawn).iter():
        names = (e.get("class") or "").split()
        text = e.tag == f"{SVG}text"
        if text or {"checker", "dice", "die", "pip", "cube", "cube-body"} & {*names}:
            found.append([e.get("class"), e.get("transform"), e.text if text else ""])
    return found


def sort(found: list[list[str | None]]) -> list[str]:
    return sorted(map(repr, found))


def test_many_boards_on_a_page_load_no_program(host: Host) -> None:
    host.show(f'<triktrakk-board size="160" xgid="{PLAY_31}"></triktrakk-board>' * 5)
    assert [told["position"] for told in host.wait_for_events("ready", 5)] == [PLAY_31] * 5
    frames = host.frames()
    assert len(frames) == 5
    assert {frame.evaluate(SHOWN) for frame in frames} == {"still"}
    expect(frames[0].locator("#frame-caption")).to_have_text("White to play 3-1")
    assert host.programs() == []


def test_a_frame_without_the_script_shows_its_board_too(host: Host) -> None:
    query = f"?embed=position&amp;gnuid={format_gnu_id(Setup(on_roll=1))}"
    host.show(f'<iframe src="{host.site}{query}"></iframe>')
    frame = host.page.frame_locator("iframe")
    frame.get_by_text("Black to roll").wait_for(timeout=PATIENCE)
    expect(frame.locator("[data-checker]")).to_have_count(30)
    assert host.programs() == []


def test_a_plus_in_an_address_is_one_of_a_gnu_id(host: Host) -> None:
    names = ("+HwOADDgc/ABMA:cAkAAAAAAAAE", "sHeDgwDg8+AFCA:cAkAAAAAAAAA")
    host.show(
        "".join(
            f'''<triktrakk-board gnuid=" {name}  "></triktrakk-board>
            <iframe src="{host.site}frame.html?gnuid={name}&amp;embed=position"></iframe>'''
            for name in names
        )
    )
    assert {told["position"] for told in host.wait_for_events("ready", 2)} == {*names}
    for frame in host.frames():
        frame.wait_for_function("document.documentElement.dataset.frame === 'still'")
        assert frame.evaluate("new URLSearchParams(location.search).get('gnuid')") in names


def test_the_picture_is_that_of_the_program(host: Host) -> None:
    host.show("<triktrakk-board></triktrakk-board>")
    host.wait_for_events("ready")
    (frame,) = host.frames()

    @settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
    @given(setups())
    def same(setup: Setup) -> None:
        ids = [format_gnu_id(setup)] if setup.resigned else [format_gnu_id(setup), format_xgid(setup)]
        for name in ids:
            read = replace(setup, cube_limit=0) if name is ids[0] else setup  # a GNU ID does not include it
            assert host.ask(f"setPosition({json.dumps(name)})") == name
            assert sort(frame.evaluate(LIES_ON_BOARD)) == sort(lies_on(read)), name
            assert frame.inner_text("#frame-caption") == caption(read, load())
            assert frame.inner_text("#frame-facts") == facts(read, load())

    same()
    assert host.programs() == []


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("embed=chess", "not “chess”"),
        ("embed=position&xgid=hello", "“hello” is not a valid"),
        ("embed=position&size=9999", "from 160 to 1600"),
        ("embed=play&preset=none", "not “none”"),
        ("embed=play&colour=red", "unknown option “colour”"),
        ("embed=match", "no match was given"),
        ("embed=position&lang=xx", "not “xx”"),
        ("embed=position&xgid=<img src=x onerror=alert(1)>", "<img src=x"),
    ],
)
def test_a_bad_address_is_told_in_the_frame(page: Page, address: str, query: str, words: str) -> None:
    page.goto(f"{address}frame.html?{query}")
    page.wait_for_function("() => document.documentElement?.dataset.frame === 'wrong'", timeout=PATIENCE)
    expect(page.locator('#frame-caption[role="alert"]')).to_contain_text(words)
    expect(page.locator(".board")).to_be_hidden()


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("embed=match&match=hello", "lässt sich nicht zeigen: Zeichen 1: „hello“ gefunden"),
        (f"embed=position&xgid={OPENING.replace(':00:0:0:0:0:', ':00:7:0:0:5:')}", "ist das Match zu Ende."),
    ],
)
def test_what_the_program_cannot_show_is_told_in_the_language_of_the_reader(
    page: Page, address: str, query: str, words: str
) -> None:
    page.goto(f"{address}frame.html?{query}&lang=de&start=now")
    page.wait_for_function("() => document.documentElement?.dataset.frame === 'wrong'", timeout=PATIENCE)
    expect(page.locator('#frame-caption[role="alert"]')).to_contain_text(words)


def test_there_is_room_to_say_that_a_size_is_too_small(host: Host) -> None:
    host.show('<triktrakk-board size="12"></triktrakk-board>')
    (told,) = host.wait_for_events("error", 1)
    assert "from 160 to 1600" in told["message"]
    box = host.page.locator("iframe").bounding_box()
    assert box
    assert box["width"] > 300


@pytest.mark.parametrize("lang", ["en", "fi"])
def test_below_the_smallest_board_nothing_is_cut(lang: str, host: Host) -> None:
    host.show(f'<triktrakk-board size="160" lang="{lang}" xgid="{OWNED}"></triktrakk-board>')
    host.wait_for_events("ready")
    (frame,) = host.frames()
    for name in ("#frame-caption", "#frame-facts", "#frame-start"):
        box = frame.locator(name).evaluate(
            "e => [e.getBoundingClientRect().right, e.scrollWidth - e.clientWidth]"
        )
        assert box[0] <= 160, name
        assert box[1] <= 0, name


def test_a_position_can_be_set_asked_for_and_reset(host: Host) -> None:
    host.show(f'<triktrakk-board xgid="{PLAY_31}"></triktrakk-board>')
    host.wait_for_events("ready")
    other = OPENING.replace(":0:0:1:", ":0:0:-1:")
    assert host.ask("getPosition()") == PLAY_31
    assert host.ask(f"setPosition('{other}')") == other
    assert host.ask("getPosition()") == other
    assert "not a valid XGID or GNU ID" in host.ask("setPosition('XGID=x')")
    assert host.ask("getPosition()") == other
    assert host.ask("reset()") == PLAY_31


EARLY = """async ([first, other]) => {
    const board = document.createElement("triktrakk-board"), said = [];
    const hear = (...asked) => asked.map(one => one.catch(error => error.message).then(it => said.push(it)));
    await Promise.all(hear(board.reset()));
    board.setAttribute("xgid", first);
    document.body.append(board);
    const early = hear(board.getPosition());
    await new Promise(done => setTimeout(done, 20));
    await Promise.all([...early, ...hear(board.setPosition(other), board.getPosition())]);
    board.setAttribute("mode", "problem");
    await Promise.all(hear(board.getPosition()));
    const late = hear(board.getPosition());
    board.remove();
    await Promise.all(late);
    return said;
}"""


def test_what_is_asked_before_a_board_is_ready_is_answered(host: Host) -> None:
    """Also before another frame replaces it; once the board has left the page, nothing is."""
    host.show("")
    absent = "the board is not in a page"
    other = OPENING.replace(":0:0:1:", ":0:0:-1:")
    said = host.page.evaluate(EARLY, [PLAY_31, other])
    assert said == [absent, PLAY_31, other, other, PLAY_31, absent]


def test_the_frame_is_as_high_as_its_board(host: Host) -> None:
    host.show(f'<triktrakk-board xgid="{PLAY_31}" style="width: 500px"></triktrakk-board>')
    host.wait_for_events("ready")
    host.page.wait_for_function(
        """() => {
            const board = document.querySelector("triktrakk-board");
            const height = board.shadowRoot.querySelector("iframe").clientHeight;
            return height > 400 && height < 500;
        }""",
        timeout=PATIENCE,
    )


OWNED = OPENING.replace(":0:0:1:00:0:0:0:0:10", ":2:-1:1:31:3:2:0:7:10")
UNSEEN = """selector => [...document.querySelectorAll(selector)].filter(each =>
    !each.checkVisibility({ visibilityProperty: true, opacityProperty: true })).length"""


@pytest.mark.parametrize("appearance", ["light", "dark"])
def test_all_of_a_still_board_is_seen(host: Host, appearance: str) -> None:
    host.show(f'<triktrakk-board appearance="{appearance}" xgid="{OWNED}"></triktrakk-board>')
    host.wait_for_events("ready")
    (frame,) = host.frames()
    assert frame.locator(".numbers text").count() == 24
    assert frame.text_content(".cube-value") == "4"
    assert (
        frame.evaluate(UNSEEN, ".numbers text, .cube-value, .grain, .field-grain, .shade-down, .checker") == 0
    )
    assert frame.get_attribute(".cube", "aria-label") == "Opponent’s cube, at 4"
    assert frame.inner_text("#frame-facts") == "7-point match · White 3 (167 pips) · Black 2 (167 pips)"


def test_the_page_around_is_seen_beside_a_smaller_board(host: Host) -> None:
    """The board is also centred, on the background that its text is made for."""
    host.show(
        f'''<body style="background: white"><triktrakk-board size="300" xgid="{PLAY_31}"></triktrakk-board>
        <iframe width="600" height="300" src="{host.site}frame.html?embed=position&amp;size=300"></iframe>'''
    )
    host.wait_for_events("ready")
    box = host.page.evaluate(
        "document.querySelector('triktrakk-board').shadowRoot.querySelector('iframe').getBoundingClientRect().toJSON()"
    )
    assert box["width"] == 300
    assert box["left"] == host.page.evaluate("innerWidth") - box["right"]
    for frame in host.frames():
        frame.wait_for_function("document.documentElement.dataset.frame === 'still'")
        ground = "getComputedStyle(document.querySelector('{}')).backgroundColor"
        assert {frame.evaluate(ground.format(name)) for name in ("html", "body")} == {"rgba(0, 0, 0, 0)"}
        assert frame.evaluate(ground.format(".framed")) != "rgba(0, 0, 0, 0)"


def test_a_board_that_is_darker_than_its_page_has_no_corners(host: Host) -> None:
    """They would be those of the background of its line, behind the round ones of the board."""
    host.show(
        f'''<body style="background: #fff"><triktrakk-board appearance="dark" size="500" xgid="{PLAY_31}">
        </triktrakk-board>'''
    )
    host.wait_for_events("ready")
    box = host.page.locator("iframe").bounding_box()
    assert box
    clip: FloatRect = {"x": box["x"], "y": box["y"], "width": 2, "height": 2}
    assert {*bytes(green(host.page.screenshot(clip=clip)))} == {255}


@pytest.mark.parametrize("width", [320, pytest.param(480, marks=pytest.mark.slow), 1000])
@pytest.mark.parametrize("attributes", ['size="400"', 'controls="none"', 'mode="problem"'])
def test_the_page_around_does_not_jump(host: Host, width: int, attributes: str) -> None:
    host.page.add_init_script(
        """customElements.whenDefined("triktrakk-board").then(() => setTimeout(() => {
            const heights = window.heights = [], board = document.querySelector("triktrakk-board");
            new ResizeObserver(([{ contentRect }]) => heights.push(contentRect.height)).observe(board);
        }))"""
    )
    host.page.set_viewport_size({"width": width, "height": 700})
    host.show(f'<body style="margin: 0"><triktrakk-board {attributes} xgid="{OWNED}"></triktrakk-board>')
    host.wait_for_events("ready")
    host.page.evaluate(DRAWN.removeprefix("() => "))
    heights = host.page.evaluate("window.heights")
    assert max(heights) - min(heights) <= 1


def test_what_stands_in_the_element_is_seen_until_the_board_is_there(host: Host) -> None:
    waiting: list[Route] = []

    def hold(route: Route) -> None:
        waiting.append(route)

    host.page.route("**/frame.html?*", hold)
    host.show(f'<triktrakk-board xgid="{PLAY_31}"><a href="/x">White to play</a></triktrakk-board>', "commit")
    host.page.wait_for_function(
        "document.querySelector('triktrakk-board').shadowRoot?.querySelector('iframe')"
    )
    link = host.page.get_by_role("link", name="White to play")
    expect(link).to_be_visible()
    while not waiting:
        host.page.wait_for_timeout(20)
    waiting[0].continue_()
    host.wait_for_events("ready")
    expect(link).to_be_hidden()


def test_without_scripts_no_other_board_is_shown(chromium: Browser, host: Host) -> None:
    context = chromium.new_context(java_script_enabled=False)
    try:
        host = host.without_scripts(context.new_page())
        host.show(
            f'''<triktrakk-board xgid="{PLAY_31}"><p>A position</p></triktrakk-board>
            <iframe width="480" height="440" src="{host.site}frame.html?embed=position"></iframe>'''
        )
        expect(host.page.get_by_text("A position")).to_be_visible()
        frame = host.page.frame_locator("iframe")
        said = frame.locator("noscript p")
        expect(said).to_contain_text("JavaScript has to be allowed")
        expect(said).to_be_in_viewport()
        for part in (".board", "button", ".frame-line"):
            expect(frame.locator(part).first).to_be_hidden()
    finally:
        context.close()


MALICIOUS = [
    "null",
    "{",
    "[]",
    '{"triktrakk": 1}',
    '{"triktrakk": 1, "id": "x", "type": "set", "position": "XGID"}',
    '{"triktrakk": 1, "id": 901, "type": "set", "position": {"toString": 1}}',
    '{"triktrakk": 1, "id": 901, "type": "eval", "position": "alert(1)"}',
    '{"triktrakk": 2, "id": 901, "type": "get"}',
    '{"triktrakk": 1, "id": 901, "type": "set", "position": "%s"}' % ("A" * 3000),
    '{"triktrakk": 1, "id": 901, "type": "set", "position": "<img src=x onerror=parent.hacked=1>"}',
    '{"__proto__": {"triktrakk": 1}, "id": 901, "type": "get"}',
]


def test_malicious_messages_change_nothing(host: Host) -> None:
    host.show(f'<triktrakk-board xgid="{PLAY_31}"></triktrakk-board>')
    host.wait_for_events("ready")
    (frame,) = host.frames()
    before = frame.evaluate(LIES_ON_BOARD)
    for text in MALICIOUS:
        frame.evaluate("document.title")
        host.page.evaluate(
            "([text, site]) => document.querySelector('triktrakk-board').shadowRoot.querySelector('iframe')"
            ".contentWindow.postMessage(text, new URL(site).origin)",
            [text, host.site],
        )
    host.page.evaluate(
        "site => document.querySelector('triktrakk-board').shadowRoot.querySelector('iframe')"
        ".contentWindow.postMessage({ triktrakk: 1, id: 901, type: 'reset' }, new URL(site).origin)",
        host.site,
    )
    assert host.ask("getPosition()") == PLAY_31
    assert frame.evaluate(LIES_ON_BOARD) == before
    assert host.page.evaluate("'hacked' in window") is False


def test_a_page_that_is_not_the_host_is_not_answered(host: Host) -> None:
    """The frame's address names a host other than the page that it is in."""
    host.show(f'<iframe src="{host.site}frame.html?embed=position&amp;host=https://example.com"></iframe>')
    host.page.evaluate("window.answers = 0; addEventListener('message', () => window.answers++)")
    frame = host.page.frame_locator("iframe")
    frame.get_by_text("White to roll").wait_for(timeout=PATIENCE)
    (inner,) = host.frames()
    inner.evaluate("window.arrived = 0; addEventListener('message', () => window.arrived++)")
    host.page.evaluate(
        """site => document.querySelector("iframe").contentWindow.postMessage(
            JSON.stringify({ triktrakk: 1, id: 1, type: "set", position: "" }), new URL(site).origin)""",
        host.site,
    )
    inner.wait_for_function("window.arrived")
    assert host.page.evaluate("window.answers") == 0


def test_messages_of_other_frames_are_no_events(host: Host) -> None:
    host.show(f'<triktrakk-board></triktrakk-board><iframe src="{host.site}frame.html"></iframe>')
    host.wait_for_events("ready")
    forged = json.dumps({"triktrakk": 1, "type": "result", "winner": 0})
    for sender in [host.page.main_frame, *host.frames()]:
        sender.evaluate("text => (window === top ? window : parent).postMessage(text, '*')", forged)
    host.wait_for_events("result")
    host.page.wait_for_timeout(100)  # time for any more, which should not come
    own = [frame for frame in host.frames() if "host=" in frame.url]
    assert len(own) == 1
    assert host.page.evaluate("window.heard.filter(([name]) => name === 'result').length") == 1
