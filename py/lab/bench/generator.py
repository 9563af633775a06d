"""``python3 py bench generator``: the rolls per second whose plays are found, natively and in Chromium.

To compare machines, or a browser with native CPython, use the ratio to a million-step loop of the same run.
"""

import argparse
from pathlib import Path

from lab.bench import chromium, generator_speed


def main(argv: list[str]) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        prog="python3 py bench generator", description="Plays found in positions of random games."
    )
    parser.add_argument("--native", action="store_true", help="do not measure in Chromium")
    options = parser.parse_args(argv)
    if not options.native:
        status = chromium.run_in_test_environment(["bench", "generator", *argv])
        if status is not None:
            return status
    report("native CPython", generator_speed.measure())
    if not options.native:
        report("Chromium", chromium.call(Path(generator_speed.__file__), "measure()")[0])
    return 0


def report(where: str, found: dict[str, float]) -> None:
    """Print one line."""
    print(
        f"{where}: {found['rolls_per_second']:,.0f} rolls/s of {found['plays_per_roll']:.1f} plays each; "
        f"a million-step loop takes {found['loop_ms']:.0f} ms: {found['ratio']:.0f} rolls per loop"
    )
