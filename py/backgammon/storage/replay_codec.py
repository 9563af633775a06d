"""A replay and the start of a match, as JSON values; a link is the same data packed into an address.

A replay: ``{"origin", "start", "log", "cursor", "names", "event", "comments", "remarks"}``; older builds
wrote no remarks. The log (see storage.log_codec) and the start are null for the running match, which is
stored beside it. A start: ``{"rules", "length", "white", "score", "crawford_done", "xgid"}``, with an empty
XGID for a match before its first opening roll.
"""

import base64
import zlib
from dataclasses import replace
from typing import Any

from backgammon.core.match import MAX_SCORE, Match, Phase, new_match
from backgammon.data.json_text import decode_object, quote
from backgammon.notation.setup import Setup
from backgammon.notation.xgid import format_xgid, parse_xgid
from backgammon.storage.errors import StorageError, wrap_errors
from backgammon.storage.fields import Data, field, field_like, json_text, pair_field, rules_data, rules_of
from backgammon.storage.log import Log
from backgammon.storage.log_codec import unpack
from backgammon.storage.types import Origin, RemarkData, Replay

_LINK = "1"
"""The version of links, the part before the first full stop."""
LONGEST_LINK = 100_000
DAMAGED_LINK = "the link is damaged"
_REMARKS: dict[str, set[str]] = {
    "remark.after": set(),
    "remark.cut-off": set(),
    "remark.edited": set(),
    "remark.passed-over": {"found"},
    "remark.position": set(),
    "remark.result": {"found"},
    "remark.score": {"first", "second"},
    "remark.stopped": {"found"},
}
"""The remarks on a file that could not be followed everywhere, and the parameters of each but its place."""
_PLACES: tuple[set[str], ...] = ({"line"}, {"game", "move"})
"""What gives the place of a remark in a text, and in a binary file."""
_LONGEST_TEXT = 2_000_000


def start_data(start: Match) -> Data:
    """Write a match that is at a decision, or before its first opening roll."""
    return {
        "rules": rules_data(start.rules),
        "length": start.length,
        "white": start.white,
        "score": start.score,
        "crawford_done": start.crawford_done,
        "xgid": "" if start.phase is Phase.OPENING else format_xgid(Setup.of(start)),
    }


def start_of(data: Data) -> Match:
    """Read a start, the inverse of start_data; raise StorageError or BackgammonError."""
    rules = rules_of(field(data, "rules", dict))
    length, white = field(data, "length", int), field(data, "white", int)
    fresh = new_match(rules, length, white)
    xgid = field(data, "xgid", str)
    if xgid:
        return replace(parse_xgid(xgid).to_match(rules), white=fresh.white)
    first, second = (_points(number) for number in pair_field(data, "score"))
    if length and max(first, second) >= length:
        raise StorageError(f"at {first}-{second} a match to {length} points is over")
    return new_match(rules, length, white, (first, second), field(data, "crawford_done", bool))


def _points(number: Any) -> int:
    if type(number) is not int or not 0 <= number <= MAX_SCORE:
        raise StorageError(f"a score is 0 to {MAX_SCORE}, not {quote(number)}")
    return number


def replay_data(replay: Replay) -> Data:
    """Write a replay."""
    running = replay.origin is Origin.MATCH
    return {
        "origin": replay.origin,
        "start": None if running else start_data(replay.start),
        "log": None if running else replay.log.text,
        "cursor": replay.cursor,
        "names": replay.names,
        "event": replay.event,
        "comments": replay.comments,
        "remarks": [(key, dict(params)) for key, params in replay.remarks],
    }


