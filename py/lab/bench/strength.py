"""``python3 py bench strength``: the mean loss of players per decision, beside gnubg's on the same ones.

There are two judges: gnubg at 2-ply, and rollouts by the net that ships (``lab/judge/README.md``). Judgements
are stored, so that judging can be interrupted and resumed.
"""

import argparse
import os
from collections.abc import Sequence

from backgammon.cli.options import whole
from lab.judge import facts, gnubg_rollouts, judging, tables
from lab.progress import Progress
from lab.referees import cubes, strength
from tools.errors import ToolError


def main(argv: Sequence[str]) -> int:
    """Print the losses of the players named beside gnubg's; return 0."""
    about = "What players lose with each decision, beside gnubg."
    parser = argparse.ArgumentParser(prog="python3 py bench strength", description=about)
    parser.add_argument(
        "players", nargs="*", help="net files, NET@PLIES, level:NAME …; the shipped net if none"
    )
    parser.add_argument(
        "--judge",
        nargs="?",
        const="gnubg",
        choices=("gnubg", "rollouts"),
        help="judge what is not judged yet: by gnubg (up to two hours), or by rollouts, whose tables come",
    )
    parser.add_argument(
        "--plays", type=whole(0, 10**6), default=0, help="roll out plays until so many are on file"
    )
    parser.add_argument("--cubes", type=whole(0, 10**6), default=0, help="the same of cube decisions")
    parser.add_argument(
        "--beside", action="store_true", help="have gnubg roll out the plays on which its 2-ply differs"
    )
    parser.add_argument(
        "--again", action="store_true", help="roll out the plays lost with once more, with other dice"
    )
    args = parser.parse_args(argv)
    if args.judge == "rollouts":
        return by_rollouts(args)
    if args.judge:
        strength.judge()
        cubes.judge()
    decisions = strength.read_judged()
    if not decisions:
        raise ToolError("no decisions have been judged yet; call it with --judge first")
    for cube in ("cubeless", "cubeful"):
        rows = [
            (
                f"gnubg:{plies}",
                strength.losses(decisions, strength.gnubg_choices(decisions, f"{cube}-{plies}"), f"{cube}-2"),
            )
            for plies in (0, 1)
        ]
        for name in args.players or ["shipped"]:
            chosen = strength.player_choices(name, decisions, cube)
            rows.append((name, strength.losses(decisions, chosen, f"{cube}-2")))
        print(f"{cube}, mEMG a decision, judged by gnubg 2-ply\n{strength.table(rows)}\n")
    players = args.players or ["shipped", "level:advanced"]
    print(f"cube decisions, mEMG, judged by gnubg 2-ply\n{cubes.report(players)}")
    return 0


def by_rollouts(args: argparse.Namespace) -> int:
    """Roll out until the decisions asked for are on file, have gnubg choose too, and print the losses."""
    os.nice(10)
    for path, asked, wanted in (
        (facts.PLAYS, judging.asked_plays, args.plays),
        (facts.CUBES, judging.asked_cubes, args.cubes),
    ):
        progress = Progress()
        for done in judging.judge(path, asked(), wanted):
            progress.show(f"{path.name}: {done} of {wanted}")
        progress.end()
    tables.ask_gnubg()
    shown = args.players or ["shipped", "shipped@1", "shipped@2"]
    print(f"plays without a cube, judged by rollouts\n{tables.plays_table(shown, args.again)}")
    known = tables.known_plays()
    if args.beside:
        gnubg_rollouts.judge(known)
    print(f"{gnubg_rollouts.report(known)}\n")
    print(f"cube decisions, mEMG, judged by rollouts\n{tables.cubes_table(shown)}")
    return 0
