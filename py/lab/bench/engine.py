"""``python3 py bench engine``: positions per second, and the time of a decision by plies and by level.

Over fixed decisions, natively and in real Chromium (the built site's own runtime and package, in a page),
beside native gnubg's mean time for the same decisions if it is installed. Times depend on other load on the
machine, so the time of a million empty steps is printed with them.
"""

import argparse
import subprocess
import time
from pathlib import Path
from statistics import median
from typing import Any

from backgammon.cli.options import whole
from backgammon.core.position import Position
from lab.bench import chromium, engine_speed
from lab.referees import gnubg as referee


def main(argv: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python3 py bench engine", description="How fast the engine decides."
    )
    parser.add_argument("--decisions", type=whole(1, 10**6), default=200, help="default: %(default)s")
    parser.add_argument("--native", action="store_true", help="do not measure in Chromium")
    options = parser.parse_args(argv)
    status = None if options.native else chromium.run_in_test_environment(["bench", "engine", *argv])
    if status is not None:
        return status
    report("native CPython", engine_speed.measure(options.decisions))
    if not options.native:
        found, memory = chromium.call(
            Path(engine_speed.__file__), f"measure({options.decisions})", wheels=True
        )
        report("Chromium", found)
        print(f"memory of WebAssembly: {memory / 2**20:.0f} MiB")
    gnubg = referee.find()
    if gnubg:
        for ply in (0, 1, 2):
            mean = gnubg_milliseconds(gnubg, options.decisions, ply)
            print(f"native gnubg, {ply}-ply: {mean:.1f} ms in the mean")
    return 0


def report(where: str, found: dict[str, Any]) -> None:
    """Print one row for each ply and level."""
    print(f"{where}: {found['net']}, a million empty steps {found['loop']:.0f} ms")
    for name, row in found["plies"].items():
        times = sorted(row["times"])
        speed = f", {row['positions'] / row['seconds']:,.0f} positions/s" if row["positions"] else ""
        tail = times[len(times) * 95 // 100]
        middle, worst = median(times), times[-1]
        print(f"  {name:10} median {middle:7.1f} ms, 95% {tail:7.1f} ms, worst {worst:7.1f} ms{speed}")


def gnubg_milliseconds(gnubg: str, count: int, ply: int) -> float:
    """Return native gnubg's mean milliseconds for a hint on the same decisions, without its start."""
    cases = engine_speed.cases(count)
    settings = [
        "set automatic roll off",
        f"set evaluation chequerplay evaluation plies {ply}",
        f"set evaluation cubedecision evaluation plies {ply}",
        "new session",
    ]
    hints = [
        line
        for points, (first, second) in cases
        for line in (
            f"set board {Position(points).gnu_id}",
            "set turn 0",
            f"set dice {first} {second}",
            "hint 1",
        )
    ]
    boards = [line for line in hints if not line.startswith("hint")]
    return (_seconds(gnubg, settings + hints) - _seconds(gnubg, settings + boards)) * 1000 / count


def _seconds(gnubg: str, lines: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(
        [gnubg, "-t", "-q"], input="\n".join(lines) + "\n", capture_output=True, text=True, check=False
    )
    return time.perf_counter() - start
