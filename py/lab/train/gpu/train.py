"""``python3 py train gpu``: teach a net by sisters as `sisters.py` does, on a GPU, which judges six hundred
times as many a second.

Rule kept: nothing lasts but the net; sisters are judged by the running mean of the net that learns from
them, learned from a few times, and forgotten.

First they are judged by looks of one ply, a million a second on an H200; then by two plies, 46,000 a second,
and half of what is learned from are those. Meanwhile the weights are seen as a net file has them, in whole
grains: to round them afterwards costs 0.03 to 0.15 mEMG a decision.

The net that ships was taught so in six minutes: by one ply for 180 s, at a rate that fell from 1e-3 to 5e-5,
and for 60 s more, from 5e-4 to 2e-4; then by two plies for 130 s, to 2e-5. Of 85 million groups two million
were judged by two plies. Seen by two plies, choosing in 24,000 groups kept aside lost, in mEMG (± 0.06):

    the net before                                              2.29
    after 63 s by one ply                                       1.92
    after 123, 184, 244, 288 s                                  1.86  1.83  1.81  1.81
    from that of 184 s: 60 s by one ply; rounded                1.82  1.87
    two plies, rounded                                          1.79
    15 s more of learning alone                                 1.81
    (1024, 512, 64) units, 20,000 steps on what is remembered   1.78
    the same steps with (512, 256, 64)                          1.80

So neither more sisters nor more units are what is wanting. ``lab/judge/README.md`` has what rollouts say.

A run lives in ``runtime/lab/runs/NAME``: ``weights.bin``, floats as in `selfplay.c`, and ``net.bin``.
"""

from __future__ import annotations

import argparse
import time
from array import array
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from backgammon.cli.options import about, whole
from lab.referees import players
from lab.train import export, native
from lab.train.gpu.games import Games
from lab.train.gpu.judge import Groups, Judge, Marks, judged_again, marks
from lab.train.gpu.kernels import Kernels, pytorch
from lab.train.gpu.learner import Learner, Store
from lab.train.train import annealed
from lab.train.widen import from_net, widened

_TOPS_FROM = 60_000
"""Groups that show how high the units rise."""


class Stretch(NamedTuple):
    """Part of a run: games whose sisters are judged, the store that takes them, seconds, Adam's rate at the
    start and at the end, and how often a group is learned from."""

    games: Games
    store: Store
    seconds: float
    rate: float
    floor: float
    replay: float


def main(argv: Sequence[str]) -> int:
    """Play, judge and learn, first by one ply, then by two; write the net; return 0."""
    args, torch = _parser().parse_args(argv), pytorch()
    begun = players.trained(args.net)
    home = native.RUNTIME / "runs" / args.run
    home.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(args.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    kernels = Kernels(torch, device)
    lab = widened(from_net(begun, args.seed, 0, 1), begun.hidden, args.seed)
    flat = torch.tensor(lab.net().weights, device=device)
    before, judge = Judge(kernels, begun.hidden), Judge(kernels, begun.hidden)
    before.take(flat)
    judge.take(flat)
    wide, deep = (Store(torch, device, room) for room in (args.room, args.room // 8))
    learner = Learner(kernels, begun.hidden, flat, [wide], args)
    games = Games(judge, args.games, args.carry)
    for _ in range(args.warm):
        wide.add(games.segment(args.steps))
    held = _some(torch, games.segment(args.steps), args.held)
    _say("before", marks(judge, held))
    middle = args.rate / 5
    for _ in _run(learner, Stretch(games, wide, 60 * args.minutes, args.rate, middle, 3), args):
        _say(f"{wide.seen:,} groups by one ply", marks(judge, held))
    learner.round_from_now(wide.draw(_TOPS_FROM).boards[:, 0].contiguous())
    fewer = games.besides(args.games // 4)
    for _ in range(args.warm):
        wide.add(fewer.segment(args.steps))
    fewer.plies = 2
    deep.add(fewer.segment(args.steps))
    learner.change_stores([wide, deep])
    for _ in _run(learner, Stretch(fewer, deep, 60 * args.deep, middle, args.floor, 10), args):
        _say(f"{deep.seen:,} groups by two plies", marks(judge, held))
    rounded = learner.rounded()
    after = Judge(kernels, begun.hidden)
    after.take(rounded)
    seen = judged_again(after, held, 2)
    _say("before, by two plies of it", marks(before, seen))
    _say("after, as it is written", marks(after, seen))
    (home / "weights.bin").write_bytes(rounded.cpu().numpy().tobytes())
    net = native.Net(begun.hidden, array("f", rounded.tolist()), races=True)
    tops = [top.tolist() for top in learner.tops]
    (home / "net.bin").write_bytes(export.write(export.quantise(net, tops)))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python3 py train gpu", description=about(__doc__))
    count = whole(1, 10**9)
    parser.add_argument("run", help="name of the run, which is written anew")
    parser.add_argument("--net", default="shipped", help="net file to begin with, or: shipped")
    parser.add_argument("--minutes", type=float, default=4, help="how long sisters are judged by one ply")
    parser.add_argument("--deep", type=float, default=2.2, help="minutes that they are judged by two")
    parser.add_argument("--games", type=count, default=32768, help="in lockstep; by two plies a quarter")
    parser.add_argument("--steps", type=count, default=16, help="rolls between two stretches of learning")
    parser.add_argument("--carry", type=float, default=0.8, help="trace of what later looks found")
    parser.add_argument("--batch", type=count, default=4096, help="groups for each step of learning")
    parser.add_argument("--room", type=count, default=30_000_000, help="groups remembered")
    parser.add_argument("--rate", type=float, default=1e-3, help="Adam's rate at the start")
    parser.add_argument("--floor", type=float, default=2e-5, help="and at the end")
    parser.add_argument("--points", type=float, default=100, help="what the squared error in points counts")
    parser.add_argument("--apart", type=float, default=1000, help="what that of the differences counts")
    parser.add_argument("--limit", type=float, default=4, help="how far weights may stand out; 0: no limit")
    parser.add_argument("--warm", type=count, default=2, help="stretches before groups are kept aside")
    parser.add_argument("--held", type=count, default=24_000, help="groups kept aside")
    parser.add_argument("--every", type=float, default=20, help="seconds between two reports")
    parser.add_argument("--seed", type=int, default=1)
    return parser


def _run(learner: Learner, stretch: Stretch, args: argparse.Namespace) -> Iterator[None]:
    """Play and learn by turns; yield now and then, and at the end."""
    games, began, due, owed = stretch.games, time.monotonic(), args.every, 0.0
    while (passed := time.monotonic() - began) < stretch.seconds:
        groups = games.segment(args.steps)
        stretch.store.add(groups)
        owed += stretch.replay * len(groups.count) * len(learner.stores) / args.batch
        learner.learn(int(owed), annealed(stretch.rate, stretch.floor, passed / stretch.seconds))
        owed -= int(owed)
        games.judge.take(learner.mean)
        if passed > due:
            due += args.every
            yield
    learner.kernels.check()
    yield


def _some(torch: Any, groups: Groups, count: int) -> Groups:
    """Return so many groups, chosen by chance."""
    chosen = torch.randperm(len(groups.count), device=groups.count.device)[:count]
    return Groups(*(part[chosen] for part in groups))


def _say(what: str, found: Marks) -> None:
    print(
        f"{what}: lost by choosing {found.lost:.3f} ± {found.error:.3f} mEMG, off {found.off:.1f}", flush=True
    )
