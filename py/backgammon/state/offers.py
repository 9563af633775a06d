"""Offers that the page makes once, when it has room for them, and the commands that answer them."""

from backgammon.core.match import Phase
from backgammon.protocol.levels import LEVELS, adjacent_levels
from backgammon.state.model import Computer, Model, Offer

_LATER = (Offer.LEVEL, Offer.TAPS)


def offer_on_show(model: Model) -> Offer | None:
    """Return the offer to show beside the board; it waits until the result of a game is gone.

    It also waits for the answer to a double or a resignation, and while the page says what went wrong; one
    that follows a match waits for the next one to begin.
    """
    match = model.game.match
    waits = model.offer in _LATER and match.phase is not Phase.OPENING
    asked = match.phase.is_cube_offer or match.phase is Phase.RESIGNED
    failed = model.notice is not None and model.notice.tone != "info"
    return None if model.looking or match.result or waits or asked or failed else model.offer


def other_levels(model: Model) -> tuple[str, ...]:
    """Return the levels next to the computer's, the more suitable first; none if it does not play.

    More suitable is the weaker level after a match that the computer won, otherwise the stronger one.
    """
    seat = model.game.setup.seats[1]
    if not isinstance(seat, Computer) or seat.level not in LEVELS:
        return ()
    return adjacent_levels(seat.level) if model.beaten else adjacent_levels(seat.level)[::-1]


def answers(model: Model) -> tuple[tuple[str, str], ...]:
    """Return the commands that answer the offer, each with its value."""
    chosen = other_levels(model) if model.offer is Offer.LEVEL else ("",)
    return (*(("offer-yes", value) for value in chosen), ("offer-no", ""))
