"""``python3 py bench analysis``: how long it takes to analyse a match to seven points, one ply ahead.

Over fixed matches, natively and in real Chromium (the built site's own runtime and package, on one core);
with ``--workers 1 2`` natively, by the page's pool with one engine and with two, each a process; with
``--page 1 2`` by the same pool in the page, each engine a worker, beside native gnubg at the same plies on
one core.
"""

import argparse
from pathlib import Path
from typing import Any

from backgammon.cli.options import whole
from lab.bench import analysis_speed, chromium, page_analysis, shared_analysis


def main(argv: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python3 py bench analysis", description="How long it takes to analyse a match."
    )
    parser.add_argument("--matches", type=whole(1, 10**6), default=3, help="default: %(default)s")
    parser.add_argument("--ply", type=int, default=1, choices=(0, 1, 2), help="default: %(default)s")
    parser.add_argument("--native", action="store_true", help="do not measure in Chromium")
    parser.add_argument("--workers", type=whole(1, 8), nargs="+", help="natively, by so many engines")
    parser.add_argument("--page", type=whole(1, 8), nargs="+", help="in the page, by so many engines")
    options = parser.parse_args(argv)
    seeds = list(range(1, options.matches + 1))
    if options.workers:
        report_shared(shared_analysis.measure(seeds, options.ply, options.workers))
        return 0
    status = None if options.native else chromium.run_in_test_environment(["bench", "analysis", *argv])
    if status is not None:
        return status
    if options.page:
        report_page(page_analysis.measure(seeds, options.ply, options.page), options.ply)
        return 0
    report("native CPython", analysis_speed.measure(seeds, plies=options.ply))
    if not options.native:
        call = f"measure({seeds}, plies={options.ply})"
        found, memory = chromium.call(Path(analysis_speed.__file__), call, wheels=True)
        report("Chromium", found)
        print(f"memory of WebAssembly: {memory / 2**20:.0f} MiB")
    return 0


def report_shared(rows: list[dict[str, Any]]) -> None:
    """Print one row for each match and number of engines."""
    for row in rows:
        same = "the same found" if row["same"] else "NOT THE SAME FOUND"
        print(
            f"match {row['seed']}, {row['workers']} engines: {row['decisions']} decisions"
            f" in {row['seconds']:.1f} s, {same}"
        )


def report_page(rows: list[page_analysis.Row], plies: int) -> None:
    """Print one row for each match and number of engines."""
    for row in rows:
        print(
            f"match {row.seed}, {row.engines} engines in the page: {row.decisions} decisions"
            f" in {row.seconds:.1f} s, {row.seconds / row.gnubg:.2f} times"
            f" gnubg's {row.gnubg:.1f} s at {plies} plies"
        )


def report(where: str, found: dict[str, Any]) -> None:
    """Print one row for each match."""
    print(f"{where}: {found['net']}")
    for row in found["matches"]:
        prs = " and ".join([f"{pr:.2f}" for pr in row["pr"]])
        each = 1000 * row["seconds"] / row["decisions"]
        print(
            f"  match {row['seed']}: {row['decisions']} decisions in {row['seconds']:.1f} s,"
            f" {each:.0f} ms each; PR {prs}"
        )
