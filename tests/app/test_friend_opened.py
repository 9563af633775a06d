"""A link in the chat serves as a bookmark: opened again, it brings its match to the board."""

import pytest
from app.friends import (
    FORM,
    Device,
    check_agreement,
    disconnect,
    exchange,
    new_device,
    play_to_letter,
    reconnect,
    settle,
    start_friend_match,
    start_match_by_message,
    write_letters,
)
from app.test_friend_left import LIVE, begin, start_live_match
from app.test_friend_rematch import after_match
from view.models import SAY, texts

from backgammon.friend.news import Kind, RematchState
from backgammon.friend.orders import PassOn
from backgammon.friend.requests import TakeText
from backgammon.state.events import Command, Submitted, TextReceived
from backgammon.state.friend import Sheet
from backgammon.state.model import Computer, DialogName, Remote
from backgammon.view.page import page

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


def test_a_link_in_the_import_form_is_followed() -> None:
    ann, bob = new_device("Ann", 1), new_device("Bob", 2)
    ann.send(Submitted("new-game", (*FORM[:-1], ("way", "message"))))
    bob.send(Command("files"))
    said = f"Let us play: https://example.org/{ann.written[Kind.INVITATION]}"
    bob.send(Submitted("import", (("text", said), ("analyse", "on"))))
    assert bob.model.friend
    assert (bob.model.dialog, bob.model.friend.sheet) == (DialogName.FRIEND, Sheet.INVITED)
    assert bob.model.notice is None


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


def decline(link: str) -> Device:
    """Return a page that has declined an invitation."""
    bob = new_device("Bob", 2)
    bob.send(TextReceived(link))
    assert bob.model.friend
    assert bob.model.friend.invited
    assert not bob.model.friend.invited.declined
    bob.send(Command("friend-act", "decline"))
    bob.send(Command("close"))
    return bob


@pytest.mark.parametrize("way", ["link", "list"])
def test_an_invitation_declined_here_says_so_and_can_be_accepted_until_the_friend_knows(way: str) -> None:
    for is_known in (False, True):
        ann = new_device("Ann", 1)
        ann.send(Submitted("new-game", (*FORM[:-1], ("way", "message"))))
        bob = decline(ann.written[Kind.INVITATION]).restart()
        ((id, _),) = bob.kept.items()
        if is_known:
            ann.send(TextReceived(decline_again(bob, id)))
            ann.send(Command("dismiss-notice"))
        link = TextReceived(ann.written[Kind.INVITATION])
        bob.send(Command("new-game"))
        bob.send(link if way == "link" else Command("friend-act", f"open:{id}"))
        assert bob.model.friend
        assert bob.model.friend.invited
        assert bob.model.friend.invited.declined
        assert SAY("dialog.friend.invited.declined") in texts(page(bob.model, SAY))
        bob.send(Submitted("friend", (("accept", "yes"), ("name", "Bob"))))
        ann.send(TextReceived(bob.written[Kind.ANSWER]))
        settle(ann, bob)
        assert is_on_board(ann) is not is_known
        assert ann.notice_key == ("friend.text.answered" if is_known else "")


def decline_again(bob: Device, id: str) -> str:
    """Return the link that declines once more, from the list of matches."""
    bob.send(Command("new-game"))
    bob.send(Command("friend-act", f"open:{id}"))
    bob.send(Command("friend-act", "decline"))
    bob.send(Command("close"))
    return bob.written[Kind.DECLINE]


def test_a_match_declined_here_and_accepted_on_another_device_comes_here_as_a_copy() -> None:
    ann, tablet = new_device("Ann", 1), new_device("Bob", 77)
    ann.send(Submitted("new-game", (*FORM[:-1], ("way", "message"))))
    bob = decline(ann.written[Kind.INVITATION])
    tablet.send(TextReceived(ann.written[Kind.INVITATION]))
    tablet.send(Submitted("friend", (("accept", "yes"), ("name", "Bob"))))
    ann.send(TextReceived(tablet.written[Kind.ANSWER]))
    write_letters(ann, tablet, 2)
    tablet.send(Command("friend-act", "own-copy"))
    bob.send(TextReceived(tablet.written[Kind.OWN_COPY]))
    assert bob.model.friend
    assert bob.model.friend.sheet is Sheet.COPY, "it asks, as for a match that is not here"
    bob.send(Command("friend-act", "take-copy"))
    assert is_on_board(bob)


def test_a_rematch_declined_by_link_can_still_be_accepted_once_both_are_connected() -> None:
    """The friend's page does not know of the refusal, and asks again."""
    ann, bob = after_match()
    disconnect(ann, bob)
    ann.send(Command("rematch"))
    bob.send(TextReceived(ann.written[Kind.INVITATION]))
    bob.send(Command("friend-act", "decline"))
    bob.send(Command("close"))
    reconnect(ann, bob)
    assert bob.model.friend
    assert bob.model.friend.state
    assert bob.model.friend.state.rematch is RematchState.OFFERED
    bob.send(Command("rematch"))
    settle(ann, bob)
    check_agreement(ann, bob)
    assert bob.model.game_in_play.log
    assert is_on_board(bob)


def test_one_s_own_refusal_opened_here_is_known() -> None:
    ann = new_device("Ann", 1)
    ann.send(Submitted("new-game", (*FORM[:-1], ("way", "message"))))
    bob = decline(ann.written[Kind.INVITATION])
    bob.send(TextReceived(bob.written[Kind.DECLINE]))
    assert bob.model.friend
    assert bob.model.friend.sheet is Sheet.INVITED
    assert bob.notice_key != "friend.text.answered"


def test_a_live_match_that_is_on_the_board_is_not_disturbed_by_its_old_link() -> None:
    ann, bob = start_friend_match()
    before = ann.model.game_in_play
    ann.send(TextReceived(bob.written[Kind.ANSWER]))
    settle(ann, bob)
    assert (ann.model.game_in_play, ann.open, ann.notice_key) == (before, ann.dialled, AGAIN)
