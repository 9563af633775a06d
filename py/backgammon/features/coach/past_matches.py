"""The latest analysed matches, kept so that the statistics can open them again."""

from dataclasses import replace

from backgammon.features.coach.history import event_on
from backgammon.features.saving import side_store
from backgammon.state.change import Change
from backgammon.state.match_review import Review
from backgammon.state.model import Computer, Model, Origin
from backgammon.state.viewer import move_to, step
from backgammon.storage.figures import PlayedMatch
from backgammon.storage.past_matches import with_match
from backgammon.storage.replay_codec import dump_link
from backgammon.storage.types import COMPUTER_NAME, Seat


def remember(model: Model, figures: PlayedMatch, review: Review) -> Change:
    """Keep a match as the latest: with what its file says of it, or else its players and its date."""
    kept = review.source
    if kept.origin is Origin.MATCH:
        first, second = map(_file_name, review.setup.seats)
        kept = replace(kept, names=(first, second), event=event_on(figures.day), origin=Origin.FILE)
    opened = step(move_to(replace(kept, log=review.log), 0), forward=True)
    past = with_match(model.analysis.past, figures.id, dump_link(opened), figures.earlier)
    return side_store.keep_past(replace(model, analysis=replace(model.analysis, past=past)))


def _file_name(seat: Seat) -> str:
    """Return the name of a player in a file; without one, the page says the colour."""
    return seat.name or (COMPUTER_NAME if isinstance(seat, Computer) else "")
