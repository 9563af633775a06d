"""The quiz: positions are asked one by one, on the board; the match that is played waits untouched.

A question is a game that is held at its decision (app.quiz.problem): it belongs to nobody and has no dice to
come. Nobody looks along while it is answered.
"""

from collections.abc import Callable
from dataclasses import replace

from backgammon.analysis.findings import Grade, grade
from backgammon.app.analysis import hint
from backgammon.app.game.flow import resume
from backgammon.app.quiz import cards, leitner, problem
from backgammon.app.saving import side_store
from backgammon.app.state.analysis_state import Purpose
from backgammon.app.state.change import Change, chain
from backgammon.app.state.effects import After, Announce, Effect, Sound, StartWork
from backgammon.app.state.events import Event
from backgammon.app.state.model import (
    Computer,
    DiceSource,
    Game,
    GameDice,
    Games,
    Human,
    MatchOptions,
    Model,
    Problem,
    Quizzing,
    first_model,
)
from backgammon.app.state.viewer import show
from backgammon.app.viewer.replay import wait
from backgammon.core.match import Match, new_match
from backgammon.protocol.messages import Finding, WorkResult

_NO_DICE = GameDice("", "", "", DiceSource.TYPED)
"""Dice that nobody throws."""


def open_quiz(model: Model, value: str = "") -> Change:
    """Begin with what is due today."""
    if model.quiz:
        return close(model)
    waiting = chain(wait(model), side_store.read_kept, hint.hide_hint)
    return chain(waiting, lambda ready: _begin(ready, cards.due_cards(ready)))


def ask_more(model: Model, value: str = "") -> Change:
    """Go on with positions that are not due yet."""
    return _begin(model, cards.extra_cards(model))


def _begin(model: Model, names: tuple[str, ...]) -> Change:
    before = model.looking.before if isinstance(model.looking, Quizzing) else model.looking
    quiz = Quizzing(model.running, names, before=before)
    clear = replace(model, looking=quiz, dialog=None, notice=None, refused=None, panel_open=False)
    return ask_next(clear)


def ask_next(model: Model, value: str = "") -> Change:
    """Ask what comes next, or nothing more."""
    quiz = model.quiz
    assert quiz is not None
    for index, name in enumerate(quiz.cards, 1):
        match = cards.match_of(cards.card_of(model, name))
        if match is not None:
            asking = replace(quiz, card=name, cards=quiz.cards[index:], again=False, asked=quiz.asked + 1)
            at = Announce("quiz.at", (("at", asking.asked), ("all", asking.asked + len(asking.cards))))
            return _ask(model, asking, match), (at,)
    nothing = _game(new_match())
    return replace(model, game=nothing, looking=replace(quiz, card="", cards=()), ticks=model.ticks + 1), ()


def retry(model: Model, value: str = "") -> Change:
    """Put the same position once more; an answer that has been graded is not counted again."""
    quiz, asked = model.quiz, model.game.problem
    assert quiz is not None
    assert asked is not None
    return _ask(model, replace(quiz, again=quiz.again or asked.found is not None), asked.match), ()


def _ask(model: Model, quiz: Quizzing, match: Match) -> Model:
    game = replace(_game(match), problem=Problem(match))
    return replace(model, game=game, looking=quiz, ticks=model.ticks + 1, notice=None)


def _game(match: Match) -> Game:
    """Return a match that belongs to nobody and has no dice to come."""
    seats = Human(), Computer("")
    setup = MatchOptions(seats, match.rules, match.length, match.white, DiceSource.TYPED)
    return replace(first_model(setup, start=match).game, games=Games.of((_NO_DICE,)))


def close(model: Model, value: str = "") -> Change:
    """Leave the quiz: what was looked at before comes back, or the match goes on where it was."""
    quiz = model.quiz
    assert quiz is not None
    free = replace(model, looking=None, game=quiz.waiting, ticks=model.ticks + 1, notice=None)
    if quiz.before:
        return hint.cancel_jobs(show(free, quiz.before), Purpose.QUIZ)
    return chain(hint.cancel_jobs(free, Purpose.QUIZ), resume)


def answer(model: Model, event: Event, go_on: Callable[[Model, Event], Change]) -> Change:
    """Let an event happen to the question; ``go_on`` is app.update, for what is done as in a match."""
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


def on_ranked(model: Model, name: str, result: WorkResult | None) -> Change:
    """The engine has ranked the choices, or could not; the first answer to a position counts."""
    quiz, asked = model.quiz, model.game.problem
    if quiz is None or asked is None or asked.found or name != str(asked.work):
        return model, ()
    if not isinstance(result, Finding) or result.error is None:
        return _with_problem(model, replace(asked, failed=True)), ()
    right = quiz.right + (grade(result.error) is Grade.GOOD and not quiz.again)
    after = _with_problem(replace(model, looking=replace(quiz, right=right)), replace(asked, found=result))
    return (after, ()) if quiz.again else _count(after, quiz.card, result.error)


def _with_problem(model: Model, asked: Problem) -> Model:
    return replace(model, game=replace(model.game, problem=asked))


def _count(model: Model, name: str, loss: float) -> Change:
    today = model.analysis.today
    card = leitner.grade_answer(cards.card_of(model, name), loss, today)
    return side_store.keep_deck(
        replace(
            model,
            analysis=replace(
                model.analysis,
                deck=leitner.count_answer(model.analysis.deck, card, today, model.analysis.page),
            ),
        )
    )
