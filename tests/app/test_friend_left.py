"""A match against a friend that is left for another one is saved, and does not come back unasked."""

from collections.abc import Callable

import pytest
from app.friends import (
    Device,
    check_agreement,
    connect,
    disconnect,
    exchange,
    join,
    new_device,
    player_event,
    reconnect,
    settle,
    start_friend_match,
    start_match_by_message,
    write_letters,
)

from backgammon.app.commands import available
from backgammon.features.saving.saved_match import snapshot
from backgammon.friend.news import Kind
from backgammon.friend.stages import Link
from backgammon.state.effects import Save
from backgammon.state.events import ChangedElsewhere, Command, Restored, Submitted, TextReceived
from backgammon.state.model import Computer, DialogName, Remote

LIVE = (("opponent", "remote"), ("length", "3"), ("host", "Ann"), ("way", "live"))


def begin(ann: Device) -> None:
    ann.send(Submitted("new-game", (("opponent", "computer"), ("length", "5"))))


def return_to_shelf(ann: Device) -> None:
    ann.send(Command("shelf-return"))


def play_on(ann: Device) -> None:
    ann.send(Command("study-at", "1"))
    ann.send(Submitted("play-here", (("opponent", "computer"),)))


def take_over(ann: Device) -> None:
    other = new_device("Ann", 77)
    other.play_on(3)
    ann.send(ChangedElsewhere())
    ann.send(Command("take-other"))
    ann.carry_out(ann.desk.refresh(ann.kept))
    ann.send(Restored(snapshot(other.model)))


def start_live_match(inputs: int = 5) -> tuple[Device, Device]:
    """Return two pages in a live match; Ann's page has a match against the computer on the shelf."""
    ann, bob = new_device("Ann", 1), new_device("Bob", 2)
    ann.play_on(3)
    join(ann, bob, LIVE)
    for _ in range(inputs):
        settle(ann, bob)
        each, event = next((each, event) for each in (ann, bob) if (event := player_event(each)))
        each.send(event)
    settle(ann, bob)
    return ann, bob


def pass_time(*devices: Device) -> None:
    """Let 8 seconds pass, and carry out the orders of the desks at each."""
    for _ in range(8):
        for each in devices:
            each.now += 1000
            each.carry_out(each.desk.tick(each.now))


@pytest.mark.parametrize("leave", [begin, return_to_shelf, play_on, take_over])
def test_a_match_that_is_left_stays_away_until_it_is_opened_again(leave: Callable[[Device], None]) -> None:
    ann, bob = start_live_match()
    ((id, _),) = ann.kept.items()
    log = ann.model.game_in_play.log
    leave(ann)
    pass_time(ann, bob)
    assert isinstance(ann.model.game_in_play.setup.seats[1], Computer)
    assert not ann.open
    disconnect(bob)
    assert bob.notice_key == "notice.friend-lost"
    ann.play_on(3)
    assert isinstance(ann.model.game_in_play.setup.seats[1], Computer)
    ann.send(Command("new-game"))
    ann.send(Command("friend-act", f"open:{id}"))
    assert ann.model.game_in_play.log == log
    reconnect(ann, bob)
    assert ann.model.friend
    assert ann.model.friend.state
    assert ann.model.friend.state.link is Link.LIVE
    check_agreement(ann, bob)


def test_a_match_comes_back_when_the_friend_is_there_who_was_waited_for() -> None:
    ann, bob = new_device("Ann", 1), new_device("Bob", 2)
    bob.play_on(3)
    log = bob.model.game_in_play.log
    ann.send(Submitted("new-game", LIVE))
    bob.send(TextReceived(ann.written[Kind.INVITATION]))
    bob.send(Submitted("friend", (("accept", "yes"), ("name", "Bob"))))
    bob.send(Command("close"))
    bob.send(Command("shelf-return"))
    pass_time(ann, bob)
    assert bob.model.game_in_play.log == log
    ann.send(TextReceived(bob.written[Kind.ANSWER]))
    connect(ann, bob)
    settle(ann, bob)
    check_agreement(ann, bob)
    assert bob.model.shelf
    assert bob.model.shelf.log == log


