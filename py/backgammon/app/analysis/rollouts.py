"""A rollout: plays or cube actions are played on many times, by workers of their own; it can go on later.

Each worker has its share of the trials. What all of them have done adds up to one state, which is kept now
and then, so that a reload loses little.
"""

import json
from collections.abc import Mapping
from dataclasses import replace

from backgammon.analysis.rollout_state import RolloutSettings, RolloutState, merge, split
from backgammon.app.analysis import hint
from backgammon.app.state.analysis_state import Purpose, RolloutRun
from backgammon.app.state.change import Change, chain
from backgammon.app.state.effects import Effect, StoreText
from backgammon.app.state.engine_question import question
from backgammon.app.state.model import Model
from backgammon.protocol.messages import Finding, Rollout, WorkResult
from backgammon.protocol.work_codec import read_state, state_data
from backgammon.storage.errors import StorageError
from backgammon.storage.fields import CODEC
from backgammon.storage.figures import read_sealed

ROLLOUT, FORMAT, VERSION = "rollout", "triktrakk-rollout", 1
TRIALS = (36, 144, 360, 1296)
TRUNCATED = (0, 7, 11)
"""Half-moves after which a trial is cut off; 0 for none."""
BEST = 3
"""So many of the best plays are rolled out unless others are chosen."""
KEEP_EVERY = 12
SEED = 1


def start(model: Model, values: Mapping[str, str]) -> Change:
    """Roll out what the form says of the decision on the board; what is under way ends."""
    decision, known = hint.current_decision(model), hint.finding_of(model)
    if not can_start(model) or decision is None or known is None:
        return model, ()
    trials, truncate = (_chosen(values, *each) for each in _FIELDS)
    ticked = [index for index in range(len(known.plays)) if f"play{index}" in values]
    run = RolloutRun(
        key=hint.decision_key(decision),
        plays=tuple(known.plays[index].steps for index in ticked or default_plays(known)),
        settings=RolloutSettings(trials=trials, seed=SEED, truncate=truncate),
        running=True,
    )
    return chain(stop(model), lambda free: pump(replace(free, analysis=replace(free.analysis, rollout=run))))


def default_plays(known: Finding) -> tuple[int, ...]:
    """Return which plays are rolled out unless others are chosen: the best, and the one that was made."""
    return tuple(index for index in range(len(known.plays)) if index < BEST or index == known.chosen)


_FIELDS = (("trials", TRIALS, 144), ("truncate", TRUNCATED, 7))


def _chosen(values: Mapping[str, str], name: str, offered: tuple[int, ...], usual: int) -> int:
    value = values.get(name, "")
    return int(value) if value in map(str, offered) else usual


def can_start(model: Model) -> bool:
    """Whether the decision whose analysis is shown can be rolled out; the form "roll-out" begins it."""
    run = model.analysis.rollout
    if run and run.running:
        return False
    return model.analysis.open and hint.is_available(model) and hint.finding_of(model) is not None


def can_resume(model: Model) -> bool:
    """Whether a rollout of the decision on show was stopped before its end."""
    run = model.analysis.rollout
    if run is None or run.running or run.key != model.analysis.at:
        return False
    return trials_done(run) < run.settings.trials and can_start(model)


def merged_state(run: RolloutRun) -> RolloutState | None:
    """Return what all workers have done together."""
    states = [state for state in (run.base, *[state for _, state in run.parts]) if state]
    return merge(states) if states else None


def trials_done(run: RolloutRun) -> int:
    """Return how many trials are done."""
    state = merged_state(run)
    return state.trials if state else 0


