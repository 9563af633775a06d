"""A person at another device plays a side: a fake, and messages by hand where it sends what it should not."""

import random
from dataclasses import replace

import pytest
from app.fake import Page, check, peer_answer
from app.positions import page_at

from backgammon.app.analysis import hint
from backgammon.app.commands import available
from backgammon.app.game.start import first_visit
from backgammon.app.saving.saved_match import to_save
from backgammon.app.speech.status_text import status
from backgammon.app.state.effects import Ask, AwaitPeer
from backgammon.app.state.events import Command, EngineFailed, EngineReady, PeerDecided, Restored
from backgammon.app.state.model import Human, MatchOptions, Remote, first_model
from backgammon.core.match import Phase, new_match, replay
from backgammon.core.rules import PRESETS
from backgammon.protocol.messages import Answer, Choice
from backgammon.storage.codec import dump, load

ADA = Remote("ada", "Ada")
PLAY = Answer(Choice.PLAY, ((8, 5), (6, 5)))


def theirs() -> Page:
    """A page on which Ada is to play 3-1."""
    page = page_at(dice=(3, 1), opponent=ADA)
    match = replace(page.model.game.match, on_roll=1)
    page.model = replace(page.model, game=replace(page.model.game, match=match))
    page.send(EngineReady())
    return page


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("seats", [(Human(), ADA), (ADA, Human("Bo")), (Remote("one"), Remote("two"))])
def test_a_match_by_every_preset_comes_to_its_end(
    preset: str, seats: tuple[Human | Remote, Human | Remote]
) -> None:
    setup = MatchOptions(seats, PRESETS[preset], 3)
    saved = to_save(first_model(setup))
    page = Page(first_visit(), random.Random(5))
    page.send(Restored(saved))
    page.play_on(20_000)
    game = page.model.game
    assert game.match.phase is Phase.MATCH_OVER
    assert replay(new_match(setup.rules, 3, setup.white), game.log) == game.match
    assert not any(isinstance(effect, Ask) for effect in page.effects)
    assert load(dump(to_save(page.model))) == to_save(page.model)


def test_what_the_other_device_decides_is_played_once() -> None:
    page = theirs()
    assert page.awaited == AwaitPeer("ada", 0)
    page.send(PeerDecided(0, PLAY))
    played = page.model
    assert (played.game.match.on_roll, len(played.game.log)) == (0, 1)
    page.send(PeerDecided(0, PLAY))
    assert page.model == played


@pytest.mark.parametrize(
    ("number", "answer"),
    [
        (1, PLAY),
        (-1, PLAY),
        (0, Answer(Choice.PLAY, ((8, 2), (6, 5)))),
        (0, Answer(Choice.ROLL)),
        (0, Answer(Choice.TAKE)),
        (0, Answer(Choice.RESIGN, offered=4)),
    ],
)
def test_a_late_or_illegal_message_changes_nothing(number: int, answer: Answer) -> None:
    page = theirs()
    before = page.model
    page.send(PeerDecided(number, answer))
    assert page.model == before


def test_a_message_to_who_is_to_play_here_changes_nothing() -> None:
    page = page_at(dice=(3, 1), opponent=ADA)
    before = page.model
    page.send(PeerDecided(0, PLAY))
    assert page.model == before


def test_nobody_here_plays_for_the_other_device() -> None:
    page = theirs()
    assert not {"roll", "confirm", "undo", "resign"} & set(available(page.model))
    assert status(page.model).params[0] == ("name", "Ada")


def test_what_came_while_the_match_waited_is_asked_for_again() -> None:
    page = Page(first_visit(), random.Random(5))
    page.send(Restored(to_save(first_model(MatchOptions((Human(), ADA))))))
    while not page.awaited and (event := page.world() or page.person()):
        page.send(event)
    page.send(Command("explore"))
    waiting = page.model.running
    page.send(PeerDecided(len(waiting.log), peer_answer(waiting.match, page.rng)))
    assert page.model.running == waiting
    page.awaited = None
    page.send(Command("study-close"))
    assert page.awaited == AwaitPeer("ada", len(waiting.log))


def test_a_computer_that_failed_is_not_missed() -> None:
    page = theirs()
    page.send(EngineFailed("gone", final=True))
    assert page.model.notice is None
    assert "retry-engine" not in available(page.model)
    page.send(PeerDecided(0, PLAY))
    check(page.model)
    assert page.model.game.match.on_roll == 0


def test_two_people_get_no_advice_while_they_play() -> None:
    assert not hint.is_available(page_at(dice=(3, 1), opponent=ADA).model)
    agreed = page_at(dice=(3, 1), opponent=ADA).model
    agreed = replace(agreed, game=replace(agreed.game, setup=replace(agreed.game.setup, advice=True)))
    assert hint.is_available(agreed)
