"""The quiz as it is kept: each position that was asked or waits, how far it is known, and the results by day.

Written as ``{"format": "triktrakk-quiz", "version": 1, "cards": […], "days": […]}``. What a later build adds
to a card or a day has a default, so that it reads what an earlier one wrote.
"""

import json
from dataclasses import dataclass, replace

from backgammon.storage.errors import StorageError
from backgammon.storage.fields import CODEC
from backgammon.storage.figures import opened

QUIZ, VERSION = "triktrakk-quiz", 1
OWN = "own"
"""The kind of a position in which one has blundered oneself; the others ship with the program."""
MOST_OWN = 200
MOST_DAYS = 400
LONGEST = 1_000_000
"""Characters: some four hundred cards, and as many days."""
_LARGEST = 10**6


@dataclass(frozen=True, slots=True)
class Card:
    """A position of the quiz and what is known of the answers to it.

    ``link``: where an own one stands, as storage.study writes it; "" for one that ships. ``box``: the higher,
    the better it is known. ``due`` and ``day``: when it is to be asked again and was asked last, counted from
    1 January 1970. ``right`` of ``asked`` answers were good; ``loss`` is what the last one lost, in EMG.
    """

    id: str
    kind: str = OWN
    link: str = ""
    box: int = 0
    due: int = 0
    day: int = 0
    asked: int = 0
    right: int = 0
    loss: float = 0.0


@dataclass(frozen=True, slots=True)
class Day:
    """The answers of one day; ``fresh`` of them were to positions never asked before, ``lost`` is in EMG."""

    day: int
    asked: int = 0
    right: int = 0
    fresh: int = 0
    lost: float = 0.0


@dataclass(frozen=True, slots=True)
class Deck:
    """All cards, the oldest first, and the days on which something was answered, in their order."""

    cards: tuple[Card, ...] = ()
    days: tuple[Day, ...] = ()

    def card(self, name: str) -> Card | None:
        """Return a card by its id."""
        return next((card for card in self.cards if card.id == name), None)

    def day(self, number: int) -> Day:
        """Return the answers of a day."""
        return next((day for day in self.days if day.day == number), Day(number))

    def with_card(self, card: Card) -> "Deck":
        """Return the deck with a card put in, or in place of the one of its id; the oldest own ones go."""
        cards = [card if each.id == card.id else each for each in self.cards]
        if card not in cards:
            cards.append(card)
        own = [each for each in cards if each.kind == OWN]
        gone = {each.id for each in own[: max(0, len(own) - MOST_OWN)]}
        return replace(self, cards=tuple(each for each in cards if each.id not in gone))

    def with_day(self, day: Day) -> "Deck":
        """Return the deck with a day's answers put in, or in place of what was known of it."""
        days = [day, *(each for each in self.days if each.day != day.day)]
        return replace(self, days=tuple(sorted(days, key=lambda each: each.day)[-MOST_DAYS:]))


def dump_deck(deck: Deck) -> str:
    """Write a deck."""
    data = {"format": QUIZ, "version": VERSION, **CODEC.data(deck)}
    return json.dumps(data, ensure_ascii=False, separators=(",", ":"))


def load_deck(text: str) -> Deck:
    """Read a deck, the inverse of dump_deck; raise StorageError."""
    deck = CODEC.value(Deck, opened(text, QUIZ, VERSION, LONGEST))
    for card in deck.cards:
        if not card.id or not _possible(card.box, card.due, card.day, card.asked) or card.right > card.asked:
            raise StorageError(f"no card of the quiz: {card!r:.200}")
    for day in deck.days:
        if not _possible(day.day, day.asked, day.right, day.fresh) or day.right > day.asked:
            raise StorageError(f"no day of the quiz: {day!r:.200}")
    return deck


def _possible(*numbers: int) -> bool:
    return all(0 <= number < _LARGEST for number in numbers)


def merged(mine: Deck, more: Deck) -> Deck:
    """Put two decks together; of two cards or days with one name the one with more answers stays."""
    for card in more.cards:
        known = mine.card(card.id)
        if known is None or known.asked <= card.asked:
            mine = mine.with_card(card)
    for day in more.days:
        if mine.day(day.day).asked <= day.asked:
            mine = mine.with_day(day)
    return mine
