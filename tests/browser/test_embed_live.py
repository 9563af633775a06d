"""Boards in a page of another origin, once touched: they play, ask and replay, and store nothing."""

import json
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from browser.conftest import browser_context, disable_engine
from browser.hands import BREAK_ONCE, PATIENCE, READY_TIMEOUT
from browser.host import (
    DRAWN,
    LIES_ON_BOARD,
    MATCH,
    OPENING,
    PLAY_31,
    SHOWN,
    STARTED,
    Host,
    move_31,
    play_31,
    start_board,
)
from playwright.sync_api import Browser, Frame, Page, Route, expect

from backgammon.notation.mat import format_mat, parse_mat
from lab.fuzz.xg_files import xg_file

pytestmark = pytest.mark.browser

CRAWFORD = OPENING.replace(":0:0:1:00:0:0:0:0:10", ":0:0:1:31:3:4:1:5:10")


@pytest.fixture(scope="module")
def live_host(chromium: Browser, address: str, elsewhere: tuple[Path, str]) -> Iterator[Host]:
    """A host whose board has all controls and is at work; the tests that share it close what they open."""
    problems: list[str] = []
    with browser_context(chromium, address, problems) as context:
        disable_engine(context)
        host = Host(context.new_page(), elsewhere, address)
        board = f'<triktrakk-board mode="play" controls="all" xgid="{CRAWFORD}"></triktrakk-board>'
        host.show(f'{board}<p style="height: 900px"></p>')
        host.wait_for_events("ready")
        start_board(host)
        yield host
        expected = ("Blocked autofocusing", f"origin: {elsewhere[1]}")
        problems[:] = [problem for problem in problems if not any(each in problem for each in expected)]


def close_dialog(frame: Frame) -> None:
    """Close the open dialog of a board by its key."""
    frame.press("dialog[open]", "Escape")
    frame.locator("dialog[open]").wait_for(state="detached", timeout=PATIENCE)


def test_a_board_plays_and_tells_but_keeps_nothing(host: Host) -> None:
    host.show(f'<triktrakk-board mode="play" theme="felt" lang="en" xgid="{PLAY_31}"></triktrakk-board>')
    host.wait_for_events("ready")
    host.page.evaluate("localStorage.clear()")
    frame = start_board(host)
    assert frame.evaluate("document.documentElement?.dataset.theme") == "felt"
    host.page.emulate_media(media="print")
    expect(frame.locator(".board")).to_be_visible()
    expect(frame.locator(".panel")).to_be_hidden()
    expect(frame.locator("button").locator("visible=true")).to_have_count(0)
    host.page.emulate_media(media="screen")
    play_31(frame)
    (told,) = host.wait_for_events("play")
    assert (told["side"], told["dice"], told["play"]) == ("bottom", [3, 1], "8/5 6/5")
    assert host.ask(f"setPosition('{OPENING}')") == OPENING
    assert host.ask("setPosition('nothing')").startswith("failed:")
    assert host.ask("getPosition()") == OPENING
    assert host.ask("reset()") == PLAY_31
    assert frame.evaluate("localStorage.length + sessionStorage.length") == 0


NOTHING_KEPT = """
const refuse = () => { throw new DOMException("nothing is kept here", "SecurityError"); };
Object.defineProperty(IDBFactory.prototype, "open", { value: refuse });
if (parent !== window) Object.defineProperty(window, "localStorage", { get: refuse });
"""


def test_a_board_plays_where_the_browser_keeps_nothing_for_other_sites(host: Host) -> None:
    """What is set while it is loading is on the board then."""
    host.page.add_init_script(NOTHING_KEPT)
    host.show(f'<triktrakk-board mode="play" xgid="{OPENING}"></triktrakk-board>')
    host.wait_for_events("ready")
    (frame,) = host.frames()
    frame.click("#frame-start")
    assert host.ask(f"setPosition('{PLAY_31}')") == PLAY_31
    assert frame.evaluate(SHOWN) == "starting"
    frame.wait_for_function(STARTED, timeout=READY_TIMEOUT)
    play_31(frame)
    assert host.wait_for_events("play")[0]["play"] == "8/5 6/5"


COPIED = """() => {
    window.copied = [];
    navigator.clipboard.writeText = async text => { window.copied.push(text); };
}"""


def test_a_printed_score_is_within_a_narrow_board(live_host: Host) -> None:
    live_host.page.set_viewport_size({"width": 320, "height": 900})
    live_host.page.emulate_media(media="print")
    (frame,) = live_host.frames()
    frame.evaluate(DRAWN)
    right = "(name => document.querySelector(name).getBoundingClientRect().right)"
    assert 0 < frame.evaluate(f"{right}('.score')") <= frame.evaluate(f"{right}('.board')") + 1
    live_host.page.emulate_media(media="screen")


