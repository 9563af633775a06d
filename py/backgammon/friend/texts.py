"""The texts that two friends send each other by any messenger: fragments of a link to the page.

``#friend=1i…``: the version of the protocol, a letter for the kind, then in URL-safe base64 without padding
the content and three bytes of its CRC-32, which reveal a truncated text. ``parse`` and ``format_text`` are
inverses. Answers, calls and letters end with a seal, made with the key that only the two friends share
(``match_key``).
"""

import hashlib
import hmac
import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from backgammon.core.actions import Player
from backgammon.core.fairdice import SECRET_BYTES
from backgammon.friend.errors import FriendError, unreadable
from backgammon.friend.packing import Reader, Writer
from backgammon.friend.sdp import Session, format_sdp, pack_session, parse_sdp, read_session
from backgammon.friend.terms import MAX_NAME, Terms, pack_terms, read_terms

START = "#friend="
PROTOCOL = 1
"""The version of all texts and messages between friends; any other is refused, with an error that says so."""
LONGEST_INVITATION = 400
"""The most characters in an invitation link, including a page address of at most LONGEST_ADDRESS."""
LONGEST_ADDRESS = 80

ID_BYTES, NONCE_BYTES, SEAL_BYTES, _CRC_BYTES = 8, 12, 8, 3
_LONGEST = 2_000_000
"""The most bytes that a letter may unpack to."""
_TEXT = re.compile(re.escape(START) + r"([0-9]{1,3})([a-z])([A-Za-z0-9_-]*)")


@dataclass(frozen=True, slots=True)
class Invitation:
    """A proposal of a match; ``sdp``: the offer of a live link, "" to play by message."""

    terms: Terms
    name: str
    commitment: bytes
    nonce: bytes
    sdp: str = ""

    @property
    def id(self) -> str:
        """The match's id: 16 hexadecimal digits derived from the proposal."""
        content = pack_terms(self.terms) + self.commitment + self.nonce
        return hashlib.sha256(b"triktrakk-friend-1|id|" + content).digest()[:ID_BYTES].hex()


@dataclass(frozen=True, slots=True)
class Answer:
    """The guest's answer to an invitation; ``sdp``: the answer to its offer, "" to play by message.

    An answer that declines has neither commitment, nonce nor link.
    """

    id: str
    name: str
    accepted: bool
    commitment: bytes = b""
    nonce: bytes = b""
    link: bytes = b""
    sdp: str = ""
    seal: bytes = b""


@dataclass(frozen=True, slots=True)
class Call:
    """A call to play a running match live (again): the offer of a live link, or the answer to one."""

    id: str
    side: Player
    sdp: str
    is_answer: bool
    seal: bytes = b""


@dataclass(frozen=True, slots=True)
class Letter:
    """The whole transcript, with the latest turn of ``side``, the sender.

    ``link``: the sender's latest link. ``mark``: the sender's mark under their own last entry. ``yours``: the
    receiver's mark under theirs, after ``yours_at`` entries (see friend.transcript).
    """

    id: str
    side: Player
    entries: str
    link: bytes
    mark: bytes
    yours_at: int
    yours: bytes
    seal: bytes = b""


@dataclass(frozen=True, slots=True)
class OwnCopy:
    """A match for another device of the same player, secrets included; FriendMatch.restore reads ``kept``."""

    kept: str


Text = Invitation | Answer | Call | Letter | OwnCopy


def match_key(id: str, nonces: tuple[bytes, bytes], commitments: tuple[bytes, bytes]) -> bytes:
    """Return the key of a match, known only to those who have seen both the invitation and the answer."""
    parts = [bytes.fromhex(id), *nonces, *commitments]
    return hashlib.sha256(b"triktrakk-friend-1|key|" + b"".join(parts)).digest()


def seal_of(key: bytes, content: bytes) -> bytes:
    """Return the seal of one side's content: ``SEAL_BYTES`` of its HMAC-SHA256."""
    return hmac.new(key, content, hashlib.sha256).digest()[:SEAL_BYTES]


