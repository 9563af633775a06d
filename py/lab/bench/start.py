"""``python3 py bench start``: the time until the board accepts a click, and until the computer can answer.

Measured from navigation in real Chromium, each time in a new profile: cold, then warm (a second visit, after
the first has stored the site for use offline). The site and a bare PyScript page (one line of Python, the
same runtime, the same server) take turns, so that their ratio holds even where the seconds do not. Then the
requests to the server, and the bytes of a cold visit by file, plain and gzipped.

``--beside DIR``: the site of another version, built in DIR by its own ``python3 py build``, takes turns too,
to show what a change costs at the start.
"""

import argparse
import gzip
import shutil
import sys
import tempfile
import threading
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple, cast

from backgammon.cli.options import whole
from lab.bench import chromium
from tools import places, runtime, site, testing
from tools.serve import Handler, Server

BARE = """<!doctype html><html lang="en"><head><title>bare</title><link rel="icon" href="data:,">
<script type="module" src="./runtime/pyscript/core.js"></script></head><body>
<script type="py" config='{"interpreter": "./runtime/pyodide/pyodide.mjs"}'>
import js; js.document.documentElement.dataset.ready = "board"</script></body></html>"""

WATCH = """new MutationObserver(() => {
    const state = document.documentElement?.dataset.ready;
    (window.readyAt ??= {})[state] ??= performance.now();
}).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-ready"] })"""

WAIT = "state => window.readyAt?.[state]"
PAINTED = """() => (performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? NaN)
    - performance.getEntriesByType("navigation")[0].responseStart"""
KEPT = """async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active.state !== "activated")
        await new Promise(done => active.addEventListener("statechange", done, { once: true }));
}"""
TIMEOUT, SETTLING = 120_000, 2_000
SENT, UNCHANGED = 200, 304


class Answer(NamedTuple):
    """A requested file, the status code, and whether the service worker requested the file to store it."""

    name: str
    code: int
    keeping: bool


@dataclass(frozen=True, slots=True)
class Visit:
    """Milliseconds from navigation to a page's states, and from the first byte to the first paint."""

    times: dict[str, float]
    painted: float
    answers: tuple[Answer, ...]

    def sent_files(self, *, keeping: bool) -> list[str]:
        """Return the names of the files sent: for the page, or with ``keeping`` to be stored."""
        return [one.name for one in self.answers if one.code == SENT and one.keeping is keeping]

    def unchanged_files(self) -> list[str]:
        """Return the names of the files already stored, which were only checked for changes."""
        return [one.name for one in self.answers if one.code == UNCHANGED]


Visits = list[tuple[Visit, Visit]]