def test_links_copied_in_a_frame_open_the_page_on_its_own(live_host: Host) -> None:
    live_host.page.set_viewport_size({"width": 900, "height": 1200})
    (frame,) = live_host.frames()
    frame.evaluate(COPIED)
    frame.click("button[data-command='files']", timeout=PATIENCE)
    for value in ("position", "match"):
        frame.click(f"button[data-command='copy-link'][data-value='{value}']", timeout=PATIENCE)
    frame.wait_for_function("window.copied.length === 2", timeout=PATIENCE)
    starts = (f"{live_host.site}#xgid=", f"{live_host.site}#match=")
    for link, start in zip(frame.evaluate("window.copied"), starts, strict=True):
        assert link.startswith(start)
    close_dialog(frame)


def test_a_match_that_a_frame_could_not_keep_is_not_offered(live_host: Host) -> None:
    live_host.page.set_viewport_size({"width": 900, "height": 1200})
    (frame,) = live_host.frames()
    frame.evaluate("document.querySelector('[data-command=new-game]').click()")
    expect(frame.locator("label:has([name=opponent][value=human])")).to_be_visible(timeout=PATIENCE)
    expect(frame.locator("label:has([name=opponent][value=remote])")).to_be_hidden()
    close_dialog(frame)


PASTE = """text => {
    const clipboardData = new DataTransfer();
    clipboardData.setData("text/plain", text);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true }));
}"""


def test_a_friends_link_in_a_frame_says_where_to_open_it(host: Host) -> None:
    host.show(f'<triktrakk-board mode="play" controls="buttons" xgid="{PLAY_31}"></triktrakk-board>')
    host.wait_for_events("ready")
    frame = start_board(host)
    frame.evaluate(PASTE, "#friend=1Iabc")
    expect(frame.locator(".controls")).to_contain_text("Open the link in a new tab", timeout=PATIENCE)
    expect(frame.locator("dialog[open]")).to_have_count(0)
    move_31(frame)


def test_an_error_in_a_frame_is_told(host: Host, problems: list[str]) -> None:
    host.show(f'<triktrakk-board mode="play" xgid="{PLAY_31}"></triktrakk-board>')
    host.wait_for_events("ready")
    frame = start_board(host)
    frame.evaluate(BREAK_ONCE)
    frame.dispatch_event('[data-place="8"]', "click")
    frame.locator("#failure-reload").wait_for(timeout=PATIENCE)
    frame.evaluate(DRAWN)
    assert not [problem for problem in problems if problem.startswith("uncaught")]
    assert any("broken" in problem for problem in problems)
    problems.clear()


def allow_every_origin(route: Route) -> None:
    """Answer as a host that lets every page read its files, as GitHub's does."""
    answer = route.fetch()
    route.fulfill(response=answer, headers={**answer.headers, "access-control-allow-origin": "*"})


@pytest.mark.slow  # where nothing may be kept a board plays in a test above
def test_a_sandboxed_frame_has_its_board_though_no_computer_player(
    thinking_host: Host, problems: list[str]
) -> None:
    thinking_host.page.route("**/*", allow_every_origin)
    address = f"{thinking_host.site}frame.html?embed=position&xgid={PLAY_31}"
    thinking_host.show(f'<iframe sandbox="allow-scripts" width="700" height="600" src="{address}"></iframe>')
    frame = start_board(thinking_host)
    lost = frame.get_by_role("region", name="Actions").get_by_text("The computer player couldn’t be started")
    expect(lost).to_be_visible(timeout=PATIENCE)
    move_31(frame)
    thinking_host.page.unroute_all(behavior="ignoreErrors")  # one that is still answered would fail later
    problems.clear()


def test_a_problem_says_the_score_and_is_ranked(thinking_host: Host) -> None:
    thinking_host.show(f'<triktrakk-board mode="problem" side="top" xgid="{CRAWFORD}"></triktrakk-board>')
    thinking_host.wait_for_events("ready")
    words = "5-point match · Crawford game · White 4 (167 pips) · Black 3 (167 pips)"
    expect(thinking_host.frames()[0].locator("#frame-facts")).to_have_text(words)
    frame = start_board(thinking_host)
    expect(frame.locator(".frame-facts")).to_have_text(words)
    play_31(frame)
    frame.locator(".ranking").wait_for(timeout=PATIENCE)
    (told,) = thinking_host.wait_for_events("result")
    assert (told["chosen"], told["best"], told["loss"], told["rank"]) == ("8/5 6/5", "8/5 6/5", 0, 1)
    expect(frame.locator(".verdict .said")).to_have_text("Correct: the best play.")
    frame.click('[data-command="again"]')
    frame.locator('[data-top="8"]').wait_for(state="attached", timeout=PATIENCE)


def test_a_match_is_read_by_a_script_that_came_before_it(host: Host) -> None:
    script = f'<script src="{host.site}embed.js"></script>'
    host.show(f'{script}<triktrakk-board mode="match">{MATCH}</triktrakk-board>')
    host.wait_for_events("ready")


