"""The models that the view tests share: the first visit, and moments of games played by the rules."""

import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import cache, wraps
from itertools import cycle
from typing import Any, TypeVar

from app.fake import SCORES, analysis_result

from backgammon.app.commands import actions, available
from backgammon.app.update import update
from backgammon.core.actions import Action
from backgammon.core.match import OpeningRoll, Phase, Played, Rolled, apply, new_match
from backgammon.core.plays import Turn, legal_plays
from backgammon.core.position import Position
from backgammon.features.analysis.hint import analysis_request
from backgammon.features.coach.review import prepare, with_next_games
from backgammon.features.game.start import first_visit
from backgammon.features.lessons.chapters import CHAPTERS
from backgammon.features.lessons.course import is_solved_by
from backgammon.features.lessons.progress import TASKS
from backgammon.features.quiz.positions import kind_of
from backgammon.i18n.catalogue import load
from backgammon.protocol.messages import Finding
from backgammon.state.analysis_state import CubeSheet, Decision
from backgammon.state.checkers import Layout
from backgammon.state.draft import Draft
from backgammon.state.effects import Effect, StartWork
from backgammon.state.engine_state import Ready
from backgammon.state.events import Command, Dragged, Submitted, WorkDone, WorkFailed
from backgammon.state.legal_moves import turn_of
from backgammon.state.model import (
    DialogName,
    Editing,
    GameDice,
    Games,
    Human,
    Log,
    Model,
    Notice,
    Origin,
    Replay,
    Replaying,
)
from backgammon.state.viewer import show
from backgammon.storage.figures import Part, PlayedMatch, Side
from backgammon.view.node import Node

_T = TypeVar("_T")


def once(make: Callable[[], Iterator[_T]]) -> Callable[[], Iterator[_T]]:
    """Run a generator function once, and yield the same models at every later call.

    Making a model takes as long as drawing it; one shown at many sizes is written once (browser/screens).
    """
    found = cache(lambda: tuple(make()))
    return wraps(make)(lambda: iter(found()))


SAY = load()
SECRET = "5ec2e7" * 10 + "0123"
FIRST = replace(
    first_visit(),
    game=replace(first_visit().game, games=Games.of([GameDice("c0" * 32, SECRET, "")])),
    engine=Ready(),
)


def after(plays: int, seed: int = 1, base: Model = FIRST) -> Model:
    """Return a game after at least ``plays`` random plays, with the next roll thrown."""
    chance = random.Random(seed)
    log: list[Action] = [OpeningRoll(4, 2)]
    match = apply(base.game.match, log[0])
    latest: dict[str, Any] = {}
    while sum(isinstance(action, Played) for action in log) < plays or match.phase is Phase.TO_ROLL:
        if match.phase is Phase.TO_ROLL:
            action: Action = Rolled((chance.randint(1, 6), chance.randint(1, 6)))
        elif match.phase is Phase.TO_PLAY and match.dice is not None:
            steps = chance.choice(legal_plays(match.position, match.dice, match.rules)).steps
            turn = Turn(match.position, match.dice, match.rules)
            latest = {"last_moves": turn.read(steps), "last_player": match.on_roll}
            action = Played(steps)
        else:
            break
        log.append(action)
        match = apply(match, action)
    return replace(
        base,
        game=replace(
            base.game,
            match=match,
            log=Log.of(base.game.match, log),
            layout=Layout.of(match.position_of[0]),
            **latest,
        ),
    )


def at(position: Position, base: Model = FIRST, **match: Any) -> Model:
    """Return a position seen by player 0, who is on roll and to play."""
    return replace(
        base,
        game=replace(
            base.game,
            layout=Layout.of(position),
            match=replace(base.game.match, phase=Phase.TO_PLAY, position=position, on_roll=0, **match),
        ),
    )


def two_people(one: str = "", other: str = "") -> Model:
    """Return a match between two people at the same device."""
    return replace(
        FIRST,
        game=replace(FIRST.game, setup=replace(FIRST.game.setup, seats=(Human(one), Human(other)))),
    )


@cache
def moments() -> tuple[Model, ...]:
    """Return many models: stages of a game, every dialog, and all those below."""
    return (*_moments(),)


def _moments() -> Iterator[Model]:
    yield FIRST
    for plays in range(0, 60, 3):
        yield after(plays, seed=plays)
    for name in DialogName:
        yield replace(after(4), dialog=name)
    yield grade_match(after(6))
    yield from statistics()
    yield from studies()
    yield from quizzes()
    yield from lessons()
    yield from chapters()
    yield from analysis_boards()
    yield mistake()


