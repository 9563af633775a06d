"""``python3 py train gpu``: teach a net by sisters like `sisters.py`, on a GPU.

Rule kept: sisters are judged by the running mean of the net that learns from them, learned from a few times,
and forgotten; only the weights of a run are kept. A GPU judges six hundred times as many sisters a second.

At first they are judged by searches of one ply, a million a second on an H200; then, with ``--deep``, half of
those learned from are judged by two plies, 46,000 a second. A wider net may learn beside the one that is
taught (``--beside``); then the wider one plays and judges. Finally the net learns its own outputs again, with
its weights in whole grains, as in a net file: rounding them afterwards costs 0.03 to 0.15 mEMG a decision.
That takes minutes even on two cores.

The net that ships was taught in six minutes: by one ply for 180 s, at a rate that fell from 1e-3 to 5e-5, and
for 60 s more, from 5e-4 to 2e-4; then by two plies for 130 s, to 2e-5, with rounded weights. Of 85 million
groups, two million were judged by two plies.

More units and more games (November 2026; 57 million groups in 395 s, learned from four times, judged by one
ply of the widest net). Loss, in mEMG, ± 0.04, on 48,000 groups kept aside, judged by two plies of the widest:

    the net that ships                                              1.91
    (512, 256, 64), which was that net before its two plies         1.71
    (768, 256, 64), begun from it                                   1.63
    (1024, 512, 64)                                                 1.50
    two of (512, 256, 64), one for back games, crashed boards,
        primes and anchors, one for all other positions             1.68

These figures overstate the gain, as a net agrees best with its own two plies. By rollouts of 3,247
decisions (512, 256, 64) gained nothing, (768, 256, 64) gained 0.11 ± 0.09 mEMG at 0 plies and nothing at two,
and the widest, unrounded, 0.02 ± 0.10. Head to head with the net that ships, (768, 256, 64) won 0.008 ± 0.007
points a game, the widest 0.009 ± 0.008; from gnubg the former won as much as the net that ships. None was
worth half as much time again.

The files of a run are in ``runtime/lab/runs/NAME``: ``run.json`` (units), ``weights.bin`` and ``beside.bin``
(floats as in `selfplay.c`), and ``net.bin``.
"""

from __future__ import annotations

import argparse
import json
import time
from array import array
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from backgammon.cli.options import about, real, whole
from lab.referees import players
from lab.train import export, native
from lab.train.gpu.games import Games
from lab.train.gpu.judge import SISTERS, Groups, Judge, filled_mask, judge_again, marks
from lab.train.gpu.kernels import Kernels, pytorch
from lab.train.gpu.learner import Learner, Store
from lab.train.train import annealed_rate, units
from lab.train.widen import from_net, widen
from tools.errors import ToolError

_TOPS_FROM = 60_000
"""Groups that give the units' maxima; a tenth as many missed positions that then spoiled the learning."""
_FEWER, _OFTEN = 4, 10
"""The factor by which games are fewer by two plies; how often their groups are learned from."""
_ROUND_RATE = 2e-5
"""Adam's rate while weights are learned in whole grains; it falls to a fiftieth."""


