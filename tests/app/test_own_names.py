"""The names that a person goes by in match files, checked in the statistics, tell their own matches."""

from dataclasses import replace

from app.fake import Page, new_page
from app.test_review import kept_texts
from view.models import HISTORY, SAY, attribute, nodes

from backgammon.features.analysis.hint import decision_key
from backgammon.features.coach.history import own_matches
from backgammon.features.coach.results import blunders
from backgammon.features.saving import side_store
from backgammon.state.analysis_state import Decision
from backgammon.state.events import Command, StoreLoaded, TextReceived
from backgammon.state.model import DialogName, Model
from backgammon.storage.figures import PlayedMatch, Side, load_figures, with_earlier_analysis, with_owner
from backgammon.view.page import page as view

MATCH = """ 1 point match

 Game 1
 {0} : 0      {1} : 0
  1) 31: 24/23 13/10     52: 13/8 24/22
  2) 64: 24/14           61: 13/7 8/7
"""


def file_match(first: str, second: str, **fields: object) -> PlayedMatch:
    """Return the figures of a match from a file."""
    sides = Side(first, dice=(1, 0, 1, 0, 0, 0, 0)), Side(second, dice=(0, 1, 0, 0, 1, 0, 0))
    return replace(PlayedMatch(f"{first}-{second}", 20_000, 1, (1, 0), -1, sides), **fields)  # type: ignore[arg-type]


def statistics_of(*matches: PlayedMatch) -> Page:
    """Return a page that shows the statistics of these matches."""
    page = new_page((("opponent", "human"),))
    page.send(StoreLoaded((), today=20_100))
    page.model = replace(page.model, analysis=replace(page.model.analysis, history=matches))
    page.send(Command("figures"))
    return page


def names(model: Model) -> dict[str | None, bool]:
    """Return the names that the statistics list, and which of them are checked."""
    boxes = [each for each in nodes(view(model, SAY)) if attribute(each, "data-command") == "own-name"]
    return {attribute(each, "data-value"): attribute(each, "checked") is not None for each in boxes}


def owners(page: Page) -> list[int]:
    return [match.you for match in page.model.analysis.history]


def test_the_matches_of_a_name_are_ones_own_until_it_is_unchecked() -> None:
    page = statistics_of(file_match("Ann", "Bob"), file_match("Cid", "Ann"), file_match("Bob", "Cid"))
    assert names(page.model) == {"Ann": False, "Bob": False, "Cid": False}
    page.send(Command("own-name", "Ann"))
    assert owners(page) == [0, 1, -1]
    assert names(page.model) == {"Ann": True, "Bob": False, "Cid": False}
    assert load_figures(kept_texts(page)[side_store.FIGURES]) == page.model.analysis.history
    assert len(own_matches(page.model.analysis.history)) == 2
    page.send(Command("own-name", "Ann"))
    assert owners(page) == [-1, -1, -1]
    assert not any(match.named for match in page.model.analysis.history)


def test_several_names_may_be_ones_own_and_of_two_that_meet_the_last_is() -> None:
    page = statistics_of(file_match("Ann", "Bob"), file_match("ann_99", "Cid"))
    for name in ("Ann", "ann_99"):
        page.send(Command("own-name", name))
    assert owners(page) == [0, 0]
    page.send(Command("own-name", "Bob"))
    assert owners(page) == [1, 0]
    assert names(page.model) == {"Ann": False, "Bob": True, "ann_99": True, "Cid": False}


def test_matches_whose_owner_is_known_are_left_alone() -> None:
    page = statistics_of(*HISTORY[:3], file_match("Ann", "Bob", you=1), file_match("Ann", "Ann"))
    page.send(Command("own-name", "Ann"))
    assert owners(page) == [0, 0, 1, 1, -1]


def test_without_files_no_names_are_listed() -> None:
    page = statistics_of(*HISTORY[:3])
    assert names(page.model) == {}
    page.send(Command("own-name", "Ann"))
    assert page.model.analysis.history == HISTORY[:3]


def test_of_many_names_those_of_most_matches_are_listed_and_ones_own() -> None:
    often = [file_match("Ann", f"Player {number}") for number in range(9)]
    page = statistics_of(*often, file_match("Ann", "Player 1", id="again"))
    assert [*names(page.model)][:2] == ["Ann", "Player 1"]
    assert len(names(page.model)) == 8
    page.send(Command("own-name", "Player 8"))
    assert names(page.model)["Player 8"]


def analyse_file(page: Page, first: str, second: str) -> None:
    """Open a match of these players, and analyse it."""
    page.send(TextReceived(MATCH.format(first, second)))
    page.send(Command("review"))
    page.send(Command("analyse"))
    page.settle()
    page.send(Command("close"))


def test_a_later_file_with_the_name_is_ones_own_with_its_blunders() -> None:
    page = new_page((("opponent", "human"),))
    page.send(StoreLoaded((), today=20_100))
    analyse_file(page, "Ann", "Bob")
    assert not page.model.analysis.deck.cards
    page.send(Command("figures"))
    page.send(Command("own-name", "Bob"))
    page.send(Command("close"))
    page.send(TextReceived(MATCH.format("Cid", "Bob").replace("31: 24/23 13/10", "31: 24/20")))
    page.send(Command("review"))
    page.send(Command("analyse"))
    page.settle()
    assert owners(page) == [1, 1]
    assert page.model.dialog is DialogName.REVIEW
    shown = page.model.analysis.review
    assert shown
    own = {decision_key(Decision(match)) for match in blunders(shown, 1)}
    assert own
    assert {card.id for card in page.model.analysis.deck.cards} == own


def test_analysed_again_it_stays_ones_own_by_the_name() -> None:
    before = with_owner(file_match("Ann", "Bob"), {"Bob"})
    again = with_earlier_analysis(file_match("Ann", "Bob"), before)
    assert (again.you, again.named) == (1, True)
    assert with_owner(again, ()).you == -1
