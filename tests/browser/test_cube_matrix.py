"""The cube at every score in the real page: the worker looks and can be stopped; the page stays smooth.

Marked slow: test_review stops an analysis in the page too, and tests/analysis/test_cube_scores has the cells.
"""

import pytest
from browser.conftest import Visit
from browser.hands import PATIENCE, Hands, disable_motion
from browser.test_smoothness import LONGEST, main_thread_tasks
from playwright.sync_api import Browser, BrowserContext, Page, expect

pytestmark = [pytest.mark.browser, pytest.mark.slow]

XGID = "a--aBAC-C---bD-b-c-dBb----:0:0:1:00:0:2:0:7:10"


def open_cube_analysis(context: BrowserContext, visit: Visit) -> Page:
    """Open a page that shows the analysis of a cube decision."""
    disable_motion(context)
    page = visit("engine")
    page.evaluate("hash => { location.hash = hash; }", f"xgid={XGID}")
    page.wait_for_selector('[data-command="study-close"]', timeout=PATIENCE)
    Hands(page).click("hint")
    page.wait_for_selector(".cube-finding", timeout=PATIENCE)
    return page


def test_it_may_be_stopped_and_begun_again(context: BrowserContext, visit: Visit) -> None:
    page = open_cube_analysis(context, visit)
    page.click('[data-command="cube-scores"]')
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    page.click('[data-command="cube-scores"]')
    expect(page.locator(".cube-matrix")).to_be_visible(timeout=PATIENCE)
    assert page.locator(".cube-matrix td.here").get_attribute("aria-label") == "Double, take"
    assert page.locator(".losers td").count() == 37


def test_no_task_of_the_page_is_long(chromium: Browser, context: BrowserContext, visit: Visit) -> None:
    page = open_cube_analysis(context, visit)
    chromium.start_tracing(page=page, categories=["toplevel"])
    page.click('[data-command="cube-scores"]')
    page.wait_for_selector(".cube-matrix", timeout=PATIENCE)
    page.keyboard.press("Escape")
    expect(page.locator("dialog")).to_have_count(0)
    tasks = main_thread_tasks(chromium.stop_tracing())
    assert max(tasks) < LONGEST, sorted(tasks)[-5:]
