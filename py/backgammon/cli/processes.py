"""Processes that share work and end with the program, whether it is done, interrupted or killed."""

import os
import signal
import threading
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import active_children, parent_process
from multiprocessing.connection import wait


@contextmanager
def processes(count: int) -> Iterator[ProcessPoolExecutor]:
    """Yield a pool of ``count`` processes; if the work is interrupted they are killed, not waited for.

    SIGTERM interrupts it as Ctrl-C does.
    """
    before = signal.signal(signal.SIGTERM, signal.default_int_handler)
    pool = ProcessPoolExecutor(count, initializer=_begin)
    try:
        yield pool
    except BaseException:
        children = active_children()
        pool.shutdown(wait=False, cancel_futures=True)
        for child in children:
            child.kill()
        raise
    finally:
        pool.shutdown()
        signal.signal(signal.SIGTERM, before)


def _begin() -> None:
    """Ignore Ctrl-C, which reaches every process of a terminal; end when the program ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_program, daemon=True).start()


def _end_with_the_program() -> None:
    program = parent_process()
    assert program is not None
    wait([program.sentinel])
    os._exit(1)
