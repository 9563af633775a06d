"""Everything the page shows follows from one value, the Model; it changes in one place, app.update.

A model holds no browser object, reads no clock and draws no secrets: what is to happen outside leaves update
as effects, and what happened outside enters it as events.
"""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from backgammon.analysis.report import Judged
from backgammon.core.match import Match, OpeningRoll, Phase, Player, Rolled, new_match
from backgammon.core.plays import Move, Steps
from backgammon.core.time_control import Clock
from backgammon.core.variations import Variations
from backgammon.i18n.languages import ENGLISH
from backgammon.state.analysis_state import AnalysisState
from backgammon.state.checkers import Layout
from backgammon.state.dialogs import DialogName, Offer
from backgammon.state.draft import Draft
from backgammon.state.engine_state import EngineState, Loading, Thinking
from backgammon.state.events import Event
from backgammon.state.mistakes import Mistakes
from backgammon.state.notice import MessageKey, MoveText, Notice
from backgammon.state.parts import Part
from backgammon.state.problem import Problem
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

# The types of other modules that come with the model.
__all__ = [
    "Appearance",
    "Computer",
    "DialogName",
    "DiceSource",
    "Direction",
    "GameDice",
    "Games",
    "Human",
    "Lines",
    "Log",
    "MatchOptions",
    "MessageKey",
    "MoveText",
    "Notice",
    "Offer",
    "Origin",
    "Problem",
    "Remote",
    "Replay",
    "Seat",
    "Settings",
    "Speed",
    "Theme",
    "Tutor",
]

MAX_NAME = 40
MAX_DICE_WORD = 100
"""The maximum length of a name, and of the word for the dice, in characters; the rest is dropped."""
LONGEST_MATCH = 25
"""The maximum length of a new match, in points; files may hold longer ones."""


@dataclass(frozen=True, slots=True)
class Game:
    """A match on the board.

    ``match`` is the fold of ``log`` over ``start`` (None: the usual beginning). ``moves`` are the steps of
    the current play that have been made on the board but not yet confirmed, ``undone`` those taken back, the
    latest last. ``layout`` is where each checker is now, moves included. ``selected`` is the place (mover's
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
    """The decision to make, where the board is there for that one decision: in the quiz, in embeds."""
    shown: Steps = ()
    """A play that the board shows with arrows until something is done; another page may ask for one."""
    clock: Clock | None = None
    """The time left to the players at this device."""

    @property
    def beginning(self) -> Match:
        """The match before its first action."""
        return self.start or new_match(self.setup.rules, self.setup.length, self.setup.white)

    @property
    def is_under_way(self) -> bool:
        """Whether the match has begun and is not over."""
        return bool(self.log) and self.match.phase is not Phase.MATCH_OVER

    @property
    def opening_roll(self) -> tuple[int, int] | None:
        """The opening dice of player 0 and player 1, while they are the latest action."""
        match self.log.running[-1:]:
            case (OpeningRoll(first, second),):
                return first, second
        return None

    @property
    def moves_to_show(self) -> tuple[Move, ...]:
        """The moves of a decided play that have not been shown yet."""
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
        """The number of rolls in the running game so far, opening rolls included."""
        return sum(isinstance(action, (OpeningRoll, Rolled)) for action in self.log.running)


@dataclass(frozen=True, slots=True)
class Replaying:
    """A match is viewed instead of played; ``waiting`` is the match being played, which waits."""

    waiting: Game
    replay: Replay
    mistakes: Mistakes | None = None
    """The mistakes listed in the review, if one of them was opened there."""


@dataclass(frozen=True, slots=True)
class Editing:
    """A position is being set up; ``replay`` is its last valid state."""

    waiting: Game
    replay: Replay
    draft: Draft


@dataclass(frozen=True, slots=True)
class Quizzing:
    """A round of the quiz; see features.quiz.session.

    ``card`` is the id of the card being asked (storage.quiz), "" before the first question and when nothing
    is left to ask; ``cards`` are the ids still to come. ``begun``: something has been asked, or there was
    nothing to ask. ``again``: the answer on the board does not count, because the position has been answered
    before. ``asked`` and ``right`` count this round. ``before`` is what was viewed, and returns afterwards.
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
    """The errors of an analysed match, asked again one by one; see features.coach.learning.

    ``setup`` says who played it. ``errors``: the largest first; ``side``: only this player's are asked.
    ``at`` is the index in ``queue`` of the error on the board. ``hints`` were given about it; ``shown``: its
    best choice was shown; ``in_quiz``: it was missed again, and the quiz will ask it. ``found``: the log
    indices of the errors answered well this time. ``before`` is what was viewed, and returns afterwards.
    ``made_in``: what the cards of the quiz name as their match; see storage.quiz.Card.
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
    made_in: tuple[str, ...] = ()

    @property
    def queue(self) -> tuple[Judged, ...]:
        """The errors to ask: those of ``side``, or of both players."""
        return tuple(each for each in self.errors if self.side in (None, each.player))

    @property
    def current(self) -> Judged:
        """The error on the board."""
        return self.queue[self.at]


@dataclass(frozen=True, slots=True)
class Lesson:
    """The lessons: a task on the board, or the list of chapters; see features.lessons.session.

    ``task`` is the name of the task, "" for the list. ``right``: whether the decision was right, None before
    it is made. ``hints`` were given about it; ``shown``: its answer was shown. ``before`` is what was viewed,
    and returns afterwards.
    """

    waiting: Game
    task: str = ""
    right: bool | None = None
    hints: tuple[Notice, ...] = ()
    shown: bool = False
    before: Replaying | Editing | None = None


Exercise = Quizzing | Learning | Lesson
"""Questions are asked on the board."""


@dataclass(frozen=True, slots=True)
class Analysing:
    """Lines are tried out from a position, for both sides; see features.lines.session.

    ``done`` are the analyses that the engine has finished, by decision key and depth. ``before`` is what was
    viewed, and returns afterwards; ``held`` is its board, if it was an exercise.
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
"""What the page shows instead of the match being played."""


