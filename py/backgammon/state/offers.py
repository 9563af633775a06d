"""What is offered once, at the moment when the page has room for it, and how that is answered."""

from backgammon.core.match import Phase
from backgammon.protocol.levels import LEVELS, adjacent_levels
from backgammon.state.model import Computer, Model, Offer

_LATER = (Offer.LEVEL, Offer.TAPS)


def offer_on_show(model: Model) -> Offer | None:
    """Return what is offered beside the board; what follows a match waits until its result leaves it room."""
    waits = model.offer in _LATER and model.game.match.phase is not Phase.OPENING
    return None if model.looking or waits else model.offer


def other_levels(model: Model) -> tuple[str, ...]:
    """Return the levels beside that of the computer, the fitting one first; none where it does not play.

    That is the weaker one after a match that the computer has won, else the stronger one.
    """
    seat = model.game.setup.seats[1]
    if not isinstance(seat, Computer) or seat.level not in LEVELS:
        return ()
    return adjacent_levels(seat.level) if model.beaten else adjacent_levels(seat.level)[::-1]


def answers(model: Model) -> tuple[tuple[str, str], ...]:
    """Return the commands that answer what is offered, each with its value."""
    chosen = other_levels(model) if model.offer is Offer.LEVEL else ("",)
    return (*(("offer-yes", value) for value in chosen), ("offer-no", ""))
