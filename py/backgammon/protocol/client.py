"""The page's end of the link to the engine, without I/O: calls come in, and instructions come out.

One question runs and one waits; a newer one replaces the waiting one. A worker that dies, refuses a question
or is silent for too long is ended and restarted, and its question is asked again; after too many failures in
a row it stays ended until ``start`` is called. Times are seconds of any steady clock.

Besides the questions, any number of works may be under way. All are posted to the worker, which does them one
after another whenever no question waits; a restarted worker gets them again, a rollout with its latest state.
A work during which two workers in a row died is refused; so are all works left when the last worker fails.

Only a message about what is under way is a sign of life.
"""

from dataclasses import dataclass, replace
from enum import StrEnum

from backgammon.protocol.messages import Answer, Question, Rollout, RolloutState, Work, WorkResult


@dataclass(frozen=True, slots=True)
class Start:
    """Start a worker; report its messages and its death."""


@dataclass(frozen=True, slots=True)
class Stop:
    """End the worker, whatever it is doing."""


@dataclass(frozen=True, slots=True)
class PostAsk:
    """Post a question to the worker."""

    id: int
    question: Question


@dataclass(frozen=True, slots=True)
class PostWork:
    """Post a work to the worker."""

    id: int
    work: Work


@dataclass(frozen=True, slots=True)
class PostCancel:
    """Tell the worker that a question or work is no longer needed; it still ends it with a reply."""

    id: int


@dataclass(frozen=True, slots=True)
class Ready:
    """The worker is ready for questions."""


@dataclass(frozen=True, slots=True)
class Slow:
    """The worker is slow to start; it may still become ready."""


@dataclass(frozen=True, slots=True)
class Answered:
    """The answer to the question that was asked last."""

    id: int
    answer: Answer


@dataclass(frozen=True, slots=True)
class Failed:
    """The worker was ended; ``final``: it is not restarted automatically."""

    reason: str
    final: bool


@dataclass(frozen=True, slots=True)
class Progressed:
    """How much of a work is done, 0 to 1, and the state of a rollout."""

    id: int
    done: float
    state: RolloutState | None


@dataclass(frozen=True, slots=True)
class Worked:
    """The result of a work."""

    id: int
    result: WorkResult


@dataclass(frozen=True, slots=True)
class WorkRefused:
    """A work cannot be done."""

    id: int
    reason: str


Output = (
    Start
    | Stop
    | PostAsk
    | PostWork
    | PostCancel
    | Ready
    | Slow
    | Answered
    | Failed
    | Progressed
    | Worked
    | WorkRefused
)


class State(StrEnum):
    """What the worker is doing, as far as the page knows."""

    STOPPED = "stopped"
    STARTING = "starting"
    IDLE = "idle"
    RUNNING = "running"
    CANCELLING = "cancelling"
    """A question was cancelled, and its reply, which is no longer needed, has not arrived yet."""


@dataclass(frozen=True, slots=True)
class Timeouts:
    """Seconds of silence that are tolerated.

    ``slow``: the part of ``start`` after which a start is reported as slow. ``late``: a timer that fires this
    much too late shows that the page itself was asleep; the worker's time then begins again.
    """

    start: float = 90.0
    slow: float = 12.0
    reply: float = 10.0
    late: float = 5.0


@dataclass(frozen=True, slots=True)
class _Job:
    id: int
    question: Question


