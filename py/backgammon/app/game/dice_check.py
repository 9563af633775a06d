"""The dice of finished games, recomputed: what was rolled against what secret, word and count give.

The page does it for "check the dice", the command line for a downloaded record.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from backgammon.core.dice import Roll
from backgammon.core.fairdice import commitment, fair_roll
from backgammon.core.match import Action, NextGame, OpeningRoll, Rolled
from backgammon.storage.types import DiceSource, GameDice


@dataclass(frozen=True, slots=True)
class GameCheck:
    """One game, counted from 1: the rolls that were made and those that follow from its secret.

    ``committed``: the secret is the one whose SHA-256 was shown before the first roll.
    """

    game: int
    committed: bool
    rolled: tuple[Roll, ...]
    expected: tuple[Roll, ...]

    @property
    def agrees(self) -> bool:
        """Whether secret and rolls are what they should be."""
        return self.committed and self.rolled == self.expected


def check_games(log: Iterable[Action], games: Iterable[GameDice]) -> tuple[GameCheck, ...]:
    """Check every game with fair dice whose secret is known."""
    rolls: list[list[Roll]] = [[]]
    for action in log:
        match action:
            case OpeningRoll(first, second):
                rolls[-1].append((first, second))
            case Rolled(dice):
                rolls[-1].append(dice)
            case NextGame():
                rolls.append([])
    return tuple(
        _checked(number, game, tuple(rolled))
        for number, (game, rolled) in enumerate(zip(games, rolls, strict=False), start=1)
        if game.source is DiceSource.FAIR and game.secret
    )


def _checked(number: int, game: GameDice, rolled: tuple[Roll, ...]) -> GameCheck:
    secret = bytes.fromhex(game.secret)
    expected = tuple(fair_roll(secret, game.word, count) for count in range(1, len(rolled) + 1))
    return GameCheck(number, commitment(secret) == game.commitment, rolled, expected)
