"""The clock of a match on this device: whose time runs, what it costs, and how a match is lost on time."""

from dataclasses import replace

import pytest
from app.fake import ENGLISH, Page, new_page
from app.positions import page_at, position
from app.timed import BANK, TIMED, clock_of, page_at_decision, run_out_of_time

from backgammon.core.match import Awarded, NextGame, Phase, Played
from backgammon.core.time_control import MINUTE, SECOND, Clock, TimeControl
from backgammon.features.clock import player_on_clock
from backgammon.features.saving.saved_match import is_step, snapshot
from backgammon.features.speech.result_line import result_line
from backgammon.features.speech.status_text import text
from backgammon.features.viewer.open_file import read_text
from backgammon.notation.mat import parse_mat
from backgammon.notation.sgf import parse_sgf
from backgammon.state.effects import Announce, Download, FetchPart, LookAtClock, Save
from backgammon.state.events import (
    Command,
    PartLoaded,
    Restored,
    SettingChanged,
    Submitted,
    Tapped,
    TimePassed,
)
from backgammon.state.model import DialogName, Notice
from backgammon.state.parts import Part
from backgammon.storage.codec import dump, load


def test_the_form_says_what_time_there_is() -> None:
    usual = new_page((("length", "5"), ("clock", "loses")))
    assert usual.model.game.setup.clock == TimeControl(12 * SECOND, 10 * MINUTE)
    money = new_page((("length", "0"), ("clock", "shows"), ("delay", "0"), ("bank", "3")))
    assert money.model.game.setup.clock == TimeControl(0, 15 * MINUTE, loses=False)
    assert new_page().model.game.clock is None
    assert new_page((("length", "5"),)).model.game.clock is None


@pytest.mark.parametrize("value", ["-1", "x", "999999999"])
def test_no_time_but_what_a_clock_can_give(value: str) -> None:
    page = new_page()
    page.send(Submitted("new-game", (("clock", "loses"), ("bank", value))))
    assert page.model.notice
    assert page.model.game.clock is None


def test_within_the_delay_a_turn_costs_nothing_and_beyond_it_comes_out_of_the_bank() -> None:
    page = page_at_decision()
    page.send(TimePassed(5000))
    assert clock_of(page.model).bank_left(0) == BANK
    page.send(TimePassed(3000))
    assert (clock_of(page.model).bank_left(0), clock_of(page.model).bank_left(1)) == (BANK - 3000, BANK)


def test_the_computer_tumbling_dice_and_the_opening_take_no_time() -> None:
    page = new_page(TIMED, 4)
    seen = set()
    for _ in range(400):
        before = page.model.game
        if player_on_clock(page.model) is None:
            seen.add((before.match.decider, page.model.is_busy))
            page.send(TimePassed(4000))
            assert page.model.game.clock == before.clock
        event = page.next_event() or page.player_event()
        if event is None:
            break
        page.send(event)
    assert {(None, False), (1, False), (0, True), (1, True)} <= seen


def test_each_turn_has_its_delay_though_the_computer_is_done_within_one_step() -> None:
    """The computer is on the bar against a closed board and may not double, and animations are off."""
    shut = position({1: 2, 2: 2, 3: 2, 4: 2, 5: 2, 6: 2, 22: 3}, {25: 1, 1: 14})
    page = page_at(shut, (2, 1), length=3, cube=2, cube_owner=0)
    page.send(SettingChanged("speed", "off"))
    control = TimeControl(5 * SECOND, BANK)
    game = page.model.game
    setup = replace(game.setup, clock=control)
    page.model = replace(page.model, game=replace(game, setup=setup, clock=Clock.of(control)))
    page.send(TimePassed(4000))
    page.send(Tapped(22))
    page.send(Tapped(19))
    page.send(Command("confirm"))
    page.settle()
    assert isinstance(page.model.game.log[-1], Played)
    assert page.model.game.match.on_roll == 0
    page.send(TimePassed(4000))
    assert clock_of(page.model).delay_left(0) == 1000


