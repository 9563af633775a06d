"""What update wants done outside; the browser room carries it out and reports with events."""

from dataclasses import dataclass

from backgammon.protocol.messages import Priority, Question, Work
from backgammon.state.events import LongWork
from backgammon.state.parts import Part


@dataclass(frozen=True, slots=True)
class Save:
    """Write the match and the settings of the model that comes with this effect."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Put a question to the engine; EngineAnswered comes with the same id."""

    id: int
    question: Question


@dataclass(frozen=True, slots=True)
class CancelAsk:
    """The last question no longer matters."""


@dataclass(frozen=True, slots=True)
class StartWork:
    """Have a work done; WorkProgressed and at last WorkDone or WorkFailed come with the same id.

    Ids differ from those of questions under way, which count up from 0: take negative ones. ``priority`` says
    who waits for it.
    """

    id: int
    work: Work
    priority: Priority = Priority.NOW


@dataclass(frozen=True, slots=True)
class StopWork:
    """A work no longer matters; nothing more is heard of it."""

    id: int


@dataclass(frozen=True, slots=True)
class RestartEngine:
    """Start the worker anew."""


@dataclass(frozen=True, slots=True)
class After:
    """Report Ticked(tick) after this time."""

    milliseconds: int
    tick: int


@dataclass(frozen=True, slots=True)
class LookAtClock:
    """Report TimePassed after this time, at the latest; what was asked for before no longer counts."""

    milliseconds: int


@dataclass(frozen=True, slots=True)
class Continue:
    """Report Continued(work) once what waits has been handled and drawn."""

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
    """Say something to screen readers: a catalogue key and what fills it."""

    key: str
    params: tuple[tuple[str, str | int], ...] = ()


@dataclass(frozen=True, slots=True)
class Download:
    """Offer a text file."""

    name: str
    text: str
    kind: str = "application/json"


@dataclass(frozen=True, slots=True)
class Copy:
    """Put a text on the clipboard and report Copied."""

    text: str


@dataclass(frozen=True, slots=True)
class CopyLink:
    """Put the page's address with this fragment (from ``#`` on) on the clipboard and report Copied."""

    fragment: str


@dataclass(frozen=True, slots=True)
class LoadOtherTab:
    """Load the match that another tab wrote and report Restored."""


@dataclass(frozen=True, slots=True)
class FetchLanguage:
    """Have the texts of the language that a person chose; LanguageLoaded or LanguageFailed tells."""

    tag: str


@dataclass(frozen=True, slots=True)
class StoreText:
    """Write a text under a name beside the match; "" forgets it."""

    name: str
    text: str


@dataclass(frozen=True, slots=True)
class InstallUpdate:
    """Go on with the newer version of the program; the page loads anew."""


@dataclass(frozen=True, slots=True)
class FetchPart:
    """Fetch a part of the page, unless it is coming or there; PartLoaded or PartFailed tells."""

    part: Part


@dataclass(frozen=True, slots=True)
class FriendRequest:
    """Ask this of the desk of matches against friends (backgammon.friend.requests); FriendNews tell."""

    request: object


@dataclass(frozen=True, slots=True)
class ForgetAll:
    """Delete from this device what only the store can name: matches against friends, and those set aside."""


@dataclass(frozen=True, slots=True)
class RequestRoll:
    """Ask the desk for the next roll of a match against a friend."""


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
    | Copy
    | CopyLink
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
