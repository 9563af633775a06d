"""Writes to disk what waits in the journal, one transaction at a time.

What one task of the page hands in is one transaction; what it settles is drawn once that is on disk
(when_kept). A failed one is tried again with the next action and from time to time.
"""

from collections.abc import Callable
from functools import partial

import js

from backgammon.browser import clock
from backgammon.browser.database import Backend
from backgammon.state.events import Event, StorageFailed, StorageWorks
from backgammon.storage.call_queue import CallQueue
from backgammon.storage.journal import Journal, Outcome, Transaction

_DRAWING_SECONDS = 2.0
"""How long a drawing waits for the disk."""
_WRITING_SECONDS = 5.0
"""A transaction that takes longer is reported as failed, until it is completed after all."""
_RETRY_SECONDS = 5.0


class Writer:
    """The way of the journal to ``backend``, which is None while it is not open."""

    def __init__(
        self,
        journal: Journal,
        send: Callable[[Event], None],
        open_backend: Callable[[], None],
        on_written: Callable[[Transaction, Outcome], None],
    ) -> None:
        """``open_backend``: called where there is something to write, but no backend."""
        self.backend: Backend | None = None
        self._journal = journal
        self._send = send
        self._open_backend = open_backend
        self._on_written = on_written
        self._running: Transaction | None = None
        self._calls = CallQueue(partial(clock.after, _DRAWING_SECONDS))
        self._next = clock.Once(clock.at_end_of_task, self._begin_next)
        self._again = clock.Once(partial(clock.after, _RETRY_SECONDS), self._retry)

    def write(self) -> None:
        """Write everything that the running task hands in, in one transaction at its end."""
        self._next.ask()

    def settle(self) -> None:
        """Let what is shown and sent from now on wait until what is handed in now is on disk."""
        self._calls.settle()
        if not self._calls.fails:
            html = js.document.documentElement
            html.dataset.keeping = ""  # for tests, which examine what is drawn
            self._calls.when_kept(lambda: html.removeAttribute("data-keeping"))

    def when_kept(self, call: Callable[[], None]) -> None:
        """Call, in order, once everything settled is on disk, or when the disk fails or is slow."""
        self._calls.when_kept(call)

    def fail(self, error: str) -> None:
        """Report that nothing is kept for now; try again later and with every action."""
        if not self._calls.fails:
            self._calls.fails = True
            js.console.warn(f"store: {error}")
            self._send(StorageFailed())
        self._calls.reach(self._calls.count)
        self._again.ask()

    def _begin_next(self) -> None:
        """Begin the next transaction, unless one is under way."""
        if self._running or not self._journal.waits:
            return
        if self.backend is None:
            self._open_backend()
            return
        transaction, settled = self._journal.next_transaction(), self._calls.count
        assert transaction is not None
        self._running = transaction
        clock.after(_WRITING_SECONDS, lambda: self._on_slow(transaction))
        self.backend.run(transaction, lambda error: self._on_end(transaction, settled, error))

    def _on_slow(self, transaction: Transaction) -> None:
        if self._running is transaction:
            self.fail("the disk is slow")

    def _on_end(self, transaction: Transaction, settled: int, error: str) -> None:
        self._running = None
        if error:
            self.fail(error)
            return
        outcome = self._journal.on_committed(transaction)
        if self._calls.fails:
            self._calls.fails = False
            self._send(StorageWorks())
        self._on_written(transaction, outcome)
        self._calls.reach(settled)
        self.write()

    def _retry(self) -> None:
        """Write what waits, or see whether anything can be written at all."""
        if self._calls.fails:
            self._journal.check()
        self.write()
