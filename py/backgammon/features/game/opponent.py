"""The side that the computer plays: the engine's decisions are carried out.

An answer to an outdated question is ignored. An answer that the rules do not allow is a failure of the
engine, which is restarted and asked again, until it has failed too often in a row.
"""

from dataclasses import replace

from backgammon.core.actions import SIMPLE_ACTIONS
from backgammon.core.errors import BackgammonError, IllegalAction
from backgammon.core.match import Phase, Resigned
from backgammon.features.game.flow import animate, commit, pause, proceed, roll_for_opponent
from backgammon.protocol.messages import Answer, Choice
from backgammon.state.change import Change
from backgammon.state.effects import CancelAsk, RestartEngine, StartWork
from backgammon.state.engine_state import Failed, Loading, Ready, Restarting, Thinking
from backgammon.state.legal_moves import turn_of
from backgammon.state.model import Model, Notice
from backgammon.state.seats import has_computer

MAX_FAILURES = 3
_RESTARTING = Notice("notice.engine-restarting", tone="warning")
_LOST = Notice("notice.engine-lost", tone="error")
_SLOW = Notice("notice.engine-slow", tone="warning")
_NOTICES = (_RESTARTING, _SLOW, _LOST)


def on_answer(model: Model, number: int, answer: Answer) -> Change:
    """Handle the engine's answer to a question."""
    if model.pending_question is None or number != model.pending_question:
        return model, ()
    try:
        return _carry_out(replace(model, engine=Ready()), answer)
    except BackgammonError:
        return on_failed(model)


def _carry_out(model: Model, answer: Answer) -> Change:
    if answer.choice is Choice.PLAY:
        turn = turn_of(model.game.match)
        if turn is None:
            raise IllegalAction("phase", "nothing has been rolled")
        return animate(model, turn.read(answer.steps))
    if answer.choice is Choice.ROLL:
        if model.game.match.phase is not Phase.TO_ROLL:
            raise IllegalAction("phase", "there is nothing to roll for")
        return roll_for_opponent(model)
    resigns = answer.choice is Choice.RESIGN
    return commit(model, Resigned(answer.offered) if resigns else SIMPLE_ACTIONS[answer.choice])


def on_ready(model: Model) -> Change:
    """Handle a worker that has started: a pending decision is asked again."""
    notice = None if model.notice in _NOTICES else model.notice
    return proceed(replace(model, engine=Ready(model.engine.failures), notice=notice))


def on_slow(model: Model) -> Change:
    """Handle a slow start of the worker: if it is needed, tell the player, and what can be done meanwhile."""
    starts = isinstance(model.engine, Loading | Restarting)
    waited_for = has_computer(model.game_in_play) or bool(model.analysis.jobs)
    return (replace(model, notice=_SLOW), ()) if starts and waited_for else (model, ())


def on_failed(model: Model, final: bool = False) -> Change:
    """Handle a worker that died, hangs or gives illegal answers."""
    failures = model.engine.failures + 1
    lost = final or failures > MAX_FAILURES
    notice = (_LOST if lost else _RESTARTING) if has_computer(model.game_in_play) else model.notice
    after = replace(model, engine=Failed(failures) if lost else Restarting(failures), notice=notice)
    return after, () if lost else (RestartEngine(),)


def retry(model: Model, value: str = "") -> Change:
    """Restart the engine at the user's request."""
    return replace(model, engine=Restarting(), notice=None), (RestartEngine(),)


def restart_for_work(change: Change) -> Change:
    """Restart an engine that has failed for good where a person has just given it something to do."""
    model, effects = change
    if not isinstance(model.engine, Failed) or not any(isinstance(each, StartWork) for each in effects):
        return change
    return replace(model, engine=Restarting()), (RestartEngine(), *effects)


def cancel_question(model: Model) -> Change:
    """Cancel the question that the engine is answering."""
    if not isinstance(model.engine, Thinking):
        return model, ()
    return replace(model, engine=Ready(model.engine.failures)), (CancelAsk(),)


def wait(model: Model) -> Change:
    """Pause the match that is played; change nothing if it is already paused."""
    return (model, ()) if model.looking else cancel_question(pause(model))
