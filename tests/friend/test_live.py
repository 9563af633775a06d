"""A match over a live link: both logs are equal, silence is noticed, and it resumes from the saved state."""

from dataclasses import replace

import pytest
from friend.pair import Pair, refusal, some_action
from strategies import THREE

from backgammon.core.actions import Doubled, NextGame, Rolled
from backgammon.core.match import Phase, replay
from backgammon.core.mirror import mirror_match
from backgammon.core.plays import Turn
from backgammon.core.rules import PRESETS
from backgammon.core.time_control import SECOND, TimeControl
from backgammon.features.game.dice_check import check_games
from backgammon.friend.entries import TICK
from backgammon.friend.live import STORING
from backgammon.friend.outputs import EndRefused, RemarkMade, Save, Send, StepsShown
from backgammon.friend.stages import BEAT, SILENCE, End, Link, Stage, Violation
from backgammon.friend.standing import next_to_act
from backgammon.friend.terms import Terms
from backgammon.friend.timing import Timing
from backgammon.storage import codec
from backgammon.storage.types import Human, Remote

SHORT = Terms(THREE, 3)


@pytest.mark.parametrize("preset", PRESETS)
def test_a_match_is_the_same_on_both_sides_and_its_dice_can_be_checked(preset: str) -> None:
    pair = Pair(Terms(PRESETS[preset], 3)).connect()
    pair.play_to_the_end()
    host, guest = (device.match for device in pair.devices)
    assert host.end is guest.end is End.PLAYED
    assert guest.match == mirror_match(host.match)
    for device in pair.devices:
        saved = device.match.saved
        assert replay(saved.beginning, device.log) == device.match.match
        assert all(game.agrees for game in check_games(saved.log, saved.games))
        assert len(saved.games) == saved.match.game
        assert isinstance(saved.setup.seats[0], Human)
        assert isinstance(saved.setup.seats[1], Remote)
        read = codec.load(codec.dump(saved))
        assert (read.setup, read.log, read.games, read.match) == (
            saved.setup,
            saved.log,
            saved.games,
            saved.match,
        )


def test_what_goes_out_was_kept_before() -> None:
    pair = Pair(SHORT).connect()
    for _ in range(30):
        device = next(device for device in pair.devices if device.match.is_our_turn)
        match = device.match
        outputs = match.roll(pair.now) if match.can_roll else match.decide(some_action(match, pair.rng), 0)
        kinds = [type(output) for output in outputs]
        assert kinds.index(Save) == 0 < kinds.index(Send)
        device.do(outputs)
        assert type(match).restore(device.store).match == match.match
        pair.settle()


def test_silence_is_noticed_within_five_seconds_and_mends_itself() -> None:
    pair = Pair().connect()
    pair.wait(60_000)
    assert pair.host.match.link is pair.guest.match.link is Link.LIVE
    begin = pair.now
    while pair.host.match.link is Link.LIVE:
        pair.now = min(device.match.due or pair.now for device in pair.devices)
        for device in pair.devices:
            device.do(device.match.tick(pair.now))
            device.take_sent()
    assert pair.now - begin <= SILENCE + BEAT < 5_000
    assert pair.host.match.link is Link.SILENT
    pair.wait(2 * BEAT)
    assert pair.host.match.link is pair.guest.match.link is Link.LIVE


def test_while_nothing_happens_nothing_is_stored() -> None:
    pair = Pair(SHORT).connect()
    pair.play()
    pair.wait(2 * BEAT)
    pair.host.store = pair.guest.store = ""
    pair.wait(20 * BEAT)
    assert pair.host.store == pair.guest.store == ""


def test_steps_and_remarks_are_shown_and_kept_nowhere() -> None:
    pair = Pair(seed=2).connect()
    while pair.guest.match.match.phase is not Phase.TO_PLAY or not pair.guest.match.is_our_turn:
        pair.play()
    guest, host, kept = pair.guest.match, pair.host, pair.host.store
    state = guest.match
    assert state.dice is not None
    turn = Turn(state.position, state.dice, state.rules)
    (first, *_) = turn.next_moves()
    for moves in ((first,), ()):
        pair.guest.do(guest.show_steps(moves))
        pair.settle()
        assert host.told[-1] == StepsShown(moves)
    pair.guest.do(guest.say("hello"))
    pair.guest.do(guest.say(text=" <b>hm</b> "))
    pair.guest.do(guest.say(text="  "))
    pair.guest.do(guest.say(text="\ud83d" + "x" * 300))
    pair.settle()
    said = [output for output in host.told if isinstance(output, RemarkMade)]
    assert said == [RemarkMade("hello"), RemarkMade(text="<b>hm</b>"), RemarkMade(text="?" + "x" * 199)]
    assert host.store == kept
    assert host.violations == []


