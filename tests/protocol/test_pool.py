"""The pool of engines: whatever the engines do and when, each work has the same result, once."""

import random
from dataclasses import replace

import pytest
from effort import tries
from hypothesis import given, settings
from hypothesis import strategies as st
from protocol.link import BOOT, World, import_engines

from backgammon.analysis.rollout_state import LEAST_TRIALS, RolloutSettings, RolloutState, Sums
from backgammon.core.position import Position
from backgammon.core.rules import STANDARD
from backgammon.protocol.client import Progressed, Worked, WorkRefused
from backgammon.protocol.messages import (
    AnalyseDecision,
    Finding,
    Kind,
    Priority,
    Question,
    Rollout,
    Work,
    WorkResult,
)
from backgammon.protocol.pieces import Assembly, pieces
from backgammon.protocol.pool import (
    LINGER_SECONDS,
    NEWS_SECONDS,
    EndEngine,
    Give,
    Output,
    Pool,
    StartEngine,
    TakeBack,
    engines_for,
)
from backgammon.state.events import WorkDone

QUESTION = Question(Kind.DOUBLE, "", STANDARD, Position.start().points, on_roll=True)
SETTINGS = RolloutSettings(trials=160)
ROLLOUT = Rollout(QUESTION, (), SETTINGS)
WORKS: tuple[Work, ...] = (
    AnalyseDecision(QUESTION),
    ROLLOUT,
    Rollout(QUESTION, (), replace(SETTINGS, lead=2.0, spread=0.01)),
    Rollout(QUESTION, (), SETTINGS, (10, 31)),
)


def work_result(work: Work) -> WorkResult:
    """Return the result of a work or a piece of it; each trial of a rollout has values of its own."""
    if not isinstance(work, Rollout):
        return Finding((), None, 0.0, 0.5, counts=True)
    assert work.span
    state = RolloutState("key", (), (Sums(), Sums()))
    for trial in range(*work.span):
        values = [random.Random(f"{trial}/{place}").gauss(0.1 * place, 0.3) for place in (0, 1)]
        sums = [Sums(round(value * 2**30), round(value * value * 2**30)) for value in values]
        state = state.plus((trial, trial + 1), sums)
    return state


def alone(work: Work) -> WorkResult:
    """Return the result of a work if one engine does all its pieces in order."""
    assembly = Assembly(work)
    while assembly.result is None:
        number, piece = assembly.take()
        assembly.add_result(number, work_result(piece))
    return assembly.result


class Engines:
    """The outputs of a pool, and engines that do what a test says."""

    def __init__(self, most: int) -> None:
        self.pool = Pool(most)
        self.most, self.now, self.asked = most, 0.0, 0
        self.held: dict[int, dict[int, Work]] = {0: {}}
        self.up = set[int]()
        self.works: dict[int, Work] = {}
        self.ended: dict[int, WorkResult | str] = {}
        self.shown: dict[int, int] = {}

    def hear(self, outputs: list[Output]) -> None:
        for output in outputs:
            match output:
                case StartEngine(engine):
                    assert engine not in self.held
                    self.held[engine] = {}
                    assert len(self.held) <= self.most
                case EndEngine(engine):
                    del self.held[engine]
                    self.up.discard(engine)
                case Give(engine, id, piece):
                    assert engine in self.up
                    self.held[engine][id] = piece
                case TakeBack(engine, id):
                    del self.held[engine][id]
                case Worked(id, result):
                    assert id in self.works
                    assert id not in self.ended
                    self.ended[id] = result
                case WorkRefused(id, reason):
                    assert id not in self.ended
                    self.ended[id] = reason
                case Progressed(id, _, state):
                    assert id not in self.ended
                    if state:
                        assert len(state.spans) == 1
                        assert state.trials >= self.shown.get(id, 0)
                        self.shown[id] = state.trials

    def begin(self, work: Work, priority: Priority) -> None:
        self.asked -= 1
        self.works[self.asked] = work
        self.hear(self.pool.begin(self.asked, work, priority, self.now))

    def cancel(self, id: int) -> None:
        if self.works.pop(id, None):
            self.hear(self.pool.cancel(id, self.now))

    def become_ready(self, engine: int) -> None:
        if engine in self.held and engine not in self.up:
            self.up.add(engine)
            self.hear(self.pool.on_ready(engine, self.now))

    def do_one(self, engine: int) -> None:
        if engine in self.up and self.held[engine]:
            id, piece = next(iter(self.held[engine].items()))
            del self.held[engine][id]
            self.hear(self.pool.on_result(id, work_result(piece), self.now))

    def do_part(self, engine: int) -> None:
        if engine in self.up and self.held[engine]:
            id, piece = next(iter(self.held[engine].items()))
            state = None
            if isinstance(piece, Rollout) and piece.span:
                state = work_result(replace(piece, span=(piece.span[0], piece.span[0] + 1)))
            assert state is None or isinstance(state, RolloutState)
            self.hear(self.pool.on_progress(id, 0.3, state, self.now))

    def die(self, engine: int, final: bool) -> None:
        if engine in self.held and (engine or not final):
            self.up.discard(engine)
            if final:
                self.held[engine] = {}
            self.hear(self.pool.on_failed(engine, "died", final, self.now))
            self.most = self.pool.most

    def wait(self, seconds: float) -> None:
        self.now += seconds
        self.hear(self.pool.tick(self.now))

    def finish(self) -> None:
        """Let the engines do all their work, and then wait until nothing is due."""
        while set(self.works) - set(self.ended):
            for engine in list(self.held):
                self.become_ready(engine)
                self.do_one(engine)
        while self.pool.due is not None:
            self.wait(self.pool.due - self.now)


