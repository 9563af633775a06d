"""A real worker that throws, wherever it does: the page notices at once, without waiting for silence."""

import json
from pathlib import Path
from urllib.parse import quote

import pytest
from playwright.sync_api import Page, Route

from tools.paths import ROOT

pytestmark = pytest.mark.browser

PROGRAMS = Path(__file__).parent / "programs"
PLACES = ("import", "receive", "step")
"""Where a fault may lie: where the worker begins, is asked and works."""
OTHERS = (
    *("begin", "answer", "post", "import badly", "import recursing", "exit", "receive badly"),
    *("receive in-javascript", "read", "cancel"),
    *("read recursing", "step badly", "step in-javascript", "step recursing", "think", "think badly"),
    *("think recursing", "write", "sleep"),
)
"""Places between these, and other ways to fail in them."""
SILENT = "hang"
"""The fault that throws nothing: it is noticed too, but only when the page's patience is over."""
STARTS = "start()"


def break_worker(route: Route) -> None:
    """Serve worker.py with the fault that the address of worker.js names."""
    source = (ROOT / "py" / "worker.py").read_text("utf-8")
    faults = (PROGRAMS / "worker_faults.py").read_text("utf-8")
    assert source.count(STARTS) == 1
    befall = "befall(str(js.decodeURIComponent(js.location.search[1:])))"
    broken = source.replace(STARTS, f"{faults}\n\n{befall}\n{STARTS}")
    route.fulfill(body=broken, content_type="text/x-python")


@pytest.mark.parametrize("at_once", [PLACES, pytest.param(OTHERS, marks=pytest.mark.slow)])
def test_every_fault_of_a_worker_is_noticed(at_once: tuple[str, ...], page: Page, address: str) -> None:
    program = (PROGRAMS / "page_faults.py").read_text("utf-8")
    page.route("**/py/main.py", lambda route: route.fulfill(body=program, content_type="text/x-python"))
    page.context.route("**/py/worker.py", break_worker)
    page.goto(f"{address}#{quote(json.dumps([*at_once, SILENT]))}")
    page.wait_for_function("document.documentElement?.dataset.report", timeout=280_000)
    found = json.loads(page.evaluate("document.documentElement.dataset.report"))
    assert [fault for fault, seconds in found.items() if seconds is None] == []
    assert {fault: found[fault] for fault in at_once if found[fault] >= found[SILENT]} == {}
