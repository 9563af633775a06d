"""The records of eXtreme Gammon's game files: all of one size, the ninth byte says of which kind.

Positions are seen by player 0, but the steps of a play by the player who makes it. Analysis, clocks and
ratings are not read. Source: "XG file format" by GameSite 2000 Ltd, 31 December 2013; what it leaves open
follows from what public converters found in such files.
"""

from collections.abc import Callable, Sequence
from datetime import date, timedelta
from struct import Struct
from typing import NamedTuple

from backgammon.core.dice import Roll
from backgammon.core.match import Player
from backgammon.core.plays import Steps
from backgammon.core.position import Points
from backgammon.core.rules import MAX_AUTOMATIC_DOUBLES
from backgammon.notation.errors import DamagedFile

SIZE = 2560
"""The size of a record, in bytes."""
_KIND = 8
"""The place of the byte that gives its kind."""
_HEADER, _GAME, _CUBE, _PLAY, _END = range(5)
"""The kinds of records that are read."""

_MATCH_LAYOUT = Struct("<9x41p41pxii????24xd129p18x129p5x129p6xi4s16xii28xii2x258s258s258s258s258s48x258s")
_GAME_LAYOUT = Struct("<12xii?26bxi4xiii")
_CUBE_LAYOUT = Struct("<12xiiiiii26b230xi")
_PLAY_LAYOUT = Struct("<9x26b29xi8i2ii2196x?215xi")
_END_LAYOUT = Struct("<24xii")

_MAGIC = b"DMLI"
_UTF_16_SINCE = 24
"""The version of the format since which texts are also in UTF-16, before that only in a Windows code page."""
_TRANSCRIBER_SINCE = 30
"""The version since which a file names who has written the match down."""
_UNLIMITED = 99_999
"""The length of a money session."""
_HIGHEST = 15
"""The highest cube that is played here, as a power of two."""
_MOST_CUBE = 10
"""The limit of the cube where none was chosen, as a power of two; 0 in files from before there was one."""
_GALAXY = "BackgammonGalaxy"
"""The site whose money games have the limit of the cube as their length, and the Crawford rule."""
_FIRST_DAY = date(1899, 12, 30)
"""The day that dates are counted from."""


class Header(NamedTuple):
    """What a file says about the whole match; ``length`` 0 is money play, ``cube_limit`` 0 is none."""

    names: tuple[str, str]
    length: int
    is_variation: bool
    """Whether games begin from another position than usual."""
    crawford: bool
    jacoby: bool
    beavers: bool
    automatic_doubles: int
    cube_limit: int
    event: tuple[tuple[str, str], ...]
    comments: tuple[int, int]
    """The numbers of the comments before and after the match, -1 for none."""


class GameStart(NamedTuple):
    """The beginning of a game; ``ties`` is how often the opening roll has doubled the cube."""

    number: int
    score: tuple[int, int]
    is_crawford: bool
    points: Points
    ties: int
    comments: tuple[int, int]
    """The numbers of the comments before and after the game, -1 for none."""


class CubeAction(NamedTuple):
    """What was done with the cube before a roll.

    ``double``: 1 if ``player`` doubled. ``take``: 0 a drop, 1 a take, 2 a beaver. ``beaver`` and ``raccoon``
    are the answers to those, in the same numbers. ``cube``: a power of two, negative if player 1 owns it.
    ``comment``: its number, -1 for none.
    """

    player: Player
    double: int
    take: int
    beaver: int
    raccoon: int
    cube: int
    points: Points
    comment: int


class PlayedRoll(NamedTuple):
    """A roll and how it was played; a roll not ``is_played`` was not made, or the game ended before."""

    points: Points
    player: Player
    steps: Steps
    dice: Roll
    cube: int
    is_played: bool
    comment: int


class GameEnd(NamedTuple):
    """The result of a game; ``winner`` is None if it was broken off."""

    winner: Player | None
    points: int


Entry = CubeAction | PlayedRoll | GameEnd


class XgGame(NamedTuple):
    """The records of one game, each with its number in the file, from 1."""

    number: int
    start: GameStart
    entries: list[tuple[int, Entry]]


