"""The state of a transcript: only ``apply_entry`` changes it, and ``next_to_act`` says whose turn it is.

Players have the host's numbers. A roll is not an entry: it is made as soon as both sides have shown the link
for it. Where a double is ruled out, the side that is not on roll shows its link first; otherwise only after
the player on roll has shown theirs, which means "no double, I roll".
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import TypeVar

from backgammon.core.actions import Action, Doubled, NextGame, OpeningRoll, Player, Resigned, Rolled
from backgammon.core.errors import BackgammonError
from backgammon.core.fairdice import link_before, shared_roll
from backgammon.core.match import Match, Phase, apply, cube_action_error, is_cube_dead
from backgammon.core.time_control import Clock, lost_on_time
from backgammon.friend.chain import LAST_LINK
from backgammon.friend.entries import TICK, Entry, Sign
from backgammon.friend.errors import Breach
from backgammon.friend.stages import End, Violation
from backgammon.storage.log import Log
from backgammon.storage.types import DiceSource, GameDice, Games

Pair = tuple[bytes, bytes]
_T = TypeVar("_T")
LinkOf = Callable[[Player, int], bytes | None]
"""Returns the link of a player's chain by its number, None where it is not known."""


FIRST_SLOT = 2
"""The number of the link for the first roll: every game skips one link before it."""


class Need(StrEnum):
    """What the side to act has to do."""

    LINK = "link"
    """Show its link; there is nothing to decide."""
    ROLL = "roll"
    """Roll, or double first where that is possible."""
    DECIDE = "decide"
    """Play, or answer an offer of the game."""
    NEXT = "next"
    """Begin the next game."""
    END = "end"
    """Answer the offer to end the match."""
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Standing:
    """The state of a match between two friends.

    ``base``: both links at the beginning of the game, its commitments; ``used``: both links of its latest
    roll, ``index`` their number; ``rolls``: the number of rolls in the game. ``links``: the latest link that
    each side has shown, ``shown`` its number. ``ruled_out``: who will not double on their next turn.
    ``last``: who made the latest entry, offers to end the match and refusals of them aside. ``first``: who
    shows their link first in an opening. ``offered``: who has offered to end the match.
    """

    id: str
    match: Match
    base: Pair
    links: Pair
    used: Pair | None = None
    index: int = FIRST_SLOT - 1
    shown: tuple[int, int] = (0, 0)
    rolls: int = 0
    ruled_out: tuple[bool, bool] = (False, False)
    last: Player = 1
    first: Player = 1
    offered: Player | None = None
    clock: Clock | None = None
    end: End | None = None
    log: Log = field(default_factory=Log)
    games: Games = field(default_factory=Games)


def first_standing(id: str, match: Match, commitments: Pair, clock: Clock | None) -> Standing:
    """Return the state of a match before its first entry."""
    begun = Standing(id, match, commitments, commitments, clock=clock)
    return replace(begun, games=begun.games.with_game(_dice(begun)))


def is_double_ruled_out(standing: Standing) -> bool:
    """Whether the player on roll cannot double: by the rules, with a dead cube, or having ruled it out."""
    match = standing.match
    forbidden = cube_action_error(match) is not None or is_cube_dead(match)
    return forbidden or standing.ruled_out[match.on_roll]


def next_to_act(standing: Standing) -> tuple[Player | None, Need]:
    """Return who is to act, None once the match has ended, and what they have to do."""
    if standing.end is not None:
        return None, Need.NOTHING
    if standing.offered is not None:
        return 1 - standing.offered, Need.END
    match, shown, slot = standing.match, standing.shown, standing.index + 1
    match standing.match.phase:
        case Phase.OPENING:
            first = standing.first
            return (first if shown[first] < slot else 1 - first), Need.LINK
        case Phase.TO_ROLL:
            roller, other = match.on_roll, 1 - match.on_roll
            shows = shown[other] < slot if is_double_ruled_out(standing) else shown[roller] == slot
            return (other, Need.LINK) if shows else (roller, Need.ROLL)
        case Phase.GAME_OVER:
            return standing.last, Need.NEXT
        case _:
            return match.decider, Need.DECIDE


