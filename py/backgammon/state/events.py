"""Events: whatever happened outside and can change the model comes in as one of these."""

from dataclasses import dataclass
from enum import StrEnum

from backgammon.protocol.messages import Answer, RolloutState, WorkResult
from backgammon.state.parts import Part
from backgammon.storage.types import Lines, Replay, Saved, Settings


class LongWork(StrEnum):
    """Work of the page itself, done in steps because all of it at once would block the page."""

    REVIEW = "review"
    """Going through a match before it is analysed."""
    AUTO_REVIEW = "auto-review"
    """Reading stored texts before a match is analysed without anyone having asked for it."""
    QUEUE = "queue"
    """Going through the matches of files that were chosen together."""
    DICE = "dice"


@dataclass(frozen=True, slots=True)
class Tapped:
    """A place on the board (mover's numbers: 25 bar, 0 off) was tapped, or chosen with the keyboard."""

    place: int


@dataclass(frozen=True, slots=True)
class Dragged:
    """A checker was dragged; ``target`` is None if it was dropped outside all places."""

    source: int
    target: int | None


@dataclass(frozen=True, slots=True)
class DragStarted:
    """A drag began at this place."""

    place: int


@dataclass(frozen=True, slots=True)
class Command:
    """A button or shortcut was used: its ``data-command`` in the page, with its ``data-value``."""

    name: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Submitted:
    """A form of a dialog was confirmed; checkboxes that are off are absent from ``values``."""

    form: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SettingChanged:
    """One setting was changed in the settings dialog; ``value`` is a text, "on" or "" for switches."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Ticked:
    """The time of an After effect is up."""

    tick: int


@dataclass(frozen=True, slots=True)
class Continued:
    """The turn of a Continue effect has come."""

    work: LongWork


@dataclass(frozen=True, slots=True)
class SecretDrawn:
    """A secret for the next game was drawn from the browser's crypto (64 hex digits)."""

    secret: str


@dataclass(frozen=True, slots=True)
class EngineReady:
    """The worker is running and responds."""


@dataclass(frozen=True, slots=True)
class EngineSlow:
    """The engine is taking long to start; it may still succeed."""


@dataclass(frozen=True, slots=True)
class EngineAnswered:
    """The worker answered question ``id``."""

    id: int
    answer: Answer


@dataclass(frozen=True, slots=True)
class EngineFailed:
    """The worker died or hangs; ``final``: restarting it did not help."""

    reason: str
    final: bool = False


@dataclass(frozen=True, slots=True)
class WorkProgressed:
    """Progress of work ``id``: the part done, 0 to 1; for a rollout also its state so far."""

    id: int
    done: float
    state: RolloutState | None = None


@dataclass(frozen=True, slots=True)
class WorkDone:
    """Work ``id`` is done."""

    id: int
    result: WorkResult


@dataclass(frozen=True, slots=True)
class WorkFailed:
    """Work ``id`` cannot be done, because of a fault in the request or in the worker."""

    id: int
    reason: str


@dataclass(frozen=True, slots=True)
class Restored:
    """The match and the settings in storage, at the start or after LoadOtherTab; None for a missing one.

    ``problem`` is the key of a notice if data was set aside, otherwise "".
    """

    saved: Saved | None
    problem: str = ""
    settings: Settings | None = None


@dataclass(frozen=True, slots=True)
class LinesKept:
    """Storage held lines that were being tried out at the last visit."""

    lines: Lines


@dataclass(frozen=True, slots=True)
class StorageFailed:
    """Storage cannot be written (a private window, or no space)."""


@dataclass(frozen=True, slots=True)
class StorageWorks:
    """The data that could not be stored for a while has been stored."""


@dataclass(frozen=True, slots=True)
class ChangedElsewhere:
    """Another tab overwrote our match with its own."""


@dataclass(frozen=True, slots=True)
class TextReceived:
    """A text came from outside: pasted, from a file, or the fragment of the page's address."""

    text: str


@dataclass(frozen=True, slots=True)
class FileFailed:
    """A file was not read: ``reason`` is too-large or unreadable."""

    reason: str


@dataclass(frozen=True, slots=True)
class FilesChosen:
    """Several files were chosen or dropped together; each ReadFile effect reads one of them."""


@dataclass(frozen=True, slots=True)
class FileRead:
    """One of several files was read: ``found`` is its match, or why none was. ``rest``: how many are left."""

    name: str
    found: Replay | Exception
    rest: int


@dataclass(frozen=True, slots=True)
class MatchRead:
    """A long text was read: ``found`` is its match, or why none was."""

    text: str
    found: Replay | Exception


@dataclass(frozen=True, slots=True)
class Copied:
    """Copying to the clipboard worked, or did not."""

    worked: bool


@dataclass(frozen=True, slots=True)
class MotionReduced:
    """The user's preference for reduced motion."""

    reduced: bool


@dataclass(frozen=True, slots=True)
class LanguageLoaded:
    """The page uses this language from now on."""

    tag: str


@dataclass(frozen=True, slots=True)
class LanguageFailed:
    """The texts of this language could not be fetched or read; the page keeps its language."""

    tag: str


@dataclass(frozen=True, slots=True)
class StoreLoaded:
    """The texts stored beside the match, by name: at the start, and when another page has added to them.

    ``today`` is in days since 1 January 1970; ``page`` is a name that no other page has.
    """

    texts: tuple[tuple[str, str], ...]
    today: int = 0
    page: str = ""


@dataclass(frozen=True, slots=True)
class UpdateReady:
    """A newer version of the program has been fetched completely."""


@dataclass(frozen=True, slots=True)
class PartLoaded:
    """A part of the page is loaded; the events waiting for it can be handled."""

    part: Part


@dataclass(frozen=True, slots=True)
class PartFailed:
    """A part of the page could not be fetched."""

    part: Part


@dataclass(frozen=True, slots=True)
class TimePassed:
    """The milliseconds that have passed since the last such event; only a visible page counts them.

    In a match with a clock, the page sends one before every other event, with the time passed until then.
    """

    milliseconds: int


@dataclass(frozen=True, slots=True)
class FriendTime:
    """The current time in milliseconds, for the clocks of a match against a friend."""

    now: int


@dataclass(frozen=True, slots=True)
class FriendNews:
    """News from the desk of matches against friends (backgammon.friend.news)."""

    news: object


Event = (
    Tapped
    | Dragged
    | DragStarted
    | Command
    | Submitted
    | SettingChanged
    | Ticked
    | Continued
    | SecretDrawn
    | EngineReady
    | EngineSlow
    | EngineAnswered
    | EngineFailed
    | WorkProgressed
    | WorkDone
    | WorkFailed
    | Restored
    | LinesKept
    | StorageFailed
    | StorageWorks
    | ChangedElsewhere
    | MotionReduced
    | TextReceived
    | FileFailed
    | FilesChosen
    | FileRead
    | MatchRead
    | Copied
    | StoreLoaded
    | UpdateReady
    | LanguageLoaded
    | LanguageFailed
    | PartLoaded
    | PartFailed
    | FriendTime
    | FriendNews
    | TimePassed
)
