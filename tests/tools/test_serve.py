"""The server of ``python3 py play``: right types, a clear line for a taken port, fresh files on reload."""

import os
import threading
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tools import play, serve, site
from tools.errors import ToolError

TYPES = {
    "index.html": "text/html; charset=utf-8",
    "style.css": "text/css; charset=utf-8",
    "pyodide.mjs": "text/javascript; charset=utf-8",
    "core.js": "text/javascript; charset=utf-8",
    "pyodide.asm.wasm": "application/wasm",
    "numkong.whl": "application/zip",
    "backgammon.zip": "application/zip",
    "manifest.webmanifest": "application/manifest+json",
    "pyscript.toml": "application/toml",
    "pyscript.json": "application/json",
    "icon.svg": "image/svg+xml",
}


@pytest.fixture
def server(tmp_path: Path) -> Iterator[serve.Server]:
    for name in TYPES:
        (tmp_path / name).write_bytes(b"content")
    with serve.Server(tmp_path, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


@pytest.mark.parametrize("name", TYPES)
def test_a_file_comes_with_its_type(server: serve.Server, name: str) -> None:
    with urllib.request.urlopen(server.address + name) as response:
        assert response.headers["Content-Type"] == TYPES[name]
        assert response.headers["Cache-Control"] == "no-cache"
        assert response.read() == b"content"


@pytest.mark.parametrize(("changed", "is_dated"), [(1000, False), (999, True)])
def test_a_second_change_within_a_second_is_seen(
    server: serve.Server, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, changed: int, is_dated: bool
) -> None:
    written = serve.Handler.date_time_string
    monkeypatch.setattr(
        serve.Handler,
        "date_time_string",
        lambda self, time=None: written(self, 1000 if time is None else time),
    )
    os.utime(tmp_path / "style.css", (changed, changed))
    with urllib.request.urlopen(server.address + "style.css") as response:
        assert ("Last-Modified" in response.headers) is is_dated


def test_it_is_for_this_machine_only(server: serve.Server) -> None:
    assert server.address.startswith("http://127.0.0.1:")


def test_it_says_nothing(server: serve.Server, capfd: pytest.CaptureFixture[str]) -> None:
    urllib.request.urlopen(server.address).close()
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("error", "lines"), [(BrokenPipeError, 0), (ConnectionResetError, 0), (ValueError, 1)]
)
def test_a_browser_that_leaves_is_no_news(
    server: serve.Server, capfd: pytest.CaptureFixture[str], error: type[Exception], lines: int
) -> None:
    try:
        raise error("happened")
    except error:
        server.handle_error(None, ("127.0.0.1", 1))
    assert capfd.readouterr().err.count(f"{error.__name__}: happened") == lines


@pytest.mark.parametrize("port", ["taken", 70_000])
def test_a_port_that_cannot_be_had_is_one_line(server: serve.Server, tmp_path: Path, port: int | str) -> None:
    number = server.server_address[1] if port == "taken" else port
    with pytest.raises(ToolError, match=rf"^port {number} .*--port"):
        serve.Server(tmp_path, int(number))


def test_a_taken_port_is_told_before_anything_is_built(
    server: serve.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(site, "build", lambda target: pytest.fail("it was built"))
    with pytest.raises(ToolError):
        play.main(["--port", str(server.server_address[1]), "--no-browser"])
