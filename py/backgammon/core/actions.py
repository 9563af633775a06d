"""The actions of a match, as data: the log of a match is a tuple of these and records all that happens in it.

Players are 0 and 1. ``core.match`` defines what an action does and when it is allowed.
"""

from dataclasses import dataclass

from backgammon.core.dice import Roll
from backgammon.core.plays import Steps

Player = int


@dataclass(frozen=True, slots=True)
class OpeningRoll:
    """One die from each player, for the first move of a game."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Rolled:
    """Both dice of the player on roll."""

    dice: Roll


@dataclass(frozen=True, slots=True)
class Played:
    """The play of the player on roll: the ``steps`` of a Play, none if no number is played."""

    steps: Steps


@dataclass(frozen=True, slots=True)
class Doubled:
    """The player on roll offers a double."""


@dataclass(frozen=True, slots=True)
class Took:
    """The last cube offer is accepted."""


@dataclass(frozen=True, slots=True)
class Dropped:
    """The last cube offer is refused and the game lost."""


@dataclass(frozen=True, slots=True)
class Beavered:
    """A double is taken and redoubled at once, the cube kept."""


@dataclass(frozen=True, slots=True)
class Raccooned:
    """A beaver is taken and redoubled at once, the cube left where it is."""


@dataclass(frozen=True, slots=True)
class Resigned:
    """The player to decide offers 1, 2 or 3 times the cube."""

    points: int


@dataclass(frozen=True, slots=True)
class Accepted:
    """A resignation is accepted."""


@dataclass(frozen=True, slots=True)
class Refused:
    """A resignation is refused and the game goes on."""


@dataclass(frozen=True, slots=True)
class Awarded:
    """The game goes to ``winner`` and the score is set, whatever the board shows.

    For a game that was forfeited, decided by a director, or scored differently where it was played.
    """

    winner: Player
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class NextGame:
    """The next game of the match begins."""


Action = (
    OpeningRoll
    | Rolled
    | Played
    | Doubled
    | Took
    | Dropped
    | Beavered
    | Raccooned
    | Resigned
    | Accepted
    | Refused
    | Awarded
    | NextGame
)

SIMPLE_ACTIONS: dict[str, Action] = {
    "double": Doubled(),
    "take": Took(),
    "drop": Dropped(),
    "beaver": Beavered(),
    "raccoon": Raccooned(),
    "accept": Accepted(),
    "refuse": Refused(),
    "next-game": NextGame(),
}
"""The actions without details, by their usual names."""
