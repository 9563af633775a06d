"""The review of a whole match: its decisions are analysed beside the game, in any order; findings are kept.

The engines get some decisions at a time, each as a work of its own, so that the game and hints go first.
After a stop it goes on where it was; decisions already known are not analysed again.
"""

from collections.abc import Mapping
from dataclasses import replace

from backgammon.analysis.decisions import Decision as Taken
from backgammon.analysis.decisions import decisions
from backgammon.analysis.findings import Grade
from backgammon.core.match import Match, Phase
from backgammon.features.analysis import hint, rolled
from backgammon.features.coach.figures import figures_of, is_corrected
from backgammon.features.coach.results import blunders, record
from backgammon.features.quiz import cards
from backgammon.features.saving import marks, side_store
from backgammon.features.viewer import replay
from backgammon.protocol.messages import AnalyseDecision, Priority
from backgammon.state.analysis_state import Decision, Marks, Purpose, Review
from backgammon.state.change import Change, chain
from backgammon.state.effects import Announce, Continue, Effect
from backgammon.state.events import LongWork
from backgammon.state.mistakes import Mistakes
from backgammon.state.model import DialogName, Log, Model, Origin, Replay, Replaying
from backgammon.state.seats import has_computer
from backgammon.state.viewer import last_match, mistakes_of, replay_of, setup_of

KEEP_EVERY = 20
DEEPER = "deeper"
STEP = 200
"""The number of actions to process in one go, rounded up to whole games: about 20 ms in a browser."""
MOST_LEFT = 4
"""The most reviews that are remembered to go on once their match is back."""
AHEAD = 32
"""The number of decisions that the engines have at a time: two each, so that none has to wait for the page,
and as many again, so that each engine can go on with consecutive decisions."""


def match_of(model: Model) -> tuple[Match, Log]:
    """Return the beginning and the log of the match that is shown: the open replay, else the running one."""
    shown = model.replay or replay_of(model.game_in_play)
    return shown.start, shown.log


def is_available(model: Model) -> bool:
    """Whether the match that is shown may be analysed: two people's only once it is over, or by consent."""
    shown, setup = model.replay or replay_of(model.game_in_play), model.game_in_play.setup
    if not shown.log:
        return False
    if shown.origin is not Origin.MATCH:
        return True
    if setup.advice or has_computer(model.game_in_play):
        return True
    match = last_match(shown) if model.replay else model.game_in_play.match
    return match.phase is Phase.MATCH_OVER


def prepare(model: Model) -> Change:
    """Take the first step through the match that is shown; keep its review if the match has not changed.

    A review that is running when that of another match takes its place goes on once its match is back.
    """
    again, review = new_review(model, model.replay or replay_of(model.game_in_play)), model.analysis.review
    if review and (review.start, review.log) == (again.start, again.log):
        return _step(model, review)
    known = model.analysis.left
    left = next((each for each in known if (each.start, each.log) == (again.start, again.log)), None)
    if left:
        again = replace(again, plies=left.plies, quiet=left.quiet, running=True)
    if review is None or not review.running:
        return _step(_remember(model, known, again), again)
    interrupted = Review(
        review.start, review.log, review.setup, review.source, plies=review.plies, quiet=review.quiet
    )
    return chain(keep(model), lambda kept: _step(_remember(kept, (interrupted, *known), again), again))


def new_review(model: Model, shown: Replay) -> Review:
    """Return the review of a match before its first step."""
    setup = setup_of(model.game_in_play, shown)
    return Review(shown.start, shown.log, setup, shown, findings=model.analysis.findings)


def _remember(model: Model, left: tuple[Review, ...], now: Review) -> Model:
    """Remember reviews to go on with, but for those of the match that is reviewed now, or its beginning."""
    others = [each for each in left if each.start != now.start or not now.log.begins_with(each.log)]
    return replace(model, analysis=replace(model.analysis, left=tuple(others[:MOST_LEFT])))


def go_on(model: Model) -> Change:
    """Go through more of the match while this is needed: the dialog is open, or the review is running."""
    review = current_review(model)
    if review is None or not (review.running or model.dialog is DialogName.REVIEW):
        return model, ()
    return chain(_step(model, review), start_next_jobs, _correct_figures)


def _correct_figures(model: Model) -> Change:
    """Add the figures again where a rollout has changed findings while another match was reviewed."""
    review = current_review(model)
    now = figures_of(review, 0) if review and review.is_done else None
    before = next((each for each in model.analysis.history if now and each.id == now.id), None)
    return finish(model) if now and before and is_corrected(now, before) else (model, ())


def _step(model: Model, review: Review) -> Change:
    """Find the decisions of the next games."""
    further, found = with_next_games(review)
    there = _with(rolled.gather(model, found) if found else model, further)
    return there, () if further.is_whole else (Continue(LongWork.REVIEW),)


