"""Rollouts: shared between workers, shown while running, stopped, saved, and resumed after a reload."""

import json
from dataclasses import replace

import pytest
from app.fake import Page
from app.positions import page_at
from app.test_hint import page_to_play
from app.test_review import finished_match, kept_texts

from backgammon.analysis.rollout_state import RolloutState, Sums
from backgammon.app.commands import available
from backgammon.core.dice import Roll
from backgammon.core.match import Match, Phase
from backgammon.core.plays import Steps, legal_plays
from backgammon.core.position import Position
from backgammon.core.rules import Rules, custom
from backgammon.features.analysis import hint, rollouts
from backgammon.protocol.messages import Priority, Rollout
from backgammon.state.effects import StartWork, StoreText
from backgammon.state.events import Command, StoreLoaded, Submitted, WorkDone, WorkFailed, WorkProgressed
from backgammon.storage.merging import merge
from backgammon.storage.rollouts import MOST

FORM = (("trials", "144"), ("truncate", "7"), ("play0", "on"), ("play2", "on"))


def start_rollout() -> Page:
    """Return a page on which a rollout has begun."""
    page = page_to_play()
    page.send(StoreLoaded(()))
    page.send(Command("hint"))
    page.settle()
    page.send(Command("hint-answer"))
    page.send(Submitted("roll-out", FORM))
    return page


def state(start: int, stop: int) -> RolloutState:
    """Return the state of a rollout with the trials from ``start`` to ``stop``; their results are zero."""
    return RolloutState("k", ((start, stop),), (Sums(stop - start), Sums()))


def test_all_engines_are_asked_and_their_news_are_shown() -> None:
    page = start_rollout()
    ((number, work),) = page.works.items()
    assert isinstance(work, Rollout)
    assert page.effects[-1] == StartWork(number, work, Priority.LONG)
    page.send(WorkProgressed(number, 0.5, state(0, 36)))
    run = page.model.analysis.rollout
    assert run
    assert (run.running, rollouts.trials_done(run)) == (True, 36)
    page.send(WorkDone(number, state(0, 144)))
    run = page.model.analysis.rollout
    assert run
    assert (run.running, run.state) == (False, state(0, 144))
    assert "go-on-rollout" not in available(page.model)


def test_it_is_about_the_plays_that_were_ticked_else_about_the_best() -> None:
    page = start_rollout()
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
    page = start_rollout()
    (number,) = page.works
    page.send(WorkProgressed(number, 0.2, state(0, 30)))
    page.send(Command("stop-rollout"))
    assert not page.works
    assert "go-on-rollout" in available(page.model)
    kept = [effect for effect in page.effects if isinstance(effect, StoreText)][-1]
    assert kept.name == rollouts.ROLLOUT
    page.send(Command("hint"))
    assert "go-on-rollout" not in available(page.model), "nothing of it is shown"
    page.model = replace(page.model, analysis=replace(page.model.analysis, rollout=None))
    page.send(StoreLoaded(((kept.name, kept.text),)))
    page.send(Command("hint"))
    page.send(Command("go-on-rollout"))
    (work,) = page.works.values()
    assert isinstance(work, Rollout)
    assert work.state == state(0, 30)
    run = page.model.analysis.rollout
    assert run
    assert run.settings.truncate == 7
    assert rollouts.trials_done(run) == 30


def test_a_rollout_by_another_net_begins_anew_when_it_is_resumed() -> None:
    page = start_rollout()
    (number,) = page.works
    page.send(WorkProgressed(number, 0.2, state(0, 30)))
    page.send(Command("stop-rollout"))
    page.send(Command("go-on-rollout"))
    for _ in range(2):
        number, work = page.works.popitem()
        page.send(WorkFailed(number, "these are states of two rollouts"))
    assert isinstance(work, Rollout)
    assert work.state is None
    assert not page.works, "it is not tried for ever"
    page.send(Submitted("roll-out", FORM))
    (number,) = page.works
    page.send(WorkProgressed(number, 0.2, state(0, 30)))
    page.send(Command("stop-rollout"))
    page.send(Command("go-on-rollout"))
    number, _ = page.works.popitem()
    page.send(WorkProgressed(number, 0.3, state(0, 40)))
    page.send(WorkFailed(number, "the engine was lost"))
    run = page.model.analysis.rollout
    assert run
    assert not page.works
    assert rollouts.trials_done(run) == 40, "what fitted is kept"


