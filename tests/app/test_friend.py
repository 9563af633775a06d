"""Two pages play each other: live and by message, with the connection cut and either page reopened."""

import random

import pytest
from app.fake import ENGLISH, check_game
from app.friends import (
    FORM,
    Device,
    check_agreement,
    connect,
    deliver,
    disconnect,
    exchange,
    new_device,
    player_event,
    receive,
    reconnect,
    settle,
    start_friend_match,
    start_match_by_message,
    wait,
    write_letters,
)
from app.inputs import TEXTS

from backgammon.app.commands import available
from backgammon.core.match import Phase, Played
from backgammon.core.rules import PRESETS
from backgammon.features.speech.status_text import status
from backgammon.friend.news import Kind
from backgammon.friend.requests import Decide
from backgammon.friend.stages import Stage
from backgammon.state.effects import FriendRequest
from backgammon.state.events import Command, Event, FriendTime, Submitted, Tapped, TextReceived
from backgammon.state.friend import Sheet
from backgammon.state.legal_moves import sources
from backgammon.state.model import DiceSource, Remote
from backgammon.view.page import page, with_time


def play(ann: Device, bob: Device, inputs: int = 4000) -> None:
    """Play until the match is over, with at most ``inputs`` inputs of both players."""
    for _ in range(inputs):
        settle(ann, bob)
        if ann.model.game_in_play.match.phase is Phase.MATCH_OVER:
            return
        for each in (ann, bob):
            event = player_event(each)
            if event:
                each.send(event)
                break
        else:
            raise AssertionError("nobody can go on")


def test_a_match_to_one_point_is_played_to_its_end() -> None:
    ann, bob = start_friend_match()
    assert ann.model.dialog is None
    assert ann.model.game_in_play.setup.seats[1].name == "Bob"
    play(ann, bob)
    settle(ann, bob)
    check_agreement(ann, bob)
    assert ann.model.game_in_play.match.phase is Phase.MATCH_OVER
    asked = [effect.request for effect in (*ann.effects, *bob.effects) if isinstance(effect, FriendRequest)]
    told = [request.number for request in asked if isinstance(request, Decide)]
    assert len(told) == len(set(told)), "each decision is told once, by the device where it was made"


def test_an_invitation_whose_dialog_was_closed_is_shown_again() -> None:
    ann = new_device("Ann", 1)
    ann.send(Submitted("new-game", FORM))
    first = ann.written[Kind.INVITATION]
    ann.send(Command("close"))
    ann.send(Command("new-game"))
    ann.send(Command("friend-act", "list"))
    assert ann.model.friend
    (match,) = ann.model.friend.matches
    ann.send(Command("friend-act", f"open:{match.id}"))
    assert ann.model.friend.sheet is Sheet.TEXT
    assert ann.written[Kind.INVITATION] == first
    after = ann.restart()
    after.send(Command("new-game"))
    after.send(Command("friend-act", f"open:{match.id}"))
    assert after.written[Kind.INVITATION]
    after.send(Command("friend-act", f"forget:{match.id}"))
    assert after.model.friend
    assert after.model.friend.matches == ()
    assert after.kept == {match.id: ""}


def test_an_invitation_is_declined_and_nothing_has_changed() -> None:
    ann, bob = new_device("Ann", 1), new_device("Bob", 2)
    ann.send(Submitted("new-game", FORM))
    before = bob.model.game_in_play
    bob.send(TextReceived(ann.written[Kind.INVITATION]))
    bob.send(Command("friend-act", "decline"))
    assert bob.model.game_in_play == before
    assert bob.model.friend
    assert bob.model.friend.text == bob.written[Kind.DECLINE]
    ann.send(TextReceived(bob.written[Kind.DECLINE]))
    assert ann.notice_key == "friend.text.declined"
    assert ann.model.friend
    assert (ann.model.friend.sheet, ann.model.friend.matches[0].stage) == (Sheet.LIST, Stage.OVER)
    ann.send(TextReceived(bob.written[Kind.DECLINE]))
    assert ann.notice_key == "friend.text.answered"


