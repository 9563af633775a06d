"""From the first byte to the engine: nothing jumps, nothing is drawn twice, and failures are shown."""

import functools
import gzip
import os
import shutil
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from browser.conftest import SUB_PATH, browser_context
from browser.hands import BREAK_ONCE, PATIENCE, Hands, disable_motion
from playwright.sync_api import Browser, BrowserContext, Page, Request, Route, expect

from tools.serve import Handler, Server

pytestmark = pytest.mark.browser

WATCH = """
window.shifts = [];
new PerformanceObserver(list => list.getEntries().forEach(entry => shifts.push(entry.value)))
    .observe({ type: "layout-shift", buffered: true });
addEventListener("DOMContentLoaded", () =>
    document.querySelectorAll("#app [data-checker]").forEach(checker => checker.fromHtml = true));
"""
NAMES = """import js, os, sys
js.document.documentElement.dataset.report = " ".join([*sys.modules, *os.listdir()])"""
FAILURES = {
    "**/runtime/pyscript/core.js": "core.js",
    "**/pyodide.asm.wasm": "pyodide.asm.wasm",
    "**/interpreter.js": "interpreter.js",
    "**/css/page.css": "page.css",
    "**/py/main.py": "main.py",
}


class FewTypes(Handler):
    """A host's server that, as some do, knows the types of few files."""

    def guess_type(self, path: str | os.PathLike[str]) -> str:
        known = str(path).endswith((".css", ".html", ".js"))
        return super().guess_type(path) if known else "application/octet-stream"


def from_snapshot(said: list[str]) -> bool:
    """Return whether a page with this console output started from the build's memory snapshot."""
    return not [text for text in said if "snapshot" in text]


def test_the_static_board_is_taken_over_without_a_jump(
    context: BrowserContext, visit: Callable[..., Page]
) -> None:
    context.add_init_script(WATCH)
    page, said = context.new_page(), list[str]()
    page.on("console", lambda message: said.append(message.text))
    visit("engine", page)
    checkers = page.evaluate("[...document.querySelectorAll('[data-checker]')].map(e => e.fromHtml)")
    assert checkers == [True] * 30
    assert page.evaluate("shifts.reduce((sum, value) => sum + value, 0)") < 0.001
    expect(page.locator("#loading")).to_be_hidden()
    assert from_snapshot(said)


