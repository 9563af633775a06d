"""Reloading, damaged data, no storage, and a second tab."""

from dataclasses import replace

import pytest
from app.fake import ENGLISH, Page, new_page
from app.inputs import STARTS
from app.positions import page_at
from view.models import attribute, nodes, texts

from backgammon.app.commands import available
from backgammon.core.match import Phase, new_match
from backgammon.core.variations import Variations
from backgammon.features.game.dice_check import check_games
from backgammon.features.saving.saved_match import snapshot
from backgammon.friend.news import Invited, Passed
from backgammon.friend.terms import Terms
from backgammon.protocol.levels import DEFAULT_LEVEL, FIRST_LEVEL, LEVELS
from backgammon.state.effects import LoadOtherTab, Save
from backgammon.state.events import (
    ChangedElsewhere,
    Command,
    EngineReady,
    Event,
    FriendNews,
    LinesKept,
    Restored,
    SettingChanged,
    StorageFailed,
    StorageWorks,
    Submitted,
    Tapped,
    TextReceived,
)
from backgammon.state.model import Computer, DialogName, Human, Lines, Model, Settings, Speed
from backgammon.state.stage import Waiting
from backgammon.storage.codec import dump, load
from backgammon.storage.log import Log
from backgammon.view.page import page as draw_page

NORMAL = Settings(speed=Speed.NORMAL)
LINK = "#xgid=-b----E-C---eE---c-e----B-:0:0:1:31:2:1:0:5:10"


def reload(model: Model) -> Page:
    page = Page()
    page.send(Restored(load(dump(snapshot(model))), settings=model.settings))
    return page


def in_play(seed: int = 1) -> Page:
    """Return a page on which the person has rolled and moved a checker, with a choice of plays."""
    page = new_page((("length", "3"),), seed)
    page.settle()
    while not page.model.game.moves or "redo" in available(page.model):
        event = page.player_event()
        assert event
        page.send(event)
        if not page.model.game.moves:
            page.settle()
    return page


def test_a_first_visitor_meets_somebody_easier_and_a_returning_one_whom_he_left() -> None:
    page = Page()
    page.send(Restored(None))
    assert page.model.game.setup.seats[1] == Computer(FIRST_LEVEL)
    assert LEVELS.index(FIRST_LEVEL) < LEVELS.index(DEFAULT_LEVEL)
    left = replace(page.model.game.setup, seats=(Human(), Computer(DEFAULT_LEVEL)))
    back = reload(replace(page.model, game=replace(page.model.game, setup=left)))
    assert back.model.game.setup.seats[1] == Computer(DEFAULT_LEVEL)


def test_the_first_visit_keeps_the_first_model_and_draws_a_secret() -> None:
    page = Page()
    page.send(Restored(None))
    assert len(page.model.game.games) == 1
    assert page.model.notice is None
    assert Save() in page.effects


def test_a_reload_in_mid_play_restores_the_steps_and_the_dice() -> None:
    before = in_play().model
    after = reload(before).model
    for name in ("match", "log", "games", "moves", "swapped", "last_moves", "last_player"):
        assert getattr(after.game, name) == getattr(before.game, name), name
    assert after.settings == before.settings
    offered = {"offer-yes", "offer-no"}
    assert available(after) == tuple(name for name in available(before) if name not in offered)


def test_opening_a_kept_match_writes_nothing() -> None:
    page = reload(in_play().model)
    assert Save() not in page.effects


def test_the_next_roll_is_the_same_after_a_reload() -> None:
    page = page_at()
    page.model = replace(page.model, game=replace(page.model.game, match=new_match(length=5), log=Log()))
    page.send(Command("roll"))
    page.settle()
    first = page.model
    begun = replace(first.game, match=new_match(length=5), log=Log(), moves=(), stage=Waiting())
    again = reload(replace(first, game=begun))
    again.send(Command("roll"))
    assert again.model.game.log[0] == first.game.log[0]


def test_a_play_that_was_being_shown_is_shown_on() -> None:
    page = new_page(seed=2)
    page.send(SettingChanged("speed", "normal"))
    while (
        not page.model.game.moves_to_show or page.model.game.match.on_roll == 0 or not page.model.game.moves
    ):
        event = page.next_event() or page.player_event()
        assert event
        page.send(event)
    again = reload(page.model)
    assert again.model.game.moves == page.model.game.moves
    assert again.model.game.moves_to_show == page.model.game.moves_to_show
    again.send(EngineReady())
    again.starting = False
    again.settle()
    assert len(again.model.game.log) > len(page.model.game.log)


def test_what_a_computer_had_half_moved_in_foreign_data_is_taken_back() -> None:
    page = page_at(dice=(3, 1), on_roll=1)
    page.send(EngineReady())
    page.send_next()
    assert page.model.game.match.on_roll == 0
    half = page_at(dice=(3, 1), on_roll=1).model
    saved = replace(snapshot(half), moves=page.model.game.last_moves[:1])
    fresh = Page()
    fresh.send(Restored(saved))
    assert fresh.model.game.moves == ()