def with_next_games(review: Review) -> tuple[Review, list[Decision]]:
    """Return a review with the decisions of its next games, until STEP actions are covered, and these."""
    log, game, found = review.log, review.games, list[Taken]()
    end = log.first(min(game, len(log.finished))) + STEP
    while game <= len(log.finished) and log.first(game) < end:
        found += decisions(log.before(game, review.start), log.actions(game), log.first(game))
        game += 1
    if game == review.games:
        return review, []
    judged = [Decision(each.match, each.action) for each in found]
    keys = [hint.decision_key(each) for each in judged]
    return review.with_part(game, tuple(found), tuple(keys)), judged


def current_review(model: Model) -> Review | None:
    """Return the review with the current findings: the same object as long as there is nothing new."""
    review, findings = model.analysis.review, model.analysis.findings
    if review is None or review.findings is findings:
        return review
    return replace(review, findings=findings)


def review_of(model: Model) -> Review | None:
    """Return the review of the match that is shown, None if another one was analysed."""
    review = current_review(model)
    return review if review and (review.start, review.log) == match_of(model) else None


def done_review(model: Model) -> Review | None:
    """Return that review once it is complete but for failed decisions; None if nothing was to be decided."""
    review = review_of(model)
    return review if review and review.is_done else None


def follow(model: Model) -> Change:
    """After every event: bring the findings of the review up to date; go on with one whose match is back."""
    there, left = _with_findings(model), model.analysis.left
    review = there.analysis.review
    if not left or review is None or review.running:
        return there, ()
    is_back = match_of(model) in [(each.start, each.log) for each in left]
    return chain(prepare(there), start_next_jobs) if is_back else (there, ())


def _with_findings(model: Model) -> Model:
    review = current_review(model)
    return model if review is model.analysis.review else _with(model, review)


def _with(model: Model, review: Review | None) -> Model:
    return replace(model, analysis=replace(model.analysis, review=review))


def open_review(model: Model, value: str = "") -> Change:
    """Show the review; one that runs in the background now gets a higher priority."""
    closed = replace(model, game=replace(model.game, selected=None), dialog=DialogName.REVIEW)
    return chain(side_store.read_kept(closed), prepare, _hasten, _correct_figures)


def _hasten(model: Model) -> Change:
    review = model.analysis.review
    assert review is not None
    return start_next_jobs(_with(model, replace(review, quiet=False, seen=None)))


def start_review(model: Model, value: str = "") -> Change:
    """Begin or resume the review; with the value DEEPER repeat it, looking further ahead in every play."""
    return begin(model, deeper=value == DEEPER)


def begin(model: Model, quiet: bool = False, deeper: bool = False) -> Change:
    """Begin or resume the review; ``quiet``: only with engines that are idle."""

    def run(there: Model) -> Change:
        review = there.analysis.review
        assert review is not None
        plies = hint.DEEPER if deeper else review.plies
        running = replace(review, plies=plies, running=True, quiet=quiet, failed=())
        return start_next_jobs(_with(there, running))

    return chain(prepare(model), run)


def stop(model: Model, value: str = "") -> Change:
    """Stop the review; its findings are kept."""
    review = model.analysis.review
    resting = _with(model, replace(review, running=False)) if review else model
    return chain(hint.cancel_jobs(resting, Purpose.REVIEW), keep, _correct_figures)


def start_next_jobs(model: Model) -> Change:
    """Give the engines the next decisions."""
    review = current_review(model)
    if review is None or not (review.running and review.is_whole):
        return model, ()
    under_way = {job.key for job in hint.jobs_for(model, Purpose.REVIEW)}
    waiting = [
        index
        for index in review.remaining_decisions
        if review.keys[index] not in under_way and review.keys[index] not in review.failed
    ]
    if not waiting and not under_way:
        return finish(_with(model, replace(review, running=False)))
    given: list[Effect] = []
    priority, most = (Priority.QUIET, 1) if review.quiet else (Priority.LONG, AHEAD)
    for index in waiting[: max(0, most - len(under_way))]:
        model, effects = _start_analysis(model, index, priority)
        given += effects
    return model, tuple(given)


def _start_analysis(model: Model, index: int, priority: Priority) -> Change:
    review = model.analysis.review
    assert review is not None
    judged, work = analysis_of(review, index)
    return hint.start_job(model, Purpose.REVIEW, review.keys[index], work, priority, judged)


def analysis_of(review: Review, index: int) -> tuple[Decision, AnalyseDecision]:
    """Return one of the decisions of a review, and the work that analyses it."""
    decision, known = review.decisions[index], review.decision_findings[index]
    judged = Decision(decision.match, decision.action)
    asked = hint.analysis_request(judged, max(review.plies, hint.depth(known) if known else 0))
    return judged, replace(asked, luck=decision.has_luck, opening=decision.opening)


