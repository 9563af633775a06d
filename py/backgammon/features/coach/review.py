"""The review of a whole match: its decisions are analysed beside the game, in any order; findings are kept.

The engines get some decisions at a time, each as a work of its own, so that the game and hints go first.
After a stop it goes on where it was; decisions already known are not analysed again.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import islice

from backgammon.analysis.decisions import Decision as Taken
from backgammon.analysis.decisions import decisions
from backgammon.analysis.findings import Grade
from backgammon.core.match import Match, Phase
from backgammon.features.analysis import hint, rolled
from backgammon.features.coach.figures import figures_of, is_corrected
from backgammon.features.coach.results import blunders, record, source_of
from backgammon.features.quiz import cards
from backgammon.features.saving import marks, side_store
from backgammon.features.viewer import replay
from backgammon.protocol.messages import AnalyseDecision, Finding, Priority
from backgammon.state.analysis_state import Decision, Marks, Purpose
from backgammon.state.change import Change, chain
from backgammon.state.effects import Announce, Continue, Effect
from backgammon.state.events import LongWork
from backgammon.state.match_review import Review, ReviewedGame
from backgammon.state.mistakes import Mistakes
from backgammon.state.model import DialogName, Log, Model, Origin, Replay, Replaying
from backgammon.state.seats import has_computer
from backgammon.state.viewer import last_match, mistakes_of, replay_of, setup_of

_GO_ON = Continue(LongWork.REVIEW)
KEEP_EVERY = 20
DEEPER = "deeper"
STEP = 50
"""The number of actions to process in one go, rounded up to whole games: one game of a session, mostly."""
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
        again = replace(again, games=left.games, plies=left.plies, quiet=left.quiet, running=True)
    elif review and review.start == again.start and again.log.begins_with(review.log):
        again = replace(again, games=review.games[: len(review.log.finished)])
    if review is None or not review.running:
        return _step(_remember(model, known, again), again)
    interrupted = replace(review, running=False, failed=(), seen=None)
    return chain(keep(model), lambda kept: _step(_remember(kept, (interrupted, *known), again), again))


def new_review(model: Model, shown: Replay) -> Review:
    """Return the review of a match before its first step."""
    setup = setup_of(model.game_in_play, shown)
    return Review(shown.start, shown.log, setup, shown)


def _remember(model: Model, left: tuple[Review, ...], now: Review) -> Model:
    """Remember reviews to go on with, but for those of the match that is reviewed now, or its beginning."""
    others = [each for each in left if each.start != now.start or not now.log.begins_with(each.log)]
    return replace(model, analysis=replace(model.analysis, left=tuple(others[:MOST_LEFT])))


def go_on(model: Model) -> Change:
    """Go through more of the match while this is needed: the dialog is open, or the review is running."""
    review = model.analysis.review
    if review is None or not (review.running or model.dialog is DialogName.REVIEW):
        return model, ()
    return chain(_step(model, review), start_next_jobs, _correct_figures)


def _correct_figures(model: Model) -> Change:
    """Add the figures again where a rollout has changed findings while another match was reviewed."""
    review = model.analysis.review
    now = figures_of(review, 0) if review and review.is_done else None
    before = next((each for each in model.analysis.history if now and each.id == now.id), None)
    return finish(model) if now and before and is_corrected(now, before) else (model, ())


def _step(model: Model, review: Review) -> Change:
    """Find the decisions of the next games."""
    further, found = with_next_games(review, model.analysis.findings)
    there = _with(model, further)
    return rolled.gather(there, found) if found else there, () if further.is_whole else (_GO_ON,)


def with_next_games(review: Review, known: Mapping[str, Finding]) -> tuple[Review, list[Decision]]:
    """Return a review with its next games, until STEP actions are covered, and their decisions.

    ``known``: findings, of which the games take those that are about them.
    """
    log, games, found = review.log, [*review.games], list[Decision]()
    end = log.first(min(len(games), len(log.finished))) + STEP
    while len(games) <= len(log.finished) and log.first(len(games)) < end:
        at = len(games)
        taken = decisions(log.before(at, review.start), log.actions(at), log.first(at))
        judged = [Decision(each.match, each.action) for each in taken]
        games.append(ReviewedGame.of(taken, [hint.decision_key(each) for each in judged], known))
        found += judged
    return (review if len(games) == len(review.games) else replace(review, games=tuple(games))), found


def review_of(model: Model) -> Review | None:
    """Return the review of the match that is shown, None if another one was analysed."""
    review = model.analysis.review
    return review if review and (review.start, review.log) == match_of(model) else None


def done_review(model: Model) -> Review | None:
    """Return that review once it is complete but for failed decisions; None if nothing was to be decided."""
    review = review_of(model)
    return review if review and review.is_done else None


def is_begun(model: Model) -> bool:
    """Whether the match that is shown is being analysed, or has been."""
    review = review_of(model)
    return review is not None and (review.running or review.is_done)


def follow(model: Model) -> Change:
    """After every event: go on with a review whose match is back."""
    review, left = model.analysis.review, model.analysis.left
    if not left or review is None or review.running:
        return model, ()
    is_back = match_of(model) in [(each.start, each.log) for each in left]
    return chain(prepare(model), start_next_jobs) if is_back else (model, ())


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
    review = model.analysis.review
    if review is None or not (review.running and review.is_whole):
        return model, ()
    under_way = {job.key for job in hint.jobs_for(model, Purpose.REVIEW)}
    waiting = (each for each in review.todo if each[1] not in under_way and each[1] not in review.failed)
    priority, most = (Priority.QUIET, 1) if review.quiet else (Priority.LONG, AHEAD)
    further = [*islice(waiting, max(0, most - len(under_way)))]
    if not further and not under_way:
        return finish(_with(model, replace(review, running=False)))
    given: list[Effect] = []
    for decision, key in further:
        judged, work = analysis_of(review, decision, key)
        model, effects = hint.start_job(model, Purpose.REVIEW, key, work, priority, judged)
        given += effects
    return model, tuple(given)


def analysis_of(review: Review, decision: Taken, key: str) -> tuple[Decision, AnalyseDecision]:
    """Return a decision of a review in the form in which it is judged, and the work that analyses it."""
    judged, known = Decision(decision.match, decision.action), review.finding(key)
    asked = hint.analysis_request(judged, max(review.plies, hint.depth(known) if known else 0))
    return judged, replace(asked, luck=decision.has_luck, opening=decision.opening)


def on_found(model: Model, name: str) -> Change:
    """Handle the analysis of a decision; store the findings now and then, so that a reload loses little."""
    review, known = model.analysis.review, model.analysis.finding(name)
    if known is None or known.error is None or (review and review.lacks(name)):
        return on_failed(model, name)
    if review:
        review.add_up_games_with(name)
    if review and review.running and review.count_left % KEEP_EVERY == 0:
        return chain(start_next_jobs(model), keep)
    return start_next_jobs(model)


def on_failed(model: Model, name: str) -> Change:
    """Leave out a decision that could not be analysed; one of an interrupted review does not count."""
    review = model.analysis.review
    if review is None or not review.has(name):
        return start_next_jobs(model)
    return start_next_jobs(_with(model, replace(review, failed=(*review.failed, name))))


def finish(model: Model) -> Change:
    """Finish the review after its last decision: store it, and add its figures to the earlier ones."""
    return chain(keep(model), _record)


def _record(model: Model) -> Change:
    review = model.analysis.review  # storing may have read findings that change it
    assert review is not None
    return record(model, review)


def keep(model: Model) -> Change:
    """Store the findings about the review's decisions, and the marks beside its moves."""
    review = model.analysis.review
    known = side_store.keep_findings(model)
    if review is None or not review.is_whole:
        return known
    marked = Marks(review.start, review.log, review.grades)
    return chain(known, lambda kept: (kept, (marks.keep(marked),)))


def grades(model: Model) -> Mapping[int, Grade]:
    """Return the known grades of the choices in the match that is shown, by index in the log.

    Good choices are left out.
    """
    review = model.analysis.review
    start, log = match_of(model)
    current: list[Review | Marks] = [review] if review and review.is_whole else []
    known = (*current, *model.analysis.marks)
    fitting = (each for each in known if each.start == start and log.begins_with(each.log))
    return next((each.grades for each in fitting), {})


def practise(model: Model) -> Change:
    """Add every blunder of the analysed match to the quiz, whoever made it."""
    review = model.analysis.review
    assert review is not None
    return chain(
        side_store.read_kept(model),
        lambda known: cards.add_blunders(known, *blunders(review, 0, 1), made_in=source_of(known, review)),
    )


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
