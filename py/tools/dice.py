"""``python3 py dice FILE``: recompute every roll of a downloaded match, as the page does."""

import argparse

from backgammon.cli.options import read_text
from backgammon.core.dice import Roll
from backgammon.features.game.dice_check import GameCheck, check_games
from backgammon.storage.codec import load
from backgammon.storage.errors import StorageError
from backgammon.storage.types import DiceSource, GameDice
from tools.errors import ToolError


def main(argv: list[str]) -> int:
    """Print one line per game; return 1 if a roll or a secret is not what it should be, else 0."""
    parser = argparse.ArgumentParser(prog="python3 py dice", description="Check the dice of a match.")
    parser.add_argument(
        "file", metavar="FILE", help="a match that the page saved as .json, or - for the standard input"
    )
    name: str = parser.parse_args(argv).file
    try:
        saved = load(read_text(name), to_continue=False)
    except StorageError as error:
        hint = "only what the page saves as .json holds a match's dice"
        raise ToolError(f"{name} cannot be checked: {error}; {hint}") from error
    checks = {checked.game: checked for checked in check_games(saved.log, saved.games)}
    for number, game in enumerate(saved.games, start=1):
        print(f"game {number}: {_result_text(game, checks.get(number))}")
    return 0 if all(checked.agrees for checked in checks.values()) else 1


def _result_text(game: GameDice, checked: GameCheck | None) -> str:
    if game.source is DiceSource.TYPED:
        return "real dice, typed in; nothing to check"
    shared = game.source is DiceSource.SHARED
    if checked is None:
        return "no roll yet" if shared else "no secret yet; it is given away when the game is over"
    if not checked.committed and shared:
        return f"the links do not lead to those that were shown before the game: {game.commitment}"
    if not checked.committed:
        return f"the secret is not the one that was announced as {game.commitment}"
    wrong = [
        f"roll {count} was {_roll(rolled)}, not {_roll(expected)}"
        for count, (rolled, expected) in enumerate(
            zip(checked.rolled, checked.expected, strict=True), start=1
        )
        if rolled != expected
    ]
    source = "both players' links" if shared else "the secret and the word"
    return "; ".join(wrong) or f"all {len(checked.rolled)} rolls follow from {source}"


def _roll(roll: Roll) -> str:
    return f"{roll[0]}-{roll[1]}"