def on_found(model: Model, name: str) -> Change:
    """Handle the analysis of a decision; store the findings now and then, so that a reload loses little."""
    model = _with_findings(model)  # so that what is left to do is worked out once
    review, known = model.analysis.review, model.analysis.findings.get(name)
    if (
        known is None
        or known.error is None
        or (review and name in [review.keys[at] for at in review.remaining_decisions])
    ):
        return on_failed(model, name)
    if review and review.running and len(review.remaining_decisions) % KEEP_EVERY == 0:
        return chain(start_next_jobs(model), keep)
    return start_next_jobs(model)


def on_failed(model: Model, name: str) -> Change:
    """Leave out a decision that could not be analysed; one of an interrupted review does not count."""
    review = model.analysis.review
    if review is None or name not in review.keys:
        return start_next_jobs(model)
    return start_next_jobs(_with(model, replace(review, failed=(*review.failed, name))))


def finish(model: Model) -> Change:
    """Finish the review after its last decision: store it, and add its figures to the earlier ones."""
    return chain(keep(model), _record)


def _record(model: Model) -> Change:
    review = current_review(model)  # storing may have read findings that change it
    assert review is not None
    return record(model, review)


def keep(model: Model) -> Change:
    """Store the findings about the review's decisions, and the marks beside its moves."""
    review = current_review(model)
    known = side_store.keep_findings(model)
    if review is None or not review.is_whole:
        return known
    marked = Marks(review.start, review.log, review.grades)
    return chain(known, lambda kept: (kept, (marks.keep(marked),)))


def grades(model: Model) -> Mapping[int, Grade]:
    """Return the known grades of the choices in the match that is shown, by index in the log.

    Good choices are left out.
    """
    review = current_review(model)
    start, log = match_of(model)
    current: list[Review | Marks] = [review] if review and review.is_whole else []
    known = (*current, *model.analysis.marks)
    fitting = (each for each in known if each.start == start and log.begins_with(each.log))
    return next((each.grades for each in fitting), {})


def practise(model: Model) -> Change:
    """Add every blunder of the analysed match to the quiz, whoever made it."""
    review = current_review(model)
    assert review is not None
    return cards.add_blunders(model, *blunders(review, 0, 1))


def go_to_decision(model: Model, value: str) -> Change:
    """Show a decision of the match on the board, with its analysis; a mistake leads on to the others."""
    places = _mistake_places(model, value)
    names = [str(place) for place in places]
    looked_at = replay.go_to(replace(model, dialog=None), value)
    if value not in names:
        return chain(looked_at, _show_hint)
    earlier = mistakes_of(model)
    before = earlier.before if earlier else model.replay
    mistakes = Mistakes(places, names.index(value), before)
    return chain(looked_at, lambda there: _note(there, mistakes), _show_hint)


def _mistake_places(model: Model, opened: str) -> tuple[int, ...]:
    """Return the log indices of the mistakes in the match that is shown, in the order of the review.

    A resignation is included only if it is the decision that is opened; otherwise it is no mistake.
    """
    review = review_of(model)
    if review is None or not review.is_whole:
        return ()
    found = [each.decision for each in review.report.worst]
    return tuple([each.index for each in found if not each.is_resignation or str(each.index) == opened])


def _note(model: Model, mistakes: Mistakes) -> Change:
    """Record and announce the mistake that is shown."""
    assert isinstance(model.looking, Replaying)
    at = Announce("learn.at", (("at", mistakes.at + 1), ("all", len(mistakes.places))))
    return replace(model, looking=replace(model.looking, mistakes=mistakes)), (at,)


def _show_hint(model: Model) -> Change:
    return hint.show_hint(model) if hint.is_available(model) else (model, ())


def next_mistake(model: Model, value: str = "") -> Change:
    """Show the next mistake in the review's list; after the last comes the first."""
    return _go_by(model, 1)


def previous_mistake(model: Model, value: str = "") -> Change:
    """Show the previous mistake in the review's list; before the first comes the last."""
    return _go_by(model, -1)


def _go_by(model: Model, step: int) -> Change:
    mistakes = mistakes_of(model)
    assert mistakes is not None
    following = replace(mistakes, at=(mistakes.at + step) % len(mistakes.places))
    return chain(replay.go_to(model, str(following.place)), lambda there: _note(there, following), _show_hint)


def leave(model: Model, value: str = "") -> Change:
    """Leave the replay; from a mistake return to its place in the review."""
    mistakes = mistakes_of(model)
    if mistakes is None:
        return replay.close(model)
    back = replay.open_replay(model, mistakes.before) if mistakes.before else replay.close(model)
    return chain(back, open_review, lambda there: (_mark_seen(there, mistakes.place), ()))


def _mark_seen(model: Model, place: int) -> Model:
    review = model.analysis.review
    assert review is not None
    return _with(model, replace(review, seen=place))