def main(argv: Sequence[str]) -> int:
    """Play, judge and learn; round; write the net; return 0."""
    args, torch = _parser().parse_args(argv), pytorch()
    home = native.RUNTIME / "runs" / args.run
    torch.manual_seed(args.seed)
    device = "cuda" if torch.cuda.is_available() else "cpu"
    kernels = Kernels(torch, device)
    nets = _load_nets(home) if args.on else _new_nets(args)
    store = Store(torch, device, args.room)
    learners = [
        Learner(kernels, net.hidden, torch.tensor(net.weights, device=device), [store], args) for net in nets
    ]
    judge = Judge(kernels, learners[-1].hidden)
    judge.set_weights(learners[-1].mean)
    games = Games(judge, args.games, args.carry)
    for _ in range(args.warm):
        store.add(games.segment(args.steps))
    held = _some(torch, games.segment(args.steps), args.held)
    _report(learners, held, "before")
    rates = args.rate, args.floor
    for _ in _run(games, store, learners, 60 * args.minutes, rates, args.replay, args):
        _report(learners, held, f"{store.seen:,} groups")
    if args.deep:
        _deepen(learners, games, store, args)
    _write(home, learners)
    taught = learners[0]
    seen = judge_again(judge, held, 2)
    _report(learners, seen, "by two plies of the widest")
    if args.round:
        _round(taught, games, store, args)
        _report([taught], seen, "rounded")
    net = native.Net(tuple(taught.hidden), array("f", taught.rounded_mean().tolist()), races=True)
    tops = [top.tolist() for top in taught.tops]
    (home / "net.bin").write_bytes(export.write(export.quantise(net, tops)))
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 py train gpu",
        description=about(__doc__),
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    number = whole(1, 10**9)
    parser.add_argument("run", help="name of the run, which is written anew")
    parser.add_argument("--on", action="store_true", help="go on with its weights instead")
    parser.add_argument("--net", default="shipped", help="net file to begin with, or: shipped")
    parser.add_argument("--hidden", type=units, help="hidden units, more than those of that net")
    parser.add_argument("--beside", type=units, help="hidden units of a wider net that judges")
    parser.add_argument("--minutes", type=real(0, 1e9), default=6.6, help="how long sisters are judged")
    parser.add_argument(
        "--deep", type=real(0, 1e9), default=0, help="minutes that they are judged by two plies"
    )
    parser.add_argument("--round", type=real(0, 1e9), default=2, help="minutes of learning in whole grains")
    parser.add_argument("--games", type=number, default=32768, help="in lockstep")
    parser.add_argument("--steps", type=number, default=16, help="rolls between two stretches of learning")
    parser.add_argument("--carry", type=real(0, 1), default=0.8, help="trace of what later searches found")
    parser.add_argument("--replay", type=real(0, 1000), default=4, help="how often a group is learned from")
    parser.add_argument("--batch", type=number, default=4096, help="groups for each step of learning")
    parser.add_argument("--room", type=number, default=30_000_000, help="groups remembered")
    parser.add_argument("--rate", type=real(1e-12, 1), default=1e-3, help="Adam's rate at the start")
    parser.add_argument("--floor", type=real(0, 1), default=1e-4, help="and at the end")
    parser.add_argument(
        "--points", type=real(0, 1e9), default=100, help="what the squared error in points counts"
    )
    parser.add_argument(
        "--apart", type=real(0, 1e9), default=1000, help="what that of the differences counts"
    )
    parser.add_argument(
        "--limit", type=real(0, 1e9), default=4, help="how far weights may stand out; 0: no limit"
    )
    parser.add_argument("--warm", type=number, default=2, help="stretches before groups are kept aside")
    parser.add_argument("--held", type=number, default=48_000, help="groups kept aside")
    parser.add_argument("--every", type=real(0, 1e9), default=20, help="seconds between two reports")
    parser.add_argument("--seed", type=whole(0, 2**63 - 1), default=1)
    return parser


def _new_nets(args: argparse.Namespace) -> list[native.Net]:
    """Return the net to be taught, its dead units restarted, and, with ``--beside``, a wider one."""
    begun = from_net(players.require_net(args.net), args.seed, 0, 1)
    taught = widen(begun, args.hidden or begun.hidden, args.seed)
    return [taught.net(), *([widen(begun, args.beside, args.seed).net()] if args.beside else [])]


_FILES = "weights.bin", "beside.bin"


def _load_nets(home: Path) -> list[native.Net]:
    """Return the nets of a run; ToolError if there are none."""
    if not (home / "run.json").exists():
        raise ToolError(f"{home.name} has no weights to go on with; begin it without --on")
    hidden = json.loads((home / "run.json").read_text())["hidden"]
    return [
        native.Net(tuple(sizes), array("f", (home / name).read_bytes()), races=True)
        for sizes, name in zip(hidden, _FILES, strict=False)
    ]


