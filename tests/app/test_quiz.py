"""The quiz asks what is due, grades the first answer, saves it, and leaves the running match alone."""

import json
from dataclasses import replace

import pytest
from app.fake import Page, analysis_result, new_page
from app.test_review import analysed_match, kept_texts

from backgammon.app.commands import COMMANDS, actions, available
from backgammon.app.shortcuts import command_for
from backgammon.core.match import Phase, Rolled
from backgammon.features.quiz import cards, leitner, positions
from backgammon.features.saving import side_store
from backgammon.features.saving.saved_match import snapshot
from backgammon.protocol.messages import AnalyseDecision, Finding
from backgammon.state.effects import Ask, Download, DrawSecret, RestartEngine, Save, StartWork, StoreText
from backgammon.state.engine_state import Ready
from backgammon.state.events import (
    Command,
    Dragged,
    EngineFailed,
    Event,
    StoreLoaded,
    Tapped,
    TextReceived,
    Ticked,
    WorkFailed,
)
from backgammon.state.legal_moves import destinations, sources, turn_of
from backgammon.state.model import DialogName, Tutor
from backgammon.storage.quiz import OWN, Card, Deck, load_deck

TODAY = 20_000
XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"


PLAYED = [name for name, spec in COMMANDS.items() if spec.answers or spec.skips]
"""The commands that play a match."""


def quiz_page(page: Page | None = None) -> Page:
    """Return a page, in the middle of a match, with the quiz just begun."""
    if page is None:
        page = new_page((("opponent", "computer"), ("level", "club"), ("length", "3")))
        page.send(StoreLoaded((), TODAY))
        page.play_on(6)
    page.settle()
    begin(page)
    return page


def begin(page: Page) -> None:
    """Open the quiz, and start with the positions that are due."""
    page.send(Command("quiz"))
    page.send(Command("quiz-start"))


def answer(page: Page) -> None:
    """Answer the question: make any legal play by taps, or do not double, or take."""
    asked = page.model.game.problem
    assert asked
    while page.model.game.problem == asked:
        offered = actions(page.model)
        command = next((name for name in ("confirm", "roll", "take") if name in offered), "")
        if command:
            page.send(Command(command))
        else:
            places = destinations(page.model) or sources(page.model)
            page.send(Tapped(next(iter(places))))


def answer_until(page: Page, kind: str) -> None:
    """Answer questions until one of this kind is asked."""
    while cards.card_of(page.model, page.quiz.card).kind != kind:
        answer(page)
        page.settle()
        page.send(Command("quiz-next"))


def test_ten_fresh_positions_are_asked_on_the_first_day() -> None:
    page = quiz_page()
    quiz = page.model.quiz
    assert quiz
    assert (quiz.card, *quiz.cards) == positions.names()[: leitner.FRESH]
    for _ in range(leitner.FRESH):
        answer(page)
        page.settle()
        page.send(Command("quiz-next"))
    assert page.model.quiz
    assert page.quiz.card == ""
    assert actions(page.model)[0] == "quiz-more"
    assert len(page.model.analysis.deck.cards) == leitner.FRESH
    assert page.model.analysis.deck.day(TODAY).asked == leitner.FRESH
    page.send(Command("quiz-close"))
    page.send(Command("quiz"))
    assert page.quiz.card == ""
    page.send(Command("quiz-more"))
    assert page.quiz.card == positions.names()[leitner.FRESH]


def test_the_running_match_waits_untouched() -> None:
    page = new_page((("opponent", "computer"), ("level", "club"), ("length", "3")))
    page.play_on(5)
    while page.question is None and not page.model.is_busy:  # to leave in the middle of the computer's turn
        page.send(page.next_event() or page.player_event() or Ticked(0))
    before = page.model
    page.effects.clear()
    begin(page)
    assert not page.model.is_busy
    assert page.model.pending_question is None
    waiting = page.model.game_in_play
    assert (waiting.match, waiting.log, waiting.layout) == (
        before.game.match,
        before.game.log,
        before.game.layout,
    )
    answer(page)
    page.settle()
    assert page.model.game_in_play is waiting
    assert not [effect for effect in page.effects if isinstance(effect, (Ask, DrawSecret))]
    page.send(Command("quiz"))
    assert page.model.quiz is None
    page.settle()
    assert page.model.game.log.begins_with(before.game.log)
    assert len(page.model.game.log) > len(before.game.log)


def test_the_first_answer_is_graded_and_kept() -> None:
    page = quiz_page()
    name = page.quiz.card
    page.effects.clear()
    answer(page)
    outside = [type(effect) for effect in page.effects if isinstance(effect, (StartWork, Save, Ask))]
    assert outside == [StartWork]
    assert actions(page.model) == ("quiz-close",)
    (work,) = page.works.values()
    assert isinstance(work, AnalyseDecision)
    result = analysis_result(work)
    assert isinstance(result, Finding)
    page.settle()
    assert page.problem.found == result
    card = page.model.analysis.deck.card(name)
    assert card
    assert (card.asked, card.day, card.loss) == (1, TODAY, pytest.approx(result.error))
    (text,) = [effect.text for effect in page.effects if isinstance(effect, StoreText)]
    assert load_deck(text) == page.model.analysis.deck
    page.send(Command("quiz-again"))
    answer(page)
    page.settle()
    assert page.model.analysis.deck.card(name) == card


