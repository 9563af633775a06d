"""An analysed match, opened again from the statistics with the marks of all that is still known about it."""

from collections.abc import Callable
from dataclasses import replace

from backgammon.features.coach.review import new_review, with_next_games
from backgammon.state.analysis_state import Marks
from backgammon.state.change import Change, chain
from backgammon.state.model import Model, Replay
from backgammon.state.parts import late

_MOST = 4
"""The number of matches whose marks are remembered."""
_LONGEST = 2000
"""The most actions of a match that are gone through in one go, a quarter of a second in a browser."""
_open_text: Callable[[Model, str], Change] = late("features.viewer.open_file:on_text")


def open_past_match(model: Model, id: str) -> Change:
    """Open one of the latest analysed matches again; ``id`` is that of its figures."""
    link = model.analysis.past.get(id)
    return chain(_open_text(model, f"#match={link}"), _mark) if link else (model, ())


def _mark(model: Model) -> Change:
    """Mark the choices in the match that was opened; those of other matches keep their marks."""
    if model.replay is None or len(model.replay.log) > _LONGEST:  # None: its link was damaged
        return model, ()
    found = (_known_marks(model, model.replay), *model.analysis.marks)
    return replace(model, analysis=replace(model.analysis, marks=found[:_MOST])), ()


def _known_marks(model: Model, shown: Replay) -> Marks:
    review = new_review(model, shown)
    while not review.is_whole:
        review, _ = with_next_games(review, model.analysis.findings)
    return Marks(review.start, review.log, review.grades)
