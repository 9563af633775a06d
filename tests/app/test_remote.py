"""A side played on another device: what the page does not do for it; test_friend plays such a match."""

from dataclasses import replace

import pytest
from app.fake import Page, check_game
from app.friends import start_friend_match
from app.positions import page_at, position

from backgammon.app.commands import available
from backgammon.core.match import Played
from backgammon.core.plays import Move
from backgammon.core.position import Position
from backgammon.core.rules import PRESETS
from backgammon.features.analysis import hint
from backgammon.features.friend import board
from backgammon.features.game.flow import make_moves
from backgammon.features.speech.status_text import status
from backgammon.state.effects import Ask
from backgammon.state.events import EngineFailed, EngineReady
from backgammon.state.friend import FriendPage
from backgammon.state.model import Log, Model, Remote

ADA = Remote("ada", "Ada")
LAPSING = position({5: 1, 1: 1}, {6: 2})
"""With 6-4 under the leaflet rules the six cannot be played, and the four need not be."""


def opponent_on_roll() -> Page:
    """Return a page on which Ada, at another device, is to play 3-1."""
    page = page_at(dice=(3, 1), opponent=ADA)
    match = replace(page.model.game.match, on_roll=1)
    page.model = replace(page.model, game=replace(page.model.game, match=match))
    page.send(EngineReady())
    return page


def test_nobody_here_plays_for_the_other_device() -> None:
    page = opponent_on_roll()
    assert not {"roll", "confirm", "undo", "resign"} & set(available(page.model))
    assert status(page.model).params[0] == ("name", "Ada")
    assert not any(isinstance(effect, Ask) for effect in page.effects)


@pytest.mark.parametrize(
    ("where", "said"),
    [
        (LAPSING, "notice.lapsed.they"),
        (position({25: 1}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2}), "notice.no-move.they"),
    ],
)
def test_what_a_friend_does_not_play_is_told(where: Position, said: str) -> None:
    after = follow_pass(page_at(where, (6, 4), PRESETS["leaflet"], opponent=ADA, on_roll=1).model)
    assert after.notice
    assert after.notice.key == said


def test_steps_that_a_friend_has_shown_and_not_played_are_taken_back() -> None:
    model = page_at(LAPSING, (6, 4), PRESETS["leaflet"], opponent=ADA, on_roll=1).model
    shown, _ = make_moves(model, (Move(5, 1, 4),))
    assert shown.game.layout != model.game.layout
    check_game(follow_pass(shown).game)


def follow_pass(model: Model) -> Model:
    """Return the model after the news that Ada moves nothing."""
    friend = start_friend_match()[0].model.friend
    assert friend
    assert friend.state
    saved = replace(friend.state.saved, log=Log.of(model.game.match, (Played(()),)))
    there = FriendPage(state=replace(friend.state, id=ADA.peer, saved=saved))
    after, _ = board.follow(replace(model, friend=there))
    assert after.game.log == saved.log
    return after


def test_a_computer_that_failed_is_not_missed() -> None:
    page = opponent_on_roll()
    page.send(EngineFailed("gone", final=True))
    assert page.model.notice is None
    assert "retry-engine" not in available(page.model)


def test_two_people_get_no_advice_while_they_play() -> None:
    assert not hint.is_available(page_at(dice=(3, 1), opponent=ADA).model)
    agreed = page_at(dice=(3, 1), opponent=ADA).model
    agreed = replace(agreed, game=replace(agreed.game, setup=replace(agreed.game.setup, advice=True)))
    assert hint.is_available(agreed)
