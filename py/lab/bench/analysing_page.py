"""A replacement for py/main.py: does the works of ``window.works`` with ``window.engines`` workers.

Sets ``<html data-seconds>``: the time from the requests, made once the first engine is ready, until all are
done; or ``<html data-refused>``: why one was refused. lab.bench.page_analysis uses it.
"""

import json

import js

from backgammon.browser import clock
from backgammon.browser.engines import Engines
from backgammon.protocol.messages import Priority
from backgammon.protocol.work_codec import read_work
from backgammon.state.events import EngineReady, WorkDone, WorkFailed


class Analysis:
    """Requests all works at once and waits for their results."""

    def __init__(self) -> None:
        self._left = dict(enumerate(map(read_work, json.loads(js.works))))
        self._begin = 0.0
        self._engines = Engines(self.send, most=js.engines)
        self._engines.start()

    def send(self, event):
        """Handle an event."""
        match event:
            case EngineReady() if not self._begin:
                self._begin = clock.now()
                for id, work in self._left.items():
                    self._engines.begin(id, work, Priority.LONG)
            case WorkDone(id):
                del self._left[id]
                if not self._left:
                    js.document.documentElement.dataset.seconds = clock.now() - self._begin
            case WorkFailed(reason=reason):
                js.document.documentElement.dataset.refused = reason


Analysis()
