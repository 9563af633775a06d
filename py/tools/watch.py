"""``python3 py play --watch``: rebuilds the site after each change in the sources and reloads open pages.

The build is a draft (tools.site.build): it takes half a second instead of twenty, and its page starts slower.
It runs in a separate process, since this one keeps the modules that it has imported.
"""

import contextlib
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

from tools.errors import ToolError
from tools.paths import ROOT
from tools.serve import Handler, Server

WATCHED = ("index.html", "pyscript.toml", "css", "py")
INTERVAL = 0.3
"""Seconds between two checks of the sources."""
KEEPALIVE = 5.0
"""Seconds after which an idle stream sends something, so that a closed page is noticed."""
TAG = '<script src="./watch.js" async></script>'
SCRIPT = b'new EventSource("./watch-events").onmessage = () => location.reload();'
"""Reloads a page after each build."""


class Builds:
    """Counts the builds; wakes those that wait for the next one."""

    def __init__(self) -> None:
        self._count = 0
        self._changed = threading.Condition()

    def announce(self) -> None:
        """Report that a new build can be loaded."""
        with self._changed:
            self._count += 1
            self._changed.notify_all()

    def wait(self, seconds: float) -> bool:
        """Wait this long for the next build; return whether one was announced."""
        with self._changed:
            seen = self._count
            return self._changed.wait_for(lambda: self._count != seen, seconds)


class WatchHandler(Handler):
    """Serves the site, a script for its pages, and the stream of events that the script listens to."""

    def do_GET(self) -> None:
        match self.path.partition("?")[0]:
            case "/watch.js":
                self._answer("text/javascript")
                self.wfile.write(SCRIPT)
            case "/watch-events":
                self._answer("text/event-stream")
                self._tell_of_builds()
            case _:
                super().do_GET()

    def _answer(self, kind: str) -> None:
        self.close_connection = True
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Connection", "close")
        self.end_headers()

    def _tell_of_builds(self) -> None:
        assert isinstance(self.server, WatchServer)
        while True:
            built = self.server.builds.wait(KEEPALIVE)
            self.wfile.write(b"data: built\n\n" if built else b":\n\n")


class WatchServer(Server):
    """A server that watches the sources as long as it serves."""

    def __init__(self, directory: Path, port: int) -> None:
        super().__init__(directory, port, WatchHandler)
        self.builds = Builds()
        self._seen = sources()

    def build(self) -> None:
        command = [sys.executable, str(ROOT / "py"), "build", str(self.directory), "--draft"]
        result = subprocess.run(command, capture_output=True, text=True, check=False)
        if result.returncode:
            raise ToolError(result.stderr.strip())
        for name in ("index.html", "frame.html"):
            page = (self.directory / name).read_text("utf-8")
            (self.directory / name).write_text(page.replace("</head>", f"{TAG}\n</head>"), "utf-8")

    def serve_forever(self, poll_interval: float = 0.5) -> None:
        stop = threading.Event()
        follower = threading.Thread(target=self._follow, args=(stop,))
        follower.start()
        try:
            super().serve_forever(poll_interval)
        finally:
            stop.set()
            follower.join()

    def _follow(self, stop: threading.Event) -> None:
        """Rebuild after each change until ``stop`` is set; errors in the sources are printed."""
        while not stop.wait(INTERVAL):
            found = sources()
            if found == self._seen:
                continue
            before, self._seen = self._seen, found
            changed = sorted(path.name for path in {*found, *before} if found.get(path) != before.get(path))
            try:
                self.build()
            except ToolError as error:
                print(error, file=sys.stderr, flush=True)
            else:
                print(f"built anew: {', '.join(changed)}", flush=True)
                self.builds.announce()


def sources(root: Path = ROOT) -> dict[Path, int]:
    """Return every source of the site with the time of its last change (ns)."""
    found = {}
    for path in _files(root):
        with contextlib.suppress(FileNotFoundError):  # an editor is just replacing it
            found[path] = path.stat().st_mtime_ns
    return found


def _files(root: Path) -> Iterator[Path]:
    for path in (root / name for name in WATCHED):
        files = path.rglob("*") if path.is_dir() else (path,)
        yield from (file for file in files if file.is_file() and "__pycache__" not in file.parts)
