"""The automatic steps of a game: what they are, their pace, and that any input completes them."""

from dataclasses import replace

import pytest
from app.fake import Page, new_page
from app.positions import page_at, position
from view.models import SAY

from backgammon.app.commands import actions
from backgammon.core.match import OpeningRoll, Phase, Played, Rolled
from backgammon.core.plays import Move
from backgammon.core.rules import PRESETS, custom
from backgammon.features.game.flow import PACES
from backgammon.features.saving.saved_match import snapshot
from backgammon.features.speech.status_text import status
from backgammon.protocol.messages import Kind
from backgammon.state.effects import After, Announce, Sound
from backgammon.state.events import (
    Command,
    Dragged,
    EngineReady,
    MotionReduced,
    Restored,
    SettingChanged,
    Submitted,
    Tapped,
    Ticked,
)
from backgammon.state.legal_moves import turn_of
from backgammon.state.model import Human, Settings, Speed
from backgammon.state.stage import Resting
from backgammon.view.node import to_html
from backgammon.view.panels.status_line import status_line

NORMAL = Settings(speed=Speed.NORMAL)
CLOSED = position({25: 1, 6: 14}, {1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 12: 3})


def test_the_first_visit_waits_for_one_tap_on_roll() -> None:
    page = new_page()
    assert page.model.dialog is None
    assert actions(page.model) == ("roll",)
    assert status(page.model).key == "status.opening"
    assert page.model.game.games[0].commitment
    page.send(Command("roll"))
    assert page.model.game.is_rolling
    assert page.model.game.opening_roll
    assert status(page.model).key == "status.rolling"


def test_a_tie_is_rolled_again_after_a_moment() -> None:
    for seed in range(60):
        page = new_page(seed=seed)
        page.send(Command("roll"))
        if page.model.game.match.phase is Phase.OPENING:
            break
    assert page.notice_key == "notice.tie"
    page.send(Ticked(page.model.ticks))
    assert isinstance(page.model.game.stage, Resting)
    page.send(Ticked(page.model.ticks))
    assert sum(isinstance(action, OpeningRoll) for action in page.model.game.log) == 2


def test_automatic_doubles_turn_the_cube_on_a_tie() -> None:
    form = {"preset": "custom", "length": "0", "cube": "on", "automatic_doubles": "1"}
    for seed in range(60):
        page = new_page(tuple(form.items()), seed)
        page.send(Command("roll"))
        if page.model.game.match.phase is Phase.OPENING:
            break
    assert page.notice_key == "notice.tie-doubled"
    assert page.model.game.match.cube == 2


@pytest.mark.parametrize("preset", ["leaflet", "tryktrak"])
def test_opening_dice_are_looked_at_before_the_computer_rolls_anew(preset: str) -> None:
    for seed in range(60):
        page = new_page((("preset", preset), ("length", "1")), seed)
        page.send(Command("roll"))
        if page.model.game.match.on_roll == 1:
            break
    page.send(Ticked(page.model.ticks))
    assert isinstance(page.model.game.stage, Resting)
    assert page.model.game.opening_roll
    assert page.notice_key == "notice.starts.they"
    page.send(Ticked(page.model.ticks))
    assert isinstance(page.model.game.log[-1], Rolled)


def test_a_computer_that_rolls_anew_after_the_opening_considers_a_double_first() -> None:
    for seed in range(60):
        page = new_page((("preset", "tryktrak"), ("length", "3"), ("cube", "on")), seed)
        page.send(Command("roll"))
        if page.model.game.match.on_roll == 1:
            break
    page.send(Ticked(page.model.ticks))
    page.send(Ticked(page.model.ticks))
    assert page.question
    assert page.question.question.kind is Kind.DOUBLE


def test_a_roll_without_a_legal_play_says_so_and_moves_on() -> None:
    page = page_at(CLOSED, (4, 3), settings=NORMAL)
    page.send(EngineReady())
    assert page.notice_key == "notice.no-move.you"
    assert isinstance(page.model.game.stage, Resting)
    assert After(PACES[Speed.NORMAL].read, page.model.ticks) in page.effects
    assert actions(page.model) == ()
    assert status(page.model) == page.model.notice  # nobody is asked to play this roll
    assert to_html(status_line(page.model, SAY)).count("No legal move") == 1
    page.send(Ticked(page.model.ticks))
    assert page.model.game.log[-1] == Played(())
    assert page.notice_key == "notice.no-move.you"


def test_dice_that_leave_no_choice_are_seen_before_it_is_said() -> None:
    for where, line in ((CLOSED, "notice.no-move.you"), (position({1: 1}, {1: 15}), "notice.forced.you")):
        page = page_at(where, settings=NORMAL)
        page.send(Command("roll"))
        assert page.model.game.is_rolling
        assert page.model.notice is None
        page.send(Ticked(page.model.ticks))
        assert page.notice_key == line


