"""What a player loses with each decision, judged by gnubg at 2-ply.

Rule kept: the decisions come from varied play under fixed seeds, every legal play of each is judged, and
gnubg's own 0-ply and 1-ply are measured on the very same decisions.  The judged set stands in
``runtime/lab/decisions.jsonl`` (one JSON object a line); judging takes more than an hour and can be broken
off and taken up again.
"""

from __future__ import annotations

import json
import random
import subprocess
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from math import sqrt
from pathlib import Path
from typing import Final, NamedTuple

from backgammon.analysis.facts import pips
from backgammon.core.position import flip_points
from backgammon.engine.evaluator import Outcomes
from backgammon.engine.features import START
from backgammon.engine.heuristic import is_race
from backgammon.engine.stakes import Stakes
from lab.referees import gnubg
from lab.referees.players import CUBELESS, Play, evaluation, level_play
from lab.train.native import RUNTIME, Outputs, Position, plays

CLASSES: Final = ("opening", "contact", "holding", "priming", "back game", "crashed", "race", "bear-off")
KINDS: Final = ("all", "sure", *CLASSES)
DECISIONS: Final = RUNTIME / "decisions.jsonl"
_STRETCHES: Final = ((20_26, 1000), (20_27, 3000))
"""Seeds, and how many decisions each brings.  The first thousand alone are too few: by them gnubg's 0-ply
loses 2.6 mEMG cubeful, by the others 3.5."""
_STRAY = 0.12
"""Share of plays made at random while decisions are gathered, so that every kind of game comes up."""
_MOST_PLAYS = 40
_SURE = 0.3
"""Points within which gnubg's plies agree, where its 2-ply is a judge."""
_JUDGE = Path(__file__).with_name("judge_gnubg.py")

GNUBG: Final[Play] = partial(gnubg.gnubg_play, plies=0)
"""Who plays the games that decisions are gathered from, unless another is named."""

Evaluate = Callable[[Sequence[Position]], Sequence[Outputs]]


@dataclass(frozen=True)
class Decision:
    """One roll to play.

    `plays`: the distinct results, view of the player who moved; `equities[name][i]`: equity of play i in
    points a game for that player, `name` is ``cubeless-2``, ``cubeful-0`` … (cube, plies of gnubg).
    """

    kind: str
    position: Position
    dice: tuple[int, int]
    plays: tuple[Position, ...]
    equities: dict[str, tuple[float, ...]]


class Loss(NamedTuple):
    """Mean loss a decision and its standard error, in mEMG."""

    mean: float
    error: float
    decisions: int


def kind_of(position: Position, ply: int) -> str:
    """Name the class of a position with the roll still to play; `ply`: plays made since the start."""
    if is_race(position):
        return "race" if any(n > 0 for n in position[7:]) else "bear-off"
    if ply < 6:
        return "opening"
    sides = (position, flip_points(position))
    if any(_is_crashed(side) for side in sides):
        return "crashed"
    if any(_plays_back_game(side) for side in sides):
        return "back game"
    if any(_primes(side) for side in sides):
        return "priming"
    if any(_holds(side) for side in sides):
        return "holding"
    return "contact"


def _is_crashed(side: Position) -> bool:
    """Too few checkers above the two lowest points to hold a board with."""
    return sum(count for count in side[3:] if count > 0) <= 6


def _plays_back_game(side: Position) -> bool:
    """Two anchors in the opponent's home board, and behind in the race."""
    behind = pips(side) - pips(flip_points(side))
    return sum(side[i] >= 2 for i in range(19, 25)) >= 2 and behind >= 30


def _primes(side: Position) -> bool:
    """Four made points in a row with a checker of the opponent behind them."""
    return any(
        all(side[i + k] >= 2 for k in range(4)) and any(side[j] < 0 for j in range(i)) for i in range(2, 10)
    )


def _holds(side: Position) -> bool:
    """An anchor from 18 to 21 held against an opponent who has nobody behind it any more."""
    return any(side[i] >= 2 for i in range(18, 22)) and all(side[i] >= 0 for i in range(7))


