"""Clues in place of the ranked choices, for a hint about a decision of the running match.

First comes the idea, then where the best play begins, then everything, so that a player gets no more help
than wanted. In a replay, or after a rollout of the choices, everything is shown at once.
"""

from dataclasses import replace

from backgammon.features.analysis import hint, rollouts
from backgammon.features.coach.ideas import clues_for
from backgammon.state.change import Change
from backgammon.state.effects import Announce
from backgammon.state.model import Model, Notice


def toggle_hint(model: Model) -> Change:
    """Open the analysis of the decision on the board, with one clue in the match itself; or hide it."""
    if model.analysis.open:
        return hint.hide_hint(model)
    opened, effects = hint.show_hint(model)
    is_seen = rollouts.shown_run(opened) is not None
    return (opened if model.looking or is_seen else _with(opened, 1)), effects


def clues_on_show(model: Model) -> tuple[Notice, ...]:
    """Return the clues that are shown; () before the analysis is known, or if everything is shown."""
    return _all(model)[: model.analysis.clues or 0]


def has_more(model: Model) -> bool:
    """Whether another clue can be given before the choices themselves."""
    return 0 < len(clues_on_show(model)) < len(_all(model))


def give_more(model: Model, value: str = "") -> Change:
    """Give the next clue."""
    return _with(model, (model.analysis.clues or 0) + 1), ()


def show_all(model: Model, value: str = "") -> Change:
    """Show the ranked choices."""
    return _with(model, None), ()


def effects_after(before: Model, after: Model) -> tuple[Announce, ...]:
    """Return what is to be read out after an event: the clues that have come into view."""
    if not after.analysis.clues:
        return ()
    known = clues_on_show(before)
    return tuple(Announce(clue.key, clue.params) for clue in clues_on_show(after) if clue not in known)


def _all(model: Model) -> tuple[Notice, ...]:
    known = hint.finding_of(model) if model.analysis.clues is not None and hint.is_available(model) else None
    return clues_for(model.game.match, known) if known else ()


def _with(model: Model, clues: int | None) -> Model:
    return replace(model, analysis=replace(model.analysis, clues=clues))