ENGINE = st.integers(0, 3)
STEP = st.one_of(
    st.tuples(st.just("begin"), st.sampled_from(WORKS), st.sampled_from(Priority)),
    st.tuples(st.just("cancel"), st.integers(-6, -1)),
    st.tuples(st.sampled_from(["become_ready", "do_one", "do_one", "do_one", "do_part"]), ENGINE),
    st.tuples(st.just("die"), ENGINE, st.booleans()),
    st.tuples(st.just("wait"), st.sampled_from([0.1, 1.0, LINGER_SECONDS])),
)


@settings(max_examples=tries(300), deadline=None)
@given(st.integers(1, 4), st.lists(STEP, max_size=60))
def test_every_work_comes_to_the_same_whatever_the_engines_do(
    most: int, steps: list[tuple[object, ...]]
) -> None:
    engines = Engines(most)
    for name, *arguments in steps:
        getattr(engines, str(name))(*arguments)
    engines.finish()
    assert {id: engines.ended[id] for id in engines.works} == {
        id: alone(work) for id, work in engines.works.items()
    }
    assert engines.pool.engines == (0,)
    assert list(engines.held) == [0]


def test_a_rollout_ends_early_at_the_same_trial_with_any_number_of_engines() -> None:
    found = alone(WORKS[2])
    assert isinstance(found, RolloutState)
    assert LEAST_TRIALS <= found.trials < SETTINGS.trials


def test_engines_are_started_for_long_work_only_and_not_for_little() -> None:
    engines = Engines(4)
    engines.become_ready(0)
    for priority in (Priority.NOW, Priority.QUIET, Priority.LONG):
        engines.begin(WORKS[0], priority)
    assert engines.pool.engines == (0,)
    engines.begin(WORKS[1], Priority.LONG)
    assert engines.pool.engines == (0, 1, 2, 3)


def test_an_engine_that_comes_up_when_all_is_done_is_let_go_too() -> None:
    engines = Engines(2)
    engines.become_ready(0)
    engines.begin(WORKS[3], Priority.LONG)
    while not engines.ended:
        engines.do_one(0)
    engines.wait(LINGER_SECONDS / 2)
    engines.become_ready(1)
    engines.wait(LINGER_SECONDS / 2)
    assert engines.pool.engines == (0,)
    assert engines.pool.due is None


def test_what_is_urgent_goes_first_and_what_is_quiet_waits_until_all_rest() -> None:
    engines = Engines(1)
    engines.become_ready(0)
    engines.begin(WORKS[3], Priority.LONG)
    engines.begin(WORKS[0], Priority.QUIET)
    engines.begin(WORKS[0], Priority.NOW)
    assert len(engines.held[0]) == 2
    order = []
    while len(engines.ended) < 3:
        engines.do_one(0)
        order += [id for id in engines.ended if id not in order]
    assert order == [-3, -1, -2]


