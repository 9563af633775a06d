"""All that the page shows is one value, the Model; it changes in one place, app.update.

A model holds no browser object, no clock and no secret it could leak: what must happen outside comes out of
update as effects, and what happened comes in as events.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from backgammon.analysis.report import Judged
from backgammon.core.match import Match, OpeningRoll, Player, Rolled, new_match
from backgammon.core.plays import Move, Steps
from backgammon.core.time_control import Clock
from backgammon.core.variations import Variations
from backgammon.i18n.languages import ENGLISH
from backgammon.state.analysis_state import AnalysisState
from backgammon.state.checkers import Layout
from backgammon.state.dialogs import DialogName, Offer
from backgammon.state.draft import Draft
from backgammon.state.events import Event
from backgammon.state.link import Link, Loading, Thinking
from backgammon.state.mistakes import Mistakes
from backgammon.state.notice import MessageKey, MoveText, Notice
from backgammon.state.parts import Part
from backgammon.state.problem import PLIES, Problem
from backgammon.state.stage import WAITING, Moving, Stage, Tumbling, Waiting
from backgammon.storage.log import Log
from backgammon.storage.types import (
    Appearance,
    Computer,
    DiceSource,
    Direction,
    GameDice,
    Games,
    Human,
    Lines,
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

if TYPE_CHECKING:
    from backgammon.state.friend import FriendPage

__all__ = [
    "PLIES",
    "Analysing",
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
    "Lesson",
    "Lines",
    "Log",
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
LONGEST_MATCH = 25
"""To how many points a new match is played at most; files may hold longer ones."""


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
    clock: Clock | None = None
    """What time is left to those who play at this device."""

    @property
    def beginning(self) -> Match:
        """The match before its first action."""
        return self.start or new_match(self.setup.rules, self.setup.length, self.setup.white)

    @property
    def opening_roll(self) -> tuple[int, int] | None:
        """The opening dice of player 0 and player 1, as long as they are the latest action."""
        match self.log.running[-1:]:
            case (OpeningRoll(first, second),):
                return first, second
        return None

    @property
    def moves_to_show(self) -> tuple[Move, ...]:
        """The moves of a decided play that are still to be shown."""
        return self.stage.rest if isinstance(self.stage, (Tumbling, Moving)) else ()

    @property
    def is_rolling(self) -> bool:
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
    mistakes: Mistakes | None = None
    """Those of the review, where one of them was opened there."""


@dataclass(frozen=True, slots=True)
class Editing:
    """A position is being set up; ``replay`` is its last valid state."""

    waiting: Game
    replay: Replay
    draft: Draft


@dataclass(frozen=True, slots=True)
class Quizzing:
    """A round of the quiz; see features.quiz.session.

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


@dataclass(frozen=True, slots=True)
class Learning:
    """Errors of a match that was analysed, put once more one by one; see features.coach.learning.

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


@dataclass(frozen=True, slots=True)
class Lesson:
    """The lessons: a task on the board, or the list of chapters; see features.lessons.session.

    ``task`` is the name of the task, "" for the list. ``right``: whether the decision was right, None before
    it. ``hints`` were given about it; ``shown``: its answer was shown. ``before`` is what was looked at, and
    is again afterwards.
    """

    waiting: Game
    task: str = ""
    right: bool | None = None
    hints: tuple[Notice, ...] = ()
    shown: bool = False
    before: Replaying | Editing | None = None


Exercise = Quizzing | Learning | Lesson
"""Questions are put on the board."""


@dataclass(frozen=True, slots=True)
class Analysing:
    """Lines are tried out from a position, for both sides; see features.lines.session.

    ``done`` are the works that the engine has ended, by key of the decision and depth. ``before`` is what was
    looked at, and is again afterwards; ``held``: the board it had, where that was a question's.
    """

    waiting: Game
    lines: Lines
    done: frozenset[tuple[str, int]] = frozenset()
    before: Replaying | Editing | Exercise | None = None
    held: Game | None = None

    @property
    def tree(self) -> Variations:
        """The lines."""
        return self.lines.tree


Looking = Replaying | Editing | Exercise | Analysing
"""What is on the page in place of the match that is played."""


@dataclass(frozen=True, slots=True)
class Model:
    """The page.

    ``game`` is the match on the board; with ``looking`` what is looked at, while the match that is played
    waits in ``looking.waiting``. ``link`` is how it stands with the engine; ``asked`` and ``ticks`` count
    questions and timers, so that an outdated one is known. ``beaten``: player 1 has won the last match.
    """

    game: Game
    settings: Settings = field(default_factory=Settings)
    notice: Notice | None = None
    dialog: DialogName | None = None
    panel_open: bool = False
    tall: bool = False
    """Whether the sheet that a telephone shows below the board stands tall."""
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
    """What is being offered; see state.offers."""
    beaten: bool = False
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
    parts: frozenset[Part] = frozenset(Part)
    """What of the page is there; the browser begins with none of them."""
    friend: "FriendPage | None" = None
    """What is known of matches against friends, once that part is there."""
    waiting: tuple[tuple[Part, Event], ...] = ()
    """What is done once a part is there."""

    @property
    def pending_question(self) -> int | None:
        """The number of the question the engine is thinking about."""
        return self.link.question if isinstance(self.link, Thinking) else None

    @property
    def game_in_play(self) -> Game:
        """The match that is played, whether it is on the board or waits."""
        return self.looking.waiting if self.looking else self.game

    @property
    def replay(self) -> Replay | None:
        """What is looked at, while it is: of a position that is being set up its last valid state."""
        return self.looking.replay if isinstance(self.looking, Replaying | Editing) else None

    @property
    def draft(self) -> Draft | None:
        """The position that is being set up."""
        return self.looking.draft if isinstance(self.looking, Editing) else None

    @property
    def exercise(self) -> Exercise | None:
        """The round of questions that is on the page."""
        return self.looking if isinstance(self.looking, Exercise) else None

    @property
    def quiz(self) -> Quizzing | None:
        """The round of the quiz that is on the page."""
        return self.looking if isinstance(self.looking, Quizzing) else None

    @property
    def learning(self) -> Learning | None:
        """The errors of a match that are put once more."""
        return self.looking if isinstance(self.looking, Learning) else None

    @property
    def lesson(self) -> Lesson | None:
        """The lessons, while they are on the page."""
        return self.looking if isinstance(self.looking, Lesson) else None

    @property
    def viewer(self) -> Replaying | Editing | None:
        """What is looked at, or was before."""
        looking = self.looking
        while isinstance(looking, Exercise | Analysing):
            looking = looking.before
        return looking

    @property
    def analysis_board(self) -> Analysing | None:
        """The lines that are tried out."""
        return self.looking if isinstance(self.looking, Analysing) else None

    @property
    def is_paused(self) -> bool:
        """Whether nothing on the board can be played: it is looked at, or is decided, or asks nothing."""
        if self.game.problem:
            return self.game.problem.chosen is not None
        return self.looking is not None and self.analysis_board is None

    @property
    def is_busy(self) -> bool:
        """Whether something is being shown that a timer carries on."""
        return not isinstance(self.game.stage, Waiting)


def first_model(setup: MatchOptions, settings: Settings | None = None, start: Match | None = None) -> Model:
    """Return a model before the first action of a match: its opening roll, or the decision in ``start``."""
    match = start or new_match(setup.rules, setup.length, setup.white)
    layout = Layout.of(match.position_of[0])
    clock = Clock.of(setup.clock) if setup.clock else None
    return Model(Game(setup, match, layout, start, clock=clock), settings=settings or Settings())
