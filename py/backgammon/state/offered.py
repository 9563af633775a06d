"""What is offered once, at the moment when the page has room for it."""

from backgammon.core.match import Phase
from backgammon.state.model import Model, Offer


def offered(model: Model) -> Offer | None:
    """Return what is offered beside the board; fewer taps wait until the result leaves them room."""
    waits = model.offer is Offer.TAPS and model.game.match.phase is not Phase.OPENING
    return None if model.looking or waits else model.offer
