"""The analysis of the decision on the board: the permission to ask, the request, and the finding.

In a match of two people nobody gets advice unless both switched it on before; against the computer a player
may ask about their own decisions. The engine is shown the position and the score, never future dice.
"""

from dataclasses import replace
from functools import lru_cache
from hashlib import sha256

from backgammon.core.errors import IllegalAction
from backgammon.core.match import (
    Accepted,
    Action,
    Beavered,
    Doubled,
    Dropped,
    Match,
    Phase,
    Played,
    Raccooned,
    Resigned,
    Rolled,
    Took,
    cube_action_error,
    refusal_error,
    without_resignation,
)
from backgammon.core.plays import Steps
from backgammon.protocol.messages import (
    MAX_PLIES,
    AnalyseDecision,
    Answer,
    Choice,
    CubeReply,
    Finding,
    Priority,
    Question,
    Work,
)
from backgammon.state.analysis_state import Decision, Job, Purpose
from backgammon.state.change import Change, chain
from backgammon.state.checkers import Layout
from backgammon.state.effects import Effect, StartWork, StopWork
from backgammon.state.engine_question import answer_of, identity_of, question
from backgammon.state.legal_moves import take_back_moves, turn_of
from backgammon.state.model import Model, Origin, Replay
from backgammon.state.seats import has_computer, plays_here
from backgammon.state.viewer import last_match

PLIES, DEEPER = 1, 2
"""The search depth of an analysis in plies, and of a deeper one on request."""
LISTED = 6
"""The number of plays that are listed; the play that was made is listed in addition."""


def current_decision(model: Model) -> Decision | None:
    """Return the decision on the board, None if there is none to analyse."""
    match, replay = model.game.match, model.replay
    taken = replay.log[replay.cursor] if replay and replay.cursor < len(replay.log) else None
    decision = Decision(match, taken)
    if decision.is_resignation and not _is_forced(decision):
        return decision
    return Decision(match, taken if answer_of(taken) else None) if has_choice(match) else None


def _is_forced(decision: Decision) -> bool:
    """Whether the decision accepts a resignation that may not be refused."""
    return isinstance(decision.chosen, Accepted) and refusal_error(decision.match) is not None


def is_resignation(model: Model) -> bool:
    """Whether the decision on the board was a resignation, or the answer to one."""
    decision = current_decision(model)
    return decision is not None and decision.is_resignation


def has_choice(match: Match) -> bool:
    """Whether there is something to analyse: a play, a double that is allowed, or the answer to one."""
    match match.phase:
        case Phase.TO_PLAY | Phase.DOUBLED | Phase.BEAVERED | Phase.RACCOONED:
            return True
        case Phase.TO_ROLL:
            return cube_action_error(match) is None
        case _:
            return False


def is_decision(match: Match) -> bool:
    """Whether there is more than one choice."""
    turn = turn_of(match)
    return turn.has_choice if turn else has_choice(match)


def is_allowed(model: Model) -> bool:
    """Whether the decision on the board may be analysed."""
    replay = model.replay
    if model.analysis_board:
        return True
    if replay and (replay.origin is not Origin.MATCH or _is_over(replay)):
        return True
    if not has_computer(model.game_in_play):
        return model.game_in_play.setup.advice
    passed = replay is not None and replay.cursor < len(replay.log)
    return passed or plays_here(model.game, model.game_in_play.match.decider)


def _is_over(replay: Replay) -> bool:
    return last_match(replay).phase is Phase.MATCH_OVER


def is_available(model: Model) -> bool:
    """Whether advice can be asked for now."""
    return not model.is_busy and is_allowed(model) and current_decision(model) is not None


def progress(model: Model) -> str:
    """Return how far the analysis is: "known", still "thinking", "failed", or "none" if nothing is asked."""
    if not is_available(model):
        return "none"
    if finding_of(model):
        return "known"
    at = model.analysis.at
    return "none" if not at else "failed" if model.analysis.failed == at else "thinking"


@lru_cache(maxsize=1024)
def decision_key(decision: Decision) -> str:
    """Return the key of a decision: the same in every match and on every visit."""
    asked, chosen = map(identity_of, _question_and_answer(decision))
    return sha256(f"({asked}, {chosen})".encode()).hexdigest()[:16]


