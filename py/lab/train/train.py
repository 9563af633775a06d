"""``python3 py train``: a net teaches itself backgammon from random weights.

Rule kept: the same seed and the same commands give the same net (without helpers); a run can be stopped at
any moment and resumed from its last checkpoint, and an interrupt writes one.  A new run needs ``--new``, so
that a misspelt name does not begin one.  Its files are in ``runtime/lab/runs/NAME``: ``run.json`` (layers and
seed), ``checkpoint.bin``, ``curve.csv`` (the learning curve) and ``net.bin`` (the last net, in the form that
play takes).

The method: temporal differences by self-play.  The running mean of the weights plays and gives the targets;
the trace falls from 0.7 to 0 over the first games, then targets look one roll ahead; Adam's rate falls with
the number of games, so that a run has no planned end.  Races are judged as in play (`race_tables`), and games
end there.  Once a net knows the game, ``--exact 1`` teaches it far more: every position learns from all 21
rolls and, by a long trace (``--carry``), from what the net finds later in the game, without the luck of the
dice.  The target of the opening position then varies by 0.04 points (trace 0.9) where results vary by 1.26,
for some 18 times the work.  With ``--anneal`` the rate falls to its floor over the given number of games.

The net that ships was taught in stages; ``curve.csv`` beside this file has its curve.  By temporal
differences from random weights: 350,000 games with ``--hidden 256,32,32 --replay 1``; ``--widen 256,64,32``
up to 1.1 million; ``--replay 2.5`` to 1.5 million; ``--half 100000`` to 1.95 million; ``--rate 3.5e-5
--half 1000000000`` to 2.2 million; then from that net (``--net shipped --played 600000``) with ``--widen
256,256,64 --replay 2`` 3 million more, with ``--half 100000`` from the second million on and finally
``--rate 3.5e-5 --half 1000000000`` again.  Dead units were restarted (``--net shipped --played 1200000
--widen 256,256,64 --replay 2`` for 100,000 games, then ``--exact 0.25 --carry 0 --replay 6 --anneal
250000``), which by itself gained nothing.

Then without luck, half a million games in under two hours on two cores, with ``--exact 1 --replay 8 --room
524288 --helpers 1`` throughout: 30,000 with ``--rate 5e-4``; 205,000 with ``--rate 8e-4 --floor 1e-5 --anneal
500000``; from there with ``--carry 0.95 --wild 0.5`` 130,000 of ``--rate 3e-4 --anneal 290000`` and 165,000
of ``--rate 1.5e-4 --anneal 190000``.  That gained 0.026 points a game.

Six sevenths of the loss that was left came from plays that the net undervalued, and so had never tried.  It
meets those in games that begin in the middle of others, in all kinds of positions equally often, and by
strays that overlook the best play: 400,000 games with ``--midst 0.5 --wild 0.5 --carry 0.93 --limit 4 --rate
6e-4 --floor 1e-5 --anneal 420000`` gained another 0.015 points a game.  With ``--limit``, rounding to int8
has no measurable cost.  A second round of 190,000 games (``--rate 2e-4 --midst 0.6 --carry 0.95``) gained
nothing more, nor did the mean of both nets' weights.

More units, ``--widen 512,256,64``, with the same options: 80,000 games at a high rate, 100,000 of
``--rate 3e-4 --anneal 330000`` and 330,000 of ``--rate 1.5e-4 --anneal 330000``. At 0 plies that gained
little (0.005 ± 0.007 points a game); the loss of level expert fell from 2.2 to 1.9 mEMG, that of champion
stayed the same. The mean of the outputs of this net and the previous one was no better than either.

That net's outputs were off by 0.031 points from those of its own search one roll ahead. The units could do
better: taught two million such searches without noise, they came within 0.024 of those, and within 0.028 of
others. So the trace was shortened, for less noise, and the error in points was added to that in the chances:
6,000 games of ``--rate 1e-4``, for Adam's moments to adapt, and 361,000 of ``--rate 8e-4 --floor 1e-5
--anneal 420000``, all with ``--points 5 --carry 0.6 --wild 0.5 --midst 0.5 --limit 4``. At 0 plies the loss
fell from 3.1 to 2.8 mEMG.

A second such round, 441,000 games from there with ``--rate 6e-4`` and then ``--points 20 --rate 5e-4 --floor
1e-5 --anneal 450000``, reduced the net's distance from the first one's search from 0.0254 to 0.0249
points, and the mean of the weights of both (``py train mean``) to 0.0245. What that net still lost, it lost
in choosing among sisters, the plays of one roll; the one that ships was taught from it by
`lab.train.sisters`.
"""

import argparse
import csv
import json
import time
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

