"""``python3 py screenshots``: the pictures of the page in the README, and of the installed program.

Taken in real Chromium on the built site, all from one match (screenshots.mat): in its middle, with the
person to play, on a wide screen and on a phone, and after its end, with the analysis, in dark colours. Take
them again when the page has changed its looks; they are checked by eye.
"""

import argparse
import tempfile
from base64 import b64decode
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from backgammon.core.fairdice import SECRET_BYTES, commitment
from backgammon.notation.mat import parse_mat
from backgammon.notation.record import Record
from backgammon.storage.log import Log
from backgammon.storage.types import Computer, GameDice, Games, Human, MatchOptions, Saved
from lab.bench import chromium, page_browser
from tools import places, site
from tools.paths import ROOT

MATCH = Path(__file__).with_suffix(".mat")
FOLDER = ROOT / places.WEB / "screenshots"
ACTIONS = 69
"""The actions of the match before the person is to play in the pictures of the board."""
SECRET = bytes(SECRET_BYTES)
DICE = GameDice(commitment(SECRET), SECRET.hex(), "")
"""What is stored about the dice of each game; the file does not tell, and the pictures do not show it."""
TIMEOUT = 120_000
SETTLING = 3_000
QUALITY = 90
"""Of WebP, in percent."""
READY, WORST = "html[data-ready=engine]", "dialog .choice-row >> nth=0"


@dataclass(frozen=True, slots=True)
class Screenshot:
    """A picture: its size in CSS pixels, pixels per CSS pixel, the colours, and whether of the analysis."""

    width: int
    height: int
    scale: int
    colours: str
    analysed: bool = False


SCREENSHOTS = {
    "wide": Screenshot(1280, 800, 1, "light"),
    "analysis": Screenshot(1280, 800, 1, "dark", analysed=True),
    "narrow": Screenshot(390, 844, 2, "light"),
}


def main(argv: list[str]) -> int:
    """Take all screenshots and write them over those of the site."""
    parser = argparse.ArgumentParser(prog="python3 py screenshots", description="Take the screenshots.")
    parser.parse_args(argv)
    status = chromium.run_in_test_environment(["screenshots", *argv])
    if status is not None:
        return status
    with tempfile.TemporaryDirectory() as folder:
        site.build(Path(folder) / "site")
        with chromium.browse(Path(folder) / "site") as (browser, address):
            for name, screenshot in SCREENSHOTS.items():
                path = FOLDER / f"{name}.webp"
                path.write_bytes(take(browser, address, screenshot))
                print(path.relative_to(ROOT))
    return 0


def saved_match(actions: int | None) -> Saved:
    """Return the match after this many of its actions, or after all: a person against the computer."""
    record = parse_mat(MATCH.read_text("utf-8"))
    setup = MatchOptions(seats=(Human(), Computer("club")), length=record.start.length)
    played = Record.of(record.players, record.start, record.log[:actions])
    dice = Games.of([DICE] * len(played.games))
    return Saved(setup, played.end, Log.of(record.start, played.log), dice)


def take(browser: Any, address: str, screenshot: Screenshot) -> bytes:
    """Return a screenshot as WebP, of a page on which the match was left earlier."""
    context = browser.new_context(
        viewport={"width": screenshot.width, "height": screenshot.height},
        device_scale_factor=screenshot.scale,
        color_scheme=screenshot.colours,
        service_workers="block",
        bypass_csp=True,
    )
    page = context.new_page()
    page.set_default_timeout(TIMEOUT)
    page.goto(f"{address}{site.INDEX}")
    saved = saved_match(None if screenshot.analysed else ACTIONS)
    page.evaluate(page_browser.PUT, page_browser.stored_texts(saved))
    page.goto(address)
    page.wait_for_selector(READY)
    if screenshot.analysed:
        page.wait_for_function(page_browser.COMMAND, arg="review")
        page.click(WORST)
    page.wait_for_timeout(SETTLING)
    part = {"x": 0, "y": 0, "width": screenshot.width, "height": screenshot.height, "scale": screenshot.scale}
    options = {"format": "webp", "quality": QUALITY, "clip": part}
    answer = context.new_cdp_session(page).send("Page.captureScreenshot", options)
    context.close()
    return b64decode(answer["data"])
