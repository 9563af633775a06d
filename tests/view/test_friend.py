"""The friend's dialog: the actions that a match by message offers, and a live one does not."""

from dataclasses import replace

import pytest
from app.friends import (
    FORM,
    Device,
    disconnect,
    exchange,
    new_device,
    offer_end,
    play_to_letter,
    player_event,
    settle,
    start_friend_match,
    start_match_by_message,
    write_letters,
)
from view.models import FIRST, SAY, attribute, nodes, texts

from backgammon.app.commands import available
from backgammon.core.match import Phase, Played
from backgammon.friend.news import Kind
from backgammon.i18n.catalogue import Name
from backgammon.state.events import Command, Submitted, TextReceived
from backgammon.state.friend import FriendPage, Sheet
from backgammon.state.legal_moves import current_turn
from backgammon.state.model import DialogName
from backgammon.view.node import Node
from backgammon.view.page import page


@pytest.mark.parametrize(("way", "offered"), [("live", set()), ("message", {"keep-cube:on", "own-copy"})])
def test_a_match_by_message_may_rule_out_doubles_and_change_the_device(way: str, offered: set[str]) -> None:
    ann, _ = start_friend_match((("opponent", "remote"), ("length", "3"), ("host", "Ann"), ("way", way)))
    ann.send(Command("friend"))
    acts = {attribute(each, "data-value") for each in nodes(page(ann.model, SAY))}
    assert acts & {"keep-cube:on", "own-copy"} == offered
    assert "list" in acts


def test_doubles_are_not_ruled_out_by_hand_in_a_match_that_has_none() -> None:
    ann, _ = start_friend_match((*FORM[:-1], ("way", "message")))
    ann.send(Command("friend"))
    acts = {attribute(each, "data-value") for each in nodes(page(ann.model, SAY))}
    assert acts & {"keep-cube:on", "own-copy"} == {"own-copy"}


@pytest.mark.parametrize("live", [True, False])
def test_what_a_live_match_needs_is_said_with_its_link(live: bool) -> None:
    friend = FriendPage(sheet=Sheet.TEXT, kind=Kind.INVITATION, text="https://example.org/#a", live=live)
    drawn = page(replace(FIRST, dialog=DialogName.FRIEND, friend=friend), SAY)
    assert (SAY("dialog.friend.near") in texts(drawn)) == live


def test_without_a_match_the_page_says_how_one_is_played_and_a_new_game_comes_first() -> None:
    drawn = page(replace(FIRST, dialog=DialogName.FRIEND), SAY)
    assert SAY("dialog.friend.about") in texts(drawn)
    dialog = next(each for each in nodes(drawn) if each.tag == "dialog")
    first = next(each for each in nodes(dialog) if attribute(each, "class") == "primary")
    assert attribute(first, "data-command") == "new-game"


def test_a_guest_whose_answer_may_not_have_come_can_send_it_but_not_call() -> None:
    ann, bob = new_device("Ann", 1), new_device("Bob", 2)
    ann.send(Submitted("new-game", FORM))
    bob.send(TextReceived(ann.written[Kind.INVITATION]))
    bob.send(Submitted("friend", (("accept", "yes"), ("name", "Bob"))))
    bob = bob.restart()
    bob.send(Command("friend"))
    acts = {attribute(each, "data-value") for each in nodes(page(bob.model, SAY))}
    assert acts & {"answer", "call"} == {"answer"}


def test_a_guest_is_told_to_keep_the_page_open_only_while_its_connection_waits() -> None:
    ann, bob = new_device("Ann", 1), new_device("Bob", 2)
    ann.send(Submitted("new-game", FORM))
    bob.send(TextReceived(ann.written[Kind.INVITATION]))
    bob.send(Submitted("friend", (("accept", "yes"), ("name", "Bob"))))
    bob.send(Command("close"))
    for sheet in (False, True):
        bob.send(Command("friend")) if sheet else None
        assert SAY("dialog.friend.text.answer") in texts(page(bob.model, SAY))
    bob.carry_out(bob.desk.on_closed(bob.dialled, 0))
    assert SAY("dialog.friend.text.answer.message") in texts(page(bob.model, SAY))
    assert SAY("dialog.friend.text.answer") not in texts(page(bob.model, SAY))


def test_who_has_won_a_game_live_is_told_that_the_friend_begins_the_next_one() -> None:
    form = (("opponent", "remote"), ("length", "3"), ("host", "Ann"), ("way", "live"))
    pages = list(start_friend_match(form))
    while "double" not in available(pages[0].model):
        pages.reverse()
        if "double" not in available(pages[0].model) and (event := player_event(pages[0])):
            pages[0].send(event)
        settle(*pages)
    doubler, other = pages
    for device in pages:
        assert SAY("dialog.friend.entry.theirs") not in texts(page(device.model, SAY)), "the game goes on"
    for page_of, command in ((doubler, "double"), (other, "drop")):
        page_of.send(Command(command))
        settle(doubler, other)
    assert "next-game" in available(other.model)
    assert SAY("dialog.friend.entry.theirs") in texts(page(doubler.model, SAY))
    assert SAY("dialog.friend.entry.theirs") not in texts(page(other.model, SAY))


