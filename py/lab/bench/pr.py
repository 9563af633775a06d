"""``python3 py bench pr``: the PR of the same matches, as this engine and as gnubg's own analysis reckons it.

The matches are played here by pairs of players of every strength, from one that sees each play's worth as
it is to one that sees it through much noise. gnubg's PR is half its "error rate mEMG" of a player's overall
statistics: it counts unforced moves and close or actual cube decisions, much as analysis.report does.
"""

import argparse
import re
import shutil
import subprocess
import tempfile
import time
from collections.abc import Sequence
from math import sqrt
from pathlib import Path

from backgammon.analysis.match import analyse
from backgammon.cli.options import whole
from backgammon.core.match import MAX_LENGTH, new_match
from backgammon.engine.player import Skill
from backgammon.notation.mat import format_mat
from backgammon.notation.record import Record
from lab.bench.analysis_speed import played
from tools.errors import ToolError

NOISE = (0.0, 0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3)
"""Standard deviation of what the players misjudge a play by (EMG)."""

_RATE = r"\s+(-?[\d.]+|n/a)\s*(?:\([^)]*\))?"
_OVERALL = re.compile(r"Overall statistics.*?Error rate mEMG \(MWC\)" + 2 * _RATE, re.DOTALL)


def main(argv: list[str]) -> int:
    """Play, analyse twice, and print both figures and how the two rank the players."""
    parser = argparse.ArgumentParser(
        prog="python3 py bench pr", description="PR of matches, as this engine and as gnubg reckons it."
    )
    parser.add_argument("--matches", type=whole(1, 10**6), default=20, help="default: %(default)s")
    parser.add_argument(
        "--length", type=whole(1, MAX_LENGTH), default=7, help="points of a match (default: %(default)s)"
    )
    parser.add_argument("--ply", type=int, default=1, choices=(0, 1, 2), help="ours (default: %(default)s)")
    parser.add_argument("--gnubg-ply", type=whole(0, 4), default=2, help="gnubg's (default: %(default)s)")
    options = parser.parse_args(argv)
    gnubg = shutil.which("gnubg") or shutil.which("/usr/games/gnubg")
    if not gnubg:
        raise ToolError("gnubg is not installed (apt-get install gnubg)")
    ours: list[float] = []
    theirs: list[float] = []
    times = [0.0, 0.0]
    print("match  noise          ours           gnubg")
    for number in range(options.matches):
        noises = NOISE[number % len(NOISE)], NOISE[(7 * number // len(NOISE) + 3 * number + 5) % len(NOISE)]
        skills = [Skill(noise=noise, bound=4 * noise) for noise in noises]
        start = new_match(length=options.length)
        log = played(start, number + 1, skills)
        record = Record.of(("Ann", "Bob"), start, log)
        begin = time.perf_counter()
        report = analyse(start, log, options.ply)
        middle = time.perf_counter()
        found = [player.all.pr or 0.0 for player in report.players]
        judged = gnubg_prs(gnubg, record, options.gnubg_ply)
        times = [times[0] + middle - begin, times[1] + time.perf_counter() - middle]
        ours += found
        theirs += judged
        rows = ["  ".join([f"{value:6.2f}" for value in values]) for values in (noises, found, judged)]
        print(f"{number + 1:5}  " + "  ".join(rows), flush=True)
    print(f"{len(ours)} ratings, ours at {options.ply} plies in {times[0]:.0f} s", end="")
    print(f", gnubg's at {options.gnubg_ply} in {times[1]:.0f} s")
    print(f"mean {sum(ours) / len(ours):.2f} and {sum(theirs) / len(theirs):.2f}")
    print(f"Spearman's rank correlation {spearman(ours, theirs):.3f}")
    return 0


def gnubg_prs(gnubg: str, record: Record, plies: int) -> list[float]:
    """Return the PR of both players by gnubg's analysis."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "match.mat"
        file.write_text(format_mat(record), "utf-8")
        lines = [
            f"set analysis chequerplay evaluation plies {plies}",
            f"set analysis cubedecision evaluation plies {plies}",
            f"import mat {file}",
            "analyse match",
            "show statistics match",
        ]
        said = subprocess.run(
            [gnubg, "-t", "-q"],
            input="\n".join(lines) + "\n",
            capture_output=True,
            text=True,
            check=False,
            cwd=folder,
        ).stdout
    return rates(said)


def rates(said: str) -> list[float]:
    """Return the PR of both players from gnubg's statistics of a match."""
    found = _OVERALL.search(said)
    if not found:
        raise ToolError(f"gnubg gave no statistics: {said[-300:]!r}")
    return [0.0 if rate == "n/a" else abs(float(rate)) / 2 for rate in found.groups()]


def spearman(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """Return Spearman's rank correlation: that of the ranks, equal values sharing theirs."""
    first, second = _ranks(ours), _ranks(theirs)
    mean = (len(first) + 1) / 2
    both = sum([(one - mean) * (two - mean) for one, two in zip(first, second, strict=True)])
    squares = [sum([(rank - mean) ** 2 for rank in ranks]) for ranks in (first, second)]
    return both / sqrt(squares[0] * squares[1])


def _ranks(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) + 1) / 2 for value in values]
