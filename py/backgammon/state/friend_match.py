"""The match against a friend on the board: its connection and its letters."""

from typing import TYPE_CHECKING

from backgammon.state.model import Model
from backgammon.state.seats import is_shared

if TYPE_CHECKING:
    from backgammon.friend.news import Standing

CONNECTED = ("live", "resuming")
"""The states of a link (backgammon.friend.stages) over which the friend can be reached."""


def standing_of(model: Model) -> "Standing | None":
    """Return the state of the match on the board, None if it is not against a friend or not known yet."""
    return model.friend.standing if model.friend and is_shared(model.game) else None


def has_letter(standing: "Standing") -> bool:
    """Whether a letter has to be made; over a connection none has."""
    return standing.letter_due and not standing.letter_written and standing.link not in CONNECTED
