"""What happened outside: everything that can change the model comes in as one of these."""

from dataclasses import dataclass
from enum import StrEnum

from backgammon.protocol.messages import Answer, RolloutState, WorkResult
from backgammon.state.parts import Part
from backgammon.storage.types import Lines, Saved, Settings


class LongWork(StrEnum):
    """Work of the page itself that is done in steps, since all of it at once would hold the page up."""

    REVIEW = "review"
    """To go through a match before it is analysed."""
    AUTO_REVIEW = "auto-review"
    """To read what was kept, before a match is analysed that nobody has asked about."""
    DICE = "dice"


@dataclass(frozen=True, slots=True)
class Tapped:
    """A place of the board (mover's numbers: 25 bar, 0 off) was tapped, or chosen by key."""

    place: int


@dataclass(frozen=True, slots=True)
class Dragged:
    """A checker was dragged; ``target`` is None where it was dropped on no place."""

    source: int
    target: int | None


@dataclass(frozen=True, slots=True)
class DragStarted:
    """A drag began at this place."""

    place: int


@dataclass(frozen=True, slots=True)
class Command:
    """A button or a shortcut, by the name it has in the page's ``data-command``, with its ``data-value``."""

    name: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class Submitted:
    """A form of a dialog was confirmed; checkboxes that are off are absent from ``values``."""

    form: str
    values: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class SettingChanged:
    """One setting was changed in the settings dialog; ``value`` as text, "on"/"" for switches."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class Ticked:
    """The time of an After effect has come."""

    tick: int


@dataclass(frozen=True, slots=True)
class Continued:
    """The time of a Continue effect has come."""

    work: LongWork


@dataclass(frozen=True, slots=True)
class SecretDrawn:
    """A secret for the next game came from the browser's crypto (64 hex digits)."""

    secret: str


@dataclass(frozen=True, slots=True)
class EngineReady:
    """The worker answers."""


@dataclass(frozen=True, slots=True)
class EngineSlow:
    """The engine takes long to start; it may come yet."""


@dataclass(frozen=True, slots=True)
class EngineAnswered:
    """The worker answered question ``id``."""

    id: int
    answer: Answer


@dataclass(frozen=True, slots=True)
class EngineFailed:
    """The worker died or hangs; ``final``: it was started again in vain."""

    reason: str
    final: bool = False


@dataclass(frozen=True, slots=True)
class WorkProgressed:
    """How much of work ``id`` is done, 0 to 1; of a rollout also its state so far."""

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
    """Work ``id`` cannot be done, by a fault of what was asked or of the worker."""

    id: int
    reason: str


@dataclass(frozen=True, slots=True)
class Restored:
    """What storage held at the start: match and settings, None where there are none.

    ``problem`` is the key of a notice where data was set aside.
    """

    saved: Saved | None
    problem: str = ""
    settings: Settings | None = None


@dataclass(frozen=True, slots=True)
class LinesKept:
    """Storage held lines that were being tried out."""

    lines: Lines


@dataclass(frozen=True, slots=True)
class StorageFailed:
    """Storage cannot be written (a private window, or full)."""


@dataclass(frozen=True, slots=True)
class StorageWorks:
    """What could not be written for a while has been written."""


@dataclass(frozen=True, slots=True)
class ChangedElsewhere:
    """Another tab wrote its match over ours."""


@dataclass(frozen=True, slots=True)
class TextReceived:
    """A text came from outside: pasted, from a file, or the fragment of the page's address."""

    text: str


@dataclass(frozen=True, slots=True)
class FileFailed:
    """A file was not read: ``reason`` is too-large, unreadable or not-one."""

    reason: str


@dataclass(frozen=True, slots=True)
class Copied:
    """The clipboard took what it was given, or did not."""

    worked: bool


@dataclass(frozen=True, slots=True)
class MotionReduced:
    """The reader's preference for reduced motion."""

    reduced: bool


@dataclass(frozen=True, slots=True)
class LanguageLoaded:
    """From now on the page speaks this language."""

    tag: str


@dataclass(frozen=True, slots=True)
class LanguageFailed:
    """The texts of this language could not be fetched or read; the page speaks as before."""

    tag: str


@dataclass(frozen=True, slots=True)
class StoreLoaded:
    """What was kept beside the match, by name: at the start, and when another page has added to it.

    ``today`` is counted from 1 January 1970; ``page``: a name that no other page has.
    """

    texts: tuple[tuple[str, str], ...]
    today: int = 0
    page: str = ""


@dataclass(frozen=True, slots=True)
class UpdateReady:
    """A newer version of the program has been fetched whole."""


@dataclass(frozen=True, slots=True)
class PartLoaded:
    """A part of the page is there; what has waited for it can be done."""

    part: Part


@dataclass(frozen=True, slots=True)
class PartFailed:
    """A part of the page could not be fetched."""

    part: Part


@dataclass(frozen=True, slots=True)
class TimePassed:
    """So many milliseconds have passed since the last time this was told; only a page that is seen tells it.

    Before any other event of a match with a clock the page tells what has passed until then.
    """

    milliseconds: int


@dataclass(frozen=True, slots=True)
class FriendTime:
    """It is this time now, in milliseconds, for the clocks of a match against a friend."""

    now: int


@dataclass(frozen=True, slots=True)
class FriendNews:
    """The desk of matches against friends tells something (backgammon.friend.news)."""

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