def _write(home: Path, learners: Sequence[Learner]) -> None:
    """Write a run's nets, unrounded."""
    home.mkdir(parents=True, exist_ok=True)
    (home / "run.json").write_text(json.dumps({"hidden": [learner.hidden for learner in learners]}))
    for learner, name in zip(learners, _FILES, strict=False):
        (home / name).write_bytes(learner.mean.cpu().numpy().tobytes())


def _run(
    games: Games,
    store: Store,
    learners: Sequence[Learner],
    seconds: float,
    rates: tuple[float, float],
    replay: float,
    args: argparse.Namespace,
) -> Iterator[None]:
    """Play and learn alternately for `seconds`; yield every `args.every` seconds and at the end.

    The rate falls from the first of `rates` to the second. Searches use the last learner's running
    mean; without searches the judge stays the same.
    """
    began, due, owed = time.monotonic(), args.every, 0.0
    while (passed := time.monotonic() - began) < seconds:
        groups = games.segment(args.steps)
        store.add(groups)
        owed += replay * len(groups.count) * len(learners[0].stores) / args.batch
        for learner in learners:
            learner.learn(int(owed), annealed_rate(*rates, passed / seconds))
        owed -= int(owed)
        if games.plies:
            games.judge.set_weights(learners[-1].mean)
        if passed > due:
            due += args.every
            yield
    learners[-1].kernels.check()
    yield


def _deepen(learners: Sequence[Learner], games: Games, store: Store, args: argparse.Namespace) -> None:
    """Learn half from groups judged by two plies: there are fewer, and each is learned from more often."""
    fewer = games.fork(games.judge, plies=2, part=_FEWER)
    deep = Store(store.torch, learners[0].kernels.device, args.room // 8)
    deep.add(fewer.segment(args.steps))
    for learner in learners:
        learner.change_stores([store, deep])
    rates = args.floor, args.floor / 10
    for _ in _run(fewer, deep, learners, 60 * args.deep, rates, _OFTEN, args):
        print(f"{deep.seen:,} groups by two plies", flush=True)
    for learner in learners:
        learner.change_stores([store])


def _round(taught: Learner, games: Games, store: Store, args: argparse.Namespace) -> None:
    """Learn the outputs of the unrounded net itself with weights in whole grains."""
    judge = Judge(taught.kernels, taught.hidden)
    judge.set_weights(taught.mean)
    words = games.fork(judge, plies=0)
    held = _some(taught.torch, words.segment(args.steps), args.held)
    store.forget()
    while store.seen < min(_TOPS_FROM, store.room):
        store.add(words.segment(args.steps))
    seen = store.draw(_TOPS_FROM)
    taught.round_from_now(seen.boards[filled_mask(taught.torch, SISTERS, seen.count)])
    rates = _ROUND_RATE, _ROUND_RATE / 50
    for _ in _run(words, store, [taught], 60 * args.round, rates, args.replay, args):
        _report([taught], held, f"{store.seen:,} groups rounded")


def _some(torch: Any, groups: Groups, count: int) -> Groups:
    """Return `count` groups chosen at random."""
    chosen = torch.randperm(len(groups.count), device=groups.count.device)[:count]
    return Groups(*(part[chosen] for part in groups))


def _report(learners: Sequence[Learner], groups: Groups, what: str) -> None:
    """Print each net's errors on groups."""
    for learner in learners:
        judge = Judge(learner.kernels, learner.hidden)
        judge.set_weights(learner.rounded_mean())
        lost, error, off = marks(judge, groups)
        units_ = ",".join(map(str, learner.hidden))
        print(f"{what}, {units_}: lost by choosing {lost:.3f} ± {error:.3f} mEMG, off {off:.1f}", flush=True)
