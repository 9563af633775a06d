"""Texts sent by messenger: parse inverts format, an invitation is short, and real descriptions survive."""

import random
import re
from base64 import b64decode
from dataclasses import replace

import pytest
from friend.pair import ANSWER, OFFER, SDP, Pair, answer, invitation
from hypothesis import given
from hypothesis import strategies as st
from strategies import presets, seeds
from strategies import rules as any_rules

from backgammon.core.errors import BackgammonError
from backgammon.core.rules import PRESETS, custom
from backgammon.core.time_control import LONGEST_BANK, LONGEST_DELAY, TimeControl, control_for
from backgammon.friend.errors import FriendError, violation_key
from backgammon.friend.match import FriendMatch
from backgammon.friend.packing import Reader, Writer
from backgammon.friend.sdp import (
    MOST_CANDIDATES,
    Candidate,
    Route,
    Session,
    format_sdp,
    pack_session,
    parse_sdp,
    read_session,
)
from backgammon.friend.stages import Violation
from backgammon.friend.terms import Terms, pack_terms, read_terms
from backgammon.friend.texts import (
    LONGEST_ADDRESS,
    LONGEST_INVITATION,
    START,
    Answer,
    Call,
    Invitation,
    Letter,
    OwnCopy,
    Text,
    format_text,
    parse,
)
from backgammon.i18n.catalogue import load
from backgammon.notation.tags import VARIATIONS

TEXTS = load().texts
controls = st.builds(TimeControl, st.integers(0, LONGEST_DELAY), st.integers(0, LONGEST_BANK), st.booleans())
terms = st.builds(
    Terms, presets | any_rules, st.integers(0, 99), st.integers(0, 1), st.none() | controls, st.booleans()
)
names = st.text(max_size=10)
ice = st.text("abcdefXYZ0189+/", min_size=4, max_size=40)
candidates = st.builds(
    Candidate,
    st.one_of(
        st.ip_addresses(v=4).map(str), st.ip_addresses(v=6).map(str), st.uuids().map(lambda id: f"{id}.local")
    ),
    st.integers(1, 65535),
    st.sampled_from(Route),
)


def blob(size: int) -> st.SearchStrategy[bytes]:
    return st.binary(min_size=size, max_size=size)


addresses = st.lists(candidates, max_size=8).map(tuple)
sessions = st.builds(Session, st.booleans(), blob(32), ice, ice, addresses)


@given(terms)
def test_terms_are_packed_and_read(proposed: Terms) -> None:
    reader = Reader(pack_terms(proposed))
    assert read_terms(reader) == proposed
    reader.end()


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_takes_three_bytes(name: str) -> None:
    assert len(pack_terms(Terms(PRESETS[name]))) == 3, f"add {name} at the end of _NAMES, friend/terms.py"


def test_a_preset_without_a_number_is_written_out_as_rules_of_ones_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("backgammon.friend.terms._NAMES", ("standard", "custom"))
    sent = Terms(PRESETS["ga207"])
    assert read_terms(Reader(pack_terms(sent))).rules == replace(sent.rules, name="custom")


def test_the_bytes_of_terms_stay_the_same() -> None:
    assert pack_terms(Terms(length=7)).hex() == "000700"


@pytest.mark.parametrize(
    "packed",
    ["100700", "006400", "00077e", "00070d09", "00070d0002", "0407ffffff7f0000", "080700"],
    ids=["flags", "length", "name of rules", "choice of a rule", "die", "clock", "loses without a clock"],
)
def test_terms_that_no_build_proposes_are_refused(packed: str) -> None:
    with pytest.raises(FriendError):
        read_terms(Reader(bytes.fromhex(packed) + bytes(60)))


@given(sessions)
def test_sessions_are_packed_and_read(session: Session) -> None:
    reader = Reader(pack_session(session))
    assert read_session(reader) == session
    reader.end()


