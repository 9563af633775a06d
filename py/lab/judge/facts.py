"""Results of rollouts of decisions: a file of facts that only grows, and that a later run continues.

Rule kept: a line is a fact and is never changed; lines on the same decision are merged. A line that was cut
off by the end of a run is ignored. Positions are GNU position IDs, seen by the player who moves.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from backgammon.core.position import Position as Core
from lab.judge.rollouts import RolloutResult
from lab.referees.cubes import Cube
from lab.referees.strength import Decision
from lab.train.native import Position, plays

PLAYS: Final = Path(__file__).with_name("plays.jsonl")
CUBES: Final = Path(__file__).with_name("cubes.jsonl")


@dataclass
class JudgedDecision:
    """A decision, the rollouts of its choices, and what other players chose.

    `rolled[judge][choice]`, `chosen[player]`: a choice is the position ID after a play; of a cube decision
    it is ``no double`` or ``take``. The judge is ``own``, ``again`` (with other dice) or ``gnubg``.
    """

    decision: Decision | Cube
    rolled: dict[str, dict[str, RolloutResult]] = field(default_factory=dict)
    chosen: dict[str, Any] = field(default_factory=dict)


def name_of(position: Position) -> str:
    """Return the position ID, seen by the player on roll."""
    return Core(position).gnu_id


def position_of(name: str) -> Position:
    """Return the position of an ID; the inverse of name_of."""
    return Core.from_gnu_id(name).points


def key_of(decision: Decision | Cube) -> str:
    """Return a key that is unique to a decision."""
    position = name_of(decision.position)
    if isinstance(decision, Decision):
        return f"{position} {max(decision.dice)}{min(decision.dice)}"
    return f"{position} {decision.cube} {decision.owner} {decision.away[0]} {decision.away[1]}"


def read(path: Path) -> dict[str, JudgedDecision]:
    """Return the facts of a file by the key of the decision; empty if there is no such file."""
    found: dict[str, JudgedDecision] = {}
    for line in _lines(path):
        key = line["key"]
        if key not in found:
            found[key] = JudgedDecision(_decision(key, line["kind"]))
        for judge, rolled in line.get("rolled", {}).items():
            known = found[key].rolled.setdefault(judge, {})
            known.update({choice: RolloutResult(*values) for choice, values in rolled.items()})
        found[key].chosen.update(line.get("chosen", {}))
    return found


def add(path: Path, facts: JudgedDecision) -> None:
    """Append facts on a decision to a file."""
    rolled = {
        judge: {
            choice: (round(each.equity, 4), round(each.error, 4), each.trials) for choice, each in by.items()
        }
        for judge, by in facts.rolled.items()
    }
    kind = facts.decision.kind if isinstance(facts.decision, Decision) else "cube"
    line = {"key": key_of(facts.decision), "kind": kind, "rolled": rolled, "chosen": facts.chosen}
    text = json.dumps({name: value for name, value in line.items() if value}) + "\n"
    if path.exists() and not path.read_bytes().endswith(b"\n"):
        text = "\n" + text
    with path.open("a") as file:
        file.write(text)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    for text in path.read_text().splitlines() if path.exists() else ():
        if text.endswith("}"):
            yield json.loads(text)


def _decision(key: str, kind: str) -> Decision | Cube:
    name, *rest = key.split()
    position = position_of(name)
    if kind == "cube":
        cube, owner, *away = map(int, rest)
        return Cube(position, cube, owner, (away[0], away[1]), {})
    dice = int(rest[0][0]), int(rest[0][1])
    return Decision(kind, position, dice, tuple(plays(position, *dice)), {})
