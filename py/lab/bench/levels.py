"""``python3 py bench levels``: the mean loss of each level per decision, in mEMG, judged by gnubg at 2-ply.

Over the decisions of ``bench strength`` (cubeful money play); a level's noise is drawn from a fixed seed and
its time is not limited. The figures that the page shows come from rollouts (lab/judge/README.md).
"""

import argparse

from backgammon.cli.options import whole
from backgammon.engine.levels import SKILLS
from backgammon.engine.stakes import Stakes
from lab.referees import players
from lab.referees.strength import Decision, gnubg_choices, losses, read_judged, table
from tools.errors import ToolError

JUDGED_BY = "cubeful-2"


def main(argv: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python3 py bench levels", description="What each level loses.")
    parser.add_argument("--decisions", type=whole(1, 10**6), default=300, help="default: %(default)s")
    parser.add_argument("--levels", nargs="*", choices=SKILLS, default=list(SKILLS))
    options = parser.parse_args(argv)
    found = [decision for decision in read_judged() if len(decision.plays) > 1]
    if not found:
        raise ToolError("no decisions have been judged yet; run bench strength --judge first")
    decisions = found[:: max(1, len(found) // options.decisions)][: options.decisions]
    rows = [
        (f"gnubg:{ply}", losses(decisions, gnubg_choices(decisions, f"cubeful-{ply}"), JUDGED_BY))
        for ply in (0, 1)
    ]
    rows += [
        (level, losses(decisions, level_choices(level, decisions), JUDGED_BY)) for level in options.levels
    ]
    print(table(rows))
    return 0


def level_choices(level: str, decisions: list[Decision]) -> list[int]:
    """Return the index of the play that the level makes in each decision."""
    mind = players.mind(f"level:{level}")
    return [
        each.plays.index(players.play_of(mind, each.position, *each.dice, Stakes())) for each in decisions
    ]