def test_nothing_is_rolled_for_a_cube_decision() -> None:
    page = quiz_page()
    answer_until(page, "cube")
    while page.model.game.match.phase is not Phase.TO_ROLL:
        answer(page)
        page.settle()
        page.send(Command("quiz-next"))
        if not page.quiz.card:
            page.send(Command("quiz-more"))
        answer_until(page, "cube")
    before = page.model.game.match
    page.send(Command("roll"))
    assert page.model.game.match == before
    assert isinstance(page.problem.chosen, Rolled)
    assert page.model.game.match.dice is None


def test_what_cannot_be_weighed_does_not_count() -> None:
    page = quiz_page()
    answer(page)
    (number,) = page.works
    page.works.clear()
    page.send(WorkFailed(number, "no"))
    assert page.problem.failed
    assert page.model.analysis.deck == Deck()
    assert actions(page.model)[0] == "quiz-again"
    page.send(Command("quiz-again"))
    answer(page)
    page.settle()
    assert page.problem.found


def test_a_failed_answer_counts_when_it_is_given_again() -> None:
    page = quiz_page()
    answer(page)
    (number,) = page.works
    page.works.clear()
    page.send(WorkFailed(number, "no"))
    page.send(Command("quiz-again"))
    answer(page)
    page.settle()
    assert len(page.model.analysis.deck.cards) == 1


def test_an_answer_starts_an_engine_again_that_has_failed_for_good() -> None:
    page = new_page((("opponent", "human"), ("length", "3")))
    page.send(StoreLoaded((), TODAY))
    quiz_page(page).send(EngineFailed("gone", final=True))
    assert RestartEngine() not in page.effects
    answer(page)
    started = [effect for effect in page.effects if isinstance(effect, RestartEngine | StartWork)]
    assert [type(effect) for effect in started] == [RestartEngine, StartWork]
    (number,) = page.works
    page.works.clear()
    page.send(EngineFailed("gone", final=True))
    page.send(WorkFailed(number, "gone"))
    assert page.effects.count(RestartEngine()) == 1
    page.send(Command("quiz-again"))
    answer(page)
    page.settle()
    assert page.problem.found
    assert isinstance(page.model.engine, Ready)


def test_a_reload_keeps_what_was_answered() -> None:
    page = quiz_page()
    answer(page)
    page.settle()
    other = new_page()
    other.send(StoreLoaded(tuple(kept_texts(page).items()), TODAY))
    begin(other)
    assert other.model.analysis.deck == page.model.analysis.deck
    assert len(other.quiz.cards) == leitner.FRESH - 2


def test_own_blunders_of_an_analysed_match_are_asked_first() -> None:
    page = analysed_match()
    own = [card for card in page.model.analysis.deck.cards if card.kind == OWN]
    assert own
    assert kept_texts(page)[side_store.QUIZ]
    for card in own:
        match = cards.match_of(card)
        assert match
        assert match.decider == 0
    page.send(Command("close"))
    begin(page)
    assert page.quiz.card == own[0].id
    answer(page)
    page.settle()
    answered = page.model.analysis.deck.card(own[0].id)
    assert answered
    assert answered.asked == 1
    before = len(page.model.analysis.deck.cards)
    page.send(Command("quiz-close"))
    page.send(Command("review"))
    page.send(Command("quiz-blunders"))
    assert page.model.quiz
    assert len(page.model.analysis.deck.cards) > before  # the computer's blunders were added


def test_a_blunder_that_the_tutor_has_seen_is_noted() -> None:
    page = new_page((("opponent", "computer"), ("level", "club"), ("length", "3")))
    page.model = replace(page.model, settings=replace(page.model.settings, tutor=Tutor.COMMENT))
    page.send(StoreLoaded((), TODAY))
    while not page.model.analysis.deck.cards:
        page.settle()
        page.send(page.player_event() or Command("next-game"))
    card = page.model.analysis.deck.cards[0]
    assert (card.kind, card.due, card.asked) == (OWN, TODAY, 0)
    assert page.model.quiz is None


def test_everything_holds_the_quiz() -> None:
    page = quiz_page()
    answer(page)
    page.settle()
    page.send(Command("everything"))
    text = next(each.text for each in page.effects if isinstance(each, Download))
    other = new_page()
    other.send(TextReceived(text))
    assert other.model.analysis.deck == page.model.analysis.deck
    without = {name: part for name, part in json.loads(text).items() if name != side_store.QUIZ}
    older = new_page()
    older.send(TextReceived(json.dumps(without)))
    assert older.model.analysis.deck == Deck()
    page.send(Command("delete-everything"))
    assert page.model.quiz is None
    assert page.model.analysis.deck == Deck()
    assert StoreText(side_store.QUIZ, "") in page.effects


