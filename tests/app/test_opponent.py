"""The computer as opponent: the questions to it, its answers, and its failures."""

from dataclasses import replace
from typing import Any

import pytest
from app.fake import ENGLISH, Page
from app.positions import COMPUTER, page_at, position

from backgammon.app.commands import actions
from backgammon.core.match import Phase, Rolled
from backgammon.core.rules import Rules, custom
from backgammon.features.game.opponent import MAX_FAILURES
from backgammon.features.speech.status_text import status, text
from backgammon.protocol.messages import Answer, Choice, Kind, Question
from backgammon.state.effects import Announce, Ask, CancelAsk, RestartEngine
from backgammon.state.engine_state import Failed, Loading, Ready, Restarting
from backgammon.state.events import (
    Command,
    EngineAnswered,
    EngineFailed,
    EngineReady,
    EngineSlow,
    Submitted,
    Tapped,
)
from backgammon.state.model import (
    DialogName,
    GameDice,
    Games,
    Human,
    Model,
    Settings,
    Speed,
)
from backgammon.storage.types import DiceSource

BEAVERS = custom(beavers=True, raccoons=True)


def opponent_on_roll(dice: tuple[int, int] | None = None, **match: Any) -> Page:
    """Return a page with the computer on roll and its engine just ready."""
    page = page_at(dice=dice, on_roll=1, **match)
    page.send(EngineReady())
    return page


def question_of(page: Page) -> Question:
    assert page.question
    return page.question.question


def answer(page: Page, choice: Choice, steps: tuple[tuple[int, int], ...] = (), offered: int = 0) -> None:
    assert page.question
    page.send(EngineAnswered(page.question.id, Answer(choice, steps, offered)))


def test_the_question_is_seen_by_the_computer() -> None:
    page = page_at(
        position({6: 5, 5: 10}, {24: 1, 6: 14}),
        length=7,
        score=(3, 5),
        cube=2,
        cube_owner=1,
        crawford_done=True,
    )
    page.send(Command("roll"))
    assert page.question is None
    page = opponent_on_roll((3, 1), cube=4, cube_owner=0, score=(3, 4), crawford_done=True)
    question = question_of(page)
    assert (question.kind, question.on_roll, question.dice) == (Kind.PLAY, True, (3, 1))
    assert (question.cube, question.cube_owner, question.away) == (4, -1, (1, 2))
    assert question.crawford_done
    assert question.level == "novice"
    assert question.points == page.model.game.match.position_of[1].points


def test_a_play_is_made_and_announced_once() -> None:
    page = opponent_on_roll((3, 1))
    answer(page, Choice.PLAY, ((8, 5), (6, 5)))
    assert page.model.game.match.on_roll == 0
    played = [effect for effect in page.effects if isinstance(effect, Announce)]
    assert [effect.key for effect in played] == [
        "say.played.to-you",
        "status.roll-or-double.you",
        "offer.sound",
    ]
    assert dict(played[0].params)["play"] == "17/20 19/20"
    assert page.model.game.last_player == 1


def test_an_outdated_answer_changes_nothing() -> None:
    page = opponent_on_roll((3, 1))
    before = page.model
    for number in (0, before.asked + 1):
        page.send(EngineAnswered(number, Answer(Choice.PLAY, ((8, 5), (6, 5)))))
    assert page.model == before
    answer(page, Choice.PLAY, ((8, 5), (6, 5)))
    after = page.model
    page.send(EngineAnswered(before.asked, Answer(Choice.PLAY, ((8, 5), (6, 5)))))
    assert page.model == after


@pytest.mark.parametrize(
    ("dice", "choice", "steps"),
    [
        ((3, 1), Choice.PLAY, ((8, 2), (6, 5))),
        ((3, 1), Choice.PLAY, ()),
        ((3, 1), Choice.ROLL, ()),
        ((3, 1), Choice.TAKE, ()),
        ((3, 1), Choice.RESIGN, ()),
        (None, Choice.PLAY, ((8, 5), (6, 5))),
    ],
)
def test_an_illegal_answer_restarts_the_engine_which_is_asked_again(
    dice: tuple[int, int] | None, choice: Choice, steps: tuple[tuple[int, int], ...]
) -> None:
    page = opponent_on_roll(dice)
    log = page.model.game.log
    answer(page, choice, steps)
    assert page.model.game.log == log
    assert isinstance(page.model.engine, Restarting)
    assert RestartEngine() in page.effects
    assert status(page.model).key == "status.engine-restarting"
    page.send(EngineReady())
    assert question_of(page).kind is (Kind.PLAY if dice else Kind.DOUBLE)
    assert page.model.notice is None


