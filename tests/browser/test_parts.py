"""Parts of the page that load late: fetched when they are needed, and again if they did not arrive."""

from collections.abc import Callable

import pytest
from browser.hands import PATIENCE
from playwright.sync_api import Page, expect

XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


def test_a_part_that_does_not_come_is_told_and_comes_with_the_next_try(
    page: Page, visit: Callable[..., Page], problems: list[str]
) -> None:
    page.route("**/dialogs.bin", lambda route: route.abort())
    page.route("**/files.bin", lambda route: route.fulfill(body="of another build"))
    visit()
    page.keyboard.press("l")
    notice = page.locator(".status")
    expect(notice).to_contain_text("couldn’t be loaded")
    page.unroute("**/dialogs.bin")
    page.keyboard.press("l")
    field = page.locator("dialog[open] textarea")
    field.fill(XGID)
    page.click("dialog[open] [type=submit]")
    expect(page.locator("dialog[open]")).to_contain_text("couldn’t be loaded")
    page.unroute("**/files.bin")
    page.click("dialog[open] [type=submit]")
    expect(page.locator(".page[data-mode=study]")).to_be_attached()
    problems.clear()


def test_the_dialogs_are_there_before_one_is_asked_for_and_nothing_else_is(
    page: Page, visit: Callable[..., Page]
) -> None:
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    with page.expect_response("**/dialogs.bin"):
        visit("engine")
    assert not {"files.bin", "embed.bin", "backgammon.zip"} & {*asked}


@pytest.mark.parametrize("keys", ["jl", pytest.param("lj", marks=pytest.mark.slow)])
def test_parts_that_share_a_module_come_in_either_order(visit: Callable[..., Page], keys: str) -> None:
    page = visit()
    for key in keys:
        page.keyboard.press(key)
        if key == "j":
            expect(page.locator(".chapter").first).to_be_attached(timeout=PATIENCE)
            page.click("[data-command=quiz-close]")
        else:
            page.locator("dialog[open] textarea").fill(XGID)
            page.click("dialog[open] [type=submit]")
            expect(page.locator(".page[data-mode=study]")).to_be_attached(timeout=PATIENCE)
            page.click("[data-command=study-close]")
