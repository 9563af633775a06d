"""One whole match, with the same steps in Chromium, Firefox and WebKitGTK.

During it the server stops, the page is reloaded, and the match goes on. It is played with and without
cross-origin isolation; with relaxed SIMD, which numkong needs, and without it, where the engine is plain
Python: WebKitGTK has none, Firefox can be told to have none, Chromium cannot.
"""

import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest
from browsers.drivers import Driver, NotInstalled, chromium, firefox, webkit
from browsers.steps import play, set_speed, start_match, stored_match, wait, wait_for_engine

from backgammon.core.match import Action
from backgammon.storage.types import Speed
from tools import site
from tools.serve import Handler, Server

pytestmark = [pytest.mark.browsers, pytest.mark.timeout(900)]

RELAXED_SIMD = """
    const lanes = [65, 1, 253, 15, 65, 2, 253, 15, 253, 128, 2, 11];  // a relaxed swizzle
    const head = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0];
    return WebAssembly.validate(new Uint8Array([...head, ...lanes]));
"""
KEEP = """
    navigator.serviceWorker.ready.then(found => { window.keeper = found.active; });
"""
KEPT = """
    return window.keeper?.state === "activated";
"""
Start = Callable[[Path], AbstractContextManager[Driver]]
NO_SIMD = {"javascript.options.wasm_relaxed_simd": False}
BROWSERS: dict[str, tuple[Start, bool]] = {  # its start, and whether it has relaxed SIMD
    "chromium": (chromium, True),
    "firefox": (firefox, True),
    "firefox without relaxed SIMD": (lambda home: firefox(home, **NO_SIMD), False),
    "webkit": (webkit, False),
}


class Isolating(Handler):
    """Serves the same files with the headers that isolate a page from other origins."""

    def end_headers(self) -> None:
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()


@pytest.fixture(scope="module")
def built_site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("site")
    site.build(root / "site")
    return root / "site"


@pytest.fixture
def server(built_site: Path) -> Iterator[Server]:
    with Server(built_site, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.mark.parametrize("isolated", [False, True], ids=["", "isolated"])
@pytest.mark.parametrize("name", BROWSERS)
def test_a_match_is_played_and_outlives_the_server(
    name: str, isolated: bool, server: Server, built_site: Path, tmp_path: Path
) -> None:
    if isolated:
        server.RequestHandlerClass = partial(Isolating, directory=str(built_site))
    start, relaxed = BROWSERS[name]
    try:
        with start(tmp_path) as driver:
            outlive(driver, server, isolated, relaxed)
    except NotInstalled as absent:
        pytest.skip(f"{absent} (Debian: apt install firefox-esr webkit2gtk-driver xvfb)")


def stored_log(driver: Driver) -> tuple[Action, ...]:
    """Return the actions of the stored match; empty if there is none."""
    match = stored_match(driver)
    return tuple(match.log) if match else ()


def outlive(driver: Driver, server: Server, isolated: bool, relaxed: bool) -> None:
    set_speed(driver, server.address, Speed.OFF)
    driver.go(server.address)
    wait_for_engine(driver)
    assert driver.run("return window.crossOriginIsolated") is isolated
    assert driver.run(RELAXED_SIMD) is relaxed
    start_match(driver, opponent="computer", level="novice", length="1")
    play(driver, until="confirm")
    driver.run(KEEP)
    wait(driver, KEPT)
    log = stored_log(driver)
    server.shutdown()
    server.server_close()
    driver.run("window.earlier = true; location.reload()")
    wait(driver, "return !window.earlier")
    wait_for_engine(driver)
    assert log
    assert stored_log(driver)[: len(log)] == log
    play(driver, until="over")