def gather(count: int, seed: int, play: Play = GNUBG) -> list[Decision]:
    """Return `count` decisions, equally many of each class, from games of gnubg 0-ply, or of who is named,
    with random plays strewn in.

    At most two decisions of a class come from one game.
    """
    rng = random.Random(seed)
    wanted = -(-count // len(CLASSES))
    found: dict[str, list[Decision]] = defaultdict(list)
    while any(len(found[kind]) < wanted for kind in CLASSES):
        here: Counter[str] = Counter()
        position: Position = START
        over, ply = False, 0
        stray = _STRAY * rng.choice((0, 1, 2))
        while not over:
            dice = (rng.randint(1, 6), rng.randint(1, 6))
            results = plays(position, *dice)
            kind = kind_of(position, ply)
            wished = here[kind] < 2 and len(found[kind]) < wanted
            if wished and 1 < len(results) <= _MOST_PLAYS and rng.random() < 0.3:
                found[kind].append(Decision(kind, position, dice, tuple(results), {}))
                here[kind] += 1
            after = rng.choice(results) if rng.random() < stray else play(position, *dice)
            over = not any(n > 0 for n in after)
            position, ply = flip_points(after), ply + 1
    mixed = [decision for kind in CLASSES for decision in found[kind]]
    rng.shuffle(mixed)
    return mixed[:count]


def judge() -> None:
    """Have gnubg judge what is not judged yet.

    Needs Debian's `gnubg` (its Python runs `judge_gnubg.py`); each judged line is on file at once.
    """
    asked = DECISIONS.with_suffix(".asked.jsonl")
    asked.parent.mkdir(parents=True, exist_ok=True)
    decisions = (decision for seed, count in _STRETCHES for decision in gather(count, seed))
    asked.write_text("".join(map(_as_line, decisions)))
    run_gnubg({"asked": str(asked), "judged": str(DECISIONS)})


def program() -> str:
    """Return where Debian's gnubg is."""
    return next((p for p in ("/usr/games/gnubg", "/usr/bin/gnubg") if Path(p).exists()), "gnubg")


def run_gnubg(settings: dict[str, str]) -> None:
    """Run `judge_gnubg.py` in Debian's gnubg with these settings."""
    RUNTIME.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        [program(), "-t", "-q", "-p", str(_JUDGE)],
        env={"JUDGE": json.dumps(settings), "HOME": str(RUNTIME), "PATH": "/usr/bin:/bin"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        check=True,
    )


def _as_line(decision: Decision) -> str:
    known = asdict(decision)
    del known["equities"]
    return json.dumps(known) + "\n"


def read_judged(path: Path = DECISIONS) -> list[Decision]:
    """Return the decisions judged so far; none when there is no such file."""
    if not path.exists():
        return []
    decisions = []
    for line in path.read_text().splitlines():
        d = json.loads(line)
        decisions.append(
            Decision(
                d["kind"], tuple(d["position"]), tuple(d["dice"]), tuple(map(tuple, d["plays"])),
                {name: tuple(values) for name, values in d["equities"].items()},
            )
        )  # fmt: skip
    return decisions


def _is_over(play: Position) -> bool:
    return not any(n > 0 for n in play)


def choices(decisions: Sequence[Decision], evaluate: Evaluate) -> list[int]:
    """Return the index of the play that a 0-ply look with `evaluate` chooses in each decision."""
    chosen = []
    for decision in decisions:
        open_plays = [i for i, play in enumerate(decision.plays) if not _is_over(play)]
        if len(open_plays) < len(decision.plays):
            chosen.append(next(i for i, play in enumerate(decision.plays) if _is_over(play)))
            continue
        judged = evaluate([flip_points(play) for play in decision.plays])
        values = [Outcomes(*outputs).equity for outputs in judged]
        chosen.append(values.index(min(values)))
    return chosen


def player_choices(name: str, decisions: Sequence[Decision], cube: str) -> list[int]:
    """Return the index of the play that a player of the lab chooses in each decision.

    `cube`: ``cubeless`` or ``cubeful`` (cube in the middle); net files look cubeless either way.
    """
    kind, _, level = name.partition(":")
    if kind != "level":
        return choices(decisions, evaluation(name))
    stakes = Stakes() if cube == "cubeful" else CUBELESS
    return [d.plays.index(level_play(d.position, *d.dice, level, stakes)) for d in decisions]


def is_sure(decision: Decision) -> bool:
    """Say whether gnubg's plies agree on what the best play is worth.

    In four decisions of the four thousand they do not, in two of these, both back games, by more than 0.6
    points; in games played out from one of them, by gnubg itself, its 2-ply is off by 0.7.
    """
    judged = decision.equities["cubeless-2"]
    best = judged.index(max(judged))
    words = [values[best] for name, values in decision.equities.items() if name.startswith("cubeless-")]
    return max(words) - min(words) <= _SURE


def losses(
    decisions: Sequence[Decision], chosen: Sequence[int], judge_by: str = "cubeless-2"
) -> dict[str, Loss]:
    """Return the loss by class, over all (``all``) and over those in which the judge agrees with itself
    (``sure``), in mEMG, by gnubg's equities of that name."""
    by_kind: dict[str, list[float]] = defaultdict(list)
    for decision, i in zip(decisions, chosen, strict=True):
        values = decision.equities[judge_by]
        for kind in (decision.kind, "all", *(["sure"] if is_sure(decision) else [])):
            by_kind[kind].append(1000 * (max(values) - values[i]))
    return {kind: loss_of(values) for kind, values in by_kind.items()}


def loss_of(values: Sequence[float]) -> Loss:
    """Return the mean of losses with its standard error."""
    n = len(values)
    mean = sum(values) / n
    spread = sum((value - mean) ** 2 for value in values) / max(n - 1, 1)
    return Loss(mean, sqrt(spread / n), n)


def mean_losses(decisions: Sequence[Decision], evaluate: Evaluate) -> dict[str, Loss]:
    """Return the cubeless losses by class of a 0-ply player with this evaluation."""
    return losses(decisions, choices(decisions, evaluate))


def gnubg_choices(decisions: Sequence[Decision], name: str) -> list[int]:
    """Return what gnubg chooses by its own equities of that name, for example ``cubeful-0``."""
    return [decision.equities[name].index(max(decision.equities[name])) for decision in decisions]


def table(rows: Sequence[tuple[str, dict[str, Loss]]], kinds: Sequence[str] = KINDS) -> str:
    """Format losses by class, a player a line."""
    width = max(len(name) for name, _ in rows) + 2
    lines = [" " * width + "".join(f"{kind:>15}" for kind in kinds)]
    for name, row in rows:
        cells = [f"{row[kind].mean:8.2f} ±{row[kind].error:5.2f}" if kind in row else "" for kind in kinds]
        lines.append(name.ljust(width) + "".join(f"{cell:>15}" for cell in cells))
    counts = [rows[0][1][kind].decisions if kind in rows[0][1] else 0 for kind in kinds]
    lines.append("decisions".ljust(width) + "".join(f"{count:>15}" for count in counts))
    return "\n".join(lines)