def test_a_computer_that_thinks_as_a_match_is_opened_decides_nothing_in_it() -> None:
    ann, bob = start_match_by_message(5)
    write_letters(ann, bob, 2)
    ((id, _),) = ann.kept.items()
    log = ann.model.game_in_play.log
    begin(ann)
    while not ann.question:
        event = ann.next_event() or player_event(ann)
        assert event
        ann.send(event)
    ann.send(Command("new-game"))
    ann.send(Command("friend-act", f"open:{id}"))
    assert ann.question is None
    assert ann.model.pending_question is None
    settle(ann, bob)
    assert ann.model.game_in_play.log == log


def test_a_match_that_comes_back_leaves_it_open_which_page_goes_on() -> None:
    ann, bob = new_device("Ann", 1), new_device("Bob", 2)
    ann.send(Submitted("new-game", LIVE))
    bob.send(TextReceived(ann.written[Kind.INVITATION]))
    bob.send(Submitted("friend", (("accept", "yes"), ("name", "Bob"))))
    begin(bob)
    bob.send(ChangedElsewhere())
    ann.send(TextReceived(bob.written[Kind.ANSWER]))
    bob.effects.clear()
    connect(ann, bob)
    settle(ann, bob)
    assert bob.model.dialog is DialogName.OTHER_TAB
    assert Save() not in bob.effects
    bob.send(Command("keep-mine"))
    settle(ann, bob)
    check_agreement(ann, bob)


def test_a_match_that_comes_back_from_the_shelf_is_there_no_more() -> None:
    """A player who plays on alone from a position gets the match back with the friend's next message."""
    ann, bob = start_match_by_message(5)
    write_letters(ann, bob, 4)
    while event := ann.next_event() or player_event(ann):
        ann.send(event)
    bob.send(Command("explore"))
    bob.send(Submitted("play-here", (("opponent", "human"),)))
    bob.play_on(4)
    assert bob.model.shelf
    log = bob.model.game_in_play.log
    assert exchange(ann, bob)
    assert isinstance(bob.model.game_in_play.setup.seats[1], Remote)
    assert bob.model.shelf
    assert bob.model.shelf.log == log, "what was played meanwhile waits instead"


@pytest.mark.parametrize("way", ["live", "message"])
def test_a_match_that_is_deleted_leaves_the_board(way: str) -> None:
    """No further action would be possible in it."""
    ann, bob = start_friend_match((*LIVE[:-1], ("way", way)), 5)
    ((id, _),) = ann.kept.items()
    ann.send(Command("friend"))
    ann.send(Command("friend-act", "list"))
    ann.send(Command("friend-act", f"forget:{id}"))
    settle(ann, bob)
    assert ann.kept == {id: ""}
    assert isinstance(ann.model.game_in_play.setup.seats[1], Computer)
    assert ann.model.dialog is DialogName.FRIEND
    assert ann.model.friend
    assert ann.model.friend.matches == ()
    ann.send(Command("close"))
    assert "roll" in available(ann.model)


def test_a_match_that_is_deleted_gives_way_to_the_one_on_the_shelf_and_is_not_kept_there() -> None:
    ann, _ = start_live_match()
    ((id, _),) = ann.kept.items()
    shelf = ann.model.shelf
    assert shelf
    ann.send(Command("friend-act", f"forget:{id}"))
    assert (ann.model.game_in_play.log, ann.model.shelf) == (shelf.log, None)
    ann, bob = start_match_by_message(5)
    write_letters(ann, bob, 4)
    ((id, _),) = ann.kept.items()
    ann.send(Command("explore"))
    ann.send(Submitted("play-here", (("opponent", "human"),)))
    assert ann.model.shelf
    ann.send(Command("new-game"))
    ann.send(Command("friend-act", f"forget:{id}"))
    assert ann.model.shelf is None


def test_who_answers_a_call_waits_no_longer_for_the_connection_before() -> None:
    ann, bob = start_live_match()
    called = bob.restart()
    pass_time(ann)
    assert ann.model.friend
    assert ann.model.friend.state
    assert ann.model.friend.state.link is Link.SILENT
    called.send(Command("friend-act", "call"))
    ann.send(TextReceived(called.written[Kind.CALL]))
    assert ann.model.friend
    assert ann.model.friend.state
    assert ann.model.friend.state.link is Link.CLOSED
    ann.carry_out(ann.desk.on_closed(ann.dialled, ann.now))
    assert ann.desk.due is None, "nobody hears its signs of life"
