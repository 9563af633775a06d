"""Both ends of the link to the engine, the page's and the worker's, as they ship but without a browser.

JavaScript is a stub with the clock of this file, threads are turns that take some of its time, and
``World.faults`` says which place throws which exception, and at which pass.
"""

import asyncio
import heapq
import importlib
import sys
import types
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from typing import Any
from unittest import mock

from backgammon import browser
from backgammon.protocol import analysis_worker, codec, play_worker, server
from backgammon.protocol.codec import read_request, reply_text
from backgammon.protocol.messages import Answer, Choice, Question, RolloutState, Work
from tools.paths import ROOT

PROGRAM = ROOT / "py" / "backgammon" / "browser" / "engine_worker.py"
SOURCE = compile(PROGRAM.read_text("utf-8"), PROGRAM.name, "exec")
BOOT, TURN, POST = 3.0, 0.05, 0.001
SLICES = 6
"""The number of turns that a question or a work takes."""
STATE = RolloutState("key", ((0, 1),), ())
DONE = RolloutState("key", ((0, 2),), ())
PLACES = (
    *("import", "receive", "read", "begin", "step", "think", "work", "write", "post", "sleep", "cancel"),
    "hear",
)
"""The places where a fault may be: all in the worker, except the last."""


class Injected(Exception):
    """The exception that a faulty place throws."""


class InjectedBase(BaseException):
    """The same, but not caught by ``except Exception``."""


class World:
    """The clock in seconds, the calls that are due, the faults, and the number of living workers."""

    def __init__(self, faults: dict[str, tuple[int, type[BaseException]]], boot: float = BOOT) -> None:
        """``faults``: for each place the pass at which it throws (0 the first), and what; each throws once.

        ``boot``: the seconds until a worker's program runs.
        """
        self.boot = boot
        self.now, self.faults, self.living = 0.0, dict(faults), 0
        self.passes = dict.fromkeys(faults, 0)
        self.posted: list[codec.Request] = []
        """The requests sent to the last worker."""
        self._due: list[tuple[float, int, Callable[[], None]]] = []
        self._numbers = count()

    def after(self, seconds: float, call: Callable[[], None]) -> None:
        heapq.heappush(self._due, (self.now + seconds, next(self._numbers), call))

    def run(self, seconds: float) -> None:
        end = self.now + seconds
        while self._due and self._due[0][0] <= end:
            self.now, _, call = heapq.heappop(self._due)
            call()
        self.now = end

    def raise_due_fault(self, place: str) -> None:
        """Throw if this place has a fault that is due at this pass."""
        if place not in self.faults:
            return
        at, kind = self.faults[place]
        self.passes[place] += 1
        if self.passes[place] == at + 1:
            raise kind(place)

    def inject_fault(self, place: str, call: Callable[..., Any]) -> Callable[..., Any]:
        def wrapper(*arguments: Any, **named: Any) -> Any:
            self.raise_due_fault(place)
            return call(*arguments, **named)

        return wrapper


class Worker:
    """A worker of a browser; uncaught exceptions of its program go to ``onerror``."""

    def __init__(self, world: World) -> None:
        self.onmessage: Callable[[Any], None] | None = None
        self.onerror: Callable[[Any], None] | None = None
        self._world, self._alive, self._up, self._listeners = (
            world,
            True,
            False,
            list[Callable[[Any], None]](),
        )
        self._waiting: list[str] = []
        world.posted = []
        self._tasks: list[Coroutine[None, None, None]] = []
        world.living += 1
        world.after(world.boot, self._boot)

    def postMessage(self, text: str) -> None:
        self._world.posted.append(read_request(text))
        self._world.after(POST, lambda: self._deliver(text))

    def terminate(self) -> None:
        assert self._alive
        self._alive = False
        self._world.living -= 1
        for task in self._tasks:
            task.close()

    def _boot(self) -> None:
        if not self._alive:
            return
        js = types.ModuleType("js")
        js.postMessage = self._world.inject_fault("post", self._say)  # type: ignore[attr-defined]
        js.addEventListener = lambda name, call: self._listeners.append(call)  # type: ignore[attr-defined]
        js.reportError = lambda error: self._report(str(error))  # type: ignore[attr-defined]
        js.Error = types.SimpleNamespace(new=str)  # type: ignore[attr-defined]
        loop = types.ModuleType("asyncio")
        loop.Task = asyncio.Task  # type: ignore[attr-defined]
        loop.sleep = self._world.inject_fault("sleep", asyncio.sleep)  # type: ignore[attr-defined]
        loop.ensure_future = self._begin  # type: ignore[attr-defined]
        with mock.patch.dict(sys.modules, {"js": js, "asyncio": loop}):
            try:
                self._world.raise_due_fault("import")
                names: dict[str, Any] = {"__name__": "engine_worker"}
                exec(SOURCE, names)
                names["start"]()
            except BaseException as error:
                self._report(repr(error))
        self._up = True
        for text in self._waiting:
            self._hear(text)
        self._go_on()

    def _go_on(self) -> None:
        if self._alive:
            self._turn()
            self._world.after(TURN, self._go_on)

    def _deliver(self, text: str) -> None:
        if self._alive and self._up:
            self._hear(text)
        elif self._alive:
            self._waiting.append(text)

    def _begin(self, task: Coroutine[None, None, None]) -> Coroutine[None, None, None]:
        self._tasks.append(task)
        return task

    def _turn(self) -> None:
        """Run each task one step; as in a browser, only the console is told of a task that fails."""
        for task in list(self._tasks):
            try:
                task.send(None)
            except (StopIteration, Injected, InjectedBase):
                self._tasks.remove(task)

    def _hear(self, text: str) -> None:
        try:
            for listener in self._listeners:
                listener(types.SimpleNamespace(data=text))
        except BaseException as error:
            self._report(repr(error))

    def _say(self, text: str) -> None:
        if self._alive:
            self._world.after(POST, lambda: self._tell(self.onmessage, data=text))

    def _report(self, reason: str) -> None:
        self._world.after(POST, lambda: self._tell(self.onerror, message=reason))

    def _tell(self, listener: Callable[[Any], None] | None, **event: str) -> None:
        """Hand an event to the page; only the console is told of exceptions in its handler."""
        with suppress(Injected, InjectedBase):
            if listener:
                listener(types.SimpleNamespace(**event))