def analysis_request(decision: Decision, plies: int = PLIES) -> AnalyseDecision:
    """Return the request to the engine about a decision; a search looks no more than MAX_PLIES ahead."""
    asked, chosen = _question_and_answer(decision)
    return AnalyseDecision(asked, min(plies, MAX_PLIES), chosen)


def _question_and_answer(decision: Decision) -> tuple[Question, Answer | None]:
    """Return the question and the choice; for a resignation the question of the decision it interrupts."""
    match, action = decision.match, decision.chosen
    if match.phase is Phase.RESIGNED:
        choice = Choice.ACCEPT if isinstance(action, Accepted) else Choice.REFUSE
        return question(without_resignation(match), ""), Answer(choice, offered=match.offered)
    if isinstance(action, Resigned):
        return question(match, ""), Answer(Choice.RESIGN, offered=action.points)
    return question(match, ""), answer_of(action)


def finding_of(model: Model, decision: Decision | None = None) -> Finding | None:
    """Return the finding about a decision, the one on the board if none is given; None if there is none.

    A finding stored under its key is ignored if it does not fit, in case the store was tampered with.
    """
    decision = decision or current_decision(model)
    found = model.analysis.finding(decision_key(decision)) if decision else None
    return found if decision and found and fits(found, decision.match) else None


@lru_cache(maxsize=256)
def fits(found: Finding, match: Match) -> bool:
    """Whether a finding can be about this decision: about its legal plays, or about the cube."""
    turn = turn_of(without_resignation(match) if match.phase is Phase.RESIGNED else match)
    if turn is None:
        return found.cube is not None
    try:
        return bool(found.plays) and all(turn.after(play.steps) for play in found.plays)
    except IllegalAction:
        return False


def start_job(
    model: Model,
    purpose: Purpose,
    key: str,
    work: Work,
    priority: Priority = Priority.NOW,
    decision: Decision | None = None,
) -> Change:
    """Give the engine a work to do, about a decision if one is given."""
    count = model.analysis.started + 1
    job = Job(-count, purpose, key, decision)
    return replace(
        model, analysis=replace(model.analysis, jobs=(*model.analysis.jobs, job), started=count)
    ), (StartWork(job.id, work, priority),)


def cancel_jobs(model: Model, purpose: Purpose, but: str = "") -> Change:
    """Cancel the jobs for a purpose, except those with the key ``but``."""
    gone = [job for job in model.analysis.jobs if job.purpose is purpose and job.key != but]
    if not gone:
        return model, ()
    effects: tuple[Effect, ...] = tuple(StopWork(job.id) for job in gone)
    return replace(
        model,
        analysis=replace(model.analysis, jobs=tuple(job for job in model.analysis.jobs if job not in gone)),
    ), effects


def jobs_for(model: Model, purpose: Purpose) -> tuple[Job, ...]:
    """Return the jobs that the engine has been given for a purpose."""
    return tuple(job for job in model.analysis.jobs if job.purpose is purpose)


def pop_job(model: Model, number: int) -> tuple[Model, Job | None]:
    """Remove a job from the list and return it, None if it was cancelled."""
    job = next((job for job in model.analysis.jobs if job.id == number), None)
    if job is None:
        return model, None
    return replace(
        model,
        analysis=replace(model.analysis, jobs=tuple(other for other in model.analysis.jobs if other != job)),
    ), job


def show_hint(model: Model, plies: int = PLIES) -> Change:
    """Show the analysis of the decision on the board, and begin it if it has not been made.

    It replaces the list of moves where that is a sheet.
    """
    decision = current_decision(model)
    assert decision is not None
    key = decision_key(decision)
    shown = replace(model.analysis, open=True, at=key, shown=None, clues=None, failed="")
    opened = replace(model, panel_open=False, analysis=shown)
    known = opened.analysis.finding(key)
    if known and plies <= depth(known):
        return opened, ()
    return chain(
        cancel_jobs(opened, Purpose.HINT),
        lambda free: start_job(free, Purpose.HINT, key, analysis_request(decision, plies), decision=decision),
    )


def depth(known: Finding) -> int:
    """Return the search depth of a finding in plies, ROLLED_OUT after a rollout."""
    return known.cube.plies if known.cube else max((play.plies for play in known.plays), default=0)


