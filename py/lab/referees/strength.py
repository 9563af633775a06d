"""The mean loss of a player per decision, judged by gnubg at 2-ply.

Rule kept: the decisions come from varied play with fixed seeds, every legal play of each is judged, and
gnubg's own 0-ply and 1-ply are measured on the same decisions.  The judged set is in
``runtime/lab/decisions.jsonl`` (one JSON object per line); judging takes more than an hour and can be
interrupted and resumed.
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

from backgammon.core.position import START, flip_points, is_contact, make_unchecked
from backgammon.engine.evaluator import Outcomes
from backgammon.engine.stakes import Stakes
from lab.referees import gnubg
from lab.referees.players import CUBELESS, Play, evaluation, level_play
from lab.train.native import RUNTIME, Outputs, Position, plays

CLASSES: Final = ("opening", "contact", "holding", "priming", "back game", "crashed", "race", "bear-off")
KINDS: Final = ("all", "sure", *CLASSES)
DECISIONS: Final = RUNTIME / "decisions.jsonl"
_STRETCHES: Final = ((20_26, 1000), (20_27, 3000))
"""Seeds, and the number of decisions from each.  The first thousand alone are too few: on them gnubg's 0-ply
loses 2.6 mEMG cubeful, on the others 3.5."""
_STRAY = 0.12
"""Share of plays made at random while decisions are gathered, so that every kind of game comes up."""
_MOST_PLAYS = 40
_SURE = 0.3
"""The most points by which the equities of gnubg's plies may differ, if its 2-ply is a sure judge."""
_JUDGE = Path(__file__).with_name("judge_gnubg.py")

GNUBG: Final[Play] = partial(gnubg.gnubg_play, plies=0)
"""The default player of the games that decisions are gathered from."""

Evaluate = Callable[[Sequence[Position]], Sequence[Outputs]]


@dataclass(frozen=True)
class Decision:
    """One roll to play.

    `plays`: the distinct results, seen by the player who moved; `equities[name][i]`: equity of play i in
    points per game for that player, where `name` is ``cubeless-2``, ``cubeful-0`` … (cube, plies of gnubg).
    """

    kind: str
    position: Position
    dice: tuple[int, int]
    plays: tuple[Position, ...]
    equities: dict[str, tuple[float, ...]]


class Loss(NamedTuple):
    """The mean loss per decision and its standard error, in mEMG, and the number of decisions."""

    mean: float
    error: float
    decisions: int


def kind_of(position: Position, ply: int) -> str:
    """Return the class of a position with the roll still to play; `ply`: plays made since the start."""
    if not is_contact(position):
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
    """Whether a side has too few checkers above its two lowest points to hold a board with."""
    return sum(count for count in side[3:] if count > 0) <= 6


def _plays_back_game(side: Position) -> bool:
    """Whether a side has two anchors in the opponent's home board and is behind in the race."""
    position = make_unchecked(side)
    behind = position.pips - position.opponent_pips
    return sum(side[i] >= 2 for i in range(19, 25)) >= 2 and behind >= 30


def _primes(side: Position) -> bool:
    """Whether a side has four made points in a row with a checker of the opponent behind them."""
    return any(
        all(side[i + k] >= 2 for k in range(4)) and any(side[j] < 0 for j in range(i)) for i in range(2, 10)
    )


def _holds(side: Position) -> bool:
    """Whether a side holds an anchor from 18 to 21 and has no opposing checker in its home board."""
    return any(side[i] >= 2 for i in range(18, 22)) and all(side[i] >= 0 for i in range(7))


def gather(count: int, seed: int, play: Play = GNUBG) -> list[Decision]:
    """Return `count` decisions, equally many of each class, from games of one player.

    Some plays of the games are random; at most two decisions of a class come from one game.
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
    """Have gnubg judge the decisions that are not judged yet.

    Needs Debian's `gnubg` (its Python runs `judge_gnubg.py`); each decision is on file once it is judged.
    """
    asked = DECISIONS.with_suffix(".asked.jsonl")
    asked.parent.mkdir(parents=True, exist_ok=True)
    decisions = (decision for seed, count in _STRETCHES for decision in gather(count, seed))
    asked.write_text("".join(map(_as_line, decisions)))
    run_gnubg({"asked": str(asked), "judged": str(DECISIONS)})


def run_gnubg(settings: dict[str, str]) -> None:
    """Run `judge_gnubg.py` in Debian's gnubg with these settings."""
    RUNTIME.mkdir(parents=True, exist_ok=True)
    subprocess.run(
        [gnubg.program(), "-t", "-q", "-p", str(_JUDGE)],
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
    """Return the decisions judged so far; none if there is no such file."""
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
    """Return the index of the play that is best by `evaluate` at 0 plies in each decision."""
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

    `cube`: ``cubeless`` or ``cubeful`` (cube in the middle); net files choose cubeless in either case.
    """
    kind, _, level = name.partition(":")
    if kind != "level":
        return choices(decisions, evaluation(name))
    stakes = Stakes() if cube == "cubeful" else CUBELESS
    return [d.plays.index(level_play(d.position, *d.dice, level, stakes)) for d in decisions]


def is_sure(decision: Decision) -> bool:
    """Return whether gnubg's plies agree on the worth of the best play.

    In four of the four thousand decisions they do not, in two of these, both back games, by more than 0.6
    points; by games that gnubg itself played out from one of them, its 2-ply is off by 0.7.
    """
    judged = decision.equities["cubeless-2"]
    best = judged.index(max(judged))
    words = [values[best] for name, values in decision.equities.items() if name.startswith("cubeless-")]
    return max(words) - min(words) <= _SURE


def losses(
    decisions: Sequence[Decision], chosen: Sequence[int], judge_by: str = "cubeless-2"
) -> dict[str, Loss]:
    """Return the losses by class, in mEMG, by gnubg's equities named `judge_by`.

    ``all``: over all decisions; ``sure``: over those on which gnubg's plies agree.
    """
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
    """Return the index of gnubg's choice in each decision, by its equities `name`, such as ``cubeful-0``."""
    return [decision.equities[name].index(max(decision.equities[name])) for decision in decisions]


def table(rows: Sequence[tuple[str, dict[str, Loss]]], kinds: Sequence[str] = KINDS) -> str:
    """Format losses by class, one line per player."""
    width = max(len(name) for name, _ in rows) + 2
    lines = [" " * width + "".join(f"{kind:>15}" for kind in kinds)]
    for name, row in rows:
        cells = [f"{row[kind].mean:8.2f} ±{row[kind].error:5.2f}" if kind in row else "" for kind in kinds]
        lines.append(name.ljust(width) + "".join(f"{cell:>15}" for cell in cells))
    counts = [rows[0][1][kind].decisions if kind in rows[0][1] else 0 for kind in kinds]
    lines.append("decisions".ljust(width) + "".join(f"{count:>15}" for count in counts))
    return "\n".join(lines)
