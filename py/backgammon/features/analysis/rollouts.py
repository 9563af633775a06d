"""Rollouts: plays or cube actions are played on many times, by all engines; a rollout can be resumed later.

The trials done are stored now and then, so that a reload loses little. The latest rollouts are kept, one of a
decision; that of the decision on the board is the current one. Once it has ended, or was stopped after a
round of all rolls, the findings on its position follow it (features.analysis.rolled). One that is running
gives way to another that is begun or resumed, and goes on after it. Those that run or wait when the page is
left go on once their decision is shown again.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from backgammon.analysis.findings import ROLLED_OUT, is_possible
from backgammon.analysis.rolled_out import rolled_part, with_rollout
from backgammon.analysis.rollout_state import (
    NOT_ROLLED_OUT,
    ROUND,
    RolloutSettings,
    RolloutState,
    is_settled,
)
from backgammon.core.plays import Steps
from backgammon.features.analysis import hint, rolled
from backgammon.protocol.messages import Finding, Priority, Rollout, WorkResult
from backgammon.protocol.work_codec import read_state, state_data
from backgammon.state.analysis_state import Decision, Purpose, RolloutRun
from backgammon.state.change import Change, chain
from backgammon.state.effects import StoreText
from backgammon.state.engine_question import question
from backgammon.state.model import Model
from backgammon.storage.errors import StorageError
from backgammon.storage.fields import CODEC
from backgammon.storage.rollouts import MOST, dump_rollouts, load_rollouts

ROLLOUT = "rollout"
TRIALS = (36, 144, 360, 1296)
TRUNCATED = (0, 7, 11)
"""Half-moves after which a trial is cut off; 0 to play to the end."""
FIELDS = (("trials", TRIALS, 144), ("truncate", TRUNCATED, 7))
"""The fields of the form: name, choices, and the usual one."""
BEST = 3
"""The number of best plays that are rolled out unless others are chosen."""
KEEP_EVERY = 12
SEED = 1
LIKELY, MOST_LIKELY = 0.08, 5
"""The limits for the plays that a deeper look rolls out: how far behind the best, and how many."""
UNTIL_SURE = RolloutSettings(trials=1296, seed=SEED, truncate=7, lead=2.33, spread=0.004)
"""The rollout of a deeper look: until the best leads with 99 % certainty, or the standard error is 0.004."""


def start(model: Model, values: Mapping[str, str]) -> Change:
    """Roll out the decision on the board by the settings of the form; a running rollout goes on after it."""
    decision, known = hint.current_decision(model), hint.finding_of(model)
    if not can_start(model) or decision is None or known is None:
        return model, ()
    trials, truncate = (_read_choice(values, *each) for each in FIELDS)
    ticked = [index for index in range(len(known.plays)) if f"play{index}" in values]
    run = RolloutRun(
        key=rolled.key_of(decision.match),
        plays=tuple(known.plays[index].steps for index in ticked or default_plays(known)),
        settings=RolloutSettings(trials=trials, seed=SEED, truncate=truncate),
    )
    return _start(model, run)


def _start(model: Model, run: RolloutRun) -> Change:
    """Begin a rollout before the current one; it goes on from the trials of an earlier one like it.

    If those are as many already, they are its result.
    """
    like = next(
        (each for each in _runs(model) if each.key == run.key and _manner(each) == _manner(run)), None
    )
    if like and trials_done(like) >= run.settings.trials:
        return chain(_give_way(model, like.key), lambda free: (_put(free, like), ()))
    if like:
        run = replace(run, plays=like.plays, state=like.state)
    return chain(_give_way(model, run.key), lambda free: _begin(_put(free, run)))


def _manner(run: RolloutRun) -> tuple[object, ...]:
    """Return what tells whether the trials of two rollouts of a decision can be added up."""
    settings = run.settings
    return {*run.plays}, settings.seed, settings.truncate, settings.plies, settings.reduce


def _runs(model: Model) -> list[RolloutRun]:
    """Return all rollouts that are kept, the current one first."""
    current = model.analysis.rollout
    return [*([current] if current else []), *model.analysis.rollouts]


def _put(model: Model, run: RolloutRun) -> Model:
    """Make a rollout the current one; the others with trials are kept, the latest first."""
    waiting = model.analysis.waiting
    others = [each for each in _runs(model) if each.key != run.key and (each.state or each.key in waiting)]
    return _with(replace(model, analysis=replace(model.analysis, rollouts=tuple(others[: MOST - 1]))), run)


def deepen(model: Model, value: str = "") -> Change:
    """Look deeper than the analysis that is shown: first at more plies, then by a rollout."""
    decision, known = hint.current_decision(model), hint.finding_of(model)
    assert decision is not None
    assert known is not None
    if hint.depth(known) < hint.DEEPER:
        return hint.show_hint(model, hint.DEEPER)
    return _start(model, RolloutRun(rolled.key_of(decision.match), _likely_plays(known), UNTIL_SURE))


def may_deepen(model: Model) -> bool:
    """Whether a deeper look at the decision that is shown is possible."""
    known = hint.finding_of(model)
    if known is None or not hint.is_on_show(model):
        return False
    is_rolled = hint.depth(known) == ROLLED_OUT or shown_run(model) is not None
    return hint.depth(known) < hint.DEEPER or (can_start(model) and not is_rolled and _is_open(known))


def _is_open(known: Finding) -> bool:
    """Whether there is more than one choice."""
    return len(known.plays) > 1 or (known.cube is not None and known.cube.double_take is not None)


def _likely_plays(known: Finding) -> tuple[Steps, ...]:
    return tuple(
        play.steps
        for index, play in enumerate(known.plays)
        if index < 2 or index == known.chosen or (index < MOST_LIKELY and play.behind <= LIKELY)
    )


def default_plays(known: Finding) -> tuple[int, ...]:
    """Return the indices of the plays that are rolled out by default: the best, and the one that was made."""
    return tuple(index for index in range(len(known.plays)) if index < BEST or index == known.chosen)


def _read_choice(values: Mapping[str, str], name: str, offered: tuple[int, ...], usual: int) -> int:
    value = values.get(name, "")
    return int(value) if value in map(str, offered) else usual


def can_start(model: Model) -> bool:
    """Whether the decision whose analysis is shown can be rolled out; the form "roll-out" begins it."""
    run = shown_run(model)
    return not (run and run.running) and _is_possible(model)


def _is_possible(model: Model) -> bool:
    there = hint.is_on_show(model) and not hint.is_resignation(model)
    return there and model.game.match.phase not in NOT_ROLLED_OUT


def can_resume(model: Model) -> bool:
    """Whether a rollout of the decision that is shown was stopped before its end, and can go on.

    One that waits for another to end may go first.
    """
    run = shown_run(model)
    if run is None or run.running:
        return False
    settled = run.state is not None and is_settled(run.state, run.settings, not run.plays)
    return trials_done(run) < run.settings.trials and not settled and _is_possible(model)


def trials_done(run: RolloutRun) -> int:
    """Return the number of trials that are done."""
    return run.state.trials if run.state else 0


def _begin(model: Model) -> Change:
    """Have the engines do the missing trials."""
    run = model.analysis.rollout
    assert run is not None
    decision = run.decision or hint.current_decision(model)
    if decision is None:
        return model, ()
    begun = replace(run, decision=decision, running=True, resumed=run.state)
    work = Rollout(question(decision.match, ""), run.plays, run.settings, state=run.state)
    return chain(hint.start_job(_with(model, begun), Purpose.ROLLOUT, run.key, work, Priority.LONG), keep)


def on_progress(model: Model, state: RolloutState | None) -> Change:
    """Handle a report of the engines' progress."""
    run = model.analysis.rollout
    if run is None or state is None:
        return model, ()
    noted = _with(model, replace(run, state=state))
    return keep(noted) if state.trials // KEEP_EVERY > trials_done(run) // KEEP_EVERY else (noted, ())


