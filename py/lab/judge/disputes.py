"""Cube decisions of matches in which our analysis and gnubg's find different errors, judged by rollouts.

Rule kept: an error is the loss of the choice made, in equity normalised to the cube before the double (EMG),
whoever computes it. Rollouts confirm the error that is nearer to theirs, but neither if they are within
SURELY joint standard errors of the middle between the two.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import hypot
from pathlib import Path
from typing import Final, NamedTuple

from backgammon.analysis.report import Judged as Analysed
from backgammon.core.match import Match
from backgammon.engine.stakes import stakes_of
from lab.judge import facts, judging, tables
from lab.judge.facts import JudgedDecision
from lab.judge.gnubg_rollouts import SURELY
from lab.referees.cubes import Cube

FACTS: Final = Path(__file__).with_name("disputes.jsonl")
APART: Final = 0.06
"""Decisions whose two errors differ by more are judged (EMG)."""
_MANNER: Final = judging.CUBES._replace(error=0.004, most=100)
"""Longer than for the judge's tables, which show means; here every decision counts by itself."""
OURS, GNUBG, NEITHER = "ours", "gnubg", "neither"
_KINDS: Final = {
    "doubles": ("double", "no double"),
    "takes": ("take", "drop"),
    "all": ("double", "no double", "take", "drop"),
}


class Choice(NamedTuple):
    """A player's cube choice in a match, numbered from 1, and its loss by both analyses.

    `made`: ``double``, ``no double``, ``take`` or ``drop``; `cube` is seen by the player on roll.
    """

    match: int
    player: str
    made: str
    cube: Cube
    ours: float
    gnubg: float = 0.0


class Verdict(NamedTuple):
    """A choice, its loss by rollouts with the joint standard error, and whose error they confirm."""

    choice: Choice
    error: float
    deviation: float
    right: str


def choices(match: int, names: Sequence[str], analysed: Iterable[Analysed]) -> list[Choice]:
    """Return the cube decisions of an analysed match, without gnubg's errors."""
    return [
        Choice(match, names[each.player], each.chosen, _cube(each.decision.match), each.error)
        for each in analysed
        if not each.decision.is_play and not each.decision.is_resignation
    ]


def _cube(match: Match) -> Cube:
    stakes = stakes_of(match)
    return Cube(match.position.points, stakes.cube, stakes.owner, stakes.away, {})


def with_gnubg(made: Sequence[Choice], plies: int) -> list[Choice]:
    """Return the choices with their errors by gnubg's search of `plies`."""
    name, found = str(plies), []
    for choice, line in zip(
        made, tables.gnubg_answers([each.cube for each in made], "cubes", [name]), strict=True
    ):
        lost = max(0.0, behind(choice.made, line["values"][name]))
        found.append(choice._replace(gnubg=lost))
    return found


def behind(made: str, values: Sequence[float]) -> float:
    """Return how much worse a choice is than the other one; negative if it is better.

    `values`: equities of no double, double and take, double and drop, seen by the player on roll.
    """
    no_double, take, drop = values
    doubled = min(take, drop)
    better = {"double": no_double - doubled, "take": take - drop}
    better |= {"no double": -better["double"], "drop": -better["take"]}
    return better[made]


def disputed_choices(made: Iterable[Choice], apart: float = APART) -> list[Choice]:
    """Return the choices whose errors differ by more than `apart`."""
    return [each for each in made if abs(each.ours - each.gnubg) > apart]


def judge(made: Iterable[Choice]) -> Iterator[tuple[int, int]]:
    """Roll out the decisions that are not on file; yield how many are done, and the total."""
    known, cubes = facts.read(FACTS), {facts.key_of(each.cube): each.cube for each in made}
    missing = [cube for key, cube in cubes.items() if key not in known]
    for done, _ in enumerate(judging.judge(FACTS, missing, manner=_MANNER), 1):
        yield done, len(missing)


def verdict(choice: Choice, known: JudgedDecision) -> Verdict:
    """Return whose error the rollouts of a decision confirm."""
    lost = behind(choice.made, tables.cube_with_values(known).values[tables.JUDGE])
    no_double, take = known.rolled[tables.JUDGE]["no double"], known.rolled[tables.JUDGE]["take"]
    may_be_taken = take.equity - 1 < SURELY * take.error
    deviation = take.error
    if choice.made in _KINDS["doubles"]:
        deviation = hypot(no_double.error, take.error if may_be_taken else 0.0)
    beyond = lost - (choice.ours + choice.gnubg) / 2
    right = NEITHER
    if abs(beyond) > SURELY * deviation:
        right = OURS if (beyond > 0) == (choice.ours > choice.gnubg) else GNUBG
    return Verdict(choice, max(0.0, lost), deviation, right)


def verdicts(made: Sequence[Choice]) -> list[Verdict]:
    """Return for each choice, whose decision must be on file, whose error the rollouts confirm."""
    known = facts.read(FACTS)
    return [verdict(each, known[facts.key_of(each.cube)]) for each in made]


def format_verdicts(found: Sequence[Verdict]) -> str:
    """Format the disputed decisions, one per line; empty if there are none."""
    if not found:
        return ""
    lines = ["match  player  decision   position ID     cube  away     ours   gnubg  rollouts         right"]
    for choice, error, deviation, right in found:
        cube = choice.cube
        owned = f"{cube.cube}{' own' if cube.owner else ''}"
        where = f"{facts.name_of(cube.position)}  {owned:5} {cube.away[0]:2}-{cube.away[1]:<2}"
        errors = f"{choice.ours:7.3f} {choice.gnubg:7.3f}  {error:7.3f} ±{deviation:6.3f}"
        lines.append(f"{choice.match:5}  {choice.player:6}  {choice.made:9}  {where} {errors}  {right}")
    return "\n".join(lines) + "\n"


def report(made: Sequence[Choice], apart: float = APART) -> str:
    """Format the disputed ones among choices, all on file, and how often each side is right."""
    some = disputed_choices(made, apart)
    furthest = max([abs(each.ours - each.gnubg) for each in made], default=0.0)
    found = verdicts(some)
    return (
        f"{len(some)} of {len(made)} cube decisions have errors by us and by gnubg that lie more than "
        f"{apart:g} apart (EMG); the furthest {furthest:.3f}\n\n"
        f"{format_verdicts(found)}\n{totals(found, made)}"
    )


def totals(found: Sequence[Verdict], made: Sequence[Choice]) -> str:
    """Format how often each side is right, and the total loss of the disputed decisions by each (EMG)."""
    head = ("decisions", "disputed", OURS, GNUBG, NEITHER, "lost: ours", GNUBG, "rollouts")
    lines = [" " * 9 + "".join(f"{each:>11}" for each in head)]
    for kind, words in _KINDS.items():
        some = [each for each in found if each.choice.made in words]
        counts = [sum(each.made in words for each in made), len(some)]
        counts += [sum(each.right == right for each in some) for right in (OURS, GNUBG, NEITHER)]
        lost = (
            sum(each.choice.ours for each in some),
            sum(each.choice.gnubg for each in some),
            sum(each.error for each in some),
        )
        cells = [f"{each:>11}" for each in counts] + [f"{each:>11.3f}" for each in lost]
        lines.append(f"{kind:9}{''.join(cells)}")
    return "\n".join(lines)
