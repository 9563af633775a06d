"""``python3 py bench strength``: what players lose with each decision, beside gnubg on the same ones."""

import argparse
import sys
from collections.abc import Sequence

from lab.referees import cubes, strength


def main(argv: Sequence[str]) -> int:
    """Print the losses of the players named beside gnubg's; return 0."""
    about = "What players lose with each decision, beside gnubg."
    parser = argparse.ArgumentParser(prog="python3 py bench strength", description=about)
    parser.add_argument("players", nargs="*", help="net files, level:NAME …; the shipped net if none")
    parser.add_argument("--judge", action="store_true", help="judge what is not judged yet (up to two hours)")
    args = parser.parse_args(argv)
    if args.judge:
        strength.judge()
        cubes.judge()
    decisions = strength.judged()
    if not decisions:
        print(f"no judged decisions in {strength.DECISIONS}: call again with --judge", file=sys.stderr)
        return 1
    for cube in ("cubeless", "cubeful"):
        rows = [
            (
                f"gnubg:{plies}",
                strength.losses(decisions, strength.gnubg_choices(decisions, f"{cube}-{plies}"), f"{cube}-2"),
            )
            for plies in (0, 1)
        ]
        for name in args.players or ["shipped"]:
            chosen = strength.chosen_by(name, decisions, cube)
            rows.append((name, strength.losses(decisions, chosen, f"{cube}-2")))
        print(f"{cube}, mEMG a decision, judged by gnubg 2-ply\n{strength.table(rows)}\n")
    players = args.players or ["shipped", "level:advanced"]
    print(f"cube decisions, mEMG, judged by gnubg 2-ply\n{cubes.report(players)}")
    return 0