def test_a_play_that_was_shown_before_a_reload_is_not_decided_again() -> None:
    page = page_at(dice=(3, 1), on_roll=1, settings=NORMAL)
    page.send(EngineReady())
    while not isinstance(page.model.game.stage, Resting):
        page.send_next()
    again = Page(starting=False)
    again.send(Restored(snapshot(page.model), settings=NORMAL))
    again.send(EngineReady())
    assert again.question is None
    again.send_next()
    assert again.model.game.last_moves == page.model.game.moves


def test_a_forced_play_is_shown_step_by_step() -> None:
    page = page_at(position({10: 1}, {1: 15}), (6, 3), settings=NORMAL)
    page.model = replace(
        page.model, game=replace(page.model.game, match=replace(page.model.game.match, dice=(3, 3)))
    )
    page.send(EngineReady())
    assert page.notice_key == "notice.forced.you"
    assert len(page.model.game.moves_to_show) == 4
    layouts = []
    while page.model.game.moves_to_show:
        page.send(Ticked(page.model.ticks))
        layouts.append(page.model.game.layout)
    assert len(set(layouts)) == 4
    assert status(page.model).key == "status.plays.you"
    page.send(Ticked(page.model.ticks))
    assert len(page.model.game.last_moves) == 4


def test_any_input_completes_what_is_shown_and_does_nothing_else() -> None:
    page = page_at(position({10: 1}, {1: 15}), (3, 3), settings=NORMAL)
    page.send(EngineReady())
    page.send(Tapped(6))
    assert len(page.model.game.last_moves) == 4
    assert page.model.notice is None


def test_a_command_completes_what_is_shown_and_is_carried_out() -> None:
    page = page_at(dice=(3, 1), on_roll=1, settings=NORMAL)
    page.send(EngineReady())
    page.send_next()
    assert page.model.game.moves_to_show
    page.send(Command("roll"))
    assert page.model.game.is_rolling
    page.send(Command("skip"))
    assert not page.model.game.is_rolling


def test_a_tap_that_stops_the_dice_is_carried_out_as_well() -> None:
    page = page_at(settings=NORMAL)
    page.send(Command("roll"))
    assert page.model.game.is_rolling
    turn = turn_of(page.model.game.match)
    assert turn
    source = turn.next_moves(())[0].source
    page.send(Tapped(source))
    assert not page.model.game.is_rolling
    assert page.model.game.selected == source or page.model.game.moves
    assert page.model.notice is None


def test_an_outdated_tick_changes_nothing() -> None:
    page = page_at(CLOSED, (4, 3), settings=NORMAL)
    page.send(EngineReady())
    before = page.model
    page.send(Ticked(before.ticks - 1))
    page.send(Ticked(before.ticks + 1))
    assert page.model == before


@pytest.mark.parametrize("reduced", [True, False])
def test_nothing_moves_where_nothing_shall(reduced: bool) -> None:
    page = page_at(dice=(3, 1), on_roll=1, settings=NORMAL)
    page.send(EngineReady())
    page.send(MotionReduced(True) if reduced else SettingChanged("speed", "off"))
    page.send_next()
    assert page.model.game.match.on_roll == 0
    assert not page.model.is_busy


@pytest.mark.parametrize("reduced", [True, False])
def test_a_play_that_waits_for_the_dice_is_made_once_where_nothing_shall_move_any_more(reduced: bool) -> None:
    page = page_at(on_roll=1, settings=NORMAL, cube=2, cube_owner=0)
    page.send(EngineReady())
    page.send_next()
    assert page.model.game.is_rolling
    assert page.model.game.moves_to_show
    page.send(MotionReduced(True) if reduced else SettingChanged("speed", "off"))
    page.settle()
    assert page.model.game.match.on_roll == 0
    assert [type(action) for action in page.model.game.log] == [Rolled, Played]


def test_auto_roll_rolls_where_no_double_is_possible() -> None:
    page = page_at(settings=replace(NORMAL, auto_roll=True), crawford_game=True)
    page.send(EngineReady())
    assert isinstance(page.model.game.stage, Resting)
    page.send(Ticked(page.model.ticks))
    assert page.model.game.is_rolling
    doubling = page_at(settings=replace(NORMAL, auto_roll=True))
    doubling.send(EngineReady())
    assert actions(doubling.model) == ("roll", "double")
    beginning = new_page()
    beginning.model = replace(beginning.model, settings=page.model.settings)
    beginning.send(Submitted("new-game", (("opponent", "human"),)))
    assert not beginning.model.game.is_rolling
    beginning.send(Ticked(beginning.model.ticks))
    assert beginning.model.game.is_rolling


