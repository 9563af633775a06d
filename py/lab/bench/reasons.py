"""``python3 py bench reasons``: how often a reason in words is right, on decisions that the engine judged.

Two sets are gathered (lab.reasons.gather): one to fit on, and one of other games to measure on. ``--fit N``
fits WEIGHTS and LEAN of backgammon.analysis.reasons on the first, and prints them as they are written there
with a table of that set. The last table is always of the second set. *right*: the reason was given for the
better choice; *wrong*: it would have been given for the worse one, had that been the better. ``--sample N``
prints N decisions with their reasons, for a person to read.
"""

import argparse
import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from backgammon.analysis import reasons
from backgammon.analysis.facts import Facts, count_facts
from backgammon.analysis.findings import Chances, CubeAction, CubeFinding, CubeReply, Finding
from backgammon.analysis.reasons import Reason
from backgammon.cli.options import whole
from backgammon.core.match import Match, Phase
from backgammon.core.plays import Turn, format_steps
from backgammon.core.position import Points, is_contact
from backgammon.i18n.catalogue import english
from backgammon.notation.diagram import format_diagram
from backgammon.notation.setup import Setup
from backgammon.notation.xgid import parse_xgid
from lab.reasons.gather import ERROR, gather, read
from lab.reasons.regression import fit
from lab.train.native import RUNTIME

PRECISION = 0.92
"""The share that must be right in the set fitted on, so that nine in ten are right in other sets."""
LEANS = [tenth / 10 for tenth in range(8, 41, 2)]
ENOUGH = 15
"""The least number of times that a reason must be given to be judged."""
FITTED, MEASURED = 1, 2
"""The seeds of the two sets; ``--seed`` replaces the second."""
LARGEST = 0.5
"""A cube decision with a larger gap is left out: nobody gets it wrong."""


class Pair(NamedTuple):
    """Two plays of a roll, the better first: the match, and the points, facts and chances after each."""

    row: dict[str, Any]
    match: Match
    afters: tuple[Points, ...]
    facts: tuple[Facts, ...]
    chances: tuple[Chances, ...]

    @property
    def contact(self) -> bool:
        """Whether there is contact after either play, so that the reason comes from the facts of contact."""
        return any(map(is_contact, self.afters))


def pair(row: dict[str, Any]) -> Pair:
    """Read a judged pair."""
    match = parse_xgid(row["position"]).to_match()
    assert match.dice is not None
    turn = Turn(match.position, match.dice, match.rules)
    afters = tuple([turn.after(steps_of(each)) for each in row["choices"]])
    facts = tuple([count_facts(match.position.points, after, match.rules) for after in afters])
    return Pair(row, match, afters, facts, tuple([Chances(*each["chances"]) for each in row["choices"]]))


def steps_of(choice: dict[str, Any]) -> tuple[tuple[int, int], ...]:
    """Read the steps of a play."""
    return tuple([(source, target) for source, target in choice["steps"]])


def fit_weights(pairs: Sequence[Pair]) -> dict[str, float]:
    """Return the weights of all terms, fitted on the pairs."""
    rows = []
    for each in pairs:
        one, two = map(reasons.terms, each.facts)
        rows.append([one[name] - two[name] for name in one])
    return {name: round(weight, 2) for name, weight in zip(one, fit(rows), strict=True)}


