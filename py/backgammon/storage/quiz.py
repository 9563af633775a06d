"""The quiz as stored: each position asked or waiting, how well it is known, and the results by day.

Written as ``{"format": "triktrakk-quiz", "version": 1, "cards": […], "days": […]}``. A field that a later
build adds to a card or a day has a default, so that it can read data from an earlier build.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any

from backgammon.storage.errors import StorageError
from backgammon.storage.fields import CODEC, json_text, open_versioned_record

QUIZ, VERSION = "triktrakk-quiz", 1
OWN, SAVED = "own", "saved"
"""The kinds of the user's own positions: blunders, and those put in by hand. All others ship."""
MOST_OWN = 200
"""The number of cards of each of these kinds."""
MOST_MATCHES = 10
"""The number of matches that a card names: a blunder in an opening may be made in any number of them."""
MOST_DAYS = 1000
"""The latest days with answers that are kept; an unbroken row of them can be no longer."""
RECENT_DAYS = 30
"""The latest days with answers whose pages are kept apart; of an earlier day the fullest entry is kept."""
LONGEST = 1_000_000
"""In characters: some six hundred cards, and a thousand days."""
_LARGEST = 10**6


@dataclass(frozen=True, slots=True)
class Card:
    """A position of the quiz and what is known of the answers to it.

    ``link``: the user's own position, a link of storage.replay_codec; "" for one that ships. ``box``: the
    higher, the better it is known. ``due`` and ``day``: when to ask it again and when it was last asked, in
    days since 1 January 1970. ``right`` of ``asked`` answers were good; ``loss`` is the last one's, in EMG.
    ``toggles``: how often the user has taken it out of the quiz or put it back; of two cards that are merged,
    the one with more is right about that. ``matches``: of a blunder, the ids of the figures of its
    matches; with "" it was asked for by hand, whatever becomes of them; () if none is known.
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
    toggles: int = 0
    matches: tuple[str, ...] = ()

    @property
    def is_out(self) -> bool:
        """Whether the user has taken it out of the quiz: it is kept, so that nothing puts it back."""
        return self.toggles % 2 == 1

    def with_matches(self, *matches: str) -> "Card":
        """Return the card with more matches, as many as are kept whatever the order in which they come."""
        return replace(self, matches=tuple(sorted({*self.matches, *matches})[:MOST_MATCHES]))

    def is_of_deleted(self, deleted: Collection[str]) -> bool:
        """Whether it is a blunder of deleted matches only, which are given by the ids of their figures."""
        return self.kind == OWN and bool(self.matches) and all(match in deleted for match in self.matches)


@dataclass(frozen=True, slots=True)
class Day:
    """The answers of one day; ``fresh`` of them were to positions never asked before, ``lost`` is in EMG.

    ``page``: where they were given; each page loaded has a name of its own. So when two pages count at the
    same time, nothing is counted twice or lost.
    """

    day: int
    asked: int = 0
    right: int = 0
    fresh: int = 0
    lost: float = 0.0
    page: str = ""


@dataclass(frozen=True, slots=True)
class Deck:
    """All cards, and the days with answers, in order: one entry for each page, of earlier days only one."""

    cards: tuple[Card, ...] = ()
    days: tuple[Day, ...] = ()

    def card(self, name: str) -> Card | None:
        """Return a card by its id."""
        return next((card for card in self.cards if card.id == name), None)

    def day(self, number: int) -> Day:
        """Return the answers of a day, summed over all pages whose entries are kept."""
        found = [day for day in self.days if day.day == number]
        return Day(
            number,
            sum(day.asked for day in found),
            sum(day.right for day in found),
            sum(day.fresh for day in found),
            sum(day.lost for day in found),
        )

    def day_on(self, page: str, number: int) -> Day:
        """Return the answers of a day that were given on one page; without any, all counts are 0."""
        known = (day for day in self.days if (day.day, day.page) == (number, page))
        return next(known, Day(number, page=page))

    def with_cards(self, *cards: Card) -> "Deck":
        """Return the deck with cards added, or replaced by id; the oldest of too many own cards go."""
        given = {card.id: card for card in cards}
        there = [given.pop(each.id, each) for each in self.cards]
        return replace(self, cards=_kept_cards([*there, *given.values()]))

    def with_day(self, day: Day) -> "Deck":
        """Return the deck with a day's answers added, or replaced for the same day and page."""
        days = [day, *(each for each in self.days if (each.day, each.page) != (day.day, day.page))]
        return replace(self, days=_kept_days(days))