def test_a_person_who_doubles_gets_a_new_delay_after_the_answer() -> None:
    page = new_page((*TIMED, ("opponent", "human")))
    page.settle()
    while page.model.game.match.phase is not Phase.TO_ROLL:
        page.send(page.player_event() or Command("roll"))
        page.settle()
    side = page.model.game.match.on_roll
    page.send(TimePassed(4000))
    page.send(Command("double"))
    page.send(TimePassed(4000))
    page.send(Command("take"))
    page.send(TimePassed(4000))
    assert clock_of(page.model).banks == (BANK, BANK)
    assert clock_of(page.model).delay_left(side) == 1000
    page.send(Command("roll"))
    page.settle()
    assert clock_of(page.model).delay_left(side) == 1000, "to roll and to play is one turn"


def test_steps_taken_back_give_no_time_back() -> None:
    page = page_at_decision()
    while page.model.game.match.phase is not Phase.TO_PLAY or not page.model.game.moves:
        page.send(page.player_event() or Command("roll"))
        page.settle()
    page.send(TimePassed(9000))
    before = page.model.game.clock
    page.send(Command("undo"))
    assert page.model.game.clock == before


@pytest.mark.parametrize("command", ["explore", "quiz", "lessons", "edit"])
def test_it_stands_while_something_else_is_looked_at(command: str) -> None:
    page = page_at_decision()
    page.send(TimePassed(7000))
    before = clock_of(page.model)
    page.send(Command(command))
    assert page.model.looking, "it is possible"
    page.send(TimePassed(60_000))
    assert page.model.game_in_play.clock == before, "not a second"


def test_a_dialog_does_not_stop_it_but_the_question_whose_match_goes_on_does() -> None:
    page = page_at_decision()
    page.send(Command("settings"))
    page.send(TimePassed(7000))
    assert clock_of(page.model).bank_left(0) == BANK - 2000
    page.model = replace(page.model, dialog=DialogName.OTHER_TAB)
    page.send(TimePassed(7000))
    assert clock_of(page.model).bank_left(0) == BANK - 2000


def test_who_runs_out_loses_the_match() -> None:
    page = page_at_decision()
    while not page.model.game.moves:
        page.send(page.player_event() or Command("roll"))
        page.settle()
    page.effects.clear()
    run_out_of_time(page)
    game = page.model.game
    assert game.log[-1] == Awarded(1, (0, 3))
    assert (game.match.phase, game.match.score) == (Phase.MATCH_OVER, (0, 3))
    said = result_line(game)
    assert said
    assert text(ENGLISH, said) == "The clock ran out."
    assert Announce(said.key) in page.effects
    assert Save() in page.effects
    page.settle()
    assert player_on_clock(page.model) is None
    page.send(TimePassed(9000))
    assert page.model.game == game, "nothing goes on"


def test_who_runs_out_is_not_asked_any_more_for_how_much_to_resign() -> None:
    page = page_at_decision()
    page.send(Command("resign"))
    assert page.model.dialog is DialogName.RESIGN
    run_out_of_time(page)
    assert page.model.dialog is None


def test_the_reason_is_kept() -> None:
    page = page_at_decision()
    run_out_of_time(page)
    again = Page()
    again.send(Restored(load(dump(snapshot(page.model)))))
    assert result_line(again.model.game) == result_line(page.model.game) is not None


def test_in_money_play_the_game_is_lost_and_the_next_has_a_new_bank() -> None:
    page = page_at_decision((("length", "0"), *TIMED[1:]))
    page.send(TimePassed(5 * SECOND + 5 * MINUTE + 1))
    assert page.model.game.match.phase is Phase.GAME_OVER
    assert page.model.game.match.score == (0, 1)
    page.send(Command("next-game"))
    assert clock_of(page.model) == Clock.of(clock_of(page.model).control)
    assert isinstance(page.model.game.log[-1], NextGame)


def test_a_clock_that_only_shows_ends_nothing() -> None:
    page = page_at_decision((TIMED[0], ("clock", "shows"), *TIMED[2:]))
    page.send(TimePassed(20 * MINUTE))
    assert page.model.game.match.result is None
    assert clock_of(page.model).bank_left(0) == 0
    page.send(Command("resign-offer", "3"))
    page.settle()
    assert page.model.game.match.result
    assert result_line(page.model.game) != Notice("ui.friend.end.time")