from backgammon.cli.options import about, real, whole
from lab.progress import Progress
from lab.referees import players, strength
from lab.train import export, race_tables
from lab.train.native import RUNTIME, Lab, Plan, evaluate
from lab.train.widen import from_net, widen
from tools.errors import ToolError

_BATCH = 1024
_DEEP = 0.5
"""At the first layer's rate, narrow layers lose most of their units for good (18 of 32 were dead)."""
_WARM_GAMES = 5000
_FIRST_TRACE, _TRACE_GAMES = 0.7, 300_000
_STRETCH = 1000
"""Games between two checks of the time."""


def rate_at(games: int, peak: float, half: int, floor: float) -> float:
    """Return Adam's rate: `peak` halved at `half` games, a third at twice that, …"""
    return max(peak / (1 + games / half), floor) * min(1.0, (games + _STRETCH) / _WARM_GAMES)


def annealed_rate(peak: float, floor: float, share: float) -> float:
    """Return Adam's rate when this share of the annealing is done; it falls geometrically to the floor."""
    return peak * float((floor / peak) ** min(1.0, share))


def plan_at(games: int, rate: float, args: argparse.Namespace) -> Plan:
    """Return the plan of the next stretch."""
    return Plan(
        rate=rate,
        deep=_DEEP,
        trace=_FIRST_TRACE * max(0.0, 1 - games / _TRACE_GAMES),
        memory=0.999,
        replay=args.replay,
        wild=args.wild,
        exact=args.exact,
        carry=args.carry,
        midst=args.midst,
        back=args.back,
        limit=args.limit,
        points=args.points,
        games=_STRETCH,
        batch=_BATCH,
        helpers=args.helpers,
    )


def _thousands(text: str) -> int:
    games = whole(_STRETCH, 10**9)(text)
    if games % _STRETCH:
        raise argparse.ArgumentTypeError(f"games are played {_STRETCH:,} at a time, not {games:,}")
    return games


def units(text: str) -> list[int]:
    """Parse the units of hidden layers from the command line."""
    found = [int(number) if number.isdecimal() else 0 for number in text.split(",")]
    if any(count < 8 or count % 8 for count in found):
        raise argparse.ArgumentTypeError(
            f"hidden units are multiples of 8, such as 256,32,32, not {text!r:.40}"
        )
    return found


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python3 py train",
        description=about(__doc__),
        epilog="For a first run: python3 py train small --new --hidden 32 --games 20000, "
        "then python3 py duel runtime/lab/runs/small/net.bin handmade --games 100",
        formatter_class=argparse.ArgumentDefaultsHelpFormatter,
    )
    parser.add_argument("run", nargs="?", default="main", help="name of the run that is taken up again")
    parser.add_argument("--new", action="store_true", help="begin the run where there is none of that name")
    parser.add_argument(
        "--hidden", type=units, default="256,32,32", help="hidden units of a new run, multiples of 8"
    )
    parser.add_argument("--net", help="net file that a new run begins with, or: shipped")
    parser.add_argument(
        "--played", type=whole(0, 10**9), default=0, help="games that net had played, for the rate"
    )
    parser.add_argument(
        "--widen", type=units, help="hidden units that the run goes on with; also starts dead units anew"
    )
    parser.add_argument("--seed", type=whole(0, 2**63 - 1), default=1, help="seed of a new run")
    parser.add_argument(
        "--games",
        type=_thousands,
        default=10_000_000,
        help=f"stop at this many games in all, --played included, by steps of {_STRETCH:,}",
    )
    parser.add_argument("--minutes", type=real(0, 1e9), default=1e9, help="stop after this time")
    parser.add_argument("--rate", type=real(1e-12, 1), default=2e-3, help="Adam's rate at the start")
    parser.add_argument(
        "--half", type=whole(1, 10**10), default=400_000, help="games after which the rate has halved"
    )
    parser.add_argument(
        "--anneal", type=whole(1, 10**10), help="games over which the rate falls to the floor instead"
    )
    parser.add_argument("--floor", type=real(0, 1), default=2e-5, help="the rate falls no lower")
    parser.add_argument(
        "--replay", type=real(0, 1000), default=2.5, help="how often a position is trained on"
    )
    parser.add_argument(
        "--room", type=whole(1, 10**9), default=1 << 16, help="positions remembered for training"
    )
    parser.add_argument("--wild", type=real(0, 1), default=0.4, help="share of games in which players stray")
    parser.add_argument("--exact", type=real(0, 1), default=0, help="share of games taught by all 21 rolls")
    parser.add_argument("--carry", type=real(0, 1), default=0.9, help="trace of those games")
    parser.add_argument(
        "--midst", type=real(0, 1), default=0, help="share of games that begin in an earlier one"
    )
    parser.add_argument("--back", type=real(0, 1), default=0, help="share of those that begin in back games")
    parser.add_argument(
        "--limit", type=real(0, 1e9), default=0, help="how far weights may stand out; 0: no limit"
    )
    parser.add_argument(
        "--points", type=real(0, 1e9), default=0, help="what the squared error in points counts"
    )
    parser.add_argument(
        "--helpers", type=whole(0, 1000), default=0, help="threads that play in idle time: no seed"
    )
    parser.add_argument("--every", type=whole(1, 10**9), default=50_000, help="games between two checkpoints")
    return parser