@pytest.mark.parametrize(
    "word", [b"\x08" + b64decode("abcd"), b"\x0a\xc0\0\0\0"], ids=["letters", "spare bits"]
)
def test_a_word_of_ice_is_packed_in_one_way_only(word: bytes) -> None:
    packed = pack_session(Session(True, bytes(32), "abcd", "wxyz"))
    assert read_session(Reader(packed)).user == "abcd"
    with pytest.raises(FriendError):
        read_session(Reader(packed[:33] + word + packed[36:]))


@given(sessions)
def test_a_description_is_read_as_it_was_written(session: Session) -> None:
    read = parse_sdp(format_sdp(session))
    assert replace(read, candidates=()) == replace(session, candidates=())
    assert set(read.candidates) == set(session.candidates)
    priorities = [int(number) for number in re.findall(r" udp (\d+) ", format_sdp(session))]
    assert len(set(priorities)) == len(session.candidates)
    assert all(0 < number < 2**31 for number in priorities), "RFC 8445, 5.1.2"


@pytest.mark.parametrize("name", SDP)
def test_what_browsers_write_survives(name: str) -> None:
    session = parse_sdp(SDP[name])
    assert session.is_offer == name.endswith("offer")
    udp = [line for line in SDP[name].splitlines() if re.match(r"a=candidate:\S+ 1 udp", line, re.IGNORECASE)]
    assert len(session.candidates) == len(udp) >= 1
    for each in session.candidates:
        assert any(f" {each.address} {each.port} typ {each.route}" in line for line in udp)
    written = format_sdp(session)
    for start in ("a=fingerprint", "a=ice-ufrag", "a=ice-pwd", "a=setup", "a=mid", "a=sctp-port", "m="):
        (line,) = [line for line in SDP[name].splitlines() if line.startswith(start)]
        assert line in written.splitlines()
    assert len(pack_session(session)) < 100


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("m=application", "m=audio"),
        ("a=fingerprint:sha-256 ", "a=fingerprint:sha-1 "),
        ("a=ice-pwd:", "a=ice-pwd:!"),
        ("a=ice-ufrag:", "a=ice-other:"),
        ("a=setup:actpass", "a=setup:passive"),
        ("a=mid:0", "a=mid:1"),
    ],
)
def test_what_is_no_data_channel_is_refused(old: str, new: str) -> None:
    with pytest.raises(FriendError):
        parse_sdp(OFFER.replace(old, new))


@pytest.mark.parametrize("sdp", ["", *(text for name, text in SDP.items() if name.endswith("offer"))])
@pytest.mark.parametrize("name", ["", "Anna", "Ž" * 40, "🎲" * 40])
@given(terms)
def test_an_invitation_is_short_and_says_all(sdp: str, name: str, proposed: Terms) -> None:
    host, _ = FriendMatch.host(proposed, name, b"s" * 32)
    written = host.invitation(sdp)
    assert len(written) <= LONGEST_INVITATION - LONGEST_ADDRESS
    read = parse(f"Play with me: https://example.org/{written}\nBye")
    assert isinstance(read, Invitation)
    assert (read.terms, read.id) == (proposed, host.id)
    assert name.startswith(read.name)
    assert len(read.name) >= min(len(name), 8)
    if sdp:
        session, whole = parse_sdp(read.sdp), parse_sdp(sdp)
        assert replace(session, candidates=()) == replace(whole, candidates=())
        assert set(session.candidates) <= set(whole.candidates)


@pytest.mark.timeout(10)
def test_an_invitation_that_cannot_be_made_short_says_all() -> None:
    words = re.sub(r"(?<=a=ice-ufrag:)\S+|(?<=a=ice-pwd:)\S+", "w" * 64, OFFER)
    agreed = Terms(custom(start=VARIATIONS["hypergammon3"], jacoby=True), 99, 1, control_for(99))
    read = invitation(FriendMatch.host(agreed, "", b"s" * 32)[0], words)
    assert read.terms == agreed
    assert parse_sdp(read.sdp).password == "w" * 64


def test_the_usual_invitation_keeps_every_address() -> None:
    for name, sdp in SDP.items():
        if name.endswith("offer"):
            host, _ = FriendMatch.host(Terms(clock=control_for(5)), "Anna", b"s" * 32)
            assert len(host.invitation(sdp)) < 240
            assert len(parse_sdp(invitation(host, sdp).sdp).candidates) == len(parse_sdp(sdp).candidates)


