"""One match, first roll to last, the same steps in Chromium, Firefox and WebKitGTK.

In its middle the server goes, the page is loaded anew, and the match goes on. With and without cross-origin
isolation; with relaxed SIMD, which numkong needs, and without it, where the engine is plain Python: WebKitGTK
has none, Firefox can be told to have none, Chromium cannot.
"""

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path

import pytest
from browsers.drivers import PATIENCE, Absent, Driver, chromium, firefox, webkit
from browsers.kills import kept

from backgammon.core.match import Action
from backgammon.storage.codec import dump_settings
from backgammon.storage.types import Settings, Speed
from tools import site
from tools.serve import Handler, Server

pytestmark = [pytest.mark.browsers, pytest.mark.timeout(900)]

LONGEST = 700.0  # seconds of a match
RELAXED_SIMD = """
    const lanes = [65, 1, 253, 15, 65, 2, 253, 15, 253, 128, 2, 11];  // a relaxed swizzle
    const head = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 15, 1, 13, 0];
    return WebAssembly.validate(new Uint8Array([...head, ...lanes]));
"""
READY = """
    const failed = document.getElementById("loading-reason")?.textContent;
    return failed || document.documentElement?.dataset.ready || "";
"""
KEEP = """
    navigator.serviceWorker.ready.then(found => { window.keeper = found.active; });
"""
KEPT = """
    return window.keeper?.state === "activated";
"""
NEW_GAME = """
    document.querySelector('.top [data-command="new-game"]').click();
"""
CHOOSE = """
    const dialog = document.querySelector("dialog[open]");
    if (!dialog) return false;
    for (const [name, value] of Object.entries(arguments[0]))
        dialog.querySelector(`input[name="${name}"][value="${value}"]`).click();
    dialog.querySelector("button[type=submit]").click();
    return true;
"""
STEP = """
    const click = element =>
        element.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    const failed = document.querySelector(".failure")?.textContent;
    if (failed) return failed;
    const names = [...document.querySelectorAll(".actions .loud [data-command]")].map(e => e.dataset.command);
    if (names.includes("new-game")) return "over";
    for (const name of ["confirm", "roll", "take", "accept", "next-game"])
        if (names.includes(name)) {
            click(document.querySelector(`.actions [data-command="${name}"]`));
            return name;
        }
    const place = document.querySelector('.place[aria-pressed="true"]')
        ?? document.querySelector(".place.legal");
    if (place) click(place);
    return place ? "move" : "";
"""
STEPS = ("confirm", "roll", "take", "accept", "next-game", "move", "over", "")
Start = Callable[[Path], AbstractContextManager[Driver]]
NO_SIMD = {"javascript.options.wasm_relaxed_simd": False}
BROWSERS: dict[str, tuple[Start, bool]] = {  # and whether it has relaxed SIMD
    "chromium": (chromium, True),
    "firefox": (firefox, True),
    "firefox without relaxed SIMD": (partial(firefox, **NO_SIMD), False),
    "webkit": (webkit, False),
}


class Isolating(Handler):
    """The same files, with the headers that isolate a page from other origins."""

    def end_headers(self) -> None:
        self.send_header("Cross-Origin-Opener-Policy", "same-origin")
        self.send_header("Cross-Origin-Embedder-Policy", "require-corp")
        super().end_headers()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("site")
    site.build(root / "site")
    return root / "site"


@pytest.fixture
def server(built: Path) -> Iterator[Server]:
    with Server(built, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def wait(driver: Driver, script: str, good: Callable[[object], bool], *arguments: object) -> object:
    """Run a script until what it returns is good."""
    end = time.monotonic() + PATIENCE
    while not good(found := driver.run(script, *arguments)):
        assert time.monotonic() < end, f"in vain: {found!r}"
        time.sleep(0.2)
    return found


def play(driver: Driver, until: str) -> None:
    """Take one step after the other: whatever can be done first."""
    end = time.monotonic() + LONGEST
    done = ""
    while done != until:
        assert time.monotonic() < end, f"{until} never came; last: {done!r}"
        done = str(driver.run(STEP))
        assert done in STEPS
        time.sleep(0.03 if done else 0.1)


@pytest.mark.parametrize("isolated", [False, True], ids=["", "isolated"])
@pytest.mark.parametrize("name", BROWSERS)
def test_a_match_is_played_and_outlives_the_server(
    name: str, isolated: bool, server: Server, built: Path, tmp_path: Path
) -> None:
    if isolated:
        server.RequestHandlerClass = partial(Isolating, directory=str(built))
    start, relaxed = BROWSERS[name]
    try:
        with start(tmp_path) as driver:
            outlive(driver, server, isolated, relaxed)
    except Absent as absent:
        pytest.skip(f"{absent} (Debian: apt install firefox-esr webkit2gtk-driver xvfb)")


def kept_log(driver: Driver) -> tuple[Action, ...]:
    """Return the actions of the match that is kept."""
    match = kept(driver)
    return tuple(match.log) if match else ()


def outlive(driver: Driver, server: Server, isolated: bool, relaxed: bool) -> None:
    settings = dump_settings(Settings(speed=Speed.OFF))
    driver.go(server.address + "css/base.css")
    wait(driver, "return location.href", lambda found: str(found).endswith(".css"))
    driver.run("localStorage.setItem('triktrakk.settings', arguments[0])", settings)
    driver.go(server.address)
    assert wait(driver, READY, lambda found: found not in ("", "board")) == "engine"
    assert driver.run("return window.crossOriginIsolated") is isolated
    assert driver.run(RELAXED_SIMD) is relaxed
    driver.run(NEW_GAME)
    wait(driver, CHOOSE, bool, {"opponent": "computer", "level": "novice", "length": "1"})
    play(driver, until="confirm")
    driver.run(KEEP)
    wait(driver, KEPT, bool)
    log = kept_log(driver)
    server.shutdown()
    server.server_close()
    driver.run("window.earlier = true; location.reload()")
    wait(driver, "return !window.earlier", bool)
    assert wait(driver, READY, lambda found: found not in ("", "board")) == "engine"
    assert log
    assert kept_log(driver)[: len(log)] == log
    play(driver, until="over")
