"""What update wants done outside the model; the ``browser`` package does it and reports with events."""

from dataclasses import dataclass
from datetime import date

from backgammon.protocol.messages import Priority, Question, Work
from backgammon.state.events import LongWork
from backgammon.state.notice import Share
from backgammon.state.parts import Part


@dataclass(frozen=True, slots=True)
class Save:
    """Write the match and the settings of the model that comes with this effect."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Ask the engine a question; EngineAnswered reports with the same id."""

    id: int
    question: Question


@dataclass(frozen=True, slots=True)
class CancelAsk:
    """Cancel the last question, whose answer is no longer wanted."""


@dataclass(frozen=True, slots=True)
class StartWork:
    """Start an analysis; WorkProgressed and finally WorkDone or WorkFailed report with the same id.

    Ids must differ from those of pending questions, which count up from 1: use negative ones. ``priority``
    says who is waiting for it.
    """

    id: int
    work: Work
    priority: Priority = Priority.NOW


@dataclass(frozen=True, slots=True)
class StopWork:
    """Cancel an analysis; nothing more is reported about it."""

    id: int


@dataclass(frozen=True, slots=True)
class RestartEngine:
    """Start the worker again."""


@dataclass(frozen=True, slots=True)
class After:
    """Report Ticked(tick) after this time."""

    milliseconds: int
    tick: int


@dataclass(frozen=True, slots=True)
class LookAtClock:
    """Report TimePassed after this time at the latest; this replaces an earlier request."""

    milliseconds: int


@dataclass(frozen=True, slots=True)
class Continue:
    """Report Continued(work) once the waiting events have been handled and drawn."""

    work: LongWork


@dataclass(frozen=True, slots=True)
class DrawSecret:
    """Draw a secret from the browser's crypto and report SecretDrawn."""


@dataclass(frozen=True, slots=True)
class Sound:
    """Play a sound by name: dice, checker, hit, cube, win."""

    name: str


@dataclass(frozen=True, slots=True)
class Announce:
    """Announce something to screen readers: a catalogue key and its parameters."""

    key: str
    params: tuple[tuple[str, str | float | Share | date], ...] = ()


@dataclass(frozen=True, slots=True)
class Download:
    """Offer a text file for download."""

    name: str
    text: str
    kind: str = "application/json"


@dataclass(frozen=True, slots=True)
class SavePicture:
    """Offer a picture of the board that is shown for download; ``kind``: png or svg."""

    kind: str


@dataclass(frozen=True, slots=True)
class Copy:
    """Put a text on the clipboard and report Copied."""

    text: str


@dataclass(frozen=True, slots=True)
class CopyLink:
    """Put the page's address with this fragment (from ``#`` on) on the clipboard and report Copied."""

    fragment: str


@dataclass(frozen=True, slots=True)
class ReadFile:
    """Read the next of the files that were chosen together and report FileRead; with none left, nothing."""


@dataclass(frozen=True, slots=True)
class ReadMatch:
    """Read a long text in steps, instead of any that is being read, and report MatchRead."""

    text: str


@dataclass(frozen=True, slots=True)
class LoadOtherTab:
    """Load the match that another tab wrote and report Restored."""


@dataclass(frozen=True, slots=True)
class FetchLanguage:
    """Fetch the texts of the language that a person chose; LanguageLoaded or LanguageFailed reports."""

    tag: str


@dataclass(frozen=True, slots=True)
class StoreText:
    """Store a text under a name, separately from the match; "" deletes it."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class InstallUpdate:
    """Switch to the newer version of the program; the page is reloaded."""


@dataclass(frozen=True, slots=True)
class FetchPart:
    """Fetch a part of the page, unless it is coming or loaded; PartLoaded or PartFailed reports."""

    part: Part


@dataclass(frozen=True, slots=True)
class FriendRequest:
    """Send this to the desk of matches against friends (backgammon.friend.requests); FriendNews reports."""

    request: object


@dataclass(frozen=True, slots=True)
class ForgetAll:
    """Delete from this device what only the store can name: matches against friends, and those set aside."""


@dataclass(frozen=True, slots=True)
class RequestRoll:
    """Ask the desk for the next roll of a friend's match; ``number``: the length of the log before."""

    number: int


Effect = (
    Save
    | Ask
    | CancelAsk
    | StartWork
    | StopWork
    | RestartEngine
    | After
    | Continue
    | DrawSecret
    | Sound
    | Announce
    | Download
    | SavePicture
    | Copy
    | CopyLink
    | ReadFile
    | ReadMatch
    | LoadOtherTab
    | StoreText
    | FetchLanguage
    | InstallUpdate
    | FetchPart
    | FriendRequest
    | RequestRoll
    | ForgetAll
    | LookAtClock
)
