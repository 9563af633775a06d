"""The check of the dice of finished games: the rolls made against those given by secret, word and count.

The page does it for "check the dice", some games at a time; the command line for a downloaded record.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import accumulate, islice

from backgammon.core.dice import Roll
from backgammon.core.fairdice import SECRET_BYTES, commitment, fair_roll, link_before, shared_roll
from backgammon.core.match import Action, NextGame, OpeningRoll, Rolled
from backgammon.features.game.permissions import finished_games
from backgammon.state.change import Change
from backgammon.state.effects import Continue
from backgammon.state.events import LongWork
from backgammon.state.model import DialogName, Model, Notice
from backgammon.storage.types import DiceSource, GameDice

STEP = 8
"""The number of games whose dice are checked in one go: about 20 ms in a browser."""


@dataclass(frozen=True, slots=True)
class GameCheck:
    """The check of one game, counted from 1: the rolls that were made and those that follow from its secret.

    ``committed``: whether the secret is the one whose SHA-256 was shown before the first roll.
    """

    game: int
    committed: bool
    rolled: tuple[Roll, ...]
    expected: tuple[Roll, ...]

    @property
    def agrees(self) -> bool:
        """Whether secret and rolls are as expected."""
        return self.committed and self.rolled == self.expected


def check_games(log: Iterable[Action], games: Iterable[GameDice]) -> tuple[GameCheck, ...]:
    """Check every game with fair dice whose secret is known."""
    played: list[list[Action]] = [[]]
    for action in log:
        played[-1].append(action)
        if isinstance(action, NextGame):
            played.append([])
    return tuple(
        _check_game(number, game, actions)
        for number, (game, actions) in enumerate(zip(games, played, strict=False), start=1)
        if _is_checkable(game)
    )


def begin(model: Model, value: str = "") -> Change:
    """Begin to check the dice of the finished games; the first of them are checked at once."""
    return _step(replace(model, dice_checked=()))


def go_on(model: Model) -> Change:
    """Check the next games, as long as the dialog is open."""
    return _step(model) if model.dialog is DialogName.DICE else (model, ())


def is_under_way(model: Model) -> bool:
    """Whether some games have been checked, and others remain."""
    checked = model.dice_checked
    rest = range(checked[-1][0], finished_games(model)) if checked else ()
    return any(_is_checkable(model.game_in_play.games[index]) for index in rest)


def _step(model: Model) -> Change:
    """Check the dice of the next games; after the last one say whether all agree."""
    checked, games, log = model.dice_checked, model.game_in_play.games, model.game_in_play.log
    numbers = range(checked[-1][0] + 1 if checked else 1, finished_games(model) + 1)
    waiting = ((number, games[number - 1]) for number in numbers)
    checkable = ((number, game) for number, game in waiting if _is_checkable(game))
    checks = [_check_game(number, game, log.actions(number - 1)) for number, game in islice(checkable, STEP)]
    there = replace(model, dice_checked=(*checked, *((check.game, check.agrees) for check in checks)))
    if len(checks) == STEP:
        return there, (Continue(LongWork.DICE),)
    agree = all(agrees for _, agrees in there.dice_checked)
    notice = Notice("notice.dice-agree") if agree else Notice("notice.dice-differ", tone="error")
    return replace(there, notice=notice), ()


def _is_checkable(game: GameDice) -> bool:
    return game.source is not DiceSource.TYPED and bool(game.secret)


def _check_game(number: int, game: GameDice, actions: Iterable[Action]) -> GameCheck:
    rolls = [each for each in actions if isinstance(each, (OpeningRoll, Rolled))]
    rolled = tuple(each.dice if isinstance(each, Rolled) else (each.first, each.second) for each in rolls)
    if game.source is DiceSource.SHARED:
        uses = [*accumulate(int(isinstance(each, Rolled)) for each in rolls)]
        return GameCheck(number, *_check_shared_dice(game, uses, rolled))
    secret = bytes.fromhex(game.secret)
    expected = tuple(fair_roll(secret, game.word, count) for count in range(1, len(rolled) + 1))
    return GameCheck(number, commitment(secret) == game.commitment, rolled, expected)


def _check_shared_dice(
    game: GameDice, uses: list[int], rolled: tuple[Roll, ...]
) -> tuple[bool, tuple[Roll, ...], tuple[Roll, ...]]:
    """Recompute shared dice; ``uses``: the number of links of each chain used before each roll."""
    commitments, links = _halves(game.commitment), [_halves(game.secret)]
    for _ in range(uses[-1] + 2 if uses else 0):
        links.append((link_before(links[-1][0]), link_before(links[-1][1])))
    committed = links.pop() == commitments
    expected = []
    for count, use in enumerate(uses, start=1):
        roll = shared_roll(commitments, links[uses[-1] - use], game.word, count)
        expected.append((max(roll), min(roll)) if use else roll)
    return committed, rolled, tuple(expected)


def _halves(joined: str) -> tuple[bytes, bytes]:
    both = bytes.fromhex(joined)
    return both[:SECRET_BYTES], both[SECRET_BYTES:]