def test_a_roll_waits_for_the_friend_where_a_double_was_possible() -> None:
    pair = Pair(seed=5).connect()
    while not any(device.match.can_double for device in pair.devices):
        pair.play()
    roller = next(device for device in pair.devices if device.match.can_double)
    outputs = roller.do(roller.match.roll(pair.now))
    assert not any(isinstance(action, Rolled) for action in roller.log[-1:])
    assert not roller.match.is_our_turn
    assert [type(output) for output in outputs] == [Save, Send]
    pair.settle()
    assert isinstance(roller.log[-1], Rolled)
    assert roller.match.is_our_turn


def test_who_ruled_a_double_out_rolls_at_once_and_may_not_double() -> None:
    pair = Pair(seed=5).connect()
    while not any(device.match.can_rule_out for device in pair.devices):
        pair.play()
    mover = next(device for device in pair.devices if device.match.can_rule_out)
    mover.do(mover.match.decide(some_action(mover.match, pair.rng), pair.now, rule_out=True))
    pair.settle()
    while not mover.match.can_roll:
        pair.play(
            lambda match, rng, now: (
                match.roll(now) if match.can_roll else match.decide(some_action(match, rng), now)
            )
        )
    assert not mover.match.can_double
    assert refusal(lambda: mover.match.decide(Doubled(), pair.now)) == "phase"
    mover.do(mover.match.roll(pair.now))
    assert isinstance(mover.log[-1], Rolled)


def test_who_begins_to_keep_the_cube_may_still_make_the_double_that_is_due() -> None:
    pair = Pair(seed=5).connect()
    while not any(device.match.can_double for device in pair.devices):
        pair.play()
    roller = next(device for device in pair.devices if device.match.can_double)
    roller.do(roller.match.keep_cube(True))
    roller.do(roller.match.decide(Doubled(), pair.now))
    assert roller.log[-1] == Doubled()


def test_an_end_is_offered_refused_and_agreed_on() -> None:
    pair = Pair(seed=3).connect()
    word, other = sorted(pair.devices, key=lambda device: not device.match.is_our_turn)
    word.do(word.match.offer_end(pair.now))
    pair.settle()
    assert other.match.end_offered
    assert other.match.stage is Stage.OFFERING
    other.do(other.match.answer_end(False, pair.now))
    pair.settle()
    assert word.match.is_our_turn
    word.do(word.match.offer_end(pair.now))
    pair.settle()
    other.do(other.match.answer_end(True, pair.now))
    pair.settle()
    assert word.match.end is other.match.end is End.AGREED
    assert not word.match.is_our_turn
    assert [word.told.count(EndRefused()), other.told.count(EndRefused())] == [1, 0]


def test_time_is_told_and_running_out_loses_the_match() -> None:
    terms = Terms(length=3, clock=TimeControl(2 * SECOND, 5 * SECOND))
    pair = Pair(terms, seed=4).connect()
    word, other = sorted(pair.devices, key=lambda device: not device.match.is_our_turn)
    pair.wait(4 * SECOND)
    word.do(word.match.decide(some_action(word.match, pair.rng), pair.now))
    pair.settle()
    clocks = word.match.clock, other.match.clock
    assert clocks[0]
    assert clocks[1]
    assert clocks[0].banks == clocks[1].banks[::-1] == (3 * SECOND, 5 * SECOND)
    pair.wait(60 * SECOND)
    assert word.match.end is other.match.end is End.TIME
    assert word.match.match.score == (3, 0)
    assert other.match.match.score == (0, 3)
    assert word.violations == other.violations == []