def test_a_computer_of_a_level_that_is_no_more_gets_the_usual_one() -> None:
    saved = snapshot(in_play().model)
    seats = (saved.setup.seats[0], Computer("grandmaster"))
    page = Page()
    page.send(Restored(replace(saved, setup=replace(saved.setup, seats=seats))))
    assert page.model.game.setup.seats[1] == Computer(DEFAULT_LEVEL)


def test_damaged_data_is_said_to_be_set_aside_and_a_new_match_is_ready() -> None:
    page = Page()
    page.send(Restored(None, "notice.data-set-aside"))
    assert page.notice_key == "notice.data-set-aside"
    assert "roll" in available(page.model)


def test_without_storage_the_match_goes_on_and_says_so_once() -> None:
    page = new_page()
    page.send(StorageFailed())
    assert page.notice_key == "notice.no-storage"
    page.send(Command("dismiss"))
    page.send(StorageFailed())
    assert page.model.notice is None
    assert not page.model.storage_works


def test_once_storage_works_again_a_later_failure_is_said_anew() -> None:
    page = new_page()
    page.send(StorageFailed())
    page.send(StorageWorks())
    assert (page.model.storage_works, page.model.notice) == (True, None)
    page.send(StorageFailed())
    page.send(Command("dismiss"))
    page.send(StorageWorks())
    page.send(StorageFailed())
    assert page.notice_key == "notice.no-storage"


def test_while_another_tab_is_in_question_nothing_is_saved_and_the_board_waits() -> None:
    page = in_play()
    page.send(ChangedElsewhere())
    assert page.model.dialog is DialogName.OTHER_TAB
    assert available(page.model) == ("take-other", "keep-mine")
    contested = page.model
    page.effects.clear()
    for event in (
        Tapped(6),
        Command("close"),
        Command("undo"),
        Command("settings"),
        Submitted("new-game", ()),
    ):
        page.send(event)
    page.settle()
    assert snapshot(page.model) == snapshot(contested)
    assert page.model.dialog is DialogName.OTHER_TAB
    assert Save() not in page.effects


@pytest.mark.parametrize(
    "event",
    [
        LinesKept(Lines(Variations.of(STARTS[0]))),
        FriendNews(Invited("Ada", Terms(), live=True)),
        FriendNews(Passed()),
    ],
)
def test_what_comes_by_itself_does_not_answer_whose_match_goes_on(event: Event) -> None:
    page = in_play()
    page.send(ChangedElsewhere())
    page.effects.clear()
    page.send(event)
    assert page.model.dialog is DialogName.OTHER_TAB
    assert Save() not in page.effects, "the other match would be lost"
    page.send(Command("keep-mine"))
    assert page.model.dialog is None


def test_keeping_mine_writes_it_over_the_other() -> None:
    page = in_play()
    page.send(ChangedElsewhere())
    page.effects.clear()
    page.send(Command("keep-mine"))
    assert page.effects == [Save()]
    assert page.model.dialog is None


def test_taking_the_other_replaces_this_match() -> None:
    page, other = in_play(), in_play(seed=5)
    page.send(ChangedElsewhere())
    page.send(Command("take-other"))
    assert LoadOtherTab() in page.effects
    page.send(Restored(snapshot(other.model)))
    assert snapshot(page.model) == snapshot(other.model)
    assert page.model.dialog is None


def test_rolls_after_many_reloads_are_still_those_of_the_secret() -> None:
    page = new_page((("length", "1"),), seed=9)
    page.play_on(5)
    while not page.model.game.match.result:
        page = reload(page.model)
        page.rng.seed(len(page.model.game.log))
        page.play_on(5, (Phase.MATCH_OVER,))
    (game,) = check_games(page.model.game.log, page.model.game.games)
    assert game.agrees


def test_a_match_of_another_tab_that_cannot_be_read_is_said_where_it_was_asked_for() -> None:
    page = in_play()
    page.send(ChangedElsewhere())
    page.send(Command("take-other"))
    page.send(StorageFailed())
    dialog = next(each for each in nodes(draw_page(page.model, ENGLISH)) if each.tag == "dialog")
    assert ENGLISH("notice.no-storage") in texts(dialog)


@pytest.mark.parametrize("first", [0, 1], ids=["told", "changed"])
def test_a_page_whose_link_another_tab_has_taken_says_so_and_keeps_no_match(first: int) -> None:
    page = new_page()
    events: list[Event] = [FriendNews(Passed()), ChangedElsewhere()]
    for event in (events[first], events[1 - first]):
        page.send(event)
    dialog = next(each for each in nodes(draw_page(page.model, ENGLISH)) if each.tag == "dialog")
    assert ENGLISH("notice.friend-passed") in texts(dialog)
    commands = {attribute(each, "data-command") for each in nodes(dialog)}
    assert commands - {None, ""} == {"take-other"}


@pytest.mark.parametrize("answer", ["keep-mine", "take-other"])
def test_a_link_that_comes_while_another_tab_is_in_question_is_opened_afterwards(answer: str) -> None:
    page = in_play()
    mine = snapshot(page.model)
    page.send(ChangedElsewhere())
    for _ in range(2):
        page.send(TextReceived(LINK))
    assert page.model.dialog is DialogName.OTHER_TAB
    assert page.model.replay is None
    page.send(Command(answer))
    if answer == "take-other":
        page.send(Restored(mine))
    assert page.model.replay is not None
    assert page.model.waiting == ()
