"""The quiz as it is kept: read as it was written, also by a later build; what is damaged is refused."""

import json

import pytest

from backgammon.storage.errors import StorageError
from backgammon.storage.quiz import MOST_DAYS, MOST_OWN, OWN, Card, Day, Deck, dump_deck, load_deck, merged

CARD = Card("abc", OWN, "1.xyz", 2, 20_004, 20_000, 3, 2, 0.125)
DECK = Deck((CARD, Card("def", "cube")), (Day(19_999, 5, 4, 5, 0.2), Day(20_000, 1)))
FIRST_VERSION = """{"format": "triktrakk-quiz", "version": 1,
    "cards": [{"id": "abc", "kind": "cube", "box": 1, "due": 20001, "asked": 1, "right": 1}],
    "days": [{"day": 20000, "asked": 1, "right": 1}]}"""


def test_a_deck_is_read_as_it_was_written() -> None:
    assert load_deck(dump_deck(DECK)) == DECK


def test_what_lacks_the_fields_of_later_builds_is_read() -> None:
    deck = load_deck(FIRST_VERSION)
    assert deck.cards == (Card("abc", "cube", "", 1, 20_001, 0, 1, 1),)
    assert deck.days == (Day(20_000, 1, 1),)
    assert load_deck('{"format": "triktrakk-quiz", "version": 1}') == Deck()


@pytest.mark.parametrize(
    ("name", "value"),
    [("id", ""), ("id", 1), ("box", -1), ("due", "1"), ("asked", 1), ("loss", None), ("day", 10**7)],
)
def test_damaged_cards_are_refused(name: str, value: object) -> None:
    data = json.loads(dump_deck(DECK))
    data["cards"][0][name] = value
    with pytest.raises(StorageError):
        load_deck(json.dumps(data))


@pytest.mark.parametrize("text", ["", "[]", '{"format": "triktrakk-quiz", "version": 2}', '{"version": 1}'])
def test_what_is_no_deck_is_refused(text: str) -> None:
    with pytest.raises(StorageError):
        load_deck(text)


def test_days_that_cannot_be_are_refused() -> None:
    with pytest.raises(StorageError):
        load_deck(dump_deck(Deck(days=(Day(20_000, 1, 2),))))


def test_of_two_decks_the_one_with_more_answers_holds_each_card() -> None:
    more = Deck((Card("abc", OWN, asked=4), Card("ghi")), (Day(20_000, 2), Day(20_001)))
    found = merged(DECK, more)
    assert {card.id: card.asked for card in found.cards} == {"abc": 4, "def": 0, "ghi": 0}
    assert [(day.day, day.asked) for day in found.days] == [(19_999, 5), (20_000, 2), (20_001, 0)]
    assert merged(more, DECK).card("abc") == more.card("abc")


def test_neither_cards_nor_days_grow_without_end() -> None:
    deck = Deck()
    for number in range(MOST_OWN + 5):
        deck = deck.with_card(Card(str(number)))
    deck = deck.with_card(Card("cube", "cube"))
    assert deck.card("4") is None
    assert deck.card("5")
    assert len(deck.cards) == MOST_OWN + 1
    for number in range(MOST_DAYS + 5):
        deck = deck.with_day(Day(number))
    assert len(deck.days) == MOST_DAYS
