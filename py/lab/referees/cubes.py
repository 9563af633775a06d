"""Cube decisions of the strength bench, money and match, judged by gnubg at 2-ply.

Rule kept: the positions come from the same varied play as the plays to judge; gnubg's own 0-ply is measured
on the same decisions.  Double or not counts where gnubg's values of the two lie within `_NEAR` of each other,
so that easy decisions do not drown the rest; take or drop counts where these two lie as near as well.  Losses
are in mEMG: thousandths of the stake before the double.  The judged set is in ``runtime/lab/cubes.jsonl``.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Final

from backgammon.core.cube_decision import CubeDecision
from backgammon.core.rules import custom
from backgammon.engine.cube import decide
from backgammon.engine.evaluator import Outcomes
from backgammon.engine.stakes import Stakes
from backgammon.engine.thinking import finish
from lab.referees import strength
from lab.referees.players import Play, evaluation, mind
from lab.train.native import RUNTIME, Position

CUBES: Final = RUNTIME / "cubes.jsonl"
SCORES: Final = ((5, 5), (3, 5), (5, 3), (2, 4), (4, 2), (7, 3), (3, 3), (2, 2), (9, 4))
"""Points that the player on roll and the opponent still need."""
_NEAR = 0.4
_STRETCHES: Final = ((7, 4000), (8, 16000), (9, 40000))
"""Seeds, and the number of positions from each; the first 4,000 hold only 221 takes at money that count."""

_RULES: Final = custom(jacoby=False, beavers=False)


@dataclass(frozen=True)
class Cube:
    """A cube decision before the roll.

    `away`: points still needed, (0, 0) for money; `owner`: 1 if the player on roll owns the cube, 0 if it is
    in the middle; `values[plies]`: gnubg's equities of no double, double and take, double and drop, seen by
    the player on roll.
    """

    position: Position
    cube: int
    owner: int
    away: tuple[int, int]
    values: dict[str, tuple[float, float, float]]


def gather(
    count: int,
    seed: int,
    play: Play = strength.GNUBG,
    scores: Sequence[tuple[int, int]] = SCORES,
) -> list[Cube]:
    """Return cube decisions, half of them at money, half at `scores`; about a quarter are redoubles."""
    rng = random.Random(seed)
    cubes = []
    for number, decision in enumerate(strength.gather(count, seed, play)):
        owned = rng.random() < 0.25
        away = (0, 0) if number % 2 else rng.choice(scores)
        cube = 2 if owned and (number % 2 or away[0] > 2) else 1
        cubes.append(Cube(decision.position, cube, int(cube == 2), away, {}))
    return cubes


def judge() -> None:
    """Have gnubg judge the decisions that are not judged yet."""
    asked = CUBES.with_suffix(".asked.jsonl")
    cubes = (cube for seed, count in _STRETCHES for cube in gather(count, seed))
    asked.write_text("".join(json.dumps(asdict(cube)) + "\n" for cube in cubes))
    strength.run_gnubg({"cubes": str(asked), "judged": str(CUBES)})


def read_judged() -> list[Cube]:
    """Return the decisions judged so far."""
    if not CUBES.exists():
        return []
    found = []
    for line in CUBES.read_text().splitlines():
        known = json.loads(line)
        values = {plies: tuple(three) for plies, three in known["values"].items()}
        known |= {"position": tuple(known["position"]), "away": tuple(known["away"]), "values": values}
        found.append(Cube(**known))
    return found


def _doubles(values: tuple[float, float, float]) -> bool:
    no_double, take, drop = values
    return min(take, drop) > no_double


def double_loss(cube: Cube, doubles: bool, by: str = "2") -> float | None:
    """Return the loss (mEMG) of doubling or not, by the values named `by`; None if too easy to count."""
    no_double, take, drop = cube.values[by]
    doubled = min(take, drop)
    if abs(doubled - no_double) > _NEAR:
        return None
    return 1000 * (max(doubled, no_double) - (doubled if doubles else no_double))


def take_loss(cube: Cube, takes: bool, by: str = "2") -> float | None:
    """Return the loss (mEMG) of taking or dropping, by the values named `by`.

    None if double or not, or take or drop, is too easy to count.
    """
    no_double, take, drop = cube.values[by]
    if abs(min(take, drop) - no_double) > _NEAR or abs(take - drop) > _NEAR:
        return None
    return 1000 * ((take if takes else drop) - min(take, drop))


def stakes(cube: Cube) -> Stakes:
    """Return the stakes before the double, without Jacoby and beavers."""
    return Stakes(_RULES, cube.cube, cube.owner, cube.away, crawford_done=1 in cube.away)


def doubles(cubes: Sequence[Cube], name: str) -> list[bool]:
    """Return for each decision whether a player of the lab doubles.

    ``level:NAME``, ``NET@PLIES``: with their lookahead; ``gnubg:PLIES``: gnubg; any other name: a net at
    0-ply.
    """
    kind, _, which = name.partition(":")
    if kind == "gnubg":
        return [_doubles(cube.values[which]) for cube in cubes]
    if kind == "level" or "@" in name:
        player = mind(name)
        return [finish(player.doubles(cube.position, stakes(cube))) for cube in cubes]
    return [decision.doubles for decision in _by_net(cubes, name)]


def takes(cubes: Sequence[Cube], name: str) -> list[bool]:
    """Return for each decision whether a player, named as for `doubles`, takes."""
    kind, _, which = name.partition(":")
    if kind == "gnubg":
        return [take <= drop for _, take, drop in (cube.values[which] for cube in cubes)]
    if kind == "level" or "@" in name:
        player = mind(name)
        asked = (player.answers_double(cube.position, stakes(cube), by_opponent=True) for cube in cubes)
        return [finish(answer) != "drop" for answer in asked]
    return [decision.takes for decision in _by_net(cubes, name)]


def _by_net(cubes: Sequence[Cube], name: str) -> list[CubeDecision]:
    outputs = evaluation(name)([cube.position for cube in cubes])
    return [decide(Outcomes(*row), stakes(cube)) for row, cube in zip(outputs, cubes, strict=True)]


def losses(cubes: Sequence[Cube], name: str, by: str = "2") -> dict[str, strength.Loss]:
    """Return a player's losses by kind of decision, over those that count, by the values named `by`."""
    found: dict[str, list[float]] = defaultdict(list)
    for what, loss, choose in (("double", double_loss, doubles), ("take", take_loss, takes)):
        counted = [cube for cube in cubes if loss(cube, True, by) is not None]
        for cube, choice in zip(counted, choose(counted, name), strict=True):
            place = "match" if cube.away[0] else "money"
            found[f"{what}, {place}"].append(loss(cube, choice, by) or 0.0)
    return {kind: strength.loss_of(values) for kind, values in found.items()}


KINDS: Final = [f"{what}, {place}" for what in ("double", "take") for place in ("money", "match")]


def report(names: Sequence[str]) -> str:
    """Format the losses of gnubg and of the players named, one line for each."""
    cubes = read_judged()
    rows = [(name, losses(cubes, name)) for name in ("gnubg:0", "gnubg:1", *names)]
    return strength.table(rows, KINDS)