def read_records(data: bytes) -> tuple[Header, list[XgGame]]:
    """Return the header and the games of a game file; raise DamagedFile for any other bytes."""
    if not data or len(data) % SIZE or data[_KIND] != _HEADER:
        raise DamagedFile
    header, games = _header(data[:SIZE]), list[XgGame]()
    readers: dict[int, Callable[[bytes], Entry]] = {_CUBE: _cube, _PLAY: _play, _END: _end}
    for number in range(2, len(data) // SIZE + 1):
        record = data[(number - 1) * SIZE : number * SIZE]
        if record[_KIND] == _GAME:
            games.append(XgGame(number, _game(record), []))
        elif record[_KIND] in readers and games:
            games[-1].entries.append((number, readers[record[_KIND]](record)))
    return header, games


def _header(record: bytes) -> Header:
    values = _MATCH_LAYOUT.unpack_from(record)
    first, second, length, variation, crawford, jacoby, beavers, doubles, day, *texts = values[:12]
    version, magic, before, after, limit, most_doubles, *newer, transcriber = values[12:]
    if magic != _MAGIC:
        raise DamagedFile
    event, *rest = texts
    old = [text.decode("cp1252", "replace") for text in (event, first, second, *rest)]
    new = [_wide(text) for text in newer]
    event, first, second, site, stage = (
        [text or other for text, other in zip(new, old, strict=True)] if version >= _UTF_16_SINCE else old
    )
    limit = 2**limit if 0 < limit < _MOST_CUBE else 0
    if site.strip() == _GALAXY and crawford and length > 1 and length.bit_count() == 1:
        length, limit = _UNLIMITED, length
    writer = _wide(transcriber) if version >= _TRANSCRIBER_SINCE else ""
    told = (("Event", event), ("Site", site), ("Round", stage), ("EventDate", _day(day)))
    pairs = (*told, ("Transcriber", writer))
    return Header(
        names=(first, second),
        length=0 if length >= _UNLIMITED else length,
        is_variation=variation != 0,
        crawford=crawford,
        jacoby=jacoby,
        beavers=beavers,
        automatic_doubles=min(max(most_doubles, 0), MAX_AUTOMATIC_DOUBLES) if doubles else 0,
        cube_limit=limit,
        event=tuple((key, text) for key, text in pairs if text),
        comments=(before, after),
    )


def _wide(text: bytes) -> str:
    """Return a text of two bytes a sign, up to its end."""
    return text.decode("utf-16-le", "replace").partition("\0")[0]


def _day(days: float) -> str:
    """Return a date as the tags of match files have it; an empty text if none is given."""
    return f"{_FIRST_DAY + timedelta(days=int(days)):%Y.%m.%d}" if 1 <= days < 100_000 else ""


def _game(record: bytes) -> GameStart:
    first, second, is_crawford, *points, number, before, after, ties = _GAME_LAYOUT.unpack_from(record)
    ties = min(max(ties, 0), MAX_AUTOMATIC_DOUBLES)
    return GameStart(number, (first, second), is_crawford, tuple(points), ties, (before, after))


def _cube(record: bytes) -> CubeAction:
    active, double, take, beaver, raccoon, cube, *points, comment = _CUBE_LAYOUT.unpack_from(record)
    return CubeAction(_player(active), double, take, beaver, raccoon, _power(cube), tuple(points), comment)


def _play(record: bytes) -> PlayedRoll:
    values = _PLAY_LAYOUT.unpack_from(record)
    active, *places, high, low, cube, is_played, comment = values[26:]
    return PlayedRoll(
        values[:26], _player(active), _steps(places), (high, low), _power(cube), is_played, comment
    )


def _end(record: bytes) -> GameEnd:
    winner, points = _END_LAYOUT.unpack_from(record)
    return GameEnd(_player(winner) if winner else None, points)


def _power(cube: int) -> int:
    """Return a cube, within what is played here; negative if player 1 owns it."""
    return min(max(cube, -_HIGHEST), _HIGHEST)


def _player(number: int) -> Player:
    """Return a player, 1 or -1 in the file."""
    return 0 if number == 1 else 1


def _steps(places: Sequence[int]) -> Steps:
    """Return steps from sources and targets: 0 is the ace point, 24 the bar, all below 0 off.

    They end at a source below 0, and at one that is its own target, as when nothing can be played.
    """
    steps = []
    for source, target in zip(places[::2], places[1::2], strict=True):
        if source < 0 or source == target:
            break
        steps.append((source + 1, max(target + 1, 0)))
    return tuple(steps)
