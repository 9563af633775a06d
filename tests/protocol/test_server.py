"""The worker's end: one answer or error to each ask, slices between messages, errors that do not stop it."""

from collections.abc import Generator
from functools import partial

import pytest

from backgammon.core.position import Position
from backgammon.core.rules import STANDARD
from backgammon.protocol.codec import Reply, ReplyType, Request, RequestType, read_reply, request_text
from backgammon.protocol.messages import Answer, Choice, Kind, Question
from backgammon.protocol.server import Server

QUESTION = Question(Kind.DOUBLE, "novice", STANDARD, Position.start().points, True)


class Clock:
    """A clock that advances by a fixed time whenever it is read."""

    def __init__(self, seconds: float) -> None:
        self.now, self.seconds = 0.0, seconds

    def __call__(self) -> float:
        self.now += self.seconds
        return self.now


def decide(question: Question, slices: int) -> Generator[float, None, Answer]:
    for done in range(slices):
        yield done / slices
    if question.level == "bad":
        raise ValueError("no such level")
    return Answer(Choice.ROLL)


def server(slices: int = 3, seconds: float = 1.0) -> Server:
    return Server(partial(decide, slices=slices), Clock(seconds))


def ask(id: int, level: str = "novice") -> str:
    question = Question(QUESTION.kind, level, QUESTION.rules, QUESTION.points, QUESTION.on_roll)
    return request_text(Request(id, RequestType.ASK, question))


def replies(texts: list[str]) -> list[Reply]:
    return [read_reply(text) for text in texts]


def test_slow_thinking_reports_progress_and_then_answers() -> None:
    worker = server()
    assert worker.receive(ask(1)) == []
    said = []
    while worker.busy:
        said += replies(worker.step())
    assert [(reply.type, round(reply.done, 2)) for reply in said] == [
        (ReplyType.PROGRESS, 0.0),
        (ReplyType.PROGRESS, 0.33),
        (ReplyType.PROGRESS, 0.67),
        (ReplyType.ANSWER, 0.0),
    ]
    assert said[-1] == Reply(1, ReplyType.ANSWER, answer=Answer(Choice.ROLL))
    assert worker.step() == []


def test_quick_thinking_answers_within_one_slice() -> None:
    worker = server(seconds=0.0001)
    worker.receive(ask(1))
    assert [reply.type for reply in replies(worker.step())] == [ReplyType.ANSWER]


def test_questions_are_answered_in_order() -> None:
    worker = server(seconds=0.0001)
    worker.receive(ask(1))
    worker.receive(ask(2))
    assert [replies(worker.step())[0].id for _ in range(2)] == [1, 2]
    assert not worker.busy


def test_a_cancelled_question_gets_one_error_and_no_answer() -> None:
    worker = server()
    worker.receive(ask(1))
    worker.step()
    cancel = request_text(Request(1, RequestType.CANCEL))
    assert replies(worker.receive(cancel)) == [Reply(1, ReplyType.ERROR, reason="cancelled")]
    assert not worker.busy
    assert worker.receive(cancel) == []


def test_a_failing_question_gets_an_error_and_the_next_one_its_answer() -> None:
    worker = server(seconds=0.0001)
    worker.receive(ask(1, level="bad"))
    worker.receive(ask(2))
    first, second = replies(worker.step()), replies(worker.step())
    assert (first[0].type, first[0].id) == (ReplyType.ERROR, 1)
    assert "no such level" in first[0].reason
    assert second[0].type is ReplyType.ANSWER


@pytest.mark.parametrize(
    ("text", "id"), [("nonsense", 0), ("[]", 0), ('{"v": 2, "id": 5, "type": "ask"}', 5), ('{"id": null}', 0)]
)
def test_a_bad_message_gets_an_error_with_its_id(text: str, id: int) -> None:
    worker = server()
    (reply,) = replies(worker.receive(text))
    assert (reply.type, reply.id) == (ReplyType.ERROR, id)
    assert not worker.busy
