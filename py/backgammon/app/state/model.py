"""All that the page shows is one value, the Model; it changes in one place, app.update.

A model holds no browser object, no clock and no secret it could leak: what must happen outside comes out of
update as effects, and what happened comes in as events.
"""

from dataclasses import dataclass, field
from enum import StrEnum

from backgammon.analysis.report import Judged
from backgammon.app.state.analysis_state import AnalysisState
from backgammon.app.state.checkers import Layout
from backgammon.app.state.draft import Draft
from backgammon.app.state.link import Link, Loading, Thinking
from backgammon.app.state.stage import WAITING, Moving, Stage, Tumbling, Waiting
from backgammon.core.match import Action, Match, OpeningRoll, Player, Rolled, new_match
from backgammon.core.plays import Move, Steps
from backgammon.i18n.languages import ENGLISH
from backgammon.protocol.messages import Finding
from backgammon.storage.log import Log
from backgammon.storage.types import (
    Appearance,
    Computer,
    DiceSource,
    Direction,
    GameDice,
    Games,
    Human,
    MatchOptions,
    Origin,
    Remote,
    Replay,
    Saved,
    Seat,
    Settings,
    Speed,
    Theme,
    Tutor,
)

__all__ = [
    "Appearance",
    "Computer",
    "DialogName",
    "DiceSource",
    "Direction",
    "Editing",
    "Game",
    "GameDice",
    "Games",
    "Human",
    "Log",
    "Looking",
    "MatchOptions",
    "MessageKey",
    "Model",
    "MoveText",
    "Notice",
    "Offer",
    "Origin",
    "Problem",
    "Quizzing",
    "Remote",
    "Replay",
    "Replaying",
    "Seat",
    "Settings",
    "Speed",
    "Theme",
    "Tutor",
    "first_model",
]


MAX_NAME = 40
MAX_DICE_WORD = 100
"""How many characters of a name, and of the word for the dice, are kept."""
PLIES = 2
"""How far the engine looks ahead to rank the answer to a question."""
LONGEST_MATCH = 25
"""To how many points a new match is played at most; files may hold longer ones."""


class DialogName(StrEnum):
    NEW_GAME = "new-game"
    SETTINGS = "settings"
    HELP = "help"
    RULES = "rules"
    RESIGN = "resign"
    REVIEW = "review"
    """The analysis of a whole match."""
    CUBE = "cube"
    """The cube at every score."""
    FIGURES = "figures"
    """How one has played over time."""
    DICE = "dice"
    """The commitment, the word and the check of the dice."""
    ROLL_TYPED = "roll-typed"
    FILES = "files"
    """Positions and match files, in and out."""
    PLAY_HERE = "play-here"
    """Against whom to play on from a position."""
    OTHER_TAB = "other-tab"
    """The match was changed in another tab: take that one, or go on with this."""


class Offer(StrEnum):
    """What is offered once, at the moment when it helps; see app.offers."""

    TAPS = "taps"
    """A tap that moves at once, and automatic roll and confirm."""
    SOUND = "sound"


@dataclass(frozen=True, slots=True)
class Problem:
    """A decision that is asked about; see app.quiz.problem.

    ``chosen`` is what was decided, None until then; ``work`` the id under which it is weighed, ``found`` what
    came of that. ``plies``: how far the engine looks ahead to rank the choice.
    """

    match: Match
    plies: int = PLIES
    chosen: Action | None = None
    work: int = 0
    found: Finding | None = None
    failed: bool = False


