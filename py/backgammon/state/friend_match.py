"""The match against a friend on the board: its connection, its letters, and a rematch."""

from typing import TYPE_CHECKING

from backgammon.core.match import OpeningRoll, Phase, Played, Rolled
from backgammon.state.model import Model
from backgammon.state.seats import is_shared

if TYPE_CHECKING:
    from backgammon.friend.news import MatchState

CONNECTED = ("live", "resuming")
"""The states of a link (backgammon.friend.stages) over which the friend can be reached."""
_REMATCH = {
    "proposed": "ui.friend.rematch.asked",
    "invited": "ui.friend.rematch.asked",
    "offered": "ui.friend.rematch",
    "declined": "friend.text.declined",
}
"""What is said about a rematch, by its state (backgammon.friend.news)."""


def match_state(model: Model) -> "MatchState | None":
    """Return the state of the match on the board, None if it is not against a friend or not known yet."""
    return model.friend.state if model.friend and is_shared(model.game) else None


def is_apart(model: Model) -> bool:
    """Whether the match on the board is against a friend who is not connected."""
    state = match_state(model)
    return state is not None and state.link not in CONNECTED


def has_letter(state: "MatchState") -> bool:
    """Whether a letter has to be made; over a connection none has."""
    return state.letter_due and not state.letter_written and state.link not in CONNECTED


def has_offered_end(model: Model) -> bool:
    """Whether the player here has offered to end the match, and has no answer yet."""
    state = match_state(model)
    return state is not None and state.is_about_end and state.stage == "offering" and not state.end_offered


def is_at_rest(model: Model) -> bool:
    """Whether nothing can be played: the match has ended, or an answer to our offer to end it is to come."""
    state = match_state(model)
    return state is not None and (state.end is not None or has_offered_end(model))


def has_only_roll(state: "MatchState") -> bool:
    """Whether the letter due holds no decision: only that we roll, or our part of the friend's roll."""
    match = state.saved.match
    is_roll = (match.phase, match.on_roll) in ((Phase.TO_ROLL, 0), (Phase.TO_PLAY, 1))
    return is_roll and not state.is_about_end


def has_play(state: "MatchState") -> bool:
    """Whether the letter due holds a play, not only a roll, a double, or an answer."""
    actions = reversed(state.saved.log)
    last = next((each for each in actions if not isinstance(each, OpeningRoll | Rolled)), None)
    return isinstance(last, Played) and not has_only_roll(state) and not state.is_about_end


def may_ask_for_rematch(model: Model) -> bool:
    """Whether a rematch can be asked for or accepted: after the match, once its last letter is made."""
    state = match_state(model)
    if state is None or state.stage != "over" or has_letter(state):
        return False
    return state.rematch != "proposed"


def has_rematch_offer(model: Model) -> bool:
    """Whether the friend asks for a rematch, and has no answer yet."""
    state = match_state(model)
    return state is not None and state.rematch == "offered"


def rematch_key(model: Model) -> str:
    """Return the key of what is to be said about a rematch, "" for nothing."""
    state = match_state(model)
    return _REMATCH.get(state.rematch, "") if state else ""
