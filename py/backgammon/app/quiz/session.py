"""The quiz: positions are asked one by one, on the board, and the first answer to each is counted."""

from dataclasses import replace

from backgammon.analysis.findings import Grade, grade
from backgammon.app.analysis import hint
from backgammon.app.quiz import cards, leitner, question
from backgammon.app.saving import side_store
from backgammon.app.state.change import Change, chain
from backgammon.app.state.effects import Announce
from backgammon.app.state.model import Model, Quizzing
from backgammon.app.viewer.replay import wait
from backgammon.core.match import new_match
from backgammon.protocol.messages import WorkResult


def open_quiz(model: Model, value: str = "") -> Change:
    """Begin with what is due today."""
    if model.quiz:
        return question.leave(model)
    waiting = chain(wait(model), side_store.read_kept, hint.hide_hint)
    return chain(waiting, lambda ready: _begin(ready, cards.due_cards(ready)))


def ask_more(model: Model, value: str = "") -> Change:
    """Go on with positions that are not due yet."""
    return _begin(model, cards.extra_cards(model))


def _begin(model: Model, names: tuple[str, ...]) -> Change:
    quiz = Quizzing(model.running, names, before=model.looked_at)
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
            return question.put(model, asking, match), (at,)
    nothing = question.game_of(new_match())
    return replace(model, game=nothing, looking=replace(quiz, card="", cards=()), ticks=model.ticks + 1), ()


def retry(model: Model, value: str = "") -> Change:
    """Put the same position once more; an answer that has been graded is not counted again."""
    quiz, asked = model.quiz, model.game.problem
    assert quiz is not None
    assert asked is not None
    again = replace(quiz, again=quiz.again or asked.found is not None)
    return question.put(model, again, asked.match), ()


def on_ranked(model: Model, name: str, result: WorkResult | None) -> Change:
    """The engine has ranked the choices, or could not; the first answer to a position counts."""
    after, loss = question.weighed(model, name, result)
    quiz = model.quiz
    if quiz is None or loss is None or quiz.again:
        return after, ()
    right = quiz.right + (grade(loss) is Grade.GOOD)
    return _count(replace(after, looking=replace(quiz, right=right)), quiz.card, loss)


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
