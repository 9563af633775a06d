"""Rollouts in turn: one that is running gives way to another, and goes on after it."""

from app.fake import ENGLISH, Page
from app.test_review import finished_match
from app.test_rollouts import begin_at, plays_to_roll_out, state, stored_rollouts
from view.models import texts

from backgammon.app.commands import available
from backgammon.features.analysis import rollouts
from backgammon.protocol.messages import Rollout
from backgammon.state.events import Command, StoreLoaded, Submitted, WorkDone, WorkProgressed
from backgammon.view.page import page as draw_page


def two_rollouts() -> tuple[Page, int, int]:
    """Return a page that shows a rollout that was stopped, while another is running; and their decisions."""
    page = finished_match()
    first, second = plays_to_roll_out(page)[:2]
    number = begin_at(page, first, ("play0", "on"), ("play1", "on"))
    page.send(WorkProgressed(number, 0.2, state(0, 30)))
    page.send(Command("stop-rollout"))
    number = begin_at(page, second, ("play0", "on"), ("play1", "on"))
    page.send(WorkProgressed(number, 0.2, state(0, 20)))
    page.send(Command("to-decision", str(first)))
    return page, first, second


def current_rollout(page: Page) -> tuple[int, bool]:
    """Return how many trials of the current rollout are done, and whether it is running."""
    run = page.model.analysis.rollout
    assert run
    return rollouts.trials_done(run), run.running


def test_a_running_rollout_stays_the_current_one_while_another_decision_is_shown() -> None:
    page, *_ = two_rollouts()
    assert current_rollout(page) == (20, True)
    earlier = rollouts.shown_run(page.model)
    assert earlier
    assert rollouts.trials_done(earlier) == 30
    assert "30 of 144 games" in texts(draw_page(page.model, ENGLISH)), "the results of the earlier one show"
    page.send(Command("stop-rollout"))
    assert "go-on-rollout" in available(page.model)
    assert current_rollout(page) == (30, False)


def test_a_running_rollout_gives_way_to_one_that_is_resumed_and_goes_on_after_it() -> None:
    page, _, second = two_rollouts()
    page.send(Command("go-on-rollout"))
    ((_, work),) = page.works.items()
    assert isinstance(work, Rollout)
    assert work.state == state(0, 30)
    assert current_rollout(page) == (30, True)
    page.send(Command("to-decision", str(second)))
    assert "go-on-rollout" in available(page.model), "it may go first after all"
    page.send(WorkDone(page.works.popitem()[0], state(0, 144)))
    ((_, work),) = page.works.items()
    assert isinstance(work, Rollout)
    assert work.state == state(0, 20)
    assert current_rollout(page) == (20, True)
    assert rollouts.trials_done(page.model.analysis.rollouts[0]) == 144
    page.send(WorkDone(page.works.popitem()[0], state(0, 144)))
    assert not page.works
    assert not page.model.analysis.waiting


def test_a_running_rollout_gives_way_to_a_new_one_too() -> None:
    page = finished_match()
    first, second = plays_to_roll_out(page)[:2]
    number = begin_at(page, first, ("play0", "on"), ("play1", "on"))
    page.send(WorkProgressed(number, 0.2, state(0, 30)))
    assert not rollouts.can_start(page.model), "it is the one that is shown"
    page.send(Command("to-decision", str(second)))
    number, work = page.works.popitem()
    page.send(WorkDone(number, page.study(work)))  # the analysis, to which the form belongs
    page.send(Submitted("roll-out", (("play0", "on"), ("play1", "on"))))
    assert current_rollout(page) == (0, True)
    page.send(WorkDone(page.works.popitem()[0], state(0, 144)))
    ((_, work),) = page.works.items()
    assert isinstance(work, Rollout)
    assert work.state == state(0, 30)
    assert current_rollout(page) == (30, True)


def test_one_that_has_not_got_far_is_not_forgotten_when_it_gives_way() -> None:
    page, first, second = two_rollouts()
    page.send(Command("stop-rollout"))
    third = plays_to_roll_out(page)[2]
    begin_at(page, third, ("play0", "on"), ("play1", "on"))
    page.send(Command("to-decision", str(second)))
    page.send(Command("go-on-rollout"))
    page.send(Command("to-decision", str(first)))
    page.send(Command("go-on-rollout"))
    asked = []
    while page.works:
        number, work = page.works.popitem()
        assert isinstance(work, Rollout)
        asked.append(work.state.trials if work.state else 0)
        page.send(WorkDone(number, state(0, 144)))
    assert asked == [30, 20, 0]


def test_the_stop_is_for_those_that_wait_too() -> None:
    page, *_ = two_rollouts()
    page.send(Command("go-on-rollout"))
    page.send(Command("stop-rollout"))
    assert not page.works
    assert current_rollout(page) == (30, False)


def test_those_under_way_at_a_reload_go_on_once_their_decision_is_shown() -> None:
    page, first, second = two_rollouts()
    page.send(Command("go-on-rollout"))
    kept = stored_rollouts(page)
    again = finished_match()
    again.send(StoreLoaded(((rollouts.ROLLOUT, kept),), today=20_000))
    again.send(Command("review"))
    assert not again.works, "their decisions are not known yet"
    for index, done in ((second, 20), (first, 30)):
        again.send(Command("to-decision", str(index)))
        number, work = again.works.popitem()
        again.send(WorkDone(number, again.study(work)))  # the analysis, beside which a rollout is shown
        assert current_rollout(again) == (done, True)
        again.send(WorkDone(again.works.popitem()[0], state(0, 144)))
    assert not again.model.analysis.waiting


def test_one_that_was_stopped_before_a_reload_stays_so() -> None:
    page, first, _ = two_rollouts()
    page.send(Command("stop-rollout"))
    again = finished_match()
    again.send(StoreLoaded(((rollouts.ROLLOUT, stored_rollouts(page)),), today=20_000))
    again.send(Command("review"))
    again.send(Command("to-decision", str(first)))
    again.settle()
    assert current_rollout(again) == (30, False)
    assert "go-on-rollout" in available(again.model)
