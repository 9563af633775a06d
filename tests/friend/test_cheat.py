"""Attempts to cheat (.github/FRIEND.md): each is detected as a violation of its kind, or gains nothing.

After each the victim's match is unchanged, and an honest page can continue it over a new link.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest
from friend import cheat as c
from friend.cheat import Cheat, play_until
from friend.pair import Pair, answer, invitation
from strategies import THREE

from backgammon.core.actions import Doubled
from backgammon.core.plays import Move
from backgammon.core.rules import PRESETS
from backgammon.friend.chain import derive_secret
from backgammon.friend.errors import Breach, FriendError
from backgammon.friend.match import FriendMatch
from backgammon.friend.stages import Link, Violation
from backgammon.friend.terms import Terms
from backgammon.friend.texts import add_seal, format_text, parse
from backgammon.friend.wire import LONGEST, Entries, Remark, Status, Steps, Stop, Time

V = Violation
SEATED = Terms(length=5)
TIMED = Terms(length=5, clock=c.CLOCK)
SHOWN = Terms(length=5, clock=replace(c.CLOCK, loses=False))


@dataclass(frozen=True)
class Attempt:
    """The state an attempt starts in, what it does, and its violation (None where it gains nothing)."""

    state: Callable[[Cheat], bool]
    do: Callable[[Cheat], None]
    violation: Violation | None
    terms: Terms = SEATED
    rule_out: bool = False


def sends(
    state: Callable[[Cheat], bool], make: Callable[[Cheat], Any], violation: Violation | None, **rest: Any
) -> Attempt:
    """Return an attempt that sends one message, or several."""

    def do(table: Cheat) -> None:
        made = make(table)
        for each in made if isinstance(made, list) else [made]:
            table.send(each)

    return Attempt(state, do, violation, **rest)


def replace_link(make: Callable[[Cheat], str]) -> Callable[[Cheat], None]:
    """Return an attempt in which the victim rolls, and gets the text of ``make`` as the cheat's link."""

    def do(table: Cheat) -> None:
        c.roll_unanswered(table)
        before = table.common.entries_from(len(table.common))
        table.victim.roll_text = table.victim.match._common.text  # type: ignore[attr-defined]
        number = len(table.victim.match._common)
        digest = table.victim.match._common.digest(number)
        table.send(replace(before, number=number, digest=digest, entries="L", link=make(table)))

    return do


def fork(entries: str, back: int) -> Callable[[Cheat], Entries]:
    """Return a maker of a message that replaces the last ``back`` entries by others."""

    def make(table: Cheat) -> Entries:
        number = len(table.common) - back
        return table.entries(entries, number=number, digest=table.common.digest(number))

    return make


def old_store(table: Cheat) -> None:
    """The cheat rolls, sees the roll, restores his store from before it, and doubles."""
    store = table.cheat.store
    table.cheat.do(table.cheat.match.roll(table.pair.now))
    table.pair.settle()
    table.cheat.store = store
    table.cheat.restart()
    table.cheat.do(table.cheat.match.on_opened(table.pair.now))
    table.cheat.take_sent()
    table.cheat.do(table.cheat.match.decide(Doubled(), table.pair.now))
    table.send(table.common.entries_from(len(table.common) - 1))


def asks_in_every_way(table: Cheat) -> None:
    """The cheat reports his progress repeatedly, reopens the channel, shows steps: he gets no link by it."""
    shown = table.victim.match._common.standing.shown
    table.send(table.common.status())
    table.victim.do(table.victim.match.on_opened(table.pair.now))
    table.send(table.common.status())
    table.send(Status(len(table.common) + 7, "0" * 32))
    table.send(Steps(len(table.common), ()))
    table.send(Remark("hello", ""))
    assert table.victim.match._common.standing.shown == shown
    assert table.victim.match.link is Link.LIVE


def slow(table: Cheat) -> None:
    """The cheat thinks for 40 s, and reports 1 s."""
    table.pair.wait(40_000)
    table.send(table.entries("L~10", table.link(1)))


def slow_around_a_break(table: Cheat) -> None:
    """The cheat thinks for 40 s, breaks the link, and then tells that he has just begun."""
    table.pair.wait(40_000)
    c.fall_silent(table)
    table.send(Time(len(table.common), 0))
    table.send(table.entries("L~10", table.link(1)))


def at_once_after_a_break(table: Cheat) -> None:
    """The cheat thinks for 40 s, breaks the link, and reports 1 s before he tells any time."""
    table.pair.wait(40_000)
    c.fall_silent(table)
    table.send(table.entries("L~10", table.link(1)))


def silent_after_a_break(table: Cheat) -> None:
    """The cheat breaks the link, tells no time any more, thinks for 40 s, and reports 1 s."""
    table.pair.disconnect()
    table.pair.connect()
    for _ in range(40):
        table.pair.now += 1000
        table.send(table.common.status())
        table.victim.do(table.victim.match.tick(table.pair.now))
    table.send(table.entries("L~10", table.link(1)))


