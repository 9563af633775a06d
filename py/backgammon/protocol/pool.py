"""Works shared between engines, without I/O: works come in, and instructions for each engine come out.

Engine 0 is the one that plays: it always exists, and its questions take precedence over all work. The others
are started when there is work for them, and ended after LINGER_SECONDS without any, even if not ready yet. An
engine that dies is restarted by its own client (``protocol.client``) with the pieces it held; one that stays
ended gives them back, and the pool has fewer engines from then on. Times are seconds of any steady clock.
"""

from dataclasses import dataclass, field

from backgammon.core.errors import BackgammonError
from backgammon.protocol.client import Progressed, Worked, WorkRefused
from backgammon.protocol.messages import Priority, RolloutState, Work, WorkResult
from backgammon.protocol.pieces import Assembly

MOST = 8
"""The most engines."""
PIECES_EACH = 2
"""Pieces of long works that an engine holds, so that it need not wait for the page; the one that plays
holds one, to be free sooner for urgent work."""
LINGER_SECONDS = 20.0
"""How long an engine without work is kept."""
NEWS_SECONDS = 0.2
"""The shortest time between two reports on the progress of a work."""


@dataclass(frozen=True, slots=True)
class StartEngine:
    """Start one more engine."""

    engine: int


@dataclass(frozen=True, slots=True)
class EndEngine:
    """End an engine for good."""

    engine: int


@dataclass(frozen=True, slots=True)
class Give:
    """Give an engine a piece."""

    engine: int
    id: int
    piece: Work


@dataclass(frozen=True, slots=True)
class TakeBack:
    """Take a piece from an engine."""

    engine: int
    id: int


Output = StartEngine | EndEngine | Give | TakeBack | Progressed | Worked | WorkRefused


@dataclass(slots=True)
class _Job:
    assembly: Assembly
    priority: Priority
    number: int
    """The number of works added before it."""
    served: int = 0
    """The number of its latest piece among all pieces given so far."""
    told: float = float("-inf")
    """When its progress was last reported."""


@dataclass(slots=True)
class _Engine:
    up: bool = False
    held: set[int] = field(default_factory=set)
    latest: int | None = None
    """The number of the work that its latest piece belongs to."""
    idle_since: float | None = None


@dataclass(frozen=True, slots=True)
class _Piece:
    """A piece that an engine holds: ``job`` is the id of its work, ``number`` its number there."""

    engine: int
    job: int
    number: int
    work: Work