def test_the_space_bar_and_a_letter_lead_through() -> None:
    page = quiz_page()
    page.send(Command("quiz-close"))
    assert command_for(page.model, "q") == Command("quiz")
    begin(page)
    assert "hint" not in available(page.model)
    assert command_for(page.model, " ") is None, "it doesn't leave the quiz"
    answer(page)
    page.settle()
    assert command_for(page.model, " ") == Command("quiz-next")
    assert command_for(page.model, "q") == Command("quiz")


def test_a_new_game_and_a_text_from_outside_end_it() -> None:
    page = quiz_page()
    page.send(Command("new-game"))
    assert page.model.dialog is DialogName.NEW_GAME
    assert page.model.quiz
    page.send(TextReceived("XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10"))
    assert page.model.quiz is None
    assert page.model.replay


@pytest.mark.parametrize("kind", ["opening", "cube"])
def test_a_dialog_over_the_quiz_lets_nothing_through_to_the_match(kind: str) -> None:
    page = quiz_page()
    answer_until(page, kind)
    while kind == "opening" and "confirm" not in actions(page.model):
        places = destinations(page.model) or sources(page.model)
        page.send(Tapped(next(iter(places))))
    waiting = page.model
    page.send(Command("settings"))
    events: list[Event] = [Tapped(6), Tapped(24), Dragged(13, 7), *map(Command, PLAYED)]
    for event in events:
        other = replace(page, works={}, effects=[])
        other.send(event)
        other.settle()
        after = other.model
        assert after.quiz
        assert after.game_in_play == waiting.game_in_play


def test_a_dialog_over_the_quiz_stops_nothing_on_its_board() -> None:
    page = quiz_page()
    page.send(Command("settings"))
    answer(page)
    page.settle()
    assert page.problem.found
    page.send(Command("close"))
    assert page.model.dialog is None
    assert actions(page.model)[0] == "quiz-next"


@pytest.mark.parametrize("looked_at", [Command("explore"), Command("edit"), TextReceived(XGID)])
def test_what_was_looked_at_comes_back_after_the_quiz(looked_at: Event) -> None:
    page = new_page((("opponent", "human"), ("length", "3")))
    page.play_on(6)
    page.send(looked_at)
    before = page.model
    assert before.replay
    begin(page)
    assert page.model.quiz
    assert page.model.replay is None
    assert snapshot(page.model) == snapshot(before)
    answer(page)
    page.send(Command("quiz-close"))
    assert (page.model.replay, page.model.draft) == (before.replay, before.draft)


def test_what_is_wrong_is_said_on_the_board() -> None:
    page = quiz_page()
    page.send(Tapped(2))
    assert page.model.notice
    page.send(Command("dismiss"))
    assert page.model.notice is None
    assert page.model.quiz


def test_an_own_position_that_cannot_be_read_is_passed_over() -> None:
    page = quiz_page()
    page.send(Command("quiz"))
    broken = Deck((Card("a", OWN, "1.nonsense"), Card("b", OWN), Card("c", "cube")))
    page.model = replace(page.model, analysis=replace(page.model.analysis, deck=broken))
    begin(page)
    assert page.quiz.card == positions.names()[0]


def test_what_ships_no_more_is_neither_due_nor_known() -> None:
    """The positions of a build may differ from those of the build in which a card was answered."""
    page = quiz_page()
    deck = Deck(tuple(Card(name, "cube", box=5, due=TODAY, asked=2, right=1) for name in ("gone", "lost")))
    model = replace(page.model, analysis=replace(page.model.analysis, deck=deck))
    assert cards.due_cards(model) == positions.names()[: leitner.FRESH]
    assert cards.extra_cards(model) == positions.names()[: leitner.FRESH]
    result = next(each for each in cards.results(model) if each.kind == "cube")
    assert (result.asked, result.right, result.known) == (4, 2, 0)
    known = tuple(Card(name, positions.kind_of(name), due=TODAY + 9) for name in positions.names())
    later = Deck((*known, replace(deck.cards[0], due=TODAY + 1)))
    assert cards.next_day(replace(model, analysis=replace(model.analysis, deck=later))) == TODAY + 9


def test_every_shipped_position_is_a_decision_of_the_one_below() -> None:
    assert len(positions.names()) > 150
    for name in positions.names():
        match = positions.match_of(name)
        assert match
        assert match.decider == 0
        assert positions.kind_of(name) in positions.KINDS
        turn = turn_of(match)
        assert (turn is None) == (positions.kind_of(name) == "cube")
        assert turn is None or turn.has_choice
    assert positions.match_of("nothing") is None