class RecordingHandler(Handler):
    """Serves files as usual, and records each answer."""

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Record a request and the status of its answer."""
        keeping = self.headers.get("Referer", "").endswith(places.SERVICE_WORKER)
        cast("RecordingServer", self.server).answers.append(Answer(self.path, int(code), keeping))


class RecordingServer(Server):
    """A static server of one directory that records its answers."""

    def __init__(self, directory: Path) -> None:
        """Bind to any free port."""
        super().__init__(directory, 0)
        self.answers: list[Answer] = []
        self.RequestHandlerClass = partial(RecordingHandler, directory=str(directory))

    def take(self, below: str) -> tuple[Answer, ...]:
        """Return the answers below a path since the last call, named relative to it; drop all others."""
        answers, self.answers = self.answers, []
        mine = [one for one in answers if one.name.startswith(below)]
        return tuple(one._replace(name=one.name.removeprefix(below)) for one in mine)


def main(argv: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python3 py bench start", description="Time to a playable board.")
    parser.add_argument(
        "--runs", type=whole(1, 1000), default=7, help="medians of so many (default: %(default)s)"
    )
    parser.add_argument(
        "--beside",
        type=chromium.site_folder,
        metavar="DIR",
        help="measure this built site of another version too",
    )
    options = parser.parse_args(argv)
    status = chromium.run_in_test_environment(["bench", "start", *argv])
    if status is not None:
        return status
    with tempfile.TemporaryDirectory() as name:
        root = Path(name)
        site.build(root / "site")
        shutil.copytree(runtime.ensure(), root / "bare" / "runtime", ignore=shutil.ignore_patterns("lab"))
        (root / "bare" / "index.html").write_text(BARE, "utf-8")
        if options.beside:
            shutil.copytree(options.beside, root / "beside")
        with RecordingServer(root) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            bare, ours, beside, unkept = measure(server, options.runs, beside=bool(options.beside))
            server.shutdown()
        report(bare, ours)
        if beside:
            report_beside(beside, ours)
        report_requests(ours[-1], unkept)
        report_bytes(root / "site", ours[-1][0])
    return 0


def measure(
    server: RecordingServer, runs: int, *, beside: bool = False
) -> tuple[Visits, Visits, Visits, tuple[Visit, Visit]]:
    """Visit the bare page, the site and the one beside it in turn; return the (cold, warm) pairs of each.

    The last pair is of the site in a browser that may store nothing for use offline.
    """
    sync_playwright = import_module("playwright.sync_api").sync_playwright
    bare: Visits = []
    ours: Visits = []
    others: Visits = []
    sites = [("/site/", ours), *([("/beside/", others)] if beside else [])]
    with sync_playwright() as playwright:
        for run in range(runs):
            print(f"run {run + 1} of {runs} …", file=sys.stderr, flush=True)
            bare.append(cold_and_warm(playwright, server, "/bare/", ("board",)))
            for path, visits in sites if run % 2 == 0 else reversed(sites):
                visits.append(cold_and_warm(playwright, server, path, ("board", "engine"), keeps=True))
        unkept = cold_and_warm(playwright, server, "/site/", ("board", "engine"))
    return bare, ours, others, unkept


def cold_and_warm(
    playwright: Any, server: RecordingServer, path: str, states: tuple[str, ...], *, keeps: bool = False
) -> tuple[Visit, Visit]:
    """Visit a path twice in a new profile on disk, where Chromium also stores compiled code.

    ``keeps``: whether the browser may, and then does, store the site for use offline.
    """
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        context = playwright.chromium.launch_persistent_context(
            profile,
            executable_path=testing.chromium(),
            args=["--no-sandbox", "--disable-gpu"],
            bypass_csp=True,  # otherwise Playwright could not wait
            service_workers="allow" if keeps else "block",
        )
        context.add_init_script(WATCH)
        cold, warm = (visit(context, server, path, states, keeps=keeps) for _ in range(2))
        context.close()
    return cold, warm


def visit(context: Any, server: RecordingServer, path: str, states: tuple[str, ...], *, keeps: bool) -> Visit:
    """Open a page, wait for each of its states and, with ``keeps``, until the site is stored; close it.

    The browser first gets time to settle, so that its own work at its start is not part of the visit.
    """
    page = context.new_page()
    page.wait_for_timeout(SETTLING)
    server.take(path)
    page.goto(server.address.rstrip("/") + path)
    times = {}
    for state in states:
        times[state] = float(page.wait_for_function(WAIT, arg=state, timeout=TIMEOUT).json_value())
    painted = float(page.evaluate(PAINTED))  # a bare page shows nothing
    if keeps:
        page.evaluate(KEPT)
    page.wait_for_timeout(SETTLING)  # the page may request more
    page.close()
    return Visit(times, painted, server.take(path))


def report(bare_visits: Visits, ours: Visits) -> None:
    """Print the medians, and the board's as a ratio to the bare page's."""
    base = [median(pair[kind].times["board"] for pair in bare_visits) for kind in (0, 1)]
    print(f"from navigation, medians of {len(ours)}:{'cold':>12}{'warm':>20}")
    print(f"{'bare PyScript page':24}{base[0]:12.0f} ms{base[1]:17.0f} ms")
    for state in ("board", "engine"):
        times = [median(pair[kind].times[state] for pair in ours) for kind in (0, 1)]
        cells = [f"{time:.0f} ms ({time / bare:.2f})" for time, bare in zip(times, base, strict=True)]
        print(f"{state:24}{cells[0]:>22}{cells[1]:>20}")
    painted = [median(pair[kind].painted for pair in ours) for kind in (0, 1)]
    print(f"{'painted, from first byte':24}{painted[0]:12.0f} ms{painted[1]:17.0f} ms")


def report_beside(others: Visits, ours: Visits) -> None:
    """Print the times of the other site, and our ratios to them: of the medians, and the median by turn."""
    for state in ("board", "engine"):
        cells = []
        for kind in (0, 1):
            times = [[pair[kind].times[state] for pair in visits] for visits in (others, ours)]
            turns = median(our / other for other, our in zip(*times, strict=True))
            cells.append(
                f"{median(times[0]):.0f} ms ({median(times[1]) / median(times[0]):.3f}, {turns:.3f})"
            )
        print(f"{'beside, ' + state:24}{cells[0]:>26}{cells[1]:>26}")


def report_requests(kept: tuple[Visit, Visit], unkept: tuple[Visit, Visit]) -> None:
    """Print the files that the server sent on a first and on a second visit, and those it sent twice."""
    cold = kept[0].sent_files(keeping=False) + kept[0].sent_files(keeping=True)
    twice = sorted({name for name in cold if cold.count(name) > 1})
    print(f"\n{'':38}sent            asked for changes only")
    first = f"{len(cold)} files"
    print(f"{'cold visit, until all is kept':38}{first:16}{len(kept[0].unchanged_files())} files")
    for name, visit in (("warm visit", kept[1]), ("warm visit, no service worker", unkept[1])):
        sent, unchanged = (
            visit.sent_files(keeping=False) + visit.sent_files(keeping=True),
            visit.unchanged_files(),
        )
        checked = ", ".join(unchanged) if len(unchanged) < 3 else f"{len(unchanged)} files"
        print(f"{name:38}{', '.join(sent) or 'nothing':16}{checked or 'nothing'}")
    print(f"sent twice: {', '.join(twice) or 'nothing'}")


def report_bytes(root: Path, cold: Visit) -> None:
    """Print the sizes of the page's files, gzipped and plain, largest first; then of those stored later."""
    first = {*cold.sent_files(keeping=False)}
    rows = sorted((sizes(root, name) for name in first), reverse=True)
    later = [sizes(root, name) for name in {*cold.sent_files(keeping=True)} - first]
    print(f"\n{'gzip':>10}{'bytes':>12}  file")
    for packed, size, name in [
        *rows,
        total(rows, "in all"),
        total(later, f"later, to be kept for use without a network: {len(later)} files"),
    ]:
        print(f"{packed:10,}{size:12,}  {name}")


def sizes(root: Path, name: str) -> tuple[int, int, str]:
    """Return a file's gzipped size, its size, and its name."""
    name = name.partition("?")[0] or "index.html"
    data = (root / name).read_bytes()
    return len(gzip.compress(data, 9)), len(data), name


def total(rows: list[tuple[int, int, str]], name: str) -> tuple[int, int, str]:
    """Return the sum of rows, as a row of this name."""
    return sum(row[0] for row in rows), sum(row[1] for row in rows), name
