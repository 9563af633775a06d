"""Two devices of one player have gone on differently in the same match: what a copy of the other one does."""

import random

from app.friends import (
    Device,
    check_agreement,
    disconnect,
    exchange,
    player_event,
    reconnect,
    settle,
    start_match_by_message,
    wait,
    write_letters,
)
from app.test_friend_copies import decide_alone
from view.models import SAY, texts

from backgammon.friend.news import Kind
from backgammon.friend.stages import BEAT
from backgammon.state.events import Command, TextReceived
from backgammon.view.page import page


def fork() -> tuple[Device, Device, Device]:
    """Return two devices of one player that have made different plays, and the friend's."""
    ann, bob = start_match_by_message(5)
    write_letters(ann, bob, 6)
    while not player_event(ann) or ann.model.game_in_play.match.dice is None:
        write_letters(ann, bob, 1)
    tablet = ann.restart()
    tablet.kept, tablet.rng = dict(ann.kept), random.Random(2)
    decide_alone(ann)
    decide_alone(tablet)
    assert ann.model.game_in_play.log != tablet.model.game_in_play.log
    return ann, tablet, bob


def open_copy(source: Device, target: Device) -> None:
    """Open a private copy of one device at another."""
    source.send(Command("friend-act", "own-copy"))
    source.send(Command("close"))
    target.send(TextReceived(source.written[Kind.OWN_COPY]))


def test_a_copy_that_differs_is_called_that_and_the_match_here_stays() -> None:
    ann, tablet, bob = fork()
    before, kept = ann.model.game_in_play, dict(ann.kept)
    open_copy(tablet, ann)
    assert ann.notice_key == "friend.text.copy-differs"
    assert SAY("friend.text.copy-differs") in texts(page(ann.model, SAY))
    assert (ann.model.game_in_play, ann.kept) == (before, kept)
    assert exchange(ann, bob)
    settle(ann, bob)
    check_agreement(ann, bob)


def test_a_copy_that_differs_is_taken_once_the_match_here_is_deleted() -> None:
    ann, tablet, bob = fork()
    (id,) = ann.kept
    ann.send(Command("friend-act", "list"))
    ann.send(Command("friend-act", f"forget:{id}"))
    open_copy(tablet, ann)
    ann.send(Command("friend-act", "take-copy"))
    settle(ann, bob)
    assert ann.model.game_in_play.log == tablet.model.game_in_play.log


def test_the_copy_that_the_friend_goes_on_with_takes_the_place_of_another_play() -> None:
    ann, tablet, bob = fork()
    assert exchange(tablet, bob)
    settle(tablet, bob)
    write_letters(tablet, bob, 2)
    open_copy(tablet, ann)
    settle(ann, bob)
    assert ann.notice_key == "notice.friend-copied"
    assert ann.model.game_in_play.log == tablet.model.game_in_play.log


def test_a_copy_of_a_play_that_the_friend_has_seen_live_is_on_the_board_at_once() -> None:
    """It is as long as the one here, and differs in its last play alone."""
    ann, tablet, bob = fork()
    reconnect(tablet, bob)
    wait(tablet, bob, 2 * BEAT)
    disconnect(tablet, bob)
    assert len(tablet.model.game_in_play.log) == len(ann.model.game_in_play.log)
    open_copy(tablet, ann)
    settle(ann, bob)
    assert ann.notice_key == "notice.friend-copied"
    assert ann.model.game_in_play.log == tablet.model.game_in_play.log
    check_agreement(ann, bob)


def test_a_copy_with_another_play_than_the_friend_has_takes_nothing_back() -> None:
    ann, tablet, bob = fork()
    assert exchange(ann, bob)
    settle(ann, bob)
    write_letters(ann, bob, 1)
    log = ann.model.game_in_play.log
    open_copy(tablet, ann)
    assert ann.notice_key == "friend.text.copy-differs"
    assert ann.model.game_in_play.log == log


def test_a_copy_from_before_the_two_differ_brings_nothing() -> None:
    ann, bob = start_match_by_message(5)
    write_letters(ann, bob, 6)
    open_copy(ann, ann)
    assert ann.notice_key == "friend.text.nothing-new"
