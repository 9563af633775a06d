"""The saved form of a match: read strictly, read back unchanged, and read from earlier builds."""

import json
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest
from effort import tries
from friend.pair import Device, Pair, answer, invitation
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import THREE, seeds

from backgammon.core.actions import Action, NextGame
from backgammon.core.match import Phase, new_match, replay
from backgammon.core.mirror import mirror_match
from backgammon.core.time_control import Clock, TimeControl
from backgammon.friend.entries import Entry, Sign, format_entry, parse_entry, split_entries
from backgammon.friend.errors import Breach
from backgammon.friend.kept import Kept, dump, load
from backgammon.friend.match import FriendMatch
from backgammon.friend.mirror import mirror_action, mirror_clock
from backgammon.friend.stages import Stage
from backgammon.friend.terms import Terms
from backgammon.friend.texts import Invitation, Letter, parse
from backgammon.storage.errors import StorageError
from backgammon.storage.log import Log

FROZEN = Path(__file__).parent / "frozen"


def frozen(name: str) -> str:
    return (FROZEN / name).read_text("utf-8").strip()


def play_match(seed: int, terms: Terms, count: int) -> Pair:
    pair = Pair(terms, seed).connect()
    for _ in range(count):
        if pair.host.match.end is None:
            pair.play()
            assert pair.guest.log == [mirror_action(action) for action in pair.host.log]
    return pair


@cache
def in_play() -> Device:
    """Return the host in the middle of a match; only to be read, not changed."""
    return play_match(5, Terms(THREE, 5), 30).host


@given(seeds, st.integers(0, 60))
@settings(max_examples=tries(40))
def test_what_is_kept_is_read_as_it_was_written(seed: int, count: int) -> None:
    pair = play_match(seed, Terms(THREE, 5, clock=TimeControl()), count)
    for device in pair.devices:
        kept = load(device.store)
        assert dump(kept) == device.store
        again = FriendMatch.restore(device.store)
        assert again.match == device.match.match
        assert again.saved == device.match.saved
        assert again._common.standing == device.match._common.standing
        listed = kept.listed
        assert listed
        assert (listed.stage, listed.score) == (device.match.stage, device.match.match.score)
        assert (listed.has_word, listed.names) == (device.match.is_our_turn, device.match.names)


def test_no_double_said_with_the_next_game_is_kept() -> None:
    pair = Pair(Terms(THREE, 9)).connect()
    while not (word := [each for each in pair.devices if each.match.match.phase is Phase.GAME_OVER]):
        pair.play()
    (device,) = [each for each in word if each.match.is_our_turn]
    device.do(device.match.decide(NextGame(), pair.now, rule_out=True))
    pair.settle()
    for each in pair.devices:
        standing = each.match._common.standing
        each.restart()
        assert each.match._common.standing == standing
    assert any(standing.ruled_out)


@pytest.mark.parametrize("field", [each.name for each in fields(Kept)])
@pytest.mark.parametrize("value", [None, -1, "zz", [], {}, 3.5])
def test_what_is_damaged_is_refused_or_changes_nothing_that_counts(field: str, value: object) -> None:
    data = json.loads(in_play().store)
    data["match"][field] = value
    try:
        found = FriendMatch.restore(json.dumps(data))
    except StorageError:
        return
    assert found.match == in_play().match.match or value in (None, "zz")


@pytest.mark.parametrize("field", ["id", "seed", "link", "friend_mark"])
@pytest.mark.parametrize("value", ["24", "2" * 15, "2" * 66])
def test_bytes_of_another_number_than_a_letter_has_room_for_are_refused(field: str, value: str) -> None:
    data = json.loads(in_play().store)
    data["match"][field] = value
    with pytest.raises(StorageError, match="hexadecimal"):
        load(json.dumps(data))


@pytest.mark.parametrize("text", ["", "{}", '{"format": "triktrakk-match", "version": 3}'])
def test_what_is_foreign_is_refused(text: str) -> None:
    with pytest.raises(StorageError):
        FriendMatch.restore(text)


