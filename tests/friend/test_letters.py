"""Matches by message: how many letters they take; letters may be lost or repeated, wrong ones do nothing."""

import random
from collections.abc import Callable
from dataclasses import replace

import pytest
from effort import tries
from friend.pair import Device, Pair, answer, invitation, some_action
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import THREE

from backgammon.core.actions import Action, Doubled, Played, Rolled, Took
from backgammon.core.match import Phase
from backgammon.friend.agreement import decline
from backgammon.friend.errors import FriendError
from backgammon.friend.match import FriendMatch
from backgammon.friend.outputs import Output
from backgammon.friend.stages import BEAT, End, Stage
from backgammon.friend.terms import Terms
from backgammon.friend.texts import START, Letter, OwnCopy, parse

NOW = 0
SEEDS = range(tries(2))
Decide = Callable[[FriendMatch, random.Random], list[Output]]


def letter_of(device: Device) -> Letter:
    """Return the letter that the friend reads."""
    read = parse(device.match.letter())
    assert isinstance(read, Letter)
    return read


class Post:
    """A match by message: each side writes when a letter is due, and answers once it has read one."""

    def __init__(self, terms: Terms, seed: int = 1) -> None:
        self.pair = Pair(terms, seed)
        self.letters: list[tuple[Device, Letter]] = []
        """The letters so far, each with its writer."""

    def think(self, device: Device, decide: Decide) -> None:
        """Make all decisions that are possible now."""
        while device.match.is_our_turn:
            device.do(decide(device.match, self.pair.rng))

    def play(self, decide: Decide, most: int = 5000) -> None:
        """Play the match to its end."""
        while self.pair.host.match.end is None or self.pair.guest.match.end is None:
            for device, other in (self.pair.devices, self.pair.devices[::-1]):
                self.think(device, decide)
                if device.match.letter_due:
                    letter = letter_of(device)
                    self.letters.append((device, letter))
                    deliver(other, letter)
            most -= 1
            assert most

    @property
    def turns(self) -> int:
        """The number of plays made."""
        return sum(isinstance(action, Played) for action in self.pair.host.log)

    @property
    def games(self) -> int:
        return self.pair.host.match.match.game


def never_doubles(match: FriendMatch, rng: random.Random) -> list[Output]:
    """Decide at random, never double, and rule out each double in advance."""
    if match.can_roll:
        return match.roll(NOW)
    return match.decide(some_play(match, rng), NOW, rule_out=match.can_rule_out)


def leaves_open(match: FriendMatch, rng: random.Random) -> list[Output]:
    """Decide at random, never double, and rule nothing out."""
    return match.roll(NOW) if match.can_roll else match.decide(some_play(match, rng), NOW)


def some_play(match: FriendMatch, rng: random.Random) -> Action:
    while True:
        action = some_action(match, rng)
        if match.match.phase is not Phase.TO_PLAY or isinstance(action, Played):
            return action


@pytest.mark.parametrize("seed", SEEDS)
def test_a_turn_takes_one_letter_where_no_double_is_open(seed: int) -> None:
    post = Post(Terms(length=5), seed)
    post.play(never_doubles)
    assert post.turns <= len(post.letters) <= post.turns + 3 * post.games


@pytest.mark.thorough
@pytest.mark.parametrize("seed", SEEDS)
def test_who_keeps_the_cube_needs_no_tick(seed: int) -> None:
    post = Post(Terms(length=5), seed)
    for device in post.pair.devices:
        device.do(device.match.keep_cube(True))
        device.restart()
        assert device.match.keeps_cube
    post.play(leaves_open)
    assert len(post.letters) <= post.turns + 3 * post.games


@pytest.mark.thorough
@pytest.mark.parametrize("seed", SEEDS)
def test_a_turn_with_an_open_double_takes_two_letters_and_one_that_decides_nothing(seed: int) -> None:
    """No fewer are possible: the roll must be unknown until the decision is sent, so a link follows it."""
    post = Post(Terms(length=5), seed)
    opened = 0

    def decide(match: FriendMatch, rng: random.Random) -> list[Output]:
        nonlocal opened
        opened += match.can_double
        return leaves_open(match, rng)

    post.play(decide)
    assert opened > 20
    assert len(post.letters) <= post.turns + 2 * opened + 2 * post.games
    for writer in post.pair.devices:
        rolls = sum(isinstance(action, Rolled) for action in writer.log)
        assert sum(device is writer for device, _ in post.letters) <= rolls + opened


def test_a_double_and_its_answer_take_no_letter_more() -> None:
    post = Post(Terms(length=5), 3)

    def doubles(match: FriendMatch, rng: random.Random) -> list[Output]:
        if match.can_double:
            return match.decide(Doubled(), NOW)
        if match.match.phase is Phase.DOUBLED:
            return match.decide(Took(), NOW)
        return leaves_open(match, rng)

    post.play(doubles)
    cubes = sum(isinstance(action, Doubled) for action in post.pair.host.log)
    assert cubes
    assert len(post.letters) <= post.turns + 2 * cubes + 3 * post.games