@dataclass(frozen=True, slots=True)
class Game:
    """A match on the board.

    ``match`` is the fold of ``log`` over ``start`` (None: the usual beginning). ``moves`` are the steps of
    the running play that lie on the board but are not yet confirmed, ``undone`` those taken back, the latest
    last. ``layout`` is where each checker lies now, moves included. ``selected`` is the place (mover's
    numbers) whose destinations are shown. ``swapped``: the lower number is played first. ``last_moves`` are
    the latest confirmed play (in the numbers of ``last_player``).
    """

    setup: MatchOptions
    match: Match
    layout: Layout
    start: Match | None = None
    log: Log = field(default_factory=Log)
    games: Games = field(default_factory=Games)
    moves: tuple[Move, ...] = ()
    undone: tuple[Move, ...] = ()
    swapped: bool = False
    selected: int | None = None
    last_moves: tuple[Move, ...] = ()
    last_player: Player | None = None
    stage: Stage = WAITING
    problem: Problem | None = None
    """The decision that is asked about, where there is no more to it: in the quiz, in embeds."""
    shown: Steps = ()
    """A play that the board shows by arrows until something is done: another page may ask for one."""

    @property
    def beginning(self) -> Match:
        """The match before its first action."""
        return self.start or new_match(self.setup.rules, self.setup.length, self.setup.white)

    @property
    def opening(self) -> tuple[int, int] | None:
        """The opening dice of player 0 and player 1, as long as they are the latest action."""
        match self.log.running[-1:]:
            case (OpeningRoll(first, second),):
                return first, second
            case _:
                return None

    @property
    def showing(self) -> tuple[Move, ...]:
        """The moves of a decided play that are still to be shown."""
        return self.stage.rest if isinstance(self.stage, (Tumbling, Moving)) else ()

    @property
    def rolling(self) -> bool:
        """Whether the dice are tumbling."""
        return isinstance(self.stage, Tumbling)

    @property
    def awaits_dice(self) -> bool:
        """Whether the computer on roll has decided not to double, and waits for typed dice."""
        return self.stage == Waiting(decided=True)

    @property
    def rolls(self) -> int:
        """How many rolls the running game has had, opening rolls included."""
        return sum(isinstance(action, (OpeningRoll, Rolled)) for action in self.log.running)


@dataclass(frozen=True, slots=True)
class Replaying:
    """A match is looked at instead of played; ``waiting`` is the one that is played, and waits."""

    waiting: Game
    replay: Replay


@dataclass(frozen=True, slots=True)
class Editing:
    """A position is being set up; ``replay`` is its last valid state."""

    waiting: Game
    replay: Replay
    draft: Draft


@dataclass(frozen=True, slots=True)
class Quizzing:
    """A round of the quiz; see app.quiz.session.

    ``card`` names what is asked (storage.quiz), "" before the first question and where nothing is left to
    ask; ``cards`` what follows. ``begun``: something has been asked, or there was nothing.
    ``again``: the answer on the board does not count, for the position has been answered before. ``asked``
    and ``right`` count this round. ``before`` is what was looked at, and is again when the quiz is left.
    """

    waiting: Game
    cards: tuple[str, ...] = ()
    card: str = ""
    begun: bool = False
    again: bool = False
    asked: int = 0
    right: int = 0
    before: Replaying | Editing | None = None


class MessageKey(str):
    """A key of the catalogue where a value is wanted: its text, in the reader's language, is the value."""

    __slots__ = ()


class MoveText(str):
    """A play or places in notation, such as ``24/18* 6/5(2)``: shown as it stands, read out in words."""

    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Notice:
    """A line for the player: a key of the catalogue and what fills it. ``tone``: info, warning or error.

    A value that is a Word stands for the text of that key, numbers are written in the reader's language, and
    ``count`` chooses the plural form; ``app.speech.status_text.text`` writes the whole line.
    """

    key: str
    params: tuple[tuple[str, str | int], ...] = ()
    tone: str = "info"


@dataclass(frozen=True, slots=True)
class Learning:
    """Errors of a match that was analysed, put once more one by one; see app.coach.learning.

    ``setup`` says who played it. ``errors``: the largest first; ``side``: of this player only. ``at`` is the
    place of the one on the board among those. ``hints`` were given about it; ``shown``: its best choice was
    shown; ``in_quiz``: it was missed again, and the quiz asks it. ``found``: where those stand in the log
    that were answered well. ``before`` is what was looked at, and is again afterwards.
    """

    waiting: Game
    setup: MatchOptions
    errors: tuple[Judged, ...]
    side: Player | None = None
    at: int = 0
    hints: tuple[Notice, ...] = ()
    shown: bool = False
    in_quiz: bool = False
    found: frozenset[int] = frozenset()
    before: Replaying | Editing | None = None

    @property
    def queue(self) -> tuple[Judged, ...]:
        """The errors that are put."""
        return tuple(each for each in self.errors if self.side in (None, each.player))

    @property
    def current(self) -> Judged:
        """The one on the board."""
        return self.queue[self.at]


