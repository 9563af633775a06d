"""``python3 py bench trail``: the results of games in which only one player's gammons count.

That is so in the Crawford game and after it: the leader needs one point, the trailer may win two or four.
Both play by the shipped net's outputs at 0 plies, for the trailer's wins plus gammons, with equal weight.
The match equity table (``backgammon/engine/met.py``) takes its figures from here.
"""

import argparse
from math import sqrt

from backgammon.cli.options import about, whole
from lab.referees import players
from lab.train import native


def main(argv: list[str]) -> int:
    """Play the games and print the trailer's shares; return 0."""
    parser = argparse.ArgumentParser(prog="python3 py bench trail", description=about(__doc__))
    parser.add_argument("--games", type=whole(1, 10**9), default=50_000, help="default: %(default)s")
    parser.add_argument("--seed", type=whole(0, 2**63 - 1), default=1)
    options = parser.parse_args(argv)
    net = players.require_net("shipped")
    won, gammons = native.trail(net, options.games, options.seed)
    rate, share = won / options.games, gammons / won
    print(f"{options.games} games: the trailer wins {rate:.4f} ± {_error(rate, options.games):.4f},", end=" ")
    print(f"of them gammons {share:.4f} ± {_error(share, won):.4f}")
    return 0


def _error(share: float, count: int) -> float:
    """Return the standard error of a share of `count`."""
    return sqrt(share * (1 - share) / count)
