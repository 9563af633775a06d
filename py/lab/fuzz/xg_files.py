"""Files of eXtreme Gammon, written from the published layout: each value at its place in its record."""

import zlib
from collections.abc import Iterable, Sequence
from datetime import date
from itertools import zip_longest
from random import Random
from struct import pack, pack_into

from backgammon.core.match import (
    Action,
    Beavered,
    Doubled,
    Dropped,
    Match,
    OpeningRoll,
    Played,
    Player,
    Raccooned,
    Took,
)
from backgammon.core.position import Points
from backgammon.core.rules import STANDARD
from backgammon.notation.record import Record
from backgammon.notation.xg_archive import COMMENTS, GAME, unpack
from lab.fuzz.mutate import by_letters

SIZE = 2560
READ: tuple[Sequence[int], ...] = (
    (8, 9, 92, 93, 96, *range(100, 104), *range(128, 136), 552, *range(576, 584), 612, 616),
    range(8, 68),
    (*range(8, 62), *range(292, 296)),
    (*range(8, 35), *range(64, 112), 2308, *range(2524, 2528)),
    range(8, 36),
)
"""Places of bytes that are read, in each kind of record."""
THUMBNAIL = b"\xff\xd8 a picture \xff\xd9"


def record_of(kind: int, *values: tuple[int, str, object]) -> bytes:
    """Return a record with values, each given by its place, the format and what is written."""
    record = bytearray(SIZE)
    record[8] = kind
    for place, layout, value in values:
        pack_into(f"<{layout}", record, place, *(value if isinstance(value, tuple | list) else (value,)))
    return bytes(record)


def wide(text: str) -> bytes:
    return text.encode("utf-16-le")[:256]


def header(
    names: Sequence[str],
    length: int,
    *,
    crawford: bool = True,
    jacoby: bool = False,
    beavers: bool = False,
    doubles: int = 0,
    variation: int = 0,
    limit: int = 10,
    version: int = 30,
    event: Sequence[str] = ("", "", ""),
    day: date | None = None,
    transcriber: str = "",
    comments: tuple[int, int] = (-1, -1),
) -> bytes:
    """Return the first record of a file; ``event``: its name, its place and the round."""
    old = [text.encode("cp1252", "replace") for text in (*names, *event)]
    texts: list[tuple[int, str, object]] = [
        (place, "258s", wide(text))
        for place, text in zip((880, 1138, 622, 1396, 1654), (*names, *event), strict=True)
    ]
    return record_of(
        0,
        (9, "41p", old[0]),
        (50, "41p", old[1]),
        (92, "i", length or 99_999),
        (96, "i", variation),
        (100, "????", (crawford, jacoby, beavers, bool(doubles))),
        (128, "d", 0.5 + (day - date(1899, 12, 30)).days if day else 0.0),
        (136, "129p", old[2]),
        (283, "129p", old[3]),
        (417, "129p", old[4]),
        (552, "i", version),
        (556, "4s", b"DMLI"),
        (576, "ii", comments),
        (612, "ii", (limit, doubles)),
        *(texts if version >= 24 else []),
        (1960, "258s", wide(transcriber)),
    )


def game(
    number: int,
    score: tuple[int, int],
    points: Points = STANDARD.start,
    *,
    crawford: bool = False,
    ties: int = 0,
    comments: tuple[int, int] = (-1, -1),
) -> bytes:
    return record_of(
        1,
        (12, "ii", score),
        (20, "?", crawford),
        (21, "26b", points),
        (48, "i", number),
        (56, "iii", (*comments, ties)),
    )


def cube_action(player: Player, points: Points, cube: int, *answers: int, comment: int = -1) -> bytes:
    """Return a record of the cube; ``answers``: double, take, beaver, raccoon."""
    told = [answer for answer, _ in zip_longest(answers, range(4), fillvalue=-1)]
    return record_of(
        2,
        (12, "i", 1 - 2 * player),
        (16, "iiii", tuple(told)),
        (32, "i", cube),
        (36, "26b", points),
        (292, "i", comment),
    )


def play(
    player: Player,
    points: Points,
    dice: tuple[int, int],
    places: Iterable[int] = (),
    cube: int = 0,
    *,
    played: bool = True,
    comment: int = -1,
) -> bytes:
    """Return a record of a roll; ``points`` seen by player 0, ``places`` as they are in files."""
    moves = [*places, *[-1] * 8][:8]
    return record_of(
        3,
        (9, "26b", points),
        (64, "i", 1 - 2 * player),
        (68, "8i", tuple(moves)),
        (100, "ii", dice),
        (108, "i", cube),
        (2308, "?", played),
        (2524, "i", comment),
    )


def end(score: tuple[int, int], winner: Player, points: int, how: int = 1) -> bytes:
    return record_of(4, (12, "ii", score), (24, "iii", (1 - 2 * winner, points, how)))


def archive(
    game_file: bytes, comments: bytes = b"", *, others: Sequence[bytes] = (), packed_index: bool = True
) -> bytes:
    """Return a whole file: the header, a picture, the packed files, their index and its description."""
    begin = b"RGMH" + pack("<iiqI", 1, 8232, 0, len(THUMBNAIL))
    begin = begin.ljust(8232, b"\0") + THUMBNAIL
    files = {"temp.xgi": game_file[:SIZE], "temp.xg": game_file, "temp.xgr": b"", "temp.xgc": comments}
    files |= {f"other {number}": other for number, other in enumerate(others)}
    data = index = b""
    for name, content in files.items():
        packed = zlib.compress(content)
        place = (len(content), len(packed), len(data), zlib.crc32(content))
        index += pack("<256p256piiiIBBxx", name.encode(), b"", *place, 0, 6)
        data += packed
    index = zlib.compress(index) if packed_index else index
    size = len(data)
    data += index
    return begin + data + pack("<Iiiiii12x", zlib.crc32(data), len(files), 1, len(index), size, packed_index)