def read_replay(data: Data, running: Replay | None = None) -> Replay:
    """Read a replay, the inverse of replay_data; ``running`` is the running match as a replay.

    Raises StorageError, or BackgammonError for a log that breaks a rule.
    """
    origin = field_like(data, "origin", Origin.MATCH)
    if origin is Origin.MATCH:
        if running is None:
            raise StorageError("there is no running match to look at")
        replay = running
    else:
        start = start_of(field(data, "start", dict))
        replay = Replay(start, Log.of(start, unpack(field(data, "log", str))), origin=origin)
    cursor = field(data, "cursor", int)
    if not 0 <= cursor <= len(replay.log):
        raise StorageError(f"a replay of {len(replay.log)} actions cannot stand at {quote(cursor)}")
    first, second = (_text(name) for name in pair_field(data, "names"))
    event = tuple((_text(name), _text(said)) for name, said in _pairs(data, "event"))
    comments = tuple((_index(at, replay), _text(said)) for at, said in _pairs(data, "comments"))
    remarks = (
        tuple(_remark(key, params) for key, params in _pairs(data, "remarks")) if "remarks" in data else ()
    )
    return replace(
        replay, cursor=cursor, names=(first, second), event=event, comments=comments, remarks=remarks
    )


def _remark(key: Any, params: Any) -> RemarkData:
    values = field({"params": params}, "params", dict)
    known = _REMARKS.get(key) if isinstance(key, str) else None
    if known is None or set(values) not in [known | place for place in _PLACES]:
        raise StorageError(f"no file is remarked on with {quote(key)} and {quote(params)}")
    for name in values:
        field(values, name, str if name == "found" else int)
    return key, tuple(values.items())


def _pairs(data: Data, name: str) -> list[tuple[Any, Any]]:
    found = field(data, name, list)
    for pair in found:
        if not isinstance(pair, list) or len(pair) != 2:
            raise StorageError(f"{name!r} holds pairs, not {quote(pair)}")
    return [(first, second) for first, second in found]


def _text(value: Any) -> str:
    return str(field({"text": value}, "text", str))


def _index(value: Any, replay: Replay) -> int:
    if type(value) is not int or not 0 <= value <= len(replay.log):
        raise StorageError(f"a comment belongs to one of {len(replay.log)} actions, not to {quote(value)}")
    return value


def dump_link(replay: Replay) -> str:
    """Write a replay for an address, even of the running match: a version, a full stop, URL-safe base64."""
    return pack_link(
        replay_data(replace(replay, origin=Origin.FILE) if replay.origin is Origin.MATCH else replay)
    )


def pack_link(data: Data) -> str:
    """Write JSON values for an address: a version, a full stop, zlib data in URL-safe base64."""
    text = json_text(data)
    return f"{_LINK}.{_encode(zlib.compress(text.encode(), 9))}"


def _encode(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode("ascii").rstrip("=")


@wrap_errors(DAMAGED_LINK)
def load_link(link: str) -> Replay:
    """Read a link, the inverse of dump_link; raise StorageError for foreign or damaged data."""
    return read_replay(unpack_link(link))


def unpack_link(link: str) -> Data:
    """Read JSON values from an address, the inverse of pack_link; raise StorageError."""
    version, point, packed = link.strip().partition(".")
    if not point or version != _LINK:
        raise StorageError(f"a link begins with {_LINK}. and not with {quote(link)}")
    if len(packed) > LONGEST_LINK:
        raise StorageError(f"a link has at most {LONGEST_LINK} characters, not {len(packed)}")
    with wrap_errors(DAMAGED_LINK):
        reader = zlib.decompressobj()
        raw = reader.decompress(_decode(packed), _LONGEST_TEXT)
        if not reader.eof or reader.unused_data:
            raise StorageError("the link is cut off, or something was added to it")
        return decode_object(raw.decode("utf-8"))


def _decode(packed: str) -> bytes:
    padded = packed + "=" * (-len(packed) % 4)
    raw = base64.b64decode(padded.encode("ascii"), altchars=b"-_", validate=True)
    if _encode(raw) != packed:
        raise StorageError(f"{DAMAGED_LINK}: {quote(packed)}")
    return raw
