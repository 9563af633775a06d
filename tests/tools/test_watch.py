"""``python3 py play --watch``: a change is built and announced to the pages; a mistake does not end it."""

import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import snapshot, watch
from tools.errors import ToolError


@pytest.fixture
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Sources that the server watches instead of the repository's."""
    (tmp_path / "css").mkdir()
    (tmp_path / "css" / "board.css").write_text("")
    real = watch.sources
    monkeypatch.setattr(watch, "sources", lambda: real(tmp_path))
    return tmp_path


@pytest.fixture
def server(root: Path) -> Iterator[watch.WatchServer]:
    with watch.WatchServer(root / "site", 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def next_build(server: watch.WatchServer, change: Path) -> str:
    """Change a file and return the event that an open page receives."""
    with urllib.request.urlopen(f"{server.address}watch-events", timeout=20) as stream:
        change.write_text(change.read_text() + " ")
        line = b":"
        while line in (b":\n", b":", b"\n"):
            line = stream.readline()
        return str(line, "ascii").strip()


def test_a_change_is_built_and_told(
    server: watch.WatchServer, root: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    builds: list[int] = []
    monkeypatch.setattr(watch.WatchServer, "build", lambda self: builds.append(1))
    assert next_build(server, root / "css" / "board.css") == "data: built"
    assert builds == [1]
    assert capfd.readouterr().out == "built anew: board.css\n"


def test_a_change_is_built_once(
    server: watch.WatchServer, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks, builds = threading.Semaphore(0), list[int]()
    find = watch.sources

    def look() -> dict[Path, int]:
        looks.release()
        return find()

    monkeypatch.setattr(watch.WatchServer, "build", lambda self: builds.append(1))
    next_build(server, root / "css" / "board.css")
    monkeypatch.setattr(watch, "sources", look)
    for _ in range(3):
        assert looks.acquire(timeout=20)
    assert builds == [1]


def test_a_mistake_is_printed_and_the_next_change_is_built(
    server: watch.WatchServer, root: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    tried = threading.Event()

    def fail(self: watch.WatchServer) -> None:
        tried.set()
        raise ToolError("a mistake")

    monkeypatch.setattr(watch.WatchServer, "build", fail)
    (root / "css" / "board.css").write_text("mistake")
    assert tried.wait(20)
    monkeypatch.setattr(watch.WatchServer, "build", lambda self: None)
    assert next_build(server, root / "css" / "board.css") == "data: built"
    assert capfd.readouterr().err == "a mistake\n"


def test_its_pages_load_the_script_and_it_is_served(tmp_path: Path) -> None:
    with watch.WatchServer(tmp_path / "site", 0) as server:
        server.build()
        server.build()
        threading.Thread(target=server.serve_forever, daemon=True).start()
        for name in ("index.html", "frame.html"):
            with urllib.request.urlopen(server.address + name) as page:
                assert watch.TAG in page.read().decode()
        with urllib.request.urlopen(server.address + "watch.js") as script:
            assert script.read() == watch.SCRIPT
        server.shutdown()
    assert not (tmp_path / "site" / "py" / snapshot.MEMORY).exists()


def test_what_is_written_by_python_itself_is_no_change(root: Path) -> None:
    (root / "py" / "__pycache__").mkdir(parents=True)
    before = watch.sources()
    (root / "py" / "__pycache__" / "main.pyc").write_bytes(b"")
    assert watch.sources() == before
    (root / "py" / "main.py").write_text("")
    assert watch.sources() != before