@pytest.mark.parametrize("others", [None, 3, [3], [{}]])
def test_a_damaged_rollout_is_set_aside(others: object) -> None:
    page = start_rollout()
    (number,) = page.works
    page.send(WorkDone(number, state(0, 144)))
    kept = [effect for effect in page.effects if isinstance(effect, StoreText)]
    (text,) = {effect.text for effect in kept if effect.name == rollouts.ROLLOUT}
    data = {**json.loads(text), "others": others} if others else {}
    page = page_to_play()
    page.send(StoreLoaded(((rollouts.ROLLOUT, json.dumps(data)),)))
    page.send(Command("hint"))
    assert [effect.name for effect in page.effects if isinstance(effect, StoreText)] == ["rollout.set-aside"]


def stored_rollouts(page: Page) -> str:
    """Return the text of the rollouts that was stored last."""
    return kept_texts(page)[rollouts.ROLLOUT]


def test_two_tabs_keep_the_rollouts_of_both_and_the_trials_of_the_one_that_went_on() -> None:
    page = start_rollout()
    (number,) = page.works
    page.send(WorkProgressed(number, 0.2, state(0, 30)))
    page.send(Command("stop-rollout"))
    before = stored_rollouts(page)
    other = finished_match()
    other.send(StoreLoaded(((rollouts.ROLLOUT, before),), today=20_000, page="other"))
    begin_at(other, plays_to_roll_out(other)[0], ("play0", "on"), ("play1", "on"))
    (number,) = other.works
    page.send(Command("go-on-rollout"))
    page.send(WorkProgressed(page.model.analysis.jobs[-1].id, 0.7, state(0, 100)))
    other.send(WorkProgressed(number, 0.3, state(0, 50)))
    ((_, both),) = merge(rollouts.ROLLOUT, stored_rollouts(other), stored_rollouts(page)).items()
    other.send(StoreLoaded(((rollouts.ROLLOUT, both),), today=20_000, page="other"))
    other.send(Command("stop-rollout"))
    again = finished_match()
    again.send(StoreLoaded(((rollouts.ROLLOUT, stored_rollouts(other)),), today=20_000))
    again.send(Command("review"))
    for there in (other, again):
        known = (there.model.analysis.rollout, *there.model.analysis.rollouts)
        assert [rollouts.trials_done(run) for run in known if run and run.state] in ([50, 100], [100, 50])


def test_a_rollout_begun_anew_is_not_replaced_by_that_of_another_net() -> None:
    page = start_rollout()
    (number,) = page.works
    page.send(WorkProgressed(number, 0.2, state(0, 30)))
    mine = stored_rollouts(page)
    theirs = mine.replace('"key":"k"', '"key":"of another net"').replace("[[0,30]]", "[[0,100]]")
    assert theirs != mine
    assert merge(rollouts.ROLLOUT, mine, theirs) == {rollouts.ROLLOUT: mine}


def test_the_answer_to_a_beaver_is_not_rolled_out() -> None:
    page = page_at(rules=custom(beavers=True), length=0, cube=2, cube_owner=1)
    page.model = replace(
        page.model, game=replace(page.model.game, match=replace(page.model.game.match, phase=Phase.BEAVERED))
    )
    page.send(StoreLoaded(()))
    page.send(Command("hint"))
    page.settle()
    page.send(Command("hint-answer"))
    assert hint.is_on_show(page.model)
    assert not rollouts.can_start(page.model)


