"""The tutor: it watches a person's decisions, warns before a blunder, and tells the loss afterwards.

It analyses while the person thinks. A choice that is made sooner is held back until the analysis is done, or
the choice is confirmed again; so is a play that was searched less deeply than the best, because its error
would compare different depths.
"""

from collections.abc import Callable
from dataclasses import replace

from backgammon.analysis.reasons import LEAST, Reason, explain
from backgammon.core.match import Action, Match, Phase, Played, Rolled
from backgammon.features.analysis import hint
from backgammon.features.quiz import cards
from backgammon.features.speech.status_text import play_word
from backgammon.protocol.messages import MAX_PLIES, Finding, Grade, WorkResult, grade
from backgammon.state.analysis_state import Decision, HeldAction, Purpose, TutorComment
from backgammon.state.change import Change, chain
from backgammon.state.engine_state import WORKS
from backgammon.state.model import MessageKey, Model
from backgammon.state.seats import plays_here
from backgammon.storage.types import Tutor


def is_watching(model: Model) -> bool:
    """Whether the tutor watches the decision on the board."""
    return (
        model.settings.tutor is not Tutor.OFF
        and model.looking is None
        and model.game.problem is None
        and plays_here(model.game, model.game.match.decider)
        and hint.is_available(model)
        and hint.is_decision(model.game.match)
    )


def follow(model: Model) -> Change:
    """After every event: analyse the decision that a person is making, and cancel any other tutor job."""
    caution = model.analysis.caution
    decision = hint.current_decision(model) if is_watching(model) else None
    if caution and (decision is None or caution.moves != model.game.moves):
        model = replace(model, analysis=replace(model.analysis, caution=None))
    if decision is None:
        return hint.cancel_jobs(model, Purpose.TUTOR)
    key = hint.decision_key(decision)
    known = model.analysis.finding(key) is not None or key == model.analysis.failed
    if known or any(job.key == key for job in model.analysis.jobs) or not isinstance(model.engine, WORKS):
        return hint.cancel_jobs(model, Purpose.TUTOR, but=key)
    return chain(
        hint.cancel_jobs(model, Purpose.TUTOR),
        lambda free: hint.start_job(
            free, Purpose.TUTOR, key, hint.analysis_request(decision), decision=decision
        ),
    )


def guard(model: Model, command: str, action: Action, go_on: Callable[[Model], Change]) -> Change:
    """Let a choice pass, or hold it back because it is a blunder, or its analysis is not finished."""
    caution = model.analysis.caution
    confirmed = caution is not None and caution.command == command
    if not is_watching(model):
        return go_on(model)
    if not confirmed and isinstance(action, Played) and _is_glimpsed(model, action):
        return _look_into(model, command, action)
    remark = comment_on(model, action)
    is_blunder = remark is not None and grade(remark.error) is Grade.BLUNDER
    is_unknown = remark is None and bool(hint.jobs_for(model, Purpose.TUTOR))
    if model.settings.tutor is Tutor.WARN and not confirmed and (is_blunder or is_unknown):
        return _hold(model, command, remark), ()
    if is_blunder:
        return chain(
            cards.add_blunders(model, model.game.match), lambda noted: go_on(_with_remark(noted, remark))
        )
    worth_saying = remark and not (isinstance(action, Rolled) and grade(remark.error) is Grade.GOOD)
    return go_on(_with_remark(model, remark if worth_saying else None))


def _hold(model: Model, command: str, remark: TutorComment | None = None) -> Model:
    """Return the page with a choice held back; ``remark`` is None while it is analysed."""
    held = HeldAction(command, model.game.moves, remark)
    return replace(model, analysis=replace(model.analysis, caution=held))


def _is_glimpsed(model: Model, action: Played) -> bool:
    """Whether a play was searched less deeply than the best, and can be searched as deeply."""
    known = hint.finding_of(model)
    index = hint.play_index(known, model.game.match, action.steps) if known else None
    if (
        known is None
        or index is None
        or model.analysis.failed == hint.decision_key(Decision(model.game.match))
    ):
        return False
    return known.plays[index].plies < min(known.plays[0].plies, MAX_PLIES)


def _look_into(model: Model, command: str, action: Played) -> Change:
    """Hold a play back while it is searched as deeply as the best."""
    key, known = hint.decision_key(Decision(model.game.match)), hint.finding_of(model)
    assert known is not None
    held = _hold(model, command)
    if any(job.key == key for job in hint.jobs_for(model, Purpose.TUTOR)):
        return held, ()
    work = hint.analysis_request(Decision(model.game.match, action), hint.depth(known))
    return hint.start_job(held, Purpose.TUTOR, key, work, decision=Decision(model.game.match))


def clear_choice(result: WorkResult | None) -> WorkResult | None:
    """Return the result for a decision that is still open, without a choice and its error."""
    return replace(result, chosen=None, error=None) if isinstance(result, Finding) else result


def _with_remark(model: Model, remark: TutorComment | None) -> Model:
    return replace(model, analysis=replace(model.analysis, caution=None, remark=remark))


def comment_on(model: Model, action: Action) -> TutorComment | None:
    """Return the tutor's comment on a choice, None while its error is not known."""
    known = hint.finding_of(model)
    error = hint.error_of(known, model.game.match, action) if known else None
    if known is None or error is None:
        return None
    if known.plays:
        match, best = model.game.match, known.plays[0].steps
        better, why = play_word(match.position.points, best), _reason(match, known, action)
        return TutorComment(error, better, Decision(match, action), best, why)
    why = explain(model.game.match, known) if error >= LEAST else None
    return TutorComment(error, MessageKey(f"cube.{best_action(known, model.game.match)}"), reason=why)


def _reason(match: Match, known: Finding, action: Action) -> Reason | None:
    """Return why the best play is better than the one that was made."""
    index = hint.play_index(known, match, action.steps) if isinstance(action, Played) else None
    return explain(match, known, index) if index else None


def best_action(known: Finding, match: Match) -> str:
    """Return the name of the proper cube action for the decider."""
    assert known.cube is not None
    if match.phase is Phase.TO_ROLL:
        return known.cube.action
    return known.cube.reply or "take"


def on_ranked(model: Model, resume: Callable[[Model, str], Change]) -> Change:
    """Handle the tutor's analysis of a decision: a choice that is still held back for it is now made."""
    caution = model.analysis.caution
    if caution is None or caution.remark is not None or not is_watching(model):
        return model, ()
    return resume(replace(model, analysis=replace(model.analysis, caution=None)), caution.command)
