"""The saved quiz: read back as written, also by a later build; damaged texts are refused."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from backgammon.features.quiz.leitner import count_answer
from backgammon.storage import quiz
from backgammon.storage.errors import StorageError
from backgammon.storage.quiz import (
    LONGEST,
    MOST_DAYS,
    MOST_MATCHES,
    MOST_OWN,
    OWN,
    RECENT_DAYS,
    SAVED,
    Card,
    Day,
    Deck,
    dump_deck,
    load_deck,
    merge,
)

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
    [
        *(("id", ""), ("id", 1), ("box", -1), ("due", "1"), ("asked", 1), ("loss", None), ("day", 10**7)),
        ("toggles", -1),
    ],
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


def test_of_two_decks_the_one_with_the_latest_answer_holds_each_card() -> None:
    more = Deck((Card("abc", OWN, day=20_001, asked=4), Card("ghi")), (Day(20_000, 2), Day(20_001)))
    found = merge(DECK, more)
    assert {card.id: card.asked for card in found.cards} == {"abc": 4, "def": 0, "ghi": 0}
    assert [(day.day, day.asked) for day in found.days] == [(19_999, 5), (20_000, 2), (20_001, 0)]
    assert merge(more, DECK).card("abc") == more.card("abc")


def test_a_card_that_was_taken_out_stays_out_until_it_is_put_back() -> None:
    out = replace(CARD, toggles=1)
    answered = replace(CARD, day=20_001, asked=4)
    again = replace(answered, toggles=2)
    assert [card.is_out for card in (CARD, out, again)] == [False, True, False]
    assert merge(Deck((out,)), Deck((answered,))).cards == (replace(answered, toggles=1),)
    assert merge(Deck((again,)), Deck((out,))).cards == (again,)


def test_an_answer_is_kept_though_another_page_toggled_the_card() -> None:
    put_back = replace(CARD, toggles=2)
    answered = replace(CARD, box=CARD.box + 1, due=20_009, day=20_001, asked=4)
    assert merge(Deck((put_back,)), Deck((answered,))).cards == (replace(answered, toggles=2),)


def test_a_blunder_goes_with_the_last_of_its_matches() -> None:
    (card,) = merge(Deck((CARD.with_matches("a"),)), Deck((CARD.with_matches("b"),))).cards
    assert [card.is_of_deleted(gone) for gone in (["a"], ["b"], ["a", "b"])] == [False, False, True]
    assert not CARD.is_of_deleted(["a"]), "an earlier build did not store of what match it is"
    for kept in (card.with_matches(""), replace(card, kind=SAVED)):
        assert not kept.is_of_deleted(["a", "b"])
    many = card.with_matches(*map(str, range(99)))
    assert len(many.matches) == MOST_MATCHES


def test_neither_cards_nor_days_grow_without_end() -> None:
    deck = Deck()
    for number in range(MOST_OWN + 5):
        deck = deck.with_cards(Card(str(number)))
        deck = deck.with_cards(Card(f"saved-{number}", SAVED))
    deck = deck.with_cards(Card("cube", "cube"))
    assert [deck.card(name) for name in ("4", "saved-4")] == [None, None]
    assert all(deck.card(name) for name in ("5", "saved-5"))
    assert len(deck.cards) == 2 * MOST_OWN + 1
    deck = replace(deck, days=tuple(map(Day, range(MOST_DAYS))))
    for number in range(MOST_DAYS, MOST_DAYS + 5):
        deck = deck.with_day(Day(number))
    assert [day.day for day in deck.days] == [*range(5, MOST_DAYS + 5)]


def test_many_pages_on_each_day_push_no_earlier_day_out() -> None:
    numbers = range(20_000, 20_005 + MOST_DAYS)
    given = [Day(number, 1 + (page == "c"), page=page) for number in numbers for page in "abcd"]
    deck = Deck(days=tuple(given[:-1])).with_day(given[-1])
    assert {day.day for day in deck.days} == {*range(20_005, 20_005 + MOST_DAYS)}
    assert len(deck.days) == MOST_DAYS + 3 * RECENT_DAYS
    assert (deck.day(20_005).asked, deck.day(20_004 + MOST_DAYS).asked) == (2, 5)
    assert len(dump_deck(deck)) < LONGEST / 2
    half = Deck(days=deck.days[: MOST_DAYS // 2])
    assert merge(deck, half) == merge(half, deck) == deck


DAYS = st.builds(
    Day,
    st.integers(20_000, 20_003),
    st.integers(0, 3),
    page=st.sampled_from(["", "a", "b"]),
    lost=st.sampled_from([0.0, 0.5]),
)
CARDS = st.builds(
    Card,
    st.sampled_from("abcd"),
    st.sampled_from([OWN, SAVED, "cube"]),
    box=st.integers(0, 2),
    due=st.integers(20_000, 20_003),
    day=st.sampled_from([0, 20_000, 20_001]),
    asked=st.integers(0, 3),
    toggles=st.integers(0, 2),
    matches=st.lists(st.sampled_from(["", "m", "n", "o"])).map(lambda names: tuple(sorted(set(names)))),
)
DECKS = st.builds(Deck, st.lists(CARDS, max_size=5).map(tuple), st.lists(DAYS, max_size=5).map(tuple))


@pytest.mark.parametrize("recent", [2, RECENT_DAYS])
@given(DECKS, DECKS, DECKS)
def test_decks_are_put_together_in_any_order_and_any_number_of_times(
    recent: int, a: Deck, b: Deck, c: Deck
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(quiz, "RECENT_DAYS", recent)
        patch.setattr(quiz, "MOST_MATCHES", 3)
        both = merge(a, b)
        assert both == merge(b, a)
        assert merge(both, a) == merge(both, both) == both
        assert merge(both, c) == merge(a, merge(b, c))
    assert {card.id for card in both.cards} == {card.id for card in (*a.cards, *b.cards)}
    assert {day.day for day in both.days} == {day.day for day in (*a.days, *b.days)}


def test_the_answers_of_two_pages_on_one_day_are_added_up() -> None:
    deck = Deck(days=(Day(20_000, 2, 1),))
    first = count_answer(deck, Card("a", loss=0.25), 20_000, "first")
    second = count_answer(
        count_answer(deck, Card("b"), 20_000, "second"), Card("c", loss=0.5), 20_000, "second"
    )
    day = merge(first, second).day(20_000)
    assert (day.asked, day.right, day.fresh, day.lost) == (5, 2, 3, 0.75)
