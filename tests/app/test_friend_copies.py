"""A match against a friend continues on another device (by a copy or with everything) or in another page."""

import json
import random

import pytest
from app.friends import (
    Device,
    check_agreement,
    disconnect,
    exchange,
    new_device,
    player_event,
    reconnect,
    settle,
    start_friend_match,
    start_match_by_message,
    wait,
    write_letters,
)

from backgammon.features.saving.backup import FRIENDS
from backgammon.features.saving.saved_match import snapshot
from backgammon.friend.news import Kind
from backgammon.friend.requests import Decide
from backgammon.friend.texts import OwnCopy, format_text
from backgammon.state.effects import Download, FriendRequest
from backgammon.state.events import ChangedElsewhere, Command, Restored, Submitted, TextReceived
from backgammon.state.friend import Sheet
from backgammon.state.model import Computer, Remote
from backgammon.storage.codec import dump, load


def test_a_match_goes_on_at_another_device_of_the_same_player() -> None:
    ann, bob = start_match_by_message(5)
    write_letters(ann, bob)
    ann.send(Command("friend-act", "own-copy"))
    assert ann.model.friend
    assert (ann.model.friend.kind, ann.model.friend.text) == (Kind.OWN_COPY, ann.written[Kind.OWN_COPY])
    tablet = new_device("Ann", 77)
    tablet.send(TextReceived(f"https://example.org/{ann.written[Kind.OWN_COPY]}"))
    assert tablet.model.friend
    assert tablet.model.friend.sheet is Sheet.COPY
    tablet.send(Command("friend-act", "take-copy"))
    settle(tablet, bob)
    check_agreement(tablet, bob)
    assert tablet.notice_key == "notice.friend-copied"
    write_letters(tablet, bob)
    assert len(ann.model.game_in_play.log) + 4 < len(bob.model.game_in_play.log)
    tablet.send(TextReceived(ann.written[Kind.OWN_COPY]))
    assert tablet.notice_key == "friend.text.nothing-new"


def test_a_copy_of_a_match_that_is_not_here_is_left_alone_unless_it_is_agreed() -> None:
    ann, bob = start_match_by_message(5)
    write_letters(ann, bob)
    ann.send(Command("friend-act", "own-copy"))
    tablet = new_device("Ann", 77)
    before = tablet.model.game_in_play
    tablet.send(TextReceived(ann.written[Kind.OWN_COPY]))
    assert tablet.kept == {}
    tablet.send(Command("friend-act", "decline"))
    tablet.send(Submitted("friend", (("accept", "yes"), ("name", "Ann"))))
    assert (tablet.model.game_in_play, tablet.model.dialog, tablet.kept) == (before, None, {})


def download_backup(each: Device) -> str:
    """Return the text of the file of everything."""
    each.send(Command("everything"))
    return next(effect.text for effect in reversed(each.effects) if isinstance(effect, Download))


def test_matches_come_along_with_everything_and_go_on_elsewhere() -> None:
    ann, bob = start_match_by_message(5)
    write_letters(ann, bob)
    text = download_backup(ann)
    tablet = new_device("Ann", 77)
    tablet.send(TextReceived(text))
    assert tablet.notice_key == "notice.everything"
    settle(tablet, bob)
    check_agreement(tablet, bob)
    write_letters(tablet, bob)
    entries = [*tablet.kept.values()]
    tablet.send(TextReceived(text))
    assert [*tablet.kept.values()] == entries, "an older file takes nothing back"
    ann.send(TextReceived(download_backup(tablet)))
    settle(ann, bob)
    assert ann.model.game_in_play.log == tablet.model.game_in_play.log


