"""A person at another device plays a side: what the page leaves alone; the match is played in test_friend."""

from dataclasses import replace

from app.fake import Page
from app.positions import page_at

from backgammon.app.commands import available
from backgammon.features.analysis import hint
from backgammon.features.speech.status_text import status
from backgammon.state.effects import Ask
from backgammon.state.events import EngineFailed, EngineReady
from backgammon.state.model import Remote

ADA = Remote("ada", "Ada")


def theirs() -> Page:
    """A page on which Ada is to play 3-1."""
    page = page_at(dice=(3, 1), opponent=ADA)
    match = replace(page.model.game.match, on_roll=1)
    page.model = replace(page.model, game=replace(page.model.game, match=match))
    page.send(EngineReady())
    return page


def test_nobody_here_plays_for_the_other_device() -> None:
    page = theirs()
    assert not {"roll", "confirm", "undo", "resign"} & set(available(page.model))
    assert status(page.model).params[0] == ("name", "Ada")
    assert not any(isinstance(effect, Ask) for effect in page.effects)


def test_a_computer_that_failed_is_not_missed() -> None:
    page = theirs()
    page.send(EngineFailed("gone", final=True))
    assert page.model.notice is None
    assert "retry-engine" not in available(page.model)


def test_two_people_get_no_advice_while_they_play() -> None:
    assert not hint.is_available(page_at(dice=(3, 1), opponent=ADA).model)
    agreed = page_at(dice=(3, 1), opponent=ADA).model
    agreed = replace(agreed, game=replace(agreed.game, setup=replace(agreed.game.setup, advice=True)))
    assert hint.is_available(agreed)