def test_the_time_that_was_kept_counts_for_ones_own_decision_only() -> None:
    pair = Pair(Terms(length=3, clock=TimeControl(0, 20 * SECOND)), seed=4).connect()
    word = next(device.match for device in pair.devices if device.match.is_our_turn)
    standing = word._common.standing
    decider, _ = next_to_act(standing)
    assert decider is not None
    for side, used in ((decider, 5 * SECOND), (1 - decider, 0)):
        timing = Timing(side, 5 * SECOND)
        timing.follow(standing, 1, True, 60 * SECOND)
        assert timing.clock
        assert timing.clock.decision_time(60 * SECOND) == used


def test_a_clock_that_only_shows_ends_nothing() -> None:
    pair = Pair(replace(SHORT, clock=TimeControl(0, SECOND, loses=False))).connect()
    pair.wait(60 * SECOND)
    pair.play_to_the_end()
    assert pair.host.match.end is End.PLAYED


def test_the_clock_waits_while_the_link_is_lost() -> None:
    pair = Pair(Terms(length=3, clock=TimeControl(0, 20 * SECOND)), seed=4).connect()
    pair.wait(2 * SECOND)
    pair.disconnect()
    pair.wait(3600 * SECOND)
    for device in pair.devices:
        device.restart()
    pair.connect()
    pair.wait(SECOND)
    word = next(device for device in pair.devices if device.match.is_our_turn)
    clock = word.match.clock
    assert clock is not None
    assert 16.5 * SECOND < clock.bank_left(0, pair.now) < 17.5 * SECOND


def test_a_page_loaded_anew_in_mid_decision_gives_little_time_back() -> None:
    pair = Pair(Terms(length=3, clock=TimeControl(0, 20 * SECOND)), seed=4).connect()
    pair.wait(10 * SECOND)
    word = next(device for device in pair.devices if device.match.is_our_turn)
    word.restart()
    pair.connect()
    pair.wait(SECOND)
    clock = word.match.clock
    assert clock is not None
    assert 9 * SECOND <= clock.bank_left(0, pair.now) <= 9 * SECOND + STORING


@pytest.mark.parametrize("waking", ["tick", "message", "end of the channel"])
@pytest.mark.parametrize("is_our_turn", [True, False])
def test_the_clock_waits_while_a_device_sleeps(waking: str, is_our_turn: bool) -> None:
    pair = Pair(Terms(length=3, clock=TimeControl(0, 20 * SECOND)), seed=4).connect()
    pair.wait(2 * SECOND)
    device, friend = sorted(pair.devices, key=lambda each: each.match.is_our_turn is not is_our_turn)
    beat = friend.match._send(friend.match._common.status())
    pair.now += 3600 * SECOND
    if waking == "tick":
        device.do(device.match.tick(pair.now))
    elif waking == "message":
        device.do(device.match.on_message(beat.text, pair.now))
    else:
        device.do(device.match.on_closed(pair.now))
    device.do(device.match.tick(pair.now))
    assert device.match.end is None
    assert device.violations == []
    clock = device.match.clock
    assert clock is not None
    assert clock.bank_left(0 if is_our_turn else 1, pair.now) >= 18 * SECOND - SILENCE


def test_who_plays_at_once_after_a_sleep_has_not_lost_on_time() -> None:
    pair = Pair(Terms(length=3, clock=TimeControl(0, 20 * SECOND)), seed=4).connect()
    word = next(device for device in pair.devices if device.match.is_our_turn)
    pair.now += 3600 * SECOND
    word.do(word.match.decide(some_action(word.match, pair.rng), pair.now))
    assert word.match.end is None
    assert word.match.link is Link.SILENT
    clock = word.match.clock
    assert clock is not None
    assert clock.bank_left(0, pair.now) >= 20 * SECOND - SILENCE


def test_a_link_lost_again_and_again_in_one_decision_makes_no_time_a_violation() -> None:
    """Each time, the clock of who notices it by the silence alone goes on for longer."""
    pair = Pair(Terms(length=3, clock=TimeControl(0, 600 * SECOND)), seed=4).connect()
    word, other = sorted(pair.devices, key=lambda device: not device.match.is_our_turn)
    for _ in range(5):
        word.do(word.match.on_closed(pair.now))
        while other.match.link is Link.LIVE:
            pair.now += BEAT
            other.do(other.match.tick(pair.now))
        other.take_sent()
        pair.connect()
    word.do(word.match.decide(some_action(word.match, pair.rng), pair.now))
    pair.settle()
    assert other.violations == []


