"""Two people, one with Chromium and one with Firefox, play a whole match live."""

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from browsers.drivers import Driver, NotInstalled, chromium, firefox
from browsers.steps import LONGEST, NEW_GAME, STEP, STEPS, set_speed, stored_match, wait, wait_for_engine

from backgammon.core.match import Phase
from backgammon.friend.mirror import mirror_action
from backgammon.storage.types import Speed
from tools import site
from tools.serve import Server

pytestmark = [pytest.mark.browsers, pytest.mark.timeout(1800)]

CHROMIUM = ("--disable-features=WebRtcHideLocalIpsWithMdns", "--allow-loopback-in-peer-connection")
FIREFOX = {
    "media.peerconnection.ice.obfuscate_host_addresses": False,
    "media.peerconnection.ice.loopback": True,
}
"""Both browsers reveal this machine's addresses: mDNS names do not work everywhere that tests run."""
WATCH = """
    window.problems = [];
    const note = text => window.problems.push(String(text));
    addEventListener("error", event => note(event.message));
    addEventListener("unhandledrejection", event => note(event.reason));
    addEventListener("securitypolicyviolation", event =>
        note(`${event.violatedDirective} ${event.blockedURI}`));
    console.error = (...words) => note(words.join(" "));
"""
PROBLEMS = """
    const foreign = performance.getEntriesByType("resource").map(entry => entry.name)
        .filter(name => !name.startsWith(location.origin) && !/^(data|blob):/.test(name));
    return [...window.problems, ...foreign];
"""
SUBMIT = """
    const dialog = document.querySelector("dialog[open]");
    const fields = Object.entries(arguments[0]);
    const found = fields.map(([name]) => dialog?.querySelector(`input[name="${name}"]`));
    if (!found.every(Boolean)) return false;
    for (const [name, value] of fields) {
        const chosen = dialog.querySelector(`input[name="${name}"][value="${value}"]`);
        if (chosen) chosen.click(); else dialog.querySelector(`input[name="${name}"]`).value = value;
    }
    dialog.querySelector("button[type=submit]").click();
    return true;
"""
LINK = """
    return document.querySelector(".link-text")?.value ?? "";
"""
OPEN = """
    location.hash = new URL(arguments[0]).hash;
"""
CONNECTED = """
    const names = [...document.querySelectorAll(".top-side")].map(element => element.textContent).join();
    return !document.querySelector("dialog[open]") && !/not connected|connecting/.test(names)
        && names.includes("connected");
"""
OVER = """
    return Boolean(document.querySelector('.actions .loud [data-command="review"]'));
"""


@pytest.fixture
def address(tmp_path: Path) -> Iterator[str]:
    site.build(tmp_path / "site")
    with Server(tmp_path / "site", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server.address
        server.shutdown()


def test_a_match_between_chromium_and_firefox(address: str, tmp_path: Path) -> None:
    homes = [tmp_path / "one", tmp_path / "two"]
    for home in homes:
        home.mkdir()
    try:
        with ExitStack() as stack:
            one = stack.enter_context(chromium(homes[0], *CHROMIUM))
            two = stack.enter_context(firefox(homes[1], **FIREFOX))
            for driver in (one, two):
                set_speed(driver, address, Speed.OFF)
                driver.go(address)
                wait_for_engine(driver)
                driver.run(WATCH)
            connect_players(one, two)
            play_out(one, two)
            first, second = stored_match(one), stored_match(two)
            assert first
            assert second
            assert first.match.phase is Phase.MATCH_OVER
            assert [*map(mirror_action, first.log)] == [*second.log]
            assert [driver.run(PROBLEMS) for driver in (one, two)] == [[], []]
    except NotInstalled as absent:
        pytest.skip(f"{absent} (Debian: apt install firefox-esr)")


def connect_players(one: Driver, two: Driver) -> None:
    """Have the first player invite and the second accept."""
    one.run(NEW_GAME)
    wait(one, SUBMIT, {"opponent": "remote", "way": "live", "length": "1", "host": "Ann"})
    two.run(OPEN, wait(one, LINK))
    wait(two, SUBMIT, {"name": "Bob"})
    one.run(OPEN, wait(two, LINK))
    for driver in (one, two):
        wait(driver, CONNECTED)


def play_out(one: Driver, two: Driver) -> None:
    """Have each player take the first step possible, until the match is over for both."""
    end = time.monotonic() + LONGEST
    while not (one.run(OVER) and two.run(OVER)):
        for driver in (one, two):
            assert driver.run(OVER) or driver.run(STEP) in STEPS
        assert time.monotonic() < end, "the match has no end"
        time.sleep(0.05)