ids, seals, sides = blob(8).map(bytes.hex), blob(8), st.integers(0, 1)
texts = st.one_of(
    st.builds(Invitation, terms, names, blob(32), blob(12)),
    st.builds(Answer, ids, names, st.just(True), blob(32), blob(12), blob(32), seal=seals),
    st.builds(Answer, ids, names, st.just(False), seal=seals),
    st.builds(Letter, ids, sides, names, blob(32), blob(8), st.integers(0, 9999), blob(8), seals),
    st.builds(OwnCopy, st.text(max_size=500)),
    st.builds(Call, ids, sides, st.just(format_sdp(parse_sdp(OFFER))), st.just(False), seals),
    st.builds(Call, ids, sides, st.just(format_sdp(parse_sdp(ANSWER))), st.just(True), seals),
)


@given(texts)
def test_texts_are_written_and_read(text: Text) -> None:
    written = format_text(text)
    assert written.startswith(START)
    assert parse(written) == text


@given(seeds)
def test_what_was_changed_is_refused_by_name(seed: int) -> None:
    rng, pair = random.Random(seed), Pair(Terms(), 3)
    host, guest = pair.host.match, pair.guest.match
    written = rng.choice([host.letter(), guest.answer(ANSWER), host.invitation(OFFER)])
    at = rng.randrange(len(START), len(written))
    changed = written[:at] + rng.choice(["", "a", "_", "9", "-", "é"]) + written[at + rng.randrange(2) :]
    assert changed == written or error_key(changed) in TEXTS


def error_key(text: str) -> str:
    """Return the key of the error of a text that cannot be read, such as an altered one."""
    with pytest.raises(FriendError) as caught:
        parse(text)
    return caught.value.key


def test_all_that_can_be_wrong_has_its_text() -> None:
    assert {error_key(f"{START}{text}") for text in ("", "0i", "1i", "2i")} <= TEXTS.keys()
    violations = {violation_key(each) for each in Violation} | {
        violation_key(Violation.FORK, by_friend=False)
    }
    assert violations == {key for key in TEXTS if key.startswith("friend.violation.")}


def test_a_call_is_the_friend_s_own() -> None:
    pair, other = Pair(seed=1), Pair(seed=2)
    call = parse(pair.guest.match.call(OFFER))
    assert isinstance(call, Call)
    assert parse_sdp(pair.host.match.call_sdp(call)).fingerprint == parse_sdp(OFFER).fingerprint
    reply = parse(pair.host.match.call(ANSWER, is_answer=True))
    assert isinstance(reply, Call)
    assert pair.guest.match.call_sdp(reply) == reply.sdp
    refused = {pair.guest: "friend.text.own", other.host: "friend.violation.other-match"}
    for device, name in refused.items():
        with pytest.raises(FriendError) as caught:
            device.match.call_sdp(call)
        assert caught.value.key == name
    with pytest.raises(FriendError) as caught:
        pair.host.match.call_sdp(replace(call, sdp=format_sdp(replace(parse_sdp(OFFER), user="abcd"))))
    assert caught.value.key == "friend.violation.forged"


def test_an_answer_to_a_live_invitation_brings_the_description() -> None:
    pair = Pair()
    assert parse_sdp(answer(pair.guest.match, ANSWER).sdp) == parse_sdp(ANSWER)
    with pytest.raises(FriendError):
        parse(pair.guest.match.answer(OFFER))


@given(st.integers(0, 2**40))
def test_numbers_have_one_way_to_be_written(number: int) -> None:
    written = Writer().number(number).bytes
    assert Reader(written).number() == number
    with pytest.raises(BackgammonError):
        Reader(written[:-1] + bytes([written[-1] | 128, 0])).number()


def test_too_many_addresses_are_left_out() -> None:
    lines = "".join(f"a=candidate:{n} 1 udp 1 10.0.0.{n} 5000 typ host\r\n" for n in range(1, 30))
    assert len(parse_sdp(OFFER + lines).candidates) == MOST_CANDIDATES
