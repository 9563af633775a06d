"""Packed session descriptions, which two browsers exchange to open a data channel (SDP, RFC 8829 and 8841).

Of the 2 KB that a browser writes, only the fingerprint of its certificate, two words of ICE and the addresses
differ; the rest is restored here. Only what a data channel needs is kept: candidates over UDP.
"""

import ipaddress
import re
import uuid
from dataclasses import dataclass
from enum import StrEnum

from backgammon.friend.errors import unreadable
from backgammon.friend.packing import Reader, Writer

MOST_CANDIDATES = 8
_MDNS = ".local"
_ICE = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_HEX = "0123456789abcdef"
_MOST_WORD = 64
"""The most characters in an ICE word; browsers use 4 to 32."""


class Route(StrEnum):
    """The kind of an address at which a browser can be reached."""

    HOST = "host"
    SERVER = "srflx"
    """The address seen by a STUN server."""
    RELAY = "relay"


_PREFERENCE = {Route.HOST: 126, Route.SERVER: 100, Route.RELAY: 0}


@dataclass(frozen=True, slots=True)
class Candidate:
    """An address (IPv4, IPv6, or a name ``UUID.local`` that hides one), a port and a route."""

    address: str
    port: int
    route: Route = Route.HOST


@dataclass(frozen=True, slots=True)
class Session:
    """One side's description of a channel to open; ``fingerprint`` is the SHA-256 of its certificate."""

    is_offer: bool
    fingerprint: bytes
    user: str
    password: str
    candidates: tuple[Candidate, ...] = ()


_LINE = re.compile(
    r"a=candidate:\S+ 1 udp \d+ (\S+) (\d{1,5}) typ (host|srflx|relay)(?: .*)?", re.IGNORECASE | re.ASCII
)


def parse_sdp(sdp: str) -> Session:
    """Read a description written by a browser, all candidates included; raise FriendError."""
    lines = sdp.splitlines()
    fingerprint = _value(lines, "a=fingerprint:sha-256 ").replace(":", "")
    try:
        digest = bytes.fromhex(fingerprint)
    except ValueError as error:
        raise unreadable(f"no fingerprint is {fingerprint[:80]!r}") from error
    if len(digest) != 32 or "m=application" not in sdp or _value(lines, "a=mid:") != "0":
        raise unreadable("a description of one data channel is expected")
    found = [_candidate(*match.groups()) for line in lines if (match := _LINE.fullmatch(line))]
    usable = sorted({each: None for each in found if each}, key=lambda each: each.route is Route.HOST)
    user, password = _value(lines, "a=ice-ufrag:"), _value(lines, "a=ice-pwd:")
    setup = _value(lines, "a=setup:")
    if setup not in ("actpass", "active"):
        raise unreadable(f"an offer is actpass, an answer active, not {setup[:20]!r}")
    return Session(setup == "actpass", digest, _word(user), _word(password), tuple(usable[:MOST_CANDIDATES]))


def _value(lines: list[str], start: str) -> str:
    """Return the rest of the only line that begins with ``start``; raise FriendError unless there is one."""
    found = [line[len(start) :] for line in lines if line.lower().startswith(start)]
    if len(found) != 1:
        raise unreadable(f"a description has one line {start!r}, not {len(found)}")
    return found[0].strip()


def _word(word: str) -> str:
    if not 4 <= len(word) <= _MOST_WORD or not set(word) <= set(_ICE):
        raise unreadable(f"no word of ICE is {word[:80]!r}")
    return word


def _candidate(address: str, port: str, route: str) -> Candidate | None:
    """Return a candidate, None where its address cannot be packed or its port is out of range."""
    try:
        known = _address(_pack_address(address))
    except ValueError:
        return None
    return Candidate(known, int(port), Route(route.lower())) if 0 < int(port) < 2**16 else None


def _pack_address(address: str) -> bytes:
    """Write an address as one byte for its kind, then its own bytes; raise ValueError."""
    if address.lower().endswith(_MDNS):
        return b"\0" + uuid.UUID(address[: -len(_MDNS)]).bytes
    known = ipaddress.ip_address(address)
    return bytes([known.version]) + known.packed