def acts(device: Device) -> set[object]:
    """Return what the buttons about the friend do."""
    return {attribute(each, "data-value") for each in nodes(page(device.model, SAY))}


def test_a_letter_that_only_brings_the_friends_roll_is_not_called_ones_turn() -> None:
    ann, bob = start_match_by_message(5)
    seen = set()
    for _ in range(200):
        settle(ann, bob)
        for one, two in ((ann, bob), (bob, ann)):
            said, waits = texts(page(one.model, SAY)), one.model.game.match
            if SAY("ui.friend.letter.roll") in said:
                assert waits.phase is Phase.TO_PLAY
                assert waits.on_roll == 1
                assert SAY("dialog.friend.write") not in said
                seen.add("roll")
            elif SAY("ui.friend.letter") in said:
                assert SAY("dialog.friend.write") in said
                seen.add("turn")
            if event := player_event(one):
                one.send(event)
            else:
                exchange(one, two)
        if len(seen) == 2:
            return
    raise AssertionError(seen)


def test_who_resigns_is_told_that_the_friend_considers_it() -> None:
    ann, bob = start_friend_match()
    one, two = (ann, bob) if "resign-offer" in available(ann.model) else (bob, ann)
    one.send(Command("resign-offer", "1"))
    settle(one, two)
    name = one.model.game.setup.seats[1].name
    assert SAY("status.considers.resign", name=Name(name)) in texts(page(one.model, SAY))


def test_no_friend_is_said_to_consider_an_offer_that_is_not_sent() -> None:
    one, other = start_match_by_message(5)
    one, other = (one, other) if "resign-offer" in available(one.model) else (other, one)
    one.send(Command("resign-offer", "1"))
    settle(one, other)
    mine, name = (Name(seat.name) for seat in one.model.game.setup.seats)
    offered = SAY("status.resigned-1.they", by=mine, name=name)
    considers = SAY("status.considers.resign", name=name)
    said = texts(page(one.model, SAY))
    assert offered in said
    assert considers not in said
    exchange(one, other)
    said = texts(page(one.model, SAY))
    assert considers in said
    assert offered not in said


def _primary_words(device: Device) -> str:
    """Return the text of the button that sends a letter; it is the page's primary one."""
    drawn = nodes(page(device.model, SAY))
    (primary,) = [each for each in drawn if attribute(each, "class") == "primary"]
    assert attribute(primary, "data-value") == "write"
    return texts(primary)


def test_a_play_to_be_sent_is_called_a_turn_and_a_resignation_is_not() -> None:
    ann, _ = play_to_letter(*start_match_by_message(5))
    assert SAY("ui.friend.letter") in texts(page(ann.model, SAY))
    assert _primary_words(ann) == SAY("dialog.friend.write")
    one, other = start_match_by_message(5)
    one, other = (one, other) if "resign-offer" in available(one.model) else (other, one)
    one.send(Command("resign-offer", "1"))
    settle(one, other)
    assert SAY("ui.friend.letter") not in texts(page(one.model, SAY))
    assert _primary_words(one) == SAY("dialog.friend.say.send")


def test_who_drops_by_message_first_begins_the_next_game_then_sends_both() -> None:
    pages = list(start_match_by_message(5))
    for _ in range(200):
        settle(*pages)
        if "double" in available(pages[0].model):
            break
        if event := player_event(pages[0]):
            pages[0].send(event)
        else:
            exchange(*pages)
            pages.reverse()
    doubler, other = pages
    doubler.send(Command("double"))
    settle(*pages)
    assert _primary_words(doubler) == SAY("dialog.friend.say.send")
    doubler.send(Command("friend-act", "write"))
    assert SAY("dialog.friend.text.letter.roll") in texts(page(doubler.model, SAY))
    assert SAY("dialog.friend.text.letter") not in texts(page(doubler.model, SAY))
    doubler.send(Command("close"))
    other.send(TextReceived(doubler.written[Kind.LETTER]))
    settle(*pages)
    other.send(Command("drop"))
    settle(*pages)
    assert "next-game" in available(other.model)
    assert "write" not in acts(other)
    other.send(Command("next-game"))
    settle(*pages)
    assert "write" in acts(other)
    assert _primary_words(other) == SAY("dialog.friend.say.send")


def test_who_answers_a_double_with_another_is_told_that_the_friend_considers_it() -> None:
    form = (*FORM[:1], ("length", "0"), ("preset", "custom"), *FORM[2:])
    pages = [*start_friend_match((*form, *((name, "on") for name in ("cube", "beavers", "raccoons"))))]
    while "double" not in available(pages[0].model):
        pages.reverse()
        if "double" not in available(pages[0].model) and (event := player_event(pages[0])):
            pages[0].send(event)
        settle(*pages)
    for command in ("double", "beaver", "raccoon"):
        one = pages[0]
        one.send(Command(command))
        settle(*pages)
        key = "status.considers" if command == "double" else f"status.considers.{command}"
        name = Name(one.model.game.setup.seats[1].name)
        assert SAY(key, name=name) in texts(page(one.model, SAY)), command
        pages.reverse()


