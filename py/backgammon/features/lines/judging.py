"""Judging of the choices tried on the analysis board: immediately, first at one ply, then at two.

First comes the play or cube action that led to the board, as if it had been made in a match; then the
decision on the board, and the choices that were tried in it or taken over from a match. Nothing else is
analysed, and the analysis of a position that is no longer on the board is cancelled.
"""

from dataclasses import replace
from typing import NamedTuple

from backgammon.core.match import Played, Rolled
from backgammon.core.variations import START, Variations
from backgammon.features.analysis import hint, rolled
from backgammon.features.lines.permissions import decision_node
from backgammon.protocol.messages import Finding, RankedPlay, WorkResult
from backgammon.state.analysis_state import Decision, Job, Purpose
from backgammon.state.change import Change, chain
from backgammon.state.engine_state import WORKS, Failed
from backgammon.state.legal_moves import turn_of
from backgammon.state.model import Analysing, Model, Problem
from backgammon.storage.log_codec import pack

LISTED = 5
"""The number of best plays that are listed; plays that were tried are listed in addition."""


def _decision_at(tree: Variations, index: int) -> Decision | None:
    """Return the decision that led to a node, with the choice made; None for a roll or a forced play."""
    if index == START:
        return None
    match, action = tree.match_at(tree.nodes[index].after), tree.nodes[index].action
    return None if isinstance(action, Rolled) or not hint.is_decision(match) else Decision(match, action)


def finding_at(model: Model, tree: Variations, index: int) -> Finding | None:
    """Return the finding about the choice that led to a node, None if there is none."""
    decision = _decision_at(tree, index)
    return hint.finding_of(model, decision) if decision else None


class Candidate(NamedTuple):
    """A play of a roll: its rank, from 1, and the node where it was tried, None if it was not."""

    play: RankedPlay
    place: int
    node: int | None

    @property
    def value(self) -> str:
        """The play in the notation of the log."""
        return pack((Played(self.play.steps),))


def candidates(model: Model) -> tuple[Candidate, ...]:
    """Return the best plays of the roll and those that were tried, best first, as far as they are judged."""
    assert model.analysis_board is not None
    tree = model.analysis_board.tree
    decided = decision_node(tree)
    turn = None if decided is None else turn_of(tree.match_at(decided))
    if decided is None or turn is None:
        return ()
    tried = [(child, finding_at(model, tree, child)) for child in tree.children(decided)]
    judged_all = [found for _, found in tried if found]
    base = hint.finding_of(model, Decision(tree.match_at(decided))) or next(iter(judged_all), None)
    rows = {
        turn.after(play.steps): Candidate(play, index + 1, None)
        for index, play in enumerate(base.plays[:LISTED] if base else ())
    }
    for child, found in tried:
        if found and found.chosen is not None:
            play = found.plays[found.chosen]
            rows[turn.after(play.steps)] = Candidate(play, found.place(found.chosen), child)
    ranked = sorted(rows.values(), key=lambda each: each.play.behind)
    return tuple(
        [each if each.place > LISTED else each._replace(place=at) for at, each in enumerate(ranked, 1)]
    )


def answer(model: Model) -> Problem | None:
    """Return the choice that led to the board as an answer, judged or not yet; None if there was none."""
    if model.analysis_board is None:
        return None
    tree = model.analysis_board.tree
    decision = _decision_at(tree, tree.at)
    if decision is None:
        return None
    found, key = hint.finding_of(model, decision), hint.decision_key(decision)
    failed = found is None and (key, hint.PLIES) in model.analysis_board.done
    return Problem(decision.match, chosen=decision.chosen, found=found, failed=failed)


def _next_work(model: Model) -> tuple[Decision, int] | None:
    """Return the next decision to analyse and the number of plies, None if there is nothing to do."""
    looking = model.analysis_board
    if looking is None or not isinstance(model.engine, WORKS | Failed):
        return None
    here = Decision(model.game.match) if hint.is_decision(model.game.match) else None
    tree = looking.tree
    tried = (_decision_at(tree, child) for child in tree.children(tree.at))
    wanted = [each for each in (_decision_at(tree, tree.at), here, *tried) if each]
    works = [(each, plies) for plies in (hint.PLIES, hint.DEEPER) for each in wanted]
    return next((work for work in works if not _is_done(model, looking, *work)), None)


def _is_done(model: Model, looking: Analysing, decision: Decision, plies: int) -> bool:
    known = hint.finding_of(model, decision)
    deep_enough = known is not None and hint.depth(known) >= plies
    return deep_enough or (hint.decision_key(decision), plies) in looking.done


def current_finding(model: Model) -> Finding | None:
    """Return the finding about the decision on the board, None if there is none."""
    match = model.game.match
    return hint.finding_of(model, Decision(match)) if hint.has_choice(match) else None


def follow(model: Model) -> Change:
    """After every event: analyse the position on the board, and cancel any other analysis for the lines."""
    work = _next_work(model)
    key = f"{hint.decision_key(work[0])} {work[1]}" if work else ""
    free, effects = hint.cancel_jobs(model, Purpose.LINES, but=key)
    if work is None or hint.jobs_for(free, Purpose.LINES):
        return free, effects
    request = hint.analysis_request(*work)
    return chain(
        (free, effects), lambda free: hint.start_job(free, Purpose.LINES, key, request, decision=work[0])
    )


def on_found(model: Model, job: Job, found: WorkResult | None) -> Change:
    """Handle the end of an analysis, with or without a result; it is not started again."""
    key, _, plies = job.key.partition(" ")
    if found:
        model = rolled.store(model, key, found, job.decision)
    looking = model.analysis_board
    if looking is None:
        return model, ()
    done = looking.done | {(key, int(plies))}
    return replace(model, looking=replace(looking, done=done)), ()
