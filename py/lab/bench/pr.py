"""``python3 py bench pr``: PR and cube errors in the same matches, by this engine and by gnubg's analysis.

The bench plays the matches itself, between players of every strength, from one that sees the worth of each
play exactly to one with much noise. gnubg's PR is half the "error rate mEMG" in a player's overall
statistics: the total loss over the number of unforced moves and of close or actual cube decisions.
analysis.report counts nearly the same decisions, but leaves out those in which nothing could be lost; to
compare the errors too, ours are also divided by gnubg's counts. Where the two differ on a single cube
decision, rollouts decide who is right (``--judge rollouts``).
"""

import argparse
import os
import re
import time
from collections.abc import Sequence
from statistics import correlation, fmean
from typing import NamedTuple

from backgammon.analysis.match import analysing
from backgammon.analysis.report import report
from backgammon.cli.options import real, whole
from backgammon.core.match import MAX_LENGTH, new_match
from backgammon.engine.player import Skill
from backgammon.engine.thinking import finish
from backgammon.notation.record import Record
from lab.bench import gnubg_analysis
from lab.bench.analysis_speed import play_match
from lab.judge import disputes
from lab.judge.disputes import Choice
from lab.progress import Progress
from lab.referees import gnubg
from lab.train import native
from tools.errors import ToolError

NOISE = (0.0, 0.01, 0.02, 0.03, 0.05, 0.07, 0.1, 0.15, 0.2, 0.3)
"""Standard deviations of the players' error in the worth of a play (EMG)."""

_NAMES = "Ann", "Bob"
_FIGURE = r"\s+(-?[\d.]+|n/a)\s*(?:\([^)]*\))?"
_UNFORCED = re.compile(r"Unforced moves" + 2 * _FIGURE)
_CLOSE = re.compile(r"Close or actual cube decisions" + 2 * _FIGURE)
_CUBE = re.compile(r"Cube statistics.*?Error total EMG \(MWC\)" + 2 * _FIGURE, re.DOTALL)
_OVERALL = re.compile(r"Overall statistics.*?Error total EMG \(MWC\)" + 2 * _FIGURE, re.DOTALL)


class Errors(NamedTuple):
    """A player's total loss in a match and that of cube decisions (EMG), and how many decisions count."""

    lost: float
    cube: float
    counted: int

    @property
    def pr(self) -> float:
        """Performance rating; 0 where no decision counts."""
        return _pr(self.lost, self.counted)