@pytest.mark.parametrize("seed", range(1, 5))
def test_only_a_letter_with_a_play_is_said_to_hold_the_latest_turn(seed: int) -> None:
    ann, bob = start_match_by_message(seed)
    seen = set()
    for _ in range(12):
        ann, bob = play_to_letter(ann, bob)
        before = len(bob.model.game_in_play.log)
        ann.send(Command("friend-act", "write"))
        drawn = texts(page(ann.model, SAY))
        ann.send(Command("close"))
        bob.send(TextReceived(ann.written[Kind.LETTER]))
        settle(ann, bob)
        new = [*bob.model.game_in_play.log][before:]
        told = SAY("dialog.friend.text.letter") in drawn
        assert told == any(isinstance(action, Played) for action in new), new
        seen.add(told)
        ann, bob = bob, ann
    assert False in seen


def test_what_is_to_be_sent_is_said_while_the_board_still_shows_what_came_before() -> None:
    """A device that was left behind by another one of its player gets several turns at once."""
    ann, bob = start_match_by_message(2)
    write_letters(ann, bob, 2)
    tablet = new_device("Ann", 52)
    ann.send(Command("friend-act", "own-copy"))
    ann.send(Command("close"))
    tablet.send(TextReceived(ann.written[Kind.OWN_COPY]))
    tablet.send(Command("friend-act", "take-copy"))
    write_letters(tablet, bob, 5)
    while event := player_event(bob):
        bob.send(event)
        settle(tablet, bob)
    bob.send(Command("friend-act", "write"))
    ann.send(TextReceived(bob.written[Kind.LETTER]))
    assert ann.model.friend
    assert ann.model.friend.state
    assert ann.model.friend.state.saved.match != ann.model.game.match
    while event := ann.next_event():
        assert SAY("ui.friend.letter.roll") in texts(page(ann.model, SAY))
        ann.send(event)


def test_the_state_of_a_lost_connection_leads_to_a_new_one_at_one_s_own_turn_too() -> None:
    pages = start_friend_match()
    for each in pages:
        assert not _ways_back(each)
    disconnect(*pages)
    for each in (page_of.restart() for page_of in pages):
        settle(each, pages[1])
        (way,) = _ways_back(each)
        assert texts(way) == SAY("ui.friend.closed")
        each.send(Command(str(attribute(way, "data-command"))))
        assert "call" in {attribute(found, "data-value") for found in nodes(page(each.model, SAY))}


def _ways_back(device: Device) -> list[Node]:
    """Return the buttons in the friend's line."""
    sides = (each for each in nodes(page(device.model, SAY)) if each.key == "player1")
    return [each for side in sides for each in nodes(side) if each.tag == "button"]


def _check_offer_to_end(one: Device, other: Device) -> None:
    assert SAY("status.end-offered") in texts(page(one.model, SAY))
    assert SAY("dialog.friend.end.offered") in texts(page(other.model, SAY))
    assert current_turn(one.model) is None, "it waits for the answer"


def test_an_offer_to_end_a_live_match_is_beside_the_board_of_both() -> None:
    one, other = offer_end(*start_friend_match())
    _check_offer_to_end(one, other)
    other.send(Command("friend-act", "end-no"))
    settle(one, other)
    assert SAY("status.end-offered") not in texts(page(one.model, SAY))
    assert current_turn(one.model)


@pytest.mark.parametrize("answer", ["end-yes", "end-no"])
def test_an_offer_to_end_a_match_by_message_is_beside_the_board_and_so_is_its_answer(answer: str) -> None:
    one, other = offer_end(*start_match_by_message(2))
    _check_offer_to_end(one, other)
    one, other = one.restart(), other.restart()
    settle(one, other)
    _check_offer_to_end(one, other)
    other.send(Command("friend-act", answer))
    settle(one, other)
    drawn = texts(page(other.model, SAY))
    assert SAY("dialog.friend.text.letter.roll") in drawn, "the answer is to be sent"
    assert SAY("ui.friend.letter.roll") not in drawn
    assert exchange(other, one)
    settle(one, other)
    is_over = answer == "end-yes"
    assert (current_turn(one.model) is None) is is_over
    for each in (one, other):
        assert (SAY("dialog.friend.entry.over") in texts(page(each.model, SAY))) is is_over


def test_an_offer_to_end_the_match_is_no_turn_where_it_is_sent() -> None:
    ann, bob = start_match_by_message(2)
    write_letters(ann, bob, 3)
    one = next(each for each in (ann, bob) if (f := each.model.friend) and f.state and f.state.is_our_turn)
    one.send(Command("friend-act", "end"))
    settle(ann, bob)
    assert _primary_words(one) == SAY("dialog.friend.say.send")
    one.send(Command("friend"))
    assert SAY("dialog.friend.write") not in texts(page(one.model, SAY))
    one.send(Command("friend-act", "write"))
    assert SAY("dialog.friend.text.letter") not in texts(page(one.model, SAY))
