"""``python3 py train sisters``: teach a net how the plays of a roll differ.

Rule kept: sisters are collected first, and kept, so that a net can be taught from them again with other
settings.

A net chooses between sisters, the plays of one roll, and most of its error is the same for all of them. So
the best five of a roll are each judged by a search of all 21 rolls that may follow, and the net learns,
besides the chances, to tell them apart as those searches do. Such a search misses part of what sisters have
in common, so all are corrected alike by as much as later searches in the game exceeded the net's outputs,
times `--carry` for each ply, without the luck of the dice. Games are played as by ``py train --exact 1``,
begun in the middle of others and with strays. One core judges 2,600 sisters a second (1,700 without AVX-512),
and learns from 58,000.

The net before the one that ships was taught in steps, each judged by the net of the last: 8 million sisters
and 7 million, 17 rounds in all, with ``--carry 0 --points 20``; 5 million with ``--carry 0.9``, of which
3 million in 2 rounds taught the judge of 6 million more with 0.7; then all 26 million, 3.6 rounds, with
``--points 100``. Its gain on 3,996 other decisions, from plays that differ from those of the net before it,
in mEMG per decision:

    plies                               0              1               2
    by rollouts of the net before       0.64 ± 0.13    0.10 ± 0.07    -0.03 ± 0.04
    by its own                          0.68 ± 0.13    0.10 ± 0.07     0.07 ± 0.04

On the 3,296 decisions of ``lab/judge/README.md`` it gains 0.33 ± 0.13 at 0 plies. Over both sets together it
loses 0.79 times as much at 0 plies as the net before it, and at two plies the same. Its equities of plays are
off by 0.027 (before 0.028), those in close cube decisions by 0.032 (0.030). Other findings:

- With ``--carry 0 --points 20`` both equities became worse (0.028, 0.034), and one ply gained nothing; with
  ``--points 100`` a net chooses slightly worse among sisters, but is closer to their values.
- A trace of 0.9 adds noise of 0.044 points to what sisters have in common, more than the error of the net;
  one of 0.7 adds half of that.
- The loss by choosing, as seen by the searches, was 2.7 mEMG at first; 2.3 after 3.6 million sisters, 2.1
  after 8, 1.9 after 15 and 3 rounds, 1.7 after 15 rounds.
- The mean of the weights of such nets is worse than either.
- That net, taught 6 rounds of 8 million more that it judged itself, then loses 1.73 instead of 1.88 mEMG by
  choosing on sisters kept aside, after 3 rounds as after 6, and 1.51 on those learned from. So more sisters
  help, more rounds do not. By rollouts of 3,098 plays it was no better, and was not shipped.
- Two nets, one for positions with fewer pips of both sides than the median, one for the others, lose
  0.04 ± 0.015 mEMG less by choosing than one net taught as long. That is not worth a second file.

The net that ships learned from thirty times as many; see ``lab/train/gpu/train.py``.

The files of a run are in ``runtime/lab/runs/NAME``: ``sisters-N.bin`` (collected by thread N), and
``run.json``, ``checkpoint.bin`` and ``net.bin`` as from ``py train``. A run that is interrupted while
collecting continues where it was; one interrupted while learning learns again from the beginning.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from array import array
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import sqrt
from pathlib import Path
from statistics import fmean
from typing import NamedTuple

from backgammon.cli.options import about, real, whole
from backgammon.engine.evaluator import Outcomes
from lab.progress import Progress
from lab.referees import players
from lab.train import export, race_tables
from lab.train.native import RUNTIME, SISTER, Fit, Judging, Lab, Net, Plan, evaluate, outputs
from lab.train.train import annealed_rate, begin, checkpoint
from lab.train.widen import from_net
from tools.errors import ToolError

_STRETCH = 20_000
"""The number of sisters that a thread collects before it writes them to its file."""
_BATCH = 512
"""Groups per step of learning."""
_STEPS = 20
"""Batches between two updates of the rate."""
_WARM = 300
_NEAR = 0.06
"""Points behind the best at which a sister has 1/e of its weight; the limit of sisters in `Marks.apart`."""


class Marks(NamedTuple):
    """The errors of a net on groups that it has not learned from, in thousandths of a point.

    ``off``: root mean square error of its equities; ``apart``: the same without the error that sisters near
    the best have in common; ``lost``: the mean loss by choosing, as seen by the searches that judged them;
    ``error``: its standard error.
    """

    off: float
    apart: float
    lost: float
    error: float


def main(argv: Sequence[str]) -> int:
    """Collect, learn and write the net; return 0."""
    parser = argparse.ArgumentParser(
        prog="python3 py train sisters",
        description=about(__doc__),
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("run", help="name of the run; what it has collected is used again")
    parser.add_argument(
        "--net", default="shipped", help="net file to begin with and to judge by, or: shipped"
    )
    parser.add_argument("--sisters", type=whole(1000, 10**9), default=8_000_000, help="so many are collected")
    parser.add_argument("--carry", type=real(0, 1), default=0.7, help="trace of what later searches found")
    parser.add_argument("--also", nargs="*", default=[], help="runs whose sisters are learned from too")
    parser.add_argument("--held", type=whole(100, 10**6), default=20_000, help="groups kept aside")
    parser.add_argument("--rounds", type=real(0, 1000), default=3, help="how often each is learned from")
    parser.add_argument("--rate", type=real(1e-12, 1), default=1e-3, help="Adam's rate at the start")
    parser.add_argument("--floor", type=real(0, 1), default=1e-5, help="and at the end")
    parser.add_argument(
        "--points", type=real(0, 1e9), default=100, help="what the squared error in points counts"
    )
    parser.add_argument(
        "--apart", type=real(0, 1e9), default=1000, help="what that of the differences counts"
    )
    parser.add_argument(
        "--limit", type=real(0, 1e9), default=4, help="how far weights may stand out; 0: no limit"
    )
    parser.add_argument("--threads", type=whole(1, 8), default=2)
    parser.add_argument("--seed", type=whole(0, 2**63 - 1), default=1)
    args = parser.parse_args(argv)
    home = RUNTIME / "runs" / args.run
    if any(home.glob("*.bin")) and not any(home.glob("sisters-*.bin")):
        raise ToolError(f"{args.run} is a run of another training; choose another name")
    race_tables.load()
    net = players.require_net(args.net)
    lab = from_net(net, args.seed, 0, 1)
    begin(home, lab)
    judging = Judging(near=0.16, wild=0.5, midst=0.5, carry=args.carry)
    collect(home, net, judging, args.sisters, args.threads)
    sisters = b"".join(map(read_sisters, (home, *(RUNTIME / "runs" / run for run in args.also))))
    firsts = groups(sisters)
    held, known = firsts[: args.held], firsts[args.held :]
    if not known:
        raise ToolError(f"{len(firsts):,} groups are too few; collect more sisters, or keep fewer aside")
    print(f"{len(sisters) // SISTER:,} sisters in {len(firsts):,} groups")
    _say("before", marks(net, sisters, held))
    began = time.monotonic()
    progress = Progress()
    for done in learn(lab, sisters, known, args):
        progress.show(f"{100 * done:.0f} %")
    progress.end()
    checkpoint(home, lab, time.monotonic() - began)
    _say("after", marks(lab.net(), sisters, held))
    _say(
        "as it is written", marks(export.as_net(export.read((home / "net.bin").read_bytes())), sisters, held)
    )
    return 0


def collect(home: Path, net: Net, judging: Judging, count: int, threads: int) -> None:
    """Collect sisters until `count` are on file, each thread its share."""
    paths = [home / f"sisters-{number}.bin" for number in range(threads)]
    with ThreadPoolExecutor(threads) as pool:
        list(pool.map(lambda path: _collect(path, net, judging, count // threads), paths))


def _collect(path: Path, net: Net, judging: Judging, count: int) -> None:
    """Collect sisters until a file holds `count`."""
    lab = from_net(net, int.from_bytes(os.urandom(7)), 0, 1)
    found = path.stat().st_size // SISTER if path.exists() else 0
    with path.open("ab") as file:
        while found < count:
            found += file.write(lab.collect(judging, min(_STRETCH, count))) // SISTER
            file.flush()
            print(f"{path.name}: {found:,} of {count:,} sisters", file=sys.stderr)


def read_sisters(home: Path) -> bytes:
    """Return all records that a run has on file; ToolError if it has none."""
    found = b"".join(path.read_bytes() for path in sorted(home.glob("sisters-*.bin")))
    if not found:
        raise ToolError(f"the run {home.name} has collected no sisters")
    return found


def groups(sisters: bytes) -> array[int]:
    """Return the number of the first record of each group of sisters."""
    return array("I", [number for number, place in enumerate(sisters[26::SISTER]) if place == 0])


def learn(lab: Lab, sisters: bytes, firsts: array[int], args: argparse.Namespace) -> Iterator[float]:
    """Learn from the groups, in a new order each round; yield the share done, again and again."""
    rng = random.Random(args.seed)
    order, stretch = array("I", firsts), min(_STEPS * _BATCH, len(firsts))
    stretches = max(1, int(args.rounds * len(firsts) / stretch))
    at = len(order)
    for done in range(stretches):
        if at + stretch > len(order):
            rng.shuffle(order)
            at = 0
        warm = min(1.0, (done + 1) * _STEPS / _WARM)
        plan = Plan(
            rate=annealed_rate(args.rate, args.floor, done / stretches) * warm,
            deep=0.5,
            memory=0.999,
            limit=args.limit,
            points=args.points,
            batch=_BATCH,
        )
        fit = Fit(plan=plan, sisters=args.apart, near=_NEAR, threads=args.threads)
        lab.fit(fit, sisters, order[at : at + stretch])
        at += stretch
        yield (done + 1) / stretches


def marks(net: Net, sisters: bytes, firsts: Sequence[int]) -> Marks:
    """Return the errors of a net on these groups."""
    off, apart, lost = list[float](), list[float](), list[float]()
    for first in firsts:
        count = sisters[SISTER * first + 27]
        records = [sisters[SISTER * at : SISTER * (at + 1)] for at in range(first, first + count)]
        judged = evaluate(net, [array("b", each[:26]) for each in records])
        said = [Outcomes(*chances).equity for chances in judged]
        worth = [Outcomes(*outputs(array("f", each[28:]), 0)).equity for each in records]
        errors = [one - other for one, other in zip(said, worth, strict=True)]
        off += errors
        if count > 1:
            near = [error for error, one in zip(errors, worth, strict=True) if one < min(worth) + _NEAR]
            apart += [error - fmean(near) for error in near]
            lost.append(worth[said.index(min(said))] - min(worth))
    mean = fmean(lost)
    spread = sqrt(fmean((each - mean) ** 2 for each in lost) / len(lost))
    return Marks(*(1000 * each for each in (_root(off), _root(apart), mean, spread)))


def _root(errors: Sequence[float]) -> float:
    return sqrt(fmean(error * error for error in errors))


def _say(when: str, found: Marks) -> None:
    print(
        f"{when + ':':18} off {found.off:.1f}, apart {found.apart:.2f}, "
        f"lost by choosing {found.lost:.3f} ± {found.error:.3f} mEMG"
    )