class Pool:
    """The state of the pool. ``due`` is when ``tick`` should be called, None for never."""

    def __init__(self, most: int = 1) -> None:
        """``most``: the largest number of engines at a time."""
        self.due: float | None = None
        self.most = most
        self._engines = {0: _Engine()}
        self._jobs: dict[int, _Job] = {}
        self._pieces: dict[int, _Piece] = {}
        self._put = self._given = 0
        self._lost = False
        """Whether the engine that plays has ended for good."""

    @property
    def engines(self) -> tuple[int, ...]:
        """The engines that are running or starting."""
        return tuple(self._engines)

    def begin(self, id: int, work: Work, priority: Priority, now: float) -> list[Output]:
        """Add a work."""
        if self._lost:
            return [WorkRefused(id, "the engine does not run")]
        assembly = Assembly(work)
        if assembly.result is not None:
            return [Worked(id, assembly.result)]
        self._jobs[id] = _Job(assembly, priority, self._put)
        self._put += 1
        return self._share_out(now)

    def cancel(self, id: int, now: float) -> list[Output]:
        """Cancel a work whose result is no longer needed."""
        return [*self._end_job(id), *self._share_out(now)]

    def start(self) -> None:
        """Note that the engine that plays is being started, or restarted."""
        self._lost = self._engines[0].up = False

    def on_ready(self, engine: int, now: float) -> list[Output]:
        """Handle an engine that is ready for work."""
        if engine not in self._engines:
            return []
        self._engines[engine].up = True
        return self._share_out(now)

    def on_failed(self, engine: int, reason: str, final: bool, now: float) -> list[Output]:
        """Handle the death of an engine; ``final``: it is not started again."""
        if engine not in self._engines:
            return []
        self._engines[engine].up = False
        if not final:
            return []
        if engine == 0:
            self._lost = True
            refused = list(self._jobs)
            taken = [output for id in refused for output in self._end_job(id)]
            return [*taken, *[WorkRefused(id, reason) for id in refused], *self._share_out(now)]
        for id in self._engines.pop(engine).held:
            piece = self._pieces.pop(id)
            self._jobs[piece.job].assembly.give_back(piece.number, piece.work)
        self.most = len(self._engines)
        return [EndEngine(engine), *self._share_out(now)]

    def on_progress(self, id: int, done: float, state: RolloutState | None, now: float) -> list[Output]:
        """Handle an engine's progress on a piece."""
        piece = self._pieces.get(id)
        if piece is None:
            return []
        job = self._jobs[piece.job]
        try:
            job.assembly.note_progress(piece.number, done, state)
        except BackgammonError as error:
            return self._refuse(piece.job, str(error), now)
        return self._news(piece.job, now)

    def on_result(self, id: int, result: WorkResult, now: float) -> list[Output]:
        """Handle the result of a piece."""
        piece = self._pop(id)
        if piece is None:
            return []
        assembly = self._jobs[piece.job].assembly
        try:
            assembly.add_result(piece.number, result)
        except BackgammonError as error:
            return self._refuse(piece.job, str(error), now)
        if assembly.result is None:
            return [*self._news(piece.job, now), *self._share_out(now)]
        return [*self._end_job(piece.job), Worked(piece.job, assembly.result), *self._share_out(now)]

    def on_refused(self, id: int, reason: str, now: float) -> list[Output]:
        """Handle a piece that an engine cannot do: no engine can do its work."""
        piece = self._pop(id)
        return self._refuse(piece.job, reason, now) if piece else []

    def tick(self, now: float) -> list[Output]:
        """Handle the passing of time: end engines that have been idle for long enough."""
        if self.due is None or now < self.due:
            return []
        gone = [number for number, engine in self._engines.items() if self._rests(engine, now)]
        for number in gone:
            del self._engines[number]
        self._note_idle(now)
        return [EndEngine(number) for number in gone]

    def _rests(self, engine: _Engine, now: float) -> bool:
        return engine.idle_since is not None and now >= engine.idle_since + LINGER_SECONDS

    def _news(self, id: int, now: float) -> list[Output]:
        job = self._jobs[id]
        if now < job.told + NEWS_SECONDS:
            return []
        job.told = now
        return [Progressed(id, job.assembly.done, job.assembly.state)]

    def _refuse(self, id: int, reason: str, now: float) -> list[Output]:
        return [*self._end_job(id), WorkRefused(id, reason), *self._share_out(now)]

    def _end_job(self, id: int) -> list[Output]:
        """Drop a work and take back its pieces."""
        if self._jobs.pop(id, None) is None:
            return []
        taken = [(number, piece.engine) for number, piece in self._pieces.items() if piece.job == id]
        for number, _ in taken:
            self._pop(number)
        return [TakeBack(engine, number) for number, engine in taken]

    def _pop(self, id: int) -> _Piece | None:
        piece = self._pieces.pop(id, None)
        if piece:
            self._engines[piece.engine].held.discard(id)
        return piece

    def _share_out(self, now: float) -> list[Output]:
        """Give waiting pieces to engines that have room, and start engines that are needed."""
        outputs: list[Output] = []
        for priority in Priority:
            while (engine := self._free(priority)) is not None:
                job = self._next_job(priority, engine)
                if job is None:
                    break
                outputs.append(self._give(job, engine))
        outputs += self._start_wanted()
        self._note_idle(now)
        return outputs

    def _next_job(self, priority: Priority, engine: int) -> int | None:
        """Return the work of which an engine gets a piece next: one of those that were served longest ago.

        Successive decisions of a match share positions, and an engine remembers them. So each engine goes on
        with the work that was added after its latest one. Failing that, the engine that plays takes the first
        work, and the others one in the middle, so that they do not take each other's next one.
        """
        waiting = {
            id: job for id, job in self._jobs.items() if job.priority is priority and job.assembly.left
        }
        longest = min([job.served for job in waiting.values()], default=0)
        due = {job.number: id for id, job in waiting.items() if job.served == longest}
        if not due:
            return None
        latest = self._engines[engine].latest
        if latest is not None and latest + 1 in due:
            return due[latest + 1]
        return list(due.values())[len(due) // 2 if engine else 0]

    def _give(self, job: int, engine: int) -> Give:
        number, work = self._jobs[job].assembly.take()
        self._given -= 1
        self._jobs[job].served = -self._given
        self._pieces[self._given] = _Piece(engine, job, number, work)
        self._engines[engine].held.add(self._given)
        self._engines[engine].latest = self._jobs[job].number
        return Give(engine, self._given, work)

    def _free(self, priority: Priority) -> int | None:
        """Return the engine for a piece: one that holds the fewest, preferably the one that plays."""
        up = [(len(engine.held), number) for number, engine in self._engines.items() if engine.up]
        match priority:
            case Priority.LONG:
                up = [(held, number) for held, number in up if held < (PIECES_EACH if number else 1)]
            case Priority.QUIET:
                up = [each for each in up if each == (0, 0)]
        return min(up)[1] if up else None

    def _start_wanted(self) -> list[Output]:
        """Start as many engines as can have PIECES_EACH pieces of long works each."""
        waiting = self._long_pieces_left
        held = sum([_is_long(self._jobs[each.job]) for each in self._pieces.values()])
        wanted = min(self.most, (waiting + held) // PIECES_EACH) if waiting else 0
        started = [number for number in range(self.most) if number not in self._engines]
        started = started[: max(0, wanted - len(self._engines))]
        self._engines |= {number: _Engine() for number in started}
        return [StartEngine(number) for number in started]

    @property
    def _long_pieces_left(self) -> int:
        return sum([job.assembly.left for job in self._jobs.values() if _is_long(job)])

    def _note_idle(self, now: float) -> None:
        """Note since when each engine has been idle, and when the first of them is due to be ended."""
        for number, engine in self._engines.items():
            if number == 0 or engine.held or self._long_pieces_left:
                engine.idle_since = None
            elif engine.idle_since is None:
                engine.idle_since = now
        resting = [each.idle_since for each in self._engines.values() if each.idle_since is not None]
        self.due = min(resting) + LINGER_SECONDS if resting else None


def _is_long(job: _Job) -> bool:
    return job.priority is Priority.LONG


def engines_for(cores: int, memory: float | None) -> int:
    """Return how many engines a device can run; ``memory`` is in GiB, None if the browser does not tell.

    >>> engines_for(16, 8), engines_for(4, 2), engines_for(8, None), engines_for(1, 0.5)
    (8, 2, 4, 1)
    """
    room = MOST // 2 if memory is None else int(memory)
    return max(1, min(MOST, cores, room))
