"""Data stored between visits, as plain values: a match as it was set up and played, and a person's settings.

The log of actions is authoritative; everything else in a Saved only says where within a play it was left.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import ClassVar, overload

from backgammon.core.match import Match, Player, new_match
from backgammon.core.plays import Move
from backgammon.core.rules import STANDARD, Rules
from backgammon.core.time_control import Clock, TimeControl
from backgammon.core.variations import Variations
from backgammon.storage.errors import StorageError
from backgammon.storage.log import Log
from backgammon.storage.seal import add_seal, remove_seal


class Origin(StrEnum):
    """Where a replay comes from."""

    MATCH = "match"
    """The running match, viewed in retrospect."""
    FILE = "file"
    """A match from a file, a link or a text."""
    POSITION = "position"
    """One position, from an ID or the editor."""


class DiceSource(StrEnum):
    """Where rolls come from."""

    FAIR = "fair"
    """From the game's secret and the player's word (core.fairdice)."""
    TYPED = "typed"
    """Typed in by the player, from real dice."""
    SHARED = "shared"
    """From a link of each player's chain (core.fairdice), when two people play at two devices."""


class Speed(StrEnum):
    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    OFF = "off"


class Direction(StrEnum):
    """The side where the bottom player bears off; it only affects the display."""

    RIGHT = "right"
    LEFT = "left"


class Appearance(StrEnum):
    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"


class Theme(StrEnum):
    """The material or style of the board."""

    WOOD = "wood"
    FELT = "felt"
    SLATE = "slate"
    CONTRAST = "contrast"
    """High contrast, for the board and the page."""
    PAPER = "paper"
    """Black on white, for print."""


class Tutor(StrEnum):
    """The behaviour of the tutor while a person plays."""

    OFF = "off"
    WARN = "warn"
    """Warn before a blunder is made, and comment."""
    COMMENT = "comment"
    """Say after a choice how much it lost."""


@dataclass(frozen=True, slots=True)
class Human:
    """A side played by a person at this device. An empty name is shown as "You" or the colour."""

    name: str = ""
    kind: ClassVar[str] = "human"


@dataclass(frozen=True, slots=True)
class Computer:
    """A side played by the computer, at this level. An empty name is shown as "Computer"."""

    level: str
    name: str = ""
    kind: ClassVar[str] = "computer"


@dataclass(frozen=True, slots=True)
class Remote:
    """A side played by a person at another device. An empty name is shown as the colour.

    ``peer`` is the id of the match (friend.match).
    """

    peer: str
    name: str = ""
    kind: ClassVar[str] = "remote"


COMPUTER_NAME = "Triktrakk"
"""The name of a computer without one in files."""

Seat = Human | Computer | Remote
"""Who plays a side; ``kind`` is the word for it in stored data and forms."""


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """The options a match was started with; seat 0 is drawn at the bottom.

    ``advice``: two people agreed that the computer may be asked during their match. ``clock``: the time
    control for the players at this device.
    """

    seats: tuple[Seat, Seat]
    rules: Rules = STANDARD
    length: int = 5
    white: Player = 0
    dice: DiceSource = DiceSource.FAIR
    word: str = ""
    advice: bool = False
    clock: TimeControl | None = None


@dataclass(frozen=True, slots=True)
class Settings:
    """A person's settings; stored separately from the match."""

    speed: Speed = Speed.NORMAL
    auto_confirm: bool = False
    auto_roll: bool = False
    """Roll automatically where no double can be offered."""
    one_tap: bool = False
    """A tap on a checker moves it at once, by the number on the die that is shown first."""
    direction: Direction = Direction.RIGHT
    face_to_face: bool = False
    """The page is turned round for the second of two people at one device, who sits opposite."""
    pips: bool = True
    numbers: bool = True
    appearance: Appearance = Appearance.AUTO
    theme: Theme = Theme.WOOD
    language: str = ""
    sound: bool = False
    volume: int = 60
    """0 to 100."""
    vibration: bool = False
    """Vibrate for dice and hits, if the device can."""
    shortcuts: bool = True
    """Letters and other signs are shortcuts; Escape, the space bar and the keys of the board always work."""
    tutor: Tutor = Tutor.OFF
    auto_analysis: bool = True
    """Begin the analysis automatically when a game has ended."""
    show_steps: bool = True
    """A friend at another device sees the steps of a play before it is confirmed."""
    address_server: bool = False
    """Servers named by the site may be asked for this device's address, to reach a friend."""
    level_offered: bool = False
    taps_offered: bool = False
    sound_offered: bool = False
    lessons_offered: bool = False
    """The offers that the page has made (app.offers), and does not make again."""


