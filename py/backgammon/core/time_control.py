"""Time control: a free delay in each turn, and a bank of time for the match. Times are passed in.

As the federations play it: a turn costs nothing within the delay; time beyond it comes out of the bank. All
times are in milliseconds, of any steady clock.
"""

from dataclasses import dataclass, replace

from backgammon.core.actions import Awarded, Player
from backgammon.core.errors import RulesError
from backgammon.core.match import Match, Phase

SECOND = 1000
MINUTE = 60 * SECOND
USUAL_DELAY = 12 * SECOND
USUAL_BANK = 2 * MINUTE
"""For each point of the match."""
MONEY_LENGTH = 5
"""A money game has the bank of a match to this many points."""
LONGEST_DELAY = 600 * SECOND
LONGEST_BANK = 24 * 3600 * SECOND


@dataclass(frozen=True, slots=True)
class TimeControl:
    """Delay and bank in milliseconds; ``loses``: running out of time loses, else the clock is only shown."""

    delay: int = USUAL_DELAY
    bank: int = USUAL_BANK
    loses: bool = True

    def __post_init__(self) -> None:
        if not 0 <= self.delay <= LONGEST_DELAY:
            raise RulesError(f"the delay is 0 to {LONGEST_DELAY} ms, not {self.delay!r}")
        if not 0 <= self.bank <= LONGEST_BANK:
            raise RulesError(f"the bank is 0 to {LONGEST_BANK} ms, not {self.bank!r}")


def control_for(
    length: int, delay: int = USUAL_DELAY, each: int = USUAL_BANK, loses: bool = True
) -> TimeControl:
    """Return the control of a match with a bank of ``each`` for every point; ``length`` 0 is a money game."""
    return TimeControl(delay, each * (length or MONEY_LENGTH), loses)


def point_bank(control: TimeControl, length: int) -> int:
    """Return the bank for each point of a match to ``length`` points, the inverse of control_for."""
    return control.bank // (length or MONEY_LENGTH)


def lost_on_time(match: Match, late: Player) -> Awarded:
    """Return the action that ends the match, in money play the game, when player ``late`` is out of time."""
    first, second = match.score
    won = match.length or match.score[1 - late] + match.cube
    return Awarded(1 - late, (first, won) if late == 0 else (won, second))


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of both players.

    ``banks``: the time left, not counting the current turn; below 0 once it has run out. ``decider``: whose
    turn it is, None while it is nobody's; a turn may include several decisions, such as rolling and playing,
    and has one delay. ``spent``: the time taken by the decisions already made in this turn. ``since``: when
    the current decision began or was resumed, None while the clock is stopped; ``used``: the time it took
    before that. A clock driven by ``add_time`` alone never runs: leave its ``now`` at 0.
    """

    control: TimeControl
    banks: tuple[int, int]
    decider: Player | None = None
    spent: int = 0
    since: int | None = None
    used: int = 0

    @classmethod
    def of(cls, control: TimeControl) -> "Clock":
        """Return a clock before the first turn."""
        return cls(control, (control.bank, control.bank))

    def start(self, player: Player, now: int) -> "Clock":
        """Start timing a decision of this player, or resume one that was paused."""
        if self.decider != player:
            return replace(self.press(), decider=player, since=now)
        return self if self.since is not None else replace(self, since=now)

    def pause(self, now: int) -> "Clock":
        """Stop during a decision; ``start`` resumes it."""
        return replace(self, used=self.decision_time(now), since=None)

    def add_time(self, player: Player, spent: int) -> "Clock":
        """Add a decision that took ``spent`` by its player's own clock; the turn goes on."""
        before = self if self.decider == player else self.press()
        return replace(before, decider=player, spent=before.spent + spent, since=None, used=0)

    def press(self) -> "Clock":
        """End the turn: its time beyond the delay comes out of the bank."""
        cost = max(0, self.spent - self.control.delay)
        banks = (self.banks[0] - cost * (self.decider == 0), self.banks[1] - cost * (self.decider == 1))
        return Clock(self.control, banks)

    def after(self, match: Match) -> "Clock":
        """Follow the match: a turn ends when another player is to decide; each money game has a new bank."""
        if match.phase is Phase.OPENING and not match.length:
            return Clock.of(self.control)
        return self if self.decider in (None, match.decider) else self.press()

    def decision_time(self, now: int) -> int:
        """Return the time that the current decision has taken."""
        return self.used + (max(0, now - self.since) if self.since is not None else 0)

    def turn_time(self, player: Player, now: int = 0) -> int:
        """Return the time that a player's turn has taken, 0 if it is not their turn."""
        return self.spent + self.decision_time(now) if player == self.decider else 0

    def delay_left(self, player: Player, now: int = 0) -> int:
        """Return the time left of a player's delay."""
        return max(0, self.control.delay - self.turn_time(player, now))

    def bank_left(self, player: Player, now: int = 0) -> int:
        """Return the time left in a player's bank, at least 0."""
        return max(0, self.banks[player] - max(0, self.turn_time(player, now) - self.control.delay))

    def is_out(self, player: Player, now: int = 0) -> bool:
        """Whether a player's time has run out."""
        return self.banks[player] < max(0, self.turn_time(player, now) - self.control.delay)

    @property
    def due(self) -> int | None:
        """When the time of the player who is thinking will have run out, None while no clock runs."""
        if self.decider is None or self.since is None:
            return None
        left = self.control.delay + max(0, self.banks[self.decider]) - self.spent - self.used
        return self.since + max(0, left) + 1
