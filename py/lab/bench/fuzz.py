"""``python3 py bench fuzz``: damaged texts for every parser and store; any error but a refusal is a crash.

Each text is determined by ``--seed`` and its number; ``--first`` continues an earlier run. Each kind of crash
is printed once, with its place in the code, and the texts are written to ``--out``. ``--large N`` makes texts
of N characters instead, and times them.
"""

import argparse
import os
import resource
import sys
from collections import Counter
from concurrent.futures import as_completed
from pathlib import Path

from backgammon.cli.options import about, whole
from backgammon.cli.processes import processes
from lab.fuzz.doors import DOORS
from lab.fuzz.fuzz import Crash, Tally, fuzz, large

BATCH = 500
MOST_WRITTEN = 3
"""The most texts that are written for crashes of one kind at one place."""


def main(argv: list[str]) -> int:
    """Run and print; return the exit code, which is 1 if there was a crash."""
    options = _parser().parse_args(argv)
    doors = options.door or list(DOORS)
    if options.large:
        return _large(doors, options)
    tallies: dict[str, list[Tally]] = {door: [] for door in doors}
    seen: Counter[tuple[str, str]] = Counter()
    each = -(-options.inputs // len(doors))
    with processes(options.workers) as pool:
        jobs = [
            pool.submit(fuzz, door, options.seed, options.first + at, min(BATCH, each - at))
            for at in range(0, each, BATCH)
            for door in doors
        ]
        for done, job in enumerate(as_completed(jobs), 1):
            tally = job.result()
            tallies[tally.door].append(tally)
            for crash in tally.crashes:
                _report(crash, seen, options.out)
            if done % 100 == 0:
                print(f"{done * BATCH} of about {len(jobs) * BATCH}", file=sys.stderr, flush=True)
    for door, found in tallies.items():
        worst = max(found, key=lambda tally: tally.slowest)
        texts, accepted = sum(tally.texts for tally in found), sum(tally.accepted for tally in found)
        broken = sum(len(tally.crashes) for tally in found)
        print(
            f"{door:12} {texts:9} texts, {accepted:8} accepted, {broken} broke; "
            f"the slowest took {worst.slowest * 1000:.0f} ms (number {worst.slow})"
        )
    print(f"{sum(tally.texts for found in tallies.values() for tally in found)} texts, {seen.total()} broke")
    return bool(seen)


def _report(crash: Crash, seen: Counter[tuple[str, str]], out: Path | None) -> None:
    key = crash.place, crash.error.partition(":")[0]
    seen[key] += 1
    if seen[key] == 1:
        print(f"{crash.door} {crash.number}: {crash.error} at {crash.place}", flush=True)
    if out and seen[key] <= MOST_WRITTEN:
        out.mkdir(parents=True, exist_ok=True)
        file = out / f"{crash.door}-{crash.number}.txt"
        file.write_text(crash.text, "utf-8", errors="surrogatepass", newline="")


def _large(doors: list[str], options: argparse.Namespace) -> int:
    """Time large texts; the memory printed is the peak of this process."""
    broke = False
    for door in doors:
        slowest, slow = 0.0, 0
        for number in range(options.first, options.first + options.inputs):
            found, seconds, _ = large(door, options.seed, number, options.large)
            if isinstance(found, Crash):
                broke = True
                print(f"{door} {number}: {found.error} at {found.place}")
            if seconds > slowest:
                slowest, slow = seconds, number
        megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{door:12} {slowest:7.2f} s at most (number {slow}), {megabytes:.0f} MB so far", flush=True)
    return broke


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python3 py bench fuzz", description=about(__doc__))
    parser.add_argument(
        "--inputs", type=whole(1, 10**9), default=100_000, help="texts in all (default: %(default)s)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--first", type=whole(0, 10**9), default=0, help="the number of the first text of each door"
    )
    parser.add_argument(
        "--door",
        metavar="DOOR",
        action="append",
        choices=DOORS,
        help=f"only this one of {', '.join(DOORS)}; may be repeated",
    )
    parser.add_argument(
        "--workers", type=whole(1, 1000), default=os.cpu_count() or 1, help="processes (default: one a core)"
    )
    parser.add_argument("--out", type=Path, help="a folder for the texts that break something")
    parser.add_argument(
        "--large", type=whole(0, 10**9), default=0, help="characters: so many texts a door, and timed"
    )
    return parser
