"""The built site in a real Chromium: under a sub-path, cut off from every other origin, no error unseen.

A test takes ``visit`` (or ``page`` and ``address``); at its end no console error, no uncaught exception and
no request off the origin may have been seen. A test that provokes some takes ``problems`` and empties it.
Foreign hosts are cut off in the browser itself, which reaches workers and, unlike a route, leaves the cache.
"""

import shutil
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from browser.hands import READY_TIMEOUT, set_speed
from browser.host import Host
from browser.screens import Stage, Tags, longest, open_stage
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    expect,
    sync_playwright,
)

from backgammon.i18n.languages import LANGUAGES
from backgammon.storage.types import Speed
from tools import site, testing
from tools.serve import Server

LATE, DICE = (Path(__file__).parent / name for name in ("late.js", "dice.js"))
SUB_PATH = "some/sub/path/"
LONGEST = 10
"""So many of the languages have their words tried for room, where slow tests are not asked for."""
UNWANTED = (
    "WebRtcHideLocalIpsWithMdns",  # names by multicast are cut off
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),  # two pages for an address bar that each profile starts
)
ARGUMENTS = (
    "--no-sandbox",
    "--no-proxy-server",
    "--no-first-run",
    "--disable-gpu",
    "--js-flags=--liftoff-only",  # a test's page is gone before better code would pay
    "--disable-quic",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(UNWANTED)}",
    "--allow-loopback-in-peer-connection",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
)
NO_ENGINE = """window.Worker = class extends Worker {
    constructor(address, ...options) {
        super(`${address}`.endsWith("/worker.js") ? "data:text/javascript," : address, ...options);
    }
};"""
Visit = Callable[..., Page]
expect.set_options(timeout=READY_TIMEOUT)


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built once; who changes it takes a copy."""
    target = tmp_path_factory.mktemp("built") / "site"
    site.build(target)
    return target


@pytest.fixture(scope="session")
def address(built_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the built site, served below a sub-path."""
    root: Path = tmp_path_factory.mktemp("served")
    shutil.copytree(built_site, root / SUB_PATH)
    (root / "favicon.ico").touch()  # the browser asks for it where a file without HTML is opened
    with Server(root, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.address + SUB_PATH
        server.shutdown()


@pytest.fixture(scope="session")
def chromium(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """The browser, whose pages all draw the same dice.

    With ``--late`` its pages are a slow machine's, and their dice new each time: that finds tests that do not
    wait, or that hold for some rolls only.
    """
    script = LATE if request.config.getoption("--late") else DICE
    with sync_playwright() as playwright:
        path = testing.chromium(headless=True)
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        new_context = browser.new_context

        def prepared_context(**options: Any) -> BrowserContext:
            context = new_context(**options)
            context.add_init_script(path=script)
            return context

        browser.new_context = prepared_context  # type: ignore[method-assign]
        yield browser
        browser.close()


@pytest.fixture
def problems() -> list[str]:
    """What went wrong in the browser so far; a test that provokes something empties it."""
    return []


@contextmanager
def browser_context(
    chromium: Browser, address: str, problems: list[str], offline: bool = False, policy: bool = False
) -> Iterator[BrowserContext]:
    """A browser profile of its own, as on a first visit, whose every page is watched.

    offline: whether it keeps the site for use without a network, which takes it a while and some work.
    policy: whether the page's own policy holds, under which Playwright cannot wait for what a string says.
    """
    origin = address.removesuffix(SUB_PATH)

    def on_request(request: Request) -> None:
        if not request.url.startswith((origin, "data:", "blob:")):
            problems.append(f"request off the origin: {request.url}")

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error":
            problems.append(f"console: {message.text}")

    workers: Literal["allow", "block"] = "allow" if offline else "block"
    context = chromium.new_context(service_workers=workers, bypass_csp=not policy)
    context.set_default_timeout(READY_TIMEOUT)
    context.on("request", on_request)
    context.on("console", on_console)
    context.on("weberror", lambda error: problems.append(f"uncaught: {error.error}"))
    yield context
    context.close()
    assert problems == []


@pytest.fixture
def context(chromium: Browser, address: str, problems: list[str]) -> Iterator[BrowserContext]:
    """A watched profile for one test."""
    with browser_context(chromium, address, problems) as context:
        yield context


def disable_engine(context: BrowserContext) -> None:
    """Let pages of this profile wait for their engine for good: its start costs as much as all else."""
    context.add_init_script(NO_ENGINE)


@contextmanager
def open_site(chromium: Browser, address: str, speed: Speed, engine: bool = False) -> Iterator[Page]:
    """One open site, in a watched profile of its own."""
    with browser_context(chromium, address, []) as context:
        set_speed(context, speed)
        if not engine:
            disable_engine(context)
        page = context.new_page()
        page.goto(address)
        page.wait_for_function("document.documentElement?.dataset.ready", timeout=READY_TIMEOUT)
        yield page


@pytest.fixture(scope="session")
def tags(pytestconfig: pytest.Config) -> Tags:
    """The languages whose words must find room: the longest, or all where slow tests are asked for."""
    return tuple(LANGUAGES) if pytestconfig.getoption("--slow") else longest(LONGEST)


@pytest.fixture(scope="module")
def shared_page(chromium: Browser, address: str) -> Iterator[Page]:
    """One open site for all tests of a module that can follow one another; without motion."""
    with open_site(chromium, address, Speed.OFF, engine=True) as page:
        yield page


@pytest.fixture(scope="module")
def shared_board(chromium: Browser, address: str) -> Iterator[Page]:
    """The same for what needs no engine."""
    with open_site(chromium, address, Speed.OFF) as page:
        yield page


@pytest.fixture(scope="module")
def stage(chromium: Browser, address: str) -> Iterator[Stage]:
    """A stage used by a mouse."""
    with open_stage(chromium, address) as stage:
        yield stage


@pytest.fixture(scope="module")
def phone(chromium: Browser, address: str) -> Iterator[Stage]:
    """A stage used by a finger, for which buttons are higher."""
    with open_stage(chromium, address, touch=True) as stage:
        yield stage


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """An empty page of the watched profile."""
    return context.new_page()


@pytest.fixture
def visit(page: Page, address: str, request: pytest.FixtureRequest) -> Visit:
    """A function that opens the site and waits for ``<html data-ready>``: visit("engine", query="?…").

    Who waits for the board alone gets no engine, in this profile and for good. With ``--late`` there is one,
    since by its dice the computer may begin.
    """
    by_any_dice = request.config.getoption("--late")

    def open_and_wait(ready: str = "board", page: Page = page, query: str = "") -> Page:
        if ready == "board" and not by_any_dice:
            disable_engine(page.context)
        page.goto(address + query, wait_until="commit")
        wanted = ["engine"] if ready == "engine" else ["board", "engine"]
        page.wait_for_function(
            "wanted => wanted.includes(document.documentElement?.dataset.ready)",
            arg=wanted,
            timeout=READY_TIMEOUT,
        )
        return page

    return open_and_wait


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, str]]:
    """A directory served on an origin of its own, and its address."""
    root = tmp_path_factory.mktemp("host")
    (root / "favicon.ico").touch()
    with Server(root, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield root, server.address
        server.shutdown()


@pytest.fixture
def host(
    context: BrowserContext, elsewhere: tuple[Path, str], address: str, problems: list[str]
) -> Iterator[Host]:
    """A page of another origin in the watched profile; what its own scripts log is no problem of ours."""
    host = Host(context.new_page(), elsewhere, address)
    yield host
    problems[:] = [problem for problem in problems if f"origin: {elsewhere[1]}" not in problem]