def test_an_engine_that_fails_too_often_is_given_up_until_one_asks_for_it() -> None:
    page = opponent_on_roll((3, 1))
    for _ in range(MAX_FAILURES + 1):
        page.send(EngineReady())
        page.send(EngineFailed("no answer"))
    assert isinstance(page.model.engine, Failed)
    assert actions(page.model) == ("retry-engine",)
    page.send(Command("retry-engine"))
    assert isinstance(page.model.engine, Restarting)
    assert page.model.notice is None
    page.send(EngineReady())
    answer(page, Choice.PLAY, ((8, 5), (6, 5)))
    assert page.model.engine.failures == 0


def test_a_final_failure_says_so_and_leaves_the_game_where_it_was() -> None:
    page = opponent_on_roll((3, 1))
    restarts = page.effects.count(RestartEngine())
    page.send(EngineFailed("dead", final=True))
    assert page.notice_key == "notice.engine-lost"
    assert page.effects.count(RestartEngine()) == restarts
    page.send(Submitted("new-game", (("opponent", "human"),)))
    assert "roll" in actions(page.model)
    assert "retry-engine" not in actions(page.model)


def test_a_slow_start_is_said_until_the_engine_comes() -> None:
    page = opponent_on_roll((3, 1))
    page.send(EngineFailed("no answer"))
    page.send(EngineSlow())
    assert page.notice_key == "notice.engine-slow"
    page.send(EngineReady())
    assert page.model.notice is None
    page.send(EngineSlow())
    assert page.model.notice is None


def test_what_is_said_about_anything_else_stays_when_the_engine_comes() -> None:
    page = page_at()
    page.model = replace(page.model, engine=Loading())
    page.send(Tapped(20))
    said = page.model.notice
    assert said
    page.send(EngineReady())
    assert page.model.notice == said


def test_between_two_people_nothing_is_said_about_the_engine() -> None:
    page = page_at(opponent=Human())
    page.send(EngineFailed("no answer"))
    page.send(EngineSlow())
    assert page.model.notice is None
    page.send(EngineFailed("dead", final=True))
    assert page.model.notice is None


def test_a_person_plays_while_the_engine_loads_and_then_it_is_asked() -> None:
    page = page_at(dice=(3, 1))
    page.model = replace(page.model, engine=Loading())
    for place in (8, 8, 6):
        page.send(Tapped(place))
    page.send(Command("confirm"))
    assert page.question is None
    assert status(page.model).key == "status.engine-loading"
    page.send(EngineReady())
    assert question_of(page).kind is Kind.DOUBLE


def test_the_computer_considers_a_double_and_doubles_again_itself() -> None:
    page = page_at()
    page.send(EngineReady())
    page.send(Command("double"))
    assert question_of(page).kind is Kind.ANSWER
    assert text(ENGLISH, status(page.model)) == "The computer considers your double."
    page = opponent_on_roll(cube=2, cube_owner=1)
    answer(page, Choice.DOUBLE)
    assert text(ENGLISH, status(page.model)) == "The computer redoubles to\N{NO-BREAK SPACE}4: take or drop?"


def test_the_computer_doubles_and_the_person_takes() -> None:
    page = opponent_on_roll()
    answer(page, Choice.DOUBLE)
    assert actions(page.model) == ("take", "drop")
    assert status(page.model).key == "status.doubled.you"
    assert Announce("status.doubled.you", status(page.model).params) in page.effects
    page.send(Command("take"))
    assert (page.model.game.match.cube, page.model.game.match.cube_owner) == (2, 0)
    assert any(isinstance(action, Rolled) for action in page.model.game.log), (
        "the cube is not its own: it rolls"
    )


def test_the_person_doubles_and_the_computer_drops() -> None:
    page = page_at()
    page.send(Command("double"))
    assert question_of(page).kind is Kind.ANSWER
    assert not question_of(page).on_roll
    answer(page, Choice.DROP)
    assert page.model.game.match.phase is Phase.GAME_OVER
    assert actions(page.model) == ("next-game", "review")
    assert status(page.model).key == "status.won.you"


def money(rules: Rules = BEAVERS) -> Page:
    return page_at(rules=rules, length=0)