def test_whoever_declines_an_invitation_keeps_his_own() -> None:
    ann, bob = new_device("Ann", 1), new_device("Bob", 2)
    for each in (ann, bob):
        each.send(Submitted("new-game", FORM))
    bob.send(TextReceived(ann.written[Kind.INVITATION]))
    bob.send(Command("friend-act", "decline"))
    ann.send(TextReceived(bob.written[Kind.INVITATION]))
    ann.send(Submitted("friend", (("accept", "yes"), ("name", "Ann"))))
    bob.send(TextReceived(ann.written[Kind.ANSWER]))
    connect(bob, ann)
    settle(bob, ann)
    check_agreement(bob, ann)


def test_a_match_against_the_computer_waits_on_the_shelf() -> None:
    ann, bob = new_device("Ann", 1), new_device("Bob", 2)
    bob.play_on(3)
    waiting = bob.model.game_in_play.log
    assert waiting
    ann.send(Submitted("new-game", FORM))
    bob.send(TextReceived(ann.written[Kind.INVITATION]))
    bob.send(Submitted("friend", (("accept", "yes"), ("name", "Bob"))))
    assert bob.model.shelf
    bob.send(Command("close"))
    bob.send(Command("shelf-return"))
    assert bob.model.game_in_play.log == waiting


@pytest.mark.parametrize("event", [Command("explore"), TextReceived(TEXTS[1])])
def test_from_a_position_one_plays_on_with_dice_of_this_device(event: Event) -> None:
    """The friend takes no part in these dice; the match with the friend waits on the shelf."""
    ann, bob = start_friend_match()
    play(ann, bob, 6)
    settle(ann, bob)
    waiting = ann.model.game_in_play.setup
    ann.send(event)
    ann.send(Submitted("play-here", (("opponent", "computer"), ("side", "0"))))
    ann.play_on(12)
    assert ann.model.game_in_play.log
    assert ann.model.game_in_play.setup.dice is DiceSource.FAIR
    ann.send(Command("shelf-return"))
    assert ann.model.game_in_play.setup == waiting
    settle(ann, bob)
    check_agreement(ann, bob)


@pytest.mark.parametrize(
    "text", ["#friend=", "#friend=1x", "https://x/#friend=1iAQABANc4lds49Q39G6GLu3", "#friend=9"]
)
def test_what_is_no_text_of_a_friend_is_named_and_changes_nothing(text: str) -> None:
    ann, _ = start_friend_match()
    before = ann.model.game_in_play
    ann.send(TextReceived(text))
    assert ann.notice_key.startswith("friend.text.")
    assert ann.model.game_in_play == before


def test_an_old_message_is_named_and_changes_nothing() -> None:
    form = (("opponent", "remote"), ("length", "1"), ("host", "Ann"), ("way", "message"))
    ann, bob = start_friend_match(form, seed=9)
    ann.send(TextReceived(bob.written[Kind.ANSWER]))
    assert ann.notice_key == "friend.text.nothing-new"
    bob.send(TextReceived(bob.written[Kind.ANSWER]))
    assert bob.notice_key.startswith("friend.")


def test_what_is_said_is_shown_as_text_until_the_friend_is_muted() -> None:
    ann, bob = start_friend_match()
    ann.send(Command("friend-act", "say:hello"))
    settle(ann, bob)
    assert bob.notice_key == "notice.friend-says.named"
    ann.send(Submitted("friend", (("remark", " <b>you</b>  "),)))
    settle(ann, bob)
    assert bob.model.friend
    assert bob.model.friend.remarks[-1].text == "<b>you</b>"
    bob.send(Command("friend-act", "mute"))
    ann.send(Command("friend-act", "say:bye"))
    settle(ann, bob)
    assert len(bob.model.friend.remarks) == 2


def test_steps_are_seen_as_they_are_made_and_taken_back() -> None:
    ann, bob = start_friend_match()
    while True:
        settle(ann, bob)
        mover = next(each for each in (ann, bob) if player_event(each))
        event = player_event(mover)
        assert event
        mover.send(event)
        deliver(ann, bob)
        if mover.model.game.moves:
            break
    other = bob if mover is ann else ann
    assert other.model.game.moves == mover.model.game.moves
    mover.send(Command("undo"))
    deliver(ann, bob)
    assert other.model.game.moves == mover.model.game.moves


