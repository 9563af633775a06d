"""Actions on the page in every browser: wait, begin a match, play it, read the stored match.

The scripts are function bodies for ``Driver.run``.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from browsers.drivers import PATIENCE, Driver, PageLeft

from backgammon.storage.codec import dump_settings
from backgammon.storage.journal import match_in
from backgammon.storage.parts import join
from backgammon.storage.types import Saved, Settings, Speed

LONGEST = 700.0  # seconds that a match may take
READY = """
    const failed = document.getElementById("loading-reason")?.textContent;
    return failed || document.documentElement?.dataset.ready || "";
"""
READ = """
    window.found = null;
    openKept().then(({ base, names, texts }) => {
        base.close();
        window.found = Object.fromEntries(names.map((name, index) => [name, texts[index]]));
    });
"""
FOUND = """
    return window.found ?? null;
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


def wait(
    driver: Driver, script: str, *arguments: object, good: Callable[[Any], object] = bool, pause: float = 0.02
) -> Any:
    """Run a script until its result is good, and return that; ``pause`` is in seconds.

    If the page is left meanwhile, the script runs again in the next one.
    """
    end, found = time.monotonic() + PATIENCE, None
    while time.monotonic() < end:
        with suppress(PageLeft):
            if good(found := driver.run(script, *arguments)):
                return found
        time.sleep(pause)
    raise AssertionError(f"in vain: {found!r} of {script}")


def wait_for_engine(driver: Driver) -> None:
    """Wait until the computer can play; fail at once if something cannot be loaded."""
    assert wait(driver, READY, good=lambda found: found not in ("", "board"), pause=0.2) == "engine"


def set_speed(driver: Driver, address: str, speed: Speed) -> None:
    """Set the animation speed, before the page is opened for the first time."""
    driver.go(address + "css/base.css")
    wait(driver, "return location.href.endsWith('.css')")
    driver.run("localStorage.setItem('triktrakk.settings', arguments[0])", dump_settings(Settings(speed)))


def start_match(driver: Driver, **choices: str) -> None:
    """Begin a match in the new-game dialog, with these choices."""
    driver.run(NEW_GAME)
    wait(driver, CHOOSE, choices)


def play(driver: Driver, until: str) -> None:
    """Take steps, each the first one possible, until the step named ``until``."""
    end = time.monotonic() + LONGEST
    done = ""
    while done != until:
        assert time.monotonic() < end, f"{until} never came; last: {done!r}"
        done = str(driver.run(STEP))
        assert done in STEPS
        time.sleep(0.03 if done else 0.1)


def stored_match(driver: Driver) -> Saved | None:
    """Return the stored match, or None if there is none."""
    driver.run(READ)
    parts = match_in(wait(driver, FOUND))
    return join(parts) if parts else None
