"""A problem: the reader decides once, the engine ranks the choices, and the board keeps showing the decision.

Until the decision the board is that of a match of two people. Then the match is held at the decision, so that
nothing happens automatically, and the board shows the choice that was made.
"""

from collections.abc import Callable
from dataclasses import replace

from backgammon.core.match import Action, Phase, Played, Rolled
from backgammon.features.game.flow import proceed
from backgammon.features.game.start import fresh_match
from backgammon.protocol.levels import DEFAULT_LEVEL
from backgammon.protocol.messages import AnalyseDecision, Finding
from backgammon.state.change import Change, chain
from backgammon.state.effects import Announce, Sound, StartWork, StopWork
from backgammon.state.engine_question import answer_of, question
from backgammon.state.events import (
    Command,
    Dragged,
    DragStarted,
    Event,
    Submitted,
    Tapped,
    Ticked,
    WorkDone,
    WorkFailed,
    WorkProgressed,
)
from backgammon.state.model import Model, Problem

AGAIN = "again"
_BY_HAND = (Command, Tapped, Dragged, DragStarted, Submitted, Ticked)
"""The events that would continue a held match."""

_NO_CHOICE = frozenset({"resign", "resign-offer", "new-game", "download"})
"""Commands of a match that a problem does not have."""

NO_DOUBLE = Rolled((1, 1))
"""Stands for the decision not to double; nobody looks at the dice."""


def update(model: Model, event: Event, go_on: Callable[[Model, Event], Change]) -> Change:
    """Return the change by an event, as app.update does, for a model with a problem.

    ``go_on`` is app.update itself, for events that are handled as in a match.
    """
    problem = model.game.problem
    assert problem is not None
    if isinstance(event, Command) and event.name == AGAIN:
        return retry(model)
    if isinstance(event, Command) and event.name in _NO_CHOICE:
        return model, ()
    if isinstance(event, WorkProgressed | WorkDone | WorkFailed):
        return with_problem(model, _with_result(problem, event)), ()
    if problem.chosen is not None:
        return (model, ()) if isinstance(event, _BY_HAND) else go_on(model, event)
    if isinstance(event, Command) and event.name == "roll":
        may_roll = model.game.match.phase is Phase.TO_ROLL
        return _hold(model, problem, model, NO_DOUBLE) if may_roll else (model, ())
    after, effects = go_on(model, event)
    if after.game.problem != problem or len(after.game.log) == len(model.game.log):
        return after, effects  # nothing was decided, or the board no longer shows the problem
    kept = tuple(effect for effect in effects if isinstance(effect, Sound | Announce))
    return chain(
        (after, kept), lambda after: _hold(model, problem, after, after.game.log[len(model.game.log)])
    )


def _with_result(problem: Problem, event: WorkProgressed | WorkDone | WorkFailed) -> Problem:
    match event:
        case WorkDone(id, result) if id == problem.work and isinstance(result, Finding):
            return replace(problem, found=result)
        case WorkFailed(id) if id == problem.work:
            return replace(problem, failed=True)
        case _:
            return problem


def with_problem(model: Model, problem: Problem) -> Model:
    """Return the page with another state of the problem on the board."""
    return replace(model, game=replace(model.game, problem=problem))


def _hold(model: Model, problem: Problem, after: Model, action: Action) -> Change:
    """Hold the match as it was before a decision, and have it analysed; ``after``: the model after it."""
    work = after.asked + 1 if problem.plies else 0
    game = replace(
        model.game,
        layout=after.game.layout,
        last_moves=after.game.last_moves if isinstance(action, Played) else (),
        last_player=after.game.last_player,
        moves=(),
        undone=(),
        selected=None,
        problem=replace(problem, chosen=action, work=-work),
    )
    held = replace(model, game=game, notice=None, asked=max(work, after.asked), ticks=after.ticks + 1)
    if not work:
        return held, ()
    asked = AnalyseDecision(question(problem.match, DEFAULT_LEVEL), problem.plies, answer_of(action))
    return held, (StartWork(-work, asked),)


def retry(model: Model) -> Change:
    """Ask for the decision again."""
    problem = model.game.problem
    assert problem is not None
    waiting = problem.chosen is not None and problem.found is None and not problem.failed
    fresh = fresh_match(model, model.game.setup, problem.match)
    game = replace(fresh.game, shown=model.game.shown, problem=Problem(problem.match, problem.plies))
    free = replace(fresh, game=game)
    return chain((free, (StopWork(problem.work),) if waiting else ()), proceed)


def rank_of_choice(problem: Problem) -> int | None:
    """Return the rank of the chosen play, from 1; None for a cube action."""
    found = problem.found
    return found.place(found.chosen) if found and found.chosen is not None else None
