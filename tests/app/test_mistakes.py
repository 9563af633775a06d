"""The mistakes of a review are shown one by one, and the way back leads to the review."""

from dataclasses import replace

from app.fake import ENGLISH, new_page
from app.test_review import analysed_match
from view.models import SAY, attribute, nodes, texts

from backgammon.app.commands import actions, available
from backgammon.state.events import Command, StoreLoaded, TextReceived
from backgammon.state.mistakes import Mistakes
from backgammon.state.model import DialogName, Replaying
from backgammon.view.dialogs.registry import dialog
from backgammon.view.node import to_html
from backgammon.view.panels.analysis import advice_panel


def test_from_a_mistake_lead_ways_to_the_others_and_back_to_its_place_in_the_review() -> None:
    page = analysed_match()
    shown = page.model.analysis.review
    assert shown
    places = [each.decision.index for each in shown.report.worst]
    assert len(places) > 2
    page.send(Command("to-decision", str(places[1])))
    for command, place in (
        ("mistake-next", places[2]),
        ("mistake-previous", places[1]),
        ("mistake-previous", places[0]),
        ("mistake-previous", places[-1]),
        ("mistake-next", places[0]),
        ("mistake-next", places[1]),
        ("study-previous", None),
    ):
        page.send(Command(command))
        assert page.model.replay
        assert place in (page.model.replay.cursor, None)
        assert page.model.analysis.open
    page.send(Command("study-close"))
    assert (page.model.replay, page.model.dialog) == (None, DialogName.REVIEW)
    assert page.model.analysis.review
    assert page.model.analysis.review.seen == places[1]
    page.send(Command("close"))
    page.send(Command("review"))
    assert page.model.analysis.review.seen is None


def test_the_last_mistake_offers_the_way_back_first() -> None:
    page = analysed_match()
    shown = page.model.analysis.review
    assert shown
    page.send(Command("to-decision", str(shown.report.worst[0].decision.index)))
    assert [name for name in actions(page.model) if not name.startswith("study-")] == ["mistake-next"]
    page.send(Command("mistake-previous"))
    assert "mistake-next" not in actions(page.model)
    assert "study-close" in actions(page.model)
    assert "play-here" in available(page.model)


def test_from_the_only_mistake_no_way_leads_to_others() -> None:
    page = analysed_match()
    shown = page.model.analysis.review
    assert shown
    worst = shown.report.worst[0].decision.index
    page.send(Command("to-decision", str(worst)))
    assert {"mistake-next", "mistake-previous"} <= {*available(page.model)}
    looking = page.model.looking
    assert isinstance(looking, Replaying)
    page.model = replace(page.model, looking=replace(looking, mistakes=Mistakes((worst,))))
    assert not {"mistake-next", "mistake-previous"} & {*available(page.model)}
    assert "study-close" in available(page.model)


def test_a_match_that_is_analysed_is_not_offered_to_be_analysed_below_its_mistakes() -> None:
    page = analysed_match()
    shown = page.model.analysis.review
    assert shown
    page.send(Command("to-decision", str(shown.report.worst[0].decision.index)))
    panel = advice_panel(page.model, ENGLISH)
    assert panel
    assert 'data-command="review"' not in to_html(panel)


def test_a_review_above_a_match_that_is_looked_at_leads_back_to_that() -> None:
    page = analysed_match()
    shown = page.model.analysis.review
    assert shown
    page.send(Command("explore"))
    page.send(Command("study-at", "3"))
    for each in shown.report.worst[:2]:
        page.send(Command("review"))
        page.send(Command("to-decision", str(each.decision.index)))
    page.send(Command("study-close"))
    assert page.model.dialog is DialogName.REVIEW
    assert page.model.replay
    assert page.model.replay.cursor == 3
    page.send(Command("close"))
    page.send(Command("study-close"))
    assert (page.model.replay, page.model.dialog) == (None, None)


def test_a_decision_that_is_no_mistake_is_looked_at_as_any_other() -> None:
    page = analysed_match()
    shown = page.model.analysis.review
    assert shown
    good = next(each.index for each in shown.decisions if each.index not in shown.grades)
    page.send(Command("to-decision", str(good)))
    assert not {"mistake-next", "mistake-previous"} & {*available(page.model)}
    page.send(Command("study-close"))
    assert page.model.dialog is None


TWO_GAMES = """ 3 point match

 Game 1
 Ann : 0  Bob : 0
  1) 31: 24/23 13/10    Doubles => 2
  2)  Drops
                        Wins 1 point

 Game 2
 Ann : 0  Bob : 1
  1) 31: 24/23 13/10    62: 24/22 13/7
"""


def listed_mistakes(text: str) -> list[str]:
    """Return the notes below the mistakes that the review of a match file lists."""
    page = new_page((("opponent", "human"),))
    page.send(StoreLoaded((), today=20_100))
    page.send(TextReceived(text))
    shown = dialog(analysed_match(page).model, SAY)
    assert shown
    rows = [each for each in nodes(shown) if attribute(each, "data-command") == "to-decision"]
    return [texts(each) for row in rows for each in nodes(row) if attribute(each, "class") == "note"]


def test_a_mistake_names_its_game_where_the_match_has_several() -> None:
    notes = listed_mistakes(TWO_GAMES)
    assert {note.partition(" · ")[0] for note in notes} == {"Game 1", "Game 2"}
    one_game = TWO_GAMES.partition("2)")[0]
    assert "Game" not in "".join(listed_mistakes(one_game))
