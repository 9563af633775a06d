"""Several match files chosen together are analysed beside the game, and a reload goes on with them."""

from collections.abc import Callable
from pathlib import Path

import pytest
from browser.hands import PATIENCE, Hands
from playwright.sync_api import Page, expect

pytestmark = pytest.mark.browser

MATCH = " 3 point match\n\n Game 1\n {name} : 0    Bob : 0\n  1) {roll}: {play}   62: 24/18 13/11\n"
FILES = {
    "a.mat": MATCH.format(name="Ann", roll="31", play="8/5 6/5"),
    "b.mat": MATCH.format(name="Bea", roll="42", play="8/4 6/4"),
    "c.mat": MATCH.format(name="Cid", roll="61", play="13/7 8/7"),
}


def test_three_files_end_up_in_the_statistics_while_the_game_goes_on(
    visit: Callable[..., Page], tmp_path: Path
) -> None:
    for name, text in {**FILES, "notes.txt": "hello"}.items():
        tmp_path.joinpath(name).write_text(text)
    page = visit("engine")
    hands = Hands(page)
    hands.see()
    hands.press("l")
    hands.see()
    chosen = sorted(tmp_path.iterdir(), reverse=True)
    page.set_input_files("dialog input[type=file]", chosen)
    expect(page.locator("dialog .said-here")).to_contain_text("Not added: notes.txt", timeout=PATIENCE)
    page.reload()
    hands.see()
    hands.roll()
    page.click('.links [data-command="figures"] >> visible=true')
    expect(page.locator("dialog [data-command=past-match]")).to_have_count(3, timeout=PATIENCE)
    expect(page.locator("dialog progress")).to_have_count(0)
    expect(page.locator("dialog [role=log]")).to_contain_text("Analysed matches: 3 of 3")
    bins = page.locator("dialog [data-command=match-delete]")
    for left in (2, 1):  # from the last row the focus goes to the one above it
        bins.last.focus()
        page.keyboard.press("Enter")
        expect(bins).to_have_count(left)
        expect(bins.last).to_be_focused()
