"""``python3 py train mean``: the mean of the nets of several runs, weight by weight, as one net file.

It is useful for runs of which one continued another: their nets have few errors in common, as most are due
to chance, and the mean is closer than either net to a search one roll ahead.
"""

import argparse
from array import array
from collections.abc import Sequence
from pathlib import Path
from statistics import fmean

from backgammon.cli.options import about
from lab.train import export, race_tables
from lab.train.native import RUNTIME, Net
from lab.train.train import load_run
from tools.errors import ToolError


def main(argv: Sequence[str]) -> int:
    """Write the mean net; return 0."""
    parser = argparse.ArgumentParser(prog="python3 py train mean", description=about(__doc__))
    parser.add_argument("runs", nargs="+", help="names of runs of `py train`")
    parser.add_argument("-o", "--output", type=Path, required=True, help="the net file to write")
    args = parser.parse_args(argv)
    race_tables.load()
    net = mean_of([_net(RUNTIME / "runs" / name) for name in args.runs])
    try:
        args.output.write_bytes(export.write(export.quantise(net)))
    except OSError as error:
        raise ToolError(f"{args.output} was not written ({error.strerror})") from error
    return 0


def mean_of(nets: Sequence[Net]) -> Net:
    """Return the net whose weights are the means of theirs; ToolError if their layers differ."""
    if len({net.hidden for net in nets}) != 1:
        raise ToolError("only nets with the same layers have a mean; name runs with the same hidden units")
    means = array("f", map(fmean, zip(*(net.weights for net in nets), strict=True)))
    return Net(nets[0].hidden, means, races=nets[0].races)


def _net(home: Path) -> Net:
    """Return the net of a run's last checkpoint."""
    if not (home / "checkpoint.bin").exists():
        raise ToolError(f"{home.name} has no checkpoint; train it first: python3 py train {home.name} --new")
    return load_run(home)[0].net()
