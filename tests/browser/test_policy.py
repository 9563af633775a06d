"""The page's policy: the page itself never breaks it, and injected code does not run."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from browser.conftest import browser_context
from browser.hands import READY_TIMEOUT
from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.browser

REPORT = """addEventListener("securitypolicyviolation", event =>
    (window.broken ??= []).push(`${event.violatedDirective} ${event.blockedURI}`))"""
SLIPPED_IN = """() => {
    const script = document.createElement("script");
    script.textContent = "window.ran = 1";
    document.head.append(script);
    document.body.insertAdjacentHTML("beforeend", '<img src="x:" onerror="window.ran = 2">');
    setTimeout("window.ran = 3");
    return new Promise(done => {
        const look = () => window.broken?.length >= 2 ? done(window.ran ?? 0) : setTimeout(look, 500);
        setTimeout(look, 500);
    });
}"""


@pytest.fixture
def page(chromium: Browser, address: str, problems: list[str]) -> Iterator[Page]:
    """A page under its policy, with the engine ready; it notes whatever the policy forbids."""
    with browser_context(chromium, address, problems, policy=True) as context:
        context.add_init_script(REPORT)
        page = context.new_page()
        page.goto(address)
        page.locator('html[data-ready="engine"]').wait_for(state="attached", timeout=READY_TIMEOUT)
        yield page


def test_a_picture_of_the_board_is_saved_under_the_policy(page: Page, tmp_path: Path) -> None:
    page.click('[data-command="files"]:visible')
    for kind, begin in (("png", b"\x89PNG"), ("svg", b"<svg ")):
        with page.expect_download() as saved:
            page.click(f'dialog[open] [data-command="save-as"][data-value="{kind}"]')
        assert saved.value.suggested_filename == f"triktrakk-position.{kind}"
        saved.value.save_as(tmp_path / kind)
        assert (tmp_path / kind).read_bytes().startswith(begin)
    drawn = (tmp_path / "png").read_bytes()
    assert int.from_bytes(drawn[16:20]) == 1600
    assert len(drawn) > 100_000, "an empty one is small"
    assert page.evaluate("window.broken ?? []") == []


def test_the_page_keeps_its_policy_and_nothing_else_runs(page: Page, problems: list[str]) -> None:
    page.click('.actions [data-command="roll"]')
    page.locator(".dice").first.wait_for(state="attached")
    page.click('[data-command="settings"]')
    page.locator("dialog[open]").wait_for()
    assert page.evaluate("window.broken ?? []") == []
    assert page.evaluate(SLIPPED_IN) == 0
    problems.clear()