def stalls(table: Cheat) -> None:
    """The cheat lets his time run out, and keeps sending signs of life, with the time as it was."""
    while not table.victim.violations and table.pair.now < 10**6:
        table.pair.now += 1000
        table.send(table.common.status())
        table.send(Time(len(table.common), 0))
        table.victim.do(table.victim.match.tick(table.pair.now))


def replays(table: Cheat) -> None:
    """The cheat sends all his entries again, from the latest back to the first."""
    for number in range(len(table.common), -1, -1):
        table.send(table.common.entries_from(number))


def chain(table: Cheat, ahead: int) -> str:
    return table.link(ahead).hex()


def inserts_with_mark(table: Cheat) -> Entries:
    """Return a play in the victim's name, with a mark that is not the victim's."""
    return table.entries(c.a_play(table, table.victim), yours_at=len(table.common) + 1, yours="00" * 8)


def lies_that_we_broke(table: Cheat) -> None:
    table.send(Stop(V.ILLEGAL))
    assert table.victim.violations == []
    assert table.victim.match.link is Link.STOPPED


def other_match(table: Cheat) -> None:
    other = Pair(SEATED, 77).connect()
    other.guest.do(other.guest.match.say("hello"))
    table.send(other.guest.take_sent()[0])


def reflects(table: Cheat) -> None:
    table.victim.do(table.victim.match.say("hello"))
    table.send(table.victim.take_sent()[-1])


def status_of(number: Callable[[Cheat], int]) -> Callable[[Cheat], Status]:
    return lambda table: Status(number(table), "0" * 32)


