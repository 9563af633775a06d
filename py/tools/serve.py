"""A server for the built site on 127.0.0.1, for this machine only, with the right MIME types."""

import functools
import os
import sys
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tools import site
from tools.errors import ToolError

HOST = "127.0.0.1"


class Handler(SimpleHTTPRequestHandler):
    """Serves files with the right MIME types, revalidated at every load, and logs nothing to the terminal."""

    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012 - the base class declares it as an instance's
        **SimpleHTTPRequestHandler.extensions_map,
        ".css": "text/css; charset=utf-8",
        ".html": "text/html; charset=utf-8",
        ".js": "text/javascript; charset=utf-8",
        ".json": "application/json",
        ".mjs": "text/javascript; charset=utf-8",
        ".py": "text/x-python; charset=utf-8",
        ".svg": "image/svg+xml",
        ".toml": "application/toml",
        ".wasm": "application/wasm",
        ".webmanifest": "application/manifest+json",
        ".webp": "image/webp",
        ".whl": "application/zip",
        ".zip": "application/zip",
    }

    def send_header(self, keyword: str, value: str) -> None:
        """Omit the date of a file changed within this second: another change in it would go unnoticed."""
        if keyword != "Last-Modified" or value != self.date_time_string():
            super().send_header(keyword, value)

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "no-cache")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing, so that the address stays visible in the terminal."""


class Server(ThreadingHTTPServer):
    """A static server of one directory; it binds its port, which may fail, before anything is built."""

    allow_reuse_address = os.name != "nt"

    def __init__(self, directory: Path, port: int, handler: type[Handler] = Handler) -> None:
        """Bind to ``port`` of this machine, or to any free one if it is 0; raise ToolError."""
        self.directory = directory
        try:
            super().__init__((HOST, port), functools.partial(handler, directory=str(directory)))
        except (OSError, OverflowError) as error:
            raise ToolError(
                f"port {port} is taken or not allowed; choose another with --port (0: any free)"
            ) from error

    def handle_error(self, request: object, client_address: object) -> None:
        """Ignore a browser that disconnected during a response; any other error is a bug and is shown."""
        if not isinstance(sys.exception(), ConnectionError):
            super().handle_error(request, client_address)  # type: ignore[arg-type]  # only printed

    def build(self) -> None:
        """Build the site into the directory, without copies for offline use; raise ToolError."""
        site.build(self.directory, offline=False)

    @property
    def address(self) -> str:
        """The URL of the directory."""
        return f"http://{HOST}:{self.server_address[1]}/"
