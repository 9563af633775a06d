"""Boards in pages that have no origin of their own."""

from html import escape
from pathlib import Path

import pytest
from browser.hands import PATIENCE
from browser.host import OPENING, PLAY_31
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

BOARD = f'<triktrakk-board size="400" xgid="{PLAY_31}">A <a href="/x">board</a></triktrakk-board>'
SEEN = """() => {
    const frame = document.querySelector("triktrakk-board").shadowRoot?.querySelector("iframe");
    return frame && getComputedStyle(frame).visibility === "visible";
}"""
SET = "other => document.querySelector('triktrakk-board').setPosition(other)"


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