def xg_file(record: Record) -> bytes:
    """Return the file of a match, with one comment on each game that has some.

    As in real files, resignations are only the results of games.
    """
    rules, length = record.start.rules, record.start.length
    comments = [rtf(text) for each in record.games for _, text in each.comments[:1]]
    numbers = iter(range(len(comments)))
    out = [
        header(
            record.players,
            length,
            crawford=rules.crawford,
            jacoby=rules.jacoby,
            beavers=rules.beavers,
            doubles=rules.automatic_doubles,
            variation=int(rules.start != STANDARD.start),
        )
    ]
    states = iter(record.states)
    state = next(states)
    for number, each in enumerate(record.games, 1):
        begin, ties = state, 0
        rows: list[bytes] = []
        offers: list[Action] = []
        for action in each.actions:
            before, state = state, next(states)
            if isinstance(action, OpeningRoll):
                ties += action.first == action.second
            if isinstance(action, Doubled):
                offered_in, offers = before, []
            if isinstance(action, Doubled | Took | Dropped | Beavered | Raccooned):
                offers.append(action)
            if isinstance(action, Took | Dropped):
                rows.append(_offer(offered_in, offers))
            if isinstance(action, Played):
                rows.append(_play_of(before, action))
        crawford = begin.crawford_game and length > 1
        told = next(numbers) if each.comments else -1
        start = game(number, begin.score, rules.start, crawford=crawford, ties=ties, comments=(told, -1))
        out += [start, *rows]
        if state.result:
            out.append(end(state.score, state.result.winner, state.result.points))
        state = next(states, state)
    return archive(b"".join(out), "\r\n".join(comments).encode("cp1252"))


def rtf(text: str) -> str:
    """Return a comment as eXtreme Gammon writes it, from text with marks of RTF."""
    font = "{\\fonttbl{\\f0\\fnil\\fcharset0 Arial;}}"
    return (
        f"{{\\rtf1\\ansi\\deff0{font}\x01\x02{{\\*\\generator Riched20;}}\\pard\\fs20 {text}\\par\x01\x02}}"
    )


def _cube(state: Match) -> int:
    """Return the cube as a power of two, negative if player 1 owns it; one that is not doubled is 0."""
    power = state.cube.bit_length() - 1
    return 0 if state.cube_owner is None else -power if state.cube_owner else power


def _offer(state: Match, offers: Sequence[Action]) -> bytes:
    numbers = {Doubled: 1, Took: 1, Dropped: 0, Beavered: 2, Raccooned: 2}
    told = [numbers[type(action)] for action in offers]
    return cube_action(state.on_roll, state.position_of[0].points, _cube(state), *told)


def _play_of(state: Match, action: Played) -> bytes:
    assert state.dice is not None
    places = [place - 1 for step in action.steps for place in step]
    return play(state.on_roll, state.position_of[0].points, state.dice, places, _cube(state))


def xg_text(record: Record) -> str:
    """Return the file of a match with a character for each byte, as data.file_text does."""
    return xg_file(record).decode("latin-1")


def spoil(random: Random, text: str, others: Sequence[str]) -> str:
    """Spoil a file, given and returned with a character for each byte: mostly values in its records."""
    if random.random() < 0.2:
        return by_letters(random, text, others)
    files = unpack(text.encode("latin-1"))
    records, further = _records(files), _records(unpack(random.choice(others).encode("latin-1")))
    for _ in range(random.randint(1, 4)):
        at = random.randrange(len(records))
        match random.randrange(8):
            case 0 if len(records) > 1:
                del records[at]
            case 1:
                records.insert(at, random.choice(records))
            case 2:
                records.insert(at, random.choice(further))
            case _:
                records[at] = _spoil_record(random, records[at])
    comments = files[COMMENTS].decode("latin-1")
    spoilt = by_letters(random, comments, (comments,)).encode("latin-1", "replace")
    return archive(b"".join(records), spoilt).decode("latin-1")


def _records(files: dict[str, bytes]) -> list[bytes]:
    return [files[GAME][begin : begin + SIZE] for begin in range(0, len(files[GAME]), SIZE)]


def _spoil_record(random: Random, record: bytes) -> bytes:
    places, changed = READ[min(record[8], 4)], bytearray(record)
    for _ in range(random.choice((1, 1, 2, 8))):
        changed[random.choice(places)] = random.choice((0, 1, 2, 127, 128, 254, 255, random.randrange(256)))
    return bytes(changed)


def grow(random: Random, text: str, size: int) -> str:
    """Return a file whose records, or whose comments, are ``size`` bytes when unpacked."""
    files = unpack(text.encode("latin-1"))
    records, comments = _records(files), files[COMMENTS]
    if random.random() < 0.5:
        part = random.choice((b"{", b"\\u1?", b"\\'82", b"{\\b x}", b"\\f0\r\n", b"{\\rtf1 x}\r\n"))
        return archive(files[GAME], comments[:-1] + part * (size // len(part))).decode("latin-1")
    at, count = random.randrange(1, len(records)), random.randint(1, 20)
    part = b"".join(records[at : at + count])
    return archive(b"".join(records[:at]) + part * (size // len(part) + 1), comments).decode("latin-1")
