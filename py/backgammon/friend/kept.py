"""The stored form of a match against a friend: JSON with a format and a version. ``load`` inverts ``dump``.

Reading is strict. ``entries`` is the whole transcript as text. So that a long match opens without replaying
all of it, ``game`` is its state at the start of the running game, with the logs and dice of finished games.
"""

import re
from dataclasses import dataclass, replace

from backgammon.core.fairdice import SECRET_BYTES
from backgammon.core.match import new_match
from backgammon.core.time_control import Clock, TimeControl
from backgammon.data.dataclass_codec import Codec
from backgammon.data.json_text import quote
from backgammon.friend.stages import End, Stage
from backgammon.friend.standing import Standing, first_standing
from backgammon.friend.terms import Terms
from backgammon.friend.texts import ID_BYTES, NONCE_BYTES, SEAL_BYTES
from backgammon.storage.errors import StorageError, wrap_errors
from backgammon.storage.fields import Data, field, json_text, open_record, rules_data, rules_of
from backgammon.storage.log import Log
from backgammon.storage.seal import are_whole
from backgammon.storage.types import Games

FORMAT, VERSION = "triktrakk-friend", 1
_LATEST = 10**9
"""More minutes than there will be since 1970 for a long time: no date has none of them."""
_DIGITS = re.compile("[0-9a-f]*")


@dataclass(frozen=True, slots=True)
class Party:
    """One of the two sides, as given in the invitation or the answer; bytes as hexadecimal digits."""

    name: str
    commitment: str
    nonce: str


@dataclass(frozen=True, slots=True)
class GameStart:
    """The state of the transcript at the start of the running game, after ``entries`` entries.

    ``links``: both sides' latest links, with the numbers ``shown``; ``base``: both links of number
    ``index`` - 1; ``banks``: in milliseconds, (0, 0) without a clock. ``log``: the texts of the finished
    games; ``dice``: those of their dice and of the running game's.
    """

    entries: int
    index: int
    base: tuple[str, str]
    links: tuple[str, str]
    shown: tuple[int, int]
    ruled_out: tuple[bool, bool]
    first: int
    banks: tuple[int, int]
    log: tuple[str, ...]
    dice: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Listing:
    """The state of a match for a list of several; names and score: the player's own first.

    ``has_word``: whether it is our turn; its name is part of the stored form.
    """

    stage: Stage
    has_word: bool
    names: tuple[str, str]
    score: tuple[int, int]
    length: int


@dataclass(frozen=True, slots=True)
class Kept:
    """Everything that a side has to store. Players have the host's numbers; ``side``: the player here.

    ``seed``: this side's secret. ``guest``: None until an answer has come. ``link``: the friend's latest, ""
    before the first. ``own_last``: the number of entries up to the last one of this side; ``friend_last``:
    up to the friend's last, with the friend's ``friend_mark`` under it; ``friend_has``: the number the friend
    is known to have. ``met``: something has come from the friend since the answer. ``used``: milliseconds
    that our current decision has taken. ``rules_out``: everything we send rules out our next double.
    ``end``: why the match is over, where the transcript does not say; a guest who declined has no ``guest``.
    ``listed`` is derived from the rest, but for the friend's name while there is no ``guest``: an invitation
    to a rematch knows it. ``made``: when the invitation was made here, in minutes since 1970 by the clock on
    the wall; 0 where it is unknown, and once it is answered.
    """

    id: str
    side: int
    terms: Terms
    seed: str
    host: Party
    guest: Party | None = None
    entries: str = ""
    link: str = ""
    own_last: int = 0
    friend_last: int = 0
    friend_mark: str = ""
    friend_has: int = 0
    met: bool = False
    used: int = 0
    rules_out: bool = False
    end: End | None = None
    game: GameStart | None = None
    listed: Listing | None = None
    made: int = 0


def _terms_data(terms: Terms) -> Data:
    clock = None if terms.clock is None else _PLAIN.data(terms.clock)
    data = {"rules": rules_data(terms.rules), "length": terms.length, "white": terms.white, "clock": clock}
    return {**data, "hints": terms.hints}


