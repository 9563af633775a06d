"""Chromium, Firefox and WebKitGTK, each driven by its own protocol: DevTools, Marionette, WebDriver.

Only what a match needs: open an address, run a script, end. It uses the standard library alone, and leaves
the page's policy fully in force. Raises ``DriverError`` with the browser's own message, and ``NotInstalled``
if the browser is missing.
"""

import json
import os
import shutil
import signal
import socket
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any, Protocol

from tools import testing

PATIENCE = 180.0  # seconds, for a busy machine
WEBKIT = "usr/lib/*/webkit2gtk-4.*/MiniBrowser"
PIPE = 'exec "$@" 3<&0 4>&1 </dev/null >/dev/null'  # descriptors 3 and 4 carry DevTools


class DriverError(RuntimeError):
    """A browser refused a command, or cannot be reached."""


class PageLeft(DriverError):
    """The page was left while a script ran in it, before the script returned."""


class NotInstalled(DriverError):
    """A browser that is not installed."""


class Driver(Protocol):
    """A browser with one window."""

    def go(self, address: str) -> None:
        """Open an address."""

    def run(self, script: str, *arguments: Any) -> Any:
        """Run the body of a function in the page, and return its result."""

    def kill(self) -> None:
        """Kill the browser and all of its processes at once, without warning."""


def program(*names: str) -> str:
    """Return the path of the first of these programs that is installed."""
    found = next(filter(None, map(shutil.which, names)), None)
    if found is None:
        raise NotInstalled(f"{names[0]} is not installed")
    return found


