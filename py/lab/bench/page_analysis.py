"""The analysis of a match in real Chromium, by the page's own pool, with each engine in a worker."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

from backgammon.core.match import new_match
from backgammon.notation.record import Record
from backgammon.protocol.messages import Work
from backgammon.protocol.work_codec import work_data
from lab.bench import chromium, gnubg_analysis
from lab.bench.analysis_speed import play_match
from lab.bench.shared_analysis import works_of
from tools.errors import ToolError

PROGRAM = Path(__file__).with_name("analysing_page.py")
TIMEOUT = 30 * 60_000
DONE = "() => { const { seconds, refused } = document.documentElement.dataset; return seconds ?? refused; }"


class Row(NamedTuple):
    """The seconds that the analysis of a match took: in the page by ``engines`` engines, and by gnubg."""

    seed: int
    engines: int
    decisions: int
    seconds: float
    gnubg: float


def measure(seeds: Sequence[int], plies: int, engines: Sequence[int]) -> list[Row]:
    """Analyse each match with each number of engines, and after each with gnubg at the same plies."""
    rows: list[Row] = []
    with chromium.with_program(PROGRAM) as (browser, address):
        for seed in seeds:
            works, start = works_of(seed, plies), new_match(length=7)
            record = Record.of(("Ada", "Ben"), start, play_match(start, seed))
            for count in engines:
                seconds = _seconds(browser, address, works, count)
                rows.append(Row(seed, count, len(works), seconds, gnubg_analysis.seconds(record, plies)))
    return rows


def _seconds(browser: Any, address: str, works: Sequence[Work], engines: int) -> float:
    """Return the seconds of the works on a new page; raise ToolError if an engine refuses one."""
    context = browser.new_context(service_workers="block", bypass_csp=True)
    page = context.new_page()
    page.set_default_timeout(TIMEOUT)
    data = json.dumps([work_data(work) for work in works])
    page.add_init_script(f"window.works = {json.dumps(data)}; window.engines = {engines};")
    page.goto(address)
    said = page.wait_for_function(DONE).json_value()
    context.close()
    try:
        return float(said)
    except ValueError:
        raise ToolError(f"an engine refused a decision: {said}") from None
