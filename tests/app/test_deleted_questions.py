"""The blunders of a match that is deleted from the statistics are no longer asked, until it is put back."""

from app.fake import Page, new_page
from app.test_deletion import delete_only_match, delete_under_review, statistics
from app.test_review import analysed_match, kept_texts

from backgammon.analysis.findings import Grade
from backgammon.features.quiz import cards, collection
from backgammon.features.saving import side_store
from backgammon.features.saving.backup import backup_text
from backgammon.state.events import Command, StoreLoaded, TextReceived
from backgammon.storage.merging import merge
from backgammon.storage.quiz import OWN


def blunders_asked(page: Page) -> int:
    """Return how many of one's own blunders the quiz asks."""
    return dict(cards.themes(page.model)).get(OWN, 0)


def test_its_questions_go_with_a_match_and_come_back_with_it() -> None:
    page = statistics()
    count = blunders_asked(page)
    assert count
    delete_only_match(page)
    assert blunders_asked(page) == 0
    assert not any(
        card.kind == OWN for card in map(page.model.analysis.deck.card, cards.due_cards(page.model)) if card
    )
    page.send(Command("match-restore"))
    assert blunders_asked(page) == count


def test_neither_another_page_nor_a_backup_asks_them() -> None:
    page = statistics()
    stored, backup = kept_texts(analysed_match()), backup_text(page.model)
    delete_only_match(page)
    kept = {**stored, **kept_texts(page)}
    merged = {
        name: merge(name, stored[name], kept[name])[name] for name in (side_store.QUIZ, side_store.FIGURES)
    }
    page.send(StoreLoaded(tuple(merged.items()), today=20_100, page="here"))
    page.send(TextReceived(backup))
    assert blunders_asked(page) == 0
    other = new_page((("opponent", "human"),))
    other.send(StoreLoaded((), today=20_100))
    other.send(TextReceived(backup))
    assert blunders_asked(other)
    other.send(TextReceived(backup_text(page.model)))
    assert blunders_asked(other) == 0


def test_an_analysis_that_was_asked_for_brings_them_back() -> None:
    page = analysed_match()
    count = blunders_asked(page)
    delete_under_review(page)
    page.send(Command("analyse", "deeper"))
    page.settle()
    assert blunders_asked(page) >= count > 0


def test_who_wants_to_practise_a_deleted_match_can() -> None:
    page = analysed_match()
    delete_under_review(page)
    page.send(Command("quiz-blunders"))
    assert page.quiz.card
    assert blunders_asked(page) > 0


def test_a_blunder_of_a_deleted_match_is_put_in_by_hand() -> None:
    page = analysed_match()
    delete_under_review(page)
    review = page.model.analysis.review
    assert review
    blunder = next(each for each in review.report.worst if each.grade is Grade.BLUNDER and each.player == 0)
    page.send(Command("to-decision", str(blunder.decision.index)))
    page.settle()
    seen = []
    for _ in range(3):
        seen.append((collection.is_in_quiz(page.model), blunders_asked(page)))
        page.send(Command("in-quiz"))
    assert seen == [(False, 0), (True, 1), (False, 0)]
