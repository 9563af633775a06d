"""What was rolled out counts for its position and roll at its score: whatever is chosen, in every match.

A doubling decision and the answer to that double are one position; a resignation is not judged by it.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from itertools import chain

from backgammon.analysis.findings import ROLLED_OUT, is_possible
from backgammon.analysis.rolled_out import keep_rollout, rolled_part, with_part
from backgammon.core.match import Match, Phase
from backgammon.features.analysis import hint
from backgammon.protocol.messages import Finding, WorkResult
from backgammon.state.analysis_state import Decision
from backgammon.state.model import Model

_ROLLED_OUT = (Phase.TO_PLAY, Phase.TO_ROLL, Phase.DOUBLED)


def key_of(match: Match) -> str:
    """Return the key of what may be rolled out: the decision before a choice, for an answer the double."""
    asked = replace(match, phase=Phase.TO_ROLL) if match.phase is Phase.DOUBLED else match
    return hint.decision_key(Decision(asked))


def part_of(model: Model, match: Match) -> Finding | None:
    """Return what was rolled out of a decision; a stored part that does not fit it is ignored."""
    if not model.analysis.rolled or match.phase is Phase.RESIGNED:
        return None
    part = model.analysis.rolled.get(key_of(match))
    return part if part and hint.fits(part, match) else None


def note(model: Model, match: Match, found: Finding) -> Model:
    """Keep what a finding has from rollouts, as the latest."""
    part, key = rolled_part(found), key_of(match)
    if part is None or (key in model.analysis.rolled and _contains(model.analysis.rolled[key], part)):
        return model
    others = {other: each for other, each in model.analysis.rolled.items() if other != key}
    return replace(model, analysis=replace(model.analysis, rolled={**others, key: part}))


def judge(model: Model, found: Finding, decision: Decision) -> Finding:
    """Return a finding on a decision as what was rolled out of it changes it; itself if nothing does."""
    part = None if decision.is_resignation else part_of(model, decision.match)
    if part is None or _contains(found, part):
        return found
    judged = with_part(found, part, decision.match, decision.chosen)
    return judged if is_possible(judged) else found


def _contains(found: Finding, part: Finding) -> bool:
    if part.cube:
        return found.cube == part.cube
    known = {play.steps: play.equity for play in found.plays if play.plies == ROLLED_OUT}
    return all(known.get(play.steps) == play.equity for play in part.plays)


def gather(model: Model, decisions: Iterable[Decision]) -> Model:
    """Keep what the findings on these decisions have from rollouts, and have them follow what is kept.

    Earlier builds stored what was rolled out with the finding on one choice alone.
    """
    changed: dict[str, Finding] = {}
    for decision in decisions:
        key = hint.decision_key(decision)
        known = None if decision.is_resignation else model.analysis.finding(key)
        if known is None or not (model.analysis.rolled or rolled_part(known)):
            continue
        if part_of(model, decision.match) is None and hint.fits(known, decision.match):
            model = note(model, decision.match, known)
        judged = judge(model, known, decision)
        if judged is not known:
            changed[key] = judged
    return record(model, changed)


def spread(model: Model, match: Match) -> Model:
    """Have all findings on the position of a decision follow what was rolled out of it."""
    about = [
        each
        for each in (Decision(match), *_known_decisions(model))
        if each.match.position == match.position and each.match.dice == match.dice
    ]
    return gather(model, [each for each in about if key_of(each.match) == key_of(match)])


def spread_all(model: Model) -> Model:
    """Have all findings follow what was rolled out, after it was read from the store."""
    return gather(model, _known_decisions(model))


def _known_decisions(model: Model) -> list[Decision]:
    """Return the decisions of reviews and on the board that may have been rolled out."""
    reviews = [each for each in (model.analysis.review, *model.analysis.left) if each]
    taken = chain.from_iterable([each.decisions for each in reviews])
    all_taken = [Decision(each.match, each.action) for each in taken]
    known = [*all_taken, hint.current_decision(model), Decision(model.game.match)]
    return [each for each in known if each and each.match.phase in _ROLLED_OUT]


def record(model: Model, changed: Mapping[str, Finding]) -> Model:
    """Record findings; the play that the board shows is another one once the shown list changes."""
    if not changed:
        return model
    shown = None if model.analysis.at in changed else model.analysis.shown
    return replace(model, analysis=replace(model.analysis.with_findings(changed), shown=shown))


def store(model: Model, key: str, result: WorkResult, decision: Decision | None = None) -> Model:
    """Record a finding about a decision.

    Without a luck of its own it keeps the one of an earlier look, and what was rolled out keeps its equity.
    """
    if not isinstance(result, Finding):
        return model
    before = model.analysis.finding(key)
    if before and result.luck is None:
        result = replace(result, luck=before.luck)
    if before:
        result = keep_rollout(result, before)
    if decision:
        result = judge(model, result, decision)
    return replace(model, analysis=replace(model.analysis.with_findings({key: result}), failed=""))