def free_port() -> int:
    """Return a port that nothing listens on."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port: int = taken.getsockname()[1]
        return port


_LEFT = "Inspected target navigated or closed"


class Devtools:
    """Chromium's own protocol: JSON messages, each ended by a zero byte, through a pair of pipes."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self._process = process
        self._count = 0
        self._session = ""
        target = self._call("Target.createTarget", url="about:blank")["targetId"]
        self._session = self._call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]

    def go(self, address: str) -> None:
        failure = self._call("Page.navigate", url=address).get("errorText")
        if failure:
            raise DriverError(f"{address}: {failure}")

    def run(self, script: str, *arguments: Any) -> Any:
        call = f"(function () {{ {script} }}).apply(null, {json.dumps(arguments)})"
        answer = self._call("Runtime.evaluate", expression=call, returnByValue=True)
        if "exceptionDetails" in answer:
            raise DriverError(str(answer["exceptionDetails"]))
        return answer["result"].get("value")

    def kill(self) -> None:
        kill(self._process)

    def _call(self, method: str, **parameters: Any) -> dict[str, Any]:
        self._count += 1
        message = {"id": self._count, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        assert self._process.stdin
        self._process.stdin.write(json.dumps(message).encode() + b"\0")
        self._process.stdin.flush()
        while (answer := self._read()).get("id") != self._count:
            pass  # events
        if "error" in answer:
            why = answer["error"]["message"]
            raise (PageLeft if why == _LEFT else DriverError)(f"{method}: {why}")
        result: dict[str, Any] = answer["result"]
        return result

    def _read(self) -> dict[str, Any]:
        text = bytearray()
        assert self._process.stdout
        while not text.endswith(b"\0"):
            text += self._process.stdout.read(1) or _raise_closed()
        message: dict[str, Any] = json.loads(text[:-1])
        return message


class Marionette:
    """Firefox's own protocol: messages are ``length:[0, id, command, parameters]`` on a socket."""

    def __init__(self, connection: socket.socket, process: "subprocess.Popen[bytes]") -> None:
        self._socket = connection
        self._process = process
        self._count = 0
        self._read()  # the greeting
        self._call("WebDriver:NewSession", {"capabilities": {}})

    def go(self, address: str) -> None:
        self._call("WebDriver:Navigate", {"url": address})

    def run(self, script: str, *arguments: Any) -> Any:
        values = {"script": script, "args": arguments, "newSandbox": False, "sandbox": None}
        return self._call("WebDriver:ExecuteScript", values)["value"]

    def kill(self) -> None:
        kill(self._process)

    def _call(self, command: str, parameters: dict[str, Any]) -> Any:
        self._count += 1
        text = json.dumps([0, self._count, command, parameters]).encode()
        self._socket.sendall(f"{len(text)}:".encode() + text)
        _, _, error, result = self._read()
        if error:
            raise DriverError(f"{command}: {error['message']}")
        return result

    def _read(self) -> Any:
        length = b""
        while not length.endswith(b":"):
            length += self._socket.recv(1) or _raise_closed()
        text = b""
        while len(text) < int(length[:-1]):
            text += self._socket.recv(int(length[:-1]) - len(text)) or _raise_closed()
        return json.loads(text)


class WebDriver:
    """The W3C's protocol over HTTP, as WebKitWebDriver speaks it."""

    def __init__(self, port: int, capabilities: dict[str, Any], process: "subprocess.Popen[bytes]") -> None:
        self._process = process
        self._base = f"http://127.0.0.1:{port}/session"
        made = self._post("", {"capabilities": {"alwaysMatch": capabilities}})
        self._base += f"/{made['sessionId']}"

    def go(self, address: str) -> None:
        self._post("/url", {"url": address})

    def run(self, script: str, *arguments: Any) -> Any:
        return self._post("/execute/sync", {"script": script, "args": arguments})

    def kill(self) -> None:
        kill(self._process)

    def _post(self, path: str, values: dict[str, Any]) -> Any:
        request = urllib.request.Request(
            self._base + path, json.dumps(values).encode(), {"Content-Type": "application/json"}
        )
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                return json.load(answer)["value"]
        except urllib.error.HTTPError as error:
            raise DriverError(f"{path}: {error.read().decode()}") from error


def kill(process: "subprocess.Popen[bytes]") -> None:
    """Kill a program and all processes that it has started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)


def _raise_closed() -> bytes:
    raise DriverError("the browser closed the connection")


def connect(port: int) -> socket.socket:
    """Return a connection to a port that a browser listens on, or soon will."""
    end = time.monotonic() + PATIENCE
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), PATIENCE)
        except OSError as error:
            if time.monotonic() > end:
                raise DriverError(f"the browser does not listen ({error})") from error
            time.sleep(0.2)


@contextmanager
def run_process(command: list[str], home: Path, **environment: str) -> Iterator["subprocess.Popen[bytes]"]:
    """Run a program, and at the end stop it and all that it started; its input and output are pipes."""
    environ = {**os.environ, "HOME": str(home), **environment}
    pipe, quiet = subprocess.PIPE, subprocess.DEVNULL
    with subprocess.Popen(
        command, stdin=pipe, stdout=pipe, stderr=quiet, env=environ, start_new_session=True
    ) as process:
        try:
            yield process
        finally:
            with suppress(BrokenPipeError):  # the program may have ended
                assert process.stdin
                process.stdin.close()
            with suppress(ProcessLookupError):
                os.killpg(process.pid, 15)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                kill(process)


@contextmanager
def chromium(home: Path, *more: str) -> Iterator[Driver]:
    """Chromium without a window, with a profile of its own in ``home``; ``more``: further switches."""
    switches = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-pipe"]
    browser = [testing.chromium(), *switches, *more, f"--user-data-dir={home / 'profile'}", "about:blank"]
    with run_process(["/bin/sh", "-c", PIPE, "sh", *browser], home) as process:
        yield Devtools(process)


@contextmanager
def firefox(home: Path, **preferences: bool | int) -> Iterator[Driver]:
    """Firefox without a window, with a profile of its own in ``home``."""
    binary = program("firefox-esr", "firefox")
    port, profile = free_port(), home / "profile"
    profile.mkdir(exist_ok=True)
    lines = [
        f"user_pref({json.dumps(name)}, {json.dumps(value)});\n"
        for name, value in {"marionette.port": port, **preferences}.items()
    ]
    (profile / "user.js").write_text("".join(lines))
    command = [binary, "-headless", "-marionette", "-no-remote", "-profile", str(profile)]
    with (
        run_process(command, home, MOZ_DISABLE_CONTENT_SANDBOX="1") as process,
        closing(connect(port)) as connection,
    ):
        yield Marionette(connection, process)


@contextmanager
def webkit(home: Path) -> Iterator[Driver]:
    """WebKitGTK's MiniBrowser on a virtual screen."""
    port = free_port()
    binary = next((str(path) for path in Path("/").glob(WEBKIT)), "")
    if not binary:
        raise NotInstalled("WebKitGTK's MiniBrowser is not installed")
    options = {"binary": binary, "args": ["--automation"]}
    capabilities = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": options}
    command = [program("xvfb-run"), "-a", program("WebKitWebDriver"), f"--port={port}"]
    sandbox = {"WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "WEBKIT_DISABLE_COMPOSITING_MODE": "1"}
    with run_process(command, home, **sandbox) as process:
        connect(port).close()
        yield WebDriver(port, capabilities, process)
