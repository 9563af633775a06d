"""The messages over a live link: a seal of 16 hexadecimal digits, then JSON ``[version, kind, content]``.

The version is that of the first build which knows the kind: an older one says that the versions differ.
Anything else is a violation. ``number`` is the number of transcript entries before a message's content.
"""

import hmac
import json
from dataclasses import dataclass

from backgammon.core.plays import Move
from backgammon.data.dataclass_codec import Codec
from backgammon.data.json_text import DataError, decode, quote
from backgammon.friend.errors import Breach
from backgammon.friend.stages import Violation
from backgammon.friend.texts import PROTOCOL, SEAL_BYTES, seal_of

LONGEST = 1_000_000
"""The most characters in a message: more than the longest match takes."""
_SEAL = 2 * SEAL_BYTES


@dataclass(frozen=True, slots=True)
class Status:
    """A sign of life: the number of entries in the sender's transcript, and their digest."""

    number: int
    digest: str


@dataclass(frozen=True, slots=True)
class Entries:
    """The entries of the transcript after the first ``number``; ``digest`` is of those first ones.

    ``link``: the latest that the sender has shown. ``mark``: the sender's mark under their own last entry.
    ``yours``: the receiver's under theirs, after ``yours_at`` entries, "" for none (see friend.transcript).
    """

    number: int
    digest: str
    entries: str
    link: str
    mark: str
    yours_at: int
    yours: str


@dataclass(frozen=True, slots=True)
class Time:
    """The time that the sender's decision, due after ``number`` entries, has taken so far, in TICKs."""

    number: int
    spent: int


@dataclass(frozen=True, slots=True)
class Steps:
    """The steps so far of the sender's unfinished play, after ``number`` entries."""

    number: int
    moves: tuple[Move, ...]


@dataclass(frozen=True, slots=True)
class Remark:
    """A fixed remark by name, or else a text."""

    remark: str
    text: str


@dataclass(frozen=True, slots=True)
class Stop:
    """The sender stops the link, because of a violation by the receiver."""

    violation: Violation


@dataclass(frozen=True, slots=True)
class Rematch:
    """An invitation to the same match once more, or the answer to one: the text of friend.texts."""

    text: str


@dataclass(frozen=True, slots=True)
class Deleted:
    """The sender has deleted the match, which is not over."""


Message = Status | Entries | Time | Steps | Remark | Stop | Rematch | Deleted
_KINDS: dict[str, type[Message]] = {
    "status": Status,
    "entries": Entries,
    "time": Time,
    "steps": Steps,
    "remark": Remark,
    "stop": Stop,
    "rematch": Rematch,
    "deleted": Deleted,
}
_NAMES = {kind: name for name, kind in _KINDS.items()}
_VERSIONS: dict[type[Message], int] = {Rematch: 2, Time: 2, Deleted: 3}
"""The versions of the kinds that came later; any other has that of PROTOCOL."""
_CODEC = Codec(DataError, exact=True)


def format_message(message: Message, key: bytes, side: int) -> str:
    """Write a message sent by ``side``."""
    data = [_version(type(message)), _NAMES[type(message)], _CODEC.data(message)]
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"))
    return f"{_seal(key, side, text)}{text}"


def parse_message(text: str, key: bytes, side: int) -> Message:
    """Read a message that ``side`` must have sent, the inverse of format_message; raise Breach."""
    seal, written = text[:_SEAL], text[_SEAL:]
    try:
        data = decode(written, LONGEST)
        if not isinstance(data, list) or len(data) != 3 or type(data[0]) is not int:
            raise DataError(f"no message is {quote(written)}")
        kind = _KINDS.get(data[1]) if isinstance(data[1], str) else None
        if data[0] != (_version(kind) if kind else PROTOCOL):
            raise Breach(Violation.VERSION, f"version {data[0]} of {quote(data[1])} is not known here")
        if not hmac.compare_digest(seal.encode(), _seal(key, side, written).encode()):
            raise Breach(Violation.FORGED, f"the seal does not fit {quote(written)}")
        if kind is None:
            raise DataError(f"no kind of message is {quote(data[1])}")
        return _CODEC.value(kind, data[2])
    except (DataError, UnicodeEncodeError) as error:
        raise Breach(Violation.UNREADABLE, str(error)) from error


def _version(kind: type[Message]) -> int:
    return _VERSIONS.get(kind, PROTOCOL)


def _seal(key: bytes, side: int, text: str) -> str:
    return seal_of(key, b"live|%d|" % side + text.encode("utf-8", "surrogatepass")).hex()