ATTEMPTS: dict[str, Attempt] = {
    # The dice.
    "no link": Attempt(c.victim_to_roll, replace_link(lambda table: ""), V.WRONG_LINK),
    "a link out of the air": Attempt(c.victim_to_roll, replace_link(lambda table: "ab" * 32), V.WRONG_LINK),
    "his last link again": Attempt(
        c.victim_to_roll, replace_link(lambda table: chain(table, 0)), V.WRONG_LINK
    ),
    "the link after the next": Attempt(
        c.victim_to_roll, replace_link(lambda table: chain(table, 2)), V.WRONG_LINK
    ),
    "the link of a far roll": Attempt(
        c.victim_to_roll, replace_link(lambda table: chain(table, 50)), V.WRONG_LINK
    ),
    "the victim's link": Attempt(
        c.victim_to_roll,
        replace_link(lambda table: table.victim.match._common.standing.links[1 - table.side].hex()),
        V.WRONG_LINK,
    ),
    "digits that are none": Attempt(c.victim_to_roll, replace_link(lambda table: "xy"), V.UNREADABLE),
    "a roll of his own": sends(c.to_roll, lambda table: table.entries("R66"), V.UNREADABLE),
    "a roll with his link": sends(
        c.to_roll, lambda table: table.entries("LR66", table.link(1)), V.UNREADABLE
    ),
    "a play of a better roll": sends(c.to_play, lambda table: table.entries("Pyhyhsbsb"), V.ILLEGAL),
    "every way to ask for a link": Attempt(c.to_roll, asks_in_every_way, None),
    # The cube.
    "a double after no double": sends(
        c.has_ruled_out, lambda table: table.entries("D"), V.DOUBLE_RULED_OUT, rule_out=True
    ),
    "a double with a dead cube": sends(
        c.dead_cube, lambda table: table.entries("D"), V.DOUBLE_RULED_OUT, terms=Terms(THREE, 2)
    ),
    "a double after the roll": sends(c.to_play, lambda table: table.entries("D"), V.ILLEGAL),
    "a roll taken back for a double": sends(c.to_play, fork("D", 2), V.FORK),
    "a double from an old store": Attempt(c.to_roll, old_store, V.FORK),
    "his own double taken": sends(c.to_roll, lambda table: table.entries("DT"), V.NOT_YOUR_TURN),
    "his own double dropped": sends(c.to_roll, lambda table: table.entries("DX"), V.NOT_YOUR_TURN),
    "a double without a cube": sends(
        c.to_play, lambda table: table.entries("D"), V.ILLEGAL, terms=Terms(PRESETS["ga207"], 5)
    ),
    "no double in the victim's name": sends(
        c.victim_to_play, lambda table: table.entries("P!"), V.NOT_YOUR_TURN
    ),
    # The play.
    "an illegal play": sends(c.to_play, lambda table: table.entries("Paz"), V.ILLEGAL),
    "no play where one is possible": sends(c.to_play, lambda table: table.entries("P"), V.ILLEGAL),
    "a play that was taken back": sends(c.victim_to_roll, fork("P", 1), V.FORK),
    "a play in the victim's name": sends(
        c.victim_to_play, lambda table: table.entries(c.a_play(table, table.victim)), V.NOT_YOUR_TURN
    ),
    "a play under a forged mark": sends(c.victim_to_play, inserts_with_mark, V.NOT_YOUR_TURN),
    "a roll in the victim's name": sends(
        c.victim_to_roll, lambda table: table.entries("L", table.link(1)), V.NOT_YOUR_TURN
    ),
    "his own resignation accepted": sends(c.to_play, lambda table: table.entries("S1A"), V.NOT_YOUR_TURN),
    "a resignation in the victim's name": sends(
        c.victim_to_play, lambda table: table.entries("S3"), V.NOT_YOUR_TURN
    ),
    "a resignation of four games": sends(c.to_play, lambda table: table.entries("S4"), V.UNREADABLE),
    "the game awarded to himself": sends(c.to_play, lambda table: table.entries("W15-0."), V.UNREADABLE),
    "the next game too early": sends(c.to_play, lambda table: table.entries("N"), V.ILLEGAL),
    "the next game in the victim's name": sends(
        c.game_over, lambda table: table.entries("N"), V.NOT_YOUR_TURN, terms=Terms(THREE, 9)
    ),
    "an end that nobody offered": sends(c.to_play, lambda table: table.entries("Y"), V.NOT_AGREED),
    "his own offer to end accepted": sends(c.to_play, lambda table: table.entries("EY"), V.NOT_YOUR_TURN),
    # The clock.
    "a time out without a clock": sends(c.to_play, lambda table: table.entries("V"), V.NOT_AGREED),
    "a time out by a clock that only shows": sends(
        c.to_play, lambda table: table.entries("V"), V.NOT_AGREED, terms=SHOWN
    ),
    "the victim's time out": sends(
        c.victim_to_play, lambda table: table.entries("V"), V.NOT_YOUR_TURN, terms=TIMED
    ),
    "time where there is no clock": sends(c.to_roll, lambda table: table.entries("L~5"), V.CLOCK),
    "less time than has passed": Attempt(c.to_roll, slow, V.CLOCK, terms=TIMED),
    "less time than had passed before a break": Attempt(c.to_roll, slow_around_a_break, V.CLOCK, terms=TIMED),
    "less time than before a break, at once": Attempt(c.to_roll, at_once_after_a_break, V.CLOCK, terms=TIMED),
    "less time than has passed since a break": Attempt(c.to_roll, silent_after_a_break, V.CLOCK, terms=TIMED),
    "a time where there is no clock": sends(c.to_roll, lambda table: Time(len(table.common), 5), V.CLOCK),
    "a time below none": sends(c.to_roll, lambda table: Time(len(table.common), -5), V.CLOCK, terms=TIMED),
    "the time of the victim's decision": sends(
        c.victim_to_play, lambda table: Time(len(table.common), 999), V.NOT_YOUR_TURN, terms=TIMED
    ),
    "an endless time": sends(
        c.to_roll, lambda table: Time(len(table.common), 10**30), V.UNREADABLE, terms=TIMED
    ),
    "a clock that is held": Attempt(c.to_roll, stalls, V.CLOCK, terms=TIMED),
    # The messages.
    "what was sent before": Attempt(c.to_roll, replays, None),
    "what is still to come": sends(
        c.to_roll, lambda table: table.entries("D", number=len(table.common) + 5), None
    ),
    "a message of another match": Attempt(c.to_roll, other_match, V.FORGED),
    "the victim's own message": Attempt(c.to_roll, reflects, V.FORGED),
    "another history": sends(c.to_roll, lambda table: table.entries("D", digest="0" * 32), V.FORK),
    "another state": sends(c.to_roll, status_of(lambda table: len(table.common)), V.FORK),
    "a number below none": sends(c.to_roll, status_of(lambda table: -1), V.FORK),
    "a number out of reach": sends(c.to_roll, status_of(lambda table: 10**20), None),
    "another version": sends(c.to_roll, lambda table: c.raw(table, [2, "status", {}]), V.VERSION),
    "no kind of message": sends(c.to_roll, lambda table: c.raw(table, [1, "gift", {}]), V.UNREADABLE),
    "a field too many": sends(
        c.to_roll,
        lambda table: c.raw(table, [1, "status", {"number": 0, "digest": "", "x": 1}]),
        V.UNREADABLE,
    ),
    "a field twice": sends(
        c.to_roll,
        lambda table: c.raw(table, '[1,"status",{"number":0,"number":0,"digest":""}]'),
        V.UNREADABLE,
    ),
    "too long a text": sends(c.to_roll, lambda table: c.raw(table, "[" * LONGEST), V.UNREADABLE),
    "no text of letters": sends(c.to_roll, lambda table: "\ud800" * 40, V.UNREADABLE),
    "steps of the victim's": sends(
        c.victim_to_play, lambda table: Steps(len(table.common), ()), V.NOT_YOUR_TURN
    ),
    "steps that are not legal": sends(
        c.to_play, lambda table: Steps(len(table.common), (Move(24, 1, 6),)), V.ILLEGAL
    ),
    "a remark that is none": sends(c.to_roll, lambda table: Remark("rude", ""), V.UNREADABLE),
    "too long a remark": sends(c.to_roll, lambda table: Remark("", "x" * 201), V.UNREADABLE),
    "the lie that we broke something": Attempt(c.to_roll, lies_that_we_broke, None),
}


