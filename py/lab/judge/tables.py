"""Players measured by rollouts: what each loses per decision, and how often each finds the best choice.

Rule kept: a loss is the best rollout's equity less that of the choice, in thousandths (mEMG); a choice not
rolled out yet is rolled out and put on file. PR is half of the loss, as usually defined: 500 times the mean
loss in points. The best of several close plays is in part the luckiest, so losses are too high; those of
`losses_again`, by other dice, are too low by as much as the play taken for the best falls short of it.
"""

from __future__ import annotations

import json
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import asdict, replace
from pathlib import Path
from typing import Final

from lab.judge import facts, judging
from lab.judge.facts import JudgedDecision
from lab.referees import cubes, players, strength
from lab.referees.cubes import Cube
from lab.referees.strength import CLASSES, Decision
from lab.train.native import Position

JUDGE: Final = "own"
AGAIN: Final = "again"
_OTHER_DICE: Final = 1
GNUBG: Final = ("0", "1", "2")
_GNUBG_NEAR: Final = 0.25
"""Plays further behind the best by our search of one ply are not shown to gnubg (EMG)."""


def ask_gnubg() -> None:
    """Have gnubg choose in the decisions where it has not yet; needs Debian's `gnubg`."""
    plays = [known for known in facts.read(facts.PLAYS).values() if not known.chosen]
    shown = [
        replace(_decision(known), plays=tuple(judging.near(_decision(known), _GNUBG_NEAR))) for known in plays
    ]
    for decision, line in zip(shown, gnubg_answers(shown, "asked"), strict=True):
        chosen = {}
        for plies in GNUBG:
            equities = line["equities"][f"cubeless-{plies}"]
            chosen[f"gnubg:{plies}"] = facts.name_of(decision.plays[equities.index(max(equities))])
        facts.add(facts.PLAYS, JudgedDecision(decision, chosen=chosen))
    doubled = [_cube(known) for known in facts.read(facts.CUBES).values() if not known.chosen]
    for cube, line in zip(doubled, gnubg_answers(doubled, "cubes"), strict=True):
        facts.add(facts.CUBES, JudgedDecision(cube, chosen=line["values"]))


def gnubg_answers(
    decisions: Sequence[Decision | Cube], what: str, plies: Sequence[str] = GNUBG
) -> Iterator[dict[str, dict[str, list[float]]]]:
    """Yield gnubg's answers on decisions; `what`: ``asked`` for plays, ``cubes`` for cube decisions."""
    with tempfile.TemporaryDirectory() as folder:
        asked, judged = Path(folder) / "asked", Path(folder) / "judged"
        asked.write_text("".join(json.dumps(asdict(each)) + "\n" for each in decisions))
        if decisions:
            settings = {what: str(asked), "judged": str(judged), "cubeless": "yes", "plies": " ".join(plies)}
            strength.run_gnubg(settings)
        yield from map(json.loads, judged.read_text().splitlines() if decisions else ())


def player_plays(name: str, known: Sequence[JudgedDecision]) -> list[Position]:
    """Return the play that a player chooses in each decision, cubeless."""
    if name.startswith("gnubg:"):
        return [facts.position_of(each.chosen[name]) for each in known]
    decisions = [_decision(each) for each in known]
    if not name.startswith("level:") and "@" not in name:
        picked = strength.choices(decisions, players.evaluation(name))
        return [each.plays[i] for each, i in zip(decisions, picked, strict=True)]
    mind = players.mind(name)
    return [players.play_of(mind, each.position, *each.dice, players.CUBELESS) for each in decisions]


def complete(known: Sequence[JudgedDecision], chosen: Sequence[Position]) -> None:
    """Roll out chosen plays that have not been rolled out yet, or only briefly, and put them on file."""
    for each, play in zip(known, chosen, strict=True):
        rolled = each.rolled.setdefault(JUDGE, {})
        known_ = rolled.get(facts.name_of(play))
        if known_ is None or (known_.error > judging.PLAYS.error and len(rolled) > 1):
            fresh = judging.roll_plays(_decision(each), [play])
            facts.add(facts.PLAYS, JudgedDecision(each.decision, {JUDGE: fresh}))
            rolled |= fresh