def test_both_end_a_match_as_it_stands() -> None:
    ann, bob = start_friend_match()
    play(ann, bob, 4)
    settle(ann, bob)
    asking = next(each for each in (ann, bob) if (f := each.model.friend) and f.state and f.state.is_our_turn)
    other = bob if asking is ann else ann
    asking.send(Command("friend-act", "end"))
    settle(ann, bob)
    assert other.model.friend
    assert other.model.friend.state
    assert other.model.friend.state.end_offered
    other.send(Command("friend-act", "end-yes"))
    settle(ann, bob)
    assert other.model.friend.state.end == "agreed"
    assert not {"roll", "confirm", "double"} & {*available(ann.model), *available(bob.model)}


@pytest.mark.thorough
@pytest.mark.parametrize(
    "preset", [pytest.param(name, marks=[pytest.mark.slow] * (name != "ga207")) for name in PRESETS]
)
def test_a_match_by_every_preset(preset: str) -> None:
    form = (("opponent", "remote"), ("length", "1"), ("host", "Ann"), ("way", "live"), ("preset", preset))
    ann, bob = start_friend_match(form, seed=3)
    play(ann, bob)
    settle(ann, bob)
    check_agreement(ann, bob)
    assert isinstance(bob.model.game_in_play.setup.seats[1], Remote)


@pytest.mark.thorough
def test_connections_are_cut_and_pages_closed_and_nothing_is_lost() -> None:
    rng = random.Random(7)
    ann, bob = start_friend_match(
        (("opponent", "remote"), ("length", "3"), ("host", "Ann"), ("way", "live")), seed=5
    )
    for _ in range(12):
        before = len(ann.model.game_in_play.log)
        play(ann, bob, rng.randint(1, 12))
        if ann.model.game_in_play.match.phase is Phase.MATCH_OVER:
            break
        disconnect(ann, bob)
        assert ann.notice_key == bob.notice_key == "notice.friend-lost"
        if rng.random() < 0.6:
            ann = ann.restart()
        if rng.random() < 0.6:
            bob = bob.restart()
        settle(ann, bob)
        assert len(ann.model.game_in_play.log) >= before
        reconnect(*rng.choice(((ann, bob), (bob, ann))))
        check_agreement(ann, bob)
    play(ann, bob, 12_000)
    settle(ann, bob)
    check_agreement(ann, bob)


def play_by_message(ann: Device, bob: Device, inputs: int = 4000) -> int:
    """Play to the end by message; return the number of letters."""
    letters = 0
    for _ in range(inputs):
        settle(ann, bob)
        event = next(((each, found) for each in (ann, bob) if (found := player_event(each))), None)
        if event:
            event[0].send(event[1])
        elif exchange(ann, bob) or exchange(bob, ann):
            letters += 1
        elif ann.model.game_in_play.match.phase is bob.model.game_in_play.match.phase is Phase.MATCH_OVER:
            return letters
        else:
            raise AssertionError("nobody can go on")
    raise AssertionError("the match has no end")


def test_a_match_by_message_is_played_to_its_end() -> None:
    form = (("opponent", "remote"), ("length", "1"), ("host", "Ann"), ("way", "message"))
    ann, bob = start_friend_match(form, seed=9)
    assert play_by_message(ann, bob) > 10
    check_agreement(ann, bob)


def test_a_match_goes_over_from_messages_to_a_connection_and_back() -> None:
    form = (("opponent", "remote"), ("length", "1"), ("host", "Ann"), ("way", "message"))
    ann, bob = start_friend_match(form, seed=9)
    with pytest.raises(AssertionError, match="no end"):
        play_by_message(ann, bob, 20)
    reconnect(bob, ann)
    play(ann, bob, 10)
    disconnect(ann, bob)
    play_by_message(ann, bob)
    check_agreement(ann, bob)


def test_who_runs_out_of_time_loses() -> None:
    clock = (("clock", "loses"), ("delay", "5"), ("bank", "1"))
    ann, bob = start_friend_match((*FORM, *clock))
    play(ann, bob, 3)
    settle(ann, bob)
    wait(ann, bob, 80_000)
    assert {
        each.model.friend.state.end for each in (ann, bob) if each.model.friend and each.model.friend.state
    } == {"time"}
    check_agreement(ann, bob)
    assert ann.model.game_in_play.match.phase is Phase.MATCH_OVER


