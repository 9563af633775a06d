"""The built site in a real Chromium: under a sub-path, cut off from other origins, every error noticed.

A test takes ``visit`` (or ``page`` and ``address``); it fails at its end if there was a console error, an
uncaught exception or a request to another origin. A test that provokes one takes ``problems`` and empties it.
Other hosts are blocked in the browser itself: this covers workers too and, unlike a route, keeps the cache.
"""

import shutil
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from browser.hands import READY_TIMEOUT, set_speed
from browser.host import Host
from browser.screens import Stage, Tags, TagsOf, longest, longest_in, open_stage
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
LONGEST = 6
"""The number of languages, those with the longest texts, checked for room unless slow tests are requested."""
UNWANTED = (
    "WebRtcHideLocalIpsWithMdns",  # mDNS names are blocked like other hosts
    *("WebUIOmniboxPopup", "WebUIOmniboxAimPopup"),  # two address-bar pages that each profile starts
)
ARGUMENTS = (
    "--no-sandbox",
    "--no-proxy-server",
    "--no-first-run",
    "--disable-gpu",
    "--js-flags=--liftoff-only",  # a test's page closes before optimised code would pay off
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
        const silent = Object.assign(new EventTarget(), { postMessage() {}, terminate() {} });
        if (`${address}`.endsWith("/worker.js")) return silent;
        super(address, ...options);
    }
};"""
Visit = Callable[..., Page]
expect.set_options(timeout=READY_TIMEOUT)


@pytest.fixture(scope="session")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built once; a test that changes it works on a copy."""
    target = tmp_path_factory.mktemp("built") / "site"
    site.build(target)
    return target


@pytest.fixture(scope="session")
def address(built_site: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the built site, served below a sub-path."""
    root: Path = tmp_path_factory.mktemp("served")
    shutil.copytree(built_site, root / SUB_PATH)
    (root / "favicon.ico").touch()  # requested when a file other than HTML is opened
    with Server(root, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.address + SUB_PATH
        server.shutdown()


@pytest.fixture(scope="session")
def chromium(request: pytest.FixtureRequest) -> Iterator[Browser]:
    """The browser, whose pages all draw the same dice.

    With ``--late`` its pages imitate a slow machine and draw new dice each time: this finds tests that do not
    wait, or that pass with some rolls only.
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
    """The problems seen in the browser so far; a test that provokes some empties the list."""
    return []


@contextmanager
def browser_context(
    chromium: Browser, address: str, problems: list[str], offline: bool = False, policy: bool = False
) -> Iterator[BrowserContext]:
    """A new browser profile, as on a first visit, with every page watched for problems.

    offline: whether it keeps the site for use without a network, which takes time and work.
    policy: whether the page's own policy applies; under it Playwright cannot wait for a string expression.
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
    """Keep the engine from ever starting in this profile: its start takes as long as all the rest."""
    context.add_init_script(NO_ENGINE)


@contextmanager
def open_site(
    chromium: Browser, address: str, speed: Speed, engine: bool = False, scripts: Sequence[str] = ()
) -> Iterator[Page]:
    """The open site, in a watched profile of its own; ``scripts`` run before those of each page."""
    with browser_context(chromium, address, []) as context:
        set_speed(context, speed)
        for script in scripts:
            context.add_init_script(script)
        if not engine:
            disable_engine(context)
        page = context.new_page()
        page.goto(address)
        page.wait_for_function("document.documentElement?.dataset.ready", timeout=READY_TIMEOUT)
        yield page


@pytest.fixture(scope="session")
def tags(pytestconfig: pytest.Config) -> Tags:
    """The languages whose texts must fit: the longest, or all if slow tests are requested."""
    return tuple(LANGUAGES) if pytestconfig.getoption("--slow") else longest(LONGEST)


@pytest.fixture(scope="session")
def tags_of(pytestconfig: pytest.Config) -> TagsOf:
    """A function that gives the same for parts of one page: tags_of(model, "loud")."""
    return (lambda *_: tuple(LANGUAGES)) if pytestconfig.getoption("--slow") else longest_in


@pytest.fixture(scope="module")
def shared_page(chromium: Browser, address: str) -> Iterator[Page]:
    """The open site, without motion, shared by the tests of a module that can run one after another."""
    with open_site(chromium, address, Speed.OFF, engine=True) as page:
        yield page


@pytest.fixture(scope="module")
def shared_board(chromium: Browser, address: str) -> Iterator[Page]:
    """Like shared_page, but without an engine."""
    with open_site(chromium, address, Speed.OFF) as page:
        yield page


@pytest.fixture(scope="module")
def stage(chromium: Browser, address: str) -> Iterator[Stage]:
    """A stage used with a mouse."""
    with open_stage(chromium, address) as stage:
        yield stage


@pytest.fixture(scope="module")
def phone(chromium: Browser, address: str) -> Iterator[Stage]:
    """A stage used with a finger, for which buttons are taller."""
    with open_stage(chromium, address, touch=True) as stage:
        yield stage


@pytest.fixture
def page(context: BrowserContext) -> Page:
    """An empty page of the watched profile."""
    return context.new_page()


@pytest.fixture
def visit(page: Page, address: str, request: pytest.FixtureRequest) -> Visit:
    """A function that opens the site and waits for ``<html data-ready>``: visit("engine", query="?…").

    A test that waits only for the board gets no engine, and its profile never will. With ``--late`` there is
    one, since the dice then vary and the computer may have the first turn.
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
def thinking_host(
    context: BrowserContext, elsewhere: tuple[Path, str], address: str, problems: list[str]
) -> Iterator[Host]:
    """A page of another origin in the watched profile; requests to its own origin are not problems."""
    host = Host(context.new_page(), elsewhere, address)
    yield host
    problems[:] = [problem for problem in problems if f"origin: {elsewhere[1]}" not in problem]


@pytest.fixture
def host(context: BrowserContext, thinking_host: Host) -> Host:
    """The same, whose boards have no engine."""
    disable_engine(context)
    return thinking_host