def steps_shown(page: Page) -> list[Steps]:
    """Return the plays of the analysis that is shown, best first."""
    known = hint.finding_of(page.model)
    assert known
    return [play.steps for play in known.plays]


def begin_at(page: Page, index: int, *form: tuple[str, str]) -> int:
    """Show the decision at an index of the log, and roll it out; return the number of the job."""
    page.send(Command("to-decision", str(index)))
    page.settle()
    page.send(Submitted("roll-out", form))
    (number,) = page.works
    return number


def plays_to_roll_out(page: Page) -> list[int]:
    """Return the indices in the log of plays with a choice, each of another roll."""
    page.send(Command("review"))
    review = page.model.analysis.review
    assert review
    plays = {each.match.dice: each.index for each in review.decisions if each.is_play}
    return [
        each.index
        for each in review.decisions
        if plays.get(each.match.dice) == each.index and len(legal_plays(*turn_data(each.match))) > 2
    ]


def turn_data(match: Match) -> tuple[Position, Roll, Rules]:
    """Return what legal_plays needs."""
    assert match.dice
    return match.position, match.dice, match.rules


def test_the_last_rollouts_are_kept_when_others_begin_also_after_a_reload() -> None:
    page = finished_match()
    indices = plays_to_roll_out(page)[: MOST + 1]
    assert len(indices) == MOST + 1
    for done, index in enumerate(indices, 12):
        number = begin_at(page, index, ("play0", "on"), ("play1", "on"))
        page.send(WorkProgressed(number, 0.2, state(0, done)))
        page.send(Command("stop-rollout"))
    text = stored_rollouts(page)
    assert len(text) < 10_000
    again = finished_match()
    again.send(StoreLoaded(((rollouts.ROLLOUT, text),), today=20_000))
    for there in (page, again):
        there.send(Command("review"))
        for done, index in enumerate(indices, 12):
            there.send(Command("to-decision", str(index)))
            there.settle()
            can = "go-on-rollout" in available(there.model)
            assert can is (index != indices[0]), "the oldest has made room"
            if can:
                there.send(Command("go-on-rollout"))
                number, work = there.works.popitem()
                assert isinstance(work, Rollout)
                assert work.state == state(0, done)
                there.send(Command("stop-rollout"))


def test_trials_of_the_same_plays_are_never_done_twice() -> None:
    page = start_rollout()
    number, work = page.works.popitem()
    assert isinstance(work, Rollout)
    page.send(WorkDone(number, state(0, 144)))
    places = [steps_shown(page).index(steps) for steps in work.plays]
    plays = tuple((f"play{place}", "on") for place in places)
    page.send(Submitted("roll-out", (("trials", "36"), ("truncate", "7"), *plays)))
    run = page.model.analysis.rollout
    assert run
    assert (rollouts.trials_done(run), page.works) == (144, {})
    for trials, truncate, known in (("360", "7", state(0, 144)), ("360", "0", None)):
        page.send(Submitted("roll-out", (("trials", trials), ("truncate", truncate), *plays)))
        number, work = page.works.popitem()
        assert isinstance(work, Rollout)
        assert work.state == known
        page.send(Command("stop-rollout"))


def test_a_hint_shows_a_choice_that_was_rolled_out_before_another_without_clues() -> None:
    page = start_rollout()
    (number,) = page.works
    page.send(WorkProgressed(number, 0.2, state(0, 30)))
    page.send(Command("stop-rollout"))
    page.send(Command("hint"))
    page.send(Command("explore"))
    page.send(Command("study-first"))
    page.send(Command("study-next"))
    page.send(Command("hint"))
    page.settle()
    page.send(Submitted("roll-out", FORM))
    page.works.clear()
    page.send(Command("stop-rollout"))
    page.send(Command("study-close"))
    page.send(Command("hint"))
    assert page.model.analysis.open
    assert page.model.analysis.clues is None
    assert "go-on-rollout" in available(page.model)
