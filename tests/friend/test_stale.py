"""A device comes back with an older state of a match with a clock: nobody is accused of its time."""

import pytest
from friend.pair import Device, Pair, some_action

from backgammon.core.match import Phase
from backgammon.core.time_control import SECOND, TimeControl
from backgammon.friend.entries import TICK
from backgammon.friend.match import FriendMatch
from backgammon.friend.stages import Link
from backgammon.friend.terms import Terms


def second_device(device: Device) -> Device:
    """Return another device of the same player, with what this one has stored."""
    return Device(FriendMatch.restore(device.store), [])


def think_long(seconds: int, when: str = "as it begins") -> tuple[Pair, Device, Device, Device]:
    """Return a match with a long thought: the side to play, its older device, and the friend's device.

    when: the older device has a copy made "as it begins" to think, or "a turn ago".
    """
    pair = Pair(Terms(length=3, clock=TimeControl(0, 60 * SECOND)), seed=4).connect()
    for _ in range(3):
        pair.play()
    older = {device: second_device(device) for device in pair.devices}
    pair.play()
    while pair.host.match.match.phase is not Phase.TO_PLAY:
        pair.play()
    word, friend = sorted(pair.devices, key=lambda device: not device.match.is_our_turn)
    copy = older[word] if when == "a turn ago" else second_device(word)
    pair.wait(seconds * SECOND)
    return pair, word, copy, friend


def meet(pair: Pair, one: Device, other: Device) -> None:
    """Let two devices meet over a new connection, once those that had one have lost it."""
    pair.disconnect()
    for each in pair.devices:
        each.take_sent()
    pair.host, pair.guest = sorted((one, other), key=lambda device: not device.match.is_host)
    pair.devices = pair.host, pair.guest
    pair.connect()


def play(pair: Pair, word: Device) -> None:
    word.do(word.match.decide(some_action(word.match, pair.rng), pair.now))
    pair.settle()


def check_clocks(pair: Pair, word: Device, friend: Device) -> None:
    """Check that both show the same time of the side that thinks."""
    mine, theirs = word.match.clock, friend.match.clock
    assert mine
    assert theirs
    assert abs(mine.bank_left(0, pair.now) - theirs.bank_left(1, pair.now)) <= TICK


@pytest.mark.parametrize("seconds", [40, 58])
@pytest.mark.parametrize("when", ["as it begins", "a turn ago"])
def test_an_older_device_goes_on_with_a_thought_and_tells_its_own_time(when: str, seconds: int) -> None:
    pair, _, copy, friend = think_long(seconds, when)
    meet(pair, copy, friend)
    check_clocks(pair, copy, friend)
    pair.wait(30 * SECOND)
    check_clocks(pair, copy, friend)
    assert friend.violations == []
    play(pair, copy)
    assert (friend.violations, friend.match.link) == ([], Link.LIVE)


def test_a_device_that_saw_most_of_a_thought_learns_what_an_older_one_made_of_it() -> None:
    """The friend has changed to another device too, and comes back to the first one."""
    pair, _, copy, friend = think_long(40)
    first, friend = friend, second_device(friend)
    meet(pair, copy, friend)
    pair.wait(5 * SECOND)
    play(pair, copy)
    meet(pair, copy, first)
    assert first.violations == []
    assert first.log == friend.log


def test_a_page_that_connects_anew_shows_at_once_how_long_the_friend_has_thought() -> None:
    pair, word, _, friend = think_long(40)
    meet(pair, word, friend)
    check_clocks(pair, word, friend)
    clock = friend.match.clock
    assert clock
    assert clock.bank_left(1, pair.now) <= 20 * SECOND
