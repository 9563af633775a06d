"""A match is deleted from the statistics, put back by "Undo", and never brought back unasked."""

from dataclasses import replace

from app.fake import Page, new_page
from app.test_past_matches import matches_to_open, next_visit
from app.test_queue import FILES, choose
from app.test_review import analysed_match, kept_texts
from view.models import SAY, attribute, nodes, texts

from backgammon.features.coach.history import without_deleted
from backgammon.features.coach.results import record
from backgammon.features.saving import side_store
from backgammon.features.saving.backup import backup_text
from backgammon.state.effects import Announce, Download
from backgammon.state.events import Command, StoreLoaded, TextReceived
from backgammon.storage.figures import PlayedMatch, deletion_of, dump_figures, join, load_figures
from backgammon.storage.merging import merge
from backgammon.view.page import page as view


def kept_matches(page: Page) -> list[str]:
    """Return the ids of the matches in the statistics."""
    return [match.id for match in without_deleted(page.model.analysis.history)]


def statistics() -> Page:
    """Return a page that shows the statistics of one match on a later visit."""
    return next_visit(kept_texts(analysed_match()))


def delete_only_match(page: Page) -> str:
    """Delete the only match in the statistics, and return its id."""
    (id,) = kept_matches(page)
    page.send(Command("match-delete", id))
    return id


def delete_under_review(page: Page) -> None:
    """Delete the match on the board from the statistics, and open its review again."""
    page.send(Command("figures"))
    delete_only_match(page)
    page.send(Command("close"))
    page.send(Command("review"))


def test_a_deleted_match_is_in_no_figure_and_nowhere_to_be_opened() -> None:
    page = statistics()
    (id,) = kept_matches(page)
    drawn = [
        each for each in nodes(view(page.model, SAY)) if attribute(each, "data-command") == "match-delete"
    ]
    assert [attribute(each, "data-value") for each in drawn] == [id]
    page.effects.clear()
    page.send(Command("match-delete", id))
    assert kept_matches(page) == matches_to_open(page) == []
    assert SAY("figures.empty.automatic") in "".join(texts(view(page.model, SAY)))
    page.send(Command("figures-csv"))
    (table,) = [effect.text for effect in page.effects if isinstance(effect, Download)]
    assert len(table.splitlines()) == 1
    kept = kept_texts(page)
    assert id not in kept[side_store.PAST]
    assert not any(side.parts or side.name for match in load_figures(kept["figures"]) for side in match.sides)
    assert kept_matches(next_visit(kept)) == []


def test_undo_puts_it_back_as_it_was() -> None:
    page = statistics()
    before = page.model.analysis
    delete_only_match(page)
    said = [effect for effect in page.effects if isinstance(effect, Announce)][-1]
    drawn = view(page.model, SAY)
    assert "Deleted: 2024-10-04." in "".join(texts(drawn))
    assert said.key == "notice.removed"
    page.send(Command("match-restore"))
    (match,) = page.model.analysis.history
    assert (match.sides, page.model.analysis.past) == (before.history[0].sides, before.past)
    assert page.model.notice is None
    assert len(matches_to_open(next_visit(kept_texts(page)))) == 1
    delete_only_match(page)
    assert kept_matches(page) == []


def test_undo_is_still_beside_the_board_once_the_dialog_is_closed() -> None:
    page = statistics()
    id = delete_only_match(page)
    page.send(Command("close"))
    assert "match-restore" in [attribute(each, "data-command") for each in nodes(view(page.model, SAY))]
    page.send(Command("match-restore"))
    assert kept_matches(page) == [id]


def test_neither_another_page_nor_a_backup_brings_it_back() -> None:
    page = statistics()
    stored, backup = kept_texts(analysed_match()), backup_text(page.model)
    delete_only_match(page)
    kept = kept_texts(page)
    merged = {
        name: merge(name, *each)[name]
        for name in (side_store.FIGURES, side_store.PAST)
        for each in ((stored[name], kept[name]), (kept[name], stored[name]))
    }
    page.send(StoreLoaded(tuple(merged.items()), today=20_100, page="here"))
    assert kept_matches(page) == []
    assert page.model.analysis.past == {}
    page.send(TextReceived(backup))
    assert kept_matches(page) == []
    other = new_page((("opponent", "human"),))
    other.send(StoreLoaded((), today=20_100))
    other.send(TextReceived(backup))
    assert len(kept_matches(other)) == 1
    other.send(TextReceived(backup_text(page.model)))
    assert kept_matches(other) == []
    assert other.model.analysis.past == {}


def test_only_an_analysis_that_was_asked_for_puts_it_back() -> None:
    page = analysed_match()
    delete_under_review(page)
    review = page.model.analysis.review
    assert review
    assert record(page.model, replace(review, quiet=True)) == (page.model, ())
    assert kept_matches(page) == []
    page.send(Command("analyse", "deeper"))
    page.settle()
    assert len(kept_matches(page)) == len(page.model.analysis.past) == 1


def test_files_chosen_again_leave_it_out() -> None:
    page = new_page((("opponent", "human"),))
    page.send(StoreLoaded((), today=20_000))
    choose(page, list(FILES.items()))
    page.settle()
    page.send(Command("figures"))
    first, *others = kept_matches(page)
    page.send(Command("match-delete", first))
    choose(page, list(FILES.items()))
    page.settle()
    assert kept_matches(page) == others


def test_of_two_records_the_one_deleted_or_put_back_later_counts() -> None:
    match = PlayedMatch("a", 7, 5, (5, 2), 0, analysed=3, place=2)
    gone = deletion_of(match)
    again = PlayedMatch("a", 7, 5, (5, 2), 0, place=2, toggles=2)
    for one, other, kept in ((match, gone, gone), (gone, again, again), (match, again, again)):
        assert join((one,), (other,)) == join((other,), (one,)) == (kept,)
    assert load_figures(dump_figures((gone,))) == (gone,)