def test_a_second_redraws_no_more_than_the_time() -> None:
    ann, bob = start_friend_match((*FORM, ("clock", "loses"), ("delay", "5"), ("bank", "1")))
    play(ann, bob, 3)
    settle(ann, bob)
    drawn = page(ann.model, ENGLISH)
    ann.send(FriendTime(ann.now + 20_000))
    assert with_time(drawn, ann.model, ENGLISH) == page(ann.model, ENGLISH) != drawn


def test_steps_that_lie_on_the_board_when_the_time_is_out_go_back() -> None:
    ann, bob = start_friend_match((*FORM, ("clock", "loses"), ("delay", "5"), ("bank", "1")))
    for _ in range(60):
        settle(ann, bob)
        mover = next((each for each in (ann, bob) if sources(each.model)), None)
        if mover:
            break
        play(ann, bob, 1)
    assert mover
    mover.send(Tapped(sources(mover.model)[0]))
    if not mover.model.game.moves:
        mover.send(Tapped(sources(mover.model)[0]))
    assert mover.model.game.moves
    wait(ann, bob, 80_000)
    for each in (ann, bob):
        assert each.model.game_in_play.match.phase is Phase.MATCH_OVER
        check_game(each.model.game_in_play)


def test_all_is_deleted_with_everything_else_and_stays_so() -> None:
    ann, _ = start_friend_match()
    connection = ann.open
    ann.send(Command("delete-everything"))
    ann.now = 5_000
    ann.carry_out(ann.desk.tick(ann.now))
    ann.carry_out(ann.desk.on_closed(connection, ann.now))
    assert not ann.model.game_in_play.log
    assert not isinstance(ann.model.game_in_play.setup.seats[1], Remote)
    assert ann.model.friend is None
    assert not any(ann.kept.values())
    assert not ann.open


@pytest.mark.thorough
def test_a_match_by_message_without_doubles_takes_one_message_a_turn() -> None:
    form = (("opponent", "remote"), ("length", "3"), ("host", "Ann"), ("way", "message"))
    ann, bob = start_friend_match(form, seed=9)
    for each in (ann, bob):
        each.send(Command("friend-act", "keep-cube:on"))
    letters = play_by_message(ann, bob, 12_000)
    plays = sum(isinstance(action, Played) for action in ann.model.game_in_play.log)
    assert letters <= plays + 6 * ann.model.game_in_play.match.game


@pytest.mark.parametrize("data", [b"", b"\xff\xfe\x00", b"\xed\xa0\x80", b'{"v":1}', b"\x00" * 70_000])
def test_bytes_that_are_no_message_are_named_and_change_nothing(data: bytes) -> None:
    ann, bob = start_friend_match()
    before, kept = ann.model.game_in_play, dict(ann.kept)
    receive(ann, data)
    assert ann.notice_key.startswith("friend.violation.")
    assert (ann.model.game_in_play, ann.kept) == (before, kept)
    disconnect(ann, bob)


def test_who_has_rolled_by_message_is_not_told_to_roll() -> None:
    ann, bob = start_match_by_message(5)
    for _ in range(200):
        settle(ann, bob)
        roller = next((each for each in (ann, bob) if "roll" in available(each.model)), None)
        if roller:
            break
        write_letters(ann, bob, 1)
    assert roller
    assert status(roller.model).key.startswith("status.roll")
    roller.send(Command("roll"))
    assert status(roller.model).key == "status.rolling.message"


def test_who_has_rolled_over_a_connection_waits_for_no_message() -> None:
    ann, bob = start_friend_match((("opponent", "remote"), ("length", "3"), ("way", "live")))
    play(ann, bob, 12)
    settle(ann, bob)
    while not (roller := next((each for each in (ann, bob) if "roll" in available(each.model)), None)):
        play(ann, bob, 1)
        settle(ann, bob)
    log = roller.model.game.log
    roller.send(Command("roll"))
    assert (roller.model.game.log, roller.model.is_busy) == (log, False)
    assert status(roller.model).key == "status.rolling"