Asking = Quizzing | Learning
"""Questions are put on the board."""
Looking = Replaying | Editing | Asking
"""What is on the page in place of the match that is played."""


@dataclass(frozen=True, slots=True)
class Model:
    """The page.

    ``game`` is the match on the board. With ``looking`` it is the state of a replay, the position that is
    being set up or a question; the match that is played then waits in ``looking.waiting``,
    where nothing can touch it. ``link`` is how it stands with the engine; ``asked`` counts the questions put
    to it and ``ticks`` timers, so that an outdated one is known.
    """

    game: Game
    settings: Settings = field(default_factory=Settings)
    notice: Notice | None = None
    dialog: DialogName | None = None
    panel_open: bool = False
    rules_shown: str = "standard"
    link: Link = field(default_factory=Loading)
    asked: int = 0
    ticks: int = 0
    storage_works: bool = True
    loss_accepted: bool = False
    """Nothing can be kept, and the player has put the notice away that says so."""
    update_ready: bool = False
    """A newer version of the program lies ready, and the player has not put it off."""
    offer: Offer | None = None
    """What is being offered beside the board."""
    recalled: int | None = None
    """How many steps of the last play the board shows, while that is shown once more."""
    reduced_motion: bool = False
    language: str = ENGLISH
    """What the page speaks; the settings hold what a person has chosen."""
    language_coming: str = ""
    """What was chosen and is being fetched."""
    refused: int | None = None
    """The place (mover's numbers) where the last input was refused, for a shake; ``refusals`` counts them."""
    refusals: int = 0
    dice_checked: tuple[tuple[int, bool], ...] = ()
    """(game, all rolls agree) of the last check of the dice."""
    analysis: AnalysisState = field(default_factory=AnalysisState)
    """Hints, the tutor and other analyses."""
    looking: Looking | None = None
    shelf: Saved | None = None
    """The match that was set aside to play on from another position."""

    @property
    def pending(self) -> int | None:
        """The number of the question the engine is thinking about."""
        return self.link.question if isinstance(self.link, Thinking) else None

    @property
    def running(self) -> Game:
        """The match that is played, whether it is on the board or waits."""
        return self.looking.waiting if self.looking else self.game

    @property
    def replay(self) -> Replay | None:
        """What is looked at, while it is: of a position that is being set up its last valid state."""
        return None if self.looking is None or isinstance(self.looking, Asking) else self.looking.replay

    @property
    def draft(self) -> Draft | None:
        """The position that is being set up."""
        return self.looking.draft if isinstance(self.looking, Editing) else None

    @property
    def asking(self) -> Asking | None:
        """The round of questions that is on the page."""
        return self.looking if isinstance(self.looking, Asking) else None

    @property
    def quiz(self) -> Quizzing | None:
        """The round of the quiz that is on the page."""
        return self.looking if isinstance(self.looking, Quizzing) else None

    @property
    def learning(self) -> Learning | None:
        """The errors of a match that are put once more."""
        return self.looking if isinstance(self.looking, Learning) else None

    @property
    def looked_at(self) -> Replaying | Editing | None:
        """What is looked at, or was before questions were put."""
        return self.looking.before if isinstance(self.looking, Asking) else self.looking

    @property
    def paused(self) -> bool:
        """Whether nothing on the board can be played: it is looked at, or is decided, or asks nothing."""
        problem = self.game.problem
        return problem.chosen is not None if problem else self.looking is not None

    @property
    def busy(self) -> bool:
        """Whether something is being shown that a timer carries on."""
        return not isinstance(self.game.stage, Waiting)


def first_model(setup: MatchOptions, settings: Settings | None = None, start: Match | None = None) -> Model:
    """Return a model before the first action of a match: its opening roll, or the decision in ``start``."""
    match = start or new_match(setup.rules, setup.length, setup.white)
    layout = Layout.of(match.position_of[0])
    return Model(Game(setup, match, layout, start), settings=settings or Settings())
