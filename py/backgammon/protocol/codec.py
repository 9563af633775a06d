"""Messages as JSON text: writing and reading are inverse; an invalid message raises a BackgammonError.

A request is ``{"v": 3, "id": n, "type": "ask", "question": {…}}``, or of type ``work`` with ``work``, or
``cancel``. A reply is of type ``ready`` (unasked, id 0, once the worker is up), ``progress`` with ``done``
from 0 to 1 (and a rollout's ``state``), ``answer`` with ``answer``, ``result`` with ``result``, or ``error``
with ``reason``. Every ask gets exactly one answer or error, every work one result or error. The page chooses
the ids; no two questions or works under way share one.
"""

import json
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from backgammon.data.json_text import DataError, decode_object, quote
from backgammon.protocol import work_codec
from backgammon.protocol.messages import VERSION, Answer, Question, RolloutState, Work, WorkResult
from backgammon.protocol.question_codec import CODEC, ProtocolError

__all__ = [
    "ProtocolError",
    "Reply",
    "ReplyType",
    "Request",
    "RequestType",
    "read_reply",
    "read_request",
    "reply_text",
    "request_text",
]


LONGEST = 1_000_000
"""The most characters of a message; all plays of a roll, ranked, take about fifty thousand."""


class RequestType(StrEnum):
    ASK = "ask"
    WORK = "work"
    CANCEL = "cancel"


class ReplyType(StrEnum):
    READY = "ready"
    PROGRESS = "progress"
    ANSWER = "answer"
    RESULT = "result"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Request:
    """What the page sends: an ask with a ``question``, a work with a ``work``, a cancel with its id."""

    id: int
    type: RequestType
    question: Question | None = None
    work: Work | None = None


@dataclass(frozen=True, slots=True)
class Reply:
    """What the worker sends about request ``id``."""

    id: int
    type: ReplyType
    answer: Answer | None = None
    done: float = 0.0
    reason: str = ""
    result: WorkResult | None = None
    state: RolloutState | None = None


def request_text(request: Request) -> str:
    """Write a request."""
    data: dict[str, Any] = {"v": VERSION, "id": request.id, "type": request.type}
    if request.question:
        data["question"] = CODEC.data(request.question)
    if request.work:
        data["work"] = work_codec.work_data(request.work)
    return json.dumps(data)


def read_request(text: str) -> Request:
    """Read a request; raise a BackgammonError that quotes what is wrong."""
    data = _message(text)
    kind = CODEC.value(RequestType, data.get("type"), "type")
    return Request(
        CODEC.value(int, data.get("id"), "id"),
        kind,
        CODEC.value(Question, data.get("question")) if kind is RequestType.ASK else None,
        work_codec.read_work(data.get("work")) if kind is RequestType.WORK else None,
    )


def reply_text(reply: Reply) -> str:
    """Write a reply."""
    data: dict[str, Any] = {"v": VERSION, "id": reply.id, "type": reply.type}
    match reply.type:
        case ReplyType.ANSWER if reply.answer:
            data["answer"] = CODEC.data(reply.answer)
        case ReplyType.PROGRESS:
            data["done"] = reply.done
            if reply.state:
                data["state"] = work_codec.state_data(reply.state)
        case ReplyType.RESULT if reply.result:
            data["result"] = work_codec.result_data(reply.result)
        case ReplyType.ERROR:
            data["reason"] = reply.reason
    return json.dumps(data)


def read_reply(text: str) -> Reply:
    """Read a reply; raise a ProtocolError that quotes what is wrong."""
    data = _message(text)
    id, kind = CODEC.value(int, data.get("id"), "id"), CODEC.value(ReplyType, data.get("type"), "type")
    match kind:
        case ReplyType.ANSWER:
            return Reply(id, kind, answer=CODEC.value(Answer, data.get("answer"), "an answer"))
        case ReplyType.PROGRESS:
            done = data.get("done")
            if not isinstance(done, int | float):
                raise ProtocolError(f"progress is a number from 0 to 1, not {done!r}")
            state = work_codec.read_state(data["state"]) if "state" in data else None
            return Reply(id, kind, done=float(done), state=state)
        case ReplyType.RESULT:
            return Reply(id, kind, result=work_codec.read_result(data.get("result")))
        case ReplyType.ERROR:
            return Reply(id, kind, reason=str(data.get("reason", "")))
        case ReplyType.READY:
            return Reply(id, kind)


def _message(text: str) -> dict[str, Any]:
    try:
        data = decode_object(text, LONGEST)
    except DataError as error:
        raise ProtocolError(f"a message is a JSON object: {error}") from error
    if data.get("v") != VERSION:
        raise ProtocolError(f"messages of version {VERSION} are understood here, not {quote(data.get('v'))}")
    return data