class Client:
    """The state of the link. ``due`` is when ``tick`` should be called, None for never."""

    def __init__(self, timeouts: Timeouts | None = None, starts: int = 4) -> None:
        """``starts``: how many times in a row a worker may be started without giving any answer."""
        self.state = State.STOPPED
        self.due: float | None = None
        self._timeouts = timeouts or Timeouts()
        self._starts = self._starts_left = starts
        self._running: _Job | None = None
        self._waiting: _Job | None = None
        self._works: dict[int, Work] = {}
        self._slow = False
        self._deadly: int | None = None
        """The work that the last worker was doing when it died."""

    def start(self, now: float) -> list[Output]:
        """Start or restart the worker and forget its failures; do nothing to one that is starting."""
        if self.state is State.STARTING:
            return []
        self._starts_left = self._starts
        outputs: list[Output] = [] if self.state is State.STOPPED else [Stop()]
        self._keep_question()
        return outputs + self._begin(now)

    def end(self) -> list[Output]:
        """End the worker for good and drop all questions and works."""
        running = self.state is not State.STOPPED
        self.state, self.due, self._running, self._waiting, self._works = State.STOPPED, None, None, None, {}
        return [Stop()] * running

    def ask(self, id: int, question: Question, now: float) -> list[Output]:
        """Ask a question; an earlier one no longer gets an answer."""
        self._waiting = _Job(id, question)
        if self.state is State.IDLE:
            return self._next(now)
        return self._cancel(now)

    def cancel(self, now: float) -> list[Output]:
        """Cancel every question asked so far."""
        self._waiting = None
        return self._cancel(now)

    def begin(self, id: int, work: Work, now: float) -> list[Output]:
        """Add a work, to be done when its turn comes."""
        if self.state is State.STOPPED and not self._starts_left:
            return [WorkRefused(id, "the engine does not run")]
        self._works[id] = work
        if self.state in (State.STOPPED, State.STARTING):
            return []
        if self.due is None:
            self._wait(now, self._timeouts.reply)
        return [PostWork(id, work)]

    def cancel_work(self, id: int) -> list[Output]:
        """Cancel a work whose result is no longer needed."""
        if self._works.pop(id, None) is None or self.state in (State.STOPPED, State.STARTING):
            return []
        self._rest()
        return [PostCancel(id)]

    def on_progress(self, id: int, done: float, state: RolloutState | None, now: float) -> list[Output]:
        """Handle the worker's progress on a question or work."""
        work = self._works.get(id)
        asked = self._running is not None and self._running.id == id
        if asked if self.state is State.RUNNING else work and self.state is State.IDLE:
            self._keep_waiting(now)
        if isinstance(work, Rollout) and state:
            self._works[id] = replace(work, state=state)
        return [Progressed(id, done, state)] * bool(work)

    def on_result(self, id: int, result: WorkResult, now: float) -> list[Output]:
        """Handle the result of a work."""
        if self._works.pop(id, None) is None:
            return []
        self._starts_left = self._starts
        self._wait_or_rest(now)
        return [Worked(id, result)]

    def on_ready(self, now: float) -> list[Output]:
        """Handle the worker's message that it is ready."""
        if self.state is not State.STARTING:
            return []
        posted = [PostWork(id, work) for id, work in self._works.items()]
        return [Ready(), *self._next(now), *posted]

    def on_answer(self, id: int, answer: Answer, now: float) -> list[Output]:
        """Handle the answer to a question."""
        if self._running is None or self._running.id != id:
            return []
        wanted = self.state is State.RUNNING
        self._starts_left = self._starts
        return [Answered(id, answer)] * wanted + self._next(now)

    def on_refused(self, id: int, reason: str, now: float) -> list[Output]:
        """Handle the refusal of a question or work, or the end of a cancelled one."""
        if self._works.pop(id, None):
            self._wait_or_rest(now)
            return [WorkRefused(id, reason)]
        if self._running is None or self._running.id != id:
            return []
        return self._next(now) if self.state is State.CANCELLING else self.on_died(reason, now)

    def on_died(self, reason: str, now: float) -> list[Output]:
        """Handle the failure of the worker."""
        if self.state is State.STOPPED:
            return []
        outputs = self._refuse_deadly(reason)
        self._keep_question()
        self.state, self.due = State.STOPPED, None
        final = not self._starts_left
        outputs += [Stop(), Failed(reason, final)]
        if not final:
            return outputs + self._begin(now)
        lost, self._works = self._works, {}
        return outputs + [WorkRefused(id, reason) for id in lost]

    def tick(self, now: float) -> list[Output]:
        """Handle the passing of time: a timeout may be over."""
        if self.due is None or now < self.due:
            return []
        if now > self.due + self._timeouts.late:
            self._wait(now, self._start_part if self.state is State.STARTING else self._timeouts.reply)
            return []
        if self.state is State.STARTING and not self._slow:
            self._slow = True
            self._wait(now, self._start_part)
            return [Slow()]
        return self.on_died("silent", now)

    @property
    def _start_part(self) -> float:
        """How long a start may take until it is reported as slow, or from then on."""
        return self._timeouts.start - self._timeouts.slow if self._slow else self._timeouts.slow

    def _refuse_deadly(self, reason: str) -> list[Output]:
        """Note the work being done, the oldest one; refuse it if the last worker died during it too."""
        at_work = self.state is State.IDLE and bool(self._works)
        last, self._deadly = self._deadly, next(iter(self._works)) if at_work else None
        if self._deadly is None or self._deadly != last:
            return []
        del self._works[self._deadly]
        return [WorkRefused(self._deadly, reason)]

    def _begin(self, now: float) -> list[Output]:
        self._starts_left -= 1
        self.state, self._slow = State.STARTING, False
        self._wait(now, self._start_part)
        return [Start()]

    def _next(self, now: float) -> list[Output]:
        self._running, self._waiting = self._waiting, None
        if self._running is None:
            self.state = State.IDLE
            self._wait_or_rest(now)
            return []
        self.state = State.RUNNING
        self._wait(now, self._timeouts.reply)
        return [PostAsk(self._running.id, self._running.question)]

    def _cancel(self, now: float) -> list[Output]:
        if self.state is not State.RUNNING:
            return []
        assert self._running is not None
        self.state = State.CANCELLING
        self._wait(now, self._timeouts.reply)
        return [PostCancel(self._running.id)]

    def _wait_or_rest(self, now: float) -> None:
        """Restart the timeout if anything is still under way, end it otherwise."""
        self._rest()
        self._keep_waiting(now)

    def _keep_waiting(self, now: float) -> None:
        """Restart the timeout of what is under way, after a sign of life from the worker."""
        if self.state in (State.RUNNING, State.CANCELLING) or (self.state is State.IDLE and self._works):
            self._wait(now, self._timeouts.reply)

    def _rest(self) -> None:
        """End the timeout if nothing is under way."""
        if self.state is State.IDLE and not self._works:
            self.due = None

    def _keep_question(self) -> None:
        """Let the running question be asked again, unless a newer one waits or it was cancelled."""
        if self.state is State.RUNNING and self._waiting is None:
            self._waiting = self._running
        self._running = None

    def _wait(self, now: float, seconds: float) -> None:
        """Tolerate this many seconds of silence."""
        self.due = now + seconds
