"""A page without a browser: update, a fake engine and clock; the invariants are checked after each event."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import lru_cache

from backgammon.analysis.findings import RESIGNATION
from backgammon.app import commands
from backgammon.app.update import update
from backgammon.core.errors import BackgammonError
from backgammon.core.match import Phase
from backgammon.core.plays import Turn, legal_plays
from backgammon.core.position import BAR, CHECKERS, OFF, Position
from backgammon.features.game.start import first_visit
from backgammon.features.saving.saved_match import snapshot
from backgammon.features.speech import status_text
from backgammon.features.viewer.open_file import read_text
from backgammon.friend.news import Exported
from backgammon.friend.requests import Export
from backgammon.i18n.catalogue import load
from backgammon.protocol.messages import (
    AnalyseDecision,
    AnalyseScores,
    Answer,
    Chances,
    Choice,
    CubeAction,
    CubeCell,
    CubeFinding,
    CubeReply,
    CubeScores,
    Finding,
    Kind,
    Question,
    RankedPlay,
    TakePoints,
    Work,
    WorkResult,
)
from backgammon.state import legal_moves
from backgammon.state.checkers import PLACES, place
from backgammon.state.effects import (
    After,
    Announce,
    Ask,
    CancelAsk,
    Continue,
    DrawSecret,
    Effect,
    FriendRequest,
    LookAtClock,
    ReadMatch,
    RestartEngine,
    Save,
    StartWork,
    StopWork,
)
from backgammon.state.engine_state import Ready, Thinking
from backgammon.state.events import (
    Command,
    Continued,
    EngineAnswered,
    EngineReady,
    Event,
    FriendNews,
    LongWork,
    MatchRead,
    Restored,
    SecretDrawn,
    Submitted,
    Tapped,
    Ticked,
    TimePassed,
    WorkDone,
)
from backgammon.state.legal_moves import turn_of
from backgammon.state.model import DialogName, Game, Model, Quizzing, Replay
from backgammon.state.problem import Problem
from backgammon.state.seats import is_computer, plays_here
from backgammon.storage.types import DiceSource

ENGLISH = load("en")


def engine_answer(question: Question, rng: random.Random) -> Answer:
    """Return a random legal decision."""
    if question.kind is Kind.PLAY:
        assert question.dice is not None
        plays = legal_plays(Position(question.points), question.dice, question.rules)
        return Answer(Choice.PLAY, rng.choice(plays).steps)
    choices = {
        Kind.DOUBLE: [Choice.ROLL] * 9 + [Choice.DOUBLE, Choice.RESIGN],
        Kind.ANSWER: [Choice.TAKE, Choice.DROP, Choice.TAKE, Choice.BEAVER],
        Kind.BEAVERED: [Choice.TAKE, Choice.DROP, Choice.RACCOON],
        Kind.RACCOONED: [Choice.TAKE, Choice.DROP],
        Kind.RESIGNATION: [Choice.ACCEPT, Choice.REFUSE],
    }
    return Answer(rng.choice(choices[question.kind]), offered=rng.randint(1, 3))


LOSS = 0.05
"""The loss of each play of a fake finding against the one ranked before it; the steps decide the rank."""
EVEN = Chances(0.5, 0.1, 0.01, 0.5, 0.1, 0.01)

_TAKE = CubeCell(CubeAction.DOUBLE, CubeReply.TAKE)
_DROP = CubeCell(CubeAction.DOUBLE, CubeReply.DROP)
SCORES = CubeScores(
    ((CubeCell(),) * 15, *(((_TAKE,) * 10 + (_DROP,) * 5),) * 14),
    _TAKE,
    _TAKE,
    (TakePoints(None, None, 0.5, 0.6), TakePoints(0.25, 0.2, 0.5, 0.6)),
    tuple(range(0, 36, 2))[:15] + (36,) * 6,
    2,
)
"""The fake cube decisions at every score, the same for every position."""


@lru_cache(maxsize=1024)
def analysis_result(work: Work) -> WorkResult:
    """Return a finding that ranks the legal plays by their steps; doubling is right, resigning is wrong."""
    if isinstance(work, AnalyseScores):
        return SCORES
    assert isinstance(work, AnalyseDecision)
    question = work.question
    if work.chosen and work.chosen.choice in RESIGNATION:
        onward = analysis_result(replace(work, chosen=None))
        assert isinstance(onward, Finding)
        return replace(onward, error=0.0 if work.chosen.choice is Choice.ACCEPT else 0.3)
    if question.kind is not Kind.PLAY:
        cube = CubeFinding(0.1, 0.3, 1.0, CubeAction.DOUBLE, CubeReply.TAKE, (), EVEN, work.plies)
        choice = work.chosen.choice if work.chosen else None
        losses = {Choice.ROLL: 0.2, Choice.DROP: 0.7}
        return Finding((), cube, 0.3, 0.5, True, error=losses.get(choice, 0.0) if choice else None)
    assert question.dice is not None
    plays = sorted(
        legal_plays(Position(question.points), question.dice, question.rules), key=lambda p: p.steps
    )
    ranked = tuple(
        RankedPlay(play.steps, 0.5 - LOSS * index, LOSS * index, None, EVEN, work.plies)
        for index, play in enumerate(plays)
    )
    chosen = None
    if work.chosen:
        turn = Turn(Position(question.points), question.dice, question.rules)
        after = turn.after(work.chosen.steps)
        chosen = next(index for index, play in enumerate(plays) if turn.after(play.steps) == after)
    return Finding(
        ranked,
        None,
        0.5,
        0.5,
        len(ranked) > 1,
        chosen,
        None if chosen is None else LOSS * chosen,
        0.1 if work.luck else None,
    )


@dataclass
class Page:
    """The model, what is pending outside it (engine, timers, works), and all effects so far."""

    model: Model = field(default_factory=first_visit)
    rng: random.Random = field(default_factory=lambda: random.Random(1))
    tick: int | None = None
    clock_due: int | None = None
    question: Ask | None = None
    starting: bool = True
    works: dict[int, Work] = field(default_factory=dict)
    steps: list[LongWork] = field(default_factory=list)
    study: Callable[[Work], WorkResult] = analysis_result
    decide: Callable[[Question, random.Random], Answer] = engine_answer
    effects: list[Effect] = field(default_factory=list)

    @property
    def notice_key(self) -> str:
        """The key of the notice on the page, "" for none."""
        return self.model.notice.key if self.model.notice else ""

    @property
    def quiz(self) -> Quizzing:
        """The quiz that is under way."""
        assert self.model.quiz
        return self.model.quiz

    @property
    def problem(self) -> Problem:
        """The question on the board."""
        assert self.model.game.problem
        return self.model.game.problem

    def send(self, event: Event) -> None:
        """Apply an event, check the invariants, and record the effects."""
        before = self.model
        self.model, effects = update(before, event)
        self.effects.extend(effects)
        for effect in effects:
            self._carry_out(effect)
        check(self.model)
        contested = DialogName.OTHER_TAB in (before.dialog, self.model.dialog)
        kept, keeps = snapshot(before), snapshot(self.model)
        if isinstance(event, TimePassed):  # the time used by a turn is saved only now and then
            kept = replace(kept, clock=keeps.clock)
        if not contested and not isinstance(event, Restored) and kept != keeps:
            assert Save() in effects
        assert not self.model.is_busy or self.tick == self.model.ticks, (
            "something is shown, but no timer runs"
        )
        self._check_not_stuck()
        for effect in effects:
            if isinstance(effect, ReadMatch):
                self.send(MatchRead(effect.text, match_or_error(effect.text)))

    def _carry_out(self, effect: Effect) -> None:
        match effect:
            case After(_, tick):
                assert tick == self.model.ticks
                self.tick = tick
            case LookAtClock(milliseconds):
                assert 0 < milliseconds <= 1000
                self.clock_due = milliseconds
            case Ask(number, question):
                assert number == self.model.pending_question
                assert all(game.secret not in repr(question) for game in self.model.game.games if game.secret)
                self.question = effect
            case CancelAsk():
                self.question = None
            case Continue(work):
                self.steps.append(work)
            case StartWork(number, work):
                assert number < 0
                assert number not in self.works
                assert all(game.secret not in repr(work) for game in self.model.game.games if game.secret)
                self.works[number] = work
            case StopWork(number):
                self.works.pop(number, None)
            case DrawSecret():
                self.send(SecretDrawn(self.rng.randbytes(32).hex()))
            case FriendRequest(Export()):
                self.send(FriendNews(Exported({})))
            case RestartEngine():
                self.question, self.starting = None, True
            case Announce():
                assert status_text.text(ENGLISH, effect)

    def _check_not_stuck(self) -> None:
        model = self.model
        decider = model.game.match.decider
        drawn = model.is_paused or len(model.game.games) == model.game.match.game
        assert drawn or model.game.match.phase is Phase.OPENING, "the game goes on without dice to come"
        waits = model.replay or model.exercise or model.analysis_board or model.is_busy
        if decider is None or plays_here(model.game, decider) or waits:
            return
        if not is_computer(model.game, decider) or not isinstance(model.engine, Ready):
            return
        assert model.game.awaits_dice, "the computer is ready and has not been asked"

    def send_next(self) -> None:
        """Send the next event that needs no player; there is one."""
        event = self.next_event()
        assert event
        self.send(event)

    def next_event(self) -> Event | None:
        """Return the next event that needs no player: the engine's first, then the timer's; None for none."""
        if self.starting:
            self.starting = False
            return EngineReady()
        if self.steps:
            return Continued(self.steps.pop(0))
        if self.question:
            question, self.question = self.question, None
            return EngineAnswered(question.id, self.decide(question.question, self.rng))
        if self.works:
            number = next(iter(self.works))
            return WorkDone(number, self.study(self.works.pop(number)))
        if self.tick is not None:
            tick, self.tick = self.tick, None
            return Ticked(tick)
        return None

    def settle(self) -> None:
        """Send all events that need no player, until the page waits for the player."""
        while event := self.next_event():
            self.send(event)

    def player_event(self) -> Event | None:
        """Return a sensible input that the player could make now, None where there is none."""
        model, rng = self.model, self.rng
        if "typed-roll" in commands.available(model):
            return Command("typed-roll", f"{rng.randint(1, 6)}{rng.randint(1, 6)}")
        places = (*legal_moves.sources(model), *legal_moves.destinations(model))
        offered = commands.actions(model)
        left_out = ("undo", "redo", "drop", "new-game", "rematch", "review")
        chosen = [name for name in offered if name not in left_out]
        if places and ("confirm" not in offered or rng.random() < 0.3):
            return Command("undo") if "undo" in offered and rng.random() < 0.1 else Tapped(rng.choice(places))
        if "roll" in chosen and rng.random() < 0.9:
            return Command("roll")
        return Command(rng.choice(chosen)) if chosen else None

    def play_on(self, events: int, over: tuple[Phase, ...] = (Phase.MATCH_OVER,)) -> None:
        """Play until a phase of ``over`` is reached, with at most ``events`` inputs of the player."""
        for _ in range(events):
            self.settle()
            event = self.player_event()
            if self.model.game.match.phase in over or event is None:
                return
            self.send(event)


def new_page(setup_form: tuple[tuple[str, str], ...] = (), seed: int = 1) -> Page:
    """Return a page that has started, with the new-game form submitted if one is given."""
    page = Page(rng=random.Random(seed))
    page.send(Restored(None))
    page.send(EngineReady())
    page.starting = False
    if setup_form:
        page.send(Submitted("new-game", setup_form))
        assert page.model.notice is None
    return page


def two_player_page(inputs: int = 25, seed: int = 4) -> Page:
    """Return a page in the midst of a match between Ann and Bob, after so many inputs."""
    found = new_page((("opponent", "human"), ("length", "3"), ("name0", "Ann"), ("name1", "Bob")), seed)
    found.play_on(inputs)
    return found


def match_or_error(text: str) -> Replay | BackgammonError:
    """Return the match in a text, or why there is none, as the browser reports it."""
    try:
        return read_text(text)
    except BackgammonError as error:
        return error


def replay_of(page: Page) -> Replay:
    """Return what is viewed on a page on which nothing went wrong."""
    study = page.model.replay
    assert study is not None
    assert page.model.notice is None
    return study


PLACE = [[place(side, number) for number in range(BAR + 1)] for side in (0, 1)]


def check(model: Model) -> None:
    """Check the invariants of every model."""
    check_game(model.game_in_play)
    if model.game.problem and model.game.problem.chosen is None:
        check_game(model.game)
    if turn_of(model.game.match) and model.game.selected is not None and not model.is_paused:
        assert legal_moves.destinations(model)
    assert (model.pending_question is not None) == isinstance(model.engine, Thinking)
    assert status_text.text(ENGLISH, status_text.status(model))
    assert model.notice is None or status_text.text(ENGLISH, model.notice)


def check_game(game: Game) -> None:
    """Check the invariants of every match in play."""
    assert (game.clock and game.clock.control) == game.setup.clock
    match = game.match
    turn = turn_of(match)
    points = turn.points(game.moves) if turn else match.position.points
    whole = match.rules.checkers
    mine = Position(points, whole) if turn or match.on_roll == 0 else match.position
    views = (mine, mine.flip()) if match.on_roll == 0 else (mine.flip(), mine)
    stacks = game.layout.stacks
    assert len(stacks) == PLACES
    for side, view in enumerate(views):
        for number in range(1, 26):
            stack = stacks[PLACE[side][number]]
            count = view.points[number]
            assert count < 0 or len(stack) == count
            assert {checker // CHECKERS for checker in stack} <= {side if count >= 0 else 1 - side}
        assert len(stacks[PLACE[side][OFF]]) == view.off
    here = [checker for stack in stacks for checker in stack]
    assert sorted(here) == [*range(whole), *range(CHECKERS, CHECKERS + whole)]
    if turn is None:
        assert not game.moves
        assert not game.moves_to_show
        assert not game.undone
        assert game.selected is None
    else:
        for count, move in enumerate(game.moves + game.moves_to_show):
            assert move in turn.next_moves((game.moves + game.moves_to_show)[:count])
    assert game.selected is None or 0 < game.selected <= BAR
    assert len(game.games) in (match.game, match.game - 1)
    if game.setup.dice is DiceSource.FAIR and len(game.games) == match.game:
        assert game.games[-1].secret