def leans(pairs: Sequence[Pair]) -> dict[str, float]:
    """Return for each reason how clearly the facts must favour a play to reach PRECISION.

    Cross-validated: each half of the games is judged with weights fitted on the other half.
    """
    spoken: dict[str, list[tuple[float, bool]]] = {}
    folds = [[each for each in pairs if each.row["game"] // 2 % 2 == fold] for fold in (0, 1)]
    for fold, rest in (folds, folds[::-1]):
        vars(reasons)["WEIGHTS"] = fit_weights(rest)
        for each in fold:
            for right, facts in ((True, each.facts), (False, each.facts[::-1])):
                clear, found = reasons.candidates(each.match.position.points, *facts)
                for reason in found[:1]:
                    spoken.setdefault(reason.name, []).append((clear, right))
    return {name: least for name, known in sorted(spoken.items()) if (least := least_lean(known))}


def least_lean(known: Sequence[tuple[float, bool]]) -> float | None:
    """Return the least lean from which on PRECISION is reached, None if there is none."""
    for least in LEANS:
        rights = [right for clear, right in known if clear >= least]
        if len(rights) >= ENOUGH and sum(rights) >= PRECISION * len(rights):
            return least
    return None


def pair_reason(each: Pair, better: bool = True) -> Reason | None:
    """Return the reason for the better play against the worse, or with ``better=False`` the reverse."""
    one, two = (0, 1) if better else (1, 0)
    return reasons.compare(
        each.match, each.afters[one], each.afters[two], each.chances[one], each.chances[two]
    )


class CubeRow(NamedTuple):
    """A cube decision: the judged row, the match at the decision, and the finding."""

    row: dict[str, Any]
    match: Match
    found: CubeFinding


def cube_rows(row: dict[str, Any]) -> list[CubeRow]:
    """Read a judged cube: return the double and the answer, each if its gap is from ERROR to LARGEST."""
    found = CubeFinding(
        row["no_double"],
        row["double_take"],
        row["double_drop"],
        CubeAction(row["action"]),
        CubeReply(row["reply"]),
        tuple(row["match_chances"]),
        Chances(*row["chances"]),
        row["plies"],
    )
    assert found.double_take is not None
    assert found.double_drop is not None
    setup = parse_xgid(row["position"])
    gaps = {
        Phase.TO_ROLL: abs(found.no_double - min(found.double_take, found.double_drop)),
        Phase.DOUBLED: abs(found.double_take - found.double_drop),
    }
    return [
        CubeRow(row, replace(setup, phase=phase).to_match(), found)
        for phase, gap in gaps.items()
        if ERROR <= gap <= LARGEST
    ]


def cube_reason(each: CubeRow, better: bool = True) -> Reason | None:
    """Return the reason for the proper choice, or with ``better=False`` the one if the other were proper.

    An answer with match chances has no reverse: those after a take and a drop are the engine's own verdict.
    """
    found, match = each.found, each.match
    if not better:
        if match.phase is Phase.DOUBLED:
            if found.match_chances:
                return None
            reply = CubeReply.DROP if found.reply is CubeReply.TAKE else CubeReply.TAKE
            found = replace(found, double_take=found.double_drop, double_drop=found.double_take, reply=reply)
        elif found.action is CubeAction.DOUBLE:
            found = replace(
                found, action=CubeAction.TOO_GOOD if found.reply is CubeReply.DROP else CubeAction.NO_DOUBLE
            )
        else:
            found = replace(found, action=CubeAction.DOUBLE)
    return reasons.explain(match, Finding((), found, 0.0, 0.5, counts=True))


def table(pairs: Sequence[Pair], cubes: Sequence[CubeRow] = ()) -> str:
    """Format how often each reason was right and wrong, and the share of the errors that got a reason."""
    right = Counter([reason.name for each in pairs if (reason := pair_reason(each))])
    wrong = Counter([reason.name for each in pairs if (reason := pair_reason(each, False))])
    right.update([reason.name for cube in cubes if (reason := cube_reason(cube))])
    wrong.update([reason.name for cube in cubes if (reason := cube_reason(cube, False))])
    lines = [f"{'reason':14}{'right':>7}{'wrong':>7}  precision"]
    for name in sorted(right | wrong, key=lambda name: -right[name]):
        lines.append(line(name, right[name], wrong[name]))
    lines.append(line("all", right.total(), wrong.total()))
    count = len(pairs) + len(cubes)
    share = sum([pair_reason(each) is not None for each in pairs]) / max(1, len(pairs))
    lines.append(f"{right.total() / count:.1%} of the errors get a reason; of plays alone {share:.1%}")
    return "\n".join(lines)


def line(name: str, right: int, wrong: int) -> str:
    """Format a row of the table."""
    return f"{name:14}{right:7}{wrong:7}  {right / max(1, right + wrong):9.1%}"


def sample(pairs: Sequence[Pair], cubes: Sequence[CubeRow], count: int) -> str:
    """Return the texts of up to ``count`` random decisions with their reasons."""
    texts = [pair_text(each, reason) for each in pairs if (reason := pair_reason(each))]
    texts += [cube_text(each, reason) for each in cubes if (reason := cube_reason(each))]
    chosen = random.Random(MEASURED).sample(texts, min(count, len(texts)))
    return "\n\n".join([f"{number}. {text}" for number, text in enumerate(chosen, 1)])


def sentence(reason: Reason) -> str:
    """Return the sentence of a reason, in English."""
    say = english()
    return say(f"reason.{reason.name}", **reason.params(say.percent))


def pair_text(each: Pair, reason: Reason) -> str:
    """Return the position, both plays with their equity and chances, and the sentence."""
    plays = [
        f"{format_steps(each.match.position.points, steps_of(choice))} {choice['equity']:+.3f} "
        + "/".join([f"{100 * chance:.0f}" for chance in choice["chances"]])
        for choice in each.row["choices"]
    ]
    shown = format_diagram(Setup.of(each.match))
    return "\n".join([shown, *plays, f"-{each.row['error']:.3f}: {sentence(reason)}"])


def cube_text(each: CubeRow, reason: Reason) -> str:
    """Return the position, the cube's equities and the sentence."""
    found = each.found
    worths = f"{found.no_double:+.3f} {found.double_take:+.3f} {found.double_drop:+.3f}"
    verdict = f"{each.match.phase}: {found.action} {found.reply} {worths}"
    chances = "/".join([f"{100 * chance:.0f}" for chance in found.chances])
    return "\n".join([format_diagram(Setup.of(each.match)), f"{verdict} {chances}", sentence(reason)])


def main(argv: list[str]) -> int:
    """Gather, fit if asked, and print the table."""
    parser = argparse.ArgumentParser(
        prog="python3 py bench reasons", description="How often a reason is right."
    )
    parser.add_argument(
        "--decisions", type=whole(1, 10**6), default=2000, help="to measure by (default: %(default)s)"
    )
    parser.add_argument(
        "--fit", type=whole(1, 10**6), metavar="N", help="fit on so many others, and print it"
    )
    parser.add_argument(
        "--seed",
        type=whole(2, 10**9),
        default=MEASURED,
        help="of the games to measure by (default: %(default)s)",
    )
    parser.add_argument("--sample", type=whole(0, 10**6), default=0, metavar="N", help="print so many")
    options = parser.parse_args(argv)
    if options.fit:
        pairs = [pair(row) for row in gather_rows(FITTED, options.fit) if row["kind"] == "play"]
        contact = [each for each in pairs if each.contact]
        vars(reasons)["LEAN"] = leans(contact)
        vars(reasons)["WEIGHTS"] = fit_weights(contact)
        print(f"WEIGHTS = {reasons.WEIGHTS}\nLEAN = {reasons.LEAN}")
        print(f"fitted on {len(contact)} pairs with contact:\n{table(contact)}\n")
    rows = gather_rows(options.seed, options.decisions)
    pairs = [pair(row) for row in rows if row["kind"] == "play"]
    cubes = [each for row in rows if row["kind"] == "cube" for each in cube_rows(row)]
    print(f"{len(pairs)} other pairs of plays and {len(cubes)} cube decisions:")
    print(table(pairs, cubes))
    if options.sample:
        print(sample(pairs, cubes, options.sample))
    return 0


def gather_rows(seed: int, count: int) -> list[dict[str, Any]]:
    """Return ``count`` decisions of a set, the stored ones first; gather those that are missing."""
    file = RUNTIME / f"reasons-{seed}.jsonl"
    gather(file, seed, count)
    return read(file)[:count]
