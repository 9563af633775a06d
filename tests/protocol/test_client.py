"""The link to the engine: one question runs, one waits, and none is lost when a worker fails."""

from collections.abc import Callable
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from backgammon.core.position import Position
from backgammon.core.rules import STANDARD
from backgammon.protocol.client import (
    Answered,
    Client,
    Failed,
    Output,
    PostAsk,
    PostCancel,
    Ready,
    Slow,
    Start,
    State,
    Stop,
    Timeouts,
)
from backgammon.protocol.messages import Answer, Choice, Kind, Question

QUESTION = Question(Kind.DOUBLE, "novice", STANDARD, Position.start().points, on_roll=True)
ANSWER = Answer(Choice.ROLL)
PATIENCE = Timeouts(start=90, reply=10, late=5)


def start_client(starts: int = 3) -> Client:
    client = Client(PATIENCE, starts)
    assert client.start(0) == [Start()]
    assert client.on_ready(1) == [Ready()]
    return client


def test_a_question_is_posted_and_its_answer_handed_on() -> None:
    client = start_client()
    assert client.ask(7, QUESTION, 2) == [PostAsk(7, QUESTION)]
    assert client.on_answer(7, ANSWER, 3) == [Answered(7, ANSWER)]
    assert (client.state, client.due) == (State.IDLE, None)


def test_a_question_put_while_the_worker_starts_is_posted_when_it_is_ready() -> None:
    client = Client(PATIENCE)
    client.start(0)
    assert client.ask(1, QUESTION, 1) == []
    assert client.ask(2, QUESTION, 2) == []
    assert client.on_ready(3) == [Ready(), PostAsk(2, QUESTION)]


def test_a_newer_question_waits_until_the_worker_lets_go_of_the_older() -> None:
    client = start_client()
    client.ask(1, QUESTION, 2)
    assert client.ask(2, QUESTION, 3) == [PostCancel(1)]
    assert client.ask(3, QUESTION, 3) == []
    assert client.on_refused(1, "cancelled", 4) == [PostAsk(3, QUESTION)]
    assert client.on_answer(1, ANSWER, 5) == []
    assert client.on_answer(3, ANSWER, 6) == [Answered(3, ANSWER)]


def test_an_answer_that_crosses_its_cancelling_is_dropped() -> None:
    client = start_client()
    client.ask(1, QUESTION, 2)
    assert client.cancel(3) == [PostCancel(1)]
    assert client.on_answer(1, ANSWER, 4) == []
    assert client.state is State.IDLE


def test_a_silent_worker_is_replaced_and_asked_again() -> None:
    client = start_client()
    client.ask(1, QUESTION, 10)
    assert client.due == 20
    assert client.on_progress(1, 0.5, None, 16) == []
    assert client.tick(25) == []
    assert client.tick(26) == [Stop(), Failed("silent", False), Start()]
    assert client.on_ready(30) == [Ready(), PostAsk(1, QUESTION)]


def test_a_worker_that_does_not_start_is_replaced_until_the_starts_are_used_up() -> None:
    client = Client(PATIENCE, starts=2)
    client.start(0)
    client.ask(1, QUESTION, 1)
    assert client.tick(12) == [Slow()]
    assert client.tick(90) == [Stop(), Failed("silent", False), Start()]
    assert client.tick(102) == [Slow()]
    assert client.tick(180) == [Stop(), Failed("silent", True)]
    assert (client.state, client.due) == (State.STOPPED, None)
    assert client.start(200) == [Start()]
    assert client.on_ready(201) == [Ready(), PostAsk(1, QUESTION)]


def test_a_start_that_takes_long_is_called_slow_once_and_may_still_come() -> None:
    client = Client(PATIENCE)
    client.start(0)
    client.ask(1, QUESTION, 1)
    assert client.tick(11.9) == []
    assert client.tick(12) == [Slow()]
    assert client.tick(60) == []
    assert client.on_ready(80) == [Ready(), PostAsk(1, QUESTION)]
    assert client.on_answer(1, ANSWER, 81) == [Answered(1, ANSWER)]


