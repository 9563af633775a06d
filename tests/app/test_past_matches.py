"""The latest analysed matches can be opened again from the statistics."""

from dataclasses import replace

import pytest
from app.fake import Page, new_page
from app.test_review import analysed_match, finished_match, kept_texts
from view.models import SAY, attribute, nodes

from backgammon.analysis.findings import Grade
from backgammon.core.match import Phase
from backgammon.features.coach.review import grades
from backgammon.features.saving import side_store
from backgammon.features.saving.backup import backup_text
from backgammon.state.analysis_state import Marks
from backgammon.state.events import Command, StoreLoaded, TextReceived
from backgammon.state.model import DialogName, Origin
from backgammon.storage.merging import merge
from backgammon.storage.past_matches import dump_matches, load_matches
from backgammon.view.page import page as view


def kept_after_analysis() -> tuple[Page, dict[str, str]]:
    """Return a page with an analysed match, and the texts that it has stored."""
    page = analysed_match()
    return page, kept_texts(page)


def next_visit(texts: dict[str, str]) -> Page:
    """Return a page that shows the statistics on a later day, with these texts in its store."""
    page = new_page((("opponent", "human"),))
    page.send(StoreLoaded(tuple(texts.items()), today=20_100))
    page.send(Command("figures"))
    return page


def matches_to_open(page: Page) -> list[str | None]:
    """Return the ids of the matches that the statistics offer to open."""
    found = nodes(view(page.model, SAY))
    return [
        attribute(each, "data-value") for each in found if attribute(each, "data-command") == "past-match"
    ]


def test_an_analysed_match_is_opened_again_on_a_later_visit() -> None:
    first, texts = kept_after_analysis()
    page = next_visit(texts)
    (entry,) = page.model.analysis.history
    assert matches_to_open(page) == [entry.id]
    page.send(Command("past-match", entry.id))
    assert page.model.dialog is None
    replay = page.model.replay
    assert replay
    assert (replay.origin, replay.log) == (Origin.FILE, first.model.game.log)
    assert replay.names == (first.model.game.setup.seats[0].name, "Triktrakk")
    assert dict(replay.event) == {"EventDate": "2024.10.04"}
    assert page.model.game.match.phase is Phase.TO_PLAY


def test_analysed_again_it_is_still_ones_own_match_of_that_day() -> None:
    page = next_visit(kept_after_analysis()[1])
    (before,) = page.model.analysis.history
    page.send(Command("past-match", before.id))
    page = analysed_match(page)
    (after,) = page.model.analysis.history
    assert after.analysed == before.analysed + 1
    assert replace(after, analysed=before.analysed, sides=before.sides) == before
    assert list(page.model.analysis.past) == [before.id]


@pytest.mark.parametrize("is_open", [True, False])
def test_a_match_from_a_file_keeps_what_the_file_says(is_open: bool) -> None:
    page = finished_match()
    page.send(
        TextReceived(
            '; [Event "Club evening"]\n; [EventDate "2020.02.03"]\n 1 point match\n\n'
            " Game 1\n Ann : 0  Bob : 0\n  1) 31: 8/5 6/5    62: 24/18 13/11\n"
        )
    )
    page.send(Command("review"))
    page.send(Command("analyse"))
    page.send(Command("close"))
    if is_open:
        page.settle()
    page.send(Command("study-close"))
    page.settle()
    (id,) = page.model.analysis.past
    page.send(Command("figures"))
    page.send(Command("past-match", id))
    assert page.model.replay
    assert page.model.replay.names == ("Ann", "Bob")
    told = dict(page.model.replay.event)
    assert (told["Event"], told["EventDate"]) == ("Club evening", "2020.02.03")
    assert page.model.replay.cursor == 1


def test_players_without_a_name_are_not_called_after_the_computer() -> None:
    page = new_page((("opponent", "human"), ("length", "1")))
    page.play_on(3000)
    analysed_match(page)
    (id,) = page.model.analysis.past
    page.send(Command("figures"))
    page.send(Command("past-match", id))
    assert page.model.replay
    assert page.model.replay.names == ("", "")


def test_nothing_is_opened_that_is_not_kept() -> None:
    page = next_visit({})
    assert matches_to_open(page) == []
    page.send(Command("past-match", "abc"))
    assert page.model.replay is None
    texts = kept_after_analysis()[1]
    (id,) = load_matches(texts[side_store.PAST])
    page = next_visit({**texts, side_store.PAST: dump_matches({id: "1.damaged"})})
    page.send(Command("past-match", id))
    assert page.model.replay is None
    assert page.notice_key == "error.import.damaged"


def test_the_matches_of_two_pages_are_joined_and_a_damaged_text_is_set_aside() -> None:
    mine, theirs = dump_matches({"a": "1.x", "b": "1.y"}), dump_matches({"b": "1.z", "c": "1.w"})
    found = merge(side_store.PAST, mine, theirs)
    assert load_matches(found[side_store.PAST]) == {"b": "1.y", "c": "1.w", "a": "1.x"}
    assert merge(side_store.PAST, mine, "{}").keys() == {"past", "past.set-aside"}


def test_ones_own_mistakes_are_asked_first() -> None:
    page = next_visit(kept_after_analysis()[1])
    (entry,) = page.model.analysis.history
    page.send(Command("past-match", entry.id))
    page.send(Command("review"))
    page.send(Command("learn"))
    learning = page.model.learning
    assert learning
    assert {each.player for each in learning.errors} == {0, 1}
    assert {each.player for each in learning.queue} == {entry.you}


def test_a_backup_brings_the_matches() -> None:
    text = backup_text(kept_after_analysis()[0].model)
    page = new_page((("opponent", "human"),))
    page.send(StoreLoaded((), today=20_100))
    page.send(TextReceived(text))
    assert len(page.model.analysis.past) == 1
    assert load_matches(kept_texts(page)[side_store.PAST]) == page.model.analysis.past
    page.send(Command("delete-everything"))
    assert page.model.analysis.past == {}
    assert kept_texts(page)[side_store.PAST] == ""


def test_the_dialog_alone_offers_them() -> None:
    page, _ = kept_after_analysis()
    (id,) = page.model.analysis.past
    assert page.model.dialog is DialogName.REVIEW
    page.send(Command("past-match", id))
    assert page.model.replay is None


def reopened_match() -> Page:
    """Return a page on a later visit that has opened the match again from a drawer with the list of moves."""
    page = next_visit(kept_after_analysis()[1])
    page.send(Command("close"))
    page.send(Command("panel"))
    page.send(Command("figures"))
    (entry,) = page.model.analysis.history
    page.send(Command("past-match", entry.id))
    return page


def test_the_drawer_with_the_list_of_moves_gives_way_to_the_board() -> None:
    assert not reopened_match().model.panel_open


def test_the_choices_are_marked_at_once_as_far_as_they_are_known() -> None:
    first = analysed_match()
    review = first.model.analysis.review
    assert review
    page = reopened_match()
    assert page.model.analysis.review is None
    assert grades(page.model) == review.grades
    page.send(Command("study-close"))
    assert grades(page.model) == {}


def test_the_marks_of_the_match_in_play_are_there_afterwards() -> None:
    page = reopened_match()
    page.send(Command("study-close"))
    shown = page.model.game
    kept = Marks(shown.beginning, shown.log, {0: Grade.ERROR})
    page.model = replace(page.model, analysis=replace(page.model.analysis, marks=(kept,)))
    page.send(Command("figures"))
    page.send(Command("past-match", page.model.analysis.history[0].id))
    assert grades(page.model) != kept.grades
    page.send(Command("study-close"))
    assert grades(page.model) == kept.grades
