"""A rollout: plays or cube actions are played on many times, by workers of their own; it can go on later.

Each worker has its share of the trials. What all of them have done adds up to one state, which is kept now
and then, so that a reload loses little.
"""

import json
from collections.abc import Mapping
from dataclasses import replace

from backgammon.analysis.rolled import RolloutSettings, RolloutState, merge, split
from backgammon.app import advice
from backgammon.app.change import Change, chain
from backgammon.app.effects import Effect, Keep
from backgammon.app.insight import Purpose, RolloutRun
from backgammon.app.model import Model
from backgammon.app.questions import question
from backgammon.protocol.messages import Finding, Rollout, WorkResult
from backgammon.protocol.works import read_state, state_data
from backgammon.storage.errors import StorageError
from backgammon.storage.fields import CODEC
from backgammon.storage.figures import opened

ROLLOUT, FORMAT, VERSION = "rollout", "triktrakk-rollout", 1
TRIALS = (36, 144, 360, 1296)
TRUNCATED = (0, 7, 11)
"""Half-moves after which a trial is cut off; 0 for none."""
BEST = 3
"""So many of the best plays are rolled out unless others are chosen."""
KEEP_EVERY = 12
SEED = 1


def started(model: Model, values: Mapping[str, str]) -> Change:
    """Roll out what the form says of the decision on the board; what is under way ends."""
    decision, known = advice.here(model), advice.finding(model)
    if not can_start(model) or decision is None or known is None:
        return model, ()
    trials, truncate = (_chosen(values, *each) for each in _FIELDS)
    ticked = [index for index in range(len(known.plays)) if f"play{index}" in values]
    run = RolloutRun(
        key=advice.key(decision),
        plays=tuple(known.plays[index].steps for index in ticked or offered(known)),
        settings=RolloutSettings(trials=trials, seed=SEED, truncate=truncate),
        running=True,
    )
    return chain(stopped(model), lambda free: pump(advice.set_desk(free, rollout=run)))


def offered(known: Finding) -> tuple[int, ...]:
    """Return which plays are rolled out unless others are chosen: the best, and the one that was made."""
    return tuple(index for index in range(len(known.plays)) if index < BEST or index == known.chosen)


_FIELDS = (("trials", TRIALS, 144), ("truncate", TRUNCATED, 7))


def _chosen(values: Mapping[str, str], name: str, offered: tuple[int, ...], usual: int) -> int:
    value = values.get(name, "")
    return int(value) if value in map(str, offered) else usual


def can_start(model: Model) -> bool:
    """Whether the decision whose analysis is shown can be rolled out; the form "roll-out" begins it."""
    run = model.desk.rollout
    if run and run.running:
        return False
    return model.desk.open and advice.possible(model) and advice.finding(model) is not None


def commands(model: Model) -> tuple[str, ...]:
    """Return what can be done about the latest rollout now."""
    run = model.desk.rollout
    if run is None:
        return ()
    if run.running:
        return ("stop-rollout",)
    unfinished = run.key == model.desk.at and done(run) < run.settings.trials
    return ("go-on-rollout",) if unfinished and can_start(model) else ()


def total(run: RolloutRun) -> RolloutState | None:
    """Return what all workers have done together."""
    states = [state for state in (run.base, *[state for _, state in run.parts]) if state]
    return merge(states) if states else None


def done(run: RolloutRun) -> int:
    """Return how many trials are done."""
    state = total(run)
    return state.trials if state else 0


def pump(model: Model) -> Change:
    """Give every worker that is free the rest of its share."""
    run, decision = model.desk.rollout, advice.here(model)
    if run is None or not run.running:
        return model, ()
    lanes = (1, 2) if model.desk.cores >= 4 else (1,)
    state, busy = total(run), {job.lane for job in advice.under_way(model, Purpose.ROLLOUT)}
    given: list[Effect] = []
    for lane, share in zip(lanes, split(run.settings.trials, len(lanes)), strict=False):
        span = state.missing(share) if state else share
        asked = run.question or (question(decision.match, "") if decision else None)
        if lane in busy or span is None or asked is None:
            continue
        run = replace(run, question=asked)
        work = Rollout(asked, run.plays, run.settings, span)
        model, effects = advice.start(
            advice.set_desk(model, rollout=run), Purpose.ROLLOUT, run.key, work, lane
        )
        given += effects
        busy.add(lane)
    if not busy:
        model = advice.set_desk(model, rollout=replace(run, running=False))
        return chain((model, tuple(given)), keep)
    return model, tuple(given)


def progressed(model: Model, lane: int, state: RolloutState | None) -> Change:
    """A worker says how far it is."""
    run = model.desk.rollout
    if run is None or state is None:
        return model, ()
    before = done(run)
    parts = {**dict(run.parts), lane: state}
    after = replace(run, parts=tuple(parts.items()))
    noted = advice.set_desk(model, rollout=after)
    return keep(noted) if done(after) // KEEP_EVERY > before // KEEP_EVERY else (noted, ())


def finished(model: Model, lane: int, result: WorkResult) -> Change:
    """A worker has done its share."""
    if not isinstance(result, RolloutState):
        return model, ()
    return chain(progressed(model, lane, result), _settled, keep, pump)


def _settled(model: Model) -> Change:
    """Add up what the workers did, for they begin anew."""
    run = model.desk.rollout
    busy = {job.lane for job in advice.under_way(model, Purpose.ROLLOUT)}
    if run is None:
        return model, ()
    ended = replace(run, parts=tuple(part for part in run.parts if part[0] not in busy))
    parts = tuple(part for part in run.parts if part[0] in busy)
    return advice.set_desk(model, rollout=replace(run, base=total(ended), parts=parts)), ()


def stopped(model: Model) -> Change:
    """Stop; what is done stays done."""
    run = model.desk.rollout
    if run is None:
        return model, ()
    freed = chain(advice.stop(model, Purpose.ROLLOUT), _settled)
    resting = replace(freed[0].desk.rollout or run, running=False)
    return chain((advice.set_desk(freed[0], rollout=resting), freed[1]), keep)


def resumed(model: Model) -> Change:
    """Go on with what was stopped."""
    run = model.desk.rollout
    if run is None or "go-on-rollout" not in commands(model):
        return model, ()
    return pump(advice.set_desk(model, rollout=replace(run, running=True)))


def keep(model: Model) -> Change:
    """Keep the rollout."""
    run = model.desk.rollout
    state = total(run) if run else None
    if run is None or state is None:
        return model, ()
    plain = replace(run, question=None, base=None, parts=(), running=False)
    data = {"format": FORMAT, "version": VERSION, "run": CODEC.data(plain), "state": state_data(state)}
    return model, (Keep(ROLLOUT, json.dumps(data, separators=(",", ":"))),)


def read(model: Model, text: str) -> Model:
    """Take up the rollout that was kept; raise a BackgammonError for what is none."""
    data = opened(text, FORMAT, VERSION)
    run, state = CODEC.value(RolloutRun, data.get("run")), read_state(data.get("state"))
    candidates = len(run.plays) or 2
    if len(state.sums) != candidates:
        raise StorageError(f"a rollout of {candidates} has {len(state.sums)} results")
    kept = RolloutRun(run.key, run.plays, run.settings, base=state)
    return model if model.desk.rollout else advice.set_desk(model, rollout=kept)
