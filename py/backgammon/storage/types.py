"""What is kept between visits, as plain values: a match as it was set up and played, and a person's settings.

The log of actions is the truth; whatever else stands in a Saved only says where within a play it was left.
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
    """Where a study comes from."""

    MATCH = "match"
    """The running match, looked back on."""
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
    """From a link of each player's chain (core.fairdice), where two play at two devices."""


class Speed(StrEnum):
    SLOW = "slow"
    NORMAL = "normal"
    FAST = "fast"
    OFF = "off"


class Direction(StrEnum):
    """Where the bottom player bears off: a matter of display only."""

    RIGHT = "right"
    LEFT = "left"


class Appearance(StrEnum):
    AUTO = "auto"
    LIGHT = "light"
    DARK = "dark"


class Theme(StrEnum):
    """What the board is made of."""

    WOOD = "wood"
    FELT = "felt"
    SLATE = "slate"
    CONTRAST = "contrast"
    """High contrast, the page's too."""
    PAPER = "paper"
    """Black on white, for print."""


class Tutor(StrEnum):
    """What the tutor does while a person plays."""

    OFF = "off"
    WARN = "warn"
    """Warn before a blunder is made, and comment."""
    COMMENT = "comment"
    """Say after a choice what it lost."""


@dataclass(frozen=True, slots=True)
class Human:
    """A person at this device plays a side. An empty name is shown as "You" or the colour."""

    name: str = ""
    kind: ClassVar[str] = "human"


@dataclass(frozen=True, slots=True)
class Computer:
    """The computer plays a side, at this level. An empty name is shown as "Computer"."""

    level: str
    name: str = ""
    kind: ClassVar[str] = "computer"


@dataclass(frozen=True, slots=True)
class Remote:
    """A person at another device plays a side; ``peer`` says where. An empty name is shown as the colour."""

    peer: str
    name: str = ""
    kind: ClassVar[str] = "remote"


Seat = Human | Computer | Remote
"""Who plays a side; ``kind`` is its word in kept data and forms."""


@dataclass(frozen=True, slots=True)
class MatchOptions:
    """What a match was started with; seat 0 is drawn at the bottom.

    ``advice``: two people agreed that the computer may be asked during their match. ``clock``: what
    time those have who play at this device.
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
    """What a person sets once; kept apart from the match."""

    speed: Speed = Speed.NORMAL
    auto_confirm: bool = False
    auto_roll: bool = False
    """Roll by itself where no double can be offered."""
    one_tap: bool = False
    """A tap on a checker moves it at once, by the number of the dice that is shown first."""
    direction: Direction = Direction.RIGHT
    face_to_face: bool = False
    """The page turns for the second of two people at one device, who sits opposite."""
    pips: bool = True
    numbers: bool = True
    appearance: Appearance = Appearance.AUTO
    theme: Theme = Theme.WOOD
    language: str = ""
    sound: bool = False
    volume: int = 60
    """0 to 100."""
    vibration: bool = False
    """Dice and hits are felt, where the device can do that."""
    tutor: Tutor = Tutor.OFF
    auto_analysis: bool = True
    """Begin to analyse when a game has ended."""
    show_steps: bool = True
    """A friend at another device sees the steps of a play before it is confirmed."""
    address_server: bool = False
    """Servers that the site names may be asked for this device's address, to reach a friend."""
    level_offered: bool = False
    taps_offered: bool = False
    sound_offered: bool = False
    lessons_offered: bool = False
    """What the page has offered (app.offers), and does not offer again."""


@dataclass(frozen=True, slots=True)
class GameDice:
    """The dice of one game: ``commitment`` is shown from the start, ``secret`` (hex) only after the game.

    Typed dice have neither; a record that was given away in mid-game has no secret for that game. Shared dice
    have player 0's and player 1's commitment, joined, and as secret both links of the latest roll, "" before
    the first.
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
        word.encode()  # halves of surrogate pairs are no text
    except ValueError:
        raise StorageError(f"{text[:90]!r} does not say where rolls come from") from None
    if found[1]:
        return GameDice(found[1], found[2] or "", word)
    if found[3]:
        return GameDice(found[3], found[4] or "", word, DiceSource.SHARED)
    return GameDice("", "", word, DiceSource.TYPED)


@dataclass(frozen=True, slots=True)
class Games(Sequence[GameDice]):
    """The dice of a match's games as sealed texts; they are unpacked where somebody looks at them."""

    texts: tuple[str, ...] = ()

    @classmethod
    def of(cls, games: Iterable[GameDice]) -> "Games":
        """Return the dice of these games."""
        found = cls()
        for game in games:
            found = found.with_game(game)
        return found

    def with_game(self, dice: GameDice) -> "Games":
        """Return the games with one more."""
        return Games((*self.texts, add_seal(self.texts, dice.pack())))

    def with_latest(self, dice: GameDice) -> "Games":
        """Return the games with other dice for the latest."""
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


Told = tuple[str, tuple[tuple[str, str | int], ...]]
"""A text for the page: a key of the catalogue and what fills it."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A match that is looked at, not played: the first ``cursor`` actions of ``log``, from ``start`` on.

    ``names`` are those of a record, empty for the running match; ``event`` holds pairs such as ("Site",
    "Tallinn"); ``comments`` are texts, each with the index in ``log`` of the action it belongs to.
    ``remarks`` say where a file could not be followed: keys of the catalogue and what fills them.
    """

    start: Match
    log: Log = field(default_factory=Log)
    cursor: int = 0
    origin: Origin = Origin.MATCH
    names: tuple[str, str] = ("", "")
    event: tuple[tuple[str, str], ...] = ()
    comments: tuple[tuple[int, str], ...] = ()
    remarks: tuple[Told, ...] = ()


@dataclass(frozen=True, slots=True)
class Lines:
    """Lines that are tried out from a position, and the players' names, "" for a colour."""

    tree: Variations
    names: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class Saved:
    """A match as it was left.

    ``start`` is the position it began from, None for the usual beginning; ``match`` is the fold of ``log``;
    ``moves`` are the steps of the running play that stand on the board, ``showing`` those of a decided play
    still to be shown; ``swapped``: the lower number is played first; ``clock``: what time is left.
    ``last_moves`` are the latest play of the log, made by ``last_player``. ``study`` is what is looked at
    meanwhile, ``lines`` what is tried out, ``shelf`` the match that was set aside to play on from another
    position.
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
    study: Replay | None = None
    lines: Lines | None = None
    shelf: "Saved | None" = None
    clock: Clock | None = None

    @property
    def beginning(self) -> Match:
        """The match before its first action."""
        return self.start or new_match(self.setup.rules, self.setup.length, self.setup.white)