def test_a_damaged_match_in_the_file_of_everything_changes_nothing() -> None:
    ann, bob = start_match_by_message(5)
    write_letters(ann, bob, 2)
    data = json.loads(download_backup(ann))
    ((id, kept),) = data[FRIENDS].items()
    for damaged in ({"other": kept}, {id: None}, {id: {**kept, "version": 9}}):
        tablet = new_device("Ann", 77)
        before = tablet.model.game_in_play
        tablet.send(TextReceived(json.dumps({**data, FRIENDS: damaged})))
        assert tablet.notice_key == "error.everything"
        assert (tablet.model.game_in_play, tablet.kept) == (before, {})


def test_a_copy_that_the_friend_made_up_is_refused() -> None:
    ann, bob = start_match_by_message(5)
    write_letters(ann, bob)
    bob.send(Command("friend-act", "own-copy"))
    before, kept = ann.model.game_in_play, dict(ann.kept)
    ann.send(TextReceived(bob.written[Kind.OWN_COPY]))
    assert ann.notice_key == "friend.violation.forged"
    ann.send(TextReceived(format_text(OwnCopy("{}"))))
    assert ann.notice_key == "friend.text.unreadable"
    assert (ann.model.game_in_play, ann.kept) == (before, kept)


def test_a_match_that_another_page_went_on_with_is_taken_over_and_goes_on() -> None:
    ann, bob = start_match_by_message(5)
    first, friend = (ann, bob) if player_event(ann) else (bob, ann)
    other = first.restart()
    decide_alone(other)
    assert len(other.model.game_in_play.log) > len(first.model.game_in_play.log)
    first.send(ChangedElsewhere())
    first.send(Command("take-other"))
    first.carry_out(first.desk.refresh(first.kept))
    first.send(Restored(load(dump(snapshot(other.model)), own=True)))
    assert first.notice_key == ""
    assert first.model.game_in_play.log == other.model.game_in_play.log
    assert exchange(first, friend)
    settle(first, friend)
    check_agreement(first, friend)


def decide_alone(each: Device) -> None:
    """Make all decisions that do not have to wait for the other player."""
    while event := each.next_event() or player_event(each):
        each.send(event)


def sent_decisions(each: Device) -> list[Decide]:
    """Return the decisions that a page has sent to its desk."""
    asked = [effect.request for effect in each.effects if isinstance(effect, FriendRequest)]
    return [request for request in asked if isinstance(request, Decide)]


def test_a_page_that_is_opened_anew_tells_nothing_that_the_desk_knows() -> None:
    ann, bob = start_match_by_message(5)
    write_letters(ann, bob)
    again = ann.restart()
    assert not sent_decisions(again)
    assert again.model.game_in_play.log == ann.model.game_in_play.log


def test_a_page_that_is_opened_anew_tells_what_was_not_kept_of_its_decisions() -> None:
    each = next(each for each in start_match_by_message(5) if player_event(each))
    before = dict(each.kept)
    while not sent_decisions(each):
        before = dict(each.kept)
        event = each.next_event() or player_event(each)
        assert event
        each.send(event)
    each.kept = before
    again = each.restart()
    assert sent_decisions(again) == sent_decisions(each)
    assert again.model.game_in_play.log == each.model.game_in_play.log


def test_a_page_that_is_opened_anew_with_another_play_than_the_desk_follows_the_desk() -> None:
    each = next(each for each in start_match_by_message(5) if player_event(each))
    other = each.restart()
    each.kept, other.rng = dict(each.kept), random.Random(2)
    decide_alone(each)
    decide_alone(other)
    assert other.model.game_in_play.log != each.model.game_in_play.log
    each.kept = other.kept
    again = each.restart()
    assert not sent_decisions(again)
    assert again.model.game_in_play.log == other.model.game_in_play.log


