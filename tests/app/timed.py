"""Matches with a clock, at a moment when a person is to decide."""

from app.fake import Page, new_page

from backgammon.core.time_control import MINUTE, SECOND, Clock
from backgammon.features.clock import player_on_clock
from backgammon.state.events import Command, TimePassed
from backgammon.state.model import Model

TIMED = (("length", "3"), ("clock", "loses"), ("delay", "5"), ("bank", "1"))
BANK = 3 * MINUTE


def page_at_decision(form: tuple[tuple[str, str], ...] = TIMED, seed: int = 1) -> Page:
    """Return a page on which a person is to decide, in a match with a clock."""
    page = new_page(form, seed)
    for _ in range(50):
        page.settle()
        if player_on_clock(page.model) is not None:
            return page
        page.send(Command("roll"))
    raise AssertionError("nobody is to decide")


def clock_of(model: Model) -> Clock:
    """Return the clock of the match on the board."""
    assert model.game.clock
    return model.game.clock


def run_out_of_time(page: Page) -> None:
    """Let the person's time run out."""
    page.send(TimePassed(5 * SECOND + BANK))
    page.send(TimePassed(1))
