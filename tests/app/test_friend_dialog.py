"""The dialog of a match against a friend: what it shows, and when it gives way to the board."""

import pytest
from app.fake import ENGLISH
from app.friends import FORM, connect, disconnect, new_device, settle, start_friend_match

from backgammon.features.speech.status_text import text
from backgammon.friend.news import Kind, Passed, Unreached
from backgammon.state.events import Command, FriendNews, Submitted, TextReceived
from backgammon.state.friend import Sheet
from backgammon.state.model import DialogName


def test_to_offer_the_end_closes_the_dialog() -> None:
    ann, _ = start_friend_match()
    ann.send(Command("friend"))
    assert ann.model.dialog is DialogName.FRIEND
    ann.send(Command("friend-act", "end"))
    assert ann.model.dialog is None


def test_a_text_that_was_passed_on_closes_the_dialog_and_says_so() -> None:
    ann, _ = start_friend_match()
    ann.send(Command("friend"))
    ann.send(FriendNews(Passed()))
    assert (ann.model.dialog, ann.notice_key) == (None, "notice.friend-passed")


def test_a_remark_from_the_list_is_shown_in_the_readers_words() -> None:
    ann, bob = start_friend_match()
    ann.send(Command("friend-act", "say:hello"))
    settle(ann, bob)
    assert bob.model.notice
    assert ENGLISH("friend.remark.hello") in text(ENGLISH, bob.model.notice)


def test_the_code_of_a_text_is_shown_and_hidden_again() -> None:
    ann = new_device("Ann", 1)
    ann.send(Submitted("new-game", FORM))
    shown = []
    for _ in range(3):
        assert ann.model.friend
        shown.append((ann.model.friend.sheet, ann.model.friend.coded))
        ann.send(Command("friend-act", "code"))
    assert shown == [(Sheet.TEXT, False), (Sheet.TEXT, True), (Sheet.TEXT, False)]


@pytest.mark.parametrize(("opened", "left"), [("", None), ("help", DialogName.HELP)])
def test_a_connection_that_comes_at_last_closes_the_text_to_send_and_no_other_dialog(
    opened: str, left: DialogName | None
) -> None:
    ann, bob = start_friend_match()
    disconnect(ann, bob)
    ann.send(Command("friend-act", "call"))
    bob.send(TextReceived(ann.written[Kind.CALL]))
    ann.send(TextReceived(bob.written[Kind.CALL_ANSWER]))
    ann.send(FriendNews(Unreached()))
    assert ann.model.friend
    assert (ann.model.dialog, ann.model.friend.unreached) == (DialogName.FRIEND, True)
    if opened:
        ann.send(Command("close"))
        ann.send(Command(opened))
    connect(ann, bob)
    settle(ann, bob)
    assert ann.model.friend
    assert (ann.model.dialog, ann.model.friend.unreached) == (left, False)