@pytest.mark.parametrize("name", ATTEMPTS)
def test_an_attempt_is_named_or_gains_nothing(name: str) -> None:
    attempt = ATTEMPTS[name]
    table = play_until(attempt.state, attempt.terms, rule_out=attempt.rule_out)
    victim = table.victim
    before, log = victim.match._common.text, list(victim.log)
    attempt.do(table)
    expected = [] if attempt.violation is None else [attempt.violation]
    assert victim.violations == expected
    assert victim.match.link is (Link.STOPPED if expected else victim.match.link)
    after = victim.match._common.text
    own = after[len(before) :]
    assert after.startswith(before)
    assert own in ("", "L", "LL") or own.startswith("L")
    assert victim.log[: len(log)] == log
    assert FriendMatch.restore(victim.store).match == victim.match.match
    if after.startswith(table.common.text):
        victim.take_sent()
        table.cheat.restart()
        table.pair.connect()
        assert victim.match.link is table.cheat.match.link is Link.LIVE


def test_forty_attempts_and_more() -> None:
    assert len(ATTEMPTS) >= 40


LETTERS: dict[str, tuple[Callable[[Cheat], str], str]] = {
    "a play in the victim's name": (
        lambda table: c.a_letter(table, entries=table.common.text + c.a_play(table, table.victim)),
        "friend.violation.not-your-word",
    ),
    "another history": (
        lambda table: c.a_letter(table, entries="LL" + c.a_play(table, table.victim) + "DX"),
        "friend.violation",
    ),
    "another link": (
        lambda table: c.a_letter(table, entries=table.common.text + "L", link=b"x" * 32),
        "friend.violation.wrong-link",
    ),
    "entries that are none": (
        lambda table: c.a_letter(table, entries=table.common.text + "?"),
        "friend.violation.unreadable",
    ),
    "another's seal": (
        lambda table: format_text(add_seal(parse(table.cheat.match.letter()), b"k" * 32)),
        "friend.violation.forged",
    ),
    "a text that unpacks to too much": (
        lambda table: c.a_letter(table, entries="L" * 3_000_000),
        "friend.text.unreadable",
    ),
    "nothing new": (lambda table: table.cheat.match.letter(), "friend.text.nothing-new"),
}


@pytest.mark.parametrize("name", LETTERS)
def test_a_letter_of_a_cheat_changes_nothing(name: str) -> None:
    make, key = LETTERS[name]
    table = play_until(c.to_roll if name == "another link" else c.victim_to_play)
    text, before = make(table), (table.victim.store, table.victim.match.letter())
    with pytest.raises(FriendError) as caught:
        table.victim.match.open_letter(parse(text), 0)  # type: ignore[arg-type]
    assert caught.value.key.startswith(key)
    assert (table.victim.store, table.victim.match.letter()) == before


def test_an_answer_of_a_cheat_is_refused() -> None:
    host, _ = FriendMatch.host(SEATED, "Anna", b"a" * 32)
    read = invitation(host)
    good = answer(FriendMatch.join(read, "Bo", b"b" * 32)[0])
    key = FriendMatch.join(read, "Bo", b"b" * 32)[0]._common.key
    other = FriendMatch.join(replace(read, terms=Terms(length=25)), "Bo", b"b" * 32)[0]
    unseen = FriendMatch.join(replace(read, nonce=b"?" * 12), "Bo", b"b" * 32)[0]
    refused = {
        "another link": (add_seal(replace(good, link=derive_secret(b"b" * 32, "x")), key), V.WRONG_LINK),
        "the host's own commitment": (
            add_seal(replace(good, commitment=read.commitment), key),
            V.FORGED,
        ),
        "other terms": (answer(other), V.OTHER_MATCH),
        "an invitation that he has not seen": (replace(answer(unseen), id=good.id), V.FORGED),
        "a name that was changed on its way": (replace(good, name="Al"), V.FORGED),
    }
    for attempt, violation in refused.values():
        with pytest.raises(Breach) as caught:
            host.take_answer(attempt, 0)
        assert caught.value.violation is violation
    assert host.take_answer(good, 0)
