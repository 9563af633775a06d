"""A match that one of two friends deletes: what the other is told, what is kept, and how both play again."""

import pytest
from app.friends import (
    FORM,
    Device,
    check_agreement,
    deliver,
    disconnect,
    exchange,
    player_event,
    reconnect,
    settle,
    start_friend_match,
    start_match_by_message,
    write_letters,
)
from app.test_friend_rematch import LIVE, after_match, friend_of, match_ids, play_on, resign

from backgammon.friend import wire
from backgammon.friend.errors import violation_key
from backgammon.friend.news import Kind
from backgammon.friend.stages import Link, Stage, Violation
from backgammon.state.events import Command, Submitted, TextReceived


def delete(each: Device, index: int = 0) -> None:
    """Delete the match at this place of the list."""
    each.send(Command("friend-act", "list"))
    each.send(Command("friend-act", f"forget:{friend_of(each).matches[index].id}"))
    each.send(Command("close"))


def begin(seed: int = 3) -> tuple[Device, Device]:
    """Return two pages in the middle of a live match."""
    ann, bob = start_friend_match((*FORM[:1], ("length", "3"), *FORM[2:]), seed)
    for _ in range(6):
        each, event = next((each, event) for each in (ann, bob) if (event := player_event(each)))
        each.send(event)
        settle(ann, bob)
    return ann, bob


def test_a_friend_who_is_connected_is_told_and_keeps_the_match() -> None:
    ann, bob = begin()
    kept, log = dict(bob.kept), bob.model.game_in_play.log
    delete(ann)
    settle(ann, bob)
    assert bob.notice_key == "notice.friend-deleted"
    bob.carry_out(bob.desk.on_closed(bob.dialled, bob.now))
    assert bob.notice_key == "notice.friend-deleted", "that the connection ends is no news"
    state = friend_of(bob).state
    assert state
    assert (state.stage, state.link) == (Stage.PLAYING, Link.CLOSED)
    assert (bob.kept, bob.model.game_in_play.log) == (kept, log)
    assert not any(ann.kept.values())


def test_the_end_of_a_match_that_is_over_is_no_news() -> None:
    ann, bob = after_match()
    delete(ann)
    settle(ann, bob)
    assert bob.notice_key == ""


def test_an_older_page_ends_the_connection_too(monkeypatch: pytest.MonkeyPatch) -> None:
    ann, bob = begin()
    log = bob.model.game_in_play.log
    delete(ann)
    with monkeypatch.context() as older:
        older.delitem(wire._KINDS, "deleted")
        deliver(ann, bob)
    assert bob.notice_key == violation_key(Violation.VERSION)
    assert bob.model.game_in_play.log == log


def test_what_comes_later_of_a_match_that_was_deleted_says_so_and_changes_nothing() -> None:
    ann, bob = start_match_by_message(5)
    write_letters(ann, bob, 3)
    one, two = (ann, bob) if player_event(ann) else (bob, ann)
    delete(two)
    while event := one.next_event() or player_event(one):
        one.send(event)
    before, kept = two.model.game_in_play, dict(two.kept)
    assert exchange(one, two)
    one.send(Command("friend-act", "call"))
    for kind in (Kind.LETTER, Kind.CALL):
        two.send(Command("dismiss"))
        two.send(TextReceived(one.written[kind]))
        assert two.notice_key == "friend.text.unknown-match"
    assert (two.model.game_in_play, two.kept) == (before, kept)


def test_who_deleted_a_match_still_has_a_name_in_the_next() -> None:
    """The match that begins in its place has no friend, but the same player."""
    ann, bob = after_match()
    delete(ann)
    disconnect(bob)
    bob.send(Command("rematch"))
    ann.send(TextReceived(bob.written[Kind.INVITATION]))
    name = ann.model.game_in_play.setup.seats[0].name
    ann.send(Submitted("friend", (("accept", "yes"), ("name", name))))
    bob.send(TextReceived(ann.written[Kind.ANSWER]))
    reconnect(ann, bob)
    check_agreement(ann, bob)
    assert bob.model.game_in_play.setup.seats[1].name == "Ann"


@pytest.mark.parametrize("who", [0, 1])
def test_a_rematch_goes_on_when_the_match_before_is_deleted(who: int) -> None:
    pages = ann, bob = after_match(LIVE)
    ann.send(Command("rematch"))
    settle(ann, bob)
    before = match_ids(ann, bob)
    bob.send(Command("rematch"))
    settle(ann, bob)
    delete(pages[who], 1)
    play_on(ann, bob, before)
    resign(ann, bob)


def test_a_rematch_that_is_deleted_in_the_middle_can_be_asked_for_again() -> None:
    ann, bob = after_match(LIVE)
    for each in (ann, bob):
        each.send(Command("rematch"))
        settle(ann, bob)
    old = friend_of(ann).state
    delete(ann)
    settle(ann, bob)
    assert bob.notice_key == "notice.friend-deleted"
    disconnect(bob)
    for each in (ann, bob):
        each.send(Command("new-game"))
        each.send(Command("friend-act", "list"))
        (over,) = [match.id for match in friend_of(each).matches if match.stage is Stage.OVER]
        each.send(Command("friend-act", f"open:{over}"))
        settle(ann, bob)
    reconnect(ann, bob)
    assert old
    for each in (ann, bob):
        each.send(Command("rematch"))
        settle(ann, bob)
    play_on(ann, bob, (old.id,))


def test_who_deletes_everything_tells_a_friend_who_is_connected() -> None:
    ann, bob = begin()
    ann.send(Command("delete-everything"))
    settle(ann, bob)
    assert not any(ann.kept.values())
    assert bob.notice_key == "notice.friend-deleted"
