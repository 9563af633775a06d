"""Requests as the server records them: no file is sent twice, and a second visit only looks for updates."""

import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from browser.conftest import SUB_PATH, browser_context
from browser.hands import READY_TIMEOUT
from playwright.sync_api import Browser, BrowserContext, Page

from lab.bench.start import KEPT, SENT, RecordingServer
from tools import places, site, testing

pytestmark = pytest.mark.browser

CONTROLLED = "Boolean(navigator.serviceWorker.controller)"
LOOK = "navigator.serviceWorker.getRegistration().then(found => found.update()).then(() => true)"
ICONS = "css/icons/"
"""Files that the browser may request at any time, even for a tab that has been closed."""
ENGINE = "document.documentElement?.dataset.ready === 'engine'"


@pytest.fixture
def server(built_site: Path, tmp_path: Path) -> Iterator[RecordingServer]:
    shutil.copytree(built_site, tmp_path / SUB_PATH)
    with RecordingServer(tmp_path) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def visit(context: BrowserContext, server: RecordingServer) -> Page:
    """Open the site in a new page, and wait until the engine is ready and every file is kept."""
    page = context.new_page()
    page.goto(server.address + SUB_PATH)
    page.wait_for_function(ENGINE, timeout=READY_TIMEOUT)
    page.evaluate(KEPT)
    return page


def test_a_second_visit_asks_for_the_service_worker_alone(
    chromium: Browser, server: RecordingServer, problems: list[str]
) -> None:
    with browser_context(chromium, server.address + SUB_PATH, problems, offline=True) as context:
        visit(context, server).close()
        first = {answer.name for answer in server.take("/" + SUB_PATH)}
        assert {"", "py/start.js", "py/snapshot.bin", places.SERVICE_WORKER} <= first
        page = visit(context, server)
        assert page.evaluate(CONTROLLED)
        page.evaluate(LOOK)
        asked = {answer.name.removeprefix(SUB_PATH) for answer in server.take("/")}
        assert {name for name in asked if not name.startswith(ICONS)} == {places.SERVICE_WORKER}


@pytest.mark.slow  # a browser may discard what it has fetched
def test_nothing_is_sent_twice(chromium: Browser, server: RecordingServer, tmp_path: Path) -> None:
    with chromium.browser_type.launch_persistent_context(
        tmp_path / "profile",  # on disk, a profile keeps large files too
        executable_path=testing.chromium(),
        args=["--no-sandbox", "--disable-gpu"],
        bypass_csp=True,
    ) as context:
        visit(context, server)
        sent = [answer.name for answer in server.take("/" + SUB_PATH) if answer.code == SENT]
    assert {name or "index.html" for name in sent} | {site.INDEX} >= {
        name for name in places.contents(tmp_path / SUB_PATH) if not name.startswith(site.NOT_KEPT)
    }
    assert sorted({name for name in sent if sent.count(name) > 1}) == []
