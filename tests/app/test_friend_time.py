"""Whoever decides in a match against a friend is told when the time runs short."""

from app.fake import ENGLISH
from app.friends import FORM, Device, player_event, settle, start_friend_match, wait

from backgammon.features.speech.status_text import text
from backgammon.state.effects import Announce
from backgammon.state.events import FriendTime


def announcements_of_time(device: Device) -> list[str]:
    """Return what was said of the time left."""
    said = [effect for effect in device.effects if isinstance(effect, Announce)]
    return [text(ENGLISH, each) for each in said if each.key == "say.time-left"]


def test_whose_time_runs_short_is_told_twice_and_the_friend_is_not() -> None:
    ann, bob = start_friend_match((*FORM, ("clock", "loses"), ("delay", "5"), ("bank", "1")))
    settle(ann, bob)
    mover, other = (ann, bob) if player_event(ann) else (bob, ann)
    for _ in range(70):
        wait(ann, bob, 1000)
        for each in (ann, bob):
            each.send(FriendTime(each.now))
    assert announcements_of_time(mover) == ["30 seconds left.", "10 seconds left."]
    assert announcements_of_time(other) == []