def apply_entry(standing: Standing, entry: Entry, link_of: LinkOf) -> Standing:
    """Return the state after an entry of the side to act; raise Breach where the entry is not allowed."""
    side, need = next_to_act(standing)
    if side is None:
        raise Breach(Violation.NOT_YOUR_TURN, f"the match has ended, {entry!r} comes too late")
    _check_flags(standing, entry, need)
    told = _count_time(standing, entry, side, need)
    if isinstance(entry.what, Sign):
        changed = _SIGNS[entry.what](told, side, need, link_of)
    else:
        changed = _action(told, side, need, entry.what)
    if entry.rule_out:
        changed = replace(changed, ruled_out=_with(changed.ruled_out, side, True))
    last = standing.last if entry.what in (Sign.END_OFFERED, Sign.END_REFUSED) else side
    return _press_clock(_end_if_over(replace(changed, last=last)))


def _with(pair: tuple[_T, _T], side: Player, value: _T) -> tuple[_T, _T]:
    return (value, pair[1]) if side == 0 else (pair[0], value)


def _check_flags(standing: Standing, entry: Entry, need: Need) -> None:
    """Raise Breach where an entry has a time or rules out a double, and must not."""
    timed = standing.clock is not None and need in (Need.ROLL, Need.DECIDE)
    if entry.spent and not timed:
        raise Breach(Violation.CLOCK, f"{entry!r} takes no time of its player")
    if entry.rule_out and (need in (Need.ROLL, Need.END) or entry.what is Sign.END_OFFERED):
        raise Breach(Violation.ILLEGAL, f"a double is not ruled out with {entry!r}")


def _count_time(standing: Standing, entry: Entry, side: Player, need: Need) -> Standing:
    """Charge the time that the decision took."""
    if standing.clock is None or need not in (Need.ROLL, Need.DECIDE):
        return standing
    return replace(standing, clock=standing.clock.add_time(side, entry.spent * TICK))


def _press_clock(standing: Standing) -> Standing:
    """Press the clock at the end of a turn; a new money game gets a new clock."""
    return replace(standing, clock=standing.clock and standing.clock.after(standing.match))


def _end_if_over(standing: Standing) -> Standing:
    """End the match if it is played out, or if the chains have no link for the next roll."""
    phase = standing.match.phase
    if standing.end is not None:
        return standing
    if phase is Phase.MATCH_OVER:
        return replace(standing, end=End.PLAYED)
    if phase in (Phase.OPENING, Phase.TO_ROLL) and standing.index >= LAST_LINK:
        return replace(standing, end=End.NO_DICE)
    return standing


def _show(standing: Standing, side: Player, need: Need, link_of: LinkOf) -> Standing:
    """Show the next link, and make the roll if the other side has shown its own."""
    if need not in (Need.LINK, Need.ROLL):
        raise Breach(Violation.ILLEGAL, f"no link is awaited, but {need}")
    slot = standing.index + 1
    link = link_of(side, slot)
    if link is None or link_before(link, slot - standing.shown[side]) != standing.links[side]:
        raise Breach(Violation.WRONG_LINK, f"link {slot} of player {side} is not what the one before says")
    links, shown = _with(standing.links, side, link), _with(standing.shown, side, slot)
    told = replace(standing, links=links, shown=shown)
    return _make_roll(told) if shown == (slot, slot) else told


def _make_roll(standing: Standing) -> Standing:
    """Make the roll of the links that both have shown; in an opening all ties, and the roll that decides."""
    standing = replace(standing, index=standing.index + 1, used=standing.links)
    if standing.match.phase is Phase.TO_ROLL:
        dice = _next_roll(standing)
        ruled_out = _with(standing.ruled_out, standing.match.on_roll, False)
        standing = _with_action(replace(standing, ruled_out=ruled_out), Rolled((max(dice), min(dice))))
    while standing.match.phase is Phase.OPENING:
        standing = _with_action(standing, OpeningRoll(*_next_roll(standing)))
    return replace(standing, games=standing.games.with_latest(_dice(standing)))


