"""The desk of one page among several: what belongs to another page is passed on, what is stale refused."""

import random

from friend.pair import ANSWER, OFFER

from backgammon.core.actions import Resigned
from backgammon.friend.desk import Desk
from backgammon.friend.news import Declined, Kind, Opened, Problem, StateChanged, Unreached, Written
from backgammon.friend.orders import Dial, HangUp, Keep, Order, PassOn, Tell
from backgammon.friend.requests import (
    Accept,
    Decide,
    Decline,
    Invite,
    Request,
    TakeText,
    WriteOwnCopy,
)
from backgammon.friend.terms import Terms
from backgammon.friend.texts import OwnCopy, format_text


class Page:
    """A page with its desk, which does what is ordered, without a connection."""

    def __init__(self, seed: int, texts: dict[str, str] | None = None) -> None:
        rng = random.Random(seed)
        self.texts = texts if texts is not None else {}
        self.desk = Desk(self.texts, lambda: rng.randbytes(32), lambda: 0)
        self.written: dict[Kind, str] = {}

    def take(self, request: Request) -> list[Order]:
        """Take a request, and return the orders that follow."""
        orders = self.desk.take(request, 0)
        for order in [*orders]:
            if isinstance(order, Dial):
                orders += self.desk.on_description(order.number, ANSWER if order.offer else OFFER, 0)
        for order in orders:
            if isinstance(order, Keep):
                self.texts[order.id] = order.text
            elif isinstance(order, Tell) and isinstance(order.news, Written):
                self.written[order.news.kind] = order.news.text
        return orders


def two_pages(live: bool) -> tuple[Page, Page]:
    """Return two pages, of which the first has invited and the second has read it."""
    ann, bob = Page(4), Page(2)
    ann.take(Invite(Terms(), "Ann", live))
    bob.take(TakeText(ann.written[Kind.INVITATION]))
    return ann, bob


def match_by_message() -> tuple[Page, Page]:
    """Return two pages that have agreed on a match."""
    ann, bob = two_pages(live=False)
    bob.take(Accept("Bob"))
    ann.take(TakeText(bob.written[Kind.ANSWER]))
    return ann, bob


def test_only_the_page_whose_connection_waits_answers_an_invitation_again() -> None:
    for live in (True, False):
        ann, bob = two_pages(live)
        bob.take(Accept("Bob"))
        again = TakeText(ann.written[Kind.INVITATION])
        assert PassOn(again.text) not in bob.take(again)
        other = Page(3, bob.texts)
        assert (other.take(again) == [PassOn(again.text)]) is live
        assert other.take(TakeText(again.text, alone=True)) != [PassOn(again.text)]


def test_one_s_own_invitation_is_known_to_the_page_whose_connection_waits() -> None:
    ann, _ = two_pages(live=True)
    own = TakeText(ann.written[Kind.INVITATION])
    (id,) = ann.texts
    assert ann.take(own) == [Tell(Opened(id, "friend.text.own"))]
    assert Page(3, ann.texts).take(own) == [PassOn(own.text)]


def test_a_refusal_is_passed_on_where_no_connection_waits_for_it() -> None:
    ann, bob = two_pages(live=False)
    bob.take(Decline())
    text = bob.written[Kind.DECLINE]
    assert ann.take(TakeText(text)) == [PassOn(text)]
    assert Tell(Declined()) in ann.take(TakeText(text, alone=True))


def test_a_decision_about_an_earlier_state_is_refused() -> None:
    ann, _ = match_by_message()
    before = dict(ann.texts)
    (told,) = ann.take(Decide(0, Resigned(1)))
    assert isinstance(told, Tell)
    assert isinstance(told.news, StateChanged)
    assert told.news.refused
    assert ann.texts == before
    ann.take(Decide(1, Resigned(1)))
    assert ann.texts != before, "that of now is not: after the opening roll it is her turn"


def test_a_copy_that_brings_nothing_is_told_so_and_none_is_made_before_the_match_begins() -> None:
    waiting, _ = two_pages(live=False)
    (stored,) = waiting.texts.values()
    (told,) = waiting.take(TakeText(format_text(OwnCopy(stored)), alone=True))
    assert isinstance(told, Tell)
    assert isinstance(told.news, Problem)
    ann, _ = match_by_message()
    ann.take(WriteOwnCopy())
    (id,) = ann.texts
    again = ann.take(TakeText(ann.written[Kind.OWN_COPY], alone=True))
    assert again == [Tell(Opened(id, "friend.text.nothing-new"))]


def test_a_connection_whose_description_fits_into_no_text_is_given_up() -> None:
    desk = Page(1).desk
    (number,) = [
        order.number for order in desk.take(Invite(Terms(), "Ann", live=True), 0) if isinstance(order, Dial)
    ]
    orders = desk.on_description(number, OFFER.replace("sha-256", "sha-512"), 0)
    assert Tell(Unreached()) in orders
    assert HangUp(number) in orders