def hide_hint(model: Model) -> Change:
    """Hide the analysis, and cancel it if it is under way."""
    return cancel_jobs(
        replace(model, analysis=replace(model.analysis, open=False, at="", shown=None, clues=None)),
        Purpose.HINT,
    )


def is_closable(model: Model) -> bool:
    """Whether a hint or an analysis is shown that is not part of a task."""
    return model.analysis.open and not (model.quiz or model.learning or model.lesson)


def is_on_show(model: Model) -> bool:
    """Whether the finding about the decision on the board is shown, and not only clues."""
    analysis = model.analysis
    on_show = analysis.open and analysis.clues is None
    return on_show and is_available(model) and finding_of(model) is not None


def listed_indices(known: Finding) -> list[int]:
    """Return the indices of the ranked plays that are listed."""
    return known.top_indices(LISTED)


def toggle_preview(model: Model, value: str) -> Change:
    """Show a listed play on the board, or stop showing it."""
    known = finding_of(model)
    count = len(known.plays) if known else 0
    index = int(value) if value.isdecimal() else count
    if index >= count:
        return model, ()
    return replace(
        model, analysis=replace(model.analysis, shown=None if model.analysis.shown == index else index)
    ), ()


def preview(model: Model) -> tuple[Layout, Steps] | None:
    """Return the board after the listed play that is shown, and the steps of that play."""
    index, known = model.analysis.shown, finding_of(model)
    if index is None or known is None or index >= len(known.plays):
        return None
    match, steps = model.game.match, known.plays[index].steps
    layout = take_back_moves(model.game.layout, match, model.game.moves)
    for source, target in steps:
        layout = layout.move(match.on_roll, source, target)
    return layout, steps


def play_index(known: Finding, match: Match, steps: Steps) -> int | None:
    """Return the index of the ranked play that leads to the same position as these steps, or None."""
    ranked = [play.steps for play in known.plays]
    if steps in ranked:
        return ranked.index(steps)
    turn = turn_of(match)
    assert turn is not None
    after = turn.after(steps)
    return next((index for index, each in enumerate(ranked) if turn.after(each) == after), None)


def error_of(known: Finding, match: Match, action: Action) -> float | None:
    """Return the equity that an action loses, by an analysis of its decision; None if that is not known."""
    if isinstance(action, Played):
        index = play_index(known, match, action.steps)
        return None if index is None else known.plays[index].behind
    cube = known.cube
    if cube is None or cube.double_take is None or cube.double_drop is None:
        return None
    doubled = min(cube.double_take, cube.double_drop)
    match action:
        case Rolled():
            return max(0.0, doubled - cube.no_double)
        case Doubled():
            return max(0.0, cube.no_double - doubled)
        case Took() | Dropped() | Beavered() | Raccooned():
            sign = 1 if match.decider == match.on_roll else -1
            return _answer_error(cube.reply, sign * cube.double_take, sign * cube.double_drop, action)
        case _:
            return None


def _answer_error(best: CubeReply | None, accepted: float, drop: float, action: Action) -> float | None:
    """Return the equity that an answer to an offer loses; equities are seen by the player who answers.

    ``accepted``: the equity of the best way to accept. A beaver or raccoon doubles the equity of a take, but
    the opponent may drop it, which gives 2: if that drop is right, ``accepted`` does not tell the equity of a
    plain take, and the loss of a take is None.
    """
    is_turned = best in (CubeReply.BEAVER, CubeReply.RACCOON)
    if is_turned and accepted >= 2 and isinstance(action, Took):
        return None
    take = accepted / 2 if is_turned else accepted
    turned = min(2 * take, 2.0)
    worth = take if isinstance(action, Took) else drop if isinstance(action, Dropped) else turned
    return max(0.0, max(accepted, drop) - worth)


def follow(model: Model) -> Change:
    """After every event: show the analysis of the decision on the board; hide it when the game goes on."""
    known = model.analysis
    if not known.open:
        return model, ()
    decision = current_decision(model) if is_available(model) else None
    looked_at = model.replay is not None or model.analysis_board is not None
    if not looked_at and (decision is None or decision_key(decision) != known.at):
        return hide_hint(model)
    if known.at == (decision_key(decision) if decision else ""):
        return model, ()
    if decision:
        return show_hint(model)
    return cancel_jobs(replace(model, analysis=replace(model.analysis, at="", shown=None)), Purpose.HINT)
