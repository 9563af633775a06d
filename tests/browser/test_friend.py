"""Two browsers play each other under the page's own strict policy: live, and by message."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from browser.conftest import browser_context, disable_engine
from browser.friends import OVER, Friends, friends
from browser.hands import PATIENCE, Hands
from playwright.sync_api import Browser

pytestmark = pytest.mark.browser


@pytest.fixture
def pair(chromium: Browser, address: str, problems: list[str]) -> Iterator[Friends]:
    """Two profiles, each with the page open under its own policy, and without an engine, which none asks."""
    with ExitStack() as stack:
        one, two = (
            stack.enter_context(browser_context(chromium, address, problems, policy=True)) for _ in "ab"
        )
        for context in (one, two):
            disable_engine(context)
        yield friends(one, two, address)


def test_two_play_live_from_the_invitation_to_the_end(pair: Friends) -> None:
    link = pair.invite()
    assert len(link) - len(pair.address) <= 400
    assert pair.code(pair.one) == link
    back = pair.accept(link)
    assert pair.two.evaluate("document.activeElement.id") == "dialog-title"
    pair.open(pair.one, back)
    pair.wait_for_connection()
    assert [page.locator(".top-side .name").inner_text() for page in pair.both] == ["Bob", "Ann"]
    assert not pair.play(6)
    pair.agree()
    mover = pair.turn()
    assert mover
    other = pair.two if mover is pair.one else pair.one
    Hands(mover).click("resign")
    Hands(mover).click("resign-offer", "1")
    other.locator('.loud [data-command="accept"]').click(timeout=PATIENCE)
    for page in pair.both:
        page.locator(OVER).wait_for(timeout=PATIENCE)
    Hands(mover).click("rematch")
    other.locator('.loud [data-command="rematch-no"]').wait_for(timeout=PATIENCE)
    Hands(other).click("rematch")
    for page in pair.both:
        page.locator(OVER).wait_for(state="detached", timeout=PATIENCE)
    assert not pair.play(3)
    pair.agree()


@pytest.mark.slow  # what is told and kept is in tests/app/test_friend_deleted
def test_who_deletes_a_match_tells_the_friend_and_both_play_again(pair: Friends) -> None:
    one, two = pair.both
    pair.open(one, pair.accept(pair.invite(length=3)))
    pair.wait_for_connection()
    assert not pair.play(3)
    one.click('.actions [data-command="friend"]')
    one.click('dialog [data-value="list"]')
    one.click(".matches summary")
    one.click(".matches .delete button")
    two.locator(".notice", has_text="Your friend deleted this match.").wait_for(timeout=PATIENCE)
    one.click('dialog [data-command="close"]')
    pair.open(one, pair.accept(pair.invite()))
    pair.wait_for_connection()
    assert [page.locator(".top-side .name").inner_text() for page in pair.both] == ["Bob", "Ann"]
    assert not pair.play(3)
    pair.agree()
    two.click('.actions [data-command="friend"]')
    two.click('dialog [data-value="list"]')
    two.locator(".matches li").nth(1).wait_for(timeout=PATIENCE)
    assert two.locator(".matches li").count() == 2, "the one that was deleted there is kept here"


@pytest.mark.slow  # likewise
def test_a_match_deleted_in_another_tab_is_deleted_here_and_the_friend_is_told(pair: Friends) -> None:
    one, two = pair.both
    pair.open(one, pair.accept(pair.invite(length=3)))
    pair.wait_for_connection()
    assert not pair.play(3)
    tab = one.context.new_page()
    tab.goto(pair.address)
    tab.locator('.top-side:has-text("not connected")').wait_for(timeout=PATIENCE)
    tab.click('.actions [data-command="friend"]')
    tab.click('dialog [data-value="list"]')
    tab.click(".matches summary")
    tab.click(".matches .delete button")
    two.locator(".notice", has_text="Your friend deleted this match.").wait_for(timeout=PATIENCE)
    one.locator(".top-side", has_text="Bob").wait_for(state="detached", timeout=PATIENCE)


def test_a_page_loaded_anew_goes_on_at_the_same_step_by_message_and_live(pair: Friends) -> None:
    pair.begin_by_message()
    assert not pair.play_by_message(8)
    seen = Hands(pair.two).see().position
    pair.two.reload()
    pair.two.locator('.top-side:has-text("not connected")').wait_for(timeout=PATIENCE)
    assert Hands(pair.two).see().position == seen
    pair.reconnect(pair.two)
    assert not pair.play(2)
    pair.agree()


@pytest.mark.slow
def test_a_match_to_three_points_whose_connection_is_cut_three_times(pair: Friends) -> None:
    pair.open(pair.one, pair.accept(pair.invite(length=3)))
    pair.wait_for_connection()
    for page in (pair.two, pair.one, pair.two):
        assert not pair.play(9)
        page.reload()
        page.locator('.top-side:has-text("not connected")').wait_for(timeout=PATIENCE)
        pair.reconnect(page)
    assert pair.play(2000)
    pair.agree()


@pytest.mark.slow
def test_a_match_by_message_to_its_end(pair: Friends) -> None:
    pair.begin_by_message()
    assert pair.play_by_message(4000)
    pair.agree()
