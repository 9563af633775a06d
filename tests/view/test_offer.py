"""The drawing of a one-time offer: a question with its answers, beside the board."""

from dataclasses import replace

import pytest
from view.models import FIRST, SAY, attribute, moments, nodes, texts
from view.screens import phases

from backgammon.state.model import Model, Offer
from backgammon.state.notice import Notice
from backgammon.view.page import page


def commands(model: Model) -> list[str]:
    """Return the commands of the offer, in their order among the controls."""
    (controls,) = (node for node in nodes(page(model, SAY)) if node.key == "controls")
    shown = [node for node in nodes(controls) if (attribute(node, "class") or "").startswith("newer")]
    return [name for node in shown for part in nodes(node) if (name := attribute(part, "data-command"))]


@pytest.mark.parametrize("offer", Offer)
def test_a_question_has_its_answers(offer: Offer) -> None:
    assert commands(FIRST) == []
    chosen = 2 if offer is Offer.LEVEL else 1
    assert commands(replace(FIRST, offer=offer)) == ["offer-yes"] * chosen + ["offer-no"]


def test_levels_go_by_their_names() -> None:
    drawn = nodes(page(replace(FIRST, offer=Offer.LEVEL), SAY))
    (offer,) = [each for each in drawn if attribute(each, "aria-label") == SAY("offer.level")]
    words = [texts(each) for each in nodes(offer) if each.tag == "button"]
    assert words == [SAY("level.club"), SAY("level.novice"), ""]


@pytest.mark.parametrize("offer", Offer)
def test_an_offer_leaves_its_room_to_the_result(offer: Offer) -> None:
    for over in ("game-over", "match-over"):
        assert commands(replace(dict(phases())[over], offer=offer)) == []


@pytest.mark.parametrize("phase", ["doubled", "resigned"])
def test_an_offer_leaves_its_room_to_a_question_of_the_game(phase: str) -> None:
    """The smallest phones on their side have no room for the words of both."""
    assert commands(replace(dict(phases())[phase], offer=Offer.SOUND)) == []


@pytest.mark.parametrize("tone", ["warning", "error"])
def test_an_offer_leaves_its_room_to_what_went_wrong(tone: str) -> None:
    """The longest of these notices, about a friend's message, fill the smallest phone."""
    told = replace(dict(phases())["to-roll"], offer=Offer.SOUND, notice=Notice("friend.text.newer", (), tone))
    assert commands(told) == []
    assert commands(replace(told, notice=None)) == ["offer-yes", "offer-no"]


def test_it_waits_while_something_else_is_looked_at_or_offered() -> None:
    for model in moments():
        offered = replace(model, offer=Offer.SOUND)
        failed = model.notice is not None and model.notice.tone != "info"
        waits = model.looking or model.game.match.result or failed
        assert commands(offered) == ([] if waits else ["offer-yes", "offer-no"])
        assert commands(replace(offered, update_ready=True)) == ["update-now", "update-later"]
