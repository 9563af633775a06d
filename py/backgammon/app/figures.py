"""How one has played over time: the figures of the matches that were analysed."""

from dataclasses import replace
from datetime import date, timedelta

from backgammon.app import notes
from backgammon.app.change import Change, chain
from backgammon.app.effects import Download
from backgammon.app.model import DialogName, Model
from backgammon.storage.figures import csv


def opened(model: Model, value: str) -> Change:
    """Show the figures."""
    return notes.read(replace(model, dialog=DialogName.FIGURES, selected=None))


def csv_offered(model: Model, value: str) -> Change:
    """Offer the figures as a table for spreadsheets."""
    return chain(
        notes.read(model),
        lambda known: (
            known,
            (Download("triktrakk-figures.csv", csv(known.desk.history, dates(known)), "text/csv"),),
        ),
    )


def dates(model: Model) -> tuple[str, ...]:
    """Return the days of the matches, as ISO 8601 writes them."""
    return tuple(day_of(match.day).isoformat() for match in model.desk.history)


def day_of(number: int) -> date:
    """Return a day counted from 1 January 1970."""
    return date(1970, 1, 1) + timedelta(days=number)