def test_a_match_is_replayed_and_one_comes_back_to_it_from_the_editor(host: Host) -> None:
    host.show(f'<triktrakk-board mode="match">{MATCH}</triktrakk-board>')
    host.wait_for_events("ready")
    frame = start_board(host)
    frame.locator("text=Ann").first.wait_for(state="attached", timeout=PATIENCE)
    expect(frame.get_by_text("damaged")).to_have_count(0)
    before = frame.evaluate(LIES_ON_BOARD)
    frame.click('.actions [data-command="study-next"]')
    frame.click('.actions [data-command="study-next"]')
    frame.wait_for_function(
        f"before => JSON.stringify(({LIES_ON_BOARD})()) !== before",
        arg=json.dumps(before, separators=(",", ":")),
        timeout=PATIENCE,
    )
    leave = frame.locator('.actions [data-command="study-close"]').first
    following = frame.locator('.actions [data-command="study-next"]').first
    expect(leave).to_be_hidden()
    expect(following).to_be_visible()
    frame.press("body", "w")
    expect(leave).to_be_visible(timeout=PATIENCE)
    expect(following).to_be_hidden()
    leave.click()
    expect(leave).to_be_hidden()
    expect(following).to_be_visible()


FILE = parse_mat(MATCH.replace("Ann", "Zoë"))


@pytest.mark.parametrize(
    "content",
    [
        pytest.param(xg_file(FILE), id="xg"),
        pytest.param(format_mat(FILE).encode("latin-1"), id="latin-1", marks=pytest.mark.slow),
    ],
)
def test_a_binary_file_is_replayed(content: bytes, host: Host) -> None:
    host.page.route("**/match.file", partial(Route.fulfill, body=content))
    host.show('<triktrakk-board src="match.file" start="now"></triktrakk-board>')
    host.wait_for_events("ready")
    (frame,) = host.frames()
    frame.locator("text=Zoë").first.wait_for(state="attached", timeout=READY_TIMEOUT)


def test_a_damaged_or_a_too_large_file_is_told(host: Host) -> None:
    for content, told in ((xg_file(parse_mat(MATCH))[:-9], "damaged"), (b"RGMH\xff" * 160_000, "too large")):
        host.page.route("**/match.xg", partial(Route.fulfill, body=content))
        host.show('<triktrakk-board src="match.xg" start="now"></triktrakk-board>')
        assert told in host.wait_for_events("error")[0]["message"]
        host.page.unroute("**/match.xg")


def sizes(frame: Frame, *sizes: str) -> Iterator[str]:
    """Give the frame each of these sizes, one after another, and yield it once the frame is drawn."""
    for size in sizes:
        width, height = map(int, size.split("x"))
        element = frame.frame_element()
        element.evaluate("(frame, size) => Object.assign(frame, size)", {"width": width, "height": height})
        frame.wait_for_function("size => `${innerWidth}x${innerHeight}` === size", arg=size)
        frame.evaluate(DRAWN)
        yield size


@pytest.mark.parametrize("mode", [pytest.param("position", marks=pytest.mark.slow), "problem"])
def test_a_board_at_work_takes_no_more_room_than_its_picture(mode: str, host: Host) -> None:
    """The message and the buttons are side by side, in the line of the picture's caption."""
    host.show(f'<iframe src="{host.site}frame.html?embed={mode}&amp;xgid={PLAY_31}"></iframe>')
    frame = start_board(host)
    buttons = frame.locator(".actions [data-command='swap']")
    buttons.wait_for(timeout=PATIENCE)
    for size in sizes(frame, "360x370", "480x440", "700x620"):
        assert frame.evaluate("document.scrollingElement.scrollHeight - innerHeight") <= 0, size
        said, done = frame.locator(".said").bounding_box(), buttons.bounding_box()
        assert said
        assert done
        assert said["x"] + said["width"] <= done["x"], size
        middles = [box["y"] + box["height"] / 2 for box in (said, done)]
        assert middles[0] == pytest.approx(middles[1], abs=8), size


def test_an_answer_to_a_double_is_not_cut_by_a_small_frame(host: Host) -> None:
    doubled = OPENING.replace(":00:", ":D:")
    host.show(f'<iframe src="{host.site}frame.html?embed=problem&amp;xgid={doubled}"></iframe>')
    frame = start_board(host)
    frame.locator(".actions [data-command='drop']").wait_for(timeout=PATIENCE)
    for size in sizes(frame, "320x340", "360x370"):
        assert frame.evaluate("document.scrollingElement.scrollHeight - innerHeight") <= 0, size


def test_a_dialog_is_brought_into_view_in_a_frame_taller_than_the_window(live_host: Host) -> None:
    live_host.page.set_viewport_size({"width": 900, "height": 500})
    (frame,) = live_host.frames()
    for name in ("files", "resign"):
        frame.locator(f"button[data-command='{name}']").click(timeout=PATIENCE)
        expect(frame.locator("#dialog-title")).to_be_in_viewport(timeout=PATIENCE)
        if name == "resign":
            expect(frame.locator("dialog")).to_be_in_viewport(ratio=0.99, timeout=PATIENCE)
        close_dialog(frame)


def test_a_shade_shows_where_a_line_of_code_goes_on(page: Page, address: str) -> None:
    """On the page that shows the boards, on a telephone."""
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto(f"{address}embed/")
    code = page.locator("pre").first
    assert code.evaluate("e => e.scrollWidth > e.clientWidth")
    assert code.evaluate("e => getComputedStyle(e).backgroundAttachment").startswith("local, local, scroll")
