"""Whatever throws in the link to the engine, wherever and in whatever order, nothing waits longer than 12 s.

Both ends are the real ones (see ``link``); a page asks questions and gives work as the game does, and records
when it last heard about what it waits for.
"""

from collections.abc import Callable
from typing import Any

import pytest
from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st
from protocol.link import BOOT, PLACES, SLICES, TURN, Injected, InjectedBase, World, import_engines

from backgammon.analysis.rollout_state import RolloutSettings
from backgammon.core.position import Position
from backgammon.core.rules import STANDARD
from backgammon.protocol.client import (
    Answered,
    Client,
    Failed,
    Output,
    PostWork,
    Ready,
    Start,
    Stop,
    WorkRefused,
)
from backgammon.protocol.codec import RequestType
from backgammon.protocol.messages import Answer, Choice, Kind, Priority, Question, Rollout
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

WITHIN = 12.0
QUESTION = Question(Kind.DOUBLE, "novice", STANDARD, Position.start().points, on_roll=True)
WORK = Rollout(QUESTION, (), RolloutSettings(trials=2))
WORTH_WAITING = BOOT + 4 * SLICES * TURN


class Page:
    """A page: what it waits for, and since when it has heard nothing."""

    def __init__(self, world: World, engines: Callable[[Callable[[Event], None]], Any]) -> None:
        self.world = world
        self.engines = engines(self.send)
        self.asked, self.question, self.works = 0, 0, set[int]()
        self.since, self.longest, self.failures, self.lost = 0.0, 0.0, 0, False

    def act(self, name: str) -> None:
        match name:
            case "ask":
                self.asked += 1
                self.question = self.asked
                self.engines.ask(self.question, QUESTION)
            case "cancel":
                self.question = 0
                self.engines.cancel()
            case "now" | "long" | "quiet":
                self.asked += 1
                self.works.add(self.asked)
                self.engines.begin(self.asked, WORK, Priority[name.upper()])
            case "let go" if self.works:
                self.engines.cancel_work(self.works.pop())
        if not self.waits:
            self.since = self.world.now

    @property
    def waits(self) -> bool:
        return not self.lost and bool(self.question or self.works)

    def send(self, event: Event) -> None:
        self.longest = max(self.longest, self.world.now - self.since if self.waits else 0.0)
        self.since = self.world.now
        match event:
            case EngineReady():
                self.lost = False
                if self.question:
                    self.act("ask")
            case EngineAnswered(id) if id == self.question:
                self.question = 0
            case EngineFailed(_, final):
                self.failures += 1
                self.lost = final
            case WorkDone(id) | WorkFailed(id):
                self.works.discard(id)
            case WorkProgressed():
                pass

    def run(self, seconds: float) -> None:
        self.world.run(seconds)
        if self.waits:
            self.longest = max(self.longest, self.world.now - self.since)
        else:
            self.since = self.world.now


def run_page(faults: dict[str, tuple[int, type[BaseException]]], acts: list[tuple[str, float]]) -> Page:
    """Run acts, each after its pause, against a worker with faults; then wait until all should be done."""
    world = World(faults)
    with import_engines(world) as module:
        page = Page(world, module.Engines)
        page.engines.start()
        for name, pause in acts:
            page.run(pause)
            page.act(name)
        for _ in range(60):
            page.run(2.0)
    return page


def test_a_slow_start_is_told_within_its_time_and_not_cut_off() -> None:
    world, heard = World({}, boot=60.0), list[tuple[float, Event]]()
    with import_engines(world) as module:
        engines = module.Engines(lambda event: heard.append((world.now, event)))
        engines.start()
        engines.ask(1, QUESTION)
        world.run(100)
    (slow_at, slow), (ready_at, ready), *rest = heard
    assert (slow, ready) == (EngineSlow(), EngineReady())
    assert slow_at <= WITHIN < 60 <= ready_at
    assert any(isinstance(event, EngineAnswered) for _, event in rest)
    assert not any(isinstance(event, EngineFailed) for _, event in rest)