def test_thirty_and_ten_seconds_are_said_once_and_no_other() -> None:
    page = page_at_decision()
    page.effects.clear()
    for _ in range((5 * SECOND + BANK) // SECOND):
        page.send(TimePassed(1000))
    said = [effect for effect in page.effects if isinstance(effect, Announce)]
    assert [text(ENGLISH, each) for each in said] == ["30 seconds left.", "10 seconds left."]


def test_the_clock_is_looked_at_when_a_second_or_the_time_is_over() -> None:
    page = page_at_decision()
    page.effects.clear()
    page.send(TimePassed(400))
    assert page.effects == [LookAtClock(600)]
    page.send(TimePassed(5 * SECOND + BANK - 400 - 300))
    assert LookAtClock(300) in page.effects
    page.send(TimePassed(300))
    assert LookAtClock(1) in page.effects
    page.send(TimePassed(1))
    assert page.model.game.match.phase is Phase.MATCH_OVER


def test_what_a_turn_has_taken_is_kept_every_five_seconds_and_is_no_step_to_wait_for() -> None:
    page = page_at_decision()
    before = snapshot(page.model)
    kept = 0
    for _ in range(12):
        page.effects.clear()
        page.send(TimePassed(1000))
        kept += Save() in page.effects
    assert kept == 2
    assert is_step(before, snapshot(page.model))


def test_the_time_left_survives_and_closed_pages_take_none() -> None:
    page = page_at_decision()
    page.send(TimePassed(9000))
    again = Page()
    again.send(Restored(load(dump(snapshot(page.model)))))
    again.settle()
    assert again.model.game.clock == page.model.game.clock
    again.send(TimePassed(1000))
    assert clock_of(again.model).bank_left(0) == BANK - 5000


def test_without_its_part_nobody_is_charged_and_nothing_waits() -> None:
    page = page_at_decision()
    page.model = replace(page.model, parts=page.model.parts - {Part.CLOCK})
    page.effects.clear()
    page.send(TimePassed(9000))
    assert page.effects == [FetchPart(Part.CLOCK)]
    assert (clock_of(page.model).bank_left(0), page.model.waiting) == (BANK, ())
    page.send(PartLoaded(Part.CLOCK))
    page.send(TimePassed(6000))
    assert clock_of(page.model).bank_left(0) == BANK - 1000


def test_what_the_tutor_weighs_takes_no_time() -> None:
    page = page_at_decision()
    page.send(SettingChanged("tutor", "warn"))
    while not (page.model.analysis.caution and page.model.analysis.caution.remark is None):
        event = page.player_event() or (None if page.works else page.next_event())
        assert event
        page.send(event)
    before = page.model.game.clock
    page.send(TimePassed(9000))
    assert page.model.game.clock == before


@pytest.mark.parametrize(("kind", "read"), [("mat", parse_mat), ("sgf", parse_sgf)])
def test_files_say_that_the_match_was_lost_on_time(kind: str, read: object) -> None:
    page = page_at_decision((*TIMED, ("name0", "Ann")))
    run_out_of_time(page)
    page.effects.clear()
    page.send(Command("save-as", kind))
    (file,) = [effect for effect in page.effects if isinstance(effect, Download)]
    assert "Ann lost on time." in file.text
    assert callable(read)
    record = read(file.text)
    record = record[0] if isinstance(record, (tuple, list)) else record
    assert record.games[-1].actions[-1] == Awarded(1, (0, 3))
    assert record.end.score == (0, 3)


def test_the_match_file_of_this_page_says_so_too() -> None:
    page = page_at_decision((*TIMED, ("name0", "Ann")))
    run_out_of_time(page)
    page.effects.clear()
    page.send(Command("save-as", "json"))
    (file,) = [effect for effect in page.effects if isinstance(effect, Download)]
    assert read_text(file.text).comments == ((len(page.model.game.log) - 1, "Ann lost on time."),)


def test_a_match_that_another_goes_on_from_has_no_clock_and_the_first_keeps_its_own() -> None:
    page = page_at_decision()
    page.send(TimePassed(9000))
    page.send(Command("explore"))
    page.send(Submitted("play-here", ()))
    assert page.model.game_in_play.clock is None
    page.settle()
    page.send(Command("shelf-return"))
    assert clock_of(page.model).bank_left(0) == BANK - 4000


def test_a_rematch_has_the_whole_time_again() -> None:
    page = page_at_decision()
    run_out_of_time(page)
    page.settle()
    page.send(Command("rematch"))
    assert clock_of(page.model) == Clock.of(TimeControl(5 * SECOND, BANK))
