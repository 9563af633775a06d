"""The answer to an invitation: it may be lost before it is sent, opened twice, or opened by its writer."""

import pytest
from app.friends import FORM, Device, check_agreement, connect, new_device, settle
from view.models import SAY, attribute, nodes, texts

from backgammon.friend.news import Kind
from backgammon.friend.stages import Stage
from backgammon.state.events import Command, Submitted, TextReceived
from backgammon.state.friend import Sheet
from backgammon.view.dialogs.registry import dialog
from backgammon.view.page import page

MESSAGE = (*FORM[:-1], ("way", "message"))
ACCEPT = Submitted("friend", (("accept", "yes"), ("name", "Bob")))


def accept_invitation(form: tuple[tuple[str, str], ...]) -> tuple[Device, Device]:
    """Return two pages, of which the second has accepted the invitation of the first and sent nothing yet."""
    ann, bob = new_device("Ann", 1), new_device("Bob", 2)
    ann.send(Submitted("new-game", form))
    bob.send(TextReceived(ann.written[Kind.INVITATION]))
    bob.send(ACCEPT)
    settle(ann, bob)
    return ann, bob


def stage(device: Device) -> Stage | None:
    """Return the stage of the match on the board."""
    friend = device.model.friend
    return friend.state.stage if friend and friend.state else None


@pytest.mark.parametrize("way", ["line", "dialog", "invitation"])
def test_an_answer_that_was_never_sent_is_shown_again_after_a_reload(way: str) -> None:
    ann, bob = accept_invitation(MESSAGE)
    answer = bob.written[Kind.ANSWER]
    bob.send(Command("close"))
    bob = bob.restart()
    settle(ann, bob)
    assert stage(bob) is Stage.JOINING
    assert Kind.ANSWER not in bob.written
    if way == "invitation":
        bob.send(TextReceived(ann.written[Kind.INVITATION]))
    else:
        bob.send(Command("friend")) if way == "dialog" else None
        drawn = dialog(bob.model, SAY) if way == "dialog" else page(bob.model, SAY)
        assert drawn
        assert SAY("dialog.friend.text.answer.message") in texts(drawn)
        assert "answer" in [attribute(each, "data-value") for each in nodes(drawn)]
        bob.send(Command("friend-act", "answer"))
    assert bob.model.friend
    assert (bob.model.friend.sheet, bob.model.friend.live) == (Sheet.TEXT, False)
    assert bob.written[Kind.ANSWER] == answer
    ann.send(TextReceived(answer))
    settle(ann, bob)
    assert stage(ann) is Stage.PLAYING


def test_a_live_invitation_is_answered_again_by_a_page_that_was_closed() -> None:
    ann, bob = accept_invitation(FORM)
    bob = bob.restart()
    bob.send(TextReceived(ann.written[Kind.INVITATION]))
    assert bob.model.friend
    assert (bob.model.friend.kind, bob.model.friend.live) == (Kind.ANSWER, True)
    ann.send(TextReceived(bob.written[Kind.ANSWER]))
    connect(ann, bob)
    settle(ann, bob)
    check_agreement(ann, bob)


def test_a_live_invitation_that_is_opened_again_shows_the_answer_and_dials_no_second_time() -> None:
    ann, bob = accept_invitation(FORM)
    answer, dialled = bob.written.pop(Kind.ANSWER), bob.dialled
    bob.send(Command("close"))
    assert bob.desk.waits_for(ann.written[Kind.INVITATION])
    bob.send(TextReceived(ann.written[Kind.INVITATION]))
    assert (bob.written[Kind.ANSWER], bob.dialled) == (answer, dialled)


def test_an_answer_is_sent_again_no_more_once_the_host_has_written() -> None:
    ann, bob = accept_invitation(FORM)
    ann.send(TextReceived(bob.written[Kind.ANSWER]))
    connect(ann, bob)
    settle(ann, bob)
    bob.send(TextReceived(ann.written[Kind.INVITATION]))
    assert bob.notice_key == "friend.text.nothing-new"


def test_an_answer_that_is_opened_twice_or_by_its_writer_is_called_what_it_is() -> None:
    ann, bob = accept_invitation(MESSAGE)
    bob.send(TextReceived(bob.written[Kind.ANSWER]))
    assert bob.notice_key == "friend.text.own"
    for _ in range(2):
        ann.send(TextReceived(bob.written[Kind.ANSWER]))
    assert ann.notice_key == "friend.text.nothing-new"
    assert stage(ann) is Stage.PLAYING
