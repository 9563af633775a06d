"""Nothing is lost when a browser is killed: a few lives in each browser, or as many as ``--kills`` says.

``pytest tests/browsers/test_kills.py --browsers --kills=300 --seed=1`` is the full test; see ``kills``.
"""

import threading
from pathlib import Path

import pytest
from browsers.drivers import NotInstalled, chromium, firefox
from browsers.kills import Start, run

from tools import site
from tools.serve import Server

pytestmark = [pytest.mark.browsers, pytest.mark.timeout(36_000)]

BROWSERS: dict[str, Start] = {"chromium": chromium, "firefox": firefox}


@pytest.mark.parametrize("name", BROWSERS)
def test_what_was_shown_is_there_after_a_kill(
    name: str, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    kills, seed = request.config.getoption("--kills"), request.config.getoption("--seed")
    site.build(tmp_path / "site")
    with Server(tmp_path / "site", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        try:
            report = run(BROWSERS[name], server.address, tmp_path, kills, seed)
        except NotInstalled as absent:
            pytest.skip(str(absent))
        finally:
            server.shutdown()
    print(report)
    assert report.kills == kills
    assert report.actions
    assert report.faults == []
    assert max(report.lost) <= 1
