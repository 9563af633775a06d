"""Verifiable dice: every roll follows from secret, word and count; an altered record is detected."""

import json
from dataclasses import replace
from typing import Any

import pytest
from app.fake import Page, new_page

from backgammon.app.commands import available
from backgammon.core.fairdice import fair_roll
from backgammon.core.match import OpeningRoll, Phase, Rolled
from backgammon.features.game.dice_check import STEP, check_games, is_under_way
from backgammon.features.game.permissions import finished_games
from backgammon.state.effects import Download
from backgammon.state.events import Command, SecretDrawn, Submitted
from backgammon.state.model import Model, Notice
from backgammon.storage.codec import load
from backgammon.storage.types import GameDice, Games


def play_game(seed: int = 4) -> Model:
    page = new_page((("length", "3"), ("word", "acorn")), seed)
    page.play_on(5000, (Phase.GAME_OVER, Phase.MATCH_OVER))
    return page.model


def test_every_roll_of_a_finished_game_agrees() -> None:
    model = play_game()
    (game,) = check_games(model.game.log, model.game.games)
    assert game.agrees
    assert len(game.rolled) == sum(isinstance(action, (OpeningRoll, Rolled)) for action in model.game.log)
    secret = bytes.fromhex(model.game.games[0].secret)
    assert game.rolled[0] == fair_roll(secret, "acorn", 1)


def test_a_changed_roll_secret_word_or_commitment_is_found_out() -> None:
    model = play_game()
    index = next(index for index, action in enumerate(model.game.log) if isinstance(action, Rolled))
    rolled = model.game.log[index]
    assert isinstance(rolled, Rolled)
    other = Rolled((rolled.dice[0] % 6 + 1, rolled.dice[1]))
    assert not check_games((*model.game.log[:index], other, *model.game.log[index + 1 :]), model.game.games)[
        0
    ].agrees
    dice = model.game.games[0]
    for changed in (
        replace(dice, secret="00" * 32),
        replace(dice, word="oak"),
        replace(dice, commitment="00" * 32),
    ):
        assert not check_games(model.game.log, (changed,))[0].agrees


def test_the_check_of_the_page_says_so_and_covers_finished_games_only() -> None:
    page = new_page((("length", "7"),), 4)
    assert "check-dice" not in available(page.model)
    page.play_on(5000, (Phase.GAME_OVER,))
    page.send(Command("next-game"))
    page.send(Command("roll"))
    assert finished_games(page.model) == 1
    page.send(Command("check-dice"))
    assert page.model.dice_checked == ((1, True),)
    assert page.notice_key == "notice.dice-agree"


@pytest.mark.parametrize("change", [{"word": "oak"}, {"commitment": "00" * 32}])
def test_the_check_of_the_page_says_where_the_dice_of_one_game_differ(change: Any) -> None:
    page = new_page((("opponent", "human"), ("length", "0")))
    play_games(page, 2)
    first, *others = page.model.game.games
    changed = Games.of([replace(first, **change), *others])
    page.model = replace(page.model, game=replace(page.model.game, games=changed))
    for _ in range(2):
        page.send(Command("check-dice"))
        assert page.model.dice_checked == ((1, False), (2, True))
        assert page.model.notice == Notice("notice.dice-differ", tone="error")


def play_games(page: Page, count: int) -> None:
    """Play short games of two people for money, each ended by a drop."""
    for _ in range(count):
        page.send(Command("roll"))
        page.play_on(20, (Phase.TO_ROLL,))
        for command in ("double", "drop", "next-game"):
            page.send(Command(command))


def test_many_games_are_checked_some_at_a_time_while_the_dialog_is_open() -> None:
    page = new_page((("opponent", "human"), ("length", "0")))
    play_games(page, STEP + 2)
    page.send(Command("dice"))
    for is_closed in (True, False):
        page.send(Command("check-dice"))
        assert page.model.dice_checked == tuple((number, True) for number in range(1, STEP + 1))
        assert is_under_way(page.model)
        assert page.model.notice is None
        if is_closed:
            page.send(Command("close"))
        page.settle()
        if is_closed:
            assert len(page.model.dice_checked) == STEP
            page.send(Command("dice"))
    assert page.model.dice_checked == tuple((number, True) for number in range(1, STEP + 3))
    assert page.model.notice == Notice("notice.dice-agree")
    assert not is_under_way(page.model)


def test_a_record_given_away_in_mid_game_keeps_the_secret() -> None:
    page = new_page((("length", "7"),), 4)
    page.play_on(5000, (Phase.GAME_OVER,))
    page.send(Command("next-game"))
    page.send(Command("roll"))
    page.send(Command("download"))
    (record,) = [effect for effect in page.effects if isinstance(effect, Download)]
    assert page.model.game.games[1].secret not in record.text
    data = json.loads(record.text)
    assert page.model.game.games[0].secret in data["games"][0]
    assert GameDice.unpack(data["running"]["dice"]).secret == ""
    saved = load(record.text, to_continue=False)
    assert [game.agrees for game in check_games(saved.log, saved.games)] == [True]


def test_a_secret_that_nobody_waits_for_changes_nothing() -> None:
    page = new_page()
    before = page.model
    for secret in ("ab" * 32, "ab", "not hexadecimal", ""):
        page.send(SecretDrawn(secret))
    assert page.model == before
    page.send(Submitted("new-game", (("dice", "typed"),)))
    assert page.model.game.games[0].secret == ""
