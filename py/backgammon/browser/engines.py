"""The page's side of the engine's workers: the pool and each worker's client decide, this carries out.

Ending a worker removes its listeners, so a late message is never mistaken for one from its successor.
"""

from collections import deque
from collections.abc import Callable
from typing import Any, Generic, TypeVar

import js
from pyodide.ffi import JsException, create_proxy

from backgammon.browser import clock
from backgammon.protocol import client, pool
from backgammon.protocol.client import (
    Answered,
    Client,
    Failed,
    PostAsk,
    PostCancel,
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
from backgammon.protocol.messages import Priority, Question, Work
from backgammon.protocol.pool import EndEngine, Give, Pool, StartEngine, TakeBack, engines_for
from backgammon.state.events import (
    EngineAnswered,
    EngineFailed,
    EngineReady,
    EngineSlow,
    Event,
    WorkDone,
    WorkFailed,
    WorkProgressed,
)

_SOURCE = "./py/worker.js"

_Output = TypeVar("_Output")


class _InTurn(Generic[_Output]):
    """Carries out the outputs of a state machine in order; outputs that these cause are queued after them.

    Afterwards one timer runs, which fires no later than the machine is due.
    """

    def __init__(
        self,
        carry_out: Callable[[_Output], None],
        due: Callable[[], float | None],
        tick: Callable[[float], list[_Output]],
    ) -> None:
        self._carry_out, self._due, self._tick = carry_out, due, tick
        self._outputs: deque[_Output] = deque()
        self._performing = False
        self._timer_due: float | None = None

    def perform(self, outputs: list[_Output]) -> None:
        """Carry out the outputs, and those that they cause."""
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

    def _set_timer(self) -> None:
        due = self._due()
        if due is None or (self._timer_due is not None and self._timer_due <= due):
            return
        self._timer_due = due
        clock.after(max(0.0, due - clock.now()), lambda: self._on_timer(due))

    def _on_timer(self, due: float) -> None:
        if self._timer_due == due:
            self._timer_due = None
        self.perform(self._tick(clock.now()))


class Engines:
    """The engine that plays, and further ones for long work; their reports are sent as events."""

    def __init__(self, send: Callable[[Event], None], most: int | None = None) -> None:
        """``most``: the largest number of engines at a time, None for as many as the device can run."""
        self._send = send
        self._pool = Pool(most or _engines_here())
        self._in_turn = _InTurn(self._carry_out, lambda: self._pool.due, self._pool.tick)
        self._engines = {0: self._engine(0)}

    def start(self) -> None:
        """Start the engine that plays; end a running one first."""
        self._pool.start()
        self._engines[0].start()

    def ask(self, id: int, question: Question) -> None:
        """Ask a question of the game; EngineAnswered will carry its id."""
        self._engines[0].ask(id, question)

    def cancel(self) -> None:
        """Cancel every question."""
        self._engines[0].cancel()

    def begin(self, id: int, work: Work, priority: Priority) -> None:
        """Begin a work; WorkDone or WorkFailed will carry its id."""
        self._in_turn.perform(self._pool.begin(id, work, priority, clock.now()))

    def cancel_work(self, id: int) -> None:
        """Cancel a work."""
        self._in_turn.perform(self._pool.cancel(id, clock.now()))

    def _engine(self, number: int) -> "Engine":
        return Engine(lambda output: self._on_engine(number, output))

    def _carry_out(self, output: pool.Output) -> None:
        match output:
            case StartEngine(number):
                self._engines[number] = self._engine(number)
                self._engines[number].start()
            case EndEngine(number):
                self._engines.pop(number).end()
            case Give(number, id, piece):
                self._engines[number].begin(id, piece)
            case TakeBack(number, id):
                self._engines[number].cancel_work(id)
            case Progressed(id, done, state):
                self._send(WorkProgressed(id, done, state))
            case Worked(id, result):
                self._send(WorkDone(id, result))
            case WorkRefused(id, reason):
                self._send(WorkFailed(id, reason))

    def _on_engine(self, number: int, output: client.Output) -> None:
        """Pass an engine's reports to the pool; the page also gets the playing engine's state and answers."""
        now = clock.now()
        if number == 0:
            self._tell(output)
        match output:
            case Ready():
                self._in_turn.perform(self._pool.on_ready(number, now))
            case Failed(reason, final):
                js.console.warn(f"engine {number}: {reason}")
                self._in_turn.perform(self._pool.on_failed(number, reason, final, now))
            case Progressed(id, done, state):
                self._in_turn.perform(self._pool.on_progress(id, done, state, now))
            case Worked(id, result):
                self._in_turn.perform(self._pool.on_result(id, result, now))
            case WorkRefused(id, reason):
                self._in_turn.perform(self._pool.on_refused(id, reason, now))

    def _tell(self, output: client.Output) -> None:
        match output:
            case Ready():
                self._send(EngineReady())
            case Slow():
                self._send(EngineSlow())
            case Answered(id, answer):
                self._send(EngineAnswered(id, answer))
            case Failed(reason, final):
                self._send(EngineFailed(reason, final))


def _engines_here() -> int:
    cores = int(getattr(js.navigator, "hardwareConcurrency", None) or 1)
    memory = getattr(js.navigator, "deviceMemory", None)
    return engines_for(cores, None if memory is None else float(memory))


class Engine:
    """The link to one engine; its reports go to ``tell``."""

    def __init__(self, tell: Callable[[client.Output], None]) -> None:
        self._tell = tell
        self._client = Client()
        self._worker: _Worker | None = None
        self._in_turn = _InTurn(self._carry_out, lambda: self._client.due, self._client.tick)

    def start(self) -> None:
        """Start the worker; end a running one first."""
        self._in_turn.perform(self._client.start(clock.now()))

    def ask(self, id: int, question: Question) -> None:
        """Ask a question; Answered will carry its id."""
        self._in_turn.perform(self._client.ask(id, question, clock.now()))

    def cancel(self) -> None:
        """Cancel every question."""
        self._in_turn.perform(self._client.cancel(clock.now()))

    def end(self) -> None:
        """End the worker for good."""
        self._in_turn.perform(self._client.end())

    def begin(self, id: int, work: Work) -> None:
        """Begin a work; Worked or WorkRefused will carry its id."""
        self._in_turn.perform(self._client.begin(id, work, clock.now()))

    def cancel_work(self, id: int) -> None:
        """Cancel a work."""
        self._in_turn.perform(self._client.cancel_work(id))

    def _carry_out(self, output: client.Output) -> None:
        match output:
            case Start():
                self._start()
            case Stop():
                self._stop()
            case PostAsk(id, question):
                self._post(Request(id, RequestType.ASK, question))
            case PostWork(id, work):
                self._post(Request(id, RequestType.WORK, work=work))
            case PostCancel(id):
                self._post(Request(id, RequestType.CANCEL))
            case _:
                self._tell(output)

    def _on_message(self, text: Any) -> None:
        now = clock.now()
        try:
            reply = read_reply(text)
        except Exception as error:  # the game must not wait for a message that cannot be read
            self._on_died(str(error))
            return
        match reply.type:
            case ReplyType.READY:
                self._in_turn.perform(self._client.on_ready(now))
            case ReplyType.PROGRESS:
                self._in_turn.perform(self._client.on_progress(reply.id, reply.done, reply.state, now))
            case ReplyType.RESULT:
                assert reply.result is not None
                self._in_turn.perform(self._client.on_result(reply.id, reply.result, now))
            case ReplyType.ANSWER:
                assert reply.answer is not None
                self._in_turn.perform(self._client.on_answer(reply.id, reply.answer, now))
            case ReplyType.ERROR if reply.id == 0:
                self._on_died(reply.reason)
            case ReplyType.ERROR:
                self._in_turn.perform(self._client.on_refused(reply.id, reply.reason, now))

    def _on_died(self, reason: str) -> None:
        self._in_turn.perform(self._client.on_died(reason, clock.now()))

    def _post(self, request: Request) -> None:
        if self._worker:
            self._worker.post(request_text(request))

    def _start(self) -> None:
        try:
            self._worker = _Worker(self._on_message, self._on_died)
        except JsException as error:  # a sandboxed frame allows no worker
            self._on_died(str(error))

    def _stop(self) -> None:
        if self._worker:
            self._worker.end()
            self._worker = None


class _Worker:
    """One worker, from its start to its end."""

    def __init__(self, on_message: Callable[[Any], None], on_died: Callable[[str], None]) -> None:
        self._listeners = (
            create_proxy(lambda event: on_message(event.data)),
            create_proxy(lambda event: on_died(getattr(event, "message", None) or "the worker did not load")),
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