@contextmanager
def import_engines(world: World) -> Iterator[types.ModuleType]:
    """Yield the module ``browser.engines``, imported in a page whose JavaScript is this world's."""

    def fake_decide(question: Question, players: object) -> server.Thinking:
        for part in range(SLICES):
            world.raise_due_fault("think")
            yield part / SLICES
        return Answer(Choice.ROLL)

    def fake_work(self: analysis_worker.AnalysisWorker, work: Work) -> server.Working:
        for part in range(SLICES):
            world.raise_due_fault("work")
            yield part / SLICES, STATE
        return DONE

    js = types.ModuleType("js")
    new = world.inject_fault("new", lambda source, type: Worker(world))
    js.Worker = types.SimpleNamespace(new=new)  # type: ignore[attr-defined]
    js.navigator = types.SimpleNamespace(hardwareConcurrency=3, deviceMemory=8)  # type: ignore[attr-defined]
    js.performance = types.SimpleNamespace(now=lambda: world.now * 1000)  # type: ignore[attr-defined]
    js.setTimeout = lambda call, wait: world.after(wait / 1000, call)  # type: ignore[attr-defined]
    js.console = types.SimpleNamespace(warn=lambda text: None)  # type: ignore[attr-defined]
    ffi = types.ModuleType("pyodide.ffi")
    ffi.JsException = Injected  # type: ignore[attr-defined]
    ffi.create_once_callable = lambda call: call  # type: ignore[attr-defined]
    ffi.create_proxy = _Proxy  # type: ignore[attr-defined]
    stubs = {"js": js, "pyodide": types.ModuleType("pyodide"), "pyodide.ffi": ffi}
    with mock.patch.dict(sys.modules, stubs), mock.patch.multiple(server, SLICE_SECONDS=0):
        for name in ("clock", "engines"):  # the package also keeps those of an earlier world
            sys.modules.pop(f"backgammon.browser.{name}", None)
            vars(browser).pop(name, None)
        module = importlib.import_module("backgammon.browser.engines")
        with (
            mock.patch.object(play_worker, "decide", world.inject_fault("begin", fake_decide)),
            mock.patch.object(analysis_worker.AnalysisWorker, "work", fake_work),
            mock.patch.object(server, "read_request", world.inject_fault("read", read_request)),
            mock.patch.object(server, "reply_text", world.inject_fault("write", reply_text)),
            mock.patch.object(server.Server, "step", world.inject_fault("step", server.Server.step)),
            mock.patch.object(server.Server, "receive", world.inject_fault("receive", server.Server.receive)),
            mock.patch.object(server.Server, "_cancel", world.inject_fault("cancel", server.Server._cancel)),
            mock.patch.object(module, "read_reply", world.inject_fault("hear", codec.read_reply)),
        ):
            yield module


class _Proxy:
    """A Python function held by JavaScript."""

    def __init__(self, call: Callable[..., Any]) -> None:
        self._call = call

    def __call__(self, *arguments: Any) -> None:
        self._call(*arguments)

    def destroy(self) -> None:
        """Release the function, as JavaScript does."""