@dataclass(frozen=True, slots=True)
class GameDice:
    """The dice of one game: ``commitment`` is shown from the start, ``secret`` (hex) only after the game.

    Typed dice have neither; a record exported in mid-game has no secret for that game. For shared dice,
    ``commitment`` is player 0's and player 1's joined, and ``secret`` both links of the latest roll, ""
    before the first.
    """

    commitment: str
    secret: str
    word: str
    source: DiceSource = DiceSource.FAIR

    def pack(self) -> str:
        """Write the dice of a game: ``COMMITMENT SECRET "word"``, ``-`` for no secret; see _DICE."""
        word = json.dumps(self.word)
        if self.source is DiceSource.TYPED:
            return f"{self.source} {word}"
        mark = f"{self.source} " if self.source is DiceSource.SHARED else ""
        return f"{mark}{self.commitment} {self.secret or '-'} {word}"

    @classmethod
    def unpack(cls, text: str) -> "GameDice":
        """Read the dice of a game, the inverse of pack; raise StorageError."""
        return _unpack_dice(text)


TYPED_DICE = GameDice("", "", "", DiceSource.TYPED)
"""The dice of a game whose rolls are typed in."""

_DICE = re.compile(
    r'(?:typed|([0-9a-f]{64}) (?:-|([0-9a-f]{64}))|shared ([0-9a-f]{128}) (?:-|([0-9a-f]{128}))) ("[ -~]*")'
)


@lru_cache(maxsize=64)
def _unpack_dice(text: str) -> GameDice:
    found = _DICE.fullmatch(text)
    try:
        word = json.loads(found[5]) if found else None
        if found is None or not isinstance(word, str):
            raise ValueError
        word.encode()  # a lone surrogate is not valid text
    except ValueError:
        raise StorageError(f"{text[:90]!r} does not say where rolls come from") from None
    if found[1]:
        return GameDice(found[1], found[2] or "", word)
    if found[3]:
        return GameDice(found[3], found[4] or "", word, DiceSource.SHARED)
    return GameDice("", "", word, DiceSource.TYPED)


@dataclass(frozen=True, slots=True)
class Games(Sequence[GameDice]):
    """The dice of a match's games as sealed texts; they are unpacked only when needed."""

    texts: tuple[str, ...] = ()

    @classmethod
    def of(cls, games: Iterable[GameDice]) -> "Games":
        """Build the sequence from the dice of each game, in order."""
        found = cls()
        for game in games:
            found = found.with_game(game)
        return found

    def with_game(self, dice: GameDice) -> "Games":
        """Return the dice with those of one more game."""
        return Games((*self.texts, add_seal(self.texts, dice.pack())))

    def with_latest(self, dice: GameDice) -> "Games":
        """Return the dice with those of the latest game replaced."""
        return Games(self.texts[:-1]).with_game(dice)

    def __len__(self) -> int:
        return len(self.texts)

    @overload
    def __getitem__(self, index: int) -> GameDice: ...
    @overload
    def __getitem__(self, index: slice) -> "Games": ...

    def __getitem__(self, index: int | slice) -> "GameDice | Games":
        if isinstance(index, slice):
            return Games.of(map(_dice_of, self.texts[index]))
        return _dice_of(self.texts[index])


def _dice_of(text: str) -> GameDice:
    return GameDice.unpack(remove_seal(text))


RemarkData = tuple[str, tuple[tuple[str, str | int], ...]]
"""A text for the page: a key of the catalogue and its parameters."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A match that is viewed, not played: ``start`` and the first ``cursor`` actions of ``log``.

    ``names`` are those of a record, empty for the running match; ``event`` holds pairs such as ("Site",
    "Tallinn"); ``comments`` are texts, each with the index in ``log`` of the action it belongs to.
    ``remarks`` say where a file could not be followed: keys of the catalogue and their parameters.
    """

    start: Match
    log: Log = field(default_factory=Log)
    cursor: int = 0
    origin: Origin = Origin.MATCH
    names: tuple[str, str] = ("", "")
    event: tuple[tuple[str, str], ...] = ()
    comments: tuple[tuple[int, str], ...] = ()
    remarks: tuple[RemarkData, ...] = ()


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines tried out from a position, and the players' names; "" is shown as the colour."""

    tree: Variations
    names: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Saved:
    """A match as it was left.

    ``start`` is the position it began from, None for the usual beginning; ``match`` is the fold of ``log``;
    ``moves`` are the steps of the current play made on the board, ``showing`` those of a decided play still
    to be shown; ``swapped``: the lower number is played first; ``clock``: the time left. ``last_moves`` are
    the latest play of the log, made by ``last_player``. ``replay`` is what is viewed meanwhile, ``lines``
    what is being tried out, ``shelf`` the match set aside to play on from another position.
    """

    setup: MatchOptions
    match: Match
    log: Log = field(default_factory=Log)
    games: Games = field(default_factory=Games)
    moves: tuple[Move, ...] = ()
    showing: tuple[Move, ...] = ()
    swapped: bool = False
    last_moves: tuple[Move, ...] = ()
    last_player: Player | None = None
    start: Match | None = None
    replay: Replay | None = None
    lines: Lines | None = None
    shelf: "Saved | None" = None
    clock: Clock | None = None

    @property
    def beginning(self) -> Match:
        """The match before its first action."""
        return self.start or new_match(self.setup.rules, self.setup.length, self.setup.white)
