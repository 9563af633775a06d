"""A player who cannot see the board hears who begins, and with which roll, before the first play."""

from dataclasses import replace

import pytest
from app.friends import Device, exchange, play_to_letter, settle, start_friend_match, start_match_by_message

from backgammon.state.effects import Announce


def announcements(device: Device) -> list[str]:
    """Return the keys of all that was announced on a device."""
    return [effect.key for effect in device.effects if isinstance(effect, Announce)]


@pytest.mark.parametrize("seed", range(1, 7))
def test_both_hear_once_who_begins_when_a_live_match_connects(seed: int) -> None:
    for each in start_friend_match(seed=seed):
        heard = announcements(each)
        mine = each.model.game.match.on_roll == 0
        lines = heard.count("notice.starts.they"), heard.count("status.play.you")
        assert lines == ((0, 1) if mine else (1, 0))


def test_who_begins_is_announced_before_the_first_play_of_the_same_letter() -> None:
    found = False
    for seed in range(5, 9):
        ann, bob = start_match_by_message(seed)
        for each in (ann, bob):
            each.model = replace(each.model, reduced_motion=True)
        for _ in range(4):
            ann, bob = play_to_letter(ann, bob)
            exchange(ann, bob)
            settle(ann, bob)
            ann, bob = bob, ann
        for each in (ann, bob):
            heard = announcements(each)
            if "say.played.to-you" in heard and "notice.starts.they" in heard:
                found = True
                assert heard.index("notice.starts.they") < heard.index("say.played.to-you")
                assert heard.count("notice.starts.they") == 1
    assert found
