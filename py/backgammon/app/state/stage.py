"""What is being shown of a match: each stage ends when the one timer has run out; see app.game.flow.

| stage | ends in |
| --- | --- |
| Waiting | Tumbling, Moving or Resting, by a person, the engine or the rules |
| Tumbling | Moving with the rest of a decided play, else Waiting |
| Moving | Moving with one move less, Resting after the last |
| Resting | Waiting or Tumbling: the play is made, or the next roll |
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
WAITING = Waiting()
