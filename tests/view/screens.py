"""The models of all screens: the phases of a match, its end, the moments of a turn, every dialog."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import islice

from app.fake import analysis_result
from view.models import (
    FIRST,
    after,
    analyse_match,
    analysis_boards,
    chapters,
    grade_match,
    lessons,
    moments,
    once,
    quizzes,
    two_people,
)

from backgammon.app.update import update
from backgammon.core.match import Beavered, Doubled, Ending, Phase, Resigned, Result, apply
from backgammon.core.rules import PRESETS, custom
from backgammon.features.coach.review import prepare
from backgammon.features.saving.saved_match import snapshot
from backgammon.state.analysis_state import HeldAction, TutorComment
from backgammon.state.effects import StartWork
from backgammon.state.engine_state import Failed, Loading
from backgammon.state.events import Command, Dragged, WorkDone
from backgammon.state.legal_moves import sources, turn_of
from backgammon.state.model import DialogName, Model, MoveText, Notice, Offer

EVERY_RULE = custom(jacoby=True, beavers=True, raccoons=True, automatic_doubles=3, lapse=True)
BETTER = TutorComment(0.112, MoveText("24/18 13/11"))


@once
def phases() -> Iterator[tuple[str, Model]]:
    """Yield the board in every phase of a match, with all that may be around it, by name."""
    table = two_people("Aleksandra", "Þór")
    playing, waiting = after(6, base=table), _to_roll(after(6, base=table))
    over = replace(playing.game.match, dice=None, result=Result(0, 2, 2, Ending.BORNE_OFF))
    yield "opening", FIRST
    yield "loading", replace(FIRST, engine=Loading())
    yield "failed", replace(FIRST, engine=Failed(4), notice=Notice("notice.engine-lost", tone="error"))
    yield "to-play", playing
    yield "selected", replace(playing, game=replace(playing.game, selected=sources(playing)[0]))
    yield "to-roll", waiting
    yield "doubled", replace(waiting, game=replace(waiting.game, match=apply(waiting.game.match, Doubled())))
    yield (
        "resigned",
        replace(waiting, game=replace(waiting.game, match=apply(waiting.game.match, Resigned(2)))),
    )
    yield (
        "game-over",
        replace(playing, game=replace(playing.game, match=replace(over, phase=Phase.GAME_OVER))),
    )
    won = replace(playing, game=replace(playing.game, match=replace(over, phase=Phase.MATCH_OVER)))
    yield "match-over", won
    yield "sound offered", replace(playing, offer=Offer.SOUND)
    yield "another level offered", replace(FIRST, offer=Offer.LEVEL)
    yield "fewer taps offered", replace(FIRST, offer=Offer.TAPS)
    yield from results()
    yield "moves", replace(after(30, base=table), panel_open=True)
    yield "graded", replace(grade_match(after(30, base=table)), panel_open=True)
    for number, model in enumerate(quizzes()):
        yield f"quiz-{number}", model
    for number, model in enumerate(lessons()):
        yield f"lesson-{number}", model
    for number, model in enumerate(islice(chapters(), 4)):
        yield f"chapter-{number}", model
    for number, model in enumerate(analysis_boards()):
        yield f"lines-{number}", model
    yield "warning", replace(playing, notice=Notice("notice.no-storage", tone="warning"))


@once
def results() -> Iterator[tuple[str, Model]]:
    """Yield a finished match against the computer: before, during and after its analysis."""
    model = after(9)
    won = replace(model.game.match, phase=Phase.MATCH_OVER, dice=None, score=(3, 1), cube=2)
    match = replace(won, result=Result(0, 1, 2, Ending.BORNE_OFF))
    over = replace(model, game=replace(model.game, match=match))
    yield "match-won", over
    done = grade_match(over)
    begun = prepare(over)[0].analysis.review
    assert begun
    running = replace(begun, running=True)
    yield "match-analysing", replace(over, analysis=replace(over.analysis, review=running))
    yield "match-analysed", done


def _to_roll(model: Model) -> Model:
    """Return the same moment before the roll."""
    before = model.game.log.until(len(model.game.log) - 1)
    return replace(
        model,
        game=replace(model.game, match=replace(model.game.match, phase=Phase.TO_ROLL, dice=None), log=before),
    )


@once
def dialogs() -> Iterator[tuple[str, Model]]:
    """Return every dialog of the program, by name."""
    shown = {model.dialog: model for model in moments() if model.dialog}
    assert set(shown) == set(DialogName)
    return ((str(name), model) for name, model in shown.items())


@once
def answers() -> Iterator[tuple[str, Model]]:
    """Yield the moments with the longest buttons, also in a match begun while another waits."""
    both = two_people()
    playing = after(
        30, base=replace(both, game=replace(both.game, setup=replace(both.game.setup, advice=True)))
    )
    waiting = replace(
        playing, game=replace(playing.game, match=replace(playing.game.match, phase=Phase.TO_ROLL, dice=None))
    )
    money = replace(waiting.game.match, length=0, score=(0, 0), rules=custom(beavers=True, raccoons=True))
    shelf = snapshot(playing)
    for name, match in (
        ("to roll", waiting.game.match),
        ("doubled", apply(waiting.game.match, Doubled())),
        ("doubled for money", apply(money, Doubled())),
        ("beavered", apply(apply(money, Doubled()), Beavered())),
        ("resigned", apply(waiting.game.match, Resigned(2))),
    ):
        yield name, replace(waiting, game=replace(waiting.game, match=match))
        yield f"{name}, another waits", replace(waiting, game=replace(waiting.game, match=match), shelf=shelf)
    caution = HeldAction("confirm", playing.game.moves, TutorComment(0.112, MoveText("24/18 13/11")))
    yield "warned", replace(playing, analysis=replace(playing.analysis, caution=caution))


def make_first_play(model: Model) -> Model:
    """Return the model with the first legal play made on the board, still to be confirmed."""
    turn = turn_of(model.game.match)
    assert turn
    for source, target in next(iter(turn.results.values())):
        model, _ = update(model, Dragged(source, target))
    return model


def run_commands(model: Model, *names: str) -> Model:
    """Return a model after some commands (``name`` or ``name=value``), with the engine's answers to them."""
    for name in names:
        command, _, value = name.partition("=")
        model, effects = update(model, Command(command, value))
        for effect in effects:
            if isinstance(effect, StartWork):
                model, _ = update(model, WorkDone(effect.id, analysis_result(effect.work)))
    return model