def add_seal(text: Any, key: bytes) -> Any:
    """Return an Answer, Call or Letter with its seal."""
    return replace(text, seal=seal_of(key, _sealed_content(text)))


def is_sealed(text: Any, key: bytes) -> bool:
    """Whether the seal was made with this key."""
    return hmac.compare_digest(text.seal, seal_of(key, _sealed_content(text)))


def _sealed_content(text: Any) -> bytes:
    """Return the bytes that a seal covers; entries are uncompressed, since zlib versions pack differently."""
    if isinstance(text, Letter):
        return _letter(text).blob(text.entries.encode()).bytes
    return _KINDS[type(text)].encode() + content_of(text)


def parse(text: str) -> Text:
    """Read a text or link from a friend; raise FriendError, whose key says what is wrong."""
    found = _TEXT.search(text)
    if found is None:
        raise unreadable(f"no text of a friend: {text[:40]!r}")
    version, kind, written = int(found[1]), found[2], found[3]
    if version != PROTOCOL:
        age = "newer" if version > PROTOCOL else "older"
        raise FriendError(f"friend.text.{age}", f"version {version} of the protocol, not {PROTOCOL}")
    try:
        content = urlsafe_b64decode(written + "=" * (-len(written) % 4))
    except ValueError as error:
        raise FriendError("friend.text.cut", f"{written[:40]!r} is cut") from error
    body, check = content[:-_CRC_BYTES], content[-_CRC_BYTES:]
    if check != _check(kind, body) or _base64(content) != written:
        raise FriendError("friend.text.cut", f"{written[:40]!r} is not whole")
    if kind not in _READERS:
        raise unreadable(f"no kind of text is {kind!r}")
    reader = Reader(body)
    parsed = _READERS[kind](reader)
    reader.end()
    return parsed


def format_text(text: Text) -> str:
    """Write a text as the fragment of a link, from ``#`` on; the inverse of parse."""
    kind = _KINDS[type(text)]
    body = content_of(text) + getattr(text, "seal", b"")
    return f"{START}{PROTOCOL}{kind}{_base64(body + _check(kind, body))}"


def _base64(content: bytes) -> str:
    return urlsafe_b64encode(content).decode().rstrip("=")


def _check(kind: str, body: bytes) -> bytes:
    return zlib.crc32(kind.encode() + body).to_bytes(4, "big")[:_CRC_BYTES]


def content_of(text: Any) -> bytes:
    """Return the content of a text as bytes, without its seal."""
    found: bytes = _WRITERS[type(text)](text)
    return found


def _write_sdp(writer: Writer, sdp: str) -> Writer:
    return writer.raw(pack_session(parse_sdp(sdp))) if sdp else writer


def _read_sdp(reader: Reader, is_there: bool, is_offer: bool) -> str:
    if not is_there:
        return ""
    session = read_session(reader)
    if session.is_offer != is_offer:
        raise unreadable("an answer where an offer is expected, or an offer for an answer")
    return format_sdp(session)


def _write_invitation(text: Invitation) -> bytes:
    """Write an invitation; to fit LONGEST_INVITATION, drop candidates beyond two, then cut the name."""
    writer = Writer().number(bool(text.sdp)).raw(pack_terms(text.terms)).raw(text.commitment).raw(text.nonce)
    letters = LONGEST_INVITATION - LONGEST_ADDRESS - len(START) - 2
    room = letters * 3 // 4 - _CRC_BYTES - len(writer.bytes)
    name, session = text.name, parse_sdp(text.sdp) if text.sdp else None
    while session and len(session.candidates) > 2 and len(_short(name, session)) > room:
        session = replace(session, candidates=session.candidates[:-1])
    while name and len(_short(name, session)) > room:
        name = name[:-1]
    return writer.raw(_short(name, session)).bytes


