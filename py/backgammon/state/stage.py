"""What is being shown of a match; every stage except Waiting ends when the one timer runs out.

TRANSITIONS lists the stages that can follow each, made by features.game.flow. A match set aside during a
stage becomes Waiting, or Moving if moves are still to come.
"""

from dataclasses import dataclass

from backgammon.core.plays import Move


@dataclass(frozen=True, slots=True)
class Waiting:
    """Nothing is being shown.

    ``decided``: the computer on roll has decided not to double, and is waiting for typed dice.
    """

    decided: bool = False


@dataclass(frozen=True, slots=True)
class Tumbling:
    """The dice tumble, already with their final numbers; ``rest`` is the play decided meanwhile."""

    rest: tuple[Move, ...] = ()


@dataclass(frozen=True, slots=True)
class Moving:
    """A decided play is shown step by step; ``rest`` are the moves still to come."""

    rest: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Resting:
    """A pause to read a line or look at a play; then the game goes on by itself."""


Stage = Waiting | Tumbling | Moving | Resting
TRANSITIONS: dict[type[Stage], tuple[type[Stage], ...]] = {
    Waiting: (
        Tumbling,  # dice were rolled
        Moving,  # a play was decided
        Resting,  # a line is to be read, or the next roll is automatic
        Waiting,  # animation is off; or the computer is waiting for typed dice
    ),
    Tumbling: (
        Waiting,  # the dice have come to rest
        Tumbling,  # a play was decided meanwhile
    ),
    Moving: (
        Moving,  # one move was made
        Resting,  # that was the last move
    ),
    Resting: (
        Waiting,  # the play is made, or the dice are rolled
    ),
}
WAITING = Waiting()
