"""What comes late, twice or from another page changes nothing that is settled."""

from app.friends import Device, check_agreement, connect, disconnect, player_event, receive, settle
from app.test_friend_left import start_live_match
from app.test_friend_rematch import LIVE, after_match, friend_of, match_ids, play_on, resign, stage

from backgammon.app.commands import actions
from backgammon.friend.agreement import decline
from backgammon.friend.match import FriendMatch
from backgammon.friend.news import Kind
from backgammon.friend.stages import Stage
from backgammon.friend.wire import Rematch, format_message
from backgammon.state.events import Command, Submitted, TextReceived


def send_rematch(sender: Device, receiver: Device, text: str) -> None:
    """Send the text of a rematch over the link of the match on the sender's board."""
    match = sender.desk._active.match
    receive(receiver, format_message(Rematch(text), match._common.key, match._kept.side).encode())


def test_another_page_that_stores_a_live_match_does_not_take_it_off_the_board() -> None:
    """That page's text is behind: the match goes on here, and is soon stored again."""
    ann, bob = start_live_match()
    ((id, text),) = ann.kept.items()
    ann.carry_out(ann.desk.refresh({id: text + " "}))
    for _ in range(12):
        each, event = next((each, event) for each in (ann, bob) if (event := player_event(each)))
        each.send(event)
        settle(ann, bob)
    check_agreement(ann, bob)
    disconnect(ann, bob)
    ann.carry_out(ann.desk.refresh({id: text + "  "}))
    assert ann.desk._active._board is None


def test_a_refusal_of_another_invitation_leaves_the_friend_s_offer() -> None:
    ann, bob = after_match()
    ann.send(Command("rematch"))
    settle(ann, bob)
    other, _ = FriendMatch.host(ann.desk._active.match.rematch_terms(by_us=True), "Ann", bytes(32))
    send_rematch(ann, bob, decline(other.proposed))
    assert actions(bob.model)[:2] == ("rematch", "rematch-no")
    before = match_ids(ann, bob)
    bob.send(Command("rematch"))
    play_on(ann, bob, before)


def test_an_invitation_to_a_rematch_that_is_over_begins_nothing_when_it_comes_again() -> None:
    ann, bob = after_match()
    ann.send(Command("rematch"))
    ann.send(Command("friend-act", "list"))
    first = friend_of(ann).matches[0].id
    ann.send(Command("friend-act", f"open:{first}"))
    invitation = ann.written[Kind.INVITATION]
    ann.send(Command("close"))
    settle(ann, bob)
    bob.send(Command("rematch"))
    settle(ann, bob)
    resign(ann, bob)
    bob.outbox.clear()
    send_rematch(ann, bob, invitation)
    assert not bob.outbox
    assert actions(bob.model)[:1] == ("rematch",)
    assert stage(bob) is Stage.OVER


def test_an_invitation_that_waits_is_no_rematch_of_a_match_with_other_terms() -> None:
    """Ann has asked Bob for a rematch, plays him with the other colour first, and asks for one of that."""
    ann, bob = after_match()
    disconnect(ann, bob)
    ann.send(Command("rematch"))
    waiting = ann.written[Kind.INVITATION]
    other = tuple(("white", "0") if name == "white" else (name, value) for name, value in LIVE)
    ann.send(Submitted("new-game", other))
    bob.send(TextReceived(ann.written[Kind.INVITATION]))
    bob.send(Submitted("friend", (("accept", "yes"), ("name", "Bob"))))
    ann.send(TextReceived(bob.written[Kind.ANSWER]))
    connect(ann, bob)
    resign(ann, bob)
    disconnect(ann, bob)
    ann = ann.restart()
    settle(ann, bob)
    ann.send(Command("rematch"))
    assert ann.written[Kind.INVITATION] != waiting
    bob.send(TextReceived(ann.written[Kind.INVITATION]))
    invited = friend_of(bob).invited
    assert invited
    assert invited.terms.white == 0
