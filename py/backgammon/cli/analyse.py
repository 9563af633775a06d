"""``analyse FILE …``: analyse matches or positions with this engine.

FILE is a match file in any format that the notation package reads or the page saves, or IDs (XGID, GNU ID,
OGID) given as text or in a file; ``-`` reads the standard input. The report goes to the standard output,
progress to the standard error. As JSON it is one object, or a list where there are several.
"""

import argparse
import json
import sys
from collections.abc import Generator
from typing import Any, TypeVar

from backgammon.analysis.decision import study
from backgammon.analysis.finding_text import finding_lines, reason_lines, rules_lines
from backgammon.analysis.findings import Chances, Finding
from backgammon.analysis.match import analysing
from backgammon.analysis.report import Judged, Report, report
from backgammon.analysis.report_text import report_text
from backgammon.cli.arguments import parse_argument, players_of, without_resignation
from backgammon.cli.errors import CommandError
from backgammon.cli.options import read_text, tell_if_slow, whole
from backgammon.core.errors import BackgammonError
from backgammon.core.plays import format_steps
from backgammon.engine.net_evaluator import judge
from backgammon.engine.search import Search
from backgammon.engine.stakes import stakes_of
from backgammon.notation.diagram import format_diagram
from backgammon.notation.record import Record
from backgammon.notation.setup import Setup
from backgammon.notation.xgid import format_xgid

_T = TypeVar("_T")

MAX_PLIES = 2
NEXT = "\n\n"
SHOWN = 5
"""The number of plays of a position, and by default of worst decisions of a match, that are printed."""


def main(argv: list[str]) -> int:
    """Print the reports of matches and the analyses of positions; return the exit code."""
    parser = argparse.ArgumentParser(
        prog=sys.argv[0], description="Errors, luck and PR of matches, or the best of positions."
    )
    parser.add_argument(
        "files",
        metavar="FILE",
        nargs="+",
        help="a match file, an ID, a file of IDs, or - for the standard input",
    )
    parser.add_argument(
        "--ply", type=int, default=1, choices=range(MAX_PLIES + 1), help="plies to look ahead (default: 1)"
    )
    parser.add_argument(
        "--worst",
        type=whole(0, 10**6),
        default=SHOWN,
        help=f"how many of the worst decisions are shown, with their diagrams (default: {SHOWN})",
    )
    parser.add_argument("--explain", action="store_true", help="say why, where one fact decides")
    parser.add_argument("--json", action="store_true", help="everything as JSON")
    options = parser.parse_args(argv)
    found: list[tuple[str, Setup | Record, tuple[str, str]]] = []
    for name in options.files:
        text = read_text(name)
        parts = parse_argument(text, name)
        found += [(name, each, players_of(text if len(parts) == 1 else "")) for each in parts]
    for name, each, _ in found:
        for remark in each.remarks if isinstance(each, Record) else ():
            print(f"{name}: {remark}", file=sys.stderr)
    tell_if_slow()
    if options.json:
        data = [analysis_data(each, options.ply) for _, each, _ in found]
        print(json.dumps(data if len(data) > 1 else data[0], indent=1))
        return 0
    for number, (name, each, players) in enumerate(found):
        if len(found) > 1:
            print(f"{NEXT if number else ''}{name}:", end="\n\n")
        print(analysis_text(each, options.ply, options.worst, options.explain, players), flush=True)
    return 0


def analysis_text(
    found: Setup | Record, plies: int, worst: int, explained: bool, players: tuple[str, str]
) -> str:
    """Analyse a match or a position; return the report as text, with reasons if ``explained``.

    ``players`` are those of a position; a match names its own.
    """
    if isinstance(found, Setup):
        return position_text(found, plies, explained, players)
    total = report(match_analysis(found, plies))
    return report_text(found.players, found.end, total, total.worst[:worst], explained, found.event)


