"""Spaced repetition: boxes, days, and what is due."""

from backgammon.features.quiz.leitner import FRESH, INTERVALS, count_answer, due, grade_answer, next_day
from backgammon.storage.quiz import OWN, Card, Deck

SHIPPED = tuple(f"s{number}" for number in range(30))


def test_right_answers_come_again_ever_later() -> None:
    card, today, waits = Card("a"), 100, []
    for _ in range(8):
        card = grade_answer(card, 0.0, today)
        waits.append(card.due - today)
        today = card.due
    assert waits == [*INTERVALS[1:], INTERVALS[-1], INTERVALS[-1]]
    assert (card.asked, card.right) == (8, 8)


def test_an_error_comes_again_tomorrow_and_a_doubtful_answer_after_the_same_time() -> None:
    known = Card("a", box=3, due=50, asked=5, right=4)
    doubtful, error = grade_answer(known, 0.03, 50), grade_answer(known, 0.05, 50)
    assert (doubtful.box, doubtful.due, doubtful.right) == (3, 58, 4)
    assert (error.box, error.due, error.right, error.loss) == (0, 51, 4, 0.05)


def test_what_is_asked_before_it_is_due_moves_down_but_never_up() -> None:
    known = Card("a", box=2, due=60, asked=3, right=3)
    good, bad = grade_answer(known, 0.0, 50), grade_answer(known, 0.2, 50)
    assert (good.box, good.due, good.asked, good.right, good.day) == (2, 60, 4, 4, 50)
    doubtful = grade_answer(known, 0.03, 58)
    assert (doubtful.box, doubtful.due, doubtful.right) == (2, 60, 3), "it comes no later for that"
    assert (bad.box, bad.due) == (0, 51)


def test_what_waits_longest_comes_first_and_then_some_fresh_ones() -> None:
    deck = Deck((Card("x", OWN, due=10), Card("y", OWN, due=9), Card("s1", "cube", due=11)))
    assert due(deck, 10, SHIPPED) == ("y", "x", "s0", *SHIPPED[2 : FRESH + 1])
    assert due(deck, 11, SHIPPED)[:3] == ("y", "x", "s1")


def test_fresh_ones_are_counted_by_day_and_own_ones_are_none_of_them() -> None:
    deck = Deck((Card("x", OWN, due=10),))
    for name in ("x", "s0", "s1"):
        deck = count_answer(deck, grade_answer(deck.card(name) or Card(name, "cube"), 0.1, 10), 10)
    assert (deck.day(10).asked, deck.day(10).right, deck.day(10).fresh) == (3, 0, 2)
    assert due(deck, 10, SHIPPED) == SHIPPED[2:FRESH]
    assert due(deck, 11, SHIPPED) == ("x", "s0", "s1", *SHIPPED[2 : FRESH + 2])


def test_what_a_wrong_clock_has_put_off_for_a_year_is_due() -> None:
    card = grade_answer(Card("a", box=2), 0.0, 10 + 365)
    assert due(Deck((card,)), 10, ()) == ("a",)
    assert next_day(Deck((card,)), 10, ()) is None
    assert grade_answer(card, 0.0, 10).due == 10 + INTERVALS[4]
    longest = grade_answer(Card("b", box=5), 0.0, 11)
    assert due(Deck((longest,)), 10, ()) == (), "it was answered yesterday, where it is tomorrow already"


def test_the_next_day_is_told() -> None:
    deck = Deck(tuple(Card(name, "cube", due=20) for name in SHIPPED))
    assert next_day(deck, 10, SHIPPED) == 20
    assert next_day(deck, 30, SHIPPED) is None
    assert next_day(Deck(), 10, SHIPPED) == 11
