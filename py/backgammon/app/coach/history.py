"""How one has played over time: the figures of the matches that were analysed."""

from dataclasses import replace
from datetime import date, timedelta

from backgammon.app.saving import side_store
from backgammon.app.state.change import Change, chain
from backgammon.app.state.effects import Download
from backgammon.app.state.model import DialogName, Model
from backgammon.storage.figures import csv


def open_history(model: Model, value: str) -> Change:
    """Show the figures."""
    return side_store.read_kept(
        replace(model, game=replace(model.game, selected=None), dialog=DialogName.FIGURES)
    )


def save_csv(model: Model, value: str) -> Change:
    """Offer the figures as a table for spreadsheets."""
    return chain(
        side_store.read_kept(model),
        lambda known: (
            known,
            (Download("triktrakk-figures.csv", csv(known.analysis.history, dates(known)), "text/csv"),),
        ),
    )


def dates(model: Model) -> tuple[str, ...]:
    """Return the days of the matches, as ISO 8601 writes them."""
    return tuple(day_of(match.day).isoformat() for match in model.analysis.history)


def day_of(number: int) -> date:
    """Return a day counted from 1 January 1970."""
    return date(1970, 1, 1) + timedelta(days=number)