def test_another_version_is_refused() -> None:
    data = json.loads(Pair().host.store)
    with pytest.raises(StorageError, match="version 2"):
        load(json.dumps({**data, "version": 2}))


def test_an_earlier_build_s_match_letter_and_invitation() -> None:
    match = FriendMatch.restore(frozen("friend-1.json"))
    assert match.names == ("Anna", "Bo")
    assert match.stage is Stage.PLAYING
    assert (match.match.game, match.match.score) == (3, (2, 1))
    letter, invitation = parse(frozen("letter-1.txt")), parse(frozen("invitation-1.txt"))
    assert isinstance(letter, Letter)
    assert Device(match, []).match.open_letter(letter, 0)
    assert isinstance(invitation, Invitation)
    assert invitation.terms == match.terms
    assert invitation.id == match.id


def test_when_an_invitation_was_made_is_kept_until_it_is_answered() -> None:
    """A match that has begun is written as by earlier builds, which can open a copy of it."""
    host, _ = FriendMatch.host(Terms(), "Anna", b"anna" * 8, made=29_700_000)
    text = host._save(0).text
    assert FriendMatch.restore(text).made == 29_700_000
    assert dump(load(text)) == text
    guest, _ = FriendMatch.join(invitation(host), "Bo", b"bobo" * 8)
    host.take_answer(answer(guest), 0)
    assert "made" not in json.loads(host._save(0).text)["match"]
    for made in (-1, 10**12, "now"):
        data = json.loads(text)
        data["match"]["made"] = made
        with pytest.raises(StorageError):
            load(json.dumps(data))


@pytest.mark.parametrize("stage", ["inviting", "joining", "playing", "offering", "over"])
@pytest.mark.parametrize("end", ["played", "time", "agreed", "declined", "given-up", "no-dice"])
def test_the_stages_and_ends_that_earlier_builds_save_are_known(stage: str, end: str) -> None:
    data = json.loads(frozen("friend-1.json"))
    data["match"]["listed"]["stage"], data["match"]["end"] = stage, end
    text = json.dumps(data, separators=(",", ":"))
    assert dump(load(text)) == text


@given(st.integers(0, 1), seeds)
@settings(max_examples=tries(20))
def test_a_mirrored_log_leads_to_the_mirrored_match(white: int, seed: int) -> None:
    pair = play_match(seed, Terms(THREE, 5, white), 40)
    host, guest = (device.match.saved for device in pair.devices)
    start = new_match(THREE, 5, 1 - white)
    actions: list[Action] = [mirror_action(action) for action in host.log]
    assert replay(start, actions) == guest.match == mirror_match(host.match)
    assert mirror_match(guest.match) == host.match
    assert [mirror_action(action) for action in actions] == list(host.log)
    assert Log.of(start, actions) == guest.log
    clock = Clock.of(TimeControl()).start(0, 5).add_time(0, 30_000)
    assert mirror_clock(mirror_clock(clock)) == clock
    assert mirror_clock(clock).press().banks == clock.press().banks[::-1]


@given(st.sampled_from(Sign) | st.sampled_from("DTXBCAFN"), st.booleans(), st.integers(0, 9_999_999))
def test_entries_are_written_and_read(what: str, rule_out: bool, spent: int) -> None:
    action = what if isinstance(what, Sign) else parse_entry(what).what
    entry = Entry(action, rule_out, spent)
    written = format_entry(entry)
    assert parse_entry(written) == entry
    assert split_entries(written * 3) == [written] * 3


@pytest.mark.parametrize(
    "text", ["R31", "O31", "W10-5.", "L~0", "L~007", "P!!", "Pab1", "S4", "?", "l", "L~12345678"]
)
def test_what_is_no_entry_is_refused(text: str) -> None:
    with pytest.raises(Breach):
        split_entries(text)
