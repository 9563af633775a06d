"""Rollouts: shared between workers, shown as they go, stopped, kept, and taken on after a reload."""

from dataclasses import replace

from app.fake import Page
from app.test_hint import to_play

from backgammon.analysis.rollout_state import RolloutState, Sums
from backgammon.app.analysis import hint, rollouts
from backgammon.app.commands import available
from backgammon.app.state.effects import StartWork, StoreText
from backgammon.app.state.events import Command, StoreLoaded, Submitted, WorkDone, WorkProgressed
from backgammon.protocol.messages import Rollout

FORM = (("trials", "144"), ("truncate", "7"), ("play0", "on"), ("play2", "on"))


def rolling(cores: int = 4) -> Page:
    """Return a page on which a rollout has begun."""
    page = to_play()
    page.send(StoreLoaded((), cores=cores))
    page.send(Command("hint"))
    page.settle()
    page.send(Submitted("roll-out", FORM))
    return page


def state(start: int, stop: int) -> RolloutState:
    """Return what the trials of a span came to: nothing but their number."""
    return RolloutState("k", ((start, stop),), (Sums(stop - start), Sums()))


def test_the_trials_are_shared_between_workers_and_add_up() -> None:
    page = rolling()
    works = {number: work for number, work in page.works.items() if isinstance(work, Rollout)}
    assert [work.span for work in works.values()] == [(0, 72), (72, 144)]
    assert {
        effect.lane for effect in page.effects if isinstance(effect, StartWork) and effect.id in works
    } == {
        1,
        2,
    }
    first, second = works
    page.send(WorkProgressed(first, 0.5, state(0, 36)))
    run = page.model.analysis.rollout
    assert run
    assert rollouts.trials_done(run) == 36
    page.send(WorkDone(second, state(72, 144)))
    page.send(WorkDone(first, state(0, 72)))
    run = page.model.analysis.rollout
    assert run
    assert not run.running
    total = rollouts.merged_state(run)
    assert total
    assert total.spans == ((0, 144),)
    assert total.sums[0].equity == 144


def test_it_is_about_the_plays_that_were_ticked_else_about_the_best() -> None:
    page = rolling()
    known = hint.finding_of(page.model)
    assert known
    run = page.model.analysis.rollout
    assert run
    assert run.plays == (known.plays[0].steps, known.plays[2].steps)
    page.send(Command("stop-rollout"))
    page.send(Submitted("roll-out", FORM[:2]))
    run = page.model.analysis.rollout
    assert run
    assert run.plays == tuple(play.steps for play in known.plays[: rollouts.BEST])


def test_stopped_it_goes_on_with_what_is_missing_also_after_a_reload() -> None:
    page = rolling(cores=2)
    (number,) = page.works
    page.send(WorkProgressed(number, 0.2, state(0, 30)))
    page.send(Command("stop-rollout"))
    assert not page.works
    assert "go-on-rollout" in available(page.model)
    kept = [effect for effect in page.effects if isinstance(effect, StoreText)][-1]
    assert kept.name == rollouts.ROLLOUT
    page.model = replace(page.model, analysis=replace(page.model.analysis, rollout=None, open=False, at=""))
    page.send(StoreLoaded(((kept.name, kept.text),), cores=2))
    page.send(Command("hint"))
    page.send(Command("go-on-rollout"))
    (work,) = page.works.values()
    assert isinstance(work, Rollout)
    assert work.span == (30, 144)
    run = page.model.analysis.rollout
    assert run
    assert run.settings.truncate == 7
    assert rollouts.trials_done(run) == 30


def test_a_damaged_rollout_is_set_aside() -> None:
    page = to_play()
    page.send(StoreLoaded(((rollouts.ROLLOUT, '{"format": "triktrakk-rollout", "version": 1}'),)))
    page.send(Command("hint"))
    assert [effect.name for effect in page.effects if isinstance(effect, StoreText)] == ["rollout.set-aside"]
