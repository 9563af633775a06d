"""The quiz: positions are asked one by one on a board of their own; the running match waits untouched.

The board is a page within the page. What hands do to it goes through app.quiz.problem, which holds it at the
decision; the engine's work is the page's own, and so is what is kept.
"""

from collections.abc import Callable
from dataclasses import replace

from backgammon.analysis.findings import Grade, grade
from backgammon.app.analysis import hint
from backgammon.app.game.flow import pause, resume
from backgammon.app.game.opponent import cancel_question
from backgammon.app.quiz import cards, leitner, problem
from backgammon.app.quiz.commands import ON_BOARD
from backgammon.app.saving import side_store
from backgammon.app.state.analysis_state import AnalysisState, Purpose
from backgammon.app.state.change import Change, chain
from backgammon.app.state.effects import After, Announce, Effect, Sound, StartWork
from backgammon.app.state.events import Command, Dragged, DragStarted, Event, Tapped, Ticked
from backgammon.app.state.model import (
    DialogName,
    DiceSource,
    Engine,
    GameDice,
    Games,
    MatchOptions,
    Model,
    Problem,
    Quiz,
    Seat,
    SeatKind,
    Tutor,
    first_model,
)
from backgammon.core.match import Match, new_match
from backgammon.protocol.messages import Finding, WorkResult

_NO_DICE = GameDice("", "", "", DiceSource.TYPED)
"""Dice that nobody throws."""
_BY_HAND = (Tapped, Dragged, DragStarted, Ticked)


def open_quiz(model: Model, value: str = "") -> Change:
    """Begin with what is due today."""
    if model.quiz:
        return close(model)
    waiting = chain(cancel_question(pause(model)), side_store.read_kept, hint.hide_hint)
    return chain(waiting, lambda ready: _begun(ready, cards.due_cards(ready)))


def ask_more(model: Model, value: str = "") -> Change:
    """Go on with positions that are not due yet."""
    return _begun(model, cards.extra_cards(model))


def _begun(model: Model, names: tuple[str, ...]) -> Change:
    before = model.quiz or model
    quiz = Quiz(_board(model, new_match()), waiting=names, study=before.study, draft=before.draft)
    clear = replace(
        model, quiz=quiz, study=None, draft=None, dialog=None, notice=None, refused=None, panel_open=False
    )
    return ask_next(clear)


def ask_next(model: Model, value: str = "") -> Change:
    """Ask what comes next, or nothing more."""
    quiz = model.quiz
    assert quiz is not None
    for index, name in enumerate(quiz.waiting, 1):
        match = cards.match_of(cards.card_of(model, name))
        if match is not None:
            asking = replace(quiz, card=name, waiting=quiz.waiting[index:], again=False, asked=quiz.asked + 1)
            at = Announce("quiz.at", (("at", asking.asked), ("all", asking.asked + len(asking.waiting))))
            return _asked(model, asking, match), (at,)
    board = _board(model, new_match())
    return replace(model, quiz=replace(quiz, board=board, card="", waiting=()), ticks=board.ticks), ()


def retry(model: Model, value: str = "") -> Change:
    """Put the same position once more; an answer that has been graded is not counted again."""
    quiz = model.quiz
    assert quiz is not None
    asked = quiz.board.problem
    assert asked is not None
    return _asked(model, replace(quiz, again=quiz.again or asked.found is not None), asked.match), ()


def _asked(model: Model, quiz: Quiz, match: Match) -> Model:
    board = replace(_board(model, match), problem=Problem(match))
    return replace(model, quiz=replace(quiz, board=board), ticks=board.ticks, notice=None)


def _board(model: Model, match: Match) -> Model:
    """Return a page with a match that belongs to nobody and has no dice to come."""
    seats = Seat(), Seat(SeatKind.COMPUTER)
    setup = MatchOptions(seats, match.rules, match.length, match.white, DiceSource.TYPED)
    board = replace(first_model(setup, start=match), games=Games.of((_NO_DICE,)), ticks=model.ticks + 1)
    return _like(board, model)


def _like(board: Model, model: Model) -> Model:
    """Let a board be played on as the page is set; nobody looks along."""
    settings = replace(model.settings, tutor=Tutor.OFF, auto_roll=False)
    return replace(
        board,
        settings=settings,
        engine=Engine.READY,
        desk=AnalysisState(),
        reduced_motion=model.reduced_motion,
        language=model.language,
        refusals=model.refusals,
    )


def close(model: Model, value: str = "") -> Change:
    """Leave the quiz: what was looked at before comes back, or the match goes on where it was."""
    quiz = model.quiz
    assert quiz is not None
    ticks = quiz.board.ticks + 1
    free = replace(model, quiz=None, study=quiz.study, draft=quiz.draft, ticks=ticks, notice=None)
    return chain(hint.cancel_jobs(free, Purpose.QUIZ), resume)


def is_concerned(model: Model, event: Event) -> bool:
    """Whether an event is one of the quiz's board, where a dialog is open over it too."""
    quiz = model.quiz
    if quiz is None:
        return False
    if not isinstance(event, Command):
        return isinstance(event, _BY_HAND)
    if model.dialog is DialogName.OTHER_TAB:
        return False
    if event.name == "close":
        return model.dialog is None and quiz.board.selected is not None
    return event.name in ON_BOARD or (event.name == "dismiss" and quiz.board.notice is not None)


def on_board(model: Model, event: Event, go_on: Callable[[Model, Event], Change]) -> Change:
    """Let an event happen on the quiz's board; ``go_on`` is app.update, for what is done as in a match."""
    quiz = model.quiz
    assert quiz is not None
    if quiz.board.problem is None:
        return model, ()
    board, effects = problem.update(_like(quiz.board, model), event, go_on)
    after = replace(model, quiz=replace(quiz, board=board), ticks=board.ticks, refusals=board.refusals)
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
    quiz = model.quiz
    asked = quiz.board.problem if quiz else None
    if quiz is None or asked is None or asked.found or name != str(asked.work):
        return model, ()
    if not isinstance(result, Finding) or result.error is None:
        return _shown(model, quiz, replace(asked, failed=True)), ()
    answered = replace(quiz, right=quiz.right + (grade(result.error) is Grade.GOOD and not quiz.again))
    after = _shown(model, answered, replace(asked, found=result))
    return (after, ()) if quiz.again else _counted(after, quiz.card, result.error)


def _shown(model: Model, quiz: Quiz, asked: Problem) -> Model:
    return replace(model, quiz=replace(quiz, board=replace(quiz.board, problem=asked)))


def _counted(model: Model, name: str, loss: float) -> Change:
    today = model.desk.today
    card = leitner.grade_answer(cards.card_of(model, name), loss, today)
    return side_store.keep_deck(
        hint.set_analysis(model, deck=leitner.count_answer(model.desk.deck, card, today, model.desk.page))
    )
