"""Which decisions the tutor watches: a person's at this device, with more than one choice, in the match."""

from dataclasses import replace

import pytest
from app.test_hint import TWO, enter_play, page_to_play, steps_of
from view.models import at

from backgammon.core.position import Position
from backgammon.features.coach.tutor import follow, is_watching
from backgammon.state.effects import StartWork, StopWork
from backgammon.state.engine_state import Loading
from backgammon.state.events import Command
from backgammon.state.problem import Problem
from backgammon.storage.types import Human, Remote, Seat, Tutor


@pytest.mark.parametrize("here", [True, False])
def test_with_hints_agreed_on_it_watches_the_person_here_and_not_the_friend(here: bool) -> None:
    page = page_to_play(TWO, Tutor.WARN)
    game = page.model.game
    decider = game.match.decider
    assert decider is not None
    seats: list[Seat] = [Human(), Human()]
    seats[1 - decider if here else decider] = Remote("peer")
    setup = replace(game.setup, seats=(seats[0], seats[1]), advice=True)
    assert is_watching(replace(page.model, game=replace(game, setup=setup))) is here
    silent = replace(setup, advice=False)
    assert not is_watching(replace(page.model, game=replace(game, setup=silent)))


@pytest.mark.parametrize(("high", "choice"), [(1, False), (6, True)])
def test_a_forced_play_is_not_watched(high: int, choice: bool) -> None:
    """With 6-5, a checker on the 6 point is borne off or moved to the 1 point: two plays beside one on 1."""
    points = [0] * 26
    points[1] += 1
    points[high] += 1
    points[24] = -1
    model = at(Position(tuple(points)), dice=(6, 5), length=3)
    watched = replace(model, settings=replace(model.settings, tutor=Tutor.COMMENT))
    assert is_watching(watched) is choice


@pytest.mark.parametrize("command", ["explore", "edit", "quiz"])
def test_what_is_looked_at_is_not_watched(command: str) -> None:
    page = page_to_play(tutor=Tutor.COMMENT)
    assert is_watching(page.model)
    page.send(Command(command))
    assert page.model.looking
    assert not is_watching(page.model)


def test_a_problem_in_another_page_is_not_watched() -> None:
    model = page_to_play(tutor=Tutor.COMMENT).model
    posed = replace(model, game=replace(model.game, problem=Problem(model.game.match)))
    assert not is_watching(posed)


def test_a_warning_goes_when_the_play_is_changed() -> None:
    page = page_to_play(tutor=Tutor.WARN)
    page.settle()
    enter_play(page, steps_of(page, -1))
    page.send(Command("confirm"))
    held = page.model
    assert follow(held)[0].analysis.caution
    changed = replace(held, game=replace(held.game, moves=held.game.moves[:-1]))
    assert follow(changed)[0].analysis.caution is None


def test_a_decision_is_analysed_once_by_an_engine_that_is_there() -> None:
    model = page_to_play(tutor=Tutor.COMMENT).model
    fresh = replace(model, analysis=replace(model.analysis, findings={}, jobs=()))
    asked, effects = follow(fresh)
    assert [type(effect) for effect in effects] == [StartWork]
    assert follow(asked) == (asked, ())
    (job,) = asked.analysis.jobs
    other = replace(asked, analysis=replace(asked.analysis, jobs=(replace(job, key="other"),)))
    assert [type(effect) for effect in follow(other)[1]] == [StopWork, StartWork]
    assert follow(replace(fresh, engine=Loading()))[1] == ()
    assert follow(replace(fresh, analysis=replace(fresh.analysis, failed=job.key)))[1] == ()