def _address(packed: bytes) -> str:
    if not packed[0]:
        return f"{uuid.UUID(bytes=packed[1:])}{_MDNS}"
    return str(ipaddress.ip_address(packed[1:]))


def format_sdp(session: Session) -> str:
    """Write a description that every browser accepts."""
    pairs = session.fingerprint.hex().upper()
    fingerprint = ":".join(pairs[at : at + 2] for at in range(0, len(pairs), 2))
    lines = [
        "v=0",
        "o=- 1 2 IN IP4 127.0.0.1",
        "s=-",
        "t=0 0",
        "a=group:BUNDLE 0",
        "m=application 9 UDP/DTLS/SCTP webrtc-datachannel",
        "c=IN IP4 0.0.0.0",
        *(_line(number, each) for number, each in enumerate(session.candidates, start=1)),
        "a=end-of-candidates",
        f"a=ice-ufrag:{session.user}",
        f"a=ice-pwd:{session.password}",
        f"a=fingerprint:sha-256 {fingerprint}",
        f"a=setup:{'actpass' if session.is_offer else 'active'}",
        "a=mid:0",
        "a=sctp-port:5000",
        "a=max-message-size:262144",
    ]
    return "".join(f"{line}\r\n" for line in lines)


def _line(number: int, candidate: Candidate) -> str:
    priority = (_PREFERENCE[candidate.route] << 24) + ((2**16 - number) << 8) + 255
    related = "" if candidate.route is Route.HOST else " raddr 0.0.0.0 rport 0"
    place = f"{candidate.address} {candidate.port}"
    return f"a=candidate:{number} 1 udp {priority} {place} typ {candidate.route}{related}"


def pack_session(session: Session) -> bytes:
    """Write a session as bytes: about 60, plus 7 or 19 for each candidate."""
    writer = Writer().number(session.is_offer).raw(session.fingerprint)
    for word in (session.user, session.password):
        writer.number(len(word) * 2 + _is_hex(word)).raw(_pack_word(word))
    writer.number(len(session.candidates))
    for each in session.candidates:
        packed = _pack_address(each.address)
        writer.number(packed[0] * 4 + [*Route].index(each.route)).raw(packed[1:]).number(each.port)
    return writer.bytes


def read_session(reader: Reader) -> Session:
    """Read what pack_session wrote; raise FriendError."""
    is_offer, fingerprint = bool(reader.choice(2)), reader.raw(32)
    user, password = _read_word(reader), _read_word(reader)
    candidates = tuple([_read_candidate(reader) for _ in range(reader.choice(MOST_CANDIDATES + 1))])
    return Session(is_offer, fingerprint, user, password, candidates)


def _read_candidate(reader: Reader) -> Candidate:
    kind, route = divmod(reader.choice(28), 4)
    sizes = {0: 16, 4: 4, 6: 16}
    if kind not in sizes or route >= len(Route):
        raise unreadable(f"no kind of address is {kind}, no route {route}")
    address = _address(bytes([kind]) + reader.raw(sizes[kind]))
    port = reader.choice(2**16)
    if not port:
        raise unreadable("an address has a port")
    return Candidate(address, port, [*Route][route])


def _is_hex(word: str) -> bool:
    return set(word) <= set(_HEX)


def _pack_word(word: str) -> bytes:
    """Write an ICE word with 4 or 6 bits per letter."""
    letters, bits = (_HEX, 4) if _is_hex(word) else (_ICE, 6)
    value = 0
    for letter in word:
        value = value << bits | letters.index(letter)
    return value.to_bytes(-(-len(word) * bits // 8), "big")


def _read_word(reader: Reader) -> str:
    length, is_hex = divmod(reader.choice(2 * _MOST_WORD + 2), 2)
    letters, bits = (_HEX, 4) if is_hex else (_ICE, 6)
    value = int.from_bytes(reader.raw(-(-length * bits // 8)), "big")
    word = "".join(letters[value >> bits * place & (1 << bits) - 1] for place in reversed(range(length)))
    if _pack_word(word) != value.to_bytes(-(-length * bits // 8), "big"):
        raise unreadable(f"no word of ICE is written like {word!r}")
    return _word(word)