@cache
def reviewed_match() -> Model:
    """Return an analysed match, in replay at one of its plays."""
    model = after(30)
    game = replace(model.game, setup=replace(FIRST.game.setup, advice=True))
    return run_commands(grade_match(replace(model, game=game)), "study-at=9")


MINE = next(
    model
    for model in map(after, range(9, 20))
    if model.game.match.on_roll == 0 and len(make_first_play(model).game.moves) > 1
)
"""A turn of player 0, whose play has several moves."""
TO_ROLL = dict(phases())["to-roll"]
TURN = {
    "to play": MINE,
    "to confirm": make_first_play(MINE),
    "weighing": replace(
        make_first_play(MINE), analysis=replace(MINE.analysis, caution=HeldAction("confirm", MINE.game.moves))
    ),
    "warned": replace(
        make_first_play(MINE),
        analysis=replace(MINE.analysis, caution=HeldAction("confirm", MINE.game.moves, BETTER)),
    ),
    "remark": replace(MINE, analysis=replace(MINE.analysis, remark=BETTER)),
    "to roll, with a remark": replace(
        TO_ROLL,
        game=replace(TO_ROLL.game, setup=MINE.game.setup),
        analysis=replace(MINE.analysis, remark=BETTER),
    ),
}
"""The moments of a turn with the tutor."""


def every() -> Iterator[Model]:
    """Yield all screens, also those of the other tests: every part of the page that can hold text."""
    yield from moments()
    for named in (phases(), answers(), TURN.items()):
        yield from (model for _, model in named)
    yield run_commands(MINE, "hint")
    yield run_commands(MINE, "hint", "hint-answer")
    yield run_commands(reviewed_match(), "panel", "hint")
    for answer in ("take", "drop"):
        yield run_commands(TO_ROLL, "panel", "double", answer)
    yield replace(analyse_match(after(30)), dialog=DialogName.REVIEW)
    from_position = replace(MINE, game=replace(MINE.game, start=FIRST.game.match))
    yield replace(from_position, dialog=DialogName.NEW_GAME)
    for rules in (*PRESETS.values(), EVERY_RULE):
        match = replace(FIRST.game.match, rules=rules)
        game = replace(FIRST.game, match=match)
        yield replace(FIRST, game=game, dialog=DialogName.RULES, rules_shown=rules.name)
