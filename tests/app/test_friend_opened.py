"""A link in the chat serves as a bookmark: opened again, it brings its match to the board."""

import pytest
from app.friends import (
    FORM,
    Device,
    exchange,
    new_device,
    play_to_letter,
    settle,
    start_friend_match,
    start_match_by_message,
    write_letters,
)
from app.test_friend_left import LIVE, begin, start_live_match

from backgammon.friend.news import Kind
from backgammon.friend.orders import PassOn
from backgammon.friend.requests import TakeText
from backgammon.state.events import Command, Submitted, TextReceived
from backgammon.state.friend import Sheet
from backgammon.state.model import Computer, DialogName, Remote

AGAIN, OWN = "friend.text.nothing-new", "friend.text.own"


def start_by_message() -> tuple[Device, Device]:
    """Return two pages in the middle of a match by message, where both have sent letters."""
    ann, bob = start_match_by_message(5)
    write_letters(ann, bob, 4)
    return ann, bob


def is_on_board(page: Device) -> bool:
    """Whether a match against the friend is on the board, and nothing else is viewed."""
    return isinstance(page.model.game.setup.seats[1], Remote) and not page.model.looking


@pytest.mark.parametrize(
    ("reader", "writer", "kind", "key"),
    [
        (1, 0, Kind.INVITATION, AGAIN),
        (0, 0, Kind.INVITATION, OWN),
        (0, 1, Kind.ANSWER, AGAIN),
        (1, 1, Kind.ANSWER, OWN),
        (1, 0, Kind.LETTER, AGAIN),
        (0, 0, Kind.LETTER, OWN),
    ],
)
def test_an_old_link_opens_its_match(reader: int, writer: int, kind: Kind, key: str) -> None:
    pages = start_by_message()
    page, log = pages[reader], pages[reader].model.game_in_play.log
    begin(page)
    page.send(Command("new-game"))
    page.send(TextReceived(pages[writer].written[kind]))
    settle(*pages)
    assert is_on_board(page)
    assert (page.model.game.log, page.model.dialog) == (log, None)
    assert page.notice_key == key


def test_a_private_copy_that_is_opened_again_opens_its_match() -> None:
    ann, bob = start_by_message()
    ann.send(Command("friend-act", "own-copy"))
    begin(ann)
    ann.send(TextReceived(ann.written[Kind.OWN_COPY]))
    settle(ann, bob)
    assert is_on_board(ann)


def test_an_invitation_that_its_writer_opens_is_shown_until_it_is_answered() -> None:
    ann = new_device("Ann", 1)
    ann.send(Submitted("new-game", (*FORM[:-1], ("way", "message"))))
    ann.send(Command("close"))
    ann.send(TextReceived(ann.written[Kind.INVITATION]))
    assert ann.model.friend
    assert (ann.model.dialog, ann.model.friend.sheet) == (DialogName.FRIEND, Sheet.TEXT)


def test_an_old_link_changes_nothing_where_a_running_match_would_be_lost() -> None:
    ann, bob = start_by_message()
    begin(ann)
    ann.play_on(12)
    ann.send(Command("explore"))
    ann.send(Submitted("play-here", (("opponent", "human"),)))
    ann.play_on(12)
    before = ann.model.game_in_play
    assert before.log
    assert ann.model.shelf
    ann.send(TextReceived(bob.written[Kind.LETTER]))
    assert isinstance(ann.model.shelf.setup.seats[1], Computer)
    assert (ann.model.game_in_play, ann.notice_key) == (before, AGAIN)


@pytest.mark.parametrize("way", ["old link", "list"])
def test_what_is_viewed_gives_way_to_a_match_that_is_opened(way: str) -> None:
    ann, bob = start_by_message()
    ((id, _),) = ann.kept.items()
    ann.send(Command("explore"))
    assert ann.model.looking
    if way == "old link":
        ann.send(TextReceived(bob.written[Kind.LETTER]))
    else:
        ann.send(Command("new-game"))
        ann.send(Command("friend-act", f"open:{id}"))
    settle(ann, bob)
    assert is_on_board(ann)


def test_what_is_viewed_gives_way_to_a_new_message() -> None:
    one, two = play_to_letter(*start_by_message())
    two.send(Command("explore"))
    assert two.model.looking
    assert exchange(one, two)
    settle(one, two)
    assert is_on_board(two)


def test_a_live_match_stays_in_the_page_that_plays_it() -> None:
    """The other page offers the link to it, and opens the match only if it is not taken."""
    ann, bob = start_live_match()
    link, other = ann.written[Kind.INVITATION], new_device("Bob", 9)
    other.kept.update(bob.kept)
    other.carry_out(other.desk.refresh(other.kept))
    assert other.desk.take(TakeText(link), 0) == [PassOn(link)]
    assert bob.desk.waits_for(link)
    ann.send(Submitted("new-game", LIVE))
    assert not bob.desk.waits_for(ann.written[Kind.INVITATION])
    assert not new_device("Bob", 9).desk.waits_for(link)
    other.send(TextReceived(link))
    assert is_on_board(other)


def test_an_invitation_that_was_declined_is_not_to_be_sent_again() -> None:
    ann, bob = new_device("Ann", 1), new_device("Bob", 2)
    ann.send(Submitted("new-game", LIVE))
    bob.send(TextReceived(ann.written[Kind.INVITATION]))
    bob.send(Command("friend-act", "decline"))
    ann.send(TextReceived(bob.written[Kind.DECLINE]))
    ((id, _),) = ann.kept.items()
    ann.send(Command("friend-act", f"open:{id}"))
    assert (ann.model.dialog, ann.notice_key) == (None, "friend.text.declined")


def test_a_live_match_that_is_on_the_board_is_not_disturbed_by_its_old_link() -> None:
    ann, bob = start_friend_match()
    before = ann.model.game_in_play
    ann.send(TextReceived(bob.written[Kind.ANSWER]))
    settle(ann, bob)
    assert (ann.model.game_in_play, ann.open, ann.notice_key) == (before, ann.dialled, AGAIN)