def on_finished(model: Model, result: WorkResult) -> Change:
    """Handle the end of a rollout: all trials are done, or as many as were needed."""
    run = model.analysis.rollout
    if run is None or not isinstance(result, RolloutState):
        return _halt(model)
    return keep(_with(model, replace(run, state=result, running=False)))


def on_failed(model: Model, key: str) -> Change:
    """Handle a failure: of a rollout that was just resumed, begin anew.

    The engines add no trials to those of another net, which an earlier version of the program may have had.
    """
    run = model.analysis.rollout
    if run and run.state and run.state == run.resumed:
        return _begin(_with(model, replace(run, state=None)))
    return _halt(replace(model, analysis=replace(model.analysis, failed=key)))


def stop(model: Model, value: str = "") -> Change:
    """Stop the rollout, and those that wait for it to end; the trials done are kept."""
    return _halt(_set_waiting(model, ()))


def _halt(model: Model) -> Change:
    run = model.analysis.rollout
    if run is None:
        return model, ()
    resting = _with(model, replace(run, running=False))
    return chain(hint.cancel_jobs(resting, Purpose.ROLLOUT), keep)


def resume(model: Model, value: str = "") -> Change:
    """Resume a rollout that was stopped; one that is running goes on after it."""
    run = shown_run(model)
    if run is None or not can_resume(model):
        return model, ()
    return chain(_give_way(model, run.key), lambda free: _begin(_put(free, run)))


def _give_way(model: Model, key: str) -> Change:
    """Have the rollout that is running wait until that of ``key`` has ended."""
    current, waiting = model.analysis.rollout, [each for each in model.analysis.waiting if each != key]
    if current and current.running:
        waiting = [current.key, *waiting]
    return _halt(_set_waiting(model, tuple(waiting)))


