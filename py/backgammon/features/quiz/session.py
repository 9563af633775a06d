"""The quiz: positions are asked one by one, on the board, and the first answer to each is counted.

It opens with the choice of what to ask: the positions due today, or a theme.
"""

from dataclasses import replace

from backgammon.analysis.findings import Grade, grade
from backgammon.core.match import new_match
from backgammon.features.analysis import hint
from backgammon.features.game.opponent import wait
from backgammon.features.quiz import cards, leitner, question
from backgammon.features.saving import side_store
from backgammon.protocol.messages import WorkResult
from backgammon.state.change import Change, chain
from backgammon.state.effects import Announce
from backgammon.state.model import Model, Quizzing
from backgammon.storage.quiz import OWN


def open_quiz(model: Model, value: str = "") -> Change:
    """Show the choice of what to ask, or leave the quiz if it is open."""
    if model.quiz:
        return question.leave(model)
    waiting = chain(wait(model), side_store.read_kept, hint.hide_hint)
    return chain(waiting, _show_card)


def _show_card(model: Model) -> Change:
    due = cards.due_cards(model)
    shown = _round(model, due)
    return _nothing_asked(shown), (Announce("quiz.due", (("number", len(due)),)),)


def ask_more(model: Model, value: str = "") -> Change:
    """Continue with positions that are not due yet."""
    return ask_next(_round(model, cards.extra_cards(model)))


def ask_theme(model: Model, value: str) -> Change:
    """Ask positions of a theme, due or not."""
    names = cards.theme_cards(model, value)
    return ask_next(_round(model, names)) if names else (model, ())


def ask_own(model: Model) -> Change:
    """Open the quiz with the player's own blunders."""
    return chain(open_quiz(model), lambda shown: ask_theme(shown, OWN))


def _round(model: Model, names: tuple[str, ...]) -> Model:
    quiz = Quizzing(model.game_in_play, names, before=model.viewer)
    return replace(model, looking=quiz, dialog=None, notice=None, refused=None, panel_open=False)


def ask_next(model: Model, value: str = "") -> Change:
    """Ask the next position, or end the round if there is none."""
    quiz = model.quiz
    assert quiz is not None
    for index, name in enumerate(quiz.cards, 1):
        match = cards.match_of(cards.card_of(model, name))
        if match is not None:
            rest = quiz.cards[index:]
            asking = replace(quiz, card=name, cards=rest, begun=True, again=False, asked=quiz.asked + 1)
            at = Announce("quiz.at", (("at", asking.asked), ("all", asking.asked + len(asking.cards))))
            return question.ask(model, asking, match), (at,)
    done = replace(quiz, card="", cards=(), begun=True)
    return _nothing_asked(replace(model, looking=done)), (Announce("quiz.done"),)


def _nothing_asked(model: Model) -> Model:
    return replace(model, game=question.game_of(new_match()), ticks=model.ticks + 1)


def retry(model: Model, value: str = "") -> Change:
    """Ask the same position again; if its answer has been graded, the next one is not counted."""
    quiz, asked = model.quiz, model.game.problem
    assert quiz is not None
    assert asked is not None
    again = replace(quiz, again=quiz.again or asked.found is not None)
    return question.ask(model, again, asked.match), ()


def on_ranked(model: Model, key: str, result: WorkResult | None) -> Change:
    """Handle the engine's ranking of the choices, or its failure; the first answer to a position counts."""
    after, loss = question.with_result(model, key, result)
    quiz = model.quiz
    if quiz is None or loss is None or quiz.again:
        return after, ()
    right = quiz.right + (grade(loss) is Grade.GOOD)
    return _count(replace(after, looking=replace(quiz, right=right)), quiz.card, loss)


def _count(model: Model, name: str, loss: float) -> Change:
    today = model.analysis.today
    card = leitner.grade_answer(cards.card_of(model, name), loss, today)
    return cards.keep(model, leitner.count_answer(model.analysis.deck, card, today, model.analysis.page))
