"""The reviews that are under way are stored, so that after a reload they go on from where they were.

They wait until the engine is ready and what is known about their decisions has been read, a part at a time:
features.coach.auto_review sees to this.
"""

from dataclasses import replace

from backgammon.core.errors import BackgammonError
from backgammon.features.coach import review
from backgammon.features.saving import reviews, side_store
from backgammon.state.change import Change
from backgammon.state.effects import Effect, StoreText
from backgammon.state.events import StoreLoaded
from backgammon.state.match_review import Review
from backgammon.state.model import Model
from backgammon.state.viewer import replay_of
from backgammon.storage.journal import aside_name


def on_loaded(model: Model, event: StoreLoaded) -> Change:
    """Take in the stored texts, with the reviews that were under way unless there is one already."""
    texts = dict(event.texts)
    text = texts.pop(reviews.REVIEWS, "")
    known, effects = side_store.on_loaded(model, replace(event, texts=tuple(texts.items())))
    if not text or known.analysis.review:
        return known, effects
    shown = [each for each in (known.replay, replay_of(known.game_in_play)) if each]
    try:
        left = reviews.read(text, [review.new_review(known, each) for each in shown])
    except BackgammonError:
        return known, (*effects, StoreText(aside_name(reviews.REVIEWS), text))
    return replace(known, analysis=replace(known.analysis, left=left[: review.MOST_LEFT])), effects


def are_waiting(model: Model) -> bool:
    """Whether reviews that were under way before a reload wait to go on."""
    return model.analysis.review is None and bool(model.analysis.left)


def resume(model: Model) -> Change:
    """Go on with the review that ran before a reload; the others wait until their matches are back."""
    first, *others = model.analysis.left
    running = replace(first, running=True)
    return review.go_on(replace(model, analysis=replace(model.analysis, review=running, left=tuple(others))))


def effects_after(before: Model, after: Model) -> tuple[Effect, ...]:
    """Return the effect that stores which reviews are under way, where this has changed."""
    if before.analysis.review is after.analysis.review and before.analysis.left is after.analysis.left:
        return ()
    now = _under_way(after)
    return () if _manners(_under_way(before)) == _manners(now) else (reviews.keep(now),)


def _under_way(model: Model) -> tuple[Review, ...]:
    current, left = model.analysis.review, model.analysis.left
    return (current, *left) if current and current.running else left


def _manners(under_way: tuple[Review, ...]) -> list[tuple[object, ...]]:
    """Return what is stored of reviews."""
    return [(each.start, each.log, each.plies, each.quiet) for each in under_way]
