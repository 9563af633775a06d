"""Work in real workers: done beside the game's questions, shared between workers, and cancelled."""

import json
from pathlib import Path

import pytest
from playwright.sync_api import Page

pytestmark = pytest.mark.browser

PROGRAM = Path(__file__).parent / "programs" / "page_work.py"


def test_work_beside_the_game_and_shared(page: Page, address: str) -> None:
    program = PROGRAM.read_text("utf-8")
    page.route("**/py/main.py", lambda route: route.fulfill(body=program, content_type="text/x-python"))
    page.goto(address)
    page.wait_for_function("document.documentElement?.dataset.begun", timeout=120_000)
    page.evaluate("setTimeout(() => window.letGo(), 3000)")
    page.wait_for_function("document.documentElement?.dataset.report", timeout=120_000)
    assert json.loads(page.evaluate("document.documentElement?.dataset.report")) == {
        "merged": True,
        "trials": 12,
        "progressed": [-3, -2, -1],
        "grade": "blunder",
        "refused": "24/10 is not a legal play of 3-1",
        "work_went_first": False,
        "endless": False,
    }