def main(argv: Sequence[str]) -> int:
    """Train until the games or the minutes are used up, or until interrupted; return 0."""
    args = _parser().parse_args(argv)
    home = RUNTIME / "runs" / args.run
    if not args.new and not (home / "run.json").exists():
        raise ToolError(f"there is no run {args.run!r}; --new begins it (other trainings: python3 py)")
    race_tables.load()
    if args.net:
        begun = players.require_net(args.net)
        fresh = from_net(begun, args.seed, args.played, args.room)
    else:
        fresh = Lab(args.hidden, args.seed, args.room, races=True)
    lab, seconds = _open(home, fresh, args.room)
    if args.widen:
        lab = widen(lab, args.widen, args.seed)
        checkpoint(home, lab, seconds)
    started, games_then, losses = time.monotonic(), lab.games, []
    due, progress = lab.games + args.every, Progress()
    with suppress(KeyboardInterrupt):
        while lab.games < args.games and time.monotonic() - started < 60 * args.minutes:
            rate = (
                annealed_rate(args.rate, args.floor, (lab.games - games_then) / args.anneal)
                if args.anneal
                else rate_at(lab.games, args.rate, args.half, args.floor)
            )
            plan = plan_at(lab.games, rate, args)
            losses.append(lab.run(plan))
            passed = time.monotonic() - started
            speed = (lab.games - games_then) / passed
            progress.show(f"{lab.games:,} games  {speed:,.0f} games/s  cross-entropy {losses[-1]:.4f}")
            if lab.games >= due:
                due += args.every
                checkpoint(home, lab, seconds + passed)
                _curve(home, lab, seconds + passed, sum(losses) / len(losses))
                losses = []
    checkpoint(home, lab, seconds + time.monotonic() - started)
    progress.end()
    return 0


def _open(home: Path, fresh: Lab, room: int) -> tuple[Lab, float]:
    """Resume the run at `home`, or begin it with `fresh`; return it and the seconds spent on it so far."""
    if not (home / "run.json").exists():
        begin(home, fresh)
        return fresh, 0.0
    return load_run(home, room)


def begin(home: Path, fresh: Lab) -> None:
    """Create the folder and ``run.json`` of a new run."""
    home.mkdir(parents=True, exist_ok=True)
    notes = {"hidden": fresh.hidden, "seed": fresh.seed, "seconds": 0.0}
    (home / "run.json").write_text(json.dumps(notes))


def load_run(home: Path, room: int = 1 << 16) -> tuple[Lab, float]:
    """Return the run at `home` as of its last checkpoint, and the seconds spent on it so far."""
    known = json.loads((home / "run.json").read_text())
    lab = Lab(known["hidden"], known["seed"], room, races=True)
    if (home / "checkpoint.bin").exists():
        lab.load((home / "checkpoint.bin").read_bytes())
    return lab, float(known["seconds"])


def checkpoint(home: Path, lab: Lab, seconds: float) -> None:
    """Write the run's files so that an interruption leaves the old ones intact."""
    notes = json.loads((home / "run.json").read_text())
    notes |= {"hidden": lab.hidden, "seconds": round(seconds, 1)}
    net = export.write(export.quantise(lab.net()))
    for name, data in (
        ("checkpoint.bin", lab.save()),
        ("net.bin", net),
        ("run.json", json.dumps(notes).encode()),
    ):
        fresh = home / f"{name}.new"
        fresh.write_bytes(data)
        fresh.replace(home / name)


def _curve(home: Path, lab: Lab, seconds: float, loss: float) -> None:
    """Add a line to the learning curve: games, seconds, cross-entropy, the mean loss by class in mEMG."""
    by_class = strength.mean_losses(strength.read_judged(), partial(evaluate, lab.net()))
    path = home / "curve.csv"
    fresh = not path.exists()
    with path.open("a", newline="") as file:
        writer = csv.writer(file)
        if fresh:
            writer.writerow(["games", "seconds", "cross-entropy", "all", *strength.CLASSES])
        kinds = ("all", *strength.CLASSES)
        means = [f"{by_class[kind].mean:.2f}" if kind in by_class else "" for kind in kinds]
        writer.writerow([lab.games, round(seconds), f"{loss:.4f}", *means])
