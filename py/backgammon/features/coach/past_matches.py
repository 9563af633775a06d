"""The latest analysed matches, kept so that the statistics can open them again."""

from dataclasses import replace

from backgammon.features.saving import side_store
from backgammon.state.analysis_state import Review
from backgammon.state.change import Change
from backgammon.state.model import Computer, Model, Origin, Replay
from backgammon.storage.figures import PlayedMatch
from backgammon.storage.past_matches import with_match
from backgammon.storage.replay_codec import dump_link
from backgammon.storage.types import COMPUTER_NAME, Seat


def remember(model: Model, figures: PlayedMatch, link: str) -> Change:
    """Keep a match, of which these are the figures, as the latest."""
    past = with_match(model.analysis.past, figures.id, link, figures.earlier)
    return side_store.keep_past(replace(model, analysis=replace(model.analysis, past=past)))


def link_of(model: Model, review: Review) -> str:
    """Return the match of a review as a link, with what its file says of it if it is still open."""
    shown = model.replay if model.replay and model.replay.origin is not Origin.MATCH else None
    if shown is None or (shown.start, shown.log) != (review.start, review.log):
        first, second = map(_file_name, review.setup.seats)
        shown = Replay(review.start, review.log, names=(first, second))
    return dump_link(replace(shown, cursor=0, origin=Origin.FILE))


def _file_name(seat: Seat) -> str:
    """Return the name of a player in a file; without one, the page says the colour."""
    return seat.name or (COMPUTER_NAME if isinstance(seat, Computer) else "")
