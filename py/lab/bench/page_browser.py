"""The time that a click and a start take in real Chromium, on the built site: see lab.bench.page.

Two people share the board, nothing moves by itself, and every click is a real one; a series of clicks rolls,
taps and confirms. The picture is complete when the new document has been laid out, which waits for a frame
and, after a roll, for the disk. Cases take turns, click by click and start by start, so that other load on
the machine affects all equally. A pause follows each click: otherwise V8, which compiles hot code in
background threads, would take processor time from the page of the next case, and no one plays four matches at
once. The longest task is also given in processor time. A start is measured in a profile that has seen the
page before.
"""

import json
import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from typing import Any

from backgammon.storage.codec import dump_settings
from backgammon.storage.journal import MARK, changes_between
from backgammon.storage.parts import split
from backgammon.storage.types import Saved, Settings, Speed
from lab.bench import chromium
from lab.bench.start import WAIT, WATCH
from tools import site

STAGES = ("update", "effects", "draw", "patch", "layout")
LONG = 50.0
"""Milliseconds: the browser does not report shorter tasks of the page."""
TIMEOUT = 120_000
REST, PAUSE = 5000, 250
"""Milliseconds to wait after the last page's start, and after each click, until the other pages are idle."""
SETTINGS = "settings"
PROGRAM = Path(__file__).with_name("timed_page.py")

PUT = """texts => new Promise((done, fail) => {
    const opening = indexedDB.open("triktrakk", 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore("kept");
    opening.onsuccess = () => {
        const base = opening.result, writing = base.transaction("kept", "readwrite");
        for (const [name, text] of Object.entries(texts)) writing.objectStore("kept").put(text, name);
        writing.oncomplete = () => { base.close(); done(); };
        writing.onabort = () => fail(writing.error);
    };
})"""
NOTE = """addEventListener("click", event => window.clicked = event.timeStamp, true);
window.tasks = [];
new PerformanceObserver(list => window.tasks.push(...list.getEntries().map(({ startTime, duration }) =>
    [startTime, duration]))).observe({ type: "longtask" })"""