def test_beaver_and_raccoon_go_to_and_fro() -> None:
    page = money()
    page.send(Command("double"))
    answer(page, Choice.BEAVER)
    assert page.notice_key == "notice.beavered"
    assert actions(page.model) == ("take", "drop", "raccoon")
    page.send(Command("raccoon"))
    assert question_of(page).kind is Kind.RACCOONED
    answer(page, Choice.TAKE)
    assert (page.model.game.match.cube, page.model.game.match.cube_owner) == (8, 1)


def test_the_person_beavers_and_the_computer_answers() -> None:
    page = page_at(rules=BEAVERS, length=0, on_roll=1)
    page.send(EngineReady())
    answer(page, Choice.DOUBLE)
    assert actions(page.model) == ("take", "drop", "beaver")
    page.send(Command("beaver"))
    assert question_of(page).kind is Kind.BEAVERED
    answer(page, Choice.DROP)
    assert page.model.game.match.result
    assert page.model.game.match.result.points == 2


def test_a_resignation_is_offered_answered_and_may_be_refused() -> None:
    page = page_at(position({24: 15}, {6: 14}), dice=(3, 1))
    page.send(Tapped(24))
    page.send(Tapped(24))
    page.send(Command("resign"))
    assert page.model.dialog is DialogName.RESIGN
    page.send(Command("resign-offer", "1"))
    assert page.model.game.moves == ()
    assert (question_of(page).kind, question_of(page).offered) == (Kind.RESIGNATION, 1)
    answer(page, Choice.REFUSE)
    assert page.model.game.match.phase is Phase.TO_PLAY
    assert page.notice_key == "notice.refused"
    page.send(Command("resign-offer", "2"))
    answer(page, Choice.ACCEPT)
    assert page.model.game.match.result
    assert page.model.game.match.result.points == 2


def test_a_resignation_that_cannot_be_refused_is_accepted_without_asking() -> None:
    page = page_at()
    page.send(Command("resign-offer", "3"))
    assert page.question is None
    assert page.model.game.match.phase is Phase.GAME_OVER


def test_the_computer_may_resign() -> None:
    page = opponent_on_roll()
    answer(page, Choice.RESIGN, offered=1)
    assert status(page.model).key == "status.resigned-1.you"
    assert actions(page.model) == ("accept", "refuse")
    page.send(Command("refuse"))
    assert question_of(page).kind is Kind.DOUBLE


def with_typed_dice(model: Model) -> Model:
    setup = replace(model.game.setup, dice=DiceSource.TYPED)
    return replace(
        model, game=replace(model.game, setup=setup, games=Games.of([GameDice("", "", "", DiceSource.TYPED)]))
    )


def test_the_computer_waits_for_real_dice_and_decides_only_once_about_the_cube() -> None:
    page = page_at(on_roll=1)
    page.model = with_typed_dice(page.model)
    page.send(EngineReady())
    answer(page, Choice.ROLL)
    page.question = None
    assert page.model.dialog is DialogName.ROLL_TYPED
    assert status(page.model).key == "status.typed-roll"
    assert Announce("status.typed-roll", status(page.model).params) in page.effects
    page.send(Command("close"))
    page.send(EngineReady())
    assert page.question is None
    assert actions(page.model) == ("roll",)
    page.send(Command("roll"))
    page.send(Submitted("typed-roll", (("first", "3"), ("second", "1"))))
    assert page.model.dialog is None
    assert question_of(page).dice == (3, 1)


def test_a_new_match_drops_the_question() -> None:
    page = opponent_on_roll((3, 1))
    assert isinstance(page.question, Ask)
    page.send(Submitted("new-game", (("opponent", "computer"), ("length", "1"))))
    assert page.question is None
    assert CancelAsk() in page.effects
    assert isinstance(page.model.engine, Ready)


def test_an_answer_that_comes_while_the_dice_tumble_waits_for_them() -> None:
    page = page_at(on_roll=1, crawford_game=True, settings=Settings(speed=Speed.NORMAL))
    page.send(EngineReady())
    assert page.model.game.is_rolling
    dice = page.model.game.match.dice
    assert dice
    page.send_next()
    assert page.model.game.is_rolling
    assert page.model.game.moves_to_show
    page.settle()
    assert page.model.game.match.on_roll == 0
    assert page.model.game.setup.seats[1] == COMPUTER
