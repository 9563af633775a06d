"""The page never blocks: while the computer thinks, no task of it takes 50 ms of processor time.

Marked slow because it measures time: on another machine the same task may take longer.
"""

import json
from collections.abc import Callable
from typing import Any

import pytest
from browser.hands import Hands, disable_motion
from playwright.sync_api import Browser, BrowserContext, Page

pytestmark = [pytest.mark.browser, pytest.mark.slow]

LONGEST = 50_000  # microseconds


def main_thread_tasks(trace: bytes) -> list[float]:
    """Return the processor time, in microseconds, of each task of the pages' main threads."""
    events: list[dict[str, Any]] = json.loads(trace)["traceEvents"]
    mains = {
        (event["pid"], event["tid"])
        for event in events
        if event["name"] == "thread_name" and event["args"]["name"] == "CrRendererMain"
    }
    return [
        event["tdur"]
        for event in events
        if event["name"].endswith("RunTask") and "tdur" in event and (event["pid"], event["tid"]) in mains
    ]


def test_no_long_task_while_the_computer_thinks(
    chromium: Browser, context: BrowserContext, visit: Callable[..., Page]
) -> None:
    disable_motion(context)
    hands = Hands(visit("engine"))
    hands.roll()
    hands.play()
    hands.wait_for_turn()
    chromium.start_tracing(page=hands.page, categories=["toplevel"])
    for _ in range(4):
        hands.roll()
        hands.play()
    hands.wait_for_turn()
    tasks = main_thread_tasks(chromium.stop_tracing())
    assert len(tasks) > 100
    assert max(tasks) < LONGEST
