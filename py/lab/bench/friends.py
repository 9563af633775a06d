"""``python3 py bench friends``: how soon a play is on a friend's board, over loopback in real Chromium.

Two profiles of one browser open the built site and play a live match; every click is a real one, and nothing
moves by itself. Measured from the click that confirms a play until the friend's board has been laid out with
it, in three stages: until the sender sends it, until the friend's page receives it, until its board is laid
out. Both pages share the machine, so other load counts: the bar is for an idle machine.
"""

import argparse
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from backgammon.cli.options import whole
from backgammon.storage.codec import dump_settings
from backgammon.storage.types import Settings, Speed
from lab.bench import chromium
from tools import site
from tools.errors import ToolError

BAR = 150.0
"""Milliseconds within which a confirmed play is to be on the friend's board."""
TIMEOUT = 180_000
SWITCHES = (
    "--disable-gpu",
    "--disable-features=WebRtcHideLocalIpsWithMdns",
    "--allow-loopback-in-peer-connection",
)
SETTINGS = f"localStorage.setItem('triktrakk.settings', {dump_settings(Settings(speed=Speed.OFF))!r});"
WATCH = """
const now = () => performance.timeOrigin + performance.now();
window.noted = { click: [], sent: [], heard: [], board: [] };
addEventListener("click", event => noted.click.push(performance.timeOrigin + event.timeStamp), true);
const send = RTCDataChannel.prototype.send;
RTCDataChannel.prototype.send = function (data) { noted.sent.push(now()); return send.call(this, data); };
const create = RTCPeerConnection.prototype.createDataChannel;
RTCPeerConnection.prototype.createDataChannel = function (...given) {
    const channel = create.apply(this, given);
    channel.addEventListener("message", () => noted.heard.push(now()));
    return channel;
};
new MutationObserver(() => {
    if (!document.querySelector(".loud [data-command=roll], .place.legal")) return;
    document.querySelector("#app")?.getBoundingClientRect();
    noted.board.push(now());
}).observe(document, { subtree: true, childList: true, attributes: true });
"""
NEXT = """() => {
    const places = ['.place.legal[aria-pressed="true"]', ".place.legal"];
    const commands = ["confirm", "roll", "take", "accept", "next-game"];
    const found = [...commands.map(name => `.loud [data-command="${name}"]`), ...places]
        .map(one => document.querySelector(one)).find(Boolean);
    if (!found || "keeping" in document.documentElement.dataset) return null;
    const { x, y, width, height } = found.getBoundingClientRect();
    return [found.dataset.command ?? "", x + width / 2, y + height / 2];
}"""
CLEAR = "() => { for (const times of Object.values(noted)) times.length = 0; }"
NOTED = "() => noted"
LAID_OUT = "() => noted.board.length"
OVER = ".loud [data-command=review]"


@dataclass(frozen=True, slots=True)
class Latency:
    """The milliseconds that a play took to be sent, then to be received, then to be drawn."""

    sending: float
    travelling: float
    drawing: float

    @property
    def whole(self) -> float:
        """The milliseconds from the click to the friend's board."""
        return self.sending + self.travelling + self.drawing

    @classmethod
    def of(cls, mine: dict[str, list[float]], theirs: dict[str, list[float]]) -> "Latency":
        """Read the times that both pages noted, on one clock since both run on one machine."""
        (clicked, *_) = mine["click"]
        sent = next(time for time in mine["sent"] if time >= clicked)
        heard = next(time for time in theirs["heard"] if time >= sent)
        board = next(time for time in theirs["board"] if time >= heard)
        return cls(sent - clicked, heard - sent, board - heard)


def main(argv: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python3 py bench friends", description="How soon a play is on a friend's board."
    )
    parser.add_argument("--plays", type=whole(1, 1000), default=40, help="default: %(default)s")
    parser.add_argument(
        "--site", type=chromium.site_folder, help="measure this built site (default: build one)"
    )
    options = parser.parse_args(argv)
    status = chromium.run_in_test_environment(["bench", "friends", *argv])
    if status is not None:
        return status
    with tempfile.TemporaryDirectory() as name:
        root = options.site or Path(name) / "site"
        if not options.site:
            site.build(root, offline=False)
        report(measure(root, options.plays))
    return 0