def _next_roll(standing: Standing) -> tuple[int, int]:
    assert standing.used is not None
    return shared_roll(standing.base, standing.used, standing.id, standing.rolls + 1)


def _dice(standing: Standing) -> GameDice:
    """Return the data by which the dice of the running game can be checked."""
    secret = b"".join(standing.used or ()).hex()
    return GameDice(b"".join(standing.base).hex(), secret, standing.id, DiceSource.SHARED)


def _with_action(standing: Standing, action: Action) -> Standing:
    """Return the state after one more action of the match; raise IllegalAction."""
    match = apply(standing.match, action)
    rolls = standing.rolls + isinstance(action, (OpeningRoll, Rolled))
    return replace(standing, match=match, log=standing.log.with_action(action, match), rolls=rolls)


def _action(standing: Standing, side: Player, need: Need, action: Action) -> Standing:
    """Carry out a side's decision in the game; raise Breach where it is not allowed."""
    if need not in (Need.ROLL, Need.DECIDE, Need.NEXT) or (need is Need.NEXT) != isinstance(action, NextGame):
        raise Breach(Violation.ILLEGAL, f"{need} is awaited, not {action!r}")
    if need is Need.ROLL and not isinstance(action, (Doubled, Resigned)):
        raise Breach(Violation.ILLEGAL, f"a roll is awaited, not {action!r}")
    if (
        isinstance(action, Doubled)
        and is_double_ruled_out(standing)
        and cube_action_error(standing.match) is None
    ):
        raise Breach(Violation.DOUBLE_RULED_OUT, "a double is out of the question: the roll may be known")
    try:
        changed = _with_action(standing, action)
    except BackgammonError as error:
        raise Breach(Violation.ILLEGAL, str(error)) from error
    return _next_game(changed, side) if need is Need.NEXT else changed


def _next_game(standing: Standing, side: Player) -> Standing:
    """Begin a game from the links of the latest roll; skip one link, which may have been shown already."""
    assert standing.used is not None
    begun = replace(
        standing,
        base=standing.used,
        used=None,
        index=standing.index + 1,
        rolls=0,
        ruled_out=(False, False),
        first=side,
    )
    return replace(begun, games=begun.games.with_game(_dice(begun)))


def _offer_end(standing: Standing, side: Player, need: Need, link_of: LinkOf) -> Standing:
    if need not in (Need.ROLL, Need.DECIDE, Need.NEXT):
        raise Breach(Violation.ILLEGAL, f"{need} is awaited, not an offer to end the match")
    return replace(standing, offered=side)


def _accept_end(standing: Standing, side: Player, need: Need, link_of: LinkOf) -> Standing:
    if need is not Need.END:
        raise Breach(Violation.NOT_AGREED, "the end of the match was not offered")
    return replace(standing, offered=None, end=End.AGREED)


def _refuse_end(standing: Standing, side: Player, need: Need, link_of: LinkOf) -> Standing:
    if need is not Need.END:
        raise Breach(Violation.NOT_AGREED, "the end of the match was not offered")
    return replace(standing, offered=None)


def _time_out(standing: Standing, side: Player, need: Need, link_of: LinkOf) -> Standing:
    """Lose on time: the match, or in a money game only the game."""
    clock, match = standing.clock, standing.match
    if clock is None or not clock.control.loses or need not in (Need.ROLL, Need.DECIDE):
        raise Breach(Violation.NOT_AGREED, "nobody loses by the clock here")
    changed = _with_action(standing, lost_on_time(match, side))
    return replace(changed, end=End.TIME if match.length else None)


_SIGNS: dict[Sign, Callable[[Standing, Player, Need, LinkOf], Standing]] = {
    Sign.LINK: _show,
    Sign.END_OFFERED: _offer_end,
    Sign.END_ACCEPTED: _accept_end,
    Sign.END_REFUSED: _refuse_end,
    Sign.TIME_OUT: _time_out,
}