def test_a_page_that_slept_while_the_worker_started_gives_it_its_time_anew() -> None:
    client = Client(PATIENCE)
    client.start(0)
    assert client.tick(40) == []
    assert client.tick(51) == []
    assert client.tick(52) == [Slow()]
    assert client.tick(140) == []
    assert client.tick(218) == [Stop(), Failed("silent", False), Start()]


def test_an_answer_forgives_earlier_failures() -> None:
    client = start_client(starts=2)
    for _ in range(5):
        client.ask(1, QUESTION, 2)
        assert client.on_died("gone", 3) == [Stop(), Failed("gone", False), Start()]
        assert client.on_ready(4) == [Ready(), PostAsk(1, QUESTION)]
        client.on_answer(1, ANSWER, 5)


def test_a_refused_question_counts_as_a_failure() -> None:
    client = start_client(starts=1)
    client.ask(1, QUESTION, 2)
    assert client.on_refused(1, "ValueError", 3) == [Stop(), Failed("ValueError", True)]


def test_a_death_while_cancelling_does_not_bring_the_cancelled_question_back() -> None:
    client = start_client()
    client.ask(1, QUESTION, 2)
    client.cancel(3)
    client.on_died("gone", 4)
    assert client.on_ready(5) == [Ready()]


def test_a_page_that_slept_gives_the_worker_its_time_anew() -> None:
    client = start_client()
    client.ask(1, QUESTION, 10)
    assert client.tick(3600) == []
    assert client.due == 3610


def test_starting_again_by_hand_ends_the_running_worker() -> None:
    client = start_client()
    client.ask(1, QUESTION, 2)
    assert client.start(3) == [Stop(), Start()]
    assert client.on_ready(4) == [Ready(), PostAsk(1, QUESTION)]


def test_a_worker_that_is_starting_is_not_started_again() -> None:
    client = Client(PATIENCE, starts=2)
    client.start(0)
    client.tick(12)
    assert client.tick(90) == [Stop(), Failed("silent", False), Start()]
    assert client.start(91) == []
    client.tick(102)
    assert client.tick(180) == [Stop(), Failed("silent", True)]


CALLS: dict[str, Callable[[Client, int, float], list[Output]]] = {
    "start": lambda client, id, now: client.start(now),
    "ask": lambda client, id, now: client.ask(id, QUESTION, now),
    "cancel": lambda client, id, now: client.cancel(now),
    "ready": lambda client, id, now: client.on_ready(now),
    "answered": lambda client, id, now: client.on_answer(id, ANSWER, now),
    "refused": lambda client, id, now: client.on_refused(id, "no", now),
    "heard": lambda client, id, now: client.on_progress(id, 0.5, None, now),
    "died": lambda client, id, now: client.on_died("gone", now),
    "tick": lambda client, id, now: client.tick(now),
}


@given(st.lists(st.tuples(st.sampled_from(sorted(CALLS)), st.integers(1, 3), st.floats(0, 100)), max_size=40))
def test_whatever_happens_one_worker_lives_and_one_question_runs(calls: list[Any]) -> None:
    client, now, alive, running, latest = Client(PATIENCE, 3), 0.0, False, None, None
    for name, id, pause in calls:
        now += pause
        if name == "ask":
            latest = id
        elif name == "cancel":
            latest = None
        for output in CALLS[name](client, id, now):
            match output:
                case Start():
                    assert not alive
                    alive, running = True, None
                case Stop():
                    assert alive
                    alive, running = False, None
                case PostAsk(posted):
                    assert alive
                    assert running is None
                    assert posted == latest
                    running = posted
                case PostCancel(cancelled):
                    assert cancelled == running
                case Answered(answered):
                    assert answered == latest
                    latest = None
        if name in ("answered", "refused") and id == running:
            running = client._running.id if client._running else None
        assert alive is (client.state is not State.STOPPED)
