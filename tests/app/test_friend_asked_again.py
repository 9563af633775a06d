"""A rematch that was asked for is not asked for twice, however often the page is loaded anew."""

import pytest
from app.friends import Device, disconnect, reconnect, settle
from app.test_friend_rematch import after_match, friend_of, match_ids, play_on

from backgammon.friend.news import Kind
from backgammon.state.events import Command, TextReceived


def matches(device: Device) -> list[str]:
    """Return the ids in the list of matches."""
    device.send(Command("friend-act", "list"))
    return [each.id for each in friend_of(device).matches]


@pytest.mark.parametrize("live", [False, True])
def test_a_rematch_asked_for_before_a_reload_is_the_one_that_is_asked_for_again(live: bool) -> None:
    ann, bob = after_match()
    before = match_ids(ann, bob)
    disconnect(ann, bob)
    ann.send(Command("rematch"))
    invitation, listed = ann.written[Kind.INVITATION], matches(ann)
    ann = ann.restart()
    settle(ann, bob)
    if live:
        reconnect(ann, bob)
    ann.send(Command("rematch"))
    settle(ann, bob)
    assert matches(ann) == listed
    if live:
        bob.send(Command("rematch"))
        play_on(ann, bob, before)
    else:
        assert ann.written[Kind.INVITATION] == invitation
        bob.send(TextReceived(invitation))
        assert friend_of(bob).invited


def test_an_invitation_to_somebody_else_is_no_rematch() -> None:
    ann, bob = after_match()
    disconnect(ann, bob)
    ann.send(Command("rematch"))
    (other, *_), ann = matches(ann), ann.restart()
    settle(ann, bob)
    ann.kept[other] = ann.kept[other].replace('"Bob"', '"Eve"')
    ann.carry_out(ann.desk.refresh(dict(ann.kept)))
    ann.send(Command("rematch"))
    assert len(matches(ann)) == 3