@given(st.integers(0, 10**6))
@settings(max_examples=tries(10))
def test_letters_may_be_lost_and_come_again_in_any_order(seed: int) -> None:
    post, rng = Post(Terms(THREE, 3), seed), random.Random(seed)
    box: list[tuple[Device, Letter]] = []
    host, guest = post.pair.devices
    for _ in range(400):
        writer, reader = (host, guest) if rng.random() < 0.5 else (guest, host)
        post.think(writer, leaves_open if rng.random() < 0.5 else never_doubles)
        if writer.match.letter_due:
            box.append((reader, letter_of(writer)))
        if box and rng.random() < 0.7:
            deliver(*rng.choice(box[-3:]))
        if rng.random() < 0.05:
            writer.restart()
        short, long = sorted((host.match._common.text, guest.match._common.text), key=len)
        assert long.startswith(short)
    post.play(leaves_open)
    assert host.match.end is guest.match.end is End.PLAYED


def deliver(reader: Device, letter: Letter) -> None:
    """Let a device open a letter; one that has come before has nothing new and changes nothing."""
    if len(letter.entries) > len(reader.match._common.text):
        reader.do(reader.match.open_letter(letter, NOW))
    else:
        assert wrong(reader, letter) == "friend.text.nothing-new"


def wrong(device: Device, letter: Letter | str) -> str:
    """Return the key of the error of a bad letter, and check that it changes nothing."""
    before = device.store, device.match.letter(), list(device.log)
    with pytest.raises(FriendError) as caught:
        device.match.open_letter(parse(letter) if isinstance(letter, str) else letter, NOW)  # type: ignore[arg-type]
    assert (device.store, device.match.letter(), device.log) == before
    return caught.value.key


def test_a_letter_that_does_not_fit_is_called_what_it_is() -> None:
    post, other = Post(Terms(THREE, 5), 7), Post(Terms(THREE, 5), 8)
    host, guest = post.pair.devices
    post.think(host, leaves_open)
    first = letter_of(host) if host.match.letter_due else letter_of(guest)
    writer, reader = (host, guest) if first.side == 0 else (guest, host)
    text = writer.match.letter()
    assert wrong(writer, text) == "friend.text.own"
    assert wrong(other.pair.devices[1 - first.side], text) == "friend.violation.other-match"
    assert wrong(reader, text[:-1]) == "friend.text.cut"
    assert wrong(reader, text[:30]) == "friend.text.cut"
    assert wrong(reader, "hello") == "friend.text.unreadable"
    assert wrong(reader, text.replace(f"{START}1", f"{START}2")) == "friend.text.newer"
    assert wrong(reader, text.replace(f"{START}1", f"{START}0")) == "friend.text.older"
    assert wrong(reader, replace(first, entries=first.entries + "L")) == "friend.violation.forged"
    reader.do(reader.match.open_letter(first, NOW))
    assert wrong(reader, first) == "friend.text.nothing-new"


def test_a_letter_is_opened_on_another_device_of_the_same_player() -> None:
    """That device got a copy of the match once; the letter brings all turns made since on the first one."""
    post = Post(Terms(THREE, 25), 5)
    host, guest = post.pair.devices
    copy = parse(host.match.copy_for_own_device())
    assert isinstance(copy, OwnCopy)
    second = Device(FriendMatch.restore(copy.kept), [])
    before = len(second.log)
    for _ in range(30):
        for device, other in ((host, guest), (guest, host)):
            post.think(device, leaves_open)
            if device.match.letter_due:
                other.do(other.match.open_letter(letter_of(device), NOW))
    post.think(guest, leaves_open)
    second.do(second.match.open_letter(letter_of(guest), NOW))
    assert len(second.log) > before + 30
    assert second.match.match.score == guest.match.match.score[::-1]
    assert second.log[: len(host.log)] == host.log[: len(second.log)]


def test_from_letters_to_a_live_link_and_back() -> None:
    post = Post(Terms(THREE, 9), 2)
    host, guest = post.pair.devices
    for round in range(20):
        post.think(host, leaves_open)
        post.think(guest, leaves_open)
        if round % 2:
            post.pair.connect()
            for _ in range(5):
                if host.match.end is None:
                    post.pair.play()
            post.pair.wait(2 * BEAT)
            for device in post.pair.devices:
                assert not device.match.letter_due
                device.do(device.match.on_closed(post.pair.now))
        for device, other in (post.pair.devices, post.pair.devices[::-1]):
            if device.match.letter_due:
                other.do(other.match.open_letter(letter_of(device), NOW))
    assert host.match._common.text == guest.match._common.text


def test_an_invitation_is_declined_taken_back_or_answered_once() -> None:
    host = Device(*FriendMatch.host(Terms(), "Anna", b"a" * 32))
    read = invitation(host.match)
    declined = parse(decline(read, "Bo"))
    copies = [Device(FriendMatch.restore(host.store), []) for _ in range(3)]
    copies[0].do(copies[0].match.take_answer(declined, NOW))  # type: ignore[arg-type]
    assert (copies[0].match.stage, copies[0].match.end) == (Stage.OVER, End.DECLINED)
    copies[1].do(copies[1].match.give_up())
    assert FriendMatch.restore(copies[1].store).end is End.GIVEN_UP
    guests = [Device(*FriendMatch.join(read, name, name.encode() * 16)) for name in ("Bo", "Al")]
    for copy in copies[:2]:
        with pytest.raises(FriendError) as caught:
            copy.match.take_answer(answer(guests[0].match), NOW)
        assert caught.value.key == "friend.text.answered"
    copies[2].do(copies[2].match.take_answer(answer(guests[0].match), NOW))
    assert copies[2].match.names == ("Anna", "Bo")
    with pytest.raises(FriendError) as caught:
        copies[2].match.take_answer(answer(guests[1].match), NOW)
    assert caught.value.key == "friend.text.answered"
    assert guests[0].match.stage is Stage.JOINING
