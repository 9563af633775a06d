"""The opponent's last play is shown again: the board goes back and replays it; the match does not change."""

from dataclasses import replace

import pytest
from app.fake import Page, new_page
from app.positions import page_at, position

from backgammon.app.commands import available
from backgammon.core.match import Phase
from backgammon.core.position import BAR
from backgammon.features.saving.saved_match import snapshot
from backgammon.state.checkers import Layout
from backgammon.state.effects import After
from backgammon.state.events import Command, Tapped, Ticked
from backgammon.state.model import Human, Settings, Speed
from backgammon.state.recall import recalled_board
from backgammon.view.board.board_view import board_view


def after_their_play(speed: Speed = Speed.NORMAL, plays: int = 1, seed: int = 1) -> Page:
    """Return a page on which the computer has just played, and the person is to roll."""
    page = new_page(seed=seed)
    page.model = replace(page.model, settings=Settings(speed=speed, sound_offered=True))
    for _ in range(400):
        page.settle()
        game = page.model.game
        waits = (game.match.phase, game.match.on_roll, game.last_player) == (Phase.TO_ROLL, 0, 1)
        if waits and game.rolls > plays:
            return page
        event = page.player_event()
        assert event
        page.send(event)
    raise AssertionError("the computer has not played")


@pytest.mark.parametrize("seed", range(6))
def test_the_board_goes_back_and_comes_again_step_by_step(seed: int) -> None:
    page = after_their_play(plays=4 + seed, seed=seed)
    before, moves = page.model, page.model.game.last_moves
    saved = snapshot(before)
    page.send(Command("recall"))
    seen: list[Layout] = []
    while page.model.recalled is not None:
        again = recalled_board(page.model)
        assert again
        assert again.moves == moves[: len(seen)]
        seen.append(again.layout)
        assert board_view(page.model).layout == again.layout
        assert board_view(page.model).sources == ()
        assert page.tick is not None
        page.send(Ticked(page.tick))
    assert len(seen) == len(moves)
    assert len({*seen, before.game.layout}) == len(moves) + 1
    assert snapshot(page.model) == saved
    assert replace(page.model, ticks=before.ticks) == before


def test_a_hit_comes_back_from_the_bar() -> None:
    table = page_at(position({8: 2, 6: 13}, {20: 1, 1: 14}), (3, 1), opponent=Human())
    page = Page(replace(table.model, settings=Settings(speed=Speed.NORMAL)), starting=False)
    page.model = replace(page.model, game=replace(page.model.game, start=page.model.game.match))
    layout = page.model.game.layout
    for place in (8, 5):
        page.send(Tapped(place))
    page.send(Tapped(6))
    page.send(Command("confirm"))
    assert page.model.game.layout.stacks[26], "a checker is on the bar"
    page.send(Command("recall"))
    again = recalled_board(page.model)
    assert again
    assert again.layout == layout


def test_any_input_ends_it_and_is_carried_out() -> None:
    page = after_their_play()
    page.send(Command("recall"))
    page.send(Command("roll"))
    assert page.model.recalled is None
    assert page.model.game.is_rolling
    page = after_their_play()
    page.send(Command("recall"))
    page.send(Tapped(BAR))
    assert page.model.recalled is None


def test_an_outdated_tick_shows_nothing_more() -> None:
    page = after_their_play()
    page.send(Command("recall"))
    page.send(Ticked(page.model.ticks - 1))
    assert page.model.recalled == 0


def test_without_motion_the_board_before_is_shown_for_a_while() -> None:
    page = after_their_play(Speed.OFF)
    page.effects.clear()
    page.send(Command("recall"))
    assert [effect.milliseconds for effect in page.effects if isinstance(effect, After)] == [1000]
    assert page.tick is not None
    page.send(Ticked(page.tick))
    assert page.model.recalled is None


def test_it_is_possible_from_the_opponents_play_to_ones_own_first_move() -> None:
    page = after_their_play()
    assert "recall" in available(page.model)
    page.send(Command("roll"))
    assert "recall" not in available(page.model), "the dice tumble"
    page.settle()
    while page.model.game.match.phase is not Phase.TO_PLAY or page.model.game.match.on_roll:
        page = after_their_play(seed=page.rng.randint(2, 99))
        page.send(Command("roll"))
        page.settle()
    assert "recall" in available(page.model)
    source = next(iter(board_view(page.model).sources))
    page.send(Command("recall"))
    assert recalled_board(page.model)
    assert (board_view(page.model).sources, board_view(page.model).targets) == ((), ())
    page.send(Tapped(source))
    page.send(Command("explore"))
    assert "recall" not in available(page.model)