def _short(name: str, session: Session | None) -> bytes:
    return Writer().text(name).raw(pack_session(session) if session else b"").bytes


def _read_invitation(reader: Reader) -> Invitation:
    is_live, terms = bool(reader.choice(2)), read_terms(reader)
    commitment, nonce = reader.raw(SECRET_BYTES), reader.raw(NONCE_BYTES)
    name = reader.text(MAX_NAME)
    return Invitation(terms, name, commitment, nonce, _read_sdp(reader, is_live, is_offer=True))


def _write_answer(text: Answer) -> bytes:
    flags = text.accepted + 2 * bool(text.sdp)
    writer = Writer().raw(bytes.fromhex(text.id)).number(flags).text(text.name)
    return _write_sdp(writer.raw(text.commitment).raw(text.nonce).raw(text.link), text.sdp).bytes


def _read_answer(reader: Reader) -> Answer:
    id, flags, name = reader.raw(ID_BYTES).hex(), reader.choice(4), reader.text(MAX_NAME)
    accepted = bool(flags & 1)
    sizes = (SECRET_BYTES, NONCE_BYTES, SECRET_BYTES) if accepted else (0, 0, 0)
    commitment, nonce, link = [reader.raw(size) for size in sizes]
    sdp = _read_sdp(reader, bool(flags & 2), is_offer=False)
    return Answer(id, name, accepted, commitment, nonce, link, sdp, reader.raw(SEAL_BYTES))


def _write_call(text: Call) -> bytes:
    flags = text.side + 2 * text.is_answer
    return _write_sdp(Writer().raw(bytes.fromhex(text.id)).number(flags), text.sdp).bytes


def _read_call(reader: Reader) -> Call:
    id, flags = reader.raw(ID_BYTES).hex(), reader.choice(4)
    sdp = _read_sdp(reader, True, is_offer=not flags & 2)
    return Call(id, flags & 1, sdp, bool(flags & 2), reader.raw(SEAL_BYTES))


def _letter(text: Letter) -> Writer:
    writer = Writer().raw(bytes.fromhex(text.id)).number(text.side).raw(text.link).raw(text.mark)
    return writer.number(text.yours_at).raw(text.yours)


def _read_letter(reader: Reader) -> Letter:
    id, side = reader.raw(ID_BYTES).hex(), reader.choice(2)
    link, mark = reader.raw(SECRET_BYTES), reader.raw(SEAL_BYTES)
    at, yours = reader.number(), reader.raw(SEAL_BYTES)
    return Letter(id, side, _inflate(reader.blob()), link, mark, at, yours, reader.raw(SEAL_BYTES))


def _deflate(text: str) -> bytes:
    packer = zlib.compressobj(9, zlib.DEFLATED, -zlib.MAX_WBITS)
    return packer.compress(text.encode()) + packer.flush()


def _inflate(packed: bytes) -> str:
    unpacker = zlib.decompressobj(-zlib.MAX_WBITS)
    try:
        found = unpacker.decompress(packed, _LONGEST).decode()
    except (zlib.error, UnicodeDecodeError) as error:
        raise unreadable(f"nothing can be unpacked: {error}") from error
    if not unpacker.eof or unpacker.unused_data:
        raise unreadable("what is packed is too long, or more follows it")
    return found


_WRITERS: dict[type, Callable[[Any], bytes]] = {
    Invitation: _write_invitation,
    Answer: _write_answer,
    Call: _write_call,
    Letter: lambda text: _letter(text).blob(_deflate(text.entries)).bytes,
    OwnCopy: lambda text: _deflate(text.kept),
}
_KINDS = {Invitation: "i", Answer: "a", Call: "c", Letter: "m", OwnCopy: "o"}
_READERS: dict[str, Callable[[Reader], Text]] = {
    "i": _read_invitation,
    "a": _read_answer,
    "c": _read_call,
    "m": _read_letter,
    "o": lambda reader: OwnCopy(_inflate(reader.rest())),
}
