"""Retrying the player's own errors in an analysed match, the largest first; meanwhile the match is paused.

An error is asked like a question of the quiz (features.quiz.question), analysed as deeply as in the review,
so that the two agree; what was rolled out keeps its equity. An error that is missed again, or whose
answer was shown, is added to the quiz.
"""

from dataclasses import replace

from backgammon.analysis.findings import Grade, grade
from backgammon.analysis.report import Judged
from backgammon.core.match import Played, Player
from backgammon.features.analysis import hint
from backgammon.features.coach.figures import figures_of
from backgammon.features.coach.ideas import hints_for
from backgammon.features.coach.own_errors import errors_of, question_of
from backgammon.features.coach.results import source_of
from backgammon.features.game.opponent import wait
from backgammon.features.quiz import cards, question
from backgammon.features.saving import side_store
from backgammon.features.speech.status_text import action_name, choice_key, play_word
from backgammon.protocol.messages import MAX_PLIES, WorkResult
from backgammon.state.analysis_state import Decision, Purpose
from backgammon.state.change import Change, chain
from backgammon.state.effects import Announce
from backgammon.state.match_review import Review
from backgammon.state.model import Learning, MessageKey, Model, MoveText
from backgammon.storage.figures import with_history


def open_errors(model: Model, value: str = "") -> Change:
    """Begin to ask the errors, with the largest one."""
    review = model.analysis.review
    errors = errors_of(review) if review else ()
    if review is None or not errors:
        return model, ()

    def begin(ready: Model) -> Change:
        side = _own_side(ready, review, errors)
        made_in = source_of(ready, review)
        learning = Learning(
            ready.game_in_play, review.setup, errors, side, before=ready.viewer, made_in=made_in
        )
        return _put(replace(ready, dialog=None, refused=None, panel_open=False), learning)

    return chain(wait(model), side_store.read_kept, hint.hide_hint, begin)


def _own_side(model: Model, review: Review, errors: tuple[Judged, ...]) -> Player | None:
    """Return whose errors are asked first: in a file, those of the side that the statistics know as ours."""
    entry = figures_of(review, 0)
    you = with_history(entry, model.analysis.history).you if entry else -1
    return next((each.player for each in errors if each.player == you), None)


def choose_side(model: Model, value: str) -> Change:
    """Ask the errors of one player, or of both."""
    learning = _learning(model)
    chosen = replace(learning, side=int(value) if value in ("0", "1") else None, at=0)
    return _put(model, chosen) if chosen.queue else (model, ())


def go_on(model: Model, value: str = "") -> Change:
    """Ask the next error; after the last comes the first."""
    return _at(model, _learning(model).at + 1)


def go_back(model: Model, value: str = "") -> Change:
    """Ask the previous error; before the first comes the last."""
    return _at(model, _learning(model).at - 1)


def go_to(model: Model, value: str) -> Change:
    """Ask the error at an index of the list."""
    at = int(value) if value.isdecimal() and len(value) < 4 else -1
    return _at(model, at) if 0 <= at < len(_learning(model).queue) else (model, ())


def _at(model: Model, at: int) -> Change:
    learning = _learning(model)
    return _put(model, replace(learning, at=at % len(learning.queue)))


def retry(model: Model, value: str = "") -> Change:
    """Ask the same error again."""
    return _put(model, _learning(model))


def give_hint(model: Model, value: str = "") -> Change:
    """Give the next hint at the best choice; after the last hint show it."""
    learning = _learning(model)
    hints = hints_for(learning.current)
    given = hints[: len(learning.hints) + 1]
    if given == learning.hints:
        return show_answer(model)
    hinted = replace(model, looking=replace(learning, hints=given))
    plays = learning.current.finding.plays
    best = plays[0].steps if plays else ()
    if not best or given != hints:
        return hinted, ()
    return _mark(hinted, best[0][0]), ()


def _mark(model: Model, place: int) -> Model:
    """Return the question with no move made, and with the first checker of the best play selected."""
    asked, learning = model.game.problem, _learning(model)
    assert asked is not None
    fresh = question.ask(model, learning, asked.match, asked.plies)
    return replace(fresh, game=replace(fresh.game, selected=place))


def show_answer(model: Model, value: str = "") -> Change:
    """Show the best choice on the board; the error then counts as missed."""
    asked, learning = model.game.problem, _learning(model)
    assert asked is not None
    fresh = question.ask(model, replace(learning, shown=True), asked.match, asked.plies)
    return chain(_show_best(fresh, learning.current), _note_miss)


def _show_best(model: Model, judged: Judged) -> Change:
    """Hold the question with the decision of the match; arrows show the best play on the board before it."""
    asked = model.game.problem
    assert asked is not None
    held = replace(asked, chosen=judged.decision.action, found=judged.finding)
    return replace(model, game=replace(model.game, problem=held)), ()


def on_ranked(model: Model, key: str, result: WorkResult | None) -> Change:
    """Handle the engine's ranking of the answer, or its failure; an error missed again goes to the quiz."""
    after, loss = question.with_result(model, key, result)
    learning = model.learning
    if learning is None or loss is None:
        return after, ()
    if grade(loss) is not Grade.GOOD:
        return _note_miss(after)
    found = learning.found | {learning.current.decision.index}
    return replace(after, looking=replace(learning, found=found)), ()


def _note_miss(model: Model) -> Change:
    learning = _learning(model)
    match = learning.current.decision.match

    def say_so(noted: Model) -> Change:
        kept = noted.analysis.deck.card(hint.decision_key(Decision(match))) is not None
        return replace(noted, looking=replace(_learning(noted), in_quiz=kept)), ()

    return chain(cards.add_blunders(model, match, made_in=learning.made_in), say_so)


def _put(model: Model, learning: Learning) -> Change:
    match = question_of(learning.current)
    assert match is not None
    fresh = replace(learning, hints=(), shown=False, in_quiz=False)
    lines = (Announce("learn.at", (("at", learning.at + 1), ("all", len(learning.queue)))), *_task(learning))
    plies = max(hint.PLIES, min(hint.depth(learning.current.finding), MAX_PLIES))
    put = question.ask(model, fresh, match, plies)
    return chain(hint.cancel_jobs(put, Purpose.QUIZ), lambda free: (free, lines))


def _task(learning: Learning) -> tuple[Announce, ...]:
    """Announce the mistake made in the match, and for a play what to look for, as the page shows them."""
    decision, error = learning.current.decision, -learning.current.error
    name, match = action_name(decision.action), decision.match
    choice: MoveText | MessageKey = MessageKey(choice_key(name, match.cube_owner))
    if isinstance(decision.action, Played):
        choice = play_word(match.position.points, decision.steps)
    had = Announce("learn.played", (("choice", choice), ("error", error)))
    return (had, Announce("learn.task")) if decision.is_play else (had,)


def _learning(model: Model) -> Learning:
    assert model.learning is not None
    return model.learning
