"""A second judge: gnubg rolls out the plays on which its search of 2 plies and our rollouts differ.

Rule kept: gnubg is a separate program that takes commands and prints results; none of its code is imported.
Its rollouts are cubeless, by 0-ply, truncated and variance-reduced like ours.
"""

from __future__ import annotations

import os
import pty
import re
import subprocess
from collections.abc import Sequence
from math import hypot
from typing import Final

from backgammon.core.position import flip_points
from lab.judge import facts, judging
from lab.judge.facts import JudgedDecision
from lab.judge.rollouts import RolloutResult
from lab.referees import gnubg
from lab.train.native import Position
from tools.errors import ToolError

JUDGE: Final = "gnubg"
SURELY: Final = 2
"""The joint standard errors beyond which one play is surely worse than another."""
_SETTINGS: Final = (
    *("set player 0 human", "set player 1 human", "set automatic roll off", "set display off"),
    *("set threads 1", "set rollout cubeful off", "set rollout initial off", "set rollout varredn on"),
    *("set rollout quasirandom on", "set rollout truncation enable on", "set rollout seed 1"),
    f"set rollout truncation plies {judging.PLAYS.plies}",
    *("set rollout jsd stop off", "set rollout limit enable on", "set rollout limit minimumgames 72"),
    *(f"set rollout limit maxerr {judging.PLAYS.error}", "set rollout trials 1296"),
    *("set rollout chequerplay evaluation plies 0", "set rollout chequerplay evaluation cubeful off"),
    *("new session", "set jacoby off"),
)
_DONE: Final = "Rollout done"
_RESULT: Final = re.compile(r"CL\s+([-+]?\d+\.\d+)\s+\[[^]]*CL\s+(\d+\.\d+)\].*?(\d+) games", re.DOTALL)


def differing_plays(known: Sequence[JudgedDecision]) -> list[tuple[JudgedDecision, str, str]]:
    """Return the decisions in which gnubg 2-ply chooses a play that is surely worse by our rollouts.

    Each comes with the best play and gnubg's.
    """
    found = []
    for each in known:
        rolled, chosen = each.rolled["own"], each.chosen["gnubg:2"]
        best = max(rolled, key=lambda name: rolled[name].equity)
        gap = rolled[best].equity - rolled[chosen].equity
        if gap > SURELY * hypot(rolled[best].error, rolled[chosen].error):
            found.append((each, best, chosen))
    return found


def judge(known: Sequence[JudgedDecision]) -> None:
    """Have gnubg roll out the differing plays that it has not rolled out yet, and put them on file."""
    for each, *pair in differing_plays(known):
        rolled = each.rolled.setdefault(JUDGE, {})
        if not rolled:
            equities = roll_out([flip_points(facts.position_of(name)) for name in pair])
            rolled |= {
                name: found._replace(equity=-found.equity) for name, found in zip(pair, equities, strict=True)
            }
            facts.add(facts.PLAYS, JudgedDecision(each.decision, {JUDGE: rolled}))


def report(known: Sequence[JudgedDecision]) -> str:
    """Format in how many decisions gnubg's rollouts confirm ours against gnubg's search of 2 plies."""
    pairs = [pair for pair in differing_plays(known) if JUDGE in pair[0].rolled]
    signs = [0, 0, 0]
    gaps = [[0.0], [0.0]]
    for each, best, chosen in pairs:
        one, other = each.rolled[JUDGE][best], each.rolled[JUDGE][chosen]
        gap, error = one.equity - other.equity, SURELY * hypot(one.error, other.error)
        signs[0 if gap > error else 2 if gap < -error else 1] += 1
        gaps[0].append(each.rolled["own"][best].equity - each.rolled["own"][chosen].equity)
        gaps[1].append(gap)
    means = [1000 * sum(each) / max(len(pairs), 1) for each in gaps]
    count = len(differing_plays(known))
    return (
        f"gnubg 2-ply chooses surely worse by our rollouts in {count} of {len(known)} plays; "
        f"gnubg's rollouts of {len(pairs)} of them say so too in {signs[0]}, are not sure in {signs[1]}, "
        f"contradict in {signs[2]}; it loses {means[0]:.1f} mEMG there by ours, {means[1]:.1f} by gnubg's"
    )


def roll_out(positions: Sequence[Position]) -> list[RolloutResult]:
    """Return gnubg's cubeless rollouts of positions, seen by the player on roll."""
    asked = [
        command
        for position in positions
        for command in ("set turn 1", f"set board {facts.name_of(position)}", "rollout")
    ]
    said = _run_gnubg([*_SETTINGS, *asked, "quit", "y"])
    found = [_RESULT.search(part) for part in said.split(_DONE)[1:]]
    if len(found) != len(positions) or not all(found):
        raise ToolError(f"gnubg rolled out {len(found)} of {len(positions)} positions: {said[-300:]!r}")
    return [RolloutResult(float(each[1]), float(each[2]), int(each[3])) for each in found if each]


def _run_gnubg(commands: Sequence[str]) -> str:
    """Return gnubg's output, read from a terminal: gnubg prints rollout results nowhere else."""
    terminal, end = pty.openpty()
    with subprocess.Popen(
        [gnubg.program(), "-t", "-q"], stdin=subprocess.PIPE, stdout=end, stderr=end, text=True
    ) as running:
        os.close(end)
        assert running.stdin
        running.stdin.write("\n".join(commands) + "\n")
        running.stdin.close()
        said = b""
        try:
            while more := os.read(terminal, 65536):
                said += more
        except OSError:  # raised at the end of a terminal's output
            pass
    os.close(terminal)
    return said.decode("utf-8", "replace")
