"""A play without a move has a name in the reader's language, wherever the page names a play."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import pytest
from app.fake import LOSS, Page, analysis_result
from app.positions import page_at, position
from view.models import texts

from backgammon.analysis.rollout_state import RolloutSettings, RolloutState, Sums
from backgammon.app.commands import available
from backgammon.core.plays import Steps
from backgammon.core.rules import PRESETS
from backgammon.features.analysis import hint
from backgammon.i18n.catalogue import load
from backgammon.protocol.messages import Finding, Work, WorkResult
from backgammon.state.analysis_state import RolloutRun
from backgammon.state.events import Command, Dragged
from backgammon.state.model import Model, Settings, Speed
from backgammon.storage.types import Tutor
from backgammon.view.page import page as draw

GERMAN = load("de")


def to_move(work: Work) -> WorkResult:
    """Return the fake engine's result, with the order of the plays reversed."""
    known = analysis_result(work)
    if not isinstance(known, Finding) or not known.plays:
        return known
    steps = [play.steps for play in known.plays]
    plays = tuple([replace(play, steps=steps.pop()) for play in known.plays])
    chosen = None if known.chosen is None else len(plays) - 1 - known.chosen
    return replace(known, plays=plays, chosen=chosen, error=None if chosen is None else LOSS * chosen)


def screens(study: Callable[[Work], WorkResult], made: Steps) -> Iterator[tuple[str, Model]]:
    """Yield the screens that name the plays of a roll whose numbers may lapse; the play ``made`` is made."""
    settings = Settings(speed=Speed.OFF, tutor=Tutor.COMMENT)
    page = page_at(position({5: 1, 1: 1}, {6: 2}), (6, 4), PRESETS["leaflet"], settings=settings)
    game = page.model.game
    page.model, page.study = replace(page.model, game=replace(game, start=game.match)), study
    page.send(Command("hint"))
    page.settle()
    page.send(Command("hint-answer"))
    yield "plays", page.model
    known = hint.finding_of(page.model)
    assert known
    state = RolloutState("key", ((0, 72),), (Sums(0, 0),) * 2)
    plays = tuple([play.steps for play in known.plays])
    run = RolloutRun(page.model.analysis.at, plays, RolloutSettings(trials=72), state=state)
    yield "rollout", replace(page.model, analysis=replace(page.model.analysis, rollout=run))
    page.send(Command("line-open"))
    page.settle()
    yield "lines", page.model
    page.send(Command("line-close"))
    page.send(Command("hint"))
    play(page, made)
    yield "tutor", page.model
    page.send(Command("review"))
    page.send(Command("analyse"))
    page.settle()
    yield "review", page.model
    if "learn" in available(page.model):
        page.send(Command("learn"))
        play(page, made)
        yield "ranking", page.model
        page.send(Command("learn-again"))
        page.send(Command("learn-answer"))
        yield "best", page.model


def play(page: Page, steps: Steps) -> None:
    """Make a play, and wait until it is evaluated."""
    for step in steps:
        page.send(Dragged(*step))
    page.send(Command("confirm"))
    page.settle()


@pytest.mark.parametrize("made", [(), ((5, 1),)])
@pytest.mark.parametrize("study", [analysis_result, to_move])
def test_no_move_is_said_in_the_language_of_the_page(
    study: Callable[[Work], WorkResult], made: Steps
) -> None:
    said = {name: texts(draw(model, GERMAN)) for name, model in screens(study, made)}
    assert [name for name, words in said.items() if "cannot move" in words] == []
    assert GERMAN("ui.no-move") in said["plays"]
