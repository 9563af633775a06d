"""The match against a friend on the board: its connection, its letters, and a rematch."""

from typing import TYPE_CHECKING

from backgammon.core.match import Phase
from backgammon.state.model import Model
from backgammon.state.seats import is_shared

if TYPE_CHECKING:
    from backgammon.friend.news import Standing

CONNECTED = ("live", "resuming")
"""The states of a link (backgammon.friend.stages) over which the friend can be reached."""
_REMATCH = {
    "proposed": "ui.friend.rematch.asked",
    "invited": "ui.friend.rematch.asked",
    "offered": "ui.friend.rematch",
    "declined": "friend.text.declined",
}
"""What is said about a rematch, by its state (backgammon.friend.news)."""


def standing_of(model: Model) -> "Standing | None":
    """Return the state of the match on the board, None if it is not against a friend or not known yet."""
    return model.friend.standing if model.friend and is_shared(model.game) else None


def is_apart(model: Model) -> bool:
    """Whether the match on the board is against a friend who is not connected."""
    standing = standing_of(model)
    return standing is not None and standing.link not in CONNECTED


def has_letter(standing: "Standing") -> bool:
    """Whether a letter has to be made; over a connection none has."""
    return standing.letter_due and not standing.letter_written and standing.link not in CONNECTED


def has_only_roll(standing: "Standing") -> bool:
    """Whether the letter due holds no play: only that we roll, or our part of the friend's roll."""
    match = standing.saved.match
    return (match.phase, match.on_roll) in ((Phase.TO_ROLL, 0), (Phase.TO_PLAY, 1))


def may_ask_again(model: Model) -> bool:
    """Whether a rematch can be asked for or accepted: after the match, once its last letter is made."""
    standing = standing_of(model)
    if standing is None or standing.stage != "over" or has_letter(standing):
        return False
    return standing.rematch != "proposed"


def has_rematch_offer(model: Model) -> bool:
    """Whether the friend asks for a rematch, and has no answer yet."""
    standing = standing_of(model)
    return standing is not None and standing.rematch == "offered"


def rematch_key(model: Model) -> str:
    """Return the key of what is to be said about a rematch, "" for nothing."""
    standing = standing_of(model)
    return _REMATCH.get(standing.rematch, "") if standing else ""