@cache
def mistake(at: int = 2) -> Model:
    """Return a mistake opened from the review of its match; ``at`` counts from the worst (0)."""
    model = analyse_match(after(40))
    review = model.analysis.review
    assert review
    return update(model, Command("to-decision", str(review.report.worst[at].decision.index)))[0]


@once
def analysis_boards() -> Iterator[Model]:
    """Yield the analysis board: without dice, with dice, half moved, with several lines, rolls, a double."""
    model, _ = update(FIRST, Submitted("import", (("text", _XGID), ("analyse", "on"))))
    yield model
    for step in (Command("line-roll", "31"), Dragged(8, 5), Dragged(6, 5), Command("line-roll", "64")):
        model = _settle(*update(model, step))
        yield model
    for step in (Command("line-to", "0"), Dragged(24, 20), Command("double")):
        model = _settle(*update(model, step))
        yield model
    yield update(model, Command("line-to", "-1"))[0]
    yield replace(update(model, Command("line-to", "1"))[0], dialog=DialogName.ROLL_TYPED)
    yield replace(model, dialog=DialogName.FILES)


_XGID = "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:2:1:0:7:10"


def _settle(model: Model, effects: tuple[Effect, ...]) -> Model:
    """Return the model after the engine has answered all its works."""
    waiting = [effect for effect in effects if isinstance(effect, StartWork)]
    while waiting:
        work = waiting.pop()
        model, more = update(model, WorkDone(work.id, analysis_result(work.work)))
        waiting += [effect for effect in more if isinstance(effect, StartWork)]
    return model


def statistics() -> Iterator[Model]:
    """Yield the figures of some matches, and the cube at every score: in progress, and done."""
    model = after(4)
    known = replace(model.analysis, history=HISTORY)
    yield replace(model, dialog=DialogName.FIGURES, analysis=known)
    match = replace(model.game.match, length=7, score=(2, 3))
    for scores in (None, SCORES):
        known = replace(model.analysis, cube=CubeSheet("", match, 0.3, scores))
        yield replace(model, dialog=DialogName.CUBE, analysis=known)


def grade_match(model: Model) -> Model:
    """Return an analysed match, whose choices have a fixed series of losses in turn."""
    model, _ = prepare(model)
    assert model.analysis.review
    losses = zip(model.analysis.review.keys, cycle((0.0, 0.03, 0.05, 0.2, 0.0, 0.1)), strict=False)
    findings = {key: Finding((), None, 0.0, 0.5, True, error=loss, luck=0.0) for key, loss in losses}
    return replace(model, analysis=model.analysis.with_findings(findings))


@once
def quizzes() -> Iterator[Model]:
    """Yield a quiz: its opening card, a question in all its states, one about the cube, and the end."""
    model = replace(after(4), analysis=replace(FIRST.analysis, today=20_000))
    model, _ = update(model, Command("quiz"))
    yield model
    model, _ = update(model, Command("quiz-start"))
    yield model
    yield from answer_states(model)
    while model.quiz and kind_of(model.quiz.card) != "cube":
        *_, graded = answer_states(model)
        model, _ = update(graded, Command("quiz-next"))
    yield replace(model, notice=Notice("notice.no-storage", tone="warning"))
    *_, graded = answer_states(model)
    yield graded
    assert graded.quiz
    yield update(replace(graded, looking=replace(graded.quiz, cards=())), Command("quiz-next"))[0]


@once
def lessons() -> Iterator[Model]:
    """Yield one's own errors: as asked, answered, with each hint and the best choice; also of two people."""
    for base in (FIRST, two_people("<b>Ann</b>", "Bob & Co")):
        model = replace(after(40, base=base), analysis=replace(FIRST.analysis, today=20_000))
        model = analyse_match(
            replace(model, game=replace(model.game, setup=replace(base.game.setup, advice=True)))
        )
        model, _ = update(model, Command("learn"))
        assert model.learning
        yield model
        yield from answer_states(model)
        for _ in range(3):
            model, _ = update(model, Command("hint"))
            yield model


@once
def chapters() -> Iterator[Model]:
    """Yield the lessons: the list, and each chapter's first task with hint and right, wrong, shown answer."""
    model, _ = update(after(4), Command("lessons"))
    yield model
    for chapter in CHAPTERS:
        model, _ = update(model, Command("lesson-open", chapter.name))
        yield model
        yield answer_task(model, right=False)
        yield update(model, Command("lesson-answer"))[0]
        model, _ = update(model, Command("hint"))
        yield model
        model = answer_task(model, right=True)
        yield model
    solved = frozenset(task.name for chapter in CHAPTERS for task in chapter.tasks)
    yield update(replace(FIRST, analysis=replace(FIRST.analysis, solved=solved)), Command("lessons"))[0]


