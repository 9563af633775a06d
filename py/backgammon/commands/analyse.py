"""``python3 py analyse FILE``: a match, or one position, as this engine judges it.

FILE is a match file of any format that notation reads or that the page saves, or an ID (XGID, GNU ID, OGID)
given as text or in a file; ``-`` reads the standard input. The report goes to the standard output, progress
to the other.
"""

import argparse
import json
import sys
from collections.abc import Generator
from pathlib import Path
from typing import Any, TypeVar

from backgammon.analysis.decision import study_cube, study_play, study_reply
from backgammon.analysis.findings import CubeAction, CubeFinding, CubeReply, Finding
from backgammon.analysis.match import analysing, replies, stakes_of
from backgammon.analysis.report import Judged, PlayerReport, Report, report
from backgammon.commands.errors import CommandError
from backgammon.core.errors import BackgammonError
from backgammon.core.match import Phase
from backgammon.core.plays import format_steps
from backgammon.core.position import Points
from backgammon.engine.judge import judge
from backgammon.engine.search import Search
from backgammon.notation.anything import parse_anything
from backgammon.notation.diagram import format_diagram
from backgammon.notation.record import Record
from backgammon.notation.setup import Setup
from backgammon.storage.codec import load

_T = TypeVar("_T")

MAX_PLIES = 2
SHOWN = 5
"""Plays of a position, and worst decisions of a match, that are printed."""


def main(argv: list[str]) -> int:
    """Print the report of a match, or the analysis of a position."""
    parser = argparse.ArgumentParser(
        prog="python3 py analyse", description="Errors, luck and PR of a match, or the best of a position."
    )
    parser.add_argument("file", help="a match file, an ID, or - for the standard input")
    parser.add_argument(
        "--ply", type=int, default=1, choices=range(MAX_PLIES + 1), help="plies to look ahead (default: 1)"
    )
    parser.add_argument("--worst", type=int, default=SHOWN, help="decisions with a diagram (default: 5)")
    parser.add_argument("--json", action="store_true", help="everything as JSON")
    options = parser.parse_args(argv)
    try:
        found = parsed(read(options.file))
        if isinstance(found, Setup):
            print(position_text(found, options.ply))
            return 0
        judged = with_progress(analysing(found.start, found.log, options.ply))
    except BackgammonError as error:
        raise CommandError(str(error)) from error
    total = report(judged)
    if options.json:
        print(json.dumps(match_data(found, judged, total, options.ply), indent=1))
    else:
        print(match_text(found, total, options.worst))
    return 0


def read(name: str) -> str:
    """Return the text of a file or of the standard input; what names no file is itself the text."""
    if name == "-":
        return sys.stdin.read()
    try:
        return Path(name).read_text("utf-8", errors="replace")
    except OSError as error:
        if ":" in name or len(name) == 14:
            return name
        raise CommandError(f"{name} cannot be read: {error.strerror}") from error


def parsed(text: str) -> Setup | Record:
    """Read a match, also one that the page has saved, or a position; raise a BackgammonError for neither."""
    if not text.lstrip().startswith("{"):
        return parse_anything(text)
    saved = load(text, to_continue=False)
    first, second = [seat.name or f"Player {number}" for number, seat in enumerate(saved.setup.seats, 1)]
    return Record.of((first, second), saved.beginning, saved.log)


def with_progress(working: Generator[float, None, _T]) -> _T:
    """Run to the end, showing on the standard error how much is done where somebody watches."""
    watched = sys.stderr.isatty()
    shown = -1
    while True:
        try:
            done = int(100 * next(working))
        except StopIteration as stop:
            if watched:
                print("\r    \r", end="", file=sys.stderr)
            result: _T = stop.value
            return result
        if watched and done != shown:
            shown = done
            print(f"\r{done:3}%", end="", file=sys.stderr, flush=True)


def match_text(record: Record, total: Report, worst: int) -> str:
    """Return the table of both players, and the worst decisions with their diagrams."""
    rows = [("", *record.players)]
    one, other = total.players
    rows += [
        (name, _rating(first), _rating(second))
        for name, first, second in zip(_NAMES, one_tallies(one), one_tallies(other), strict=True)
    ]
    rows += [
        ("decisions that count", str(one.all.counted), str(other.all.counted)),
        ("error a decision, mEMG", _milli(one), _milli(other)),
        ("error, EMG", f"{one.all.error:.3f}", f"{other.all.error:.3f}"),
        ("doubtful / errors / blunders", _grades(one), _grades(other)),
        ("luck, EMG", f"{one.luck:+.3f}", f"{other.luck:+.3f}"),
    ]
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    lines = [f"{row[0]:{widths[0]}}  {row[1]:>{widths[1]}}  {row[2]:>{widths[2]}}".rstrip() for row in rows]
    for each in total.worst[:worst]:
        lines += [
            "",
            _told(each, record.players),
            format_diagram(Setup.of(each.decision.match), record.players),
        ]
    return "\n".join(lines)


