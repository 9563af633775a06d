"""Calls that wait for the disk: when they are made, and in what order."""

from collections.abc import Callable
from functools import partial

import pytest

from backgammon.storage.call_queue import CallQueue


@pytest.fixture
def later() -> list[Callable[[], None]]:
    """Return the calls to make when the patience with the disk has ended, the oldest first."""
    return []


@pytest.fixture
def queue(later: list[Callable[[], None]]) -> CallQueue:
    return CallQueue(later.append)


def test_a_call_waits_for_what_was_settled_before_it_and_for_nothing_else(queue: CallQueue) -> None:
    done: list[int] = []
    queue.when_kept(lambda: done.append(0))
    queue.settle()
    queue.when_kept(lambda: done.append(1))
    assert done == [0]
    queue.reach(1)
    assert done == [0, 1]


def test_calls_keep_their_order_and_each_waits_for_the_last_that_was_settled(queue: CallQueue) -> None:
    done: list[int] = []
    for number in (1, 2):
        queue.settle()
        queue.when_kept(partial(done.append, number))
    queue.reach(1)
    assert done == []
    queue.reach(2)
    assert done == [1, 2]


def test_what_a_call_settles_holds_up_those_after_it(queue: CallQueue) -> None:
    done: list[int] = []
    queue.settle()
    queue.when_kept(queue.settle)
    queue.when_kept(lambda: done.append(1))
    queue.reach(1)
    assert done == []
    queue.reach(2)
    assert done == [1]


def test_nobody_waits_for_long(queue: CallQueue, later: list[Callable[[], None]]) -> None:
    done: list[int] = []
    for number in (1, 2):
        queue.settle()
        queue.when_kept(partial(done.append, number))
        queue.when_kept(partial(done.append, -number))
    first, second = later
    first()
    assert done == []
    second()
    assert done == [1, -1, 2, -2]


def test_while_the_disk_fails_nobody_waits(queue: CallQueue) -> None:
    done: list[int] = []
    queue.fails = True
    queue.settle()
    queue.when_kept(lambda: done.append(1))
    assert done == [1]
    queue.fails = False
    queue.settle()
    queue.when_kept(lambda: done.append(2))
    assert done == [1]
