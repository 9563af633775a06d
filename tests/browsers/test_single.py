"""The game as one file, opened from the disk in Firefox: some turns of a match, and nothing is fetched.

Chromium is tested in ``tests/browser/test_single.py``. WebKit lets no worker of such a page import or read a
blob: the computer cannot play, and the page says so; two people can.
"""

from pathlib import Path

import pytest
from browsers.drivers import Driver, NotInstalled, firefox, webkit
from browsers.steps import READY, play, start_match, wait, wait_for_engine

from tools import site

pytestmark = [pytest.mark.browsers, pytest.mark.timeout(900)]

TURNS = 4
NOTICE = """
    return document.querySelector(".notice")?.textContent ?? "";
"""
FETCHED = """
    const names = performance.getEntriesByType("resource").map(entry => entry.name);
    return names.filter(name => !name.startsWith("blob:"));
"""
FAULTS = """
    addEventListener("error", event => faults.push(String(event.message)));
    addEventListener("securitypolicyviolation", event => faults.push(event.violatedDirective));
    window.faults = [];
"""


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> str:
    return site.build_single(tmp_path_factory.mktemp("single file")).as_uri()


def test_one_file_plays_from_the_disk(address: str, tmp_path: Path) -> None:
    try:
        with firefox(tmp_path) as driver:
            some_turns(driver, address)
    except NotInstalled as absent:
        pytest.skip(f"{absent} (Debian: apt install firefox-esr)")


def test_where_the_computer_cannot_play_two_people_can(address: str, tmp_path: Path) -> None:
    try:
        with webkit(tmp_path) as driver:
            driver.go(address)
            assert wait(driver, READY) == "board"
            wait(driver, NOTICE, good=lambda found: "two players" in str(found))
            start_match(driver, opponent="human", length="1")
            for _ in range(TURNS):
                play(driver, until="confirm")
    except NotInstalled as absent:
        pytest.skip(f"{absent} (Debian: apt install webkit2gtk-driver xvfb)")


def some_turns(driver: Driver, address: str) -> None:
    driver.go(address)
    driver.run(FAULTS)
    wait_for_engine(driver)
    start_match(driver, opponent="computer", level="novice", length="1")
    for _ in range(TURNS):
        play(driver, until="confirm")
    assert driver.run(FETCHED) == []
    assert driver.run("return window.faults") == []
