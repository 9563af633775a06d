"""Whole matches through update, with every preset, against a fake engine and between two people."""

import random
from dataclasses import replace
from typing import Any

import pytest
from app.fake import Page, new_page
from effort import tries

from backgammon.core.match import Phase, new_match, replay
from backgammon.core.rules import PRESETS, custom
from backgammon.engine.levels import player
from backgammon.engine.thinking import finish
from backgammon.features.game.dice_check import check_games
from backgammon.features.game.start import FIRST_VISIT, first_visit, fresh_match
from backgammon.features.saving.saved_match import snapshot
from backgammon.protocol.messages import Answer, Question
from backgammon.protocol.play_worker import decide
from backgammon.state.analysis_state import HeldAction, TutorComment
from backgammon.state.effects import RestartEngine
from backgammon.state.engine_state import Ready
from backgammon.state.events import Restored, UpdateReady
from backgammon.state.friend import FriendPage
from backgammon.state.model import MoveText, Offer, Settings
from backgammon.storage.codec import dump, load
from backgammon.storage.log import Log
from backgammon.storage.types import Games, Saved

MONEY = {
    "preset": "custom",
    "length": "0",
    "cube": "on",
    "jacoby": "on",
    "beavers": "on",
    "raccoons": "on",
    "automatic_doubles": "2",
    "cube_limit": "64",
}


UNEVEN = (0, -2, 0, 0, 0, 0, 5, 0, 3, 0, 0, 0, -5, 5, 0, 0, 0, -3, 0, -5, 0, 0, 0, 0, 1, 1)


def novice(question: Question, rng: random.Random) -> Answer:
    """Decide as the worker does, at the weakest level."""
    return finish(decide(question, player))


@pytest.mark.parametrize("seed", range(4))
def test_an_uneven_start_is_seen_by_whoever_begins(seed: int) -> None:
    page = new_page((("opponent", "human"), ("length", "3")), seed)
    rules = custom(start=UNEVEN)
    setup = replace(page.model.game.setup, rules=rules)
    page.send(Restored(Saved(setup, new_match(rules, 3), Log(), Games())))
    page.play_on(5)  # it compares the checkers shown with the position
    assert page.model.game.log.running


@pytest.mark.thorough
@pytest.mark.parametrize("preset", PRESETS)
def test_the_engine_understands_every_question_and_its_answers_are_legal(preset: str) -> None:
    page = new_page((("preset", preset), ("length", "3"), ("level", "novice")), seed=11)
    page.decide = novice
    page.play_on(20_000)
    assert page.model.game.match.phase is Phase.MATCH_OVER
    assert RestartEngine() not in page.effects


def play_match(seed: int, **form: str) -> Page:
    page = new_page(tuple({"length": "3", **form}.items()), seed)
    over = (Phase.GAME_OVER, Phase.MATCH_OVER) if form.get("length") == "0" else (Phase.MATCH_OVER,)
    page.play_on(20_000, over)
    assert page.model.game.match.phase in over
    return page


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("opponent", ["computer", pytest.param("human", marks=pytest.mark.thorough)])
def test_a_match_by_every_preset_comes_to_its_end(preset: str, opponent: str) -> None:
    model = play_match(7, preset=preset, opponent=opponent).model
    start = new_match(model.game.setup.rules, model.game.setup.length, model.game.setup.white)
    assert replay(start, model.game.log) == model.game.match
    assert all(game.agrees for game in check_games(model.game.log, model.game.games))
    assert load(dump(snapshot(model))) == snapshot(model)


@pytest.mark.parametrize("seed", range(tries(12)))
def test_money_games_with_every_turn_of_the_cube(seed: int) -> None:
    assert play_match(seed, **MONEY).model.game.match.phase is Phase.GAME_OVER


@pytest.mark.parametrize("opponent", ["computer", "human"])
def test_a_match_with_typed_dice(opponent: str) -> None:
    model = play_match(3, dice="typed", opponent=opponent).model
    assert all(game.secret == "" for game in model.game.games)


@pytest.mark.parametrize("white", ["0", "1"])
def test_either_side_may_have_white(white: str) -> None:
    assert play_match(5, white=white, preset="tryktrak").model.game.match.white == int(white)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("settings", Settings(sound=True)),
        ("engine", Ready(1)),
        ("asked", 7),
        ("storage_works", False),
        ("loss_accepted", True),
        ("update_ready", True),
        ("offer", Offer.SOUND),
        ("reduced_motion", True),
        ("language", "de"),
        ("language_coming", "fr"),
        ("rules_shown", "leaflet"),
        ("panel_open", True),
        ("refusals", 3),
        ("friend", FriendPage(muted=True)),
        ("parts", frozenset()),
        ("waiting", ((None, UpdateReady()),)),
    ],
)
def test_what_is_of_the_page_and_not_of_a_match_outlives_the_match(name: str, value: Any) -> None:
    page = first_visit()
    assert getattr(page, name) != value
    with_it = replace(page, **{name: value})
    assert getattr(fresh_match(with_it, FIRST_VISIT), name) == value


def test_what_the_tutor_said_of_the_last_match_is_not_said_of_the_next() -> None:
    page = first_visit()
    said = TutorComment(0.2, MoveText("8/5"))
    analysis = replace(
        page.analysis, remark=said, caution=HeldAction("confirm", (), said), solved=frozenset("a")
    )
    fresh = fresh_match(replace(page, analysis=analysis), FIRST_VISIT)
    assert fresh.analysis == replace(page.analysis, solved=frozenset("a"))