@pytest.mark.parametrize("leaves", ["who decides", "the friend"])
def test_after_a_break_both_clocks_show_the_time_of_who_decides(leaves: str) -> None:
    """Each has measured the break otherwise, and a page loaded anew knows its own time only."""
    pair = Pair(Terms(length=3, clock=TimeControl(0, 60 * SECOND)), seed=4).connect()
    word, other = sorted(pair.devices, key=lambda device: not device.match.is_our_turn)
    left, there = (word, other) if leaves == "who decides" else (other, word)
    for _ in range(5):
        pair.wait(4900)
        left.restart()
        while there.match.link is Link.LIVE:
            pair.now += BEAT
            there.do(there.match.tick(pair.now))
        there.take_sent()
        pair.connect()
        pair.wait(BEAT)
        one, two = word.match.clock, other.match.clock
        assert one
        assert two
        assert abs(one.bank_left(0, pair.now) - two.bank_left(1, pair.now)) <= TICK
    while word.match.end is None:
        pair.wait(BEAT)
    assert (other.match.end, other.violations) == (End.TIME, [])


def test_a_time_that_cannot_be_is_a_violation() -> None:
    pair = Pair(Terms(length=3, clock=TimeControl(0, 60 * SECOND)), seed=4).connect()
    pair.play()
    word, other = sorted(pair.devices, key=lambda device: not device.match.is_our_turn)
    begin = pair.now
    pair.wait(30 * SECOND)
    word.do(word.match.roll(begin))  # it reports that no time has passed
    pair.settle()
    assert other.violations == [Violation.CLOCK]
    assert other.match.link is word.match.link is Link.STOPPED


def test_who_does_not_say_that_his_time_is_out_is_found_out() -> None:
    pair = Pair(Terms(length=3, clock=TimeControl(0, 5 * SECOND)), seed=4).connect()
    word, other = sorted(pair.devices, key=lambda device: not device.match.is_our_turn)
    while not other.violations:
        pair.now += BEAT
        if pair.now < 60_000:
            status = word.match._send(word.match._common.status())  # a page that goes on, its clock stopped
            other.do(other.match.on_message(status.text, pair.now))
        other.do(other.match.tick(pair.now))
    assert other.violations == [Violation.CLOCK]
    assert other.match.end is None


def test_what_the_friend_has_is_still_known_after_a_reload() -> None:
    pair = Pair(SHORT).connect()
    device = next(device for device in pair.devices if device.match.is_our_turn)
    pair.play()
    device.restart()
    assert device.match.letter_due
    pair = Pair(SHORT).connect()
    device = next(device for device in pair.devices if device.match.is_our_turn)
    pair.play()
    pair.wait(BEAT)
    device.restart()
    assert not device.match.letter_due


def test_at_the_end_neither_has_to_wait_until_the_friend_has_it_too() -> None:
    pair = Pair(SHORT).connect()
    pair.play_to_the_end()
    for device in pair.devices:
        device.restart()
        assert not device.match.letter_due


def test_both_may_close_their_pages_at_any_time() -> None:
    pair = Pair(Terms(THREE, 5), seed=9).connect()
    count = 0
    while pair.host.match.end is None:
        pair.play()
        count += 1
        if not count % 7:
            logs = [list(device.log) for device in pair.devices]
            for device in pair.devices[:: 1 if count % 2 else -1]:
                device.restart()
            assert [device.log for device in pair.devices] == logs
            pair.connect()
    assert pair.guest.match.end is End.PLAYED


def test_the_next_game_is_begun_by_who_ended_the_last() -> None:
    pair = Pair(SHORT).connect()
    while pair.host.match.match.phase is not Phase.GAME_OVER:
        pair.play()
    word, other = sorted(pair.devices, key=lambda device: not device.match.is_our_turn)
    assert refusal(lambda: other.match.decide(NextGame(), pair.now)) == "phase"
    word.do(word.match.decide(NextGame(), pair.now))
    assert [bool(game.secret) for game in word.match.saved.games] == [True, False]
    pair.settle()
    assert word.match.match.game == other.match.match.game == 2
