"""Boards in every place of a page: whatever asks for their width, and whatever its origin."""

import re
from html import escape
from pathlib import Path
from typing import Literal

import pytest
from browser.hands import PATIENCE
from browser.host import OPENING, PLAY_31, Host
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

BOARD = f'<triktrakk-board size="400" xgid="{PLAY_31}">A <a href="/x">board</a></triktrakk-board>'
PLACES = {
    "row": f'<div style="display: flex">{BOARD}<p>Text</p></div>',
    "column": f'<div style="display: flex; flex-direction: column; align-items: center">{BOARD}</div>',
    "grid": f'<div style="display: grid; place-items: center">{BOARD}</div>',
    "float": f'<div style="float: right">{BOARD}</div>',
    "cell": f"<table><tr><td>{BOARD}<td>Text</table>",
    "inline": f'<div style="display: inline-block">{BOARD}</div>',
    "unset": f"<style>body * {{ all: unset; box-sizing: content-box }}</style><p>{BOARD}</p>",
    "vertical": f'<div style="writing-mode: vertical-rl">{BOARD}</div>',
    "narrow": f'<div style="display: flex; width: 240px">{BOARD}</div>',
}
WIDTH = "document.querySelector('triktrakk-board').shadowRoot.querySelector('iframe').clientWidth"
SEEN = """() => {
    const frame = document.querySelector("triktrakk-board").shadowRoot?.querySelector("iframe");
    return frame && getComputedStyle(frame).visibility === "visible";
}"""
SET = "other => document.querySelector('triktrakk-board').setPosition(other)"


@pytest.mark.parametrize("place", PLACES)
def test_a_board_has_its_width_where_its_parent_goes_by_that_of_its_children(place: str, host: Host) -> None:
    host.show(PLACES[place])
    host.wait_for_events("ready")
    assert host.page.evaluate(WIDTH) == (240 if place == "narrow" else 400)


def test_what_stands_in_the_element_stays_one_line(host: Host) -> None:
    host.page.route("**/frame.html?*", lambda route: None)
    host.show(BOARD, "commit")
    link = host.page.get_by_role("link", name="board")
    link.wait_for(timeout=PATIENCE)
    host.page.wait_for_function("document.querySelector('triktrakk-board').shadowRoot")
    box, board = link.bounding_box(), host.page.locator("triktrakk-board").bounding_box()
    assert box
    assert board
    assert box["y"] - board["y"] < box["height"] / 2
    assert box["x"] > board["x"]


@pytest.mark.parametrize("reader", ["light", "dark"])
@pytest.mark.parametrize("around", ["light", "dark"])
def test_a_board_is_light_or_dark_like_the_page_around(
    around: Literal["light", "dark"], reader: Literal["light", "dark"], host: Host
) -> None:
    """A page may be so by its own style, whatever its reader prefers."""
    host.page.emulate_media(color_scheme=reader)
    host.show(f'<body style="color: {"#eee" if around == "dark" else "#222"}">{BOARD}')
    host.wait_for_events("ready")
    (frame,) = host.frames()
    line = frame.evaluate("getComputedStyle(document.querySelector('.framed')).backgroundColor")
    lightness = re.fullmatch(r"oklch\(([\d.]+) .*", line)
    assert lightness
    assert (float(lightness[1]) < 0.5) == (around == "dark")


@pytest.mark.parametrize("kind", ["file", "srcdoc", "sandbox", "sandboxed srcdoc"])
def test_a_board_is_shown_in_a_page_without_an_origin_of_its_own(
    kind: str, page: Page, address: str, tmp_path: Path, elsewhere: tuple[Path, str], problems: list[str]
) -> None:
    """Such as a file, or the preview of a blog: its messages have another origin than its address."""
    written = f'<!doctype html><title>Page</title>{BOARD}<script src="{address}embed.js"></script>'
    root, other = elsewhere
    sandbox = 'sandbox="allow-scripts"' if "sandbox" in kind else ""
    content = f'srcdoc="{escape(written)}"' if "srcdoc" in kind else 'src="inner.html"'
    (root / "inner.html").write_text(written, "utf-8")
    (root / "index.html").write_text(f"<!doctype html><iframe {sandbox} {content}></iframe>", "utf-8")
    (tmp_path / "page.html").write_text(written, "utf-8")
    page.goto((tmp_path / "page.html").as_uri() if kind == "file" else other)
    frame = page.main_frame if kind == "file" else page.main_frame.child_frames[0]
    frame.wait_for_function(SEEN, timeout=PATIENCE)
    assert frame.evaluate(SET, OPENING) == OPENING
    own = tuple(f"request off the origin: {each}" for each in (other, "file:"))
    problems[:] = [problem for problem in problems if not problem.startswith(own)]


def test_a_printer_gets_whole_boards_without_buttons_and_the_next_time_all(host: Host) -> None:
    host.show(f"{BOARD}<div style='height: 20000px'></div>{BOARD}")
    host.wait_for_events("ready")
    assert len(host.page.evaluate("heard")) == 1
    host.page.evaluate("dispatchEvent(new Event('beforeprint'))")
    host.wait_for_events("ready", 2)
    host.page.emulate_media(media="print")
    box = "getComputedStyle(document.querySelector('triktrakk-board').shadowRoot.firstElementChild)"
    assert host.page.evaluate(f"{box}.breakInside") == "avoid"
    for frame in host.frames():
        expect(frame.locator("#frame-caption")).to_be_visible()
        expect(frame.locator("#frame-start")).to_be_hidden()
