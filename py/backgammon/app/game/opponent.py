"""The computer's side: what the engine answers is carried out, and its failures leave the game where it was.

An answer to an outdated question is ignored. One that the rules do not allow is a failure of the engine; it
is started again and asked anew, until it has failed too often in a row.
"""

from collections.abc import Callable
from dataclasses import replace

from backgammon.app.game.flow import animate, commit, proceed, roll_for_computer
from backgammon.app.state.change import Change
from backgammon.app.state.effects import CancelAsk, RestartEngine
from backgammon.app.state.legal_moves import is_human, turn_of
from backgammon.app.state.model import Engine, Model, Notice
from backgammon.core.errors import BackgammonError, IllegalAction
from backgammon.core.match import (
    Accepted,
    Action,
    Beavered,
    Doubled,
    Dropped,
    Phase,
    Raccooned,
    Refused,
    Resigned,
    Took,
)
from backgammon.protocol.messages import Answer, Choice

MAX_FAILURES = 3

_ACTIONS: dict[Choice, Callable[[Answer], Action]] = {
    Choice.DOUBLE: lambda answer: Doubled(),
    Choice.TAKE: lambda answer: Took(),
    Choice.DROP: lambda answer: Dropped(),
    Choice.BEAVER: lambda answer: Beavered(),
    Choice.RACCOON: lambda answer: Raccooned(),
    Choice.ACCEPT: lambda answer: Accepted(),
    Choice.REFUSE: lambda answer: Refused(),
    Choice.RESIGN: lambda answer: Resigned(answer.offered),
}


def on_answer(model: Model, number: int, answer: Answer) -> Change:
    """The engine has answered a question."""
    if model.pending is None or number != model.pending:
        return model, ()
    try:
        return _carried_out(replace(model, pending=None, engine=Engine.READY, failures=0), answer)
    except BackgammonError:
        return on_failed(model)


def _carried_out(model: Model, answer: Answer) -> Change:
    if answer.choice is Choice.PLAY:
        turn = turn_of(model.game.match)
        if turn is None:
            raise IllegalAction("phase", "nothing has been rolled")
        return animate(model, turn.read(answer.steps))
    if answer.choice is Choice.ROLL:
        if model.game.match.phase is not Phase.TO_ROLL:
            raise IllegalAction("phase", "there is nothing to roll for")
        return roll_for_computer(model)
    return commit(model, _ACTIONS[answer.choice](answer))


def on_ready(model: Model) -> Change:
    """The worker answers: whatever it was asked before, it is asked again."""
    notice = None if model.notice in _NOTICES else model.notice
    return proceed(replace(model, engine=Engine.READY, pending=None, notice=notice))


_RESTARTING = Notice("notice.engine-restarting", tone="warning")
_LOST = Notice("notice.engine-lost", tone="error")
_SLOW = Notice("notice.engine-slow", tone="warning")
_NOTICES = (_RESTARTING, _SLOW, _LOST)


def on_slow(model: Model) -> Change:
    """The worker takes long to start: who waits for it is told so, and what can be done meanwhile."""
    starts = model.engine in (Engine.LOADING, Engine.RESTARTING)
    waited_for = _is_needed(model) or bool(model.analysis.jobs)
    return (replace(model, notice=_SLOW), ()) if starts and waited_for else (model, ())


def on_failed(model: Model, final: bool = False) -> Change:
    """The worker died, hangs or answers nonsense."""
    failures = model.failures + 1
    lost = final or failures > MAX_FAILURES
    notice = (_LOST if lost else _RESTARTING) if _is_needed(model) else model.notice
    state = Engine.FAILED if lost else Engine.RESTARTING
    after = replace(model, engine=state, pending=None, failures=failures, notice=notice)
    return after, () if lost else (RestartEngine(),)


def _is_needed(model: Model) -> bool:
    return not (is_human(model.running, 0) and is_human(model.running, 1))


def retry(model: Model, value: str = "") -> Change:
    """Start the engine again because a person asks for it."""
    return replace(model, engine=Engine.RESTARTING, pending=None, failures=0, notice=None), (RestartEngine(),)


def cancel_question(model: Model) -> Change:
    """The question under answer no longer matters."""
    if model.pending is None:
        return model, ()
    return replace(model, pending=None, engine=Engine.READY), (CancelAsk(),)
