"""The clock between friends: each measures both, and believes what the other tells within the tolerance."""

from dataclasses import replace

from backgammon.core.match import OpeningRoll, apply, new_match
from backgammon.core.time_control import SECOND, Clock, TimeControl
from backgammon.friend.entries import TICK
from backgammon.friend.standing import Standing, first_standing
from backgammon.friend.timing import TOLERANCE, Timing

CONTROL = TimeControl(5 * SECOND, 20 * SECOND)
LEFT = CONTROL.delay + CONTROL.bank
"""The time in which the first play of the match has to be made, in milliseconds."""


def standing_at_play(control: TimeControl = CONTROL) -> Standing:
    """Return a match in which the host, side 0, is to make the first play."""
    match = apply(new_match(length=3), OpeningRoll(3, 1))
    return first_standing("match", match, (b"0" * 32, b"1" * 32), Clock.of(control))


def both(control: TimeControl = CONTROL) -> tuple[Timing, Timing]:
    """Return the timings of the host, who decides since the time 0, and of the friend."""
    timings = Timing(0, 0), Timing(1, 0)
    for timing in timings:
        timing.follow(standing_at_play(control), 1, True, 0)
    return timings


def break_link(timing: Timing, lost: int, found: int) -> None:
    """Let the link of a timing break at one time and come back at another, beside other events."""
    for is_live, now in ((True, lost), (True, lost), (False, lost), (False, found), (True, found)):
        timing.follow(standing_at_play(), 1, is_live, now)


def test_only_whoever_decides_uses_time_and_reports_it() -> None:
    host, friend = both()
    assert host.ticks_spent(7 * SECOND) == 7 * SECOND // TICK
    assert (host.time_used(7 * SECOND), friend.time_used(7 * SECOND)) == (7 * SECOND, 0)
    break_link(host, 7 * SECOND, 60 * SECOND)
    assert host.time_used(61 * SECOND) == 8 * SECOND


def test_time_runs_out_for_the_friend_later_by_the_tolerance_and_once_more_for_each_break() -> None:
    host, friend = both()
    assert (host.due(), friend.due()) == (LEFT + 1, LEFT + TOLERANCE + 1)
    for timing, due in ((host, LEFT + 1), (friend, LEFT + TOLERANCE + 1)):
        assert [timing.is_out(0, now) for now in (due - 1, due)] == [False, True]
        assert not timing.is_out(1, due)
    break_link(friend, 2 * SECOND, 2 * SECOND)
    assert friend.due() == LEFT + 2 * TOLERANCE + 1
    break_link(friend, 3 * SECOND, 3 * SECOND)
    assert friend.due() == LEFT + 3 * TOLERANCE + 1
    friend.follow(standing_at_play(), 2, True, 0)
    assert friend.due() == LEFT + TOLERANCE + 1, "another decision has begun"


def test_nobody_is_out_of_time_while_the_clock_is_stopped() -> None:
    offered = replace(standing_at_play(), offered=1)
    for standing, is_live in ((standing_at_play(), False), (offered, True)):
        host = both()[0]
        host.follow(standing, 1, is_live, LEFT + SECOND)
        assert not host.is_out(0, 2 * LEFT)
        assert host.due() is None
        assert host.time_used(2 * LEFT) == LEFT + SECOND
    kept = Timing(0, 5 * SECOND)
    kept.follow(offered, 1, True, 0)
    assert kept.time_used(SECOND) == 0


def test_a_clock_that_loses_nothing_is_never_out() -> None:
    for timing in both(replace(CONTROL, loses=False)):
        assert timing.due() is None
        assert not timing.is_out(0, 2 * LEFT)


def test_a_report_is_believed_within_the_tolerance() -> None:
    host, friend = both()
    least = (20 * SECOND - TOLERANCE) // TICK
    assert [friend.is_credible(told, 20 * SECOND) for told in (least - 1, least)] == [False, True]
    assert host.is_credible(0, 20 * SECOND), "it is our own decision"


def test_what_the_friend_tells_meanwhile_gives_time_back_for_breaks_only() -> None:
    friend = both()[1]
    assert friend.clock
    for told, now, used in ((3, 5, 5), (8, 5, 8)):
        friend.hear(told * SECOND // TICK, now * SECOND)
        assert friend.clock.decision_time(now * SECOND) == used * SECOND
    break_link(friend, 14 * SECOND, 20 * SECOND)
    friend.hear(0, 20 * SECOND)
    assert friend.clock.decision_time(20 * SECOND) == 17 * SECOND - TOLERANCE
    friend.hear(0, 20 * SECOND)
    assert friend.clock.decision_time(20 * SECOND) == 17 * SECOND - TOLERANCE, "the break counts once"


def test_only_the_friend_tells_of_the_friends_time_while_it_runs() -> None:
    host, friend = both()
    friend.follow(standing_at_play(), 1, False, 5 * SECOND)
    for timing in (host, friend):
        before = timing.clock
        timing.hear(10 * SECOND // TICK, 6 * SECOND)
        assert timing.clock == before


def test_a_match_without_a_clock_is_not_timed() -> None:
    timing = Timing(0, 5 * SECOND)
    timing.follow(replace(standing_at_play(), clock=None), 1, True, 0)
    timing.hear(10, SECOND)
    assert (timing.clock, timing.due(), timing.ticks_spent(SECOND), timing.time_used(SECOND)) == (
        None,
        None,
        0,
        0,
    )
    assert not timing.is_out(0, SECOND)
    assert timing.is_credible(0, SECOND)