def analysis_data(found: Setup | Record, plies: int) -> dict[str, Any]:
    """Analyse a match or a position; return all results as JSON data."""
    if isinstance(found, Setup):
        return position_data(found, plies)
    judged = match_analysis(found, plies)
    return match_data(found, judged, report(judged), plies)


def match_analysis(record: Record, plies: int) -> list[Judged]:
    """Analyse a match, showing progress; raise CommandError if it cannot be analysed."""
    try:
        return with_progress(analysing(record.start, record.log, plies))
    except BackgammonError as error:
        raise CommandError(str(error)) from error


def with_progress(working: Generator[float, None, _T]) -> _T:
    """Run a generator to its end and return its result; show progress if standard error is a terminal."""
    watched = sys.stderr.isatty()
    shown = -1
    try:
        while True:
            done = int(100 * next(working))
            if watched and done != shown:
                shown = done
                print(f"\r{done:3}%", end="", file=sys.stderr, flush=True)
    except StopIteration as stop:
        result: _T = stop.value
        return result
    finally:
        if watched:
            print("\r    \r", end="", file=sys.stderr, flush=True)


def match_data(record: Record, judged: list[Judged], total: Report, plies: int) -> dict[str, Any]:
    """Return all results of a match as JSON data."""
    return {
        "players": [
            {
                "name": name,
                "pr": player.all.pr,
                "pr_plays": player.plays.pr,
                "pr_cube": player.cube.pr,
                "pr_stages": {str(stage): tally.pr for stage, tally in player.stages},
                "counted": player.all.counted,
                "error": player.all.error,
                "luck": player.luck,
            }
            for name, player in zip(record.players, total.players, strict=True)
        ],
        "plies": plies,
        "decisions": [
            {
                "game": each.decision.match.game,
                "move": each.move,
                "player": each.player,
                "stage": each.stage,
                "chosen": each.chosen,
                "best": each.best,
                "equity": each.finding.equity,
                "error": each.error,
                "grade": each.grade,
                "counts": each.finding.counts,
                "luck": each.finding.luck,
                "chance": each.finding.chance,
            }
            for each in judged
        ],
    }


def position_analysis(setup: Setup, plies: int) -> Finding:
    """Analyse a position in which no resignation is offered."""
    match = setup.to_match()
    search, points, stakes = Search(judge(), match.rules), match.position.points, stakes_of(match)
    return with_progress(study(search, match.phase, points, stakes, plies, match.dice, keep=SHOWN))


def position_text(setup: Setup, plies: int, explained: bool, players: tuple[str, str]) -> str:
    """Return the diagram of a position and its best plays or cube action, with reasons if ``explained``."""
    asked = without_resignation(setup)
    match, found = asked.to_match(), position_analysis(asked, plies)
    lines = finding_lines(match, found, SHOWN)
    if explained:
        lines += reason_lines(match, found)
    board = format_diagram(setup, players, setup.on_roll)
    return "\n".join([board, *rules_lines(match.rules), "", *lines])


def position_data(setup: Setup, plies: int) -> dict[str, Any]:
    """Return the results of a position as JSON data: ``plays``, best first, or the ``cube``."""
    setup = without_resignation(setup)
    found = position_analysis(setup, plies)
    data: dict[str, Any] = {"position": format_xgid(setup), "plies": plies}
    if cube := found.cube:
        return data | {
            "plies": cube.plies,
            "cube": {
                "no_double": cube.no_double,
                "double_take": cube.double_take,
                "double_drop": cube.double_drop,
                "action": cube.action,
                "reply": cube.reply,
                "match_chances": cube.match_chances,
                "chances": chances_data(cube.chances),
            },
        }
    return data | {
        "plays": [
            {
                "play": format_steps(setup.points, play.steps),
                "equity": play.equity,
                "error": play.behind,
                "match_chance": play.match_chance,
                "chances": chances_data(play.chances),
                "plies": play.plies,
            }
            for play in found.plays
        ]
    }


def chances_data(chances: Chances) -> dict[str, float]:
    """Return the six chances by name."""
    return dict(zip(Chances._fields, chances, strict=True))
