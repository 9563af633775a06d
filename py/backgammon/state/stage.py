"""What is being shown of a match; each stage but Waiting ends when the one timer has run out.

TRANSITIONS says what follows what, by features.game.flow; a match that is put aside meanwhile waits, or goes
on with the moves still to come.
"""

from dataclasses import dataclass

from backgammon.core.plays import Move


@dataclass(frozen=True, slots=True)
class Waiting:
    """Nothing is being shown.

    ``decided``: the computer on roll has decided not to double, and waits for typed dice.
    """

    decided: bool = False


@dataclass(frozen=True, slots=True)
class Tumbling:
    """The dice tumble; they already show the committed numbers. ``rest`` is the play decided since then."""

    rest: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Moving:
    """A decided play is shown step by step; ``rest`` are the moves still to come."""

    rest: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Resting:
    """A line is read or a play looked at; after that the game moves on by itself."""


Stage = Waiting | Tumbling | Moving | Resting
TRANSITIONS: dict[type[Stage], tuple[type[Stage], ...]] = {
    Waiting: (
        Tumbling,  # dice were rolled
        Moving,  # a play was decided
        Resting,  # a line is to be read, or the next roll comes by itself
        Waiting,  # nothing shall move; or the computer waits for typed dice
    ),
    Tumbling: (
        Waiting,  # the dice have settled
        Tumbling,  # a play was decided meanwhile
    ),
    Moving: (
        Moving,  # one move less
        Resting,  # that was the last
    ),
    Resting: (
        Waiting,  # the play is made, or the dice are rolled
    ),
}
WAITING = Waiting()
