"""A friend who cheats: he knows all that his page knows, and sends any messages under its seal."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from friend.pair import Device, Pair, some_action, some_decision

from backgammon.core.match import Phase, cube_action_error, is_cube_dead
from backgammon.core.plays import Turn
from backgammon.core.time_control import SECOND, TimeControl
from backgammon.friend.match import FriendMatch
from backgammon.friend.stages import BEAT, Link
from backgammon.friend.standing import is_double_ruled_out
from backgammon.friend.terms import Terms
from backgammon.friend.texts import Letter, add_seal, format_text, parse, seal_of
from backgammon.friend.wire import Entries, Message, format_message

CLOCK = TimeControl(0, 60 * SECOND)


@dataclass
class Cheat:
    """The cheat's device and his victim's, on a live link."""

    pair: Pair
    cheat: Device
    victim: Device

    @property
    def common(self):  # type: ignore[no-untyped-def]
        """The shared state of the match as the cheat's page knows it."""
        return self.cheat.match._common

    @property
    def side(self) -> int:
        return int(self.common.side)

    def link(self, ahead: int) -> bytes:
        """Return the link of the cheat's chain that is ``ahead`` after the latest he has revealed."""
        found: bytes = self.common._chain.link(self.common.standing.shown[self.side] + ahead)
        return found

    def send(self, message: Message | str) -> None:
        """Give the victim a message as the cheat's page would send it."""
        text = message if isinstance(message, str) else format_message(message, self.common.key, self.side)
        self.victim.do(self.victim.match.on_message(text, self.pair.now))

    def entries(self, entries: str, link: bytes | None = None, **fields: Any) -> Entries:
        """Return the next message of the cheat's page, with other entries."""
        rest = self.common.entries_from(len(self.common))
        shown = link.hex() if link is not None else rest.link
        made: Entries = replace(rest, entries=entries, link=shown, **fields)
        return made


State = Callable[[Cheat], bool]


def play_until(state: State, terms: Terms | None = None, seed: int = 1, rule_out: bool = False) -> Cheat:
    """Return a match played until ``state`` holds; the guest is the cheat."""
    for number in range(seed, seed + 40):
        pair = Pair(terms or Terms(length=5), number).connect()
        table = Cheat(pair, pair.guest, pair.host)
        for _ in range(400):
            if state(table):
                return table
            if pair.host.match.end is not None:
                break
            pair.play(lambda match, rng, now: _decide(match, rng, now, rule_out))
    raise AssertionError("no match came to this")


def _decide(match: FriendMatch, rng, now: int, rule_out: bool):  # type: ignore[no-untyped-def]
    if rule_out and match.match.phase is Phase.TO_PLAY and match.is_our_turn:
        action = some_action(match, rng)
        return match.decide(action, now, rule_out=True)
    return some_decision(match, rng, now, doubles=0.02)


# The states in which attempts begin, as the cheat sees them.


def to_roll(table: Cheat) -> bool:
    """Return whether the cheat is on roll and may double, so that the victim's link is not yet revealed."""
    return table.cheat.match.can_double


def has_ruled_out(table: Cheat) -> bool:
    """Return whether the cheat is on roll after his "no double", which alone forbids him to double."""
    standing = table.common.standing
    return table.cheat.match.can_roll and standing.ruled_out[table.side]


def dead_cube(table: Cheat) -> bool:
    """Return whether the cheat is on roll with a dead cube that the rules would let him turn."""
    standing = table.common.standing
    unruled = replace(standing, ruled_out=(False, False))
    allowed = cube_action_error(standing.match) is None and is_double_ruled_out(unruled)
    return table.cheat.match.can_roll and is_cube_dead(standing.match) and allowed


def to_play(table: Cheat) -> bool:
    """Return whether the cheat has rolled and is to play."""
    return table.cheat.match.is_our_turn and table.common.standing.match.phase is Phase.TO_PLAY


def victim_to_roll(table: Cheat) -> bool:
    """Return whether the victim may roll or double."""
    return table.victim.match.can_double


def victim_to_play(table: Cheat) -> bool:
    """Return whether the victim has rolled and is to play."""
    return table.victim.match.is_our_turn and table.common.standing.match.phase is Phase.TO_PLAY


def game_over(table: Cheat) -> bool:
    """Return whether a game is over and the victim is to begin the next."""
    return table.common.standing.match.phase is Phase.GAME_OVER and table.victim.match.is_our_turn


def roll_unanswered(table: Cheat) -> None:
    """Let the victim roll instead of doubling, and keep the cheat's honest page from answering."""
    outputs = table.victim.match.roll(table.pair.now)
    table.victim.do(outputs)
    table.victim.take_sent()


def fall_silent(table: Cheat) -> None:
    """Let the cheat send nothing until the link counts as lost, and then come back."""
    while table.victim.match.link is Link.LIVE:
        table.pair.now += BEAT
        table.victim.do(table.victim.match.tick(table.pair.now))
    table.victim.take_sent()
    table.send(table.common.status())


def a_play(table: Cheat, match_of: Device) -> str:
    """Return a legal play of a device's, as an entry."""
    state = match_of.match.match
    assert state.dice is not None
    steps = next(iter(Turn(state.position, state.dice, state.rules).results.values()))
    return "P" + "".join(chr(ord("a") + place) for step in steps for place in step)


def a_letter(table: Cheat, **fields: object) -> str:
    """Return the cheat's letter with other fields, under a valid seal."""
    letter = parse(table.cheat.match.letter())
    assert isinstance(letter, Letter)
    return format_text(add_seal(replace(letter, **fields), table.common.key))  # type: ignore[arg-type]


def raw(table: Cheat, data: object) -> str:
    """Return any JSON or text under a valid seal."""
    text = data if isinstance(data, str) else json.dumps(data)
    return seal_of(table.common.key, b"live|%d|" % table.side + text.encode()).hex() + text
