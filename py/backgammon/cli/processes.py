"""Processes that share work and end with the program, whether it is done, interrupted or killed."""

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import BrokenExecutor, ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, parent_process
from multiprocessing.connection import wait

from backgammon.cli.errors import CommandError


@contextmanager
def processes(count: int) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool of ``count`` processes; they are killed if the work fails or is interrupted.

    Ctrl-C and SIGTERM kill them, which ends the wait for a result; only then KeyboardInterrupt is raised.
    Raised at once, it could leave a lock of the pool locked, or be lost while a process is started.
    """
    interrupted = False

    def interrupt(*_: object) -> None:
        nonlocal interrupted
        interrupted = True
        _kill_children()

    before = {each: signal.signal(each, interrupt) for each in (signal.SIGINT, signal.SIGTERM)}
    pool = ProcessPoolExecutor(count, initializer=_begin)
    try:
        _start(pool)
        if interrupted:
            raise KeyboardInterrupt
        yield pool
    except BaseException as error:
        pool.shutdown(wait=False, cancel_futures=True)
        _kill_children()
        if interrupted:
            raise KeyboardInterrupt from None
        if isinstance(error, BrokenExecutor):
            raise CommandError("a process was killed; is there enough memory for so many?") from error
        raise
    finally:
        pool.shutdown()
        for each, handler in before.items():
            signal.signal(each, handler)


def _start(pool: ProcessPoolExecutor) -> None:
    """Start at least one process: without any, nothing would end the wait for a result."""
    try:
        pool.submit(int)
    except OSError as error:
        raise CommandError(f"so many processes cannot be started: {error.strerror}") from error


def _kill_children() -> None:
    for child in active_children():
        child.kill()


def _begin() -> None:
    """Ignore Ctrl-C, which reaches every process of a terminal; end when the program ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    threading.Thread(target=_end_with_the_program, daemon=True).start()


def _end_with_the_program() -> None:
    program = parent_process()
    assert program is not None
    wait([program.sentinel])
    os._exit(1)
