"""What a friend asks has the room that a notice had: on a small phone there is not enough for both."""

import pytest
from app.friends import (
    FORM,
    Device,
    disconnect,
    player_event,
    reconnect,
    settle,
    start_friend_match,
)
from app.test_friend_rematch import after_match

from backgammon.app.commands import available
from backgammon.core.match import Phase
from backgammon.state.effects import Announce
from backgammon.state.events import Command, Event

LONG = (("opponent", "remote"), ("length", "3"), ("host", "Ann"), ("way", "live"))
END = Command("friend-act", "end")


def who_may(command: str, ann: Device, bob: Device) -> tuple[Device, Device]:
    """Play until one of the two may give this command; return that one first."""
    for _ in range(200):
        settle(ann, bob)
        for one, other in ((ann, bob), (bob, ann)):
            if command in available(one.model):
                return one, other
        each, event = next((each, event) for each in (ann, bob) if (event := player_event(each)))
        each.send(event)
    raise AssertionError(f"nobody may ever {command}")


@pytest.mark.parametrize(
    ("command", "asked"),
    [("resign", END), ("double", Command("double")), ("resign", Command("resign-offer", "1"))],
)
def test_what_a_friend_asks_takes_the_place_of_a_notice(command: str, asked: Event) -> None:
    ann, bob = start_friend_match(LONG, 3)
    one, other = who_may(command, ann, bob)
    one.send(Command("friend-act", "say:moment"))
    settle(one, other)
    assert other.notice_key == "notice.friend-says.named"
    one.send(asked)
    settle(one, other)
    assert other.notice_key == ""
    one.send(Command("friend-act", "say:sorry"))
    settle(one, other)
    assert other.notice_key == "notice.friend-says.named", "what is said later is shown"


def test_what_is_asked_after_the_match_takes_the_place_of_a_notice() -> None:
    ann, bob = after_match()
    ann.send(Command("friend-act", "say:again"))
    settle(ann, bob)
    assert bob.notice_key
    ann.send(Command("rematch"))
    settle(ann, bob)
    assert bob.notice_key == ""


def test_a_connection_that_comes_back_while_something_is_asked_is_only_announced() -> None:
    one, other = who_may("resign", *start_friend_match(FORM, 3))
    one.send(END)
    settle(one, other)
    disconnect(one, other)
    before = len(other.effects)
    reconnect(one, other)
    assert other.model.friend
    assert other.model.friend.state
    assert other.model.friend.state.end_offered
    assert other.model.game_in_play.match.phase is not Phase.MATCH_OVER
    assert other.notice_key == ""
    assert Announce("notice.friend-here") in other.effects[before:]
    assert one.notice_key == "notice.friend-here"