def report(ways: list[Latency]) -> None:
    """Print medians of the stages and of the whole, and the share of plays beyond the bar."""
    late = sum(way.whole > BAR for way in ways)
    stages = [median(getattr(way, name) for way in ways) for name in ("sending", "travelling", "drawing")]
    whole_way = sorted(way.whole for way in ways)
    heads = ("send", "hear", "draw", "whole", "90 %", f"> {BAR:.0f}", "plays")
    cells = [*stages, median(whole_way), whole_way[len(whole_way) * 9 // 10]]
    print(f"{'Chromium, ms':16}" + "".join(f"{head:>9}" for head in heads))
    print(
        f"{'a play':16}" + "".join(f"{cell:9.1f}" for cell in cells) + f"{late / len(ways):9.0%}{len(ways):9}"
    )


def measure(root: Path, plays: int) -> list[Latency]:
    """Play live until ``plays`` plays have been measured; raise ToolError if the match is over before."""
    with chromium.browse(root, *SWITCHES) as (browser, address):
        pages = [open_page(browser, address) for _ in range(2)]
        connect(*pages)
        ways: list[Latency] = []
        while len(ways) < plays:
            if all(page.locator(OVER).count() for page in pages):
                raise ToolError(f"the match was over after {len(ways)} plays; choose fewer")
            for page, other in (pages, pages[::-1]):
                way = click(page, other)
                if way:
                    ways.append(way)
                    print(f"play {len(ways)} of {plays} …", file=sys.stderr, flush=True)
    return ways[:plays]


def open_page(browser: Any, address: str) -> Any:
    """Return a page that shows the board, in a new profile."""
    context = browser.new_context(service_workers="block", bypass_csp=True)
    context.set_default_timeout(TIMEOUT)
    context.add_init_script(SETTINGS + WATCH)
    page = context.new_page()
    page.goto(address)
    page.wait_for_selector('html:not([data-ready=""])', state="attached")
    return page


def connect(one: Any, two: Any) -> None:
    """Let the first invite the second to a long match, and connect both."""
    one.click('header [data-command="new-game"]')
    for name, value in (("opponent", "remote"), ("way", "live"), ("length", "25")):
        one.locator(f'dialog input[name="{name}"][value="{value}"]').check(force=True)
    one.click("dialog button[type=submit]")
    follow(two, one)
    two.click("dialog [data-form=friend] button[type=submit]")
    follow(one, two)
    for page in (one, two):
        page.wait_for_selector("dialog", state="detached")
        page.locator(".top-side", has_text="connected").wait_for()


def follow(page: Any, other: Any) -> None:
    """Open the link that the other page shows."""
    other.locator(".link-text").wait_for()
    page.evaluate("link => { location.hash = new URL(link).hash; }", other.input_value(".link-text"))


def click(page: Any, other: Any) -> Latency | None:
    """Make a player's next click, if there is one; return the latency of the play it confirms, else None."""
    target = page.evaluate(NEXT)
    if target is None:
        page.wait_for_timeout(20)
        return None
    command, x, y = target
    confirms = command == "confirm"
    for each in (page, other) if confirms else ():
        each.evaluate(CLEAR)
    page.mouse.click(x, y)
    page.wait_for_timeout(100)
    if not confirms or not wait_for_play(other):
        return None
    return Latency.of(page.evaluate(NOTED), other.evaluate(NOTED))


def wait_for_play(page: Any) -> bool:
    """Return whether the play arrives within 2 seconds; one that leaves the friend no move goes unnoticed."""
    for _ in range(100):
        if page.evaluate(LAID_OUT):
            return True
        page.wait_for_timeout(20)
    return False
