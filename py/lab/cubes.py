"""Cube decisions of the strength bench: double or not, take or drop, money and match, judged by gnubg at
2-ply.

Rule kept: the positions come from the same varied play as the plays to judge; gnubg's own 0-ply is measured
on the same decisions.  A double is judged where gnubg's own choices lie within `_NEAR` of each other, so
that the easy ones do not drown the rest; a take wherever a double is that near to right.  Losses are in
mEMG: thousandths of the stake before the double.  The judged set stands in ``runtime/lab/cubes.jsonl``.
"""

from __future__ import annotations

import json
import random
from collections import defaultdict
from collections.abc import Generator, Sequence
from dataclasses import asdict, dataclass
from typing import Final, TypeVar

from backgammon.core.rules import custom
from backgammon.engine.levels import player
from backgammon.engine.stakes import Stakes
from lab import strength
from lab.native import RUNTIME, Position

CUBES: Final = RUNTIME / "cubes.jsonl"
_SCORES: Final = ((5, 5), (3, 5), (5, 3), (2, 4), (4, 2), (7, 3), (3, 3), (2, 2), (9, 4))
"""Points that the player on roll and the opponent still need."""
_NEAR = 0.4
_STRETCHES: Final = ((7, 4000), (8, 16000), (9, 40000))
"""Seeds, and how many positions each brings; the first 4,000 hold only 221 takes at money that count."""

_T = TypeVar("_T")


@dataclass(frozen=True)
class Cube:
    """A cube decision before the roll.

    `away`: points still needed, (0, 0) for money; `owner`: 1 if the cube is the player's on roll, 0 in the
    middle; `values[plies]`: gnubg's equity of no double, double and take, double and drop, seen by the
    player on roll.
    """

    position: Position
    cube: int
    owner: int
    away: tuple[int, int]
    values: dict[str, tuple[float, float, float]]


def gather(count: int, seed: int) -> list[Cube]:
    """Return cube decisions: half of them money, a quarter of all redoubles, the rest at the scores above."""
    rng = random.Random(seed)
    cubes = []
    for number, decision in enumerate(strength.gather(count, seed)):
        owned = rng.random() < 0.25
        away = (0, 0) if number % 2 else rng.choice(_SCORES)
        cube = 2 if owned and (number % 2 or away[0] > 2) else 1
        cubes.append(Cube(decision.position, cube, int(cube == 2), away, {}))
    return cubes


def judge() -> None:
    """Have gnubg judge what is not judged yet."""
    asked = CUBES.with_suffix(".asked.jsonl")
    cubes = (cube for seed, count in _STRETCHES for cube in gather(count, seed))
    asked.write_text("".join(json.dumps(asdict(cube)) + "\n" for cube in cubes))
    strength.run_gnubg({"cubes": str(asked), "judged": str(CUBES)})


def judged() -> list[Cube]:
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


def double_loss(cube: Cube, doubles: bool) -> float | None:
    """Return what doubling or not loses, in mEMG; None where the decision is too plain to count."""
    no_double, take, drop = cube.values["2"]
    doubled = min(take, drop)
    if abs(doubled - no_double) > _NEAR:
        return None
    return 1000 * (max(doubled, no_double) - (doubled if doubles else no_double))


def take_loss(cube: Cube, takes: bool) -> float | None:
    """Return what taking or dropping loses, in mEMG; None where nobody would double or both are far apart."""
    no_double, take, drop = cube.values["2"]
    if abs(min(take, drop) - no_double) > _NEAR or abs(take - drop) > _NEAR:
        return None
    return 1000 * ((take if takes else drop) - min(take, drop))


def _result(thinking: Generator[float, None, _T]) -> _T:
    while True:
        try:
            next(thinking)
        except StopIteration as done:
            found: _T = done.value
            return found


def losses(cubes: Sequence[Cube], name: str) -> dict[str, strength.Loss]:
    """Return the losses of a level (``level:NAME``) or of gnubg (``gnubg:PLIES``) by kind of decision."""
    rules = custom(jacoby=False, beavers=False)
    kind, _, which = name.partition(":")
    found: dict[str, list[float]] = defaultdict(list)
    for cube in cubes:
        if kind == "gnubg":
            own = cube.values[which]
            doubles, takes = _doubles(own), own[1] <= own[2]
        else:
            stakes = Stakes(rules, cube.cube, cube.owner, cube.away, crawford_done=1 in cube.away)
            computer = player(which)
            doubles = _result(computer.doubles(cube.position, stakes))
            takes = _result(computer.answers_double(cube.position, stakes, by_opponent=True)) != "drop"
        place = "match" if cube.away[0] else "money"
        for what, loss in (("double", double_loss(cube, doubles)), ("take", take_loss(cube, takes))):
            if loss is not None:
                found[f"{what}, {place}"].append(loss)
    return {kind: strength.loss_of(values) for kind, values in found.items()}


def report(names: Sequence[str]) -> str:
    """Format the losses beside gnubg's, a player a line."""
    cubes = judged()
    kinds = [f"{what}, {place}" for what in ("double", "take") for place in ("money", "match")]
    rows = [(name, losses(cubes, name)) for name in ("gnubg:0", "gnubg:1", *names)]
    return strength.table(rows, kinds)
