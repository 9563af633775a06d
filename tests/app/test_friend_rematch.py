"""A rematch with a friend: asked for and accepted over the live link, at once by both, and by message."""

from dataclasses import replace

import pytest
from app.friends import (
    OFFER,
    Device,
    check_agreement,
    deliver,
    disconnect,
    exchange,
    player_event,
    receive,
    reconnect,
    settle,
    start_friend_match,
)
from view.models import SAY, attribute, nodes, texts

from backgammon.app.commands import actions, available
from backgammon.core.match import Phase
from backgammon.features.saving.saved_match import snapshot
from backgammon.friend import wire
from backgammon.friend.errors import violation_key
from backgammon.friend.match import FriendMatch
from backgammon.friend.news import Kind
from backgammon.friend.stages import Link, Stage, Violation
from backgammon.friend.wire import Remark, Rematch, format_message
from backgammon.state.events import Command, TextReceived
from backgammon.state.friend import FriendPage
from backgammon.view.page import page

LIVE = (("opponent", "remote"), ("length", "1"), ("white", "1"), ("host", "Ann"), ("way", "live"))
BY_MESSAGE = (*LIVE[:-1], ("way", "message"))


def friend_of(device: Device) -> FriendPage:
    assert device.model.friend
    return device.model.friend


def stage(device: Device) -> Stage:
    state = friend_of(device).state
    assert state
    return state.stage


def resign(one: Device, two: Device) -> None:
    """Play to the end of a match to one point: whoever may resigns."""
    for _ in range(20):
        settle(one, two)
        for each in (one, two):
            if "accept" in available(each.model):
                each.send(Command("accept"))
                break
            if "resign-offer" in available(each.model):
                each.send(Command("resign-offer", "1"))
                break
        else:
            if not (exchange(one, two) or exchange(two, one)):
                break
    settle(one, two)
    assert all(each.model.game.match.phase is Phase.MATCH_OVER for each in (one, two))


def after_match(form: tuple[tuple[str, str], ...] = LIVE) -> tuple[Device, Device]:
    """Return two pages whose match has just ended."""
    ann, bob = start_friend_match(form)
    resign(ann, bob)
    return ann, bob


def play_on(ann: Device, bob: Device, ids: tuple[str, ...]) -> None:
    """Check that both play a new match live, with the colours of the one before."""
    settle(ann, bob)
    for each in (ann, bob):
        state = friend_of(each).state
        assert state
        assert state.id not in ids
        assert (state.stage, state.link) == (Stage.PLAYING, Link.LIVE)
    assert ann.model.game.match.white == 1
    assert bob.model.game.match.white == 0
    check_agreement(ann, bob)
    for _ in range(12):
        event = next(((each, found) for each in (ann, bob) if (found := player_event(each))), None)
        assert event
        event[0].send(event[1])
        settle(ann, bob)
    check_agreement(ann, bob)


def match_ids(*devices: Device) -> tuple[str, ...]:
    return tuple(each.model.game.setup.seats[1].peer for each in devices)  # type: ignore[union-attr]


@pytest.mark.parametrize("asker", [0, 1])
def test_a_rematch_is_asked_for_and_accepted_with_one_press_each(asker: int) -> None:
    pages = after_match()
    one, two = pages[asker], pages[1 - asker]
    before = match_ids(*pages)
    assert "rematch" in actions(one.model)
    one.send(Command("rematch"))
    settle(*pages)
    assert "rematch" not in available(one.model)
    assert texts(page(one.model, SAY)).count(SAY("ui.friend.rematch.asked")) == 1
    drawn = page(two.model, SAY)
    assert SAY("ui.friend.rematch") in texts(drawn)
    assert actions(two.model) == ("rematch", "rematch-no", "review")
    two.send(Command("rematch"))
    settle(*pages)
    assert all(each.notice_key != "notice.friend-here" for each in pages), "they were connected before"
    play_on(*pages, before)
    resign(*pages)
    two.send(Command("rematch"))
    settle(*pages)
    one.send(Command("friend-act", "again"))
    play_on(*pages, before)