def pump(model: Model) -> Change:
    """Give every worker that is free the rest of its share."""
    run, decision = model.analysis.rollout, hint.current_decision(model)
    if run is None or not run.running:
        return model, ()
    lanes = (1, 2) if model.analysis.cores >= 4 else (1,)
    state, busy = merged_state(run), {job.lane for job in hint.job_for(model, Purpose.ROLLOUT)}
    given: list[Effect] = []
    for lane, share in zip(lanes, split(run.settings.trials, len(lanes)), strict=False):
        span = state.missing(share) if state else share
        asked = run.question or (question(decision.match, "") if decision else None)
        if lane in busy or span is None or asked is None:
            continue
        run = replace(run, question=asked)
        work = Rollout(asked, run.plays, run.settings, span)
        model, effects = hint.start_job(
            replace(model, analysis=replace(model.analysis, rollout=run)),
            Purpose.ROLLOUT,
            run.key,
            work,
            lane,
        )
        given += effects
        busy.add(lane)
    if not busy:
        model = replace(model, analysis=replace(model.analysis, rollout=replace(run, running=False)))
        return chain((model, tuple(given)), keep)
    return model, tuple(given)


def on_progress(model: Model, lane: int, state: RolloutState | None) -> Change:
    """A worker says how far it is."""
    run = model.analysis.rollout
    if run is None or state is None:
        return model, ()
    before = trials_done(run)
    parts = {**dict(run.parts), lane: state}
    after = replace(run, parts=tuple(parts.items()))
    noted = replace(model, analysis=replace(model.analysis, rollout=after))
    return keep(noted) if trials_done(after) // KEEP_EVERY > before // KEEP_EVERY else (noted, ())


def on_finished(model: Model, lane: int, result: WorkResult) -> Change:
    """A worker has done its share."""
    if not isinstance(result, RolloutState):
        return model, ()
    return chain(on_progress(model, lane, result), _settled, keep, pump)


def _settled(model: Model) -> Change:
    """Add up what the workers did, for they begin anew."""
    run = model.analysis.rollout
    busy = {job.lane for job in hint.job_for(model, Purpose.ROLLOUT)}
    if run is None:
        return model, ()
    ended = replace(run, parts=tuple(part for part in run.parts if part[0] not in busy))
    parts = tuple(part for part in run.parts if part[0] in busy)
    return replace(
        model, analysis=replace(model.analysis, rollout=replace(run, base=merged_state(ended), parts=parts))
    ), ()


def stop(model: Model, value: str = "") -> Change:
    """Stop; what is done stays done."""
    run = model.analysis.rollout
    if run is None:
        return model, ()
    free, effects = chain(hint.cancel_jobs(model, Purpose.ROLLOUT), _settled)
    resting = replace(free.analysis.rollout or run, running=False)
    return chain((replace(free, analysis=replace(free.analysis, rollout=resting)), effects), keep)


def resume(model: Model, value: str = "") -> Change:
    """Go on with what was stopped."""
    run = model.analysis.rollout
    if run is None or not can_resume(model):
        return model, ()
    return pump(replace(model, analysis=replace(model.analysis, rollout=replace(run, running=True))))


def keep(model: Model) -> Change:
    """Keep the rollout."""
    run = model.analysis.rollout
    state = merged_state(run) if run else None
    if run is None or state is None:
        return model, ()
    plain = replace(run, question=None, base=None, parts=(), running=False)
    data = {"format": FORMAT, "version": VERSION, "run": CODEC.data(plain), "state": state_data(state)}
    return model, (StoreText(ROLLOUT, json.dumps(data, separators=(",", ":"))),)


def read(model: Model, text: str) -> Model:
    """Take up the rollout that was kept; raise a BackgammonError for what is none."""
    data = read_sealed(text, FORMAT, VERSION)
    run, state = CODEC.value(RolloutRun, data.get("run")), read_state(data.get("state"))
    candidates = len(run.plays) or 2
    if len(state.sums) != candidates:
        raise StorageError(f"a rollout of {candidates} has {len(state.sums)} results")
    kept = RolloutRun(run.key, run.plays, run.settings, base=state)
    return model if model.analysis.rollout else replace(model, analysis=replace(model.analysis, rollout=kept))
