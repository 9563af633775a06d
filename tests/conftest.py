"""The setup of all tests: hypothesis is repeatable, slow tests run on request, browser tests come last.

With ``--quick`` long tests are left out, and random tests try fewer examples (effort.py).
"""

import gc
import signal
from collections.abc import Generator, Iterator
from pathlib import Path

import effort
import pytest
from hypothesis import settings

BROWSER = Path(__file__).parent / "browser"
LONGEST = (
    *("access", "embed_live", "fit", "friend", "friend_sheets", "keeping", "lists", "loading", "low"),
    *("offline", "play", "quiz", "records", "review", "room"),
)
"""The longest files in ``browser/``: started first, so that none is still running when all else is done."""
BUILDING = "tools/test_site.py"
"""Run first: the snapshot it takes long to make (tools/snapshot) serves all others that build a site."""

for name, examples in effort.EXAMPLES.items():
    settings.register_profile(name, derandomize=True, deadline=None, database=None, max_examples=examples)


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--slow", action="store_true", help="run the slow tests too")
    parser.addoption("--quick", action="store_true", help="leave out thorough tests, try less at random")
    parser.addoption("--late", action="store_true", help="let all that a page waits for come late")
    parser.addoption(
        "--steps", type=int, default=9600, help="so many random events (app/test_anything, test_studying)"
    )
    parser.addoption("--browsers", action="store_true", help="a match in Chromium, Firefox, WebKitGTK")
    parser.addoption("--kills", type=int, default=4, help="how often each browser is killed")
    parser.addoption("--seed", type=int, default=1, help="where what is random in --steps and --kills begins")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the number of random examples, before any test is imported."""
    chosen = [name for name in ("slow", "quick") if config.getoption(f"--{name}")]
    settings.load_profile(chosen[0] if chosen else "usual")


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Keep tests out of garbage collection, both while they are collected and later: they live to the end."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the tests in ``browser/``, run them last, longest files first; deselect tests not asked for.

    If reruns are allowed at all, a failed browser test is run again once: see tools/testing.RERUNS.
    """
    for item in items:
        if BROWSER in item.path.parents:
            item.add_marker("browser")
            if config.getoption("max_suite_reruns"):
                item.add_marker(pytest.mark.flaky(reruns=1))
    unwanted = [name for name in ("slow", "browsers") if not config.getoption(f"--{name}")]
    unwanted += ["thorough"] if config.getoption("--quick") else []
    left_out = [item for item in items if any(map(item.get_closest_marker, unwanted))]
    if left_out:
        config.hook.pytest_deselected(items=left_out)
        items[:] = [item for item in items if item not in left_out]
    items.sort(key=_turn)


def _turn(item: pytest.Item) -> tuple[bool, bool, bool]:
    """Return the sort key of a test: lower keys run earlier."""
    in_browser = item.get_closest_marker("browser") is not None
    is_short = item.path.stem.removeprefix("test_") not in LONGEST
    return not item.path.match(BUILDING), in_browser, in_browser and is_short


@pytest.fixture
def interruptible() -> Iterator[None]:
    """Heed Ctrl-C again, which a shell makes its background processes and their children ignore."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