def test_both_ask_for_a_rematch_at_once() -> None:
    ann, bob = after_match()
    before = match_ids(ann, bob)
    for each in (ann, bob):
        each.send(Command("rematch"))
    play_on(ann, bob, before)
    for each in (ann, bob):
        each.send(Command("friend"))
        each.send(Command("friend-act", "list"))
        assert [match.stage for match in friend_of(each).matches] == [Stage.PLAYING, Stage.OVER]


def after_decline() -> tuple[Device, Device]:
    """Return two devices after a match, of which the second has declined the first one's rematch."""
    ann, bob = after_match()
    ann.send(Command("rematch"))
    settle(ann, bob)
    bob.send(Command("rematch-no"))
    settle(ann, bob)
    return ann, bob


def test_a_rematch_is_declined_and_leaves_no_trace() -> None:
    ann, bob = after_decline()
    assert SAY("friend.text.declined") in texts(page(ann.model, SAY))
    assert SAY("friend.text.declined") not in texts(page(bob.model, SAY))
    for each in (ann, bob):
        assert len([text for text in each.kept.values() if text]) == 1
        assert "rematch" in actions(each.model)
        assert SAY("ui.friend.rematch") not in texts(page(each.model, SAY))
    bob.send(Command("rematch"))
    settle(ann, bob)
    ann.send(Command("rematch"))
    play_on(ann, bob, match_ids())


def test_who_was_declined_and_asks_again_is_no_longer_told_so() -> None:
    ann, bob = after_decline()
    ann.send(Command("rematch"))
    disconnect(ann, bob)
    assert SAY("friend.text.declined") not in texts(page(ann.model, SAY))
    ann.send(Command("friend-act", "list"))
    ann.send(Command("friend-act", f"forget:{friend_of(ann).matches[0].id}"))
    assert SAY("friend.text.declined") not in texts(page(ann.model, SAY))


def test_who_looks_at_the_analysis_is_told_of_the_rematch() -> None:
    ann, bob = after_match()
    bob.send(Command("explore"))
    ann.send(Command("rematch"))
    settle(ann, bob)
    assert bob.notice_key == "ui.friend.rematch"


def test_what_is_said_while_the_new_match_begins_breaks_nothing() -> None:
    ann, bob = after_match()
    ann.send(Command("rematch"))
    deliver(ann, bob)
    ann.send(Command("friend-act", "say:again"))
    bob.send(Command("rematch"))
    play_on(ann, bob, match_ids())


def test_a_rematch_that_is_not_answered_yet_has_the_friend_s_name_in_the_list() -> None:
    ann, bob = after_match()
    disconnect(ann, bob)
    ann.send(Command("rematch"))
    for each in (ann, ann.restart()):
        each.send(Command("friend"))
        each.send(Command("friend-act", "list"))
        assert [(match.name, match.stage) for match in friend_of(each).matches] == [
            ("Bob", Stage.INVITING),
            ("Bob", Stage.OVER),
        ]
        asked = friend_of(each).matches[0].id
        each.send(Command("friend-act", f"open:{asked}"))
        assert each.written[Kind.INVITATION] == ann.written[Kind.INVITATION]


@pytest.mark.parametrize("lost", ["the question", "the answer", "nothing"])
def test_a_friend_who_comes_back_is_asked_again_for_the_rematch(lost: str) -> None:
    ann, bob = after_match()
    before = match_ids(ann, bob)
    if lost == "nothing":
        disconnect(ann, bob)
        ann.send(Command("rematch"))
    else:
        ann.send(Command("rematch"))
        if lost == "the answer":
            settle(ann, bob)
            bob.send(Command("rematch"))
        disconnect(ann, bob)
    settle(ann, bob)
    reconnect(ann, bob)
    if lost != "the answer":
        assert actions(bob.model)[:2] == ("rematch", "rematch-no")
        bob.send(Command("rematch"))
    play_on(ann, bob, before)


