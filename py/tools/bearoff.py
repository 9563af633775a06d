"""``python3 py bearoff``: compute the bear-off tables from the rules and write them into the engine's data.

For every home board of up to fifteen checkers, and each way of bearing off: the mean number of rolls under
the play that makes it smallest, and the standard deviation. A roll that is allowed to lapse leaves the board
unchanged, so a board's mean may depend on itself; the equation is solved exactly. For the usual way of
bearing off and up to CHANCE_CHECKERS checkers also the chance of each number of rolls, under the same play.
"""

import argparse
import zlib
from collections.abc import Iterator
from pathlib import Path

from backgammon.cli.options import about
from backgammon.core.dice import ROLLS, WEIGHTS
from backgammon.core.plays import results
from backgammon.core.position import CHECKERS, Points
from backgammon.core.rules import BearOff, Rules
from backgammon.engine.bearoff import CHANCE_CHECKERS, CHANCE_UNIT, DEVIATION_UNIT, LONGEST, MEAN_UNIT, rank

DATA = Path(__file__).resolve().parents[1] / "backgammon" / "engine" / "data"


def boards(checkers: int, points: int = 6) -> Iterator[Points]:
    """Yield every home board of up to ``checkers`` checkers: one count per point (6), ace point first."""
    if not points:
        yield ()
        return
    for count in range(checkers + 1):
        for rest in boards(checkers - count, points - 1):
            yield (count, *rest)


def moments(rules: Rules, checkers: int = CHECKERS) -> dict[Points, tuple[float, float]]:
    """Return the mean and the mean square of the rolls needed from each home board."""
    found: dict[Points, tuple[float, float]] = {}
    order = sorted(
        boards(checkers), key=lambda home: sum((point + 1) * count for point, count in enumerate(home))
    )
    for home in order:
        found[home] = _step(home, rules, found) if any(home) else (0.0, 0.0)
    return found


def _step(home: Points, rules: Rules, found: dict[Points, tuple[float, float]]) -> tuple[float, float]:
    """Average over the rolls; where staying is the best or only choice, the mean depends on itself."""
    points = (0, *home, *[0] * 19)
    choices = []
    for dice, weight in zip(ROLLS, WEIGHTS, strict=True):
        after = [found[end[1:7]] for end in results(points, dice, rules) if end != points]
        if after:
            choices.append((min(after), weight))
    choices.sort()
    mean = squares = weights = 0.0
    for (after_mean, after_squares), weight in choices:
        if weights and after_mean >= (36 + mean) / weights:
            break
        weights += weight
        mean += weight * after_mean
        squares += weight * after_squares
    result = (36 + mean) / weights
    # E[(1 + R)²] over all 36 rolls, where those that stay lead back to this board
    return result, (36 + 2 * (mean + (36 - weights) * result) + squares) / weights


def chances(means: dict[Points, tuple[float, float]], checkers: int = CHANCE_CHECKERS) -> bytes:
    """Return the compressed chances of 0, 1, 2 … rolls: for each number those of all boards, by rank.

    ``means``: those of the usual way of bearing off, in which a roll always changes the board.
    """
    found: dict[Points, list[float]] = {}
    for home in (home for home in means if sum(home) <= checkers):
        found[home] = [1.0] if not any(home) else [0.0] * (LONGEST + 1)
        for dice, weight in zip(ROLLS, WEIGHTS, strict=True) if any(home) else ():
            after = min((end[1:7] for end in results((0, *home, *[0] * 19), dice)), key=means.__getitem__)
            for rolls, chance in enumerate(found[after][:LONGEST]):
                found[home][rolls + 1] += weight / 36 * chance
    ranked = [found[home] for home in sorted(found, key=rank)]
    values = [
        round(row[rolls] / CHANCE_UNIT) if rolls < len(row) else 0
        for rolls in range(LONGEST + 1)
        for row in ranked
    ]
    return zlib.compress(_bytes_of(values), 9)


def table(rules: Rules) -> bytes:
    """Return a compressed table: high bytes of the means by rank, low bytes, deviations."""
    by_rank = sorted((rank(home), *pair) for home, pair in moments(rules).items())
    means = [round(mean / MEAN_UNIT) for _, mean, _ in by_rank]
    deviations = bytes(
        [round(max(0.0, square - mean**2) ** 0.5 / DEVIATION_UNIT) for _, mean, square in by_rank]
    )
    return zlib.compress(_bytes_of(means) + deviations, 9)


def _bytes_of(numbers: list[int]) -> bytes:
    """Return the high bytes of numbers of 16 bits, then their low bytes."""
    return bytes([number >> 8 for number in numbers]) + bytes([number & 255 for number in numbers])


def _kind(text: str) -> BearOff:
    """Parse a way of bearing off. With ``choices``, argparse would also refuse an empty list."""
    try:
        return BearOff(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is none of {', '.join(BearOff)}") from None


def main(argv: list[str]) -> int:
    """Compute and write the tables, which takes about ten minutes."""
    parser = argparse.ArgumentParser(prog="python3 py bearoff", description=about(__doc__, 2))
    kinds = ", ".join(BearOff)
    parser.add_argument(
        "kinds", metavar="KIND", nargs="*", type=_kind, help=f"which tables: {kinds} (default: all)"
    )
    for kind in parser.parse_args(argv).kinds or BearOff:
        data = table(Rules(bear_off=kind, lapse=kind == BearOff.EXACT))
        DATA.mkdir(exist_ok=True)
        DATA.joinpath(f"bearoff-{kind}.bin").write_bytes(data)
        print(f"{kind}: {len(data)} bytes", flush=True)
    data = chances(moments(Rules(), CHANCE_CHECKERS))
    DATA.joinpath("bearoff-chances.bin").write_bytes(data)
    print(f"chances: {len(data)} bytes", flush=True)
    return 0
