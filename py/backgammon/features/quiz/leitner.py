"""Spaced repetition: known positions are asked at growing intervals, others again the next day.

Each card is in a box (S. Leitner, "So lernt man lernen", 1972), and each box has an interval in days.
"""

from collections.abc import Iterable
from dataclasses import replace

from backgammon.analysis.findings import Grade, grade
from backgammon.storage.quiz import Card, Day, Deck

INTERVALS = (1, 2, 4, 8, 16, 35, 80)
"""Days until a card is asked again, by its box after the answer."""
FRESH = 10
"""The number of new positions, never asked before, on each day."""
KNOWN = 4
"""From this box on a position counts as known."""


def grade_answer(card: Card, loss: float, today: int) -> Card:
    """Return a card after an answer that loses ``loss`` equity (EMG).

    A good answer moves it up a box, a doubtful one leaves it in its box, an error puts it back into the first
    box. If the card is asked before it is due, only an error changes its box and due day.

    >>> card = grade_answer(Card("a", box=2), 0.0, today=100)
    >>> card.box, card.due - 100
    (3, 8)
    >>> grade_answer(card, 0.3, today=108).box
    0
    """
    named = grade(loss)
    right = card.right + (named is Grade.GOOD)
    card = replace(card, day=today, asked=card.asked + 1, right=right, loss=loss)
    if named in (Grade.GOOD, Grade.DOUBTFUL) and not is_due(card, today):
        return card
    box = {Grade.GOOD: card.box + 1, Grade.DOUBTFUL: card.box}.get(named, 0)
    box = min(box, len(INTERVALS) - 1)
    return replace(card, box=box, due=today + INTERVALS[box])


def is_due(card: Card, today: int) -> bool:
    """Whether a card is to be asked today.

    A card put off for longer than the longest interval was dated while the clock was wrong. One more day is
    allowed, which a journey to another time zone may add.
    """
    return not today < card.due <= today + INTERVALS[-1] + 1


def count_answer(deck: Deck, card: Card, today: int, page: str = "") -> Deck:
    """Return the deck after an answer on a page; ``card`` already includes the answer."""
    fresh = deck.card(card.id) is None
    was = deck.day_on(page, today)
    day = Day(
        today,
        was.asked + 1,
        was.right + (grade(card.loss) is Grade.GOOD),
        was.fresh + fresh,
        was.lost + card.loss,
        page,
    )
    return deck.with_cards(card).with_day(day)


def due(deck: Deck, today: int, shipped: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of the positions to ask today: due ones, the longest waiting first, then fresh ones.

    ``shipped``: the ids of the positions that ship, in the order in which they are first asked. One of the
    player's own that was never asked is due from the day it was added, and does not count among the FRESH.
    """
    waiting = [card for card in deck.cards if is_due(card, today)]
    waiting.sort(key=lambda card: (card.due, card.box))
    return *(card.id for card in waiting), *fresh(deck, shipped)[: max(0, FRESH - deck.day(today).fresh)]


def fresh(deck: Deck, shipped: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of the shipped positions that were never asked."""
    known = {card.id for card in deck.cards}
    return tuple(name for name in shipped if name not in known)


def next_day(deck: Deck, today: int, shipped: Iterable[str]) -> int | None:
    """Return the first day after today on which a position is due or fresh, None if there is none."""
    days = [card.due for card in deck.cards if not is_due(card, today)]
    return today + 1 if fresh(deck, shipped) else min(days, default=None)