def dump_deck(deck: Deck) -> str:
    """Write a deck."""
    data = {"format": QUIZ, "version": VERSION, **CODEC.data(deck)}
    return json_text(data)


def load_deck(text: str) -> Deck:
    """Read a deck, the inverse of dump_deck; raise StorageError."""
    deck = CODEC.value(Deck, open_versioned_record(text, QUIZ, VERSION, LONGEST))
    for card in deck.cards:
        numbers = card.box, card.due, card.day, card.asked, card.toggles
        if not card.id or not _possible(*numbers) or card.right > card.asked:
            raise StorageError(f"no card of the quiz: {card!r:.200}")
    for day in deck.days:
        if not _possible(day.day, day.asked, day.right, day.fresh) or day.right > day.asked:
            raise StorageError(f"no day of the quiz: {day!r:.200}")
    return deck


def _possible(*numbers: int) -> bool:
    return all(0 <= number < _LARGEST for number in numbers)


def merge(mine: Deck, more: Deck) -> Deck:
    """Merge two decks; order and repetition make no difference.

    Of two cards with the same id the one answered last is kept, but the higher number of toggles and the
    matches of both; of two entries for the same day and page the one with more answers. If there are too many
    own cards, those untouched for longest are dropped.
    """
    cards: dict[str, Card] = {}
    for card in (*mine.cards, *more.cards):
        known = cards.get(card.id, card)
        latest = max(known, card, key=_recency).with_matches(*known.matches, *card.matches)
        cards[card.id] = replace(latest, toggles=max(known.toggles, card.toggles))
    days: dict[tuple[int, str], Day] = {}
    for day in (*mine.days, *more.days):
        name = day.day, day.page
        days[name] = max(days.get(name, day), day, key=_fullness)
    touched = sorted(cards.values(), key=lambda card: (card.day or card.due, card.id))
    return Deck(_kept_cards(touched), _kept_days(days.values()))


def _kept_cards(cards: Sequence[Card]) -> tuple[Card, ...]:
    """Return the cards without the first of too many of the user's own."""
    own = ([card.id for card in cards if card.kind == kind] for kind in (OWN, SAVED))
    gone = {name for names in own for name in names[: max(0, len(names) - MOST_OWN)]}
    return tuple(card for card in cards if card.id not in gone)


def _kept_days(days: Iterable[Day]) -> tuple[Day, ...]:
    """Return the entries to keep, in order; which ones does not depend on the order of merging."""
    by_day: dict[int, list[Day]] = {}
    for each in days:
        by_day.setdefault(each.day, []).append(each)
    numbers = sorted(by_day)[-MOST_DAYS:]
    earlier = [max(by_day[number], key=_fullness) for number in numbers[:-RECENT_DAYS]]
    recent = [each for number in numbers[-RECENT_DAYS:] for each in by_day[number]]
    return *earlier, *sorted(recent, key=lambda each: (each.day, each.page))


def _fullness(day: Day) -> tuple[Any, ...]:
    """Return a sort key for how many answers an entry counts; all its fields break ties."""
    return day.asked, astuple(day)


def _recency(card: Card) -> tuple[Any, ...]:
    """Return a sort key for how recently a card was answered; all its fields break ties."""
    return card.day, card.asked, astuple(card)
