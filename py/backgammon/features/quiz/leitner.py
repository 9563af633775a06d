"""Spaced repetition: what is known is asked ever more seldom, what is not is asked again the next day.

A card lies in a box (S. Leitner, "So lernt man lernen", 1972), and each box has its number of days.
"""

from collections.abc import Iterable
from dataclasses import replace

from backgammon.analysis.findings import Grade, grade
from backgammon.storage.quiz import Card, Day, Deck

INTERVALS = (1, 2, 4, 8, 16, 35, 80)
"""Days until a card is asked again, by the box that it lies in after the answer."""
FRESH = 10
"""So many positions never asked before come on each day."""
KNOWN = 4
"""From this box on a position counts as known."""


def grade_answer(card: Card, loss: float, today: int) -> Card:
    """Return a card after an answer that loses so much equity (EMG).

    A good answer moves it up, a doubtful one leaves it where it is, an error puts it back into the first box.
    What is asked before it is due comes no later for its answer: only an error changes when.

    >>> card = grade_answer(Card("a", box=2), 0.0, today=100)
    >>> card.box, card.due - 100
    (3, 8)
    >>> grade_answer(card, 0.3, today=108).box
    0
    """
    named = grade(loss)
    right = card.right + (named is Grade.GOOD)
    card = replace(card, day=today, asked=card.asked + 1, right=right, loss=loss)
    if named in (Grade.GOOD, Grade.DOUBTFUL) and today < card.due:
        return card
    box = {Grade.GOOD: card.box + 1, Grade.DOUBTFUL: card.box}.get(named, 0)
    box = min(box, len(INTERVALS) - 1)
    return replace(card, box=box, due=today + INTERVALS[box])


def count_answer(deck: Deck, card: Card, today: int, page: str = "") -> Deck:
    """Return the deck after an answer on a page, which `card` already holds."""
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
    return deck.with_card(card).with_day(day)


def due(deck: Deck, today: int, shipped: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of what is to be asked today: what is due, the longest waiting first, then fresh ones.

    ``shipped``: the ids of the positions that ship, in the order in which they are first asked. An own one
    that was never asked waits from the day on which it was noted, and is none of the FRESH.
    """
    waiting = [card for card in deck.cards if card.due <= today]
    waiting.sort(key=lambda card: (card.due, card.box))
    return *(card.id for card in waiting), *fresh(deck, shipped)[: max(0, FRESH - deck.day(today).fresh)]


def fresh(deck: Deck, shipped: Iterable[str]) -> tuple[str, ...]:
    """Return the ids of what ships and was never asked."""
    known = {card.id for card in deck.cards}
    return tuple(name for name in shipped if name not in known)


def next_day(deck: Deck, today: int, shipped: Iterable[str]) -> int | None:
    """Return the first day after today on which something is due, None for none."""
    days = [card.due for card in deck.cards if card.due > today]
    return today + 1 if fresh(deck, shipped) else min(days, default=None)