def test_everything_that_knows_more_of_a_match_does_not_bring_it_back_to_the_board() -> None:
    """The board then shows another match of the file; the friend's match is saved as the file has it."""
    ann, bob = start_match_by_message(5)
    tablet = bob.restart()
    bob.kept = dict(bob.kept)
    write_letters(ann, tablet)
    tablet.send(Submitted("new-game", (("opponent", "computer"), ("length", "5"))))
    text = download_backup(tablet)
    assert isinstance(bob.model.game_in_play.setup.seats[1], Remote)
    assert not bob.model.game_in_play.log
    bob.send(TextReceived(text))
    settle(ann, bob)
    assert isinstance(bob.model.game_in_play.setup.seats[1], Computer)
    assert bob.notice_key == "notice.everything"
    assert bob.kept == tablet.kept


def switch_device() -> tuple[Device, Device, Device]:
    """Return three devices: Ann's first, its connection silent; the one Ann continues on; and Bob's."""
    form = (("opponent", "remote"), ("length", "3"), ("host", "Ann"), ("clock", "loses"), ("bank", "10"))
    ann, bob = start_friend_match((*form, ("way", "live")), 3)
    while not (ann.model.friend and ann.model.friend.state and ann.model.friend.state.can_roll):
        act(ann, bob)
    wait(ann, bob, 10_000)
    other = ann.restart()
    other.kept = dict(ann.kept)
    disconnect(bob)
    reconnect(other, bob)
    for _ in range(6):
        act(other, bob)
    ann.now += 60_000
    ann.carry_out(ann.desk.tick(ann.now))
    return ann, other, bob


def check_caught_up(ann: Device, other: Device) -> None:
    """Check that the first device has all that was done on the second, and has saved it."""
    assert ann.model.game_in_play.log == other.model.game_in_play.log
    assert ann.restart().model.game_in_play.log == other.model.game_in_play.log
    assert not ann.open


@pytest.mark.parametrize("bring", ["own-copy", "everything"])
def test_a_connection_that_fell_silent_takes_nothing_back(bring: str) -> None:
    """The match continued on another device; the older state on this one does not overwrite that."""
    ann, tablet, bob = switch_device()
    tablet.send(Command("friend-act", "own-copy"))
    ann.send(TextReceived(tablet.written[Kind.OWN_COPY] if bring == "own-copy" else download_backup(tablet)))
    settle(ann, bob)
    check_caught_up(ann, tablet)


def test_a_connection_that_fell_silent_takes_nothing_back_from_another_page() -> None:
    ann, page, bob = switch_device()
    ann.kept.update(page.kept)
    ann.send(ChangedElsewhere())
    ann.send(Command("take-other"))
    ann.carry_out(ann.desk.refresh(ann.kept))
    ann.send(Restored(load(dump(snapshot(page.model)), own=True)))
    settle(ann, bob)
    check_caught_up(ann, page)


def act(one: Device, two: Device) -> None:
    """Let one of the two players make an input."""
    each, event = next((each, event) for each in (one, two) if (event := player_event(each)))
    each.send(event)
    settle(one, two)


def test_a_match_that_is_kept_as_it_is_known_goes_on_where_the_rest_is_read_anew() -> None:
    """This happens when a database answers only after the match has begun."""
    ann, bob = start_match_by_message(5)
    write_letters(ann, bob, 2)
    for each in (ann, bob):
        each.carry_out(each.desk.refresh(each.kept))
    write_letters(ann, bob, 4)
    check_agreement(ann, bob)


def test_a_match_that_is_not_known_at_first_goes_on_where_another_page_has_kept_it() -> None:
    ann, bob = start_match_by_message(5)
    write_letters(ann, bob, 2)
    kept, ann.kept = ann.kept, {}
    again = ann.restart()
    assert again.notice_key == "friend.text.unknown-match"
    again.send(Command("friend"))
    assert again.model.friend
    assert again.model.friend.sheet is Sheet.LIST
    again.send(Command("close"))
    again.kept = kept
    again.carry_out(again.desk.refresh(kept))
    again.send(Restored(load(dump(snapshot(ann.model)), own=True)))
    write_letters(again, bob, 2)
    check_agreement(again, bob)