def _terms_of(data: object) -> Terms:
    clock = field(data, "clock", dict) if isinstance(data, dict) and data.get("clock") is not None else None
    return Terms(
        rules_of(field(data, "rules", dict)),
        field(data, "length", int),
        field(data, "white", int),
        None if clock is None else _PLAIN.value(TimeControl, clock),
        field(data, "hints", bool),
    )


_PLAIN = Codec(StorageError, exact=True)
_CODEC = Codec(StorageError, exact=True, write={Terms: _terms_data}, read={Terms: _terms_of})


def dump(kept: Kept) -> str:
    """Write the stored form of a match; ``made`` only where it is known, as earlier builds lack it."""
    data = _CODEC.data(kept)
    if not kept.made:
        del data["made"]
    return json_text({"format": FORMAT, "version": VERSION, "match": data})


@wrap_errors()
def load(text: str) -> Kept:
    """Read the stored form of a match, the inverse of dump; raise StorageError."""
    data = open_record(text, FORMAT)
    if data["version"] != VERSION or data.keys() != {"format", "version", "match"}:
        raise StorageError(f"version {data['version']!r} of {FORMAT} is unknown, here it is {VERSION}")
    kept = _CODEC.value(Kept, {"made": 0, **field(data, "match", dict)})
    has_two = kept.guest is not None or kept.side == 0 or kept.end is End.DECLINED
    if kept.side not in (0, 1) or not has_two:
        raise StorageError(f"nobody plays side {kept.side!r} here")
    if not 0 <= kept.made < _LATEST:
        raise StorageError(f"no time is {kept.made!r}")
    _check_bytes(kept)
    return kept


def _check_bytes(kept: Kept) -> None:
    """Raise StorageError unless all byte fields are hexadecimal digits of the lengths used in letters."""
    parties = [kept.host, *([kept.guest] if kept.guest else [])]
    links = [kept.link, *((*kept.game.base, *kept.game.links) if kept.game else ())]
    sizes = (
        (ID_BYTES, [kept.id]),
        (NONCE_BYTES, [party.nonce for party in parties]),
        (SEAL_BYTES, [*filter(None, [kept.friend_mark])]),
        (SECRET_BYTES, [kept.seed, *(party.commitment for party in parties), *filter(None, links)]),
    )
    for size, texts in sizes:
        for text in texts:
            if not _DIGITS.fullmatch(text) or len(text) != 2 * size:
                raise StorageError(f"{size} bytes in hexadecimal digits are wanted, not {quote(text)}")


def game_start(standing: Standing, entries: int) -> GameStart:
    """Return the stored form of the state at a game's start."""
    first, second = standing.base, standing.links
    return GameStart(
        entries,
        standing.index,
        (first[0].hex(), first[1].hex()),
        (second[0].hex(), second[1].hex()),
        standing.shown,
        standing.ruled_out,
        standing.first,
        standing.clock.banks if standing.clock else (0, 0),
        standing.log.finished,
        standing.games.texts,
    )


@wrap_errors()
def restore_standing(kept: Kept) -> Standing:
    """Return the state of the match at the start of the running game; raise StorageError."""
    terms, game, guest = kept.terms, kept.game, kept.guest
    if guest is None:
        raise StorageError("nobody has answered")
    start = new_match(terms.rules, terms.length, terms.white)
    clock = Clock.of(terms.clock) if terms.clock else None
    commitments = bytes.fromhex(kept.host.commitment), bytes.fromhex(guest.commitment)
    first = first_standing(kept.id, start, commitments, clock)
    if game is None:
        return first
    log = Log(game.log)
    if not are_whole(game.log) or not are_whole(game.dice) or len(game.dice) != len(game.log) + 1:
        raise StorageError("the finished games are damaged")
    return replace(
        first,
        match=log.before(len(game.log), start),
        base=(bytes.fromhex(game.base[0]), bytes.fromhex(game.base[1])),
        links=(bytes.fromhex(game.links[0]), bytes.fromhex(game.links[1])),
        index=game.index,
        shown=game.shown,
        ruled_out=game.ruled_out,
        first=game.first,
        last=game.first,
        clock=replace(clock, banks=game.banks) if clock else None,
        log=log,
        games=Games(game.dice),
    )