def answer_task(model: Model, *, right: bool) -> Model:
    """Return a task answered right, or wrong if it has a wrong answer."""
    assert model.lesson
    task, turn = TASKS[model.lesson.task], turn_of(model.game.match)
    if turn is None:
        names = [name for name in ("double", "roll", "take", "drop") if name in available(model)]
        return update(model, Command(next(name for name in names if (name == task.answer) is right)))[0]
    plays = turn.results.values()
    steps = next((each for each in plays if is_solved_by(task, Played(each)) is right), next(iter(plays)))
    for source, target in steps:
        model, _ = update(model, Dragged(source, target))
    return update(model, Command("confirm"))[0]


def analyse_match(model: Model) -> Model:
    """Return a match whose every decision has been analysed."""
    model, _ = prepare(model)
    review = model.analysis.review
    assert review
    while not review.is_whole:
        review, _ = with_next_games(review, {})
    model = replace(model, analysis=replace(model.analysis, review=review))
    asked = (analysis_request(Decision(each.match, each.action)) for each in review.decisions)
    known = dict(zip(review.keys, map(analysis_result, asked), strict=True))
    findings = {key: replace(each, luck=0.0) for key, each in known.items() if isinstance(each, Finding)}
    return replace(model, analysis=model.analysis.with_findings(findings))


def answer_states(model: Model) -> Iterator[Model]:
    """Yield a question answered with its first play, no double or a take: waiting, failed, graded."""
    assert model.exercise
    turn = turn_of(model.game.match)
    if turn is None:
        command = "roll" if "roll" in actions(model) else "take"
        model, effects = update(model, Command(command))
    else:
        for source, target in next(iter(turn.results.values())):
            model, _ = update(model, Dragged(source, target))
        model, effects = update(model, Command("confirm"))
    yield model
    (work,) = [effect for effect in effects if isinstance(effect, StartWork)]
    yield update(model, WorkFailed(work.id, "no"))[0]
    yield update(model, WorkDone(work.id, analysis_result(work.work)))[0]


@once
def studies() -> Iterator[Model]:
    """Yield a match in replay, an imported one with remarks, a single position, and the editor."""
    model = after(9)
    for cursor in (0, 1, 7, len(model.game.log)):
        yield show_replay(model, Replay(model.game.beginning, model.game.log, cursor))
    names, remarks = ("<b>Ann</b>", "Bob & Co"), ((0, "<script>"), (4, "Bold"))
    record = Replay(new_match(length=7), model.game.log, 5, Origin.FILE, names, (("Site", "Oslo"),), remarks)
    yield show_replay(model, record)
    yield replace(show_replay(model, record), dialog=DialogName.PLAY_HERE)
    position = Replay(model.game.match, origin=Origin.POSITION)
    yield show_replay(model, position)
    for draft in (Draft.of(model.game.match), Draft(points=(0,) * 26, length=7, white=1)):
        yield show(model, Editing(model.game, position, draft))


def show_replay(model: Model, replay: Replay) -> Model:
    """Return the model with a replay shown."""
    return show(model, Replaying(model.game, replay))


def nodes(tree: Node) -> Iterator[Node]:
    """Yield the nodes of a tree, from the top down."""
    yield tree
    for child in tree.children:
        if isinstance(child, Node):
            yield from nodes(child)


def attribute(element: Node, name: str) -> str | None:
    """Return the value of an attribute, None if it is absent."""
    return dict(element.attributes).get(name)


def texts(tree: Node) -> str:
    """Return all text of a tree."""
    return "".join(child if isinstance(child, str) else texts(child) for child in tree.children)


DICE = (4, 5, 6, 1, 2, 2, 3)


def played_match(
    level: str, length: int, score: tuple[int, int], you: int = 0, pr: float = 5.0
) -> PlayedMatch:
    """Return the figures of a match with 100 decisions of each side, with ``pr`` as one's own PR."""
    mine = Side("", 1.0, (Part("all", 100, pr / 5, 0.5), Part("race", 20, 0.1, -0.25)), DICE)
    theirs = Side("", -1.0, (Part("all", 100, 9.0, 0.0),), (0, 0, 0, 0, 0, 2, 1))
    sides = (theirs, mine) if you == 1 else (mine, theirs)
    return PlayedMatch(f"{level}{length}{score}{you}", 1, length, score, you, sides, level)


HISTORY = (
    played_match("club", 5, (5, 2), pr=4.0),
    played_match("club", 5, (1, 5), pr=8.0),
    played_match("club", 7, (3, 7), you=1),
    played_match("expert", 7, (3, 2)),
    played_match("", 0, (4, 4)),
    played_match("", 3, (3, 0), you=-1),
)