FAULTS = [(place, kind) for place in PLACES for kind in (Injected, InjectedBase)][:-1]
"""All but the last: what the page reads can raise no more than an Exception."""
ACTS = ("ask", "ask", "cancel", "now", "long", "quiet", "let go")
PAUSES = (0.0, 0.06, 0.3, 1.0, 5.0)


@pytest.mark.parametrize("at", [0, 1, 3])
@pytest.mark.parametrize(("place", "kind"), FAULTS)
def test_one_fault_at_any_place_is_heard_of_at_once(place: str, kind: type[BaseException], at: int) -> None:
    acts = [("now", 4.0), ("ask", 0.2), ("cancel", 0.1), ("ask", 0.0), ("now", 3.0), ("ask", 1.0)]
    page = run_page({place: (at, kind)}, acts)
    assert (page.question, page.works, page.lost) == (0, set(), False)
    assert page.longest <= WORTH_WAITING


@settings(max_examples=tries(150))
@given(
    st.lists(st.tuples(st.sampled_from(FAULTS), st.integers(0, 12)), max_size=3),
    st.lists(st.tuples(st.sampled_from(ACTS), st.sampled_from(PAUSES)), max_size=10),
)
def test_whatever_throws_nothing_waits_long_and_all_is_done(
    faults: list[tuple[tuple[str, type[BaseException]], int]], acts: list[tuple[str, float]]
) -> None:
    page = run_page({place: (at, kind) for (place, kind), at in faults}, acts)
    assert page.longest <= WITHIN
    assert (page.question, page.works, page.lost) == (0, set(), False)


def test_what_is_asked_anew_after_a_failure_is_cancelled_only_once_it_was_asked() -> None:
    """The page asks again as soon as a worker is up; otherwise the worker would think about both."""
    world = World({"think": (0, Injected)})
    with import_engines(world) as module:
        page = Page(world, module.Engines)
        page.engines.start()
        page.run(BOOT + 1)
        page.act("ask")
        page.run(BOOT + 1)
        assert page.failures == 1
        assert [(each.type, each.id) for each in world.posted] == [
            (RequestType.ASK, 1),
            (RequestType.CANCEL, 1),
            (RequestType.ASK, 2),
        ]


def test_a_work_that_workers_die_of_is_refused_and_the_game_goes_on() -> None:
    client = Client()
    client.start(0)
    client.on_ready(1)
    client.begin(-1, WORK, 2)
    client.begin(-2, WORK, 2)
    assert client.on_died("gone", 3) == [Stop(), Failed("gone", False), Start()]
    client.ask(1, QUESTION, 4)
    client.on_ready(5)
    assert client.on_answer(1, Answer(Choice.ROLL), 6) == [Answered(1, Answer(Choice.ROLL))]
    assert client.on_died("gone", 7)[0] == WorkRefused(-1, "gone")
    assert client.on_ready(8) == [Ready(), PostWork(-2, WORK)]


@pytest.mark.parametrize("busy", [False, True])
def test_only_what_is_under_way_gives_a_sign_of_life(busy: bool) -> None:
    """Progress of a work is no such sign while a question waits for its answer or for its cancellation."""
    client = Client()
    client.start(0)
    client.on_ready(1)
    client.begin(-1, WORK, 2)
    client.ask(1, QUESTION, 2)
    if busy:
        client.cancel(2)
    outputs: list[Output] = []
    for now in range(3, 14):
        outputs += (
            client.on_progress(-1, 0.5, None, now) + client.on_progress(7, 0.5, None, now) + client.tick(now)
        )
    assert Failed("silent", False) in outputs


def test_a_worker_that_cannot_be_made_is_one_that_failed() -> None:
    world, outputs = World({"new": (0, Injected)}), list[object]()
    with import_engines(world) as module:
        module.Engine(outputs.append).start()
        assert outputs == [Failed("new", False)]
        world.run(BOOT + 1.0)
        assert outputs[1:] == [Ready()]
        assert world.living == 1


def test_an_engine_that_was_ended_stays_ended() -> None:
    world = World({})
    with import_engines(world) as module:
        engine = module.Engine(lambda event: None)
        engine.start()
        world.run(1.0)
        engine.end()
        world.run(300.0)
        assert world.living == 0