def losses(known: Sequence[JudgedDecision], chosen: Sequence[Position]) -> dict[str, list[float]]:
    """Return the loss of each choice in mEMG, by class and for ``all``."""
    by_kind: dict[str, list[float]] = defaultdict(list)
    for each, play in zip(known, chosen, strict=True):
        rolled = each.rolled[JUDGE]
        best = max(one.equity for one in rolled.values())
        loss = 1000 * (best - rolled[facts.name_of(play)].equity)
        for kind in ("all", _decision(each).kind):
            by_kind[kind].append(loss)
    return by_kind


def losses_again(known: Sequence[JudgedDecision], chosen: Sequence[Position]) -> list[float]:
    """Return the loss of each choice to the play that was best, with other dice, in mEMG.

    Plays that have not been rolled out with those dice yet are rolled out.
    """
    found = []
    for each, play in zip(known, chosen, strict=True):
        rolled = each.rolled[JUDGE]
        best = max(rolled, key=lambda name: rolled[name].equity)
        pair = [facts.position_of(best), play]
        if rolled[best].equity == rolled[facts.name_of(play)].equity:
            found.append(0.0)
            continue
        again = each.rolled.setdefault(AGAIN, {})
        missing = [one for one in pair if facts.name_of(one) not in again]
        if missing:
            fresh = judging.roll_plays(_decision(each), missing, dice=_OTHER_DICE)
            facts.add(facts.PLAYS, JudgedDecision(each.decision, {AGAIN: fresh}))
            again |= fresh
        found.append(1000 * (again[best].equity - again[facts.name_of(play)].equity))
    return found


def known_plays() -> list[JudgedDecision]:
    """Return the judged checker-play decisions in which gnubg has chosen."""
    return [each for each in facts.read(facts.PLAYS).values() if each.chosen]


def plays_table(names: Sequence[str], again: bool = False) -> str:
    """Format the losses of players and gnubg with plays; with other dice, too, if ``again``."""
    known = known_plays()
    players_ = [*(f"gnubg:{plies}" for plies in GNUBG), *names]
    chosen = {name: player_plays(name, known) for name in players_}
    for choices in chosen.values():
        complete(known, choices)
    found = {name: losses(known, choices) for name, choices in chosen.items()}
    width = max(map(len, players_)) + 2
    by_other_dice = "  by other dice" if again else ""
    lines = [
        " " * width
        + f"    mEMG           PR   best{by_other_dice}"
        + "".join(f"{kind:>11}" for kind in CLASSES)
    ]
    for name, by_kind in found.items():
        loss = strength.loss_of(by_kind["all"])
        best = sum(each == 0 for each in by_kind["all"]) / loss.decisions
        means = "".join(f"{_mean(by_kind[kind]):>11}" for kind in CLASSES)
        other = ""
        if again:
            lower = strength.loss_of(losses_again(known, chosen[name]))
            other = f"{lower.mean:8.2f} ±{lower.error:5.2f}"
        lines.append(
            f"{name:{width}}{loss.mean:8.2f} ±{loss.error:5.2f}{loss.mean / 2:6.2f}{best:7.1%}{other}{means}"
        )
    counts = found[players_[0]]
    lines.append(
        f"{'decisions':{width}}{len(known):8}{'':20}{'':{len(by_other_dice)}}"
        + "".join(f"{len(counts[kind]):>11}" for kind in CLASSES)
    )
    return "\n".join(lines)


def _mean(values: Sequence[float]) -> str:
    return f"{strength.loss_of(values).mean:.2f}" if values else ""


def cubes_table(names: Sequence[str]) -> str:
    """Format the losses of players and gnubg with cube decisions."""
    known = [each for each in facts.read(facts.CUBES).values() if each.chosen]
    judged = [cube_with_values(each) for each in known]
    rows = [
        (name, cubes.losses(judged, name, JUDGE)) for name in (*(f"gnubg:{plies}" for plies in GNUBG), *names)
    ]
    return strength.table(rows, cubes.KINDS)


def cube_with_values(known: JudgedDecision) -> Cube:
    """Return a cube decision with the equities of no double, take and drop by rollouts and by gnubg."""
    rolled = known.rolled[JUDGE]
    own = rolled["no double"].equity, rolled["take"].equity, 1.0
    return replace(_cube(known), values={**known.chosen, JUDGE: own})


def _decision(known: JudgedDecision) -> Decision:
    assert isinstance(known.decision, Decision)
    return known.decision


def _cube(known: JudgedDecision) -> Cube:
    assert isinstance(known.decision, Cube)
    return known.decision
