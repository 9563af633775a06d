"""Positions are put into the quiz by hand while their analysis is shown, and taken out of it again."""

from dataclasses import replace

import pytest
from app.fake import Page, new_page
from app.test_quiz import TODAY, XGID, answer
from app.test_review import analysed_match, kept_texts
from view.models import SAY, attribute, nodes

from backgammon.app.commands import available
from backgammon.core.match import Accepted, Action, OpeningRoll, Played, Resigned, new_match
from backgammon.core.mirror import mirror_match
from backgammon.features.quiz import cards, collection
from backgammon.notation.record import Record
from backgammon.notation.setup import Setup
from backgammon.notation.sgf import format_sgf
from backgammon.notation.xgid import format_xgid, parse_xgid
from backgammon.state.events import Command, StoreLoaded, TextReceived
from backgammon.storage.quiz import OWN, SAVED, load_deck
from backgammon.view.page import page as view

MATCH = parse_xgid(XGID).to_match()


def analysed_position(xgid: str = XGID) -> Page:
    """Return a page that shows the analysis of a position."""
    page = new_page((("opponent", "human"),))
    page.send(StoreLoaded((), TODAY))
    page.send(TextReceived(xgid))
    page.send(Command("hint"))
    page.settle()
    return page


def box_is_checked(page: Page) -> bool | None:
    """Return whether the checkbox is checked, None without one."""
    boxes = [each for each in nodes(view(page.model, SAY)) if attribute(each, "data-command") == "in-quiz"]
    return attribute(boxes[0], "checked") is not None if boxes else None


def test_a_position_is_put_in_and_taken_out_again() -> None:
    page = analysed_position()
    seen = [box_is_checked(page)]
    for _ in range(3):
        page.send(Command("in-quiz"))
        seen.append(box_is_checked(page))
    assert seen == [False, True, False, True]
    (card,) = page.model.analysis.deck.cards
    assert (card.kind, card.due, cards.match_of(card)) == (SAVED, TODAY, MATCH)
    assert load_deck(kept_texts(page)["quiz"]) == page.model.analysis.deck


def test_a_play_without_a_choice_has_no_place_in_the_quiz() -> None:
    page = analysed_position("XGID=-A----------------------b-:0:0:1:21:0:0:0:0:10")
    assert box_is_checked(page) is None
    assert not collection.is_in_quiz(page.model)


def test_only_what_is_in_is_asked() -> None:
    page = analysed_position()
    for put_in in (True, False):
        page.send(Command("in-quiz"))
        (card,) = page.model.analysis.deck.cards
        assert (card.id in cards.due_cards(page.model)) is put_in
        assert (card.id in cards.theme_cards(page.model, SAVED)) is put_in
        assert (SAVED in dict(cards.themes(page.model))) is put_in
        told = {result.kind: result.positions for result in cards.results(page.model)}
        assert told[SAVED] == put_in


def test_it_is_the_same_position_for_either_side() -> None:
    page = analysed_position()
    page.send(Command("in-quiz"))
    page.send(TextReceived(format_xgid(Setup.of(mirror_match(MATCH)))))
    page.settle()
    assert page.model.game.match.decider == 1
    assert collection.is_in_quiz(page.model)


def test_without_an_analysis_there_is_nothing_to_put_in() -> None:
    page = new_page((("opponent", "human"),))
    page.send(TextReceived(XGID))
    assert box_is_checked(page) is None
    page.send(Command("in-quiz"))
    assert page.model.analysis.deck.cards == ()


def test_ones_own_position_can_be_taken_out_once_it_is_answered() -> None:
    page = analysed_position()
    page.send(Command("in-quiz"))
    page.send(Command("study-close"))
    page.send(Command("quiz"))
    page.send(Command("quiz-theme", SAVED))
    assert box_is_checked(page) is None
    answer(page)
    page.settle()
    assert box_is_checked(page) is True
    page.send(Command("in-quiz"))
    assert box_is_checked(page) is False
    view(page.model, SAY)
    page.send(Command("quiz-next"))
    assert SAVED not in dict(cards.themes(page.model))


def test_a_position_that_ships_stays_in() -> None:
    page = new_page((("opponent", "human"),))
    page.send(StoreLoaded((), TODAY))
    page.send(Command("quiz"))
    page.send(Command("quiz-start"))
    answer(page)
    page.settle()
    assert "in-quiz" not in available(page.model)


def test_a_blunder_that_was_taken_out_does_not_come_back_by_itself() -> None:
    page = analysed_match()
    page.send(Command("quiz-blunders"))
    answer(page)
    page.settle()
    name = page.quiz.card
    page.send(Command("in-quiz"))
    page.send(Command("quiz-close"))
    page.send(Command("quiz-blunders"))
    assert name not in (page.quiz.card, *page.quiz.cards)
    card = page.model.analysis.deck.card(name)
    assert card
    assert (card.kind, card.is_out, card.asked) == (OWN, True, 1)


@pytest.mark.parametrize("index", [2, 3])
def test_a_resignation_and_its_answer_are_no_questions(index: int) -> None:
    log: list[Action] = [OpeningRoll(3, 1), Played(((8, 5), (6, 5))), Resigned(1), Accepted()]
    page = new_page()
    page.send(TextReceived(format_sgf(Record.of(("Ann", "Bob"), new_match(length=5), log))))
    page.send(Command("study-at", str(index)))
    page.send(Command("hint"))
    page.settle()
    assert "copy-analysis" in available(page.model)
    assert "in-quiz" not in available(page.model)


def test_what_is_stored_and_not_read_yet_counts() -> None:
    kept = kept_texts_after_putting_in()
    page = analysed_position()
    page.model = replace(page.model, analysis=replace(page.model.analysis, unread=(("quiz", kept),)))
    page.send(Command("in-quiz"))
    (card,) = page.model.analysis.deck.cards
    assert card.is_out


def kept_texts_after_putting_in() -> str:
    """Return the text of a quiz into which the position was put."""
    page = analysed_position()
    page.send(Command("in-quiz"))
    return kept_texts(page)["quiz"]