def test_the_next_game_begins_with_new_dice_and_the_checkers_set_up() -> None:
    page = page_at(position({1: 1}, {1: 2}), (6, 5), length=3, score=(1, 0))
    page.send(EngineReady())
    page.settle()
    assert page.model.game.match.phase is Phase.GAME_OVER
    assert page.model.game.match.result
    page.send(Command("next-game"))
    assert len(page.model.game.games) == 2
    assert page.model.game.games[0].commitment != page.model.game.games[1].commitment
    assert page.model.game.last_moves == ()
    assert actions(page.model) == ("roll",)


def test_the_crawford_game_is_announced() -> None:
    page = page_at(position({1: 1}, {1: 2}), (6, 5), length=3, score=(1, 0))
    page.send(EngineReady())
    page.settle()
    page.send(Command("next-game"))
    assert page.notice_key == "notice.crawford"


def test_a_finished_match_offers_a_new_one_and_says_the_score() -> None:
    page = page_at(position({1: 1}, {1: 2}), (6, 5), length=1)
    page.send(EngineReady())
    page.settle()
    assert page.model.game.match.phase is Phase.MATCH_OVER
    assert actions(page.model) == ("rematch", "review", "new-game")
    assert status(page.model).key == "status.match-won.you"
    assert Announce("say.score", (("first", 1), ("second", 0))) in page.effects


def test_two_people_take_turns_and_are_named_by_colour_or_by_name() -> None:
    page = page_at(dice=(3, 1), opponent=Human("Ada"))
    for place in (8, 8, 6):
        page.send(Tapped(place))
    page.send(Command("confirm"))
    assert status(page.model).key == "status.roll-or-double.they"
    assert dict(status(page.model).params)["name"] == "Ada"
    page.send(Command("double"))
    assert status(page.model).key == "status.doubled.they"
    page.send(Command("take"))
    page.send(Command("roll"))
    assert page.model.game.match.on_roll == 1


def test_sounds_are_played_if_wished() -> None:
    for wished in (True, False):
        page = page_at(dice=(3, 1), settings=replace(NORMAL, sound=wished))
        page.send(Tapped(8))
        page.send(Tapped(8))
        assert page.model.game.moves == (Move(8, 5, 3),)
        assert (Sound("checker") in page.effects) is wished
        assert any(isinstance(effect, Sound) for effect in page.effects) is wished


def test_each_kind_of_action_has_its_sound() -> None:
    loud = replace(NORMAL, speed=Speed.OFF, sound=True)
    page = page_at(position({8: 2, 6: 2}, {20: 1}), (3, 1), opponent=Human("Ada"), settings=loud)
    for event, sound in (
        (Dragged(8, 5), "hit"),
        (Dragged(6, 5), "checker"),
        (Command("undo"), None),
        (Dragged(6, 5), "checker"),
        (Command("confirm"), None),
        (Command("double"), "cube"),
        (Command("take"), "cube"),
        (Command("roll"), "dice"),
    ):
        page.effects.clear()
        page.send(event)
        assert [effect.name for effect in page.effects if isinstance(effect, Sound)][:1] == (
            [sound] if sound else []
        )
    page = page_at(opponent=Human("Ada"), settings=loud)
    page.send(Command("double"))
    page.effects.clear()
    page.send(Command("drop"))
    assert [effect for effect in page.effects if isinstance(effect, Sound)] == [Sound("win")]


def test_a_double_that_is_not_allowed_says_why() -> None:
    for rules, match, key in (
        (custom(cube=False), {}, "error.no-cube"),
        (PRESETS["standard"], {"crawford_game": True}, "error.crawford"),
        (PRESETS["standard"], {"cube": 2, "cube_owner": 1}, "error.cube-owner"),
        (custom(cube_limit=2), {"cube": 2, "cube_owner": 0}, "error.cube-limit"),
    ):
        page = page_at(rules=rules, **match)
        page.send(Command("double"))
        assert page.notice_key == key
        assert page.model.game.match.phase is Phase.TO_ROLL


def test_moves_of_a_forced_play_begin_where_a_reload_left_it() -> None:
    page = page_at(position({10: 1}, {1: 15}), (3, 3), settings=NORMAL)
    layout = page.model.game.layout.move(0, 10, 7)
    page.model = replace(page.model, game=replace(page.model.game, moves=(Move(10, 7, 3),), layout=layout))
    page.send(EngineReady())
    assert len(page.model.game.moves_to_show) == 3


def test_what_is_felt_comes_without_sound_too() -> None:
    for wished in (False, True):
        page = page_at(dice=(3, 1), settings=replace(NORMAL, vibration=wished))
        page.send(Tapped(8))
        page.send(Tapped(8))
        assert (Sound("checker") in page.effects) is wished
