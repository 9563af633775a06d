"""A question on the board of the page: asking, answering, judging, leaving; meanwhile the match is paused.

It is a game that is held at its decision (features.quiz.problem); the game belongs to nobody and gets no more
dice. The tutor does not watch while it is answered.
"""

from collections.abc import Callable
from dataclasses import replace

from backgammon.core.match import Match
from backgammon.core.plays import Steps
from backgammon.features.analysis import hint, rolled
from backgammon.features.game.flow import make_moves, resume
from backgammon.features.quiz import problem
from backgammon.protocol.messages import Finding, WorkResult
from backgammon.state.analysis_state import Decision, Purpose
from backgammon.state.change import Change, chain
from backgammon.state.effects import After, Announce, Effect, Sound, StartWork
from backgammon.state.events import Event
from backgammon.state.legal_moves import turn_of
from backgammon.state.model import (
    Computer,
    DiceSource,
    Exercise,
    Game,
    Games,
    Human,
    MatchOptions,
    Model,
    Problem,
    first_model,
)
from backgammon.state.problem import PLIES
from backgammon.state.viewer import show
from backgammon.storage.types import TYPED_DICE


def ask(model: Model, exercise: Exercise, match: Match, plies: int = PLIES) -> Model:
    """Show a decision of player 0's, whose choices are to be ranked at ``plies`` plies."""
    game = replace(game_of(match), problem=Problem(match, plies))
    return replace(model, game=game, looking=exercise, ticks=model.ticks + 1, notice=None)


def game_of(match: Match) -> Game:
    """Return a match that belongs to nobody and gets no more dice."""
    seats = Human(), Computer("")
    setup = MatchOptions(seats, match.rules, match.length, match.white, DiceSource.TYPED)
    return replace(first_model(setup, start=match).game, games=Games.of((TYPED_DICE,)))


def answer(model: Model, event: Event, go_on: Callable[[Model, Event], Change]) -> Change:
    """Apply an event to the question; ``go_on`` is app.update, for events that are handled as in a match."""
    if model.game.problem is None:
        return model, ()
    after, effects = problem.update(model, event, go_on)
    kept: list[Effect] = []
    for effect in effects:
        match effect:
            case StartWork(number, work):
                after, given = hint.start_job(after, Purpose.QUIZ, str(number), work)
                kept += given
            case Sound() | Announce() | After():
                kept.append(effect)
    return after, tuple(kept)


def with_result(model: Model, key: str, result: WorkResult | None) -> tuple[Model, float | None]:
    """Return the page after the work with this key, and the loss of the answer, None if it is not known.

    What was rolled out of the decision judges it.
    """
    asked = model.game.problem
    if asked is None or asked.found or key != str(asked.work):
        return model, None
    if not isinstance(result, Finding) or result.error is None or asked.chosen is None:
        return problem.with_problem(model, replace(asked, failed=True)), None
    found = rolled.judge(model, result, Decision(asked.match, asked.chosen))
    return problem.with_problem(model, replace(asked, found=found)), found.error


def hold(model: Model, held: Problem, steps: Steps) -> Change:
    """Hold the question as decided, with the play made on the board; a cube decision has no play."""
    turn = turn_of(model.game.match)
    moves = turn.read(steps) if turn else ()
    after, effects = make_moves(model, moves) if turn else (model, ())
    game = replace(after.game, moves=(), last_moves=moves, last_player=0, problem=held)
    return replace(after, game=game), tuple(each for each in effects if isinstance(each, Sound))


def leave(model: Model, value: str = "") -> Change:
    """Stop asking: return to what was shown before, or resume the match."""
    asking = model.exercise
    assert asking is not None
    free = replace(model, looking=None, game=asking.waiting, ticks=model.ticks + 1, notice=None)
    if asking.before:
        return hint.cancel_jobs(show(free, asking.before), Purpose.QUIZ)
    return chain(hint.cancel_jobs(free, Purpose.QUIZ), resume)
