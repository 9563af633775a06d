"""The engine's worker as the page sees it: the client machine decides, this carries out; nothing waits.

A worker that is ended takes its listeners with it, so a late word of it is never taken for its successor's.
"""

from collections import deque
from collections.abc import Callable
from typing import Any

import js
from pyodide.ffi import create_proxy

from backgammon.app.state.events import (
    EngineAnswered,
    EngineFailed,
    EngineReady,
    EngineSlow,
    Event,
    WorkDone,
    WorkFailed,
    WorkProgressed,
)
from backgammon.browser import clock
from backgammon.protocol.client import (
    Answered,
    Client,
    Failed,
    Output,
    PostAsk,
    PostCancel,
    PostPing,
    PostWork,
    Progressed,
    Ready,
    Slow,
    Start,
    Stop,
    Worked,
    WorkRefused,
)
from backgammon.protocol.codec import ReplyType, Request, RequestType, read_reply, request_text
from backgammon.protocol.messages import Question, Work

_SOURCE = "./py/worker.js"

_LINGERING_SECONDS = 20.0
"""How long a worker of its own is kept once its work is done."""


class Engines:
    """The worker that plays, and beside it workers of their own for work in higher lanes."""

    def __init__(self, send: Callable[[Event], None]) -> None:
        self._send = send
        self.player = Engine(send)
        self._lanes = {0: self.player}

    def begin(self, id: int, work: Work, lane: int) -> None:
        """Have a work done in a lane."""
        if lane not in self._lanes:
            self._lanes[lane] = Engine(self._send_work)
            self._lanes[lane].start()
        self._lanes[lane].begin(id, work)

    def cancel_work(self, id: int) -> None:
        """Let go of a work, in whichever lane."""
        for engine in self._lanes.values():
            engine.cancel_work(id)
        self._rest_soon()

    def _send_work(self, event: Event) -> None:
        """Hand on what concerns work; that such a worker comes and goes is nobody's business."""
        if isinstance(event, WorkProgressed | WorkDone | WorkFailed):
            self._send(event)
        if isinstance(event, WorkDone | WorkFailed):
            self._rest_soon()

    def _rest_soon(self) -> None:
        clock.after(_LINGERING_SECONDS, self._rest)

    def _rest(self) -> None:
        for lane, engine in list(self._lanes.items()):
            if lane and not engine.works:
                self._lanes.pop(lane).end()


class Engine:
    """The link to the engine; what it has to report comes as events."""

    def __init__(self, send: Callable[[Event], None]) -> None:
        self._send = send
        self._client = Client()
        self._worker: _Worker | None = None
        self._timer_due: float | None = None
        self._outputs: deque[Output] = deque()
        self._performing = False

    def start(self) -> None:
        """Start the worker, or end the running one and start anew."""
        self._perform(self._client.start(clock.now()))

    def ask(self, id: int, question: Question) -> None:
        """Put a question; EngineAnswered comes with its id."""
        self._perform(self._client.ask(id, question, clock.now()))

    def cancel(self) -> None:
        """Let go of every question."""
        self._perform(self._client.cancel(clock.now()))

    @property
    def works(self) -> bool:
        """Whether work is under way."""
        return self._client.works

    def end(self) -> None:
        """End the worker for good."""
        self._perform(self._client.end())

    def begin(self, id: int, work: Work) -> None:
        """Put a work; WorkDone or WorkFailed comes with its id."""
        self._perform(self._client.begin(id, work, clock.now()))

    def cancel_work(self, id: int) -> None:
        """Let go of a work."""
        self._perform(self._client.cancel_work(id, clock.now()))

    def _perform(self, outputs: list[Output]) -> None:
        """Carry out what is to be done, in this order: what an event leads to comes after all of it."""
        self._outputs.extend(outputs)
        if self._performing:
            return
        self._performing = True
        try:
            while self._outputs:
                self._carry_out(self._outputs.popleft())
        finally:
            self._performing = False
            self._set_timer()

    def _carry_out(self, output: Output) -> None:
        match output:
            case Start():
                self._worker = _Worker(self._heard, self._died)
            case Stop():
                self._stop()
            case PostAsk(id, question):
                self._post(Request(id, RequestType.ASK, question))
            case PostWork(id, work):
                self._post(Request(id, RequestType.WORK, work=work))
            case PostCancel(id):
                self._post(Request(id, RequestType.CANCEL))
            case PostPing():
                self._post(Request(0, RequestType.PING))
            case Ready():
                self._send(EngineReady())
            case Slow():
                self._send(EngineSlow())
            case Answered(id, answer):
                self._send(EngineAnswered(id, answer))
            case Progressed() | Worked() | WorkRefused():
                self._send(_work_event(output))
            case Failed(reason, final):
                js.console.warn(f"engine: {reason}")
                self._send(EngineFailed(reason, final))

    def _heard(self, text: Any) -> None:
        now = clock.now()
        try:
            reply = read_reply(text)
        except Exception as error:  # the game does not wait for a word that nobody understands
            self._died(str(error))
            return
        match reply.type:
            case ReplyType.READY:
                self._perform(self._client.ready(now))
            case ReplyType.PROGRESS:
                self._perform(self._client.progressed(reply.id, reply.done, reply.state, now))
            case ReplyType.RESULT:
                assert reply.result is not None
                self._perform(self._client.worked(reply.id, reply.result, now))
            case ReplyType.ANSWER:
                assert reply.answer is not None
                self._perform(self._client.answered(reply.id, reply.answer, now))
            case ReplyType.ERROR if reply.id == 0:
                self._died(reply.reason)
            case ReplyType.ERROR:
                self._perform(self._client.refused(reply.id, reply.reason, now))

    def _died(self, reason: str) -> None:
        self._perform(self._client.died(reason, clock.now()))

    def _post(self, request: Request) -> None:
        if self._worker:
            self._worker.post(request_text(request))

    def _stop(self) -> None:
        if self._worker:
            self._worker.end()
            self._worker = None

    def _set_timer(self) -> None:
        """Keep one timer running that fires no later than the client wants."""
        due = self._client.due
        if due is None or (self._timer_due is not None and self._timer_due <= due):
            return
        self._timer_due = due
        clock.after(max(0.0, due - clock.now()), lambda: self._tick(due))

    def _tick(self, due: float) -> None:
        if self._timer_due == due:
            self._timer_due = None
        self._perform(self._client.tick(clock.now()))


def _work_event(output: Progressed | Worked | WorkRefused) -> Event:
    match output:
        case Progressed(id, done, state):
            return WorkProgressed(id, done, state)
        case Worked(id, result):
            return WorkDone(id, result)
        case WorkRefused(id, reason):
            return WorkFailed(id, reason)


class _Worker:
    """One worker from its start to its end."""

    def __init__(self, heard: Callable[[Any], None], died: Callable[[str], None]) -> None:
        self._listeners = (
            create_proxy(lambda event: heard(event.data)),
            create_proxy(lambda event: died(getattr(event, "message", None) or "the worker did not load")),
        )
        self._worker = js.Worker.new(_SOURCE, type="module")
        self._worker.onmessage, self._worker.onerror = self._listeners

    def post(self, text: str) -> None:
        self._worker.postMessage(text)

    def end(self) -> None:
        self._worker.terminate()
        self._worker.onmessage = self._worker.onerror = None
        for listener in self._listeners:
            listener.destroy()