def test_two_who_loaded_their_pages_anew_after_the_end_can_be_live_again_for_a_rematch() -> None:
    ann, bob = after_match()
    before = match_ids(ann, bob)
    disconnect(ann, bob)
    ann, bob = ann.restart(), bob.restart()
    settle(ann, bob)
    ann.send(Command("friend"))
    drawn = page(ann.model, SAY)
    assert {"call", "write"} & {attribute(each, "data-value") for each in nodes(drawn)} == {"call"}
    reconnect(ann, bob)
    ann.send(Command("rematch"))
    settle(ann, bob)
    bob.send(Command("rematch"))
    play_on(ann, bob, before)


@pytest.mark.parametrize("crosses", [True, False])
def test_a_rematch_that_is_deleted_is_no_longer_asked_for(crosses: bool) -> None:
    ann, bob = after_match()
    before = match_ids(ann, bob)
    ann.send(Command("rematch"))
    settle(ann, bob)
    ann.send(Command("friend"))
    ann.send(Command("friend-act", "list"))
    ann.send(Command("friend-act", f"forget:{friend_of(ann).matches[0].id}"))
    if crosses:
        bob.send(Command("rematch"))
        deliver(ann, bob)
        disconnect(bob)
        assert ann.notice_key == "friend.text.unknown-match"
        return
    settle(ann, bob)
    assert "rematch-no" not in actions(bob.model)
    bob.send(Command("rematch"))
    settle(ann, bob)
    ann.send(Command("close"))
    ann.send(Command("rematch"))
    play_on(ann, bob, before)


@pytest.mark.parametrize("accepts_first", [True, False])
def test_a_rematch_survives_a_lost_connection(accepts_first: bool) -> None:
    ann, bob = after_match()
    ann.send(Command("rematch"))
    deliver(ann, bob)
    if accepts_first:
        bob.send(Command("rematch"))
        disconnect(ann, bob)
        bob.send(Command("friend-act", "answer"))
    else:
        disconnect(ann, bob)
        settle(ann, bob)
        assert "rematch" in actions(ann.model)
        bob.send(Command("rematch"))
    ann = ann.restart()
    ann.send(TextReceived(bob.written[Kind.ANSWER]))
    assert stage(ann) is Stage.PLAYING
    reconnect(ann, bob)
    play_on(ann, bob, match_ids())


def test_by_message_the_last_letter_comes_first_then_one_press_makes_the_invitation() -> None:
    ann, bob = start_friend_match(BY_MESSAGE)
    for _ in range(20):
        settle(ann, bob)
        for each in (ann, bob):
            if "accept" in available(each.model):
                each.send(Command("accept"))
            elif "resign-offer" in available(each.model):
                each.send(Command("resign-offer", "1"))
        settle(ann, bob)
        if any(each.model.game.match.phase is Phase.MATCH_OVER for each in (ann, bob)):
            break
        assert exchange(ann, bob) or exchange(bob, ann)
    last, other = (ann, bob) if ann.model.game.match.phase is Phase.MATCH_OVER else (bob, ann)
    assert "rematch" not in available(last.model)
    assert exchange(last, other)
    settle(last, other)
    for each in (last, other):
        assert "rematch" in actions(each.model)
    other.send(Command("rematch"))
    invitation = other.written[Kind.INVITATION]
    assert not other.notice_key
    other.send(Command("close"))
    assert SAY("ui.friend.rematch.asked") in texts(page(other.model, SAY))
    other.send(Command("rematch"))
    assert other.written[Kind.INVITATION] == invitation, "pressed again, it shows the same invitation"
    last.send(TextReceived(invitation))
    invited = friend_of(last).invited
    assert invited
    assert not invited.live
    assert SAY("dialog.play-here.about") not in texts(page(last.model, SAY)), "no match has to wait"
    before = match_ids(last, other)
    last.send(Command("friend-act", "decline"))
    other.send(TextReceived(last.written[Kind.DECLINE]))
    assert match_ids(last, other) == before
    assert SAY("ui.friend.rematch.asked") not in texts(page(other.model, SAY))
    other.send(Command("rematch"))
    other.send(Command("friend-act", "list"))
    other.send(Command("friend-act", f"forget:{friend_of(other).matches[0].id}"))
    assert SAY("ui.friend.rematch.asked") not in texts(page(other.model, SAY))


