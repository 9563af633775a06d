"""Delay and bank, as the federations count: time beyond the delay of a turn comes out of the bank."""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from backgammon.core.errors import RulesError
from backgammon.core.match import (
    Doubled,
    Match,
    NextGame,
    OpeningRoll,
    Phase,
    Played,
    Rolled,
    Took,
    apply,
    new_match,
)
from backgammon.core.plays import legal_plays
from backgammon.core.time_control import (
    MINUTE,
    SECOND,
    Clock,
    TimeControl,
    control_for,
    lost_on_time,
    point_bank,
)


def actions_from(match: Match) -> Iterator[Played]:
    assert match.dice
    return (Played(play.steps) for play in legal_plays(match.position, match.dice, match.rules))


CONTROL = TimeControl(12 * SECOND, 60 * SECOND)


def test_the_control_for_gives_two_minutes_a_point() -> None:
    assert control_for(7) == TimeControl(12 * SECOND, 14 * 60 * SECOND)
    assert control_for(0).bank == 10 * 60 * SECOND


def test_within_the_delay_a_turn_costs_nothing() -> None:
    clock = Clock.of(CONTROL).start(0, 1000)
    assert clock.bank_left(0, 13_000) == 60 * SECOND
    assert (clock.delay_left(0, 4000), clock.delay_left(1, 4000)) == (9 * SECOND, 12 * SECOND)
    for spent in (0, 4000, 12_000):
        assert clock.add_time(0, spent).press().banks == (60 * SECOND, 60 * SECOND)


def test_a_clock_that_stands_or_is_set_back_takes_no_time() -> None:
    clock = Clock.of(CONTROL)
    assert (clock.decision_time(5000), clock.start(0, 5000).decision_time(4000)) == (0, 0)


def test_what_goes_beyond_comes_out_of_the_bank() -> None:
    clock = Clock.of(CONTROL).start(1, 0)
    assert clock.bank_left(1, 20_000) == 52 * SECOND
    told = clock.add_time(1, 20_000)
    assert told.bank_left(1, 99_000) == 52 * SECOND
    assert told.press().banks == (60 * SECOND, 52 * SECOND)
    assert told.start(0, 99_000).banks == (60 * SECOND, 52 * SECOND)


def test_a_turn_of_two_decisions_has_one_delay() -> None:
    clock = Clock.of(CONTROL).start(0, 0).add_time(0, 10_000).start(0, 50_000)
    assert clock.delay_left(0, 51_000) == SECOND
    assert clock.add_time(0, 10_000).press().banks[0] == 52 * SECOND


def test_a_paused_clock_stands_and_goes_on() -> None:
    clock = Clock.of(CONTROL).start(0, 0).pause(20_000)
    assert clock.due is None
    assert clock.bank_left(0, 10**9) == 52 * SECOND
    again = clock.start(0, 100_000)
    assert again.bank_left(0, 101_000) == 51 * SECOND
    assert again.start(0, 105_000) == again
    assert again.pause(101_000).decision_time(0) == 21_000
    assert again.due == 100_000 + 52_000 + 1


def test_time_runs_out_when_delay_and_bank_are_used() -> None:
    clock = Clock.of(CONTROL).start(0, 5000)
    assert clock.due == 5000 + 72_000 + 1
    assert not clock.is_out(0, clock.due - 1)
    assert clock.is_out(0, clock.due)
    assert not clock.is_out(1, clock.due)
    thought = clock.add_time(0, 30_000).start(0, 200_000)
    assert thought.due == 200_000 + 42_000 + 1
    assert clock.add_time(0, 72_000).start(0, 200_000).due == 200_001
    late = clock.add_time(0, 90_000).press()
    assert late.is_out(0, 0)
    assert late.bank_left(0, 0) == 0


def test_it_neither_begins_nor_ends_early_without_a_bank() -> None:
    clock = Clock.of(TimeControl(5 * SECOND, 0)).start(1, 0)
    assert not clock.is_out(1, 5000)
    assert clock.is_out(1, 5001)


@pytest.mark.parametrize(("delay", "bank"), [(-1, 0), (0, -1), (10**9, 0), (0, 10**9)])
def test_a_control_has_limits(delay: int, bank: int) -> None:
    assert (TimeControl(0, 0).delay, TimeControl(10 * MINUTE, 24 * 60 * MINUTE).delay) == (0, 600_000)
    with pytest.raises(RulesError):
        TimeControl(delay, bank)


def test_a_bank_is_so_much_for_each_point() -> None:
    for length in (0, 1, 7):
        assert point_bank(control_for(length, each=3 * MINUTE), length) == 3 * MINUTE


def test_a_turn_ends_where_another_is_to_decide() -> None:
    match = apply(new_match(length=5), OpeningRoll(3, 1))
    clock = Clock.of(CONTROL).add_time(0, 20_000)
    assert clock.after(match) == clock
    match = apply(match, next(actions_from(match)))
    pressed = clock.after(match)
    assert (pressed.banks, pressed.decider) == ((52 * SECOND, 60 * SECOND), None)
    doubled = apply(match, Doubled())
    assert pressed.add_time(1, 13_000).after(doubled).banks == (52 * SECOND, 59 * SECOND)
    taken = apply(doubled, Took())
    assert pressed.add_time(0, 13_000).after(taken).banks == (51 * SECOND, 60 * SECOND)
    turn = pressed.add_time(1, 10_000).after(apply(taken, Rolled((2, 1))))
    assert turn.delay_left(1) == 2 * SECOND, "to roll and to play is one turn"


def test_who_runs_out_loses_the_match_or_the_money_game() -> None:
    match = apply(new_match(length=5), OpeningRoll(3, 1))
    lost = apply(match, lost_on_time(match, 0))
    assert (lost.phase, lost.score) == (Phase.MATCH_OVER, (0, 5))
    money = replace(apply(new_match(), OpeningRoll(3, 1)), cube=2, score=(1, 4))
    over = apply(money, lost_on_time(money, 1))
    assert (over.phase, over.score) == (Phase.GAME_OVER, (3, 4))
    late = Clock.of(CONTROL).add_time(1, 90_000)
    assert late.after(over).is_out(1)
    assert late.after(apply(over, NextGame())) == Clock.of(CONTROL), "each money game has a bank of its own"
    assert late.after(replace(apply(over, NextGame()), length=5)).is_out(1)
