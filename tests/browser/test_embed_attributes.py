"""The attributes of an embedded board, as a page sets them: wrong ones, and those that change later."""

import pytest
from browser.hands import PATIENCE, READY_TIMEOUT
from browser.host import OPENING, PLAY_31, STARTED, Host
from playwright.sync_api import expect

pytestmark = pytest.mark.browser

TITLE = (
    "title => document.querySelector('triktrakk-board').shadowRoot.querySelector('iframe').title === title"
)


def test_a_board_that_cannot_be_shown_answers_nothing_else(host: Host) -> None:
    host.show('<triktrakk-board theme="pink"></triktrakk-board>')
    (told,) = host.wait_for_events("error")
    assert "pink" in told["message"]
    for call in ("getPosition()", f"setPosition('{OPENING}')", "reset()"):
        assert host.ask(call) == f"failed: {told['message']}"


def test_a_mode_that_there_is_not_is_told_by_the_name_of_its_attribute(host: Host) -> None:
    host.show('<triktrakk-board mode="chess"></triktrakk-board>')
    (told,) = host.wait_for_events("error")
    assert "“mode” must be one of play, position, problem, match, not “chess”" in told["message"]


def test_a_title_is_the_name_of_the_frame_also_once_it_changes(host: Host) -> None:
    host.show(f'<triktrakk-board title="First" xgid="{PLAY_31}"></triktrakk-board>')
    host.wait_for_events("ready")
    host.page.wait_for_function(TITLE, arg="First", timeout=PATIENCE)
    (frame,) = host.frames()
    for change, title in (
        ("setAttribute('title', 'Second')", "Second"),
        ("removeAttribute('title')", "Backgammon"),
    ):
        host.page.evaluate(f"document.querySelector('triktrakk-board').{change}")
        host.page.wait_for_function(TITLE, arg=title, timeout=PATIENCE)
    assert host.frames() == [frame]


def test_any_tag_of_a_language_is_understood_and_a_wrong_mode_told_by_its_name(host: Host) -> None:
    host.show(f'<triktrakk-board lang="de-CH" xgid="{PLAY_31}"></triktrakk-board><triktrakk-board mode="x">')
    host.wait_for_events("ready")
    (told,) = host.wait_for_events("error")
    assert "“mode”" in told["message"]
    german = host.frames()[0]
    assert german.locator("html").get_attribute("lang") == "de"
    expect(german.locator("#frame-caption")).to_have_text("Weiß am Zug: 3-1")
    german.click("#frame-start")
    german.wait_for_function(STARTED, timeout=READY_TIMEOUT)
    assert german.locator("html").get_attribute("lang") == "de"