def main(argv: list[str]) -> int:
    """Play matches, analyse each twice, and print both figures and how similarly the two rank the players."""
    parser = argparse.ArgumentParser(
        prog="python3 py bench pr", description="PR of matches, as this engine and as gnubg compute it."
    )
    parser.add_argument("--matches", type=whole(1, 10**6), default=20, help="default: %(default)s")
    parser.add_argument(
        "--length", type=whole(1, MAX_LENGTH), default=7, help="points of a match (default: %(default)s)"
    )
    parser.add_argument("--ply", type=int, default=1, choices=(0, 1, 2), help="ours (default: %(default)s)")
    parser.add_argument("--gnubg-ply", type=whole(0, 4), default=2, help="gnubg's (default: %(default)s)")
    parser.add_argument(
        "--judge",
        choices=("rollouts",),
        help="roll out the cube decisions whose errors differ, and say who is right",
    )
    parser.add_argument(
        "--apart",
        type=real(0, 1e9),
        default=disputes.APART,
        help="with --judge: errors that differ by more are judged (EMG; default: %(default)s)",
    )
    options = parser.parse_args(argv)
    gnubg.program()
    if options.judge:
        native.library()  # compiled before the matches, so that a missing compiler shows at once
    ours: list[Errors] = []
    theirs: list[Errors] = []
    made: list[Choice] = []
    times = [0.0, 0.0]
    print("match  noise          our PR          gnubg's         our cube errors, gnubg's")
    for number in range(options.matches):
        noises = NOISE[number % len(NOISE)], NOISE[(7 * number // len(NOISE) + 3 * number + 5) % len(NOISE)]
        skills = [Skill(noise=noise, bound=4 * noise) for noise in noises]
        start = new_match(length=options.length)
        log = play_match(start, number + 1, skills)
        record = Record.of(_NAMES, start, log)
        begin = time.perf_counter()
        analysed = finish(analysing(start, log, options.ply))
        middle = time.perf_counter()
        found = [
            Errors(player.all.error, player.cube.error, player.all.counted)
            for player in report(analysed).players
        ]
        made += disputes.choices(number + 1, _NAMES, analysed)
        judged = errors(gnubg_analysis.statistics(record, options.gnubg_ply))
        times = [times[0] + middle - begin, times[1] + time.perf_counter() - middle]
        ours += found
        theirs += judged
        prs, cubes = [each.pr for each in found + judged], [each.cube for each in found + judged]
        rows = ["  ".join([f"{each:6.2f}" for each in pair]) for pair in (noises, prs[:2], prs[2:], cubes)]
        print(f"{number + 1:5}  " + "  ".join(rows), flush=True)
    print(f"{len(ours)} ratings, ours at {options.ply} plies in {times[0]:.0f} s", end="")
    print(f", gnubg's at {options.gnubg_ply} in {times[1]:.0f} s")
    print(comparison(ours, theirs))
    if options.judge:
        made = disputes.with_gnubg(made, options.gnubg_ply)
        both = sum(each.gnubg for each in made), sum(each.cube for each in theirs)
        print(
            f"gnubg's errors of {len(made)} cube decisions add up to {both[0]:.3f}, by its statistics to "
            f"{both[1]:.3f}\n\n{judge_by_rollouts(made, options.apart)}"
        )
    return 0


def judge_by_rollouts(made: Sequence[Choice], apart: float) -> str:
    """Roll out the cube decisions whose errors differ, unless on file; report who is right on each."""
    os.nice(10)
    progress = Progress()
    for done, total in disputes.judge(disputes.disputed_choices(made, apart)):
        progress.show(f"cube decisions rolled out: {done} of {total}")
    progress.end()
    return disputes.report(made, apart)


def comparison(ours: Sequence[Errors], theirs: Sequence[Errors]) -> str:
    """Format how closely the two sets of figures on the same players agree."""
    our_cubes, their_cubes = [one.cube for one in ours], [one.cube for one in theirs]
    by_their_count = [_pr(our.lost, their.counted) for our, their in zip(ours, theirs, strict=True)]
    return "\n".join(
        [
            f"PR, as each counts: {_pr_comparison([one.pr for one in ours], theirs)}",
            f"PR, our errors by gnubg's count: {_pr_comparison(by_their_count, theirs)}",
            f"cube errors: mean {fmean(our_cubes):.3f} and {fmean(their_cubes):.3f}, "
            f"correlation {correlation(our_cubes, their_cubes):.3f}",
        ]
    )


def _pr_comparison(ours: Sequence[float], theirs: Sequence[Errors]) -> str:
    their_prs = [one.pr for one in theirs]
    apart = fmean([abs(our - their) for our, their in zip(ours, their_prs, strict=True)])
    return (
        f"mean {fmean(ours):.2f} and {fmean(their_prs):.2f}, {apart:.2f} apart in the mean, "
        f"Spearman's rank correlation {spearman(ours, their_prs):.3f}"
    )


def _pr(lost: float, counted: int) -> float:
    return 500 * lost / counted if counted else 0.0


def errors(said: str) -> list[Errors]:
    """Return the errors of both players from gnubg's statistics of a match."""
    unforced, close, cube, lost = (_figures(said, each) for each in (_UNFORCED, _CLOSE, _CUBE, _OVERALL))
    counted = [int(moves + cubes) for moves, cubes in zip(unforced, close, strict=True)]
    return [Errors(*each) for each in zip(lost, cube, counted, strict=True)]


def _figures(said: str, pattern: re.Pattern[str]) -> list[float]:
    """Return both players' figures of a line of gnubg's statistics, without their signs."""
    found = pattern.search(said)
    if not found:
        raise ToolError(f"gnubg gave no statistics: {said[-300:]!r}")
    return [0.0 if each == "n/a" else abs(float(each)) for each in found.groups()]


def spearman(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """Return Spearman's rank correlation; equal values share the mean of their ranks."""
    return correlation(_ranks(ours), _ranks(theirs))


def _ranks(values: Sequence[float]) -> list[float]:
    ordered = sorted(values)
    return [ordered.index(value) + (ordered.count(value) + 1) / 2 for value in values]