_NAMES = (
    "PR",
    "PR of plays",
    "PR of the cube",
    "PR in the opening",
    "PR in contact",
    "PR in races",
    "PR in bear-offs",
)


def one_tallies(player: PlayerReport) -> list[float | None]:
    """Return a player's PR by _NAMES."""
    return [player.all.pr, player.plays.pr, player.cube.pr, *[tally.pr for _, tally in player.stages]]


def _rating(pr: float | None) -> str:
    return "-" if pr is None else f"{pr:.2f}"


def _milli(player: PlayerReport) -> str:
    milli = player.all.milli
    return "-" if milli is None else f"{milli:.1f}"


def _grades(player: PlayerReport) -> str:
    return f"{player.all.doubtful} / {player.all.errors} / {player.all.blunders}"


def _told(judged: Judged, players: tuple[str, str]) -> str:
    match = judged.decision.match
    return (
        f"Game {match.game}, {players[judged.player]}: {judged.chosen} loses {judged.error:.3f} "
        f"({judged.grade}); best is {judged.best}"
    )


_ACTIONS = {
    CubeAction.NO_DOUBLE: "no double",
    CubeAction.DOUBLE: "double",
    CubeAction.TOO_GOOD: "no double, too good",
}


def match_data(record: Record, judged: list[Judged], total: Report, plies: int) -> dict[str, Any]:
    """Return everything about a match as JSON data."""
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


def position_text(setup: Setup, plies: int) -> str:
    """Return the diagram of a position and what is best in it."""
    match = setup.to_match()
    stakes, points = stakes_of(match), match.position.points
    search = Search(judge(), match.rules)
    lines = [format_diagram(setup), ""]
    if match.phase is Phase.TO_PLAY:
        assert match.dice is not None
        lines += plays_lines(
            points, with_progress(study_play(search, points, match.dice, stakes, plies, keep=SHOWN))
        )
    elif match.phase is Phase.TO_ROLL:
        lines += cube_lines(with_progress(study_cube(search, points, stakes, plies)))
    else:
        by_opponent = match.phase is not Phase.BEAVERED
        names = replies(match.phase, stakes)
        found = with_progress(study_reply(search, points, stakes, plies, names, None, by_opponent))
        assert found.cube is not None
        lines += cube_lines(found.cube)
    return "\n".join(lines)


def plays_lines(points: Points, found: Finding) -> list[str]:
    """Return a table of the best plays."""
    lines = []
    for number, play in enumerate(found.plays[:SHOWN], 1):
        name = format_steps(points, play.steps)
        behind = f"  ({-play.behind:+.3f})" if number > 1 else ""
        lines.append(f"{number}. {play.plies}-ply  {name:24}  {play.equity:+.3f}{behind}")
        lines.append("   " + _chances(play.chances))
    return lines


def _chances(chances: tuple[float, ...]) -> str:
    win, gammon, backgammon, lose, lose_gammon, lose_backgammon = [
        f"{100 * chance:.1f}%" for chance in chances
    ]
    return (
        f"wins {win} (gammons {gammon}, backgammons {backgammon}), "
        f"loses {lose} ({lose_gammon}, {lose_backgammon})"
    )


def cube_lines(cube: CubeFinding) -> list[str]:
    """Return the equities of each way to handle the cube, and the proper action."""
    lines = [f"{cube.plies}-ply, " + _chances(cube.chances), f"no double     {cube.no_double:+.3f}"]
    if cube.double_take is None or cube.double_drop is None or cube.reply is None:
        return [*lines, "the cube is not to be turned here"]
    reply = "beaver" if cube.reply is CubeReply.BEAVER else "take"
    lines += [f"double/{reply:6} {cube.double_take:+.3f}", f"double/drop   {cube.double_drop:+.3f}"]
    return [*lines, f"proper: {_ACTIONS[cube.action]}, {cube.reply}"]