def begin_waiting(model: Model) -> Change:
    """After every event: go on with the rollout that gave way last, once none is running.

    Of one from before a reload the decision is not known until it is shown.
    """
    current, waiting = model.analysis.rollout, model.analysis.waiting
    if not waiting or (current and current.running):
        return model, ()
    shown = shown_run(model) if _is_possible(model) else None
    ready = {run.key: run for run in _runs(model) if run.decision or run is shown}
    first = next((key for key in waiting if key in ready), None)
    if first is None:
        return model, ()
    others = tuple([key for key in waiting if key != first])
    return _begin(_put(_set_waiting(model, others), ready[first]))


def follow(model: Model) -> Change:
    """After every event: have the findings on a position follow its rollout, once that has ended.

    Trials that no game can have, in case the store was tampered with, change nothing.
    """
    model = _bring_back(model)
    run = model.analysis.rollout
    if run is None or run.running or run.state is run.counted or trials_done(run) < ROUND:
        return model, ()
    decision = run.decision or _decision_on_board(model, run)
    known = hint.finding_of(model, decision) if decision else None
    if decision is None or known is None or run.state is None:
        return model, ()
    counted = _with(model, replace(run, counted=run.state))
    found = with_rollout(known, run.state, run.plays, decision.match, decision.chosen)
    if not is_possible(found) or rolled_part(found) is None:
        return counted, ()
    there = rolled.record(counted, {hint.decision_key(decision): found})
    return rolled.spread(rolled.note(there, decision.match, found), decision.match), ()


def _bring_back(model: Model) -> Model:
    """Make the rollout of the decision that is shown the current one, unless another is running."""
    current, others = model.analysis.rollout, model.analysis.rollouts
    if not others or not model.analysis.open or (current and current.running):
        return model
    run = shown_run(model)
    return model if run is current or run is None else _put(model, run)


def _decision_on_board(model: Model, run: RolloutRun) -> Decision | None:
    decision = hint.current_decision(model)
    return decision if decision and _is_about(run, decision) else None


def _is_about(run: RolloutRun, decision: Decision) -> bool:
    """Whether a rollout is of a decision; one that an earlier build stored is of a single choice in it."""
    return not decision.is_resignation and run.key in (
        rolled.key_of(decision.match),
        hint.decision_key(decision),
    )


def shown_run(model: Model) -> RolloutRun | None:
    """Return the rollout of the decision on the board, None if there is none; another one may be running."""
    return next((each for each in _runs(model) if _decision_on_board(model, each)), None)


def _set_waiting(model: Model, waiting: tuple[str, ...]) -> Model:
    return replace(model, analysis=replace(model.analysis, waiting=waiting))


def _with(model: Model, run: RolloutRun) -> Model:
    return replace(model, analysis=replace(model.analysis, rollout=run))


def keep(model: Model) -> Change:
    """Store the rollouts."""
    waiting = model.analysis.waiting
    data = [
        _run_data(each, each.state, each.running or each.key in waiting)
        for each in _runs(model)
        if each.state
    ]
    return model, (StoreText(ROLLOUT, dump_rollouts(data)),) if data else ()


def _run_data(run: RolloutRun, state: RolloutState, is_under_way: bool) -> dict[str, Any]:
    kept = RolloutRun(run.key, run.plays, run.settings, is_under_way)
    return {"run": CODEC.data(kept), "state": state_data(state)}


def read(model: Model, text: str) -> Model:
    """Read the stored rollouts beside those of the page; raise a BackgammonError if the text is invalid.

    One that has gone on in another tab replaces that of the page, unless it is running. One that was
    under way and is new to the page waits to go on.
    """
    known = {run.key: run for run in _runs(model)}
    waiting = [*model.analysis.waiting]
    for each in load_rollouts(text):
        was_under_way, kept = _read_run(each)
        if was_under_way and kept.key not in known:
            waiting.append(kept.key)
        here = known.setdefault(kept.key, kept)
        is_same = here.state is not None and kept.state is not None and kept.state.key == here.state.key
        if is_same and trials_done(kept) > trials_done(here) and not here.running:
            known[kept.key] = replace(kept, decision=here.decision)
    first, *rest = [*known.values()][:MOST]
    there = replace(model, analysis=replace(model.analysis, rollout=first, rollouts=tuple(rest)))
    return _set_waiting(there, tuple(waiting))


def _read_run(data: dict[str, Any]) -> tuple[bool, RolloutRun]:
    """Return whether a rollout was under way when it was stored, and the rollout."""
    run, state = CODEC.value(RolloutRun, data["run"]), read_state(data["state"])
    candidates = len(run.plays) or 2
    if len(state.sums) != candidates:
        raise StorageError(f"a rollout of {candidates} has {len(state.sums)} results")
    return run.running, RolloutRun(run.key, run.plays, run.settings, state=state)