COMMAND = """name => {
    const shown = [...document.querySelectorAll(`[data-command="${name}"]`)].find(e => e.checkVisibility());
    shown?.click();
    return Boolean(shown);
}"""
NEXT = """() => {
    const commands = ["confirm", "roll"].map(name => `.actions [data-command="${name}"]`);
    const places = ['.place.legal[aria-pressed="true"]', ".place.legal"];
    const found = [...commands, ...places].map(one => document.querySelector(one)).find(Boolean);
    if (!found) return null;
    const { x, y, width, height } = found.getBoundingClientRect();
    window.pictures.length = 0;
    return [x + width / 2, y + height / 2];
}"""
SEEN = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    while (!window.pictures.length || "keeping" in document.documentElement.dataset) await frame();
    await frame();
    await frame();
    return { clicked: window.clicked, pictures: window.pictures };
}"""


@dataclass
class Case:
    """The texts stored before the page starts, the commands that lead to the board, and the measurements.

    In milliseconds: ``clicks``: for each click its stages, and ``picture``, the time until the new picture;
    ``tasks``: the long tasks meanwhile; ``busy``: the processor time of each task; ``starts``: from
    navigation to the board.
    """

    texts: Mapping[str, str]
    commands: tuple[str, ...] = ()
    clicks: list[dict[str, float]] = field(default_factory=list)
    tasks: list[float] = field(default_factory=list)
    busy: list[float] = field(default_factory=list)
    starts: list[float] = field(default_factory=list)

    def stage(self, name: str) -> float:
        """Return the median of a stage."""
        return median(click[name] for click in self.clicks)

    @property
    def work(self) -> float:
        """Return the median of all stages together."""
        return median(sum(click[name] for name in STAGES) for click in self.clicks)


def stored_texts(saved: Saved, **beside: str) -> dict[str, str]:
    """Return the texts that the database holds: a match with animation off, and the texts ``beside`` it."""
    texts = changes_between(None, split(saved)).put
    return {**texts, MARK: "bench.1", SETTINGS: dump_settings(Settings(speed=Speed.OFF)), **beside}


def measure(cases: Mapping[str, Case], clicks: int, starts: int) -> None:
    """Measure this many clicks and starts of each case."""
    with chromium.with_program(PROGRAM) as (browser, address):
        profiles = {each: profile(browser, address, case) for each, case in cases.items()}
        for run in range(starts):
            print(f"start {run + 1} of {starts} …", file=sys.stderr, flush=True)
            for each, case in cases.items():
                case.starts.append(start(profiles[each], address, "board"))
        play(
            browser, {each: open_page(profiles[each], address, cases[each]) for each in cases}, cases, clicks
        )


def profile(browser: Any, address: str, case: Case) -> Any:
    """Return a browser profile in which the case is stored and which has seen the page before."""
    context = browser.new_context(service_workers="block", bypass_csp=True)
    context.set_default_timeout(TIMEOUT)
    context.add_init_script(WATCH)
    page = context.new_page()
    page.goto(f"{address}{site.INDEX}")
    page.evaluate(PUT, dict(case.texts))
    page.close()
    start(context, address, "engine")
    return context


def start(context: Any, address: str, state: str) -> float:
    """Open the page and close it again; return the milliseconds until it reaches a state."""
    page = context.new_page()
    page.goto(address)
    milliseconds = float(page.wait_for_function(WAIT, arg=state).json_value())
    page.close()
    return milliseconds


def open_page(context: Any, address: str, case: Case) -> Any:
    """Return the page of a case, ready for the next click of its match."""
    page = context.new_page()
    page.add_init_script(NOTE)
    page.goto(address)
    page.wait_for_function(WAIT, arg="engine")
    for command in case.commands:
        page.wait_for_function(COMMAND, arg=command)  # a dialog may have to be fetched
        page.wait_for_timeout(1000)
    return page


def play(browser: Any, pages: Mapping[str, Any], cases: Mapping[str, Case], clicks: int) -> None:
    """Click this many times on each page, as two people do who move the first checker they can."""
    next(iter(pages.values())).wait_for_timeout(REST)
    browser.start_tracing(categories=["toplevel", "blink.user_timing"])
    for name, page in pages.items():
        page.evaluate("name => { performance.mark(name); window.tasks.length = 0; }", name)
    for count in range(clicks):
        print(f"click {count + 1} of {clicks} …", file=sys.stderr, flush=True)
        for name, page in pages.items():
            page.bring_to_front()
            click(page, cases[name])
            page.wait_for_timeout(PAUSE)
    for name, page in pages.items():
        cases[name].tasks = [duration for _, duration in page.evaluate("window.tasks")]
    for name, busy in busy_times(browser.stop_tracing(), set(pages)).items():
        cases[name].busy = busy


def click(page: Any, case: Case) -> None:
    """Make the next click on a page, if there is one, and record its times."""
    target = page.evaluate(NEXT)
    if target is None:
        return
    page.mouse.click(*target)
    seen = page.evaluate(SEEN)
    pictures = seen["pictures"]
    stages = {name: sum(each.get(name, 0.0) for each in pictures) for name in STAGES}
    case.clicks.append({**stages, "picture": pictures[0]["at"] - seen["clicked"]})


def busy_times(trace: bytes, names: set[str]) -> dict[str, list[float]]:
    """Return the processor time (ms) of each task on the main thread of the pages with these marks."""
    events = json.loads(trace)["traceEvents"]
    threads = {(event["pid"], event["tid"]): event["name"] for event in events if event["name"] in names}
    found: dict[str, list[float]] = {name: [] for name in names}
    for event in events:
        name = threads.get((event["pid"], event["tid"]))
        if name and event["name"].endswith("RunTask") and "tdur" in event:
            found[name].append(event["tdur"] / 1000)
    return found


def report(cases: Mapping[str, Case]) -> None:
    """Print one row for each case, with ratios to the first; "busy" is the longest task's processor time."""
    first = next(iter(cases.values()))
    heads = (*STAGES, "together", "ratio", "picture", "ratio", "longest", "busy", "board", "ratio")
    print(f"\n{'Chromium, ms':24}" + "".join(f"{head:>10}" for head in heads) + f"{'clicks':>8}")
    for name, case in cases.items():
        picture, board = case.stage("picture"), median(case.starts)
        cells = [f"{case.stage(stage):.1f}" for stage in STAGES]
        cells += [f"{case.work:.1f}", f"{case.work / first.work:.2f}"]
        cells += [f"{picture:.1f}", f"{picture / first.stage('picture'):.2f}"]
        cells += [f"{max(case.tasks):.0f}" if case.tasks else f"< {LONG:.0f}"]
        cells += [f"{max(case.busy):.1f}"]
        cells += [f"{board:.0f}", f"{board / median(first.starts):.2f}"]
        print(f"{name:24}" + "".join(f"{cell:>10}" for cell in cells) + f"{len(case.clicks):8}")
