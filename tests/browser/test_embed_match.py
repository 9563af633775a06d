"""Match files for a board in another page: those that arrive, those that do not, and other texts."""

import pytest
from browser.host import DRAWN, MATCH, OPENING, Host
from playwright.sync_api import expect

from backgammon.notation.detect import parse_anything
from backgammon.notation.errors import NotationError
from backgammon.notation.mat import parse_mat
from backgammon.notation.record import Record
from backgammon.notation.sgf import format_sgf

pytestmark = pytest.mark.browser


def test_a_match_file_that_does_not_come_is_told_once_by_its_address(host: Host, problems: list[str]) -> None:
    host.show('<triktrakk-board mode="match" src="nowhere.mat" lang="de"></triktrakk-board>')
    (told,) = host.wait_for_events("error")
    assert told["message"] == "Dieses Brett lässt sich nicht zeigen: nowhere.mat: 404"
    (frame,) = host.frames()
    expect(frame.locator('#frame-caption[role="alert"]')).to_have_text(told["message"])
    host.page.evaluate(DRAWN.removeprefix("() => "))
    assert len(host.wait_for_events("error")) == 1
    problems.clear()


@pytest.mark.parametrize(
    "text",
    [
        MATCH,
        format_sgf(parse_mat(MATCH)),
        " Match en 3 points\n\n Partie 1\n Ann : 0    Bob : 0\n 1) 31: 8/5 6/5",
        "Hello, this is no match: 3 point match",
        "<!doctype html><title>404</title><p>Game 1 is not here",
        OPENING,
    ],
)
def test_a_text_that_is_no_match_is_told_before_the_program_starts(host: Host, text: str) -> None:
    host.page.route("**/game.txt", lambda route: route.fulfill(body=text))
    host.show('<triktrakk-board src="game.txt"></triktrakk-board>')
    try:
        is_match = isinstance(parse_anything(text), Record)
    except NotationError:
        is_match = False
    if is_match:
        host.wait_for_events("ready")
    else:
        (told,) = host.wait_for_events("error")
        assert f"found “{text[:20]}" in told["message"]
        assert "expected the beginning of a match" in told["message"]
    assert host.page.evaluate("heard.length") == 1
    assert host.programs() == []


def test_a_match_file_needs_no_mode(host: Host) -> None:
    host.page.route("**/game.mat", lambda route: route.fulfill(body=MATCH))
    host.show('<triktrakk-board src="game.mat"></triktrakk-board>')
    assert host.wait_for_events("ready")[0]["mode"] == "match"


def test_an_empty_address_is_no_match_even_in_a_page_that_shows_one(host: Host) -> None:
    """It would be the address of that page."""
    host.show(f'<pre>{MATCH}</pre><triktrakk-board src=" "></triktrakk-board>')
    (told,) = host.wait_for_events("error")
    assert "no match was given" in told["message"]
