"""``python3 py play``: build the site, serve it on this machine and open the browser."""

import argparse
import contextlib
import signal
import tempfile
import webbrowser
from pathlib import Path

from backgammon.cli.options import whole
from tools.serve import Server
from tools.watch import WatchServer

PORT = 8000


def main(argv: list[str]) -> int:
    """Build the site, serve it and open the browser; run until Ctrl-C."""
    parser = argparse.ArgumentParser(prog="python3 py play", description="Serve the site on this machine.")
    parser.add_argument(
        "--port", type=whole(0, 65535), default=PORT, help="0 takes any free one (default: %(default)s)"
    )
    parser.add_argument("--no-browser", action="store_true", help="print the address only")
    parser.add_argument(
        "--watch", action="store_true", help="build anew when a source changes, and load the page again"
    )
    options = parser.parse_args(argv)
    # SIGTERM must end the command as Ctrl-C does, so that it removes its directory.
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with tempfile.TemporaryDirectory() as directory, contextlib.suppress(KeyboardInterrupt):
        target = Path(directory) / "site"
        with (WatchServer if options.watch else Server)(target, options.port) as server:
            server.build()
            print(f"{server.address}  (Ctrl-C ends it)", flush=True)
            if not options.no_browser:
                webbrowser.open(server.address)
            server.serve_forever()
    return 0