class InParts(Handler):
    """Sends a page as a slow network does: up to the middle of its board, the rest half a second later."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        data = source.read()
        first, last = data.find(b"<circle"), data.rfind(b"<circle")
        begun = (first + last) // 2 if self.path.endswith("/") else 0
        outputfile.write(data[:begun])
        if begun:
            outputfile.flush()
            time.sleep(0.5)
        outputfile.write(data[begun:])


@pytest.mark.parametrize("size", [(1280, 720), (360, 640)], ids=["wide", "tall"])
def test_a_page_that_comes_in_parts_is_painted_whole(
    size: tuple[int, int], chromium: Browser, problems: list[str], built_site: Path, tmp_path: Path
) -> None:
    shutil.copytree(built_site, tmp_path / SUB_PATH)
    (tmp_path / "favicon.ico").touch()
    with Server(tmp_path, 0) as server:
        server.RequestHandlerClass = functools.partial(InParts, directory=str(tmp_path))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = server.address + SUB_PATH
        with browser_context(chromium, address, problems) as context:
            context.add_init_script(WATCH)
            page = context.new_page()
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.route("**/py/start.js", lambda route: route.fulfill(body="", content_type="text/javascript"))
            page.goto(address)
            page.locator(":root[data-painted]").wait_for()
            expect(page.locator("h1")).to_be_visible()
            page.evaluate("() => new Promise(requestAnimationFrame)")
            assert page.evaluate("shifts") == []
        server.shutdown()


def test_icon_manifest_and_whole_sheet_come_after_the_first_picture(visit: Callable[..., Page]) -> None:
    page = visit("board")
    assert page.locator("head style").count() == 0
    assert page.evaluate("[...document.styleSheets].map(sheet => sheet.ownerNode.getAttribute('href'))") == [
        "./css/page.css"
    ]
    page.locator("head > link[rel=icon][href$='icon.svg']").wait_for(state="attached")
    manifest = page.context.new_cdp_session(page).send("Page.getAppManifest")
    assert manifest["url"].endswith("/manifest.webmanifest")
    assert manifest["errors"] == []


def test_without_scripts_the_page_says_so_beside_its_board(chromium: Browser, address: str) -> None:
    with chromium.new_context(java_script_enabled=False) as context:
        page = context.new_page()
        page.goto(address)
        expect(page.locator("h1")).to_be_visible()
        expect(page.locator("noscript")).to_be_visible()
        for still in page.get_by_text("Setting up the board").all():
            expect(still).to_be_hidden()
        expect(page.locator("#loading-bar")).to_be_hidden()


@pytest.mark.parametrize(
    "missing",
    [pytest.param(name, marks=[pytest.mark.slow] * name.endswith((".wasm", ".css"))) for name in FAILURES],
)
def test_a_failure_is_shown_and_tried_again(
    page: Page, visit: Callable[..., Page], address: str, problems: list[str], missing: str
) -> None:
    visits: list[Request] = []

    def at_first_absent(route: Route) -> None:
        if len(visits) == 1:
            route.fulfill(status=404, body="")
        else:
            route.continue_()

    page.on("request", lambda request: visits.append(request) if request.is_navigation_request() else None)
    page.route(missing, at_first_absent)
    page.goto(address)
    page.locator("#loading-failed").wait_for(state="visible", timeout=PATIENCE)
    expect(page.locator("#loading-reason")).to_contain_text(FAILURES[missing])
    if missing.endswith("core.js"):
        page.click("#loading-retry")
        page.wait_for_function("document.documentElement?.dataset.ready", timeout=PATIENCE)
    page.close()  # PyScript may report the same failure later
    problems.clear()


def test_pyscripts_own_package_is_not_written_before_the_game(page: Page, address: str) -> None:
    page.route("**/py/main.py", lambda route: route.fulfill(body=NAMES, content_type="text/x-python"))
    page.goto(address)
    page.wait_for_function("document.documentElement?.dataset.report", timeout=PATIENCE)
    names = page.evaluate("document.documentElement.dataset.report").split()
    assert "backgammon" in names
    assert "pyscript" not in names


def test_it_starts_from_the_snapshot_where_no_other_thread_unpacks_it(
    page: Page, visit: Callable[..., Page], problems: list[str]
) -> None:
    said: list[str] = []
    page.on("console", lambda message: said.append(message.text))
    page.route("**/memory.js", lambda route: route.fulfill(status=404, body=""))
    visit("engine", page)
    assert from_snapshot(said)
    expect(page.locator("#loading")).to_be_hidden()
    problems.clear()


@pytest.mark.parametrize(
    ("status", "body", "wanted"),
    [
        pytest.param(404, b"", "board", id="missing"),
        pytest.param(404, b"", "engine", id="missing for the engine too", marks=pytest.mark.slow),
        pytest.param(200, b"\x1f\x8b cut off", "board", id="cut off", marks=pytest.mark.slow),
        pytest.param(200, gzip.compress(b"other"), "board", id="foreign", marks=pytest.mark.slow),
    ],
)
def test_without_the_snapshot_it_starts_plainly(
    page: Page, visit: Callable[..., Page], problems: list[str], status: int, body: bytes, wanted: str
) -> None:
    page.route("**/snapshot.bin", lambda route: route.fulfill(status=status, body=body))
    visit(wanted, page)
    expect(page.locator("#loading")).to_be_hidden()
    Hands(page).roll()
    problems.clear()


@pytest.mark.parametrize("missing", ["nothing", pytest.param("snapshot.bin", marks=pytest.mark.slow)])
def test_it_starts_from_a_server_that_knows_few_types(
    chromium: Browser, built_site: Path, tmp_path: Path, missing: str, problems: list[str]
) -> None:
    shutil.copytree(built_site, tmp_path / "site", ignore=shutil.ignore_patterns(missing))
    with Server(tmp_path, 0, FewTypes) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with browser_context(chromium, server.address, problems) as context:
            page = context.new_page()
            page.goto(f"{server.address}site/")
            page.wait_for_function("document.documentElement.dataset.ready === 'engine'", timeout=PATIENCE)
            problems.clear()
        server.shutdown()


def test_an_error_of_the_program_is_shown_calmly_and_the_match_goes_on_after_it(
    context: BrowserContext, visit: Callable[..., Page], problems: list[str]
) -> None:
    disable_motion(context)
    hands = Hands(visit())
    hands.roll()
    before = hands.see()
    with hands.page.expect_console_message(lambda message: "Traceback" in message.text):
        hands.page.evaluate(BREAK_ONCE)
        hands.click("help")
    hands.page.locator("dialog.failure").wait_for(state="visible")
    with hands.page.expect_download() as download:
        hands.page.click("#failure-download")
    assert download.value.suggested_filename.endswith(".json")
    with hands.page.expect_navigation(wait_until="commit"):
        hands.page.click("#failure-reload")
    hands.page.wait_for_function("document.documentElement?.dataset.ready", timeout=PATIENCE)
    assert hands.see().position == before.position
    problems.clear()
