"""An address server, run by the test, is asked only where the player has allowed it."""

import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from browser.conftest import SUB_PATH, browser_context, disable_engine
from browser.friends import Friends, friends
from browser.stun import PORT, TOLD, AddressServer, address_server
from playwright.sync_api import Browser

from backgammon.friend.sdp import Candidate, Route, parse_sdp
from backgammon.friend.texts import Answer, Invitation, parse
from tools import site
from tools.serve import Server

pytestmark = pytest.mark.browser


@pytest.fixture
def stun() -> Iterator[AddressServer]:
    with address_server() as server:
        yield server


@pytest.fixture
def pair(chromium: Browser, stun: AddressServer, tmp_path: Path, problems: list[str]) -> Iterator[Friends]:
    """Two profiles with a page whose owner has named the address server, under its own policy."""
    site.build(tmp_path / SUB_PATH, offline=False, stun=[stun.address])
    (tmp_path / "favicon.ico").touch()  # the browser asks for it
    with ExitStack() as stack:
        server = stack.enter_context(Server(tmp_path, 0))
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = server.address + SUB_PATH
        one, two = (
            stack.enter_context(browser_context(chromium, address, problems, policy=True)) for _ in "ab"
        )
        for context in (one, two):
            disable_engine(context)
        yield friends(one, two, address)
        server.shutdown()


def candidates(link: str) -> tuple[Candidate, ...]:
    """Return the addresses that a link contains."""
    text = parse(link)
    assert isinstance(text, Invitation | Answer)
    return parse_sdp(text.sdp).candidates


def test_an_address_server_is_asked_where_the_player_allows_it(pair: Friends, stun: AddressServer) -> None:
    link = pair.invite()
    assert {each.route for each in candidates(link)} == {Route.HOST}
    assert stun.asked == 0
    pair.one.click('dialog [data-command="close"]')
    link = pair.invite(servers=True)
    assert Candidate(str(TOLD), PORT, Route.SERVER) in candidates(link)
    assert len(link) - len(pair.address) <= 400
    assert stun.asked > 0
    back = pair.accept(link)
    assert {each.route for each in candidates(back)} == {Route.HOST}, "the other has not allowed it"
    pair.open(pair.one, back)
    pair.wait_for_connection()
    assert not pair.play(2)
    pair.agree()
