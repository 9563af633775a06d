"""``cube ID``: the proper cube action at every score, take points, and which rolls lose the market.

The rows are the points that the player on roll needs, the columns those of the opponent. Scores one point
away are after the Crawford game, in which nobody may double. The present score is in brackets.
"""

import argparse
import json
import sys
from typing import Any

from backgammon.analysis.cube_findings import CubeCell, CubeScores, TakePoints
from backgammon.analysis.cube_scores import study_scores
from backgammon.analysis.decision import CUBE_PLIES
from backgammon.analysis.findings import CubeAction, CubeReply
from backgammon.cli.analyse import with_progress
from backgammon.cli.arguments import one_position, players_of, without_resignation
from backgammon.cli.errors import CommandError
from backgammon.cli.options import read_text, tell_if_slow
from backgammon.core.dice import ROLLS
from backgammon.core.match import Match, Phase
from backgammon.engine.net_evaluator import judge
from backgammon.engine.search import Search
from backgammon.engine.stakes import stakes_of
from backgammon.notation.diagram import format_diagram
from backgammon.notation.setup import Setup
from backgammon.notation.xgid import format_xgid

_SIGNS = {CubeAction.NO_DOUBLE: "-", CubeAction.DOUBLE: "T", CubeAction.TOO_GOOD: "+"}
LEGEND = "- no double   T double, take   D double, drop   + too good to double   . cube of no use"


def main(argv: list[str]) -> int:
    """Print the tables, or all results as JSON; return the exit code."""
    parser = argparse.ArgumentParser(
        prog=sys.argv[0], description="The cube at every score, take points, market losers."
    )
    parser.add_argument(
        "id", metavar="ID", help="an XGID, GNU ID or OGID, a file with one, or - for the standard input"
    )
    parser.add_argument(
        "--ply",
        type=int,
        default=CUBE_PLIES,
        choices=range(CUBE_PLIES + 1),
        help=f"plies to look ahead (default: {CUBE_PLIES})",
    )
    parser.add_argument("--json", action="store_true", help="everything as JSON")
    options = parser.parse_args(argv)
    text = read_text(options.id)
    setup, match = _position(text, options.id)
    tell_if_slow()
    search = Search(judge(), match.rules)
    found = with_progress(study_scores(search, match.position.points, stakes_of(match), options.ply))
    if options.json:
        print(json.dumps({"position": format_xgid(setup), **scores_data(found)}, indent=1))
        return 0
    away = (match.away(match.on_roll), match.away(1 - match.on_roll))
    print(format_diagram(setup, players_of(text), setup.on_roll), "", scores_text(found, away), sep="\n")
    return 0


def _position(text: str, name: str) -> tuple[Setup, Match]:
    refusal = "the cube is looked into in one position: give its XGID, GNU ID or OGID"
    setup = without_resignation(one_position(text, name, refusal))
    match = setup.to_match()
    if match.phase not in (Phase.TO_ROLL, Phase.DOUBLED):
        raise CommandError("the cube is turned before the roll: give a position without dice")
    return setup, match


def sign(cell: CubeCell) -> str:
    """Return the letter of a cube action."""
    if cell.action is None:
        return "."
    is_drop = cell == (CubeAction.DOUBLE, CubeReply.DROP)
    return "D" if is_drop else _SIGNS[cell.action]


def scores_text(found: CubeScores, away: tuple[int, int]) -> str:
    """Return the tables; ``away``: the present score, (0, 0) in money play."""
    count = len(found.cells)
    lines = ["away" + "".join([f"{theirs:4}" for theirs in range(1, count + 1)])]
    for mine, row in enumerate(found.cells, 1):
        cells = [
            f"  ({sign(cell)})"[-4:] if (mine, theirs) == away else f"  {sign(cell)} "
            for theirs, cell in enumerate(row, 1)
        ]
        lines.append(f"{mine:4}" + "".join(cells).rstrip())
    lines += ["", LEGEND, f"money {sign(found.money)}   here {sign(found.here)}   ({found.plies}-ply)", ""]
    lines.append(f"{'':28}on roll  opponent")
    for name, one, other in zip(_TAKES, *found.takes, strict=True):
        lines.append(f"{name:28}{_format_number(one):>7}  {_format_number(other):>8}")
    return "\n".join([*lines, *_market_lines(found)])


_TAKES = (
    "take point, cube dead",
    "take point, cube live",
    "gammon price",
    "gammon price after a double",
)


def _format_number(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"


def _market_lines(found: CubeScores) -> list[str]:
    if not found.losers:
        return []
    lost = dict(zip(ROLLS, found.losers, strict=True))
    lines = ["", f"Market lost after {found.market_lost:.1%} of the sequences; of 36 replies to each roll:"]
    lines.append("    " + "".join([f"{low:4}" for low in range(1, 7)]))
    for high in range(1, 7):
        counts = [lost[max(high, low), min(high, low)] for low in range(1, 7)]
        lines.append(f"{high:4}" + "".join([f"{count:4}" for count in counts]))
    return lines


def scores_data(found: CubeScores) -> dict[str, Any]:
    """Return all results as JSON data."""
    return {
        "plies": found.plies,
        "here": _cell_data(found.here),
        "money": _cell_data(found.money),
        "cells": [[_cell_data(cell) for cell in row] for row in found.cells],
        "takes": [dict(zip(TakePoints._fields, each, strict=True)) for each in found.takes],
        "losers": {f"{high}{low}": lost for (high, low), lost in zip(ROLLS, found.losers, strict=False)},
        "market_lost": found.market_lost,
    }


def _cell_data(cell: CubeCell) -> str | None:
    return f"{cell.action}-{cell.reply}" if cell.action else None