@dataclass(frozen=True, slots=True)
class Model:
    """The page.

    ``game`` is the match on the board; with ``looking`` it is what is viewed, while the match being played
    waits in ``looking.waiting``. ``engine`` is the state of the engine worker; ``asked`` and ``ticks`` count
    questions and timers, so that outdated ones are recognised. ``beaten``: player 1 won the last match.
    """

    game: Game
    settings: Settings = field(default_factory=Settings)
    notice: Notice | None = None
    dialog: DialogName | None = None
    panel_open: bool = False
    tall: bool = False
    """Whether the sheet below the board, on a telephone, is tall; otherwise it is half high."""
    rules_shown: str = "standard"
    engine: EngineState = field(default_factory=Loading)
    asked: int = 0
    ticks: int = 0
    storage_works: bool = True
    loss_accepted: bool = False
    """Nothing can be saved, and the player has dismissed the notice that says so."""
    reading: str = ""
    """The long text that is being read, to be opened."""
    update_ready: bool = False
    """A newer version of the program is ready, and the player has not postponed it."""
    offer: Offer | None = None
    """The current offer; see state.offers."""
    beaten: bool = False
    recalled: int | None = None
    """The number of steps of the last play on the board, while that play is shown again."""
    reduced_motion: bool = False
    language: str = ENGLISH
    """The language of the page; the settings hold what a person has chosen."""
    language_coming: str = ""
    """The language that was chosen and is being fetched."""
    refused: int | None = None
    """The place (mover's numbers) where the last input was refused, for a shake; ``refusals`` counts them."""
    refusals: int = 0
    dice_checked: tuple[tuple[int, bool], ...] = ()
    """(game, whether all its rolls agree) for each game in the last check of the dice."""
    analysis: AnalysisState = field(default_factory=AnalysisState)
    """Hints, the tutor and other analyses."""
    looking: Looking | None = None
    shelf: Saved | None = None
    """The match set aside to play on from another position."""
    parts: frozenset[Part] = frozenset(Part)
    """The parts of the page that are loaded; the browser begins with none."""
    friend: "FriendPage | None" = None
    """What is known about matches against friends, once that part is loaded."""
    waiting: tuple[tuple[Part | None, Event], ...] = ()
    """Events to be handled once the part they need is loaded; None: once a tab's match is chosen."""

    @property
    def pending_question(self) -> int | None:
        """The number of the question that the engine is thinking about, if any."""
        return self.engine.question if isinstance(self.engine, Thinking) else None

    @property
    def game_in_play(self) -> Game:
        """The match being played, whether it is on the board or waiting."""
        return self.looking.waiting if self.looking else self.game

    @property
    def replay(self) -> Replay | None:
        """The match or position being viewed, if any; in the editor, its last valid state."""
        return self.looking.replay if isinstance(self.looking, Replaying | Editing) else None

    @property
    def draft(self) -> Draft | None:
        """The position being set up."""
        return self.looking.draft if isinstance(self.looking, Editing) else None

    @property
    def exercise(self) -> Exercise | None:
        """The round of questions on the page."""
        return self.looking if isinstance(self.looking, Exercise) else None

    @property
    def quiz(self) -> Quizzing | None:
        """The round of the quiz on the page."""
        return self.looking if isinstance(self.looking, Quizzing) else None

    @property
    def learning(self) -> Learning | None:
        """The errors of a match, while they are asked again."""
        return self.looking if isinstance(self.looking, Learning) else None

    @property
    def lesson(self) -> Lesson | None:
        """The lessons, while they are on the page."""
        return self.looking if isinstance(self.looking, Lesson) else None

    @property
    def viewer(self) -> Replaying | Editing | None:
        """What is viewed, or was viewed before the exercise or the analysis board was opened."""
        looking = self.looking
        while isinstance(looking, Exercise | Analysing):
            looking = looking.before
        return looking

    @property
    def analysis_board(self) -> Analysing | None:
        """The lines being tried out."""
        return self.looking if isinstance(self.looking, Analysing) else None

    @property
    def is_paused(self) -> bool:
        """Whether nothing on the board can be played: it is only viewed, is decided, or asks nothing."""
        if self.game.problem:
            return self.game.problem.chosen is not None
        return self.looking is not None and self.analysis_board is None

    @property
    def is_busy(self) -> bool:
        """Whether something is being shown that a timer moves on."""
        return not isinstance(self.game.stage, Waiting)


def first_model(setup: MatchOptions, settings: Settings | None = None, start: Match | None = None) -> Model:
    """Return a model before the first action of a match: its opening roll, or the decision in ``start``."""
    match = start or new_match(setup.rules, setup.length, setup.white)
    layout = Layout.of(match.position_of[0])
    clock = Clock.of(setup.clock) if setup.clock else None
    return Model(Game(setup, match, layout, start, clock=clock), settings=settings or Settings())
