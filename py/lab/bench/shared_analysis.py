"""The native analysis of a match by several engines: the page's own pool, with each engine in a process."""

import time
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess
from typing import Any

from backgammon.analysis.decisions import decisions
from backgammon.core.match import new_match
from backgammon.engine.net_evaluator import judge
from backgammon.engine.thinking import finish
from backgammon.features.analysis import hint
from backgammon.protocol.analysis_worker import AnalysisWorker
from backgammon.protocol.client import Progressed, Worked, WorkRefused
from backgammon.protocol.messages import Priority, Work, WorkResult
from backgammon.protocol.pool import EndEngine, Give, Output, Pool, StartEngine, TakeBack
from backgammon.state.analysis_state import Decision
from lab.bench.analysis_speed import play_match

_FRESH = get_context("spawn")
"""Not "fork": a process that is forked after the net has been used cannot work with it."""


def works_of(seed: int, plies: int, length: int = 7) -> list[Work]:
    """Return the works that the page requests for the decisions of a match."""
    start = new_match(length=length)
    found: list[Work] = []
    for each in decisions(start, play_match(start, seed)):
        asked = hint.analysis_request(Decision(each.match, each.action), plies)
        found.append(replace(asked, luck=each.is_play, opening=each.opening))
    return found


def run_works(works: Sequence[Work], engines: int) -> tuple[list[WorkResult | str], float]:
    """Do works with this many engines; return the results, and the seconds since the first engine was ready.

    A refused work has the reason as its result.
    """
    return _Engines(engines).do(works)


class _Engines:
    """Carries out the outputs of the pool, as browser.engines does for the page."""

    def __init__(self, most: int) -> None:
        self._pool = Pool(most)
        self._links: dict[int, Connection] = {}
        self._processes: dict[int, SpawnProcess] = {}
        self._found: dict[int, WorkResult | str] = {}

    def do(self, works: Sequence[Work]) -> tuple[list[WorkResult | str], float]:
        self._start(0)
        self._hear(0)
        begin = time.monotonic()
        for number, work in enumerate(works):
            self._perform(self._pool.begin(number, work, Priority.LONG, begin))
        while len(self._found) < len(works):
            numbers = {link: number for number, link in self._links.items()}
            for link in wait(list(numbers)):
                self._hear(numbers[link])  # type: ignore[index]
        seconds = time.monotonic() - begin
        for process in self._processes.values():
            process.kill()
        return [self._found[number] for number in range(len(works))], seconds

    def _perform(self, outputs: Sequence[Output]) -> None:
        for output in outputs:
            match output:
                case StartEngine(engine):
                    self._start(engine)
                case EndEngine(engine):
                    self._links.pop(engine)
                    self._processes.pop(engine).kill()
                case Give(engine, id, piece):
                    self._links[engine].send((id, piece))
                case Worked(id, result) | WorkRefused(id, result):
                    self._found[id] = result
                case TakeBack() | Progressed():
                    pass

    def _start(self, engine: int) -> None:
        self._links[engine], far = _FRESH.Pipe()
        self._processes[engine] = _FRESH.Process(target=_think, args=(far,), daemon=True)
        self._processes[engine].start()

    def _hear(self, engine: int) -> None:
        said, now = self._links[engine].recv(), time.monotonic()
        if said is None:
            self._perform(self._pool.on_ready(engine, now))
        else:
            id, result = said
            self._perform(self._pool.on_result(id, result, now))


def _think(link: Connection) -> None:
    """Run an engine: report that it is ready, then do the pieces that it receives."""
    judge()
    worker = AnalysisWorker()
    link.send(None)
    while True:
        id, piece = link.recv()
        link.send((id, finish(worker.work(piece))))


def measure(seeds: Sequence[int], plies: int, workers: Sequence[int]) -> list[dict[str, Any]]:
    """Return for each match and number of engines the seconds, and whether the results are the same."""
    rows: list[dict[str, Any]] = []
    for seed in seeds:
        works, first = works_of(seed, plies), None
        for count in workers:
            found, seconds = run_works(works, count)
            first = first or found
            rows.append(
                {
                    "seed": seed,
                    "workers": count,
                    "decisions": len(works),
                    "seconds": seconds,
                    "same": found == first,
                }
            )
    return rows
