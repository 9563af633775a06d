"""The positions that the user puts into the quiz by hand, or takes out of it.

Rule kept: a card is not deleted but marked, so that neither another tab nor the next analysis puts it back.
"""

from dataclasses import replace

from backgammon.features.analysis import hint
from backgammon.features.quiz import cards
from backgammon.features.saving import side_store
from backgammon.state.change import Change, chain
from backgammon.state.model import Model
from backgammon.storage.quiz import SAVED, Card


def can_toggle(model: Model) -> bool:
    """Whether the position on the board can be put into the quiz, or taken out of it.

    It can while its analysis is shown; in the quiz that is one of the user's own that has been answered.
    """
    return _card(model) is not None


def is_in_quiz(model: Model) -> bool:
    """Whether the quiz asks about the position on the board."""
    card = _card(model)
    if card is None or model.analysis.deck.card(card.id) is None:
        return False
    return cards.is_asked(model, card)


def toggle(model: Model, value: str = "") -> Change:
    """Put the position on the board into the quiz, or take it out of it."""
    return chain(side_store.read_kept(model), _toggle)


def _toggle(model: Model) -> Change:
    card = _card(model)
    assert card is not None
    is_in = is_in_quiz(model)
    if is_in or card.is_out:
        card = replace(card, toggles=card.toggles + 1)
    if not is_in:
        card = card.with_matches("")
    return cards.keep(model, model.analysis.deck.with_cards(card))


def _card(model: Model) -> Card | None:
    """Return the card of the position on the board, a new one if there is none; None if it can't have one."""
    deck = model.analysis.deck
    if model.quiz:
        asked, card = model.game.problem, deck.card(model.quiz.card)
        return card if asked and asked.found and card and card.link else None
    decision = hint.current_decision(model) if hint.is_on_show(model) else None
    if decision is None or decision.is_resignation:
        return None
    card = cards.new_card(decision.match, SAVED, model.analysis.today)
    return card and (deck.card(card.id) or card)
