"""A page of another origin with embedded boards: what it shows, hears and asks."""

from pathlib import Path
from typing import Any, Literal

from browser.hands import PATIENCE, READY_TIMEOUT
from playwright.sync_api import Frame, Page

from backgammon.notation.setup import Setup
from backgammon.notation.xgid import format_xgid

OPENING = format_xgid(Setup())
PLAY_31 = OPENING.replace(":00:", ":31:")
MATCH = """ 3 point match

 Game 1
 Ann : 0                          Bob : 0
  1) 31: 8/5 6/5                  62: 24/18 13/11
  2) 64: 24/14
"""
RUNTIME = ("pyodide", "pyscript", "backgammon.zip", "snapshot.bin")
LIES_ON_BOARD = """() => [
    ...document.querySelectorAll("#app svg :is(.checker, .dice, .die, .pip, .cube, .cube-body, text)")
].map(e => [
    e.getAttribute("class"), e.getAttribute("transform"), e.tagName === "text" ? e.textContent : ""
])"""
SHOWN = "() => document.documentElement?.dataset.frame"
DRAWN = "() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))"
CONFIRM = 'button[data-command="confirm"]'
STARTED = "() => document.documentElement?.dataset.frame === 'live'"


class Host:
    """A page of another origin with boards in it, which records its requests and the events of its boards."""

    def __init__(self, page: Page, elsewhere: tuple[Path, str], site: str) -> None:
        self.page, self.site = page, site
        self._root, self._address = elsewhere
        self.requests: list[str] = []
        page.on("request", lambda request: self.requests.append(request.url))

    def show(self, body: str, until: Literal["load", "commit"] = "load") -> None:
        """Open a page with this body, and record the events of every board."""
        (self._root / "index.html").write_text(
            f"""<!doctype html><meta charset="utf-8"><title>A page about backgammon</title>{body}
            <script>
            window.heard = [];
            for (const name of ["ready", "play", "roll", "result", "error"])
              document.querySelectorAll("triktrakk-board").forEach(board => board.addEventListener(
                name, event => window.heard.push([name, event.detail])));
            </script><script src="{self.site}embed.js"></script>""",
            "utf-8",
        )
        self.page.goto(self._address, wait_until=until)

    def without_scripts(self, page: Page) -> "Host":
        """Return the same host for a page whose browser runs no scripts."""
        return Host(page, (self._root, self._address), self.site)

    def wait_for_events(self, name: str, count: int = 1) -> list[dict[str, Any]]:
        """Wait until ``count`` events of this name have come, and return their details."""
        self.page.wait_for_function(
            "([name, count]) => window.heard.filter(([heard]) => heard === name).length >= count",
            arg=[name, count],
            timeout=PATIENCE,
        )
        events = self.page.evaluate("window.heard")
        return [detail for heard, detail in events if heard == name]

    def frames(self) -> list[Frame]:
        """Return the frames of the boards."""
        return [frame for frame in self.page.frames if frame.url.startswith(self.site)]

    def programs(self) -> list[str]:
        """Return the requested addresses that belong to the runtime."""
        return [url for url in self.requests if any(part in url for part in RUNTIME)]

    def ask(self, call: str) -> Any:
        """Call a method of the first board; return its answer, or ``failed:`` and the error message."""
        return self.page.evaluate(
            f"document.querySelector('triktrakk-board').{call}.catch(error => 'failed: ' + error.message)"
        )


def start_board(host: Host) -> Frame:
    """Click the only board's start button, and wait until its program is running."""
    (frame,) = host.frames()
    frame.click("#frame-start")
    frame.wait_for_function(STARTED, timeout=READY_TIMEOUT)
    return frame


def move_31(frame: Frame) -> None:
    """Move the checkers of the standard 3-1 play, 8/5 6/5."""
    for place, top in ((8, 5), (6, 5)):
        frame.dispatch_event(f'[data-place="{place}"]', "click")
        frame.evaluate(DRAWN)
        if frame.locator('.place[aria-pressed="true"]').count():
            frame.dispatch_event(f'[data-place="{place}"]', "click")
        frame.locator(f'[data-top="{top}"]').wait_for(state="attached", timeout=PATIENCE)


def play_31(frame: Frame) -> None:
    """Make the standard 3-1 play, and confirm it."""
    move_31(frame)
    frame.click(CONFIRM)