def test_a_match_ended_by_agreement_can_be_played_again() -> None:
    ann, bob = start_friend_match(LIVE)
    one, two = (ann, bob) if "resign" in available(ann.model) else (bob, ann)
    one.send(Command("friend-act", "end"))
    settle(ann, bob)
    two.send(Command("friend-act", "end-yes"))
    settle(ann, bob)
    drawn = page(one.model, SAY)
    assert SAY("ui.friend.end.agreed") in texts(drawn)
    assert "again" in {attribute(each, "data-value") for each in nodes(drawn)}
    for each in (one, two):
        each.send(Command("friend-act", "again"))
        settle(ann, bob)
    play_on(ann, bob, match_ids())


def test_a_reloaded_page_asks_for_a_rematch_by_message() -> None:
    ann, bob = after_match()
    disconnect(ann, bob)
    ann = ann.restart()
    settle(ann, bob)
    assert "rematch" in actions(ann.model)
    ann.send(Command("rematch"))
    bob.send(TextReceived(ann.written[Kind.INVITATION]))
    assert friend_of(bob).invited


def _from_bob(bob: Device, message: Rematch | Remark) -> bytes:
    """Return a message under the seal of the match on Bob's board."""
    match = bob.desk._active.match
    return format_message(message, match._common.key, match._kept.side).encode()


@pytest.mark.parametrize("fault", ["terms", "too early"])
def test_a_rematch_with_other_terms_or_before_the_end_is_refused(fault: str) -> None:
    ann, bob = start_friend_match(LIVE) if fault == "too early" else after_match()
    match = bob.desk._active.match
    terms = match.rematch_terms(by_us=True)
    if fault == "terms":
        terms = replace(terms, white=1 - terms.white)
    invitation = FriendMatch.host(terms, "Bob", bytes(32))[0].invitation()
    before = snapshot(ann.model)
    receive(ann, _from_bob(bob, Rematch(invitation)))
    assert ann.notice_key == violation_key(Violation.NOT_AGREED)
    assert snapshot(ann.model) == before


@pytest.mark.parametrize("text", ["", "#friend=1i", "live", "letter"])
def test_only_invitations_and_answers_without_a_connection_come_as_a_rematch(text: str) -> None:
    ann, bob = after_match()
    match = bob.desk._active.match
    host = FriendMatch.host(match.rematch_terms(by_us=True), "Bob", bytes(32))[0]
    written = {"live": host.invitation(OFFER), "letter": match.letter()}.get(text, text)
    receive(ann, _from_bob(bob, Rematch(written)))
    assert ann.notice_key == violation_key(Violation.UNREADABLE)


def test_the_rematch_has_a_version_of_its_own_so_that_an_older_page_says_that_the_versions_differ() -> None:
    _, bob = after_match()
    assert b'[2,"rematch",' in _from_bob(bob, Rematch("#friend=1i"))
    assert b'[1,"remark",' in _from_bob(bob, Remark("again", ""))


def test_an_older_page_says_that_the_versions_differ_and_the_invitation_can_be_sent(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ann, bob = after_match()
    ann.send(Command("rematch"))
    with monkeypatch.context() as older:
        older.delitem(wire._KINDS, "rematch")
        settle(ann, bob)
    assert bob.notice_key == violation_key(Violation.VERSION)
    assert ann.notice_key == violation_key(Violation.VERSION, by_friend=False)
    ann.send(Command("rematch"))
    bob.send(TextReceived(ann.written[Kind.INVITATION]))
    assert friend_of(bob).invited
