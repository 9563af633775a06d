"""The cards of the quiz: shipped positions and the player's own, and which of them are due."""

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from backgammon.core.match import Match
from backgammon.core.mirror import mirror_match
from backgammon.features.analysis import hint
from backgammon.features.quiz import leitner, positions
from backgammon.features.saving import side_store
from backgammon.state.analysis_state import Decision
from backgammon.state.change import Change, chain
from backgammon.state.model import Model, Origin, Replay
from backgammon.state.once import once_per_arguments
from backgammon.state.viewer import start_from
from backgammon.storage.errors import StorageError
from backgammon.storage.figures import deleted_ids
from backgammon.storage.quiz import MOST_OWN, OWN, SAVED, Card, Deck
from backgammon.storage.replay_codec import dump_link, load_link

OWN_KINDS = (OWN, SAVED)
KINDS = (*OWN_KINDS, *positions.KINDS)


class Result(NamedTuple):
    """The results of one kind of positions: numbers of positions, answers, good answers, known positions."""

    kind: str
    positions: int
    asked: int
    right: int
    known: int


def _deck(model: Model) -> Deck:
    """Return the deck without the cards that are not asked, or of positions that only another build ships."""
    deck = model.analysis.deck
    return replace(
        deck, cards=tuple([card for card in deck.cards if kind_of(card) and is_asked(model, card)])
    )


def is_asked(model: Model, card: Card) -> bool:
    """Whether the quiz asks a card: one that was not taken out, and is no blunder of deleted matches only."""
    return not card.is_out and not card.is_of_deleted(_deleted(model.analysis.history))


_deleted = once_per_arguments(deleted_ids)


def due_cards(model: Model) -> tuple[str, ...]:
    """Return the ids of the positions to ask today, in this order."""
    return leitner.due(_deck(model), model.analysis.today, positions.names())


def extra_cards(model: Model) -> tuple[str, ...]:
    """Return the ids of positions to ask although they are not due: fresh ones, then those due next."""
    deck = _deck(model)
    fresh = leitner.fresh(deck, positions.names())
    coming = sorted(deck.cards, key=lambda card: (card.due, card.box))
    return (*fresh, *(card.id for card in coming))[: leitner.FRESH]


def theme_cards(model: Model, theme: str) -> tuple[str, ...]:
    """Return the ids of positions to ask of a theme: due and fresh ones first, then the others by due day."""
    deck = _deck(model)
    if theme in OWN_KINDS:
        names = [card.id for card in deck.cards if card.kind == theme]
    else:
        names = [*positions.themes().get(theme, ())]
    known = {card.id: (card.due, card.box) for card in deck.cards}
    names.sort(key=lambda name: known.get(name, (model.analysis.today, 0)))
    return tuple(names[: leitner.FRESH])


def themes(model: Model) -> tuple[tuple[str, int], ...]:
    """Return the themes that have positions to ask, each with the number of its positions."""
    kinds = [card.kind for card in _deck(model).cards]
    own = ((kind, kinds.count(kind)) for kind in OWN_KINDS)
    counts = (*own, *((theme, len(names)) for theme, names in positions.themes().items()))
    return tuple((theme, count) for theme, count in counts if count)


def themes_of(card: Card) -> tuple[str, ...]:
    """Return the themes of the position of a card, without the theme of the score."""
    if card.link:
        return (kind_of(card),)
    found = (theme for theme, names in positions.themes().items() if card.id in names)
    return tuple(theme for theme in found if theme != positions.SCORE)


def streak(model: Model) -> int:
    """Return the number of consecutive days, up to today or yesterday, on which a question was answered."""
    days, day = {day.day for day in model.analysis.deck.days if day.asked}, model.analysis.today
    last = day if day in days else day - 1
    return next(count for count in range(len(days) + 1) if last - count not in days)


def last_result(model: Model) -> tuple[int, int] | None:
    """Return the numbers of right and of all answers on the last day; None before the first answer.

    Days in the future were recorded while the clock was wrong, and are ignored.
    """
    days = [day.day for day in model.analysis.deck.days if day.asked and day.day <= model.analysis.today]
    last = model.analysis.deck.day(max(days)) if days else None
    return (last.right, last.asked) if last else None


def next_day(model: Model) -> int | None:
    """Return the next day on which a position is due, None if there is none."""
    return leitner.next_day(_deck(model), model.analysis.today, positions.names())


def card_of(model: Model, name: str) -> Card:
    """Return the card of a position, a blank one if it was never asked."""
    return model.analysis.deck.card(name) or Card(name, positions.kind_of(name))


def kind_of(card: Card) -> str:
    """Return the kind of a card's position, even if the card's ``kind`` is wrong; "" if it is unknown."""
    return positions.kind_of(card.id) if not card.link else SAVED if card.kind == SAVED else OWN


def match_of(card: Card) -> Match | None:
    """Return the match that a card asks about, with player 0 to decide; None if the card is invalid."""
    if not card.link:
        return positions.match_of(card.id)
    try:
        match = load_link(card.link).start
    except StorageError:
        return None
    return match if match.decider == 0 and hint.is_decision(match) else None


def results(model: Model) -> tuple[Result, ...]:
    """Return the results of each kind; positions no longer asked count as answered, but not as known."""
    names, there = positions.names(), _deck(model).cards
    found = []
    for kind in KINDS:
        answered = [card for card in model.analysis.deck.cards if card.kind == kind]
        asked_again = [card for card in there if card.kind == kind]
        shipped = sum(positions.kind_of(name) == kind for name in names)
        found.append(
            Result(
                kind,
                len(asked_again) if kind in OWN_KINDS else shipped,
                sum(card.asked for card in answered),
                sum(card.right for card in answered),
                sum(card.box >= leitner.KNOWN for card in asked_again),
            )
        )
    return tuple(found)


def add_blunders(model: Model, *blunders: Match, made_in: tuple[str, ...] = ()) -> Change:
    """Add positions to the quiz in which a person has blundered; existing cards only get more matches.

    ``made_in``: the id of the figures of their match, or "", see Card; () where the match still runs.
    """
    return chain(side_store.read_kept(model), lambda known: _add_cards(known, blunders, made_in))


def _add_cards(model: Model, blunders: tuple[Match, ...], made_in: tuple[str, ...]) -> Change:
    deck, today = model.analysis.deck, model.analysis.today
    known = {card.id: card for card in deck.cards}
    found = [new_card(match, OWN, today) for match in blunders[-MOST_OWN:]]
    there = [known.get(card.id, card).with_matches(*made_in) for card in found if card]
    changed = [card for card in there if card != known.get(card.id)]
    return keep(model, deck.with_cards(*changed)) if changed else (model, ())


@lru_cache(maxsize=16)
def new_card(match: Match, kind: str, today: int) -> Card | None:
    """Return a card that asks about the decision a match waits for; None if there is nothing to choose."""
    start = start_from(match)
    if start is None or not hint.is_decision(start):
        return None
    link = dump_link(Replay(mirror_match(start) if start.decider == 1 else start, origin=Origin.POSITION))
    return Card(hint.decision_key(Decision(match)), kind, link, due=today)


def keep(model: Model, deck: Deck) -> Change:
    """Replace the deck, and store it."""
    return side_store.keep_deck(replace(model, analysis=replace(model.analysis, deck=deck)))
