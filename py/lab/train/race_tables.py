"""The net and tables by which `selfplay.c` judges races: those used in play.

Rule kept: nothing is recomputed here; a test checks that the judgements of both agree.
"""

from functools import cache
from itertools import chain
from pathlib import Path
from typing import Final

from backgammon.core.position import CHECKERS
from backgammon.engine import bearoff
from lab.train import export, native
from tools.bearoff import boards

NET: Final = Path(__file__).resolve().parents[2] / "backgammon" / "engine" / "data" / "races.bin"


@cache
def load() -> None:
    """Pass the net and the tables to the C code, once per process."""
    homes = sorted(boards(CHECKERS), key=bearoff.rank)
    few = [home for home in homes if sum(home) <= bearoff.CHANCE_CHECKERS]
    native.set_races(
        export.as_net(export.read(NET.read_bytes())).weights,
        list(map(bearoff.mean, homes)),
        [bearoff.misses(home) if sum(home) == CHECKERS else 0.0 for home in homes],
        list(chain(*map(bearoff.chances_of, few))),
    )