def test_works_share_engines_so_that_none_waits_for_another_to_end() -> None:
    engines = Engines(1)
    engines.become_ready(0)
    engines.begin(WORKS[1], Priority.LONG)
    engines.begin(WORKS[0], Priority.LONG)
    for _ in range(3):
        engines.do_one(0)
    assert list(engines.ended) == [-2]


def test_progress_is_told_at_once_and_then_not_too_often() -> None:
    pool = Pool(1)
    pool.on_ready(0, 0.0)
    (given,) = [each for each in pool.begin(1, WORKS[0], Priority.LONG, 0.0) if isinstance(each, Give)]
    told = [
        pool.on_progress(given.id, 0.3, None, now)
        for now in (0.0, NEWS_SECONDS / 2, NEWS_SECONDS, NEWS_SECONDS * 1.5)
    ]
    assert told == [[Progressed(1, 0.3, None)], [], [Progressed(1, 0.3, None)], []]


def test_a_piece_of_a_rollout_is_without_the_trials_done_before() -> None:
    """Else each engine would return these too, and they cannot be counted twice."""
    begun = work_result(replace(ROLLOUT, span=(0, 6)))
    assert isinstance(begun, RolloutState)
    cut = list(pieces(replace(ROLLOUT, span=(0, 12), state=begun)))
    assert [(piece.span, piece.state) for piece in cut if isinstance(piece, Rollout)] == [
        ((6, 8), None),
        ((8, 12), None),
    ]


def test_an_engine_goes_on_with_the_work_put_after_its_latest() -> None:
    engines = Engines(2)
    engines.become_ready(0)
    for _ in range(12):
        engines.begin(WORKS[0], Priority.LONG)
    engines.become_ready(1)
    begun: dict[int, list[int]] = {0: [], 1: []}
    while len(engines.ended) < 12:
        for engine in begun:
            known = set(engines.ended)
            engines.do_one(engine)
            begun[engine] += [-id for id in set(engines.ended) - known]
    assert begun == {0: [1, 2, 3, 4, 5, 6], 1: [7, 8, 9, 10, 11, 12]}


def test_where_the_engine_that_plays_stays_ended_all_work_is_refused() -> None:
    engines = Engines(2)
    engines.become_ready(0)
    engines.begin(WORKS[1], Priority.LONG)
    engines.hear(engines.pool.on_failed(0, "gone", final=True, now=1.0))
    engines.begin(WORKS[0], Priority.NOW)
    assert list(engines.ended) == [-1, -2]
    engines.pool.start()
    engines.up.clear()
    engines.become_ready(0)
    engines.begin(WORKS[0], Priority.NOW)
    engines.do_one(0)
    assert engines.ended[-3] == work_result(WORKS[0])


@pytest.mark.parametrize("other", [RolloutState("other", ((0, 4),), (Sums(), Sums()))])
def test_a_state_of_another_rollout_is_refused(other: RolloutState) -> None:
    engines = Engines(1)
    engines.become_ready(0)
    engines.begin(replace(ROLLOUT, state=other), Priority.LONG)
    engines.do_one(0)
    assert "two rollouts" in str(engines.ended[-1])


def test_a_device_bears_as_many_engines_as_it_has_cores_and_memory() -> None:
    assert [engines_for(cores, memory) for cores, memory in ((1, 8), (2, 8), (64, 8), (8, 0.25))] == [
        1,
        2,
        8,
        1,
    ]


def test_workers_of_a_page_come_for_long_work_and_go_after_it() -> None:
    world, done = World({}, boot=BOOT), list[int]()
    with import_engines(world) as module:
        engines = module.Engines(lambda event: done.append(event.id) if isinstance(event, WorkDone) else None)
        engines.start()
        world.run(BOOT + 1)
        assert world.living == 1
        for id in range(-1, -13, -1):
            engines.begin(id, AnalyseDecision(QUESTION), Priority.LONG)
        world.run(1)
        assert world.living == 3
        world.run(60)
        assert sorted(done) == [*range(-12, 0)]
        assert world.living == 1


def test_any_number_names_a_work() -> None:
    pool = Pool()
    pool.on_ready(0, 0.0)
    (given,) = pool.begin(0, WORKS[0], Priority.NOW, 0.0)
    assert isinstance(given, Give)
    assert pool.on_result(given.id, work_result(WORKS[0]), 1.0) == [Worked(0, work_result(WORKS[0]))]
