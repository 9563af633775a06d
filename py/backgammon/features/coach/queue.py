"""The queue of matches from files that were chosen together: analysed one after another in the background.

Nobody waits for them, so they use only idle time, and give way to every other analysis of a match. What is
found stays with the review of each, and is gone after its end but for what the statistics and the quiz keep:
a season would drive out all that is known about the matches that are played and viewed here. The first match
of the queue is the one under way; other pages only add to its end.
"""

from dataclasses import replace

from backgammon.core.errors import BackgammonError
from backgammon.features.analysis import hint
from backgammon.features.coach import left_reviews, review
from backgammon.features.coach.figures import figures_of
from backgammon.features.coach.past_matches import remember
from backgammon.features.coach.results import record
from backgammon.features.saving import side_store
from backgammon.features.saving.marks import fingerprint
from backgammon.protocol.messages import Finding, Priority, WorkResult
from backgammon.state.analysis_state import Purpose
from backgammon.state.change import Change, chain
from backgammon.state.effects import Announce, Continue, Effect, StoreText
from backgammon.state.engine_state import WORKS
from backgammon.state.events import LongWork, StoreLoaded
from backgammon.state.match_review import Review
from backgammon.state.model import Model, Origin, Replay
from backgammon.storage.figures import PlayedMatch, is_deleted_in
from backgammon.storage.journal import aside_name
from backgammon.storage.match_queue import MatchQueue, dump_queue, join, load_queue
from backgammon.storage.replay_codec import dump_link, load_link

_GO_ON = Continue(LongWork.QUEUE)


def on_loaded(model: Model, event: StoreLoaded) -> Change:
    """Take in the stored texts, with the queue of an earlier visit or of another page."""
    texts = dict(event.texts)
    text = texts.pop(side_store.QUEUE, "")
    known, effects = left_reviews.on_loaded(model, replace(event, texts=tuple(texts.items())))
    try:
        return _with_queue(known, join(known.analysis.queue, load_queue(text))), effects
    except BackgammonError:
        return known, (*effects, StoreText(aside_name(side_store.QUEUE), text))


def add(model: Model, match: Replay) -> Model | None:
    """Let a match wait for its analysis, once however often it comes; None if there is no room for it."""
    link = dump_link(replace(match, cursor=0, origin=Origin.FILE))
    queue = model.analysis.queue
    if not queue.has_room(link):
        return None
    return _with_queue(model, queue.with_match(fingerprint(match.log), link))


def stop(model: Model, value: str = "") -> Change:
    """Give up what is left of the queue."""
    free = replace(model, analysis=replace(model.analysis, queue=MatchQueue(), queued=None))
    return hint.cancel_jobs(free, Purpose.QUEUE)


def effects_after(before: Model, after: Model) -> tuple[Effect, ...]:
    """Return the effects that store the queue where it has changed, and go on once nothing is in the way."""
    now = dump_queue(after.analysis.queue) if before.analysis.queue != after.analysis.queue else None
    stores = () if now is None else (StoreText(side_store.QUEUE, now),)
    return (*stores, _GO_ON) if _may_go_on(after) and not _may_go_on(before) else stores


def _may_go_on(model: Model) -> bool:
    if not model.analysis.queue.matches:
        return False
    other = model.analysis.review
    is_held_up = left_reviews.are_waiting(model) or (other is not None and other.running)
    return isinstance(model.engine, WORKS) and not is_held_up


def go_on(model: Model) -> Change:
    """Take the next step: read a part of what is stored, or of the match, or have a decision analysed."""
    if not _may_go_on(model) or hint.jobs_for(model, Purpose.QUEUE):
        return model, ()
    if model.analysis.unread:
        return chain(side_store.read_part(model), _then_go_on)
    under_way = model.analysis.queued
    if under_way is None:
        return _then_go_on(_take_first(model))
    if not under_way.is_whole:
        return _read_on(model, under_way)
    rest = next((each for each in under_way.todo if each[1] not in under_way.failed), None)
    if rest is None:
        return _end(record(model, under_way))
    _, work = review.analysis_of(under_way, *rest)
    return hint.start_job(model, Purpose.QUEUE, rest[1], work, Priority.QUIET)


def _then_go_on(model: Model) -> Change:
    return model, (_GO_ON,)


def _take_first(model: Model) -> Model:
    """Begin with the first match; leave it out if its link is damaged."""
    queue = model.analysis.queue
    try:
        match = load_link(queue.first[1])
    except BackgammonError:
        return _with_queue(model, queue.without_first())
    return _with_review(model, review.new_review(model, match))


def _read_on(model: Model, under_way: Review) -> Change:
    """Go through the next games of a match; one that the statistics know, or have deleted, is done then."""
    further, _ = review.with_next_games(under_way, model.analysis.findings)
    there = _with_review(model, further)
    now = figures_of(further, 0) if further.is_whole else None
    if now and is_deleted_in(model.analysis.history, now):
        return _end((there, ()))
    known = _known_figures(model, now) if now else None
    return _end(remember(there, known, further)) if known else _then_go_on(there)


def _known_figures(model: Model, now: PlayedMatch) -> PlayedMatch | None:
    """Return the figures of a match from an earlier analysis of all of it, None if there are none."""
    before = next((each for each in model.analysis.history if each.id == now.id), None)
    return before if before and _extent(now) == _extent(before) else None


def _extent(figures: PlayedMatch) -> list[tuple[int, tuple[int, ...]]]:
    """Return what grows with a match, whichever side is first: the scores, and the dice."""
    return sorted(zip(figures.score, [side.dice for side in figures.sides], strict=True))


def _end(change: Change) -> Change:
    """Take the match that is done from the queue; say so when it was the last."""
    model, effects = change
    queue = model.analysis.queue
    after = _with_queue(_with_review(model, None), queue.without_first())
    if after.analysis.queue.matches:
        return after, (*effects, _GO_ON)
    return after, (*effects, Announce("figures.progress", (("done", queue.whole), ("all", queue.whole))))


def on_result(model: Model, key: str, result: WorkResult | None) -> Change:
    """Handle the analysis of a decision; ``result`` is None where it failed."""
    under_way = model.analysis.queued
    if under_way is None:
        return go_on(model)
    if isinstance(result, Finding):
        under_way = under_way.with_findings({key: result})
    if under_way.lacks(key):
        under_way = replace(under_way, failed=(*under_way.failed, key))
    return go_on(_with_review(model, under_way))


def _with_queue(model: Model, queue: MatchQueue) -> Model:
    return replace(model, analysis=replace(model.analysis, queue=queue))


def _with_review(model: Model, match: Review | None) -> Model:
    return replace(model, analysis=replace(model.analysis, queued=match))
