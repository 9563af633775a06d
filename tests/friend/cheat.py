"""A partner who cheats: he knows all that his page knows, and sends what he likes under its seal."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace

from friend.pair import Device, Pair, some_action, some_decision

from backgammon.core.match import Phase, cube_action_error, is_cube_dead
from backgammon.core.plays import Turn
from backgammon.core.time_control import SECOND, TimeControl
from backgammon.friend.match import FriendMatch
from backgammon.friend.standing import is_double_ruled_out
from backgammon.friend.terms import Terms
from backgammon.friend.texts import Letter, add_seal, format_text, parse, seal_of
from backgammon.friend.wire import Entries, Message, format_message

CLOCK = TimeControl(0, 60 * SECOND)


@dataclass
class Cheat:
    """The cheat's device and his victim's, over a live link."""

    pair: Pair
    cheat: Device
    victim: Device

    @property
    def common(self):  # type: ignore[no-untyped-def]
        """What the cheat's page knows."""
        return self.cheat.match._common

    @property
    def side(self) -> int:
        return int(self.common.side)

    def link(self, ahead: int) -> bytes:
        """A link of the cheat's chain, so many after the latest that he has shown."""
        found: bytes = self.common._chain.link(self.common.standing.shown[self.side] + ahead)
        return found

    def send(self, message: Message | str) -> None:
        """Hand something over as the cheat's page would."""
        text = message if isinstance(message, str) else format_message(message, self.common.key, self.side)
        self.victim.do(self.victim.match.on_message(text, self.pair.now))

    def entries(self, entries: str, link: bytes | None = None, **fields: object) -> Entries:
        """What would be sent next, with other entries."""
        rest = self.common.entries_from(len(self.common))
        shown = link.hex() if link is not None else rest.link
        return replace(rest, entries=entries, link=shown, **fields)  # type: ignore[arg-type]


State = Callable[[Cheat], bool]


def play_until(state: State, terms: Terms | None = None, seed: int = 1, rule_out: bool = False) -> Cheat:
    """A match that has come to a state; the guest cheats."""
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
    if rule_out and match.match.phase is Phase.TO_PLAY and match.has_word:
        action = some_action(match, rng)
        return match.decide(action, now, rule_out=True)
    return some_decision(match, rng, now, doubles=0.02)


# The states that attempts begin in, from the cheat's place.


def to_roll(table: Cheat) -> bool:
    """The cheat is on roll, and may double: the victim's link is not out."""
    return table.cheat.match.can_double


def has_ruled_out(table: Cheat) -> bool:
    """He is on roll after "no double", which only that forbids."""
    standing = table.common.standing
    return table.cheat.match.can_roll and standing.ruled_out[table.side]


def dead_cube(table: Cheat) -> bool:
    """He is on roll with a dead cube that the rules would let him turn."""
    standing = table.common.standing
    unruled = replace(standing, ruled_out=(False, False))
    allowed = cube_action_error(standing.match) is None and is_double_ruled_out(unruled)
    return table.cheat.match.can_roll and is_cube_dead(standing.match) and allowed


def to_play(table: Cheat) -> bool:
    """He has rolled, and has several plays."""
    return table.cheat.match.has_word and table.common.standing.match.phase is Phase.TO_PLAY


def victim_to_roll(table: Cheat) -> bool:
    """The victim may roll or double."""
    return table.victim.match.can_double


def victim_to_play(table: Cheat) -> bool:
    """The victim has rolled."""
    return table.victim.match.has_word and table.common.standing.match.phase is Phase.TO_PLAY


def game_over(table: Cheat) -> bool:
    """A game is over, and the victim begins the next."""
    return table.common.standing.match.phase is Phase.GAME_OVER and table.victim.match.has_word


def roll_unanswered(table: Cheat) -> None:
    """Let the victim roll where he might have doubled, and keep the cheat's honest page from answering."""
    outputs = table.victim.match.roll(table.pair.now)
    table.victim.do(outputs)
    table.victim.take_sent()


def a_play(table: Cheat, match_of: Device) -> str:
    """A legal play of this device's, as an entry."""
    state = match_of.match.match
    assert state.dice is not None
    steps = next(iter(Turn(state.position, state.dice, state.rules).results.values()))
    return "P" + "".join(chr(ord("a") + place) for step in steps for place in step)


def a_letter(table: Cheat, **fields: object) -> str:
    """The cheat's letter with other fields, under a good seal."""
    letter = parse(table.cheat.match.letter())
    assert isinstance(letter, Letter)
    return format_text(add_seal(replace(letter, **fields), table.common.key))  # type: ignore[arg-type]


def raw(table: Cheat, data: object) -> str:
    """Any JSON under a good seal."""
    text = data if isinstance(data, str) else json.dumps(data)
    return seal_of(table.common.key, b"live|%d|" % table.side + text.encode()).hex() + text
